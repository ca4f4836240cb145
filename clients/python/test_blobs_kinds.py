"""Append blobs, page blobs, tags, tiers, batches."""

import unittest

from azure.core.exceptions import HttpResponseError
from azure.storage.blob import BlobType, PartialBatchErrorException, SequenceNumberAction, StandardBlobTier

from blob_service import BlobTest, needs


class AppendTest(BlobTest):
    def setUp(self):
        super().setUp()
        self.blob = self.container.get_blob_client("log")
        self.blob.create_append_blob(metadata={"a": "1"})

    def test_blocks_are_appended(self):
        self.assertEqual(self.blob.append_block(b"one")["blob_append_offset"], "0")
        told = self.blob.append_block(b"two", validate_content=True)
        self.assertEqual((told["blob_append_offset"], told["blob_committed_block_count"]), ("3", 2))
        held = self.blob.get_blob_properties()
        self.assertEqual(
            (held.size, held.blob_type, held.append_blob_committed_block_count), (6, BlobType.AppendBlob, 2)
        )
        self.assertEqual(self.read(self.blob), b"onetwo")

    def test_conditions_on_the_length(self):
        self.blob.append_block(b"one", appendpos_condition=0, maxsize_condition=3)
        with self.assertRaises(HttpResponseError) as raised:
            self.blob.append_block(b"two", appendpos_condition=0)
        self.assertRefused(raised, 412, "AppendPositionConditionNotMet")
        with self.assertRaises(HttpResponseError) as raised:
            self.blob.append_block(b"two", maxsize_condition=5)
        self.assertRefused(raised, 412, "MaxBlobSizeConditionNotMet")

    def test_large_content_is_appended_in_parts(self):
        data = bytes(range(256)) * 40_000
        self.blob.upload_blob(data, blob_type=BlobType.AppendBlob)
        self.blob.upload_blob(b"more", blob_type=BlobType.AppendBlob)
        self.assertEqual(self.read(self.blob), data + b"more")
        self.blob.upload_blob(b"anew", blob_type=BlobType.AppendBlob, overwrite=True)
        self.assertEqual(self.read(self.blob), b"anew")

    def test_blocks_come_from_elsewhere(self):
        source = self.put("source", bytes(range(100)))
        self.container.set_container_access_policy({}, public_access="blob")
        self.blob.append_block_from_url(source.url, source_offset=10, source_length=5)
        self.assertEqual(self.read(self.blob), bytes(range(10, 15)))

    @needs("seal_append_blob")
    def test_what_is_sealed_stays(self):
        self.blob.append_block(b"one")
        self.assertTrue(self.blob.seal_append_blob()["blob_sealed"])
        with self.assertRaises(HttpResponseError) as raised:
            self.blob.append_block(b"two")
        self.assertRefused(raised, 409, "BlobIsSealed")
        self.assertTrue(self.blob.get_blob_properties().is_append_blob_sealed)

    def test_a_block_blob_is_none(self):
        with self.assertRaises(HttpResponseError) as raised:
            self.put().append_block(b"x")
        self.assertRefused(raised, 409, "InvalidBlobType")


class PageTest(BlobTest):
    def setUp(self):
        super().setUp()
        self.blob = self.container.get_blob_client("disk")
        self.blob.create_page_blob(4096, sequence_number=3)

    def ranges(self, **options):
        written, cleared = self.blob.get_page_ranges(**options)
        return [(page["start"], page["end"]) for page in written], [(page["start"], page["end"]) for page in cleared]

    def test_pages_are_written_and_cleared(self):
        self.assertEqual(self.read(self.blob), bytes(4096))
        self.blob.upload_page(b"a" * 1024, offset=0, length=1024)
        self.blob.upload_page(b"b" * 512, offset=2048, length=512, validate_content=True)
        self.assertEqual(self.ranges(), ([(0, 1023), (2048, 2559)], []))
        snapshot = self.blob.create_snapshot()
        self.blob.clear_page(offset=512, length=512)
        self.blob.upload_page(b"c" * 512, offset=3584, length=512)
        self.assertEqual(self.ranges(), ([(0, 511), (2048, 2559), (3584, 4095)], []))
        self.assertEqual(self.ranges(previous_snapshot_diff=snapshot), ([(3584, 4095)], [(512, 1023)]))
        self.assertEqual(self.ranges(offset=2048, length=512)[0], [(2048, 2559)])
        self.assertEqual(self.read(self.blob, offset=0, length=1024), b"a" * 512 + bytes(512))

    def test_sequence_numbers(self):
        self.assertEqual(self.blob.get_blob_properties().page_blob_sequence_number, 3)
        self.blob.upload_page(b"a" * 512, 0, 512, if_sequence_number_lte=3)
        with self.assertRaises(HttpResponseError) as raised:
            self.blob.upload_page(b"a" * 512, 0, 512, if_sequence_number_lt=3)
        self.assertRefused(raised, 412, "SequenceNumberConditionNotMet")
        self.assertEqual(self.blob.set_sequence_number(SequenceNumberAction.Update, "7")["blob_sequence_number"], 7)
        self.assertEqual(self.blob.set_sequence_number(SequenceNumberAction.Max, "5")["blob_sequence_number"], 7)
        self.assertEqual(self.blob.set_sequence_number(SequenceNumberAction.Increment)["blob_sequence_number"], 8)

    def test_sizes(self):
        self.blob.resize_blob(1024)
        self.assertEqual(self.blob.get_blob_properties().size, 1024)
        with self.assertRaises(HttpResponseError) as raised:
            self.blob.upload_page(b"a" * 512, 1024, 512)
        self.assertRefused(raised, 416, "InvalidPageRange")

    def test_pages_come_from_elsewhere(self):
        source = self.put("source", b"s" * 1024)
        self.container.set_container_access_policy({}, public_access="blob")
        self.blob.upload_pages_from_url(source.url, offset=512, length=512, source_offset=512)
        self.assertEqual(self.ranges()[0], [(512, 1023)])

    def test_large_content(self):
        data = b"z" * (9 << 20)
        self.blob.upload_blob(data, blob_type=BlobType.PageBlob, overwrite=True)
        self.assertEqual(self.read(self.blob), data)

    def test_incremental_copies(self):
        self.blob.upload_page(b"a" * 512, offset=0, length=512)
        source = self.container.get_blob_client("disk", snapshot=self.blob.create_snapshot())
        target = self.container.get_blob_client("backup")
        self.assertIn(
            target.start_copy_from_url(source.url, incremental_copy=True)["copy_status"], ("pending", "success")
        )
        held = target.get_blob_properties().copy
        self.assertTrue(held.incremental_copy)
        made = self.container.get_blob_client("backup", snapshot=str(held.destination_snapshot))
        self.assertEqual(self.read(made)[:512], b"a" * 512)


