"""How the tests of blobs reach the service, and what they share.

The service is named by BLOBS_CONNECTION_STRING, or by BLOBS_ENDPOINT for one with the emulator's account. They run with the
current client and with the first of its line: what a client does not have is skipped with it.
"""

import json
import os
import unittest
import uuid
from datetime import datetime, timedelta, timezone
from pathlib import Path

from azure.storage.blob import BlobClient, BlobServiceClient, ContainerClient

# The account that every emulator has; its key is published.
EMULATOR_ACCOUNT = "devstoreaccount1"
EMULATOR_KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
GIVEN = os.environ.get("BLOBS_CONNECTION_STRING")
ENDPOINT = os.environ.get("BLOBS_ENDPOINT")
KEYS = json.loads((Path(__file__).parent.parent / "keys.json").read_text(encoding="utf-8"))

# A request that fails once has failed: nothing is repeated, and nothing waits for ever.
OPTIONS = {"retry_total": 0, "connection_timeout": 10, "read_timeout": 60}


def connection_string():
    """The connection string of the service under test."""
    if GIVEN:
        return GIVEN
    scheme = ENDPOINT.split(":", 1)[0]
    return (
        f"DefaultEndpointsProtocol={scheme};AccountName={EMULATOR_ACCOUNT};AccountKey={EMULATOR_KEY};"
        f"BlobEndpoint={ENDPOINT};"
    )


def needs(method, of=BlobClient):
    """Skips a test with a client that does not have a method."""
    return unittest.skipUnless(hasattr(of, method), f"this client has no {method}")


def soon(minutes=60):
    """An expiry that is not long ahead."""
    return datetime.now(timezone.utc) + timedelta(minutes=minutes)


def fresh_name():
    """A container name that no other run has."""
    return f"clients-{uuid.uuid4()}"


@unittest.skipUnless(GIVEN or ENDPOINT, "no service of blobs is named")
class BlobTest(unittest.TestCase):
    """A test with a container of its own."""

    @classmethod
    def setUpClass(cls):
        cls.service = BlobServiceClient.from_connection_string(connection_string(), **OPTIONS)

    def setUp(self):
        self.container = self.fresh_container()

    def fresh_container(self, **options):
        """A new container, which is deleted after the test."""
        container = self.service.create_container(fresh_name(), **options)
        self.addCleanup(self.forget, container)
        return container

    def forget(self, container):
        """Deletes a container, whoever leases it."""
        try:
            container.delete_container()
        except Exception:  # noqa: BLE001 - a test may have deleted or leased it
            pass

    def put(self, name="b", data=b"content", **options):
        """A block blob with this content."""
        blob = self.container.get_blob_client(name)
        blob.upload_blob(data, **options)
        return blob

    def read(self, blob, **options):
        """The octets of a blob."""
        return blob.download_blob(**options).readall()

    def assertRefused(self, raised, status, code):
        """The error that was raised has this status and this error code."""
        error = raised.exception
        told = getattr(error, "error_code", None)
        self.assertEqual((error.status_code, getattr(told, "value", told)), (status, code), str(error))


def anonymous(blob_or_container):
    """The same without credentials."""
    make = BlobClient.from_blob_url if isinstance(blob_or_container, BlobClient) else ContainerClient.from_container_url
    return make(blob_or_container.url, **OPTIONS)


def with_token(blob_or_container, token):
    """The same with a shared access signature."""
    make = BlobClient.from_blob_url if isinstance(blob_or_container, BlobClient) else ContainerClient.from_container_url
    return make(f"{blob_or_container.url}?{token}", **OPTIONS)
