"""What the server publishes of its protocol, and whether what goes over the wire is like that."""
import copy
import fnmatch
import json
import pathlib
import re

import jsonschema_rs

FOLDER = pathlib.Path(__file__).resolve().parent.parent / 'Sources/Wire/API'
PROBLEM = 'application/problem+json'


def read(name):
    return json.loads((FOLDER / name).read_text())


def closed(schema):
    """The schema, where an object has no field but those described: nothing goes unpublished."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    # What is combined describes a part of an object that is described elsewhere.
    inner = {key: value if key in ('oneOf', 'allOf') else closed(value)
             for key, value in schema.items()}
    if schema.get('type') == 'object' and 'properties' in schema:
        inner['additionalProperties'] = False
    return inner


def validator(schema, document):
    return jsonschema_rs.Draft202012Validator({**schema, 'components': document['components']})


def complain(validator, value, what):
    for error in validator.iter_errors(value):
        place = '/'.join(map(str, error.instance_path))
        raise AssertionError(f'{what} is not as published: {place}: {error.message}')


class Socket:
    """The messages of the socket, in both directions, and which of them were seen."""

    def __init__(self, document):
        channel = document['channels']['scrub']['messages']
        sent = {self._name(message) for operation in document['operations'].values()
                if operation['action'] == 'receive' for message in operation['messages']}
        described = {**document, 'components': closed(document['components'])}
        received = set(channel) - sent - {'preview', 'sound'}
        self.sent = dict(self._validators(sent, document))
        self.received = dict(self._validators(received, described))
        self.headers = {name: validator({'$ref': f'#/components/schemas/{name}Header'}, described)
                        for name in ('Preview', 'Sound')}
        self.seen = set()

    @staticmethod
    def _name(reference):
        return reference['$ref'].rsplit('/', 1)[1]

    @staticmethod
    def _validators(names, document):
        """The name and the validator of each message, by its type, which both ends may use."""
        for name in names:
            payload = document['components']['messages'][name]['payload']
            schema = {'$ref': f'#/components/messages/{name}/payload'}
            kind = payload.get('properties', {}).get('type', {}).get('const', name)
            yield kind, (name, validator(schema, document))

    def allows(self, message):
        """Whether a client may send this."""
        kind = message.get('type') if isinstance(message, dict) else None
        return kind in self.sent and self.sent[kind][1].is_valid(message)

    def check_sent(self, message):
        kind = message['type']
        assert kind in self.sent, f'no message of a client is published as {kind}'
        self._check(self.sent[kind], message, f'{kind}, sent,')

    def check_received(self, message):
        kind = message['type']
        assert kind in self.received, f'no message of the server is published as {kind}'
        self._check(self.received[kind], message, f'{kind}, received,')

    def _check(self, expected, message, what):
        name, schema = expected
        complain(schema, message, what)
        self.seen.add(name)

    def check_preview(self, header):
        complain(self.headers['Preview'], header, 'the header of a preview')
        self.seen.add('preview')

    def check_sound(self, header):
        complain(self.headers['Sound'], header, 'the header of a sound')
        self.seen.add('sound')


class HTTP:
    """The addresses of HTTP with their answers, and which of them were seen."""

    def __init__(self, document):
        self.document = {**document, 'components': closed(document['components'])}
        self.routes = {self._pattern(path): path for path in document['paths']}
        self.validators = {}
        self.seen = set()

    @staticmethod
    def _pattern(path):
        parts = re.split(r'(\{\w+\})', path)
        anything = '.+' if path == '/{file}' else '[^/]+'
        text = ''.join(anything if part.startswith('{') else re.escape(part) for part in parts)
        return re.compile(text + r'(\?.*)?')

    def path(self, target):
        """The published path of a request's target, or nothing."""
        found = [path for pattern, path in self.routes.items() if pattern.fullmatch(target)]
        exact = [path for path in found if path != '/{file}']
        return (exact or [path for path in found if not target.startswith('/api')] or [None])[0]

    def check(self, method, target, answer):
        """Compares an answer with what is published of its address."""
        what = f'{method} {target}: {answer.status}'
        path = self.path(target)
        verb = 'get' if method == 'HEAD' else method.lower()
        item = self.document['paths'].get(path, {})
        if verb != 'get' and verb not in item:
            assert 400 <= answer.status < 500, f'{what} is published nowhere'
            return
        if path is None:
            assert answer.status in (400, 404), f'{what} is published nowhere'
            return self._check_problem(what, answer)
        responses = item[verb]['responses']
        assert str(answer.status) in responses, f'{what} is not published for {path}'
        response = self._resolve(responses[str(answer.status)])
        self._check_headers(what, response, answer)
        self._check_body(what, response, answer, with_body=method != 'HEAD')
        self.seen.add((path, verb, answer.status))

    def _resolve(self, item):
        while '$ref' in item:
            found = self.document
            for name in item['$ref'].removeprefix('#/').split('/'):
                found = found[name]
            item = found
        return item

    def check_value(self, schema, value, what):
        key = json.dumps(schema)
        if key not in self.validators:
            self.validators[key] = validator(closed(schema), self.document)
        complain(self.validators[key], value, what)

    def _check_problem(self, what, answer):
        schema = {'$ref': '#/components/schemas/Problem'}
        self._check_body(what, {'content': {PROBLEM: {'schema': schema}}}, answer)

    def _check_headers(self, what, response, answer):
        for name, header in response.get('headers', {}).items():
            header = self._resolve(header)
            if header.get('required') is False and name not in answer.headers:
                continue
            assert answer.headers.get(name) is not None, f'{what} lacks {name}'
            value, what_of = answer.headers.get(name), f'{what}, {name}'
            if 'content' in header:
                schema = header['content']['application/json']['schema']
                self.check_value(schema, json.loads(value), what_of)
            else:
                self.check_value(header['schema'], value, what_of)

    def _check_body(self, what, response, answer, with_body=True):
        kind = (answer.headers.get('Content-Type') or '').split(';')[0]
        content = response.get('content', {})
        if not content:
            assert not kind and not answer.body, f'{what} has a body, and none is published'
            return
        match = [media for name, media in content.items() if fnmatch.fnmatch(kind, name)]
        assert match, f'{what} is {kind}, not one of {list(content)}'
        if with_body and 'schema' in match[0]:
            is_json = kind.endswith('json')
            body = json.loads(answer.body) if is_json else answer.body.decode()
            self.check_value(match[0]['schema'], body, what)


ASYNCAPI, OPENAPI = read('asyncapi.json'), read('openapi.json')
socket, http = Socket(copy.deepcopy(ASYNCAPI)), HTTP(copy.deepcopy(OPENAPI))