class TierTest(BlobTest):
    def test_tiers(self):
        blob = self.put()
        self.assertTrue(blob.get_blob_properties().blob_tier_inferred)
        blob.set_standard_blob_tier(StandardBlobTier.Cool)
        held = blob.get_blob_properties()
        self.assertEqual((held.blob_tier, held.blob_tier_inferred), ("Cool", None))
        self.assertIsNotNone(held.blob_tier_change_time)
        blob.set_standard_blob_tier("Archive")
        with self.assertRaises(HttpResponseError) as raised:
            self.read(blob)
        self.assertRefused(raised, 409, "BlobArchived")
        blob.set_standard_blob_tier("Hot", rehydrate_priority="High")
        held = blob.get_blob_properties()
        self.assertEqual((held.blob_tier, held.archive_status), ("Archive", "rehydrate-pending-to-hot"))
        with self.assertRaises(HttpResponseError) as raised:
            blob.set_standard_blob_tier("Cool")
        self.assertRefused(raised, 409, "BlobBeingRehydrated")
        with self.assertRaises(HttpResponseError) as raised:
            blob.set_standard_blob_tier("Lukewarm")
        self.assertRefused(raised, 400, "InvalidHeaderValue")


@needs("get_blob_tags")
class TagTest(BlobTest):
    def test_tags_are_replaced(self):
        blob = self.put(tags={"a": "1", "b c": "+-./:=_ "})
        before = blob.get_blob_properties()
        self.assertEqual((blob.get_blob_tags(), before.tag_count), ({"a": "1", "b c": "+-./:=_ "}, 2))
        blob.set_blob_tags({"x": ""})
        held = blob.get_blob_properties()
        self.assertEqual((blob.get_blob_tags(), held.etag), ({"x": ""}, before.etag))
        blob.set_blob_tags()
        self.assertEqual(blob.get_blob_tags(), {})
        with self.assertRaises(HttpResponseError) as raised:
            blob.set_blob_tags({str(number): "" for number in range(11)})
        self.assertEqual(raised.exception.status_code, 400)

    def test_blobs_are_found_by_tags(self):
        key = "k" + self.container.container_name.replace("-", "")
        for name, value in [("a", "1"), ("b", "2"), ("c/é", "3")]:
            self.put(name, tags={key: value, "other": "x"})
        find = lambda text: [held.name for held in self.service.find_blobs_by_tags(text)]  # noqa: E731
        self.assertEqual(find(f"\"{key}\" = '2'"), ["b"])
        self.assertEqual(find(f"\"{key}\" >= '2' AND \"{key}\" < '9'"), ["b", "c/é"])
        inside = f"@container = '{self.container.container_name}' AND \"other\" = 'x'"
        self.assertEqual(find(inside), ["a", "b", "c/é"])
        pages = self.service.find_blobs_by_tags(f"\"{key}\" > '0'", results_per_page=2).by_page()
        pages = [[(held.name, held.container_name) for held in page] for page in pages]
        name = self.container.container_name
        self.assertEqual(pages, [[("a", name), ("b", name)], [("c/é", name)]])
        if hasattr(self.container, "find_blobs_by_tags"):
            self.assertEqual(
                [held.name for held in self.container.find_blobs_by_tags("\"other\" = 'x'")], ["a", "b", "c/é"]
            )


@needs("query_blob")  # The first of this client's line sends batches over https alone.
class BatchTest(BlobTest):
    def test_many_are_deleted_at_once(self):
        names = ["a", "b c", "d%e", "f/g"]
        for name in names:
            self.put(name)
        answers = list(self.container.delete_blobs(*names))
        self.assertEqual([answer.status_code for answer in answers], [202] * 4)
        self.assertEqual(list(self.container.list_blobs()), [])

    def test_parts_fail_alone(self):
        self.put("a")
        with self.assertRaises(PartialBatchErrorException) as raised:
            self.container.delete_blobs("a", "absent")
        self.assertEqual([part.status_code for part in raised.exception.parts], [202, 404])
        self.assertEqual(list(self.container.list_blobs()), [])

    def test_tiers_of_many(self):
        for name in ("a", "b"):
            self.put(name)
        answers = self.container.set_standard_blob_tier_blobs(StandardBlobTier.Cool, "a", "b")
        self.assertEqual([answer.status_code for answer in answers], [200, 200])
        self.assertEqual([held.blob_tier for held in self.container.list_blobs()], ["Cool", "Cool"])


if __name__ == "__main__":
    unittest.main()
