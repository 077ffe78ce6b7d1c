"""Media in a store that speaks S3 is listed, read and followed like that in a folder."""
import json
import os
import subprocess

import pytest

from elsewhere import frame, names
from kit import LONG_PATIENCE, SAMPLES, VERNIER
from object_store import BUCKET, READER, ObjectStore
from oracle import Frames, barcode
from workers import until

FILM = 'long-gop.mp4'
# What an address, a signature or XML may trip over.
ODD = ['a b+c%41.mp4', 'ä/日本.mp4', "q'(1)!*~$&,;=@:.mp4", '<x>&amp;".mp4']


@pytest.fixture(scope='module')
def store():
    store = ObjectStore().start()
    for key, name in {f'reel/{FILM}': FILM, 'reel/two/start.ts': 'start.ts',
                      'reel/notes.txt': FILM, 'reels/other.mp4': 'hevc.mp4'}.items():
        store.put((SAMPLES / name).read_bytes(), key)
    yield store
    store.stop()


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch, tmp_path):
    """No account of whoever runs the tests."""
    for name in [name for name in os.environ if name.startswith('AWS_')]:
        monkeypatch.delenv(name)
    monkeypatch.setenv('HOME', str(tmp_path))


@pytest.fixture
def reader(store, monkeypatch):
    for name, value in store.variables.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def serve_bucket(serve, store):
    def serve_bucket(*places, extra=()):
        return serve(*places, extra=['--s3-endpoint', store.endpoint, *extra])
    return serve_bucket


def run(store, *words, environment=None):
    return subprocess.run([VERNIER, *map(str, words), '--s3-endpoint', store.endpoint],
                          capture_output=True, timeout=LONG_PATIENCE, env=environment)


@pytest.mark.usefixtures('reader')
@pytest.mark.parametrize('place, found', [
    (f's3://{BUCKET}/reel', [FILM, 'two/start.ts']),
    (f's3://{BUCKET}/reel/', [FILM, 'two/start.ts']),
    (f's3://{BUCKET}/reel/two', ['start.ts']),
    (f's3://{BUCKET}/reel/{FILM}', [FILM]),
    (f's3://{BUCKET}', ['reel/' + FILM, 'reel/two/start.ts', 'reels/other.mp4']),
])
def test_bucket_a_prefix_and_an_object_are_served(serve_bucket, place, found):
    assert names(serve_bucket(place)) == found


@pytest.mark.usefixtures('reader')
def test_each_frame_is_the_one_that_was_asked_for(serve_bucket):
    server = serve_bucket(f's3://{BUCKET}/reel', SAMPLES / 'hevc.mp4')
    assert [frame(server, number, FILM) for number in [0, 599, 250, 17]] == [0, 599, 250, 17]
    assert frame(server, 120, 'two/start.ts') == 120
    assert frame(server, 50, 'hevc.mp4') == 50


@pytest.mark.usefixtures('reader')
@pytest.mark.parametrize('key', ODD)
def test_any_name_can_be_read(serve_bucket, store, key):
    store.put((SAMPLES / FILM).read_bytes(), 'odd/' + key)
    server = serve_bucket(f's3://{BUCKET}/odd/')
    assert key in names(server)
    assert frame(server, 77, key) == 77
    store.delete('odd/' + key)


@pytest.mark.usefixtures('reader')
def test_list_of_many_pages_is_taken_whole(serve_bucket, store):
    with store.open():
        client = store.client('s3')
        for number in range(1003):
            client.put_object(Bucket=BUCKET, Key=f'many/{number:04}.mp4', Body=b'x')
    found = names(serve_bucket(f's3://{BUCKET}/many/'))
    assert found == [f'{number:04}.mp4' for number in range(1003)]


@pytest.mark.usefixtures('reader')
def test_new_changed_and_removed_objects_are_noticed(serve_bucket, store):
    store.put((SAMPLES / FILM).read_bytes(), 'live/one.mp4')
    server = serve_bucket(f's3://{BUCKET}/live/', extra=['--preview-cache', 'none'])
    assert frame(server, 599, 'one.mp4') == 599
    path = f'/api/v1/media/{server.media("one.mp4")}'
    before = server.get(path).json()['version']
    store.put((SAMPLES / 'hevc.mp4').read_bytes(), 'live/one.mp4')
    store.put((SAMPLES / 'start.ts').read_bytes(), 'live/two.ts')

    def is_renewed():
        answer = server.get(path)
        is_new = answer.status == 200 and answer.json()['version'] != before
        return names(server) == ['one.mp4', 'two.ts'] and is_new
    until(is_renewed, 'a new version, and a new object')
    rows = server.get(path + '/index?format=json').json()
    assert [row['pts'] for row in rows] == Frames(SAMPLES / 'hevc.mp4').pts
    store.delete('live/two.ts')
    until(lambda: names(server) == ['one.mp4'], 'an object removed')


@pytest.mark.usefixtures('reader')
def test_versions_of_a_bucket_are_not_mixed(serve_bucket, store):
    with store.open():
        client = store.client('s3')
        client.create_bucket(Bucket='versions')
        client.put_bucket_versioning(Bucket='versions',
                                     VersioningConfiguration={'Status': 'Enabled'})
    for name in ('hevc.mp4', FILM):
        store.put((SAMPLES / name).read_bytes(), 'one.mp4', bucket='versions')
    server = serve_bucket('s3://versions/one.mp4')
    assert frame(server, 400, 'one.mp4') == 400


