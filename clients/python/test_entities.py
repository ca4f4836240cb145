"""Single entities: the six writes, conditions, keys and the eight property types."""

import math
import unittest
from datetime import datetime, timedelta, timezone
from uuid import UUID

from azure.core import MatchConditions
from azure.core.exceptions import (
    HttpResponseError,
    ResourceExistsError,
    ResourceModifiedError,
    ResourceNotFoundError,
)
from azure.data.tables import EdmType, EntityProperty, UpdateMode

from service import KEYS, TableTest

IF_NOT_MODIFIED = MatchConditions.IfNotModified


def entity(row="r", partition="p", **properties):
    return {"PartitionKey": partition, "RowKey": row, **properties}


class Writes(TableTest):
    def test_an_inserted_entity_is_read_back(self):
        answer = self.table.create_entity(entity(Name="Ada", Born=1815))
        self.assertEqual(answer["version"], self.table.api_version)

        read = self.table.get_entity("p", "r")
        self.assertEqual(read, entity(Name="Ada", Born=1815))
        self.assertEqual(read.metadata["etag"], answer["etag"])
        self.assertLess(abs(read.metadata["timestamp"] - datetime.now(timezone.utc)), timedelta(minutes=15))

    def test_an_insert_says_which_preference_was_applied(self):
        self.assertNotIn("preference_applied", self.table.create_entity(entity("none")))
        for preference in ["return-no-content", "return-content"]:
            answer = self.table.create_entity(entity(preference, A=1), response_preference=preference)
            self.assertEqual(answer["preference_applied"], preference)
            content = answer["content"]
            self.assertEqual(content and content["A"], 1 if preference == "return-content" else None)

    def test_full_metadata_names_the_entity(self):
        self.table.create_entity(entity(Name="Ada"))
        accept = {"Accept": "application/json;odata=fullmetadata"}
        read = self.table.get_entity("p", "r", headers=accept)
        self.assertEqual(read, entity(Name="Ada"))
        name = self.table.table_name
        self.assertEqual(read.metadata["editLink"], f"{name}(PartitionKey='p',RowKey='r')")
        self.assertEqual(read.metadata["type"], f"{self.table.account_name}.{name}")
        self.assertTrue(read.metadata["id"].endswith(f"/{name}(PartitionKey='p',RowKey='r')"))

    def test_an_entity_is_not_inserted_twice(self):
        self.table.create_entity(entity(Name="Ada"))
        with self.assertRaises(ResourceExistsError) as raised:
            self.table.create_entity(entity(Name="Bob"))
        self.assertRefused(raised, 409, "EntityAlreadyExists")
        self.assertEqual(self.table.get_entity("p", "r")["Name"], "Ada")

    def test_a_key_is_needed(self):
        with self.assertRaisesRegex(ValueError, "RowKey must be present"):
            self.table.create_entity({"PartitionKey": "p"})

    def test_upserts_insert_then_merge_or_replace(self):
        for mode, left in [(UpdateMode.MERGE, {"A": 1, "B": 3, "C": 4}), (UpdateMode.REPLACE, {"B": 3, "C": 4})]:
            with self.subTest(mode):
                row = mode.value
                self.table.upsert_entity(entity(row, A=1, B=2), mode)
                self.assertEqual(self.table.get_entity("p", row), entity(row, A=1, B=2))
                self.table.upsert_entity(entity(row, B=3, C=4), mode)
                self.assertEqual(self.table.get_entity("p", row), entity(row, **left))

    def test_updates_merge_or_replace_what_exists(self):
        for mode, left in [(UpdateMode.MERGE, {"A": 1, "B": 3, "C": 4}), (UpdateMode.REPLACE, {"B": 3, "C": 4})]:
            with self.subTest(mode):
                row = mode.value
                with self.assertRaises(ResourceNotFoundError) as raised:
                    self.table.update_entity(entity(row, B=3), mode)
                self.assertRefused(raised, 404, "ResourceNotFound")
                self.table.create_entity(entity(row, A=1, B=2))
                self.table.update_entity(entity(row, B=3, C=4), mode)
                self.assertEqual(self.table.get_entity("p", row), entity(row, **left))

    def test_a_deleted_entity_is_gone(self):
        self.table.create_entity(entity())
        self.table.delete_entity("p", "r")
        with self.assertRaises(ResourceNotFoundError) as raised:
            self.table.get_entity("p", "r")
        self.assertRefused(raised, 404, "ResourceNotFound")
        self.table.delete_entity("p", "r")  # no error for this client


