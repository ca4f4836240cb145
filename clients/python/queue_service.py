"""How the tests of queues reach the service, and what they share.

The service is named by QUEUES_CONNECTION_STRING, or by QUEUES_ENDPOINT for one with the emulator's account.
"""

import os
import unittest
import uuid

from azure.storage.queue import QueueServiceClient

from service import EMULATOR_ACCOUNT, EMULATOR_KEY, OPTIONS


def connection_string():
    """The connection string of the service under test."""
    if given := os.environ.get("QUEUES_CONNECTION_STRING"):
        return given
    if endpoint := os.environ.get("QUEUES_ENDPOINT"):
        scheme = endpoint.split(":", 1)[0]
        return (
            f"DefaultEndpointsProtocol={scheme};AccountName={EMULATOR_ACCOUNT};AccountKey={EMULATOR_KEY};"
            f"QueueEndpoint={endpoint};"
        )
    raise unittest.SkipTest("set QUEUES_CONNECTION_STRING, or QUEUES_ENDPOINT for a service with the emulator's account")


def connect():
    """A client of the whole service."""
    return QueueServiceClient.from_connection_string(connection_string(), **OPTIONS)


def fresh_name():
    """A queue name that no other run has."""
    return f"clients-{uuid.uuid4()}"


class QueueTest(unittest.TestCase):
    """A test with a queue of its own."""

    @classmethod
    def setUpClass(cls):
        cls.service = connect()
        cls.addClassCleanup(cls.service.close)

    def setUp(self):
        self.queue = self.service.create_queue(fresh_name())
        self.addCleanup(self.queue.close)
        self.addCleanup(self.service.delete_queue, self.queue.queue_name)

    def receive(self, **options):
        """The messages of one answer."""
        return list(self.queue.receive_messages(**options))

    def peeked(self, count=32):
        """The texts of the visible messages."""
        return [message.content for message in self.queue.peek_messages(max_messages=count)]

    def assertRefused(self, raised, status, code):
        """The error that was raised has this status and this error code."""
        self.assertEqual(raised.exception.status_code, status)
        self.assertEqual(raised.exception.error_code, code)