def settings(folder, store, profile):
    (folder / '.aws').mkdir()
    key = store.variables
    (folder / '.aws/credentials').write_text(
        f'[default]\naws_access_key_id = nobody\naws_secret_access_key = nothing\n\n[{profile}]\n'
        f'# of the films\naws_access_key_id={key["AWS_ACCESS_KEY_ID"]}\n'
        f'aws_secret_access_key = {key["AWS_SECRET_ACCESS_KEY"]}\n')
    (folder / '.aws/config').write_text(
        f'[default]\nregion = eu-north-1\n[profile {profile}]\nregion = us-east-1\n')


def test_key_is_that_of_a_profile_in_the_files_of_the_aws_tools(
        store, monkeypatch, tmp_path):
    settings(tmp_path, store, 'films')
    monkeypatch.setenv('AWS_PROFILE', 'films')
    told = run(store, 'seek', f's3://{BUCKET}/reel/{FILM}', '--frame', '77')
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)['frame'] == 77


@pytest.mark.usefixtures('reader')
def test_key_that_is_made_for_a_while_is_taken_with_its_token(store, monkeypatch):
    with store.open():
        role = store.client('iam').create_role(RoleName='viewer', AssumeRolePolicyDocument='{}')['Role']
        store.client('iam').put_role_policy(RoleName='viewer', PolicyName='read',
                                            PolicyDocument=json.dumps(READER))
        key = store.client('sts').assume_role(
            RoleArn=role['Arn'], RoleSessionName='test')['Credentials']
    monkeypatch.setenv('AWS_ACCESS_KEY_ID', key['AccessKeyId'])
    monkeypatch.setenv('AWS_SECRET_ACCESS_KEY', key['SecretAccessKey'])
    monkeypatch.setenv('AWS_SESSION_TOKEN', key['SessionToken'])
    told = run(store, 'seek', f's3://{BUCKET}/reel/{FILM}', '--frame', '77')
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)['frame'] == 77
    monkeypatch.setenv('AWS_SESSION_TOKEN', 'another')
    told = run(store, 'seek', f's3://{BUCKET}/reel/{FILM}', '--frame', '77')
    assert told.returncode == 69 and b'check the key and AWS_REGION' in told.stderr


@pytest.mark.parametrize('wrong', ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'all'])
def test_wrong_key_is_refused_and_nobody_reads_it(serve_bucket, store, monkeypatch, wrong):
    for name, value in store.variables.items():
        if wrong != 'all':
            monkeypatch.setenv(name, value[::-1] if name == wrong else value)
    server = serve_bucket(f's3://{BUCKET}/reel/{FILM}', extra=['--log', 'json'])
    answer = server.get(f'/api/v1/media/{server.media(FILM)}')
    assert answer.status == 422 and b'refuses to give it out' in answer.body
    said = answer.body + server.get('/metrics').body + server.get('/api/v1/media').body
    said += (server.output + server.complaints).encode()
    for secret in store.variables.values():
        assert secret[::-1].encode() not in said
        assert secret.encode() not in said or secret == 'us-east-1'
    assert b'127.0.0.1:%d' % store.port not in said


@pytest.mark.usefixtures('reader')
def test_key_is_in_no_process_that_reads_media(serve_bucket, store):
    server = serve_bucket(f's3://{BUCKET}/reel/{FILM}')
    assert frame(server, 300, FILM) == 300
    secret = store.variables['AWS_SECRET_ACCESS_KEY'].encode()
    for process in server.workers:
        for place in ('cmdline', 'environ'):
            with open(f'/proc/{process}/{place}', 'rb') as file:
                assert secret not in file.read()


@pytest.mark.usefixtures('reader')
def test_commands_read_objects(store, tmp_path):
    there = f's3://{BUCKET}/reel/{FILM}'
    told = run(store, 'index', there, '--csv')
    here = subprocess.run([VERNIER, 'index', SAMPLES / FILM, '--csv'], capture_output=True)
    assert told.returncode == 0, told.stderr
    assert told.stdout == here.stdout
    picture = tmp_path / 'one.jpg'
    assert run(store, 'frame', there, 77, '-o', picture).returncode == 0
    assert barcode(picture.read_bytes()) == 77
    cut = tmp_path / 'cut.mp4'
    assert run(store, 'cut', there, '--in', 250, '--out', 299, '-o', cut).returncode == 0
    assert len(Frames(cut)) >= 50
    told = run(store, 'verify', f's3://{BUCKET}/reel/two', '--seeks', 20)
    assert told.returncode == 0, told.stderr
    told = run(store, 'warm', f's3://{BUCKET}/reel', '--every', 100, '--json')
    assert told.returncode == 0, told.stderr
    files = json.loads(told.stdout)['files']
    assert sorted(file['name'] for file in files) == [f'reel/{FILM}', 'reel/two/start.ts']


@pytest.mark.usefixtures('reader')
@pytest.mark.parametrize('place, reason', [
    ('s3://', 'the name of a bucket'), ('s3:///film.mp4', 'the name of a bucket'),
    ('s3://a b/film.mp4', 'the name of a bucket'),
])
def test_place_that_is_none_is_refused(store, place, reason):
    told = run(store, 'serve', place)
    assert told.returncode == 66 and reason.encode() in told.stderr


@pytest.mark.usefixtures('reader')
def test_endpoint_that_is_none_is_refused():
    told = subprocess.run([VERNIER, 'frame', 's3://films/x.mp4', '1', '-o', 'x.jpg',
                           '--s3-endpoint', 'store.example'], capture_output=True)
    assert told.returncode == 64 and b'endpoint' in told.stderr


@pytest.mark.usefixtures('reader')
def test_bucket_that_is_not_there_is_told_of(store):
    told = run(store, 'index', 's3://missing/film.mp4')
    assert told.returncode in (65, 66, 69) and b'does not have it' in told.stderr, told
