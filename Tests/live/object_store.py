"""A store that speaks S3: moto's server, which checks signatures by Amazon's own code."""
import json
import subprocess
import sys
import time
import urllib.request

import boto3
from botocore.config import Config

from behind import free_ports, listens
from kit import PATIENCE

BUCKET = 'films'
READER = {'Version': '2012-10-17', 'Statement': [
    {'Effect': 'Allow', 'Action': ['s3:GetObject', 's3:ListBucket'], 'Resource': '*'}]}


class ObjectStore:
    """The store, with a bucket and somebody who may read it."""

    def __init__(self):
        self.port = free_ports(1)[0]
        self.endpoint = f'http://127.0.0.1:{self.port}'
        self.process = None
        self.key = None

    def start(self):
        command = [sys.executable, '-m', 'moto.server', '-H', '127.0.0.1', '-p', str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 4 * PATIENCE
        while not listens(self.port):
            assert time.monotonic() < deadline and self.process.poll() is None
            time.sleep(0.05)
        self.client('s3').create_bucket(Bucket=BUCKET)
        users = self.client('iam')
        users.create_user(UserName='reader')
        users.put_user_policy(UserName='reader', PolicyName='read',
                              PolicyDocument=json.dumps(READER))
        self.key = users.create_access_key(UserName='reader')['AccessKey']
        return self

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)

    def client(self, service):
        """A client of Amazon's own, as the one who owns the store."""
        return boto3.client(service, endpoint_url=self.endpoint, region_name='us-east-1',
                            aws_access_key_id='owner', aws_secret_access_key='owner',
                            config=Config(retries={'max_attempts': 1}))

    def put(self, content, key, bucket=BUCKET):
        with self.open():
            self.client('s3').put_object(Bucket=bucket, Key=key, Body=content)

    def delete(self, key):
        with self.open():
            self.client('s3').delete_object(Bucket=BUCKET, Key=key)

    def open(self):
        """Lets everybody in meanwhile; without it, only who signs with the reader's key."""
        return Opened(self)

    def admit(self, first):
        """Has the store check all requests but the first so many."""
        url = f'{self.endpoint}/moto-api/reset-auth'
        request = urllib.request.Request(url, first.encode(), {'Content-Type': 'text/plain'})
        urllib.request.urlopen(request).close()

    @property
    def variables(self):
        """What the AWS tools are told by the reader."""
        return {'AWS_ACCESS_KEY_ID': self.key['AccessKeyId'],
                'AWS_SECRET_ACCESS_KEY': self.key['SecretAccessKey'],
                'AWS_REGION': 'us-east-1'}


class Opened:
    def __init__(self, store):
        self.store = store

    def __enter__(self):
        self.store.admit('inf')

    def __exit__(self, *_):
        self.store.admit('0')