class Conditions(TableTest):
    def setUp(self):
        super().setUp()
        self.stale = self.table.create_entity(entity(A=1))["etag"]
        self.current = self.table.update_entity(entity(A=2))["etag"]
        self.assertNotEqual(self.stale, self.current)

    def assertUntouched(self, raised):
        self.assertRefused(raised, 412, "UpdateConditionNotSatisfied")
        read = self.table.get_entity("p", "r")
        self.assertEqual(read, entity(A=2))
        self.assertEqual(read.metadata["etag"], self.current)

    def test_a_stale_etag_updates_nothing(self):
        for mode in UpdateMode:
            with self.subTest(mode), self.assertRaises(ResourceModifiedError) as raised:
                self.table.update_entity(entity(A=3), mode, etag=self.stale, match_condition=IF_NOT_MODIFIED)
            self.assertUntouched(raised)

    def test_a_stale_etag_deletes_nothing(self):
        with self.assertRaises(ResourceModifiedError) as raised:
            self.table.delete_entity("p", "r", etag=self.stale, match_condition=IF_NOT_MODIFIED)
        self.assertUntouched(raised)

    def test_the_current_etag_updates_and_deletes(self):
        etag = self.current
        for mode in UpdateMode:
            answer = self.table.update_entity(entity(A=3), mode, etag=etag, match_condition=IF_NOT_MODIFIED)
            self.assertNotEqual(answer["etag"], etag)
            etag = answer["etag"]
        self.table.delete_entity("p", "r", etag=etag, match_condition=IF_NOT_MODIFIED)
        self.assertEqual(self.rows(), [])

    def test_the_etag_of_a_read_entity_guards_its_update(self):
        read = self.table.get_entity("p", "r")
        read["A"] = 3
        self.table.update_entity(read, match_condition=IF_NOT_MODIFIED)
        with self.assertRaises(ResourceModifiedError):
            self.table.update_entity(read, match_condition=IF_NOT_MODIFIED)
        (listed,) = self.table.list_entities()
        self.table.delete_entity(listed, match_condition=IF_NOT_MODIFIED)


class Keys(TableTest):
    def test_every_operation_finds_troublesome_keys(self):
        for case in KEYS:
            with self.subTest(case["name"]):
                key = case["key"]
                self.table.create_entity(entity(key, key, Step="insert", Copy=key))
                self.assertEqual(self.table.get_entity(key, key), entity(key, key, Step="insert", Copy=key))
                self.table.update_entity(entity(key, key, Step="merge"))
                self.assertEqual(self.table.get_entity(key, key), entity(key, key, Step="merge", Copy=key))
                self.table.update_entity(entity(key, key, Step="replace"), UpdateMode.REPLACE)
                self.table.upsert_entity(entity(key, key, Copy=key))
                self.assertEqual(self.table.get_entity(key, key), entity(key, key, Step="replace", Copy=key))
                for query_filter in ["PartitionKey eq @key and RowKey eq @key", "Copy eq @key"]:
                    found = self.table.query_entities(query_filter, parameters={"key": key})
                    self.assertEqual([row["RowKey"] for row in found], [key])
                self.table.delete_entity(key, key)
                with self.assertRaises(ResourceNotFoundError):
                    self.table.get_entity(key, key)

    def test_troublesome_keys_stay_apart_and_in_order(self):
        for case in KEYS:
            self.table.create_entity(entity(case["key"]))
        expected = sorted((case["key"] for case in KEYS), key=lambda key: key.encode("utf-16-be"))
        self.assertEqual(self.rows(), expected)

    def test_excluded_characters_are_refused(self):
        for key in ["a/b", "a\\b", "a#b", "a?b", "a\tb", "a\nb", "a\u0085b"]:
            with self.subTest(key):
                with self.assertRaises(HttpResponseError) as raised:
                    self.table.create_entity(entity(key))
                self.assertRefused(raised, 400, "OutOfRangeInput")


