"""Filters with literals of every type, projection and paging."""

import unittest
from datetime import datetime, timezone
from uuid import UUID

from azure.core.exceptions import HttpResponseError
from azure.data.tables import EdmType, EntityProperty

from service import TableTest

# One value of each type, a larger one, and the two as literals of the filter language.
TYPES = {
    "String": ("O'Brien", "Zoë 世界", "'O''Brien'", "'Zoë 世界'"),
    "Boolean": (False, True, "false", "true"),
    "Int32": (-5, 2**31 - 1, "-5", "2147483647"),
    "Int64": (-(2**63), 2**63 - 1, "-9223372036854775808L", "9223372036854775807L"),
    "Double": (-1.5, 100.25, "-1.5", "100.25"),
    "DateTime": (
        datetime(1601, 1, 1, tzinfo=timezone.utc),
        datetime(2024, 2, 29, 23, 59, 59, 123457, tzinfo=timezone.utc),
        "datetime'1601-01-01T00:00:00Z'",
        "datetime'2024-02-29T23:59:59.123457Z'",
    ),
    "Guid": (
        UUID("5826c3d3-0f5a-4b64-b5a8-8a3cd1ef9a0b"),
        UUID("c9da6455-213d-42c9-9a79-3e9149a57833"),
        "guid'5826c3d3-0f5a-4b64-b5a8-8a3cd1ef9a0b'",
        "guid'c9da6455-213d-42c9-9a79-3e9149a57833'",
    ),
    "Binary": (b"\x00\x0a\xff", b"\xfe", "X'000aff'", "binary'fe'"),
}


def stored(edm_type, value):
    return EntityProperty(value, EdmType.INT64) if edm_type == "Int64" else value


class Filters(TableTest):
    def setUp(self):
        super().setUp()
        for place, row in enumerate(["low", "high"]):
            properties = {name: stored(name, values[place]) for name, values in TYPES.items()}
            self.table.create_entity({"PartitionKey": "p", "RowKey": row, **properties})
        self.table.create_entity({"PartitionKey": "p", "RowKey": "without"})

    def test_literals_of_every_type(self):
        for name, (_, _, low, high) in TYPES.items():
            for operator, literal, expected in [
                ("eq", low, ["low"]),
                ("eq", high, ["high"]),
                ("ne", low, ["high"]),
                ("gt", low, ["high"]),
                ("ge", low, ["high", "low"]),
                ("lt", high, ["low"]),
                ("le", high, ["high", "low"]),
            ]:
                query_filter = f"{name} {operator} {literal}"
                with self.subTest(query_filter):
                    self.assertEqual(self.rows(query_filter), expected)

    def test_parameters_of_every_type(self):
        for name, (low, high, _, _) in TYPES.items():
            with self.subTest(name):
                self.assertEqual(self.rows(f"{name} eq @value", parameters={"value": low}), ["low"])
                self.assertEqual(self.rows(f"{name} gt @value", parameters={"value": low}), ["high"])
                self.assertEqual(self.rows(f"{name} lt @value", parameters={"value": high}), ["low"])

    def test_and_or_not_and_parentheses(self):
        for query_filter, expected in [
            ("Int32 lt 0 and Boolean eq false", ["low"]),
            ("Int32 lt 0 and Boolean eq true", []),
            ("Int32 lt 0 or Boolean eq true", ["high", "low"]),
            ("Boolean eq true or Boolean eq false and Int32 gt 0", ["high"]),
            ("(Boolean eq true or Boolean eq false) and Int32 lt 0", ["low"]),
            ("not (Int32 lt 0)", ["high", "without"]),
            ("not (RowKey eq 'low') and PartitionKey eq 'p'", ["high", "without"]),
            ("RowKey ge 'l' and RowKey lt 'm'", ["low"]),
            ("'low' eq RowKey", ["low"]),
            ("Timestamp gt datetime'2020-01-01T00:00:00Z'", ["high", "low", "without"]),
        ]:
            with self.subTest(query_filter):
                self.assertEqual(self.rows(query_filter), expected)

    def test_a_malformed_filter_is_refused(self):
        for query_filter in ["Int32 eq", "Int32 eq 1'invalid'", "(Int32 eq 1", "Int32 is 1"]:
            with self.subTest(query_filter), self.assertRaises(HttpResponseError) as raised:
                self.rows(query_filter)
            self.assertEqual(raised.exception.status_code, 400)
            self.assertIn("InvalidInput", str(raised.exception))

    def test_select_returns_what_was_asked_for(self):
        (low,) = self.table.query_entities("RowKey eq 'low'", select=["RowKey", "Int64", "Absent"])
        self.assertEqual(low, {"RowKey": "low", "Int64": EntityProperty(-(2**63), EdmType.INT64), "Absent": None})
        self.assertTrue(low.metadata["etag"])
        self.assertEqual(self.table.get_entity("p", "low", select="Int32"), {"Int32": -5})


class Pages(TableTest):
    """250 entities in three partitions, whose row keys do not ascend from one partition to the next."""

    def setUp(self):
        super().setUp()
        self.keys = []
        for partition, first, last in [("a", 500, 600), ("b", 100, 200), ("c'%+ ", 300, 350)]:
            keys = [(partition, f"{row}'%+ ü") for row in range(first, last)]
            self.keys += keys
            entities = [{"PartitionKey": key[0], "RowKey": key[1], "Even": int(key[1][:3]) % 2 == 0} for key in keys]
            self.table.submit_transaction([("create", entity) for entity in reversed(entities)])

    def page(self, entities):
        return [(entity["PartitionKey"], entity["RowKey"]) for entity in entities]

    def test_a_listing_goes_on_over_pages_and_partitions(self):
        pages = [self.page(page) for page in self.table.list_entities(results_per_page=40).by_page()]
        self.assertEqual(sum(pages, []), self.keys)
        self.assertTrue(all(len(page) <= 40 for page in pages))
        self.assertGreaterEqual(len(pages), 7)

    def test_a_query_resumes_from_a_stored_token(self):
        def query():
            return self.table.query_entities("Even eq true", results_per_page=30)

        pages = query().by_page()
        found = self.page(next(pages))
        while token := pages.continuation_token:
            # Another client, which knows nothing but the token.
            pages = query().by_page(dict(token))
            found += self.page(next(pages))
        self.assertEqual(found, [key for key in self.keys if int(key[1][:3]) % 2 == 0])

    def test_a_token_outlives_the_entity_it_names(self):
        pages = self.table.list_entities(results_per_page=10).by_page()
        self.assertEqual(self.page(next(pages)), self.keys[:10])
        self.table.delete_entity(*self.keys[10])
        resumed = self.table.list_entities().by_page(pages.continuation_token)
        self.assertEqual(sum((self.page(page) for page in resumed), []), self.keys[11:])

    def test_a_page_holds_a_thousand_entities_at_most(self):
        for hundred in range(1, 11):
            rows = [f"{hundred:02}{row:02}" for row in range(100)]
            self.table.submit_transaction([("upsert", {"PartitionKey": "z", "RowKey": row}) for row in rows])
        pages = [self.page(page) for page in self.table.list_entities().by_page()]
        self.assertEqual(len(sum(pages, [])), 1250)
        self.assertLessEqual(max(map(len, pages)), 1000)


if __name__ == "__main__":
    unittest.main()
