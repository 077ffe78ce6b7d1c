"""The two documents that the server publishes of itself."""
import json
import struct

import jsonschema_rs
import openapi_spec_validator
import pytest
from asyncapi3.models.asyncapi import AsyncAPI3

import published
from kit import SAMPLES
from published import ASYNCAPI, OPENAPI, PROBLEM

documents = pytest.mark.parametrize('document', [ASYNCAPI, OPENAPI], ids=['AsyncAPI', 'OpenAPI'])
names = pytest.mark.parametrize('name', ['asyncapi.json', 'openapi.json'])


@names
def test_document_is_served_as_it_is_written(server, name):
    answer = server.get(f'/api/{name}')
    assert (answer.status, answer.body) == (200, (published.FOLDER / name).read_bytes())
    assert server.get(f'/api/{name}', If_None_Match=answer.headers['ETag']).status == 304


@names
def test_document_is_served_beside_another_page_and_without_any(serve, tmp_path, name):
    (tmp_path / 'index.html').write_text('<p>')
    for page in (tmp_path, 'none'):
        assert serve(SAMPLES, web=page).get(f'/api/{name}').status == 200


def test_openapi_is_valid_by_its_official_schema():
    openapi_spec_validator.validate(OPENAPI)


def test_asyncapi_is_valid_and_says_nothing_that_the_specification_does_not_know():
    AsyncAPI3.model_validate(ASYNCAPI)


def schemas(item, key=None):
    """Every schema of a document, with those inside it."""
    if isinstance(item, list):
        for inner in item:
            yield from schemas(inner, key if key in ('oneOf', 'allOf') else None)
    elif isinstance(item, dict):
        if key in ('schema', 'payload', 'items', 'oneOf', 'allOf'):
            yield item
        for name, inner in item.items():
            if name in ('example', 'examples'):
                continue
            is_named = key in ('schemas', 'properties') and isinstance(inner, dict)
            yield from schemas(inner, 'schema' if is_named else name)


@documents
def test_schemas_mean_the_same_to_readers_of_draft_7_and_of_2020_12(document):
    found = list(schemas(document))
    assert len(found) > 30
    for schema in found:
        for dialect in ('https://json-schema.org/draft/2020-12/schema',
                        'http://json-schema.org/draft-07/schema#'):
            jsonschema_rs.meta.validate({'$schema': dialect, **schema})
        assert '$ref' not in schema or len(schema) == 1, f'only 2020-12 reads {schema}'
        assert not {'prefixItems', 'unevaluatedProperties', '$defs'} & schema.keys()


def references(item):
    if isinstance(item, list):
        for inner in item:
            yield from references(inner)
    elif isinstance(item, dict):
        yield from ([item['$ref']] if '$ref' in item else [])
        for scheme in item.get('security', []):
            yield from (f'#/components/securitySchemes/{name}' for name in scheme)
        for inner in item.values():
            yield from references(inner)


@documents
def test_every_part_is_there_and_used(document):
    used = {path for path in references(document) if path.startswith('#/components/')}
    there = {f'#/components/{kind}/{name}' for kind, parts in document['components'].items()
             for name in parts}
    headers = {f'#/components/schemas/{name}Header' for name in ('Preview', 'Sound')}
    assert used | headers >= there
    assert there >= used


def test_what_both_describe_they_describe_alike():
    ours, theirs = (document['components']['schemas'] for document in (ASYNCAPI, OPENAPI))
    assert {'Media', 'Target'} <= ours.keys() & theirs.keys()
    assert [name for name in ours.keys() & theirs.keys() if ours[name] != theirs[name]] == []


@pytest.mark.parametrize('name, message', ASYNCAPI['components']['messages'].items(),
                         ids=ASYNCAPI['components']['messages'])
def test_examples_of_a_message_are_such_messages(name, message):
    socket = published.Socket(ASYNCAPI)
    check = socket.check_sent if name in socket.sent else socket.check_received
    for example in message['examples']:
        if name == 'preview':
            socket.check_preview(unpack(bytes.fromhex(example['payload'])))
        elif name == 'sound':
            socket.check_sound(unpack(bytes.fromhex(example['payload']), 'SoundHeader'))
        else:
            assert example['payload']['type'] == message.get('name', name)
            check(example['payload'])
    assert socket.seen == {name}


def test_header_of_a_preview_is_laid_out_as_the_table_of_the_protocol_says():
    fields = ASYNCAPI['components']['schemas']['PreviewHeader']['properties']
    assert [field['x-bytes'] for field in fields.values()] == [2, 1, 1, 2, 2, 2, 2, 4, 4, 8, 4]
    header = unpack(struct.pack('>HBBHHHHIIqI', 0x564E, 1, 2, 5, 320, 180, 0, 7, 600, -2, 9))
    assert list(header.values()) == [0x564E, 1, 2, 5, 320, 180, 0, 7, 600, -2, 9]
    sound = ASYNCAPI['components']['schemas']['SoundHeader']['properties']
    assert [(name, field['x-bytes']) for name, field in sound.items()] == [
        (name, field['x-bytes']) for name, field in fields.items()]


def unpack(header, kind='PreviewHeader'):
    """Reads a header from what is published of it alone."""
    fields = ASYNCAPI['components']['schemas'][kind]['properties']
    values, offset = {}, 0
    for name, field in fields.items():
        part = header[offset:offset + field['x-bytes']]
        values[name] = int.from_bytes(part, 'big', signed=field.get('minimum', 0) < 0)
        offset += len(part)
    assert offset == len(header) == 32
    return values


def bodies():
    """The examples of answers, each with its schema."""
    responses = [response for path in OPENAPI['paths'].values()
                 for response in path['get']['responses'].values()]
    for response in [*responses, *OPENAPI['components']['responses'].values()]:
        for kind, content in response.get('content', {}).items():
            if 'example' in content:
                yield kind, content


def test_examples_of_answers_are_such_answers():
    http, kinds = published.HTTP(OPENAPI), []
    for kind, content in bodies():
        http.check_value(content['schema'], content['example'], kind)
        kinds.append(kind)
    assert {'application/json', 'text/csv', PROBLEM} <= set(kinds)


def test_every_object_says_which_fields_are_always_there():
    for document in (ASYNCAPI, OPENAPI):
        for schema in schemas(document):
            if schema.get('type') == 'object' and 'oneOf' not in schema and len(schema) > 1:
                assert schema.get('required'), json.dumps(schema)[:200]
