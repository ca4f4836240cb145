"""Creating, listing and deleting tables; refused signatures."""

import base64
import unittest
import uuid

from azure.core.credentials import AzureNamedKeyCredential
from azure.core.exceptions import ClientAuthenticationError, ResourceExistsError, ResourceNotFoundError
from azure.data.tables import TableServiceClient

from service import OPTIONS, TableTest, fresh_name


class Tables(TableTest):
    def names(self, query_filter):
        return [table.name for table in self.service.query_tables(query_filter)]

    def test_a_table_is_created_listed_and_deleted(self):
        name = fresh_name()
        self.service.create_table(name)
        self.assertEqual(self.names(f"TableName eq '{name}'"), [name])
        self.assertIn(name, [table.name for table in self.service.list_tables()])
        self.service.delete_table(name)
        self.assertEqual(self.names(f"TableName eq '{name}'"), [])
        self.assertNotIn(name, [table.name for table in self.service.list_tables()])

    def test_a_table_is_not_created_twice(self):
        with self.assertRaises(ResourceExistsError) as raised:
            self.service.create_table(self.table.table_name)
        self.assertRefused(raised, 409, "TableAlreadyExists")
        with self.assertRaises(ResourceExistsError) as raised:
            self.service.create_table(self.table.table_name.upper())
        self.assertRefused(raised, 409, "TableAlreadyExists")
        self.assertEqual(self.service.create_table_if_not_exists(self.table.table_name).table_name, self.table.table_name)

    def test_what_is_wrong_with_a_name_is_understood(self):
        # The client recognises these two refusals by code and message, and explains the rule instead.
        for name in ["1clients", "clients_1", "c" * 64]:
            with self.subTest(name), self.assertRaisesRegex(ValueError, "must be alphanumeric"):
                self.service.create_table(name)

    def test_entities_need_their_table(self):
        missing = self.service.get_table_client(fresh_name())
        for operation in [
            lambda: missing.create_entity({"PartitionKey": "p", "RowKey": "r"}),
            lambda: missing.upsert_entity({"PartitionKey": "p", "RowKey": "r"}),
            lambda: missing.get_entity("p", "r"),
            lambda: list(missing.list_entities()),
        ]:
            with self.assertRaises(ResourceNotFoundError) as raised:
                operation()
            self.assertEqual(raised.exception.status_code, 404)
            self.assertIn("TableNotFound", str(raised.exception))

    def test_deleting_what_does_not_exist_is_no_error_for_this_client(self):
        self.service.delete_table(fresh_name())

    def test_a_deleted_table_takes_its_entities_along(self):
        name = fresh_name()
        table = self.service.create_table(name)
        table.create_entity({"PartitionKey": "p", "RowKey": "r"})
        self.service.delete_table(name)
        with self.assertRaises(ResourceNotFoundError):
            table.get_entity("p", "r")

    def test_the_listing_of_tables_is_paged_and_resumed(self):
        prefix = f"paged{uuid.uuid4().hex}"
        names = [f"{prefix}{letter}" for letter in "abcde"]
        for name in reversed(names):
            self.service.create_table(name)
            self.addCleanup(self.service.delete_table, name)
        query_filter = f"TableName ge '{prefix}' and TableName lt '{prefix}z'"

        pages = self.service.query_tables(query_filter, results_per_page=2).by_page()
        first = [table.name for table in next(pages)]
        self.assertEqual(first, names[:2])
        self.assertTrue(pages.continuation_token)

        resumed = self.service.query_tables(query_filter, results_per_page=2).by_page(pages.continuation_token)
        self.assertEqual([[table.name for table in page] for page in resumed], [names[2:4], names[4:]])


class Signatures(TableTest):
    def refused(self, name, key):
        credential = AzureNamedKeyCredential(name, key)
        stranger = TableServiceClient(self.service.url, credential=credential, **OPTIONS)
        self.addCleanup(stranger.close)
        with self.assertRaises(ClientAuthenticationError) as raised:
            list(stranger.list_tables())
        self.assertEqual(raised.exception.status_code, 403)
        self.assertIn("AuthenticationFailed", str(raised.exception))

    def test_another_key_is_refused(self):
        self.refused(self.service.account_name, base64.b64encode(b"another key" * 6).decode())

    def test_another_account_is_refused(self):
        self.refused("stranger", base64.b64encode(b"another key" * 6).decode())


if __name__ == "__main__":
    unittest.main()
