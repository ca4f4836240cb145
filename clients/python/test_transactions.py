"""Entity group transactions."""

import unittest

from azure.core import MatchConditions
from azure.core.exceptions import ResourceNotFoundError
from azure.data.tables import EdmType, EntityProperty, TableTransactionError, UpdateMode

from service import KEYS, TableTest, fresh_name

REPLACE = {"mode": UpdateMode.REPLACE}


def entity(row, partition="p", **properties):
    return {"PartitionKey": partition, "RowKey": row, **properties}


def guarded(etag, **options):
    return {"etag": etag, "match_condition": MatchConditions.IfNotModified, **options}


class Transactions(TableTest):
    def state(self):
        return {row["RowKey"]: (dict(row), row.metadata["etag"]) for row in self.table.list_entities()}

    def submit_refused(self, operations, code, index):
        before = self.state()
        with self.assertRaises(TableTransactionError) as raised:
            self.table.submit_transaction(operations)
        self.assertEqual(raised.exception.error_code, code)
        self.assertEqual(raised.exception.index, index)
        self.assertEqual(self.state(), before)
        return raised.exception

    def test_a_hundred_operations_of_every_kind(self):
        rows = [f"{kind}{number:02}" for kind in ["merge", "replace", "guarded", "delete"] for number in range(15)]
        self.table.submit_transaction([("create", entity(row, A=1, B=2)) for row in rows])
        before = self.state()

        operations = [("create", entity(f"new{number:02}", A=number)) for number in range(20)]
        operations += [("update", entity(f"merge{number:02}", B=3)) for number in range(15)]
        operations += [("update", entity(f"replace{number:02}", B=3), REPLACE) for number in range(15)]
        for number in range(15):
            row = f"guarded{number:02}"
            operations.append(("upsert" if number == 14 else "update", entity(row, C=4)))
            if number < 14:
                operations[-1] += (guarded(before[row][1]),)
        operations += [("upsert", entity(f"upsert-merge{number:02}", D=5)) for number in range(10)]
        operations += [("upsert", entity(f"upsert-replace{number:02}", D=5), REPLACE) for number in range(10)]
        operations += [("delete", entity(f"delete{number:02}")) for number in range(14)]
        operations.append(("delete", entity("delete14"), guarded(before["delete14"][1])))
        self.assertEqual(len(operations), 100)

        answers = self.table.submit_transaction(operations)
        after = self.state()
        self.assertEqual(len(answers), 100)
        for operation, answer in zip(operations, answers):
            row = operation[1]["RowKey"]
            if operation[0] == "delete":
                self.assertNotIn(row, after)
            else:
                self.assertEqual(answer["etag"], after[row][1])
        self.assertEqual(len(after), 85)
        self.assertEqual(after["new07"][0], entity("new07", A=7))
        self.assertEqual(after["merge07"][0], entity("merge07", A=1, B=3))
        self.assertEqual(after["replace07"][0], entity("replace07", B=3))
        self.assertEqual(after["guarded07"][0], entity("guarded07", A=1, B=2, C=4))
        self.assertEqual(after["guarded14"][0], entity("guarded14", A=1, B=2, C=4))
        self.assertEqual(after["upsert-merge07"][0], entity("upsert-merge07", D=5))
        self.assertEqual(after["upsert-replace07"][0], entity("upsert-replace07", D=5))

    def test_a_failing_operation_undoes_all_others(self):
        self.table.submit_transaction([("create", entity(row, A=1)) for row in ["kept", "deleted", "there"]])
        error = self.submit_refused(
            [
                ("create", entity("new")),
                ("update", entity("kept", A=2)),
                ("delete", entity("deleted")),
                ("create", entity("there")),
                ("create", entity("newer")),
            ],
            "EntityAlreadyExists",
            index=3,
        )
        self.assertEqual(error.status_code, 409)

    def test_a_stale_etag_undoes_all_others(self):
        stale = self.table.create_entity(entity("guarded", A=1))["etag"]
        self.table.update_entity(entity("guarded", A=2))
        for operation in [
            ("update", entity("guarded", A=3), guarded(stale)),
            ("update", entity("guarded", A=3), guarded(stale, mode=UpdateMode.REPLACE)),
            ("delete", entity("guarded"), guarded(stale)),
        ]:
            error = self.submit_refused([("create", entity("new")), operation], "UpdateConditionNotSatisfied", index=1)
            self.assertEqual(error.status_code, 412)

    def test_what_is_missing_undoes_all_others(self):
        for operation in [("update", entity("missing")), ("delete", entity("missing"))]:
            error = self.submit_refused([("create", entity("new")), operation], "ResourceNotFound", index=1)
            self.assertEqual(error.status_code, 404)

    def test_an_entity_appears_once(self):
        operations = [("upsert", entity("a")), ("upsert", entity("b")), ("upsert", entity("a"))]
        self.submit_refused(operations, "InvalidDuplicateRow", index=2)

    def test_more_than_a_hundred_operations_are_refused(self):
        before = self.state()
        with self.assertRaises(TableTransactionError) as raised:
            self.table.submit_transaction([("create", entity(f"{row:03}")) for row in range(101)])
        self.assertEqual(raised.exception.error_code, "InvalidInput")
        self.assertEqual(self.state(), before)

    def test_the_table_must_exist(self):
        missing = self.service.get_table_client(fresh_name())
        with self.assertRaises(TableTransactionError) as raised:
            missing.submit_transaction([("create", entity("a")), ("create", entity("b"))])
        self.assertEqual(raised.exception.error_code, "TableNotFound")

    def test_troublesome_keys_in_every_kind_of_operation(self):
        for case in KEYS:
            key = case["key"]
            with self.subTest(case["name"]):
                self.table.submit_transaction([("create", entity(key, key, Copy=key))])
                self.table.submit_transaction([("update", entity(key, key, A=1))])
                self.assertEqual(self.table.get_entity(key, key), entity(key, key, Copy=key, A=1))
                self.table.submit_transaction([("upsert", entity(key, key, B=1), REPLACE)])
                self.assertEqual(self.table.get_entity(key, key), entity(key, key, B=1))
                self.table.submit_transaction([("delete", entity(key, key))])
                with self.assertRaises(ResourceNotFoundError):
                    self.table.get_entity(key, key)

    def test_values_survive_the_multipart_body(self):
        properties = {
            "text": "--changeset_0\r\n\r\nHTTP/1.1 204 No Content\r\n {\"a\": 1} 😀",
            "least": EntityProperty(-(2**63), EdmType.INT64),
            "octets": bytes(range(256)),
            "infinite": float("inf"),
        }
        self.table.submit_transaction([("create", entity("r", **properties))])
        self.assertEqual(self.table.get_entity("p", "r"), entity("r", **properties))


if __name__ == "__main__":
    unittest.main()
