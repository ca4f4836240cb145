"""Clients that repeat what a service refuses because it is too busy: by their own policies, which differ in how long they wait.

The service is named by THROTTLED_TABLES_ENDPOINT, THROTTLED_QUEUES_ENDPOINT and THROTTLED_BLOBS_ENDPOINT. It does ten things in a
second to one partition, queue or blob, and refuses what is beyond.
"""

import os
import unittest

from azure.core.exceptions import HttpResponseError
from azure.data.tables import TableServiceClient
from azure.storage.blob import BlobServiceClient
from azure.storage.blob import LinearRetry as BlobRetry
from azure.storage.queue import LinearRetry as QueueRetry
from azure.storage.queue import QueueServiceClient

from service import EMULATOR_ACCOUNT, EMULATOR_KEY, fresh_name

# More than is done in the time that so many requests take.
COUNT = 25
# The policies of queues and blobs wait for 15 seconds at first unless they are told otherwise.
SECONDS = 1


def connection_string(kind):
    endpoint = os.environ.get(f"THROTTLED_{kind.upper()}S_ENDPOINT")
    if not endpoint:
        raise unittest.SkipTest("no service is named that throttles")
    return (
        f"DefaultEndpointsProtocol=http;AccountName={EMULATOR_ACCOUNT};AccountKey={EMULATOR_KEY};"
        f"{kind}Endpoint={endpoint};"
    )


class Throttling(unittest.TestCase):
    def assertBusy(self, write):
        """Who repeats nothing is refused at last."""
        with self.assertRaises(HttpResponseError) as raised:
            for number in range(COUNT):
                write(f"once{number}")
        self.assertEqual(raised.exception.status_code, 503)
        self.assertIn("ServerBusy", raised.exception.response.text())

    def test_entities(self):
        service = TableServiceClient.from_connection_string(connection_string("Table"))
        self.addCleanup(service.close)
        table = service.create_table(fresh_name())
        self.addCleanup(service.delete_table, table.table_name)
        for number in range(COUNT):
            table.create_entity({"PartitionKey": "p", "RowKey": str(number)})
        self.assertEqual(len(list(table.list_entities())), COUNT)
        once = TableServiceClient.from_connection_string(connection_string("Table"), retry_total=0)
        self.addCleanup(once.close)
        once = once.get_table_client(table.table_name)
        self.assertBusy(lambda row: once.create_entity({"PartitionKey": "q", "RowKey": row}))

    def test_messages(self):
        policy = QueueRetry(backoff=SECONDS, retry_total=5, random_jitter_range=0)
        service = QueueServiceClient.from_connection_string(connection_string("Queue"), retry_policy=policy)
        self.addCleanup(service.close)
        queue = service.create_queue(fresh_name())
        self.addCleanup(service.delete_queue, queue.queue_name)
        for number in range(COUNT):
            queue.send_message(str(number))
        self.assertEqual(queue.get_queue_properties().approximate_message_count, COUNT)
        once = QueueServiceClient.from_connection_string(connection_string("Queue"), retry_total=0)
        self.addCleanup(once.close)
        self.assertBusy(once.get_queue_client(queue.queue_name).send_message)

    def test_blobs(self):
        policy = BlobRetry(backoff=SECONDS, retry_total=5, random_jitter_range=0)
        service = BlobServiceClient.from_connection_string(connection_string("Blob"), retry_policy=policy)
        self.addCleanup(service.close)
        container = service.create_container(fresh_name())
        self.addCleanup(service.delete_container, container.container_name)
        blob = container.get_blob_client("blob")
        for number in range(COUNT):
            blob.upload_blob(str(number), overwrite=True)
        self.assertEqual(blob.download_blob().readall(), str(COUNT - 1).encode())
        once = BlobServiceClient.from_connection_string(connection_string("Blob"), retry_total=0)
        self.addCleanup(once.close)
        once = once.get_blob_client(container.container_name, "other")
        self.assertBusy(lambda text: once.upload_blob(text, overwrite=True))
