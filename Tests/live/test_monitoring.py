"""The dashboard and the alerts ask for nothing that the server does not tell."""
import json
import re

import promql_parser as promql
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from kit import ROOT
from oracle import run

FOLDER = ROOT / 'samples/deploy/monitoring'
DASHBOARD = json.loads((FOLDER / 'grafana.json').read_text())
RULES = yaml.safe_load((FOLDER / 'alerts.yml').read_text())
ALERTS = [rule for group in RULES['groups'] for rule in group['rules']]
EXPRESSIONS = [target['expr'] for panel in DASHBOARD['panels'] for target in panel['targets']]
EXPRESSIONS += [rule['expr'] for rule in ALERTS]


@pytest.fixture(scope='module')
def families(server):
    text = server.get('/metrics').body.decode()
    return list(text_string_to_metric_families(text))


def parts(node):
    """A parsed expression and all inside it."""
    yield node
    inner = [getattr(node, name, None) for name in ('expr', 'lhs', 'rhs', 'param')]
    for part in [*inner, *getattr(node, 'args', [])]:
        if isinstance(part, promql.Expr):
            yield from parts(part)


def asked(expression):
    """The metrics of an expression, each with the function that it is in directly."""
    # Grafana puts an interval in its place.
    tree = promql.parse(expression.replace('$__rate_interval', '5m'))
    for part in parts(tree):
        if isinstance(part, promql.Call):
            for argument in part.args:
                if isinstance(argument, promql.MatrixSelector):
                    yield argument.vector_selector.name, part.func.name
        elif isinstance(part, promql.VectorSelector):
            yield part.name, None


def test_prometheus_takes_the_alerts_as_they_are():
    run('promtool', 'check', 'rules', FOLDER / 'alerts.yml')


@pytest.mark.parametrize('expression', EXPRESSIONS)
def test_expression_is_promql_and_asks_for_what_there_is_in_a_way_that_fits_it(
        families, expression):
    told = {sample.name: family.type for family in families for sample in family.samples}
    names = list(asked(expression))
    assert names
    for name, function in names:
        if name == 'up':
            continue  # Prometheus' own
        assert name in told, f'the server tells nothing of {name}'
        counts = told[name] == 'counter' or name.endswith('_bucket')
        assert counts == (function in ('rate', 'increase')), f'{name} is a {told[name]}'
        assert name.endswith('_bucket') == ('histogram_quantile' in expression)


def test_the_dashboard_shows_each_panel_once_and_beside_the_others():
    taken = set()
    for panel in DASHBOARD['panels']:
        place = panel['gridPos']
        assert place['x'] + place['w'] <= 24
        area = {(x, y) for x in range(place['x'], place['x'] + place['w'])
                for y in range(place['y'], place['y'] + place['h'])}
        assert not taken & area, panel['title']
        taken |= area
        letters = [target['refId'] for target in panel['targets']]
        assert len(set(letters)) == len(letters) > 0
    ids = [panel['id'] for panel in DASHBOARD['panels']]
    assert len(set(ids)) == len(ids)
    variables = {one['name'] for one in DASHBOARD['templating']['list']}
    used = set(re.findall(r'\$\{?([a-z]+)', json.dumps(DASHBOARD['panels'])))
    assert used == variables


@pytest.mark.parametrize('rule', ALERTS, ids=[rule['alert'] for rule in ALERTS])
def test_an_alert_says_where_what_and_how_bad(rule):
    assert set(rule) <= {'alert', 'expr', 'for', 'labels', 'annotations'}
    assert re.fullmatch('Vernier[A-Za-z]+', rule['alert'])
    assert re.fullmatch(r'\d+m', rule.get('for', '0m'))
    assert rule['labels']['severity'] in ('critical', 'warning', 'info')
    assert '{{ $labels.instance }}' in rule['annotations']['summary']
    assert rule['annotations']['description'].endswith('.')


def test_a_server_that_does_well_is_far_below_every_bound_of_a_ratio(families):
    values = {sample.name: sample.value for family in families for sample in family.samples}
    ratios = [rule['expr'] for rule in ALERTS if ' / ' in rule['expr']]
    assert len(ratios) > 1
    for expression in ratios:
        above, below, bound = re.fullmatch(r'(\w+) / (\w+) > ([\d.]+)', expression).groups()
        assert values[above] / values[below] < float(bound)
