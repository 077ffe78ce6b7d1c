"""A client that is made from the OpenAPI document alone, and asks for all that it allows and more."""
import re

import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import missing_required_header, positive_data_acceptance

from kit import FULL
from published import OPENAPI

EXAMPLES = 40 if FULL else 15  # made by chance of each address, besides those at the edges

document = schemathesis.openapi.from_dict(OPENAPI)

# Of these no schema knows what is right: one of four places, within the media; an upgrade; marks
# within the media, made for the newest version; a code that was printed; frames in their order, and
# not too many; torchcodec's list of all frames between none.
CHOOSY = ['/api/v1/media/{id}/target', '/api/v1/scrub', '/api/v1/media/{id}/marks',
          '/login/{code}', '/api/v1/media/{id}/frames.raw', '/api/v1/media/{id}/frames.y4m',
          '/api/v1/media/{id}/sound.wav', '/api/v1/media/{id}/waveform']


# How long requests take to think up says how busy the machine is, and nothing of the server.
@document.parametrize()
@settings(max_examples=EXAMPLES, derandomize=True, database=None, deadline=None,
          suppress_health_check=[HealthCheck.too_slow])
def test_client_made_from_the_document_is_answered_as_it_says(case, server):
    if case.method in ('TRACE', 'QUERY'):
        return  # libwebsockets does not know them, and refuses them itself
    if re.fullmatch('[0-9a-f]{32}', str(case.path_parameters.get('id'))):
        case.path_parameters['id'] = server.media('start.ts')
    # Nor which streams there are, and which of them have pictures.
    query = case.query or {}
    is_choosy = (case.path in CHOOSY or query.get('stream')
                 or query.get('format') == 'torchcodec')
    excluded = [positive_data_acceptance] if is_choosy else []
    if (case.method, case.path) == ('PUT', '/api/v1/media/{id}/marks'):
        # Without If-Match it is refused with the code that RFC 6585 has for just that, 428, of which
        # this check does not know; test_api_coverage.py asks for it.
        excluded.append(missing_required_header)
    try:
        answer = case.call(base_url=server.url)
    except requests.ConnectionError:
        assert '\\x00' in repr(case.query), 'hung up on, without a zero byte to excuse it'
    else:
        case.validate_response(answer, excluded_checks=excluded)