class Types(TableTest):
    SAME = {
        "text": "Grüße, 世界 😀 \"quoted\" 'quoted' <b>&amp;</b> \\ / \u0001 \u007f \r\n\t",
        "empty": "",
        "blanks": "  ",
        "date-like": "2020-01-01T01:03:00.0000000Z",
        "true": True,
        "false": False,
        "zero": 0,
        "int32 least": -(2**31),
        "int32 most": 2**31 - 1,
        "int64 least": EntityProperty(-(2**63), EdmType.INT64),
        "int64 most": EntityProperty(2**63 - 1, EdmType.INT64),
        "int64 beyond doubles": EntityProperty(2**53 + 1, EdmType.INT64),
        "int64 small": EntityProperty(1, EdmType.INT64),
        "double": 3.0299999999999998,
        "double integral": 3.0,
        "double large": 1.7976931348623157e308,
        "double least": 5e-324,
        "double infinite": math.inf,
        "double minus infinite": -math.inf,
        "microseconds": datetime(2024, 2, 29, 23, 59, 59, 123457, tzinfo=timezone.utc),
        "whole seconds": datetime(2024, 2, 29, 23, 59, 59, tzinfo=timezone.utc),
        "first date": datetime(1601, 1, 1, tzinfo=timezone.utc),
        "guid": UUID("c9da6455-213d-42c9-9a79-3e9149a57833"),
        "guid zero": UUID(int=0),
        "octets": bytes(range(256)),
        "octets empty": b"",
        "octets most": b"\xa5" * 65_536,
        "text most": "é" * 32_768,
    }

    def test_every_type_comes_back_with_the_same_value(self):
        for metadata in ["minimalmetadata", "fullmetadata"]:
            for name, value in self.SAME.items():
                with self.subTest(f"{name}, {metadata}"):
                    self.table.upsert_entity(entity(Value=value), UpdateMode.REPLACE)
                    read = self.table.get_entity("p", "r", headers={"Accept": f"application/json;odata={metadata}"})
                    self.assertEqual(read["Value"], value)
                    self.assertEqual(type(read["Value"]) is float, isinstance(value, float))

    def test_not_a_number_comes_back(self):
        self.table.create_entity(entity(Value=math.nan))
        self.assertTrue(math.isnan(self.table.get_entity("p", "r")["Value"]))
        self.assertTrue(math.isnan(list(self.table.list_entities())[0]["Value"]))

    def test_dates_keep_seven_digits(self):
        for text in ["2024-02-29T23:59:59.1234567Z", "9999-12-31T23:59:59.9999999Z", "2024-02-29T00:00:00.01Z"]:
            self.table.upsert_entity(entity(Value=EntityProperty(text, EdmType.DATETIME)))
            self.assertEqual(self.table.get_entity("p", "r")["Value"].tables_service_value, text)

    def test_an_entity_of_all_types_survives_a_round_of_reads_and_writes(self):
        self.table.create_entity(entity(**{f"P{n}": value for n, value in enumerate(self.SAME.values())}))
        first = self.table.get_entity("p", "r")
        self.table.update_entity(first, UpdateMode.REPLACE, match_condition=IF_NOT_MODIFIED)
        self.assertEqual(self.table.get_entity("p", "r"), first)

    def test_nulls_are_not_stored_and_change_nothing(self):
        self.table.create_entity(entity(A=1, B=None))
        self.assertNotIn("B", self.table.get_entity("p", "r"))
        self.table.update_entity(entity(A=None))
        self.assertEqual(self.table.get_entity("p", "r")["A"], 1)

    def test_property_names_keep_case_and_letters(self):
        properties = {"name": 1, "Name": 2, "größe": 3, "名前": 4, "_under": 5, "ETag": "mine"}
        self.table.create_entity(entity(**properties))
        self.assertEqual(self.table.get_entity("p", "r"), entity(**properties))


if __name__ == "__main__":
    unittest.main()
