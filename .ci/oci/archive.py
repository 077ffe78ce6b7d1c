"""Writes the archive of an image of one layer: the OCI image layout, and in it what `docker load`
has read for longer. The same layer and description give the same bytes."""
import gzip
import hashlib
import json

import layer

# What it is called once it is loaded: by podman, by containerd and by Docker.
NAME = 'localhost/vernier:latest'
OCI = 'application/vnd.oci.image'


def write(path, tar, described):
    """Writes it, and returns the digest of its manifest, by which the image is known."""
    files, manifest = layout(tar, described)
    tree = {name: layer.Entry(0o644, content) for name, content in files.items()}
    path.write_bytes(layer.tar(tree, 0))
    return manifest


def layout(tar, described):
    """The files of the layout by their names, and the digest of the manifest."""
    files = {'oci-layout': document({'imageLayoutVersion': '1.0.0'})}

    def blob(kind, content):
        digest = hashlib.sha256(content).hexdigest()
        files[f'blobs/sha256/{digest}'] = content
        return {'mediaType': f'{OCI}.{kind}', 'digest': f'sha256:{digest}', 'size': len(content)}

    packed = blob('layer.v1.tar+gzip', gzip.compress(tar, mtime=0))
    unpacked = f'sha256:{hashlib.sha256(tar).hexdigest()}'
    config = blob('config.v1+json', document(
        {**described, 'rootfs': {'type': 'layers', 'diff_ids': [unpacked]}}))
    manifest = blob('manifest.v1+json', document({
        'schemaVersion': 2, 'mediaType': f'{OCI}.manifest.v1+json', 'config': config,
        'layers': [packed]}))
    files['index.json'] = document({
        'schemaVersion': 2, 'mediaType': f'{OCI}.index.v1+json',
        'manifests': [{**manifest, **naming(described)}]})
    files['manifest.json'] = document([{
        'Config': place(config), 'RepoTags': [NAME], 'Layers': [place(packed)]}])
    return files, manifest['digest']


def naming(described):
    """What the index says of the one image that is in it."""
    return {
        'platform': {'architecture': described['architecture'], 'os': described['os']},
        'annotations': {'org.opencontainers.image.ref.name': NAME, 'io.containerd.image.name': NAME}}


def place(blob):
    return 'blobs/' + blob['digest'].replace(':', '/')


def document(value):
    return json.dumps(value, sort_keys=True, separators=(',', ':')).encode()
