"""How the tests reach the service, and what they share.

The service is named by TABLES_CONNECTION_STRING, or by TABLES_ENDPOINT for one with the emulator's account.
"""

import json
import os
import unittest
import uuid
from pathlib import Path

from azure.data.tables import TableServiceClient

# The account that every emulator has; its key is published.
EMULATOR_ACCOUNT = "devstoreaccount1"
EMULATOR_KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="

# A request that fails once has failed: nothing is repeated, and nothing waits for ever.
OPTIONS = {"retry_total": 0, "connection_timeout": 10, "read_timeout": 60}

# Keys that clients and servers get wrong on their way; the Node.js tests use them too.
KEYS = json.loads((Path(__file__).parent.parent / "keys.json").read_text(encoding="utf-8"))


def connection_string():
    """The connection string of the service under test."""
    if given := os.environ.get("TABLES_CONNECTION_STRING"):
        return given
    if endpoint := os.environ.get("TABLES_ENDPOINT"):
        scheme = endpoint.split(":", 1)[0]
        return (
            f"DefaultEndpointsProtocol={scheme};AccountName={EMULATOR_ACCOUNT};AccountKey={EMULATOR_KEY};"
            f"TableEndpoint={endpoint};"
        )
    raise SystemExit("set TABLES_CONNECTION_STRING, or TABLES_ENDPOINT for a service with the emulator's account")


def connect():
    """A client of the whole service."""
    return TableServiceClient.from_connection_string(connection_string(), **OPTIONS)


def fresh_name():
    """A table name that no other run has."""
    return f"clients{uuid.uuid4().hex}"


class TableTest(unittest.TestCase):
    """A test with a table of its own."""

    @classmethod
    def setUpClass(cls):
        cls.service = connect()
        cls.addClassCleanup(cls.service.close)

    def setUp(self):
        self.table = self.service.create_table(fresh_name())
        self.addCleanup(self.service.delete_table, self.table.table_name)

    def rows(self, query_filter="", **options):
        """The row keys of the entities that a filter finds, in the order in which they come."""
        return [entity["RowKey"] for entity in self.table.query_entities(query_filter, **options)]

    def assertRefused(self, raised, status, code):
        """The error that was raised has this status and this error code."""
        error = raised.exception
        self.assertEqual(error.status_code, status)
        if hasattr(error, "error_code"):
            self.assertEqual(error.error_code, code)
        else:  # create_entity passes on what azure-core made of the answer, without looking into its body
            self.assertEqual(json.loads(error.response.text())["odata.error"]["code"], code)
