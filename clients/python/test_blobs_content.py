"""Block blobs: content, ranges, blocks, hashes, properties, metadata, conditions, names."""

import base64
import hashlib
import io
import os
import unittest
from datetime import datetime, timedelta, timezone

from azure.core import MatchConditions
from azure.core.exceptions import HttpResponseError, ResourceExistsError, ResourceModifiedError, ResourceNotFoundError
from azure.storage.blob import BlobBlock, BlobServiceClient, BlobType, BlockState, ContentSettings

from blob_service import KEYS, OPTIONS, BlobTest, connection_string, needs

MIB = 1 << 20


def block_id(number):
    """An id for a block, before the client encodes it."""
    return f"{number:05}"


class ContentTest(BlobTest):
    def test_what_is_put_is_read(self):
        blob = self.container.get_blob_client("b")
        put = blob.upload_blob(
            b"Hello World!", metadata={"Colour": "blue"}, content_settings=ContentSettings("text/plain")
        )
        held = blob.get_blob_properties()
        self.assertEqual((held.etag, held.last_modified), (put["etag"], put["last_modified"]))
        self.assertEqual((held.size, held.blob_type, held.metadata), (12, BlobType.BlockBlob, {"Colour": "blue"}))
        self.assertEqual(held.content_settings.content_type, "text/plain")
        self.assertEqual(bytes(held.content_settings.content_md5), hashlib.md5(b"Hello World!").digest())
        self.assertEqual((held.server_encrypted, held.blob_tier), (True, "Hot"))
        self.assertEqual(held.creation_time, put["last_modified"])
        stream = blob.download_blob()
        self.assertEqual((stream.readall(), stream.size), (b"Hello World!", 12))
        self.assertEqual(stream.properties.metadata, {"Colour": "blue"})

    def test_nothing_is_content(self):
        blob = self.put(data=b"")
        self.assertEqual((self.read(blob), blob.get_blob_properties().size), (b"", 0))

    def test_ranges(self):
        blob = self.put(data=bytes(range(100)))
        for offset, length, expected in [
            (0, 10, range(10)),
            (90, None, range(90, 100)),
            (95, 50, range(95, 100)),
            (99, 1, range(99, 100)),
        ]:
            with self.subTest((offset, length)):
                self.assertEqual(self.read(blob, offset=offset, length=length), bytes(expected))
        with self.assertRaises(HttpResponseError) as raised:
            self.read(blob, offset=100, length=1)
        self.assertRefused(raised, 416, "InvalidRange")
        self.assertEqual(self.read(blob, offset=5, length=5, validate_content=True), bytes(range(5, 10)))

    def test_parallel_uploads_and_downloads(self):
        data = os.urandom(5 * MIB + 17)
        sizes = {
            "max_single_put_size": MIB,
            "max_block_size": MIB,
            "max_single_get_size": MIB,
            "max_chunk_get_size": MIB,
        }
        service = BlobServiceClient.from_connection_string(connection_string(), **OPTIONS, **sizes)
        blob = service.get_blob_client(self.container.container_name, "large")
        for source in (data, io.BytesIO(data)):
            blob.upload_blob(source, max_concurrency=4, overwrite=True)
            self.assertEqual(hashlib.md5(self.read(blob, max_concurrency=4)).digest(), hashlib.md5(data).digest())
        blob.upload_blob(data, overwrite=True, validate_content=True)
        self.assertEqual(self.read(blob, validate_content=True), data)
        committed, uncommitted = blob.get_block_list("all")
        self.assertEqual((sum(block.size for block in committed), uncommitted), (len(data), []))
        self.assertEqual(b"".join(blob.download_blob().chunks()), data)
        self.assertEqual(self.read(blob, offset=MIB - 3, length=2 * MIB), data[MIB - 3 : 3 * MIB - 3])
        if not hasattr(blob, "query_blob"):
            return  # The first of this client's line never ends such an upload.
        # A stream whose length nobody knows.
        blob.upload_blob((data[start : start + 70_000] for start in range(0, len(data), 70_000)), overwrite=True)
        self.assertEqual(self.read(blob), data)

    def test_overwriting_is_asked_for(self):
        self.put()
        with self.assertRaises(ResourceExistsError) as raised:
            self.put()
        self.assertRefused(raised, 409, "BlobAlreadyExists")
        self.put(data=b"new", overwrite=True)
        self.assertEqual(self.read(self.container.get_blob_client("b")), b"new")

    def test_what_is_not_there(self):
        blob = self.container.get_blob_client("absent")
        for asked in (blob.get_blob_properties, blob.delete_blob, lambda: blob.download_blob()):
            with self.assertRaises(ResourceNotFoundError) as raised:
                asked()
            self.assertRefused(raised, 404, "BlobNotFound")
        stray = self.service.get_blob_client("no-such-container", "b")
        with self.assertRaises(ResourceNotFoundError) as raised:
            stray.upload_blob(b"")
        self.assertRefused(raised, 404, "ContainerNotFound")

    def test_names_go_both_ways(self):
        names = [key["key"] for key in KEYS if key["key"] not in ("", "..") and "\\" not in key["key"]]
        names += ["a?b", "?", "a#b", "a&b=c", "folder/file", "folder//file", "/leading", "trailing/", "%", "a b+c%20d"]
        names = [name for name in names if not name.isspace() and name.strip() == name]
        for name in names:
            with self.subTest(name):
                blob = self.put(name, data=name.encode())
                self.assertEqual(self.read(blob), name.encode())
                listed = [held.name for held in self.container.list_blobs(name_starts_with=name)]
                self.assertIn(name, listed)
        self.assertEqual(sorted(held.name for held in self.container.list_blobs()), sorted(names))
        for name in names:
            with self.subTest(name):
                self.container.delete_blob(name)
        self.assertEqual(list(self.container.list_blobs()), [])

    def test_properties_are_replaced_together(self):
        whole = ContentSettings("text/html", "gzip", "en", 'attachment; filename="a.html"', "no-cache")
        blob = self.put(content_settings=whole)
        held = blob.get_blob_properties().content_settings
        for name in ("content_type", "content_encoding", "content_language", "content_disposition", "cache_control"):
            self.assertEqual(getattr(held, name), getattr(whole, name))
        blob.set_http_headers(ContentSettings(content_language="de"))
        held = blob.get_blob_properties().content_settings
        self.assertEqual((held.content_language, held.content_encoding, held.cache_control), ("de", None, None))
        self.assertIsNone(held.content_md5)

    def test_metadata_is_replaced(self):
        blob = self.put(metadata={"a": "1"})
        before = blob.get_blob_properties()
        blob.set_blob_metadata({"UP": "x y", "_": "="})
        held = blob.get_blob_properties()
        self.assertEqual(held.metadata, {"UP": "x y", "_": "="})
        self.assertNotEqual(held.etag, before.etag)
        blob.set_blob_metadata()
        self.assertEqual(blob.get_blob_properties().metadata, {})
        with self.assertRaises(HttpResponseError) as raised:
            blob.set_blob_metadata({"no-name": "1"})
        self.assertRefused(raised, 400, "InvalidMetadata")
        with self.assertRaises(HttpResponseError) as raised:
            blob.set_blob_metadata({"a": "x" * 8192})
        self.assertRefused(raised, 400, "MetadataTooLarge")

    def test_hashes_are_checked(self):
        blob, wrong = self.put(), base64.b64encode(hashlib.md5(b"y").digest()).decode()
        with self.assertRaises(HttpResponseError) as raised:
            blob.stage_block("AAAA", b"x", headers={"Content-MD5": wrong})
        self.assertRefused(raised, 400, "Md5Mismatch")


class BlockTest(BlobTest):
    def stage(self, blob, **blocks):
        for name, data in blocks.items():
            blob.stage_block(name, data)

    def test_blocks_become_a_blob(self):
        blob = self.container.get_blob_client("b")
        self.stage(blob, aaa=b"one", bbb=b"two", ccc=b"three")
        with self.assertRaises(ResourceNotFoundError):
            blob.get_blob_properties()
        committed, uncommitted = blob.get_block_list("all")
        self.assertEqual(
            (committed, sorted((block.id, block.size) for block in uncommitted)),
            ([], [("aaa", 3), ("bbb", 3), ("ccc", 5)]),
        )
        settings = ContentSettings(content_type="text/plain")
        blob.commit_block_list([BlobBlock("ccc"), BlobBlock("aaa")], content_settings=settings)
        self.assertEqual(self.read(blob), b"threeone")
        held = blob.get_blob_properties()
        self.assertEqual(held.content_settings.content_type, "text/plain")
        committed, uncommitted = blob.get_block_list("all")
        self.assertEqual(([block.id for block in committed], uncommitted), (["ccc", "aaa"], []))
        self.stage(blob, aaa=b"ONE")
        # This client asks for the latest block, whatever state it is told.
        blob.commit_block_list([BlobBlock("aaa", BlockState.Latest), BlobBlock("ccc", BlockState.Latest)])
        self.assertEqual(self.read(blob), b"ONEthree")

    def test_what_is_wrong_with_a_list(self):
        blob = self.container.get_blob_client("b")
        self.stage(blob, aaa=b"one")
        with self.assertRaises(HttpResponseError) as raised:
            blob.commit_block_list([BlobBlock("zzz")])
        self.assertRefused(raised, 400, "InvalidBlockList")
        with self.assertRaises(HttpResponseError) as raised:
            blob.stage_block("longer id", b"x")
        self.assertRefused(raised, 400, "InvalidBlobOrBlock")

    def test_blocks_come_from_elsewhere(self):
        source, blob = self.put("source", bytes(range(200))), self.container.get_blob_client("b")
        self.container.set_container_access_policy({}, public_access="blob")
        blob.stage_block_from_url("aaa", source.url, source_offset=10, source_length=20)
        blob.commit_block_list([BlobBlock("aaa")])
        self.assertEqual(self.read(blob), bytes(range(10, 30)))


class ConditionTest(BlobTest):
    def test_conditions_on_reads_and_writes(self):
        blob = self.put()
        etag, now = blob.get_blob_properties().etag, datetime.now(timezone.utc)
        future, past = now + timedelta(minutes=15), now - timedelta(minutes=15)
        same, other = MatchConditions.IfNotModified, MatchConditions.IfModified
        holds = [
            {"etag": etag, "match_condition": same},
            {"etag": '"0x8D0"', "match_condition": other},
            {"if_modified_since": past},
            {"if_unmodified_since": future},
            {"match_condition": MatchConditions.IfPresent},
        ]
        for conditions in holds:
            with self.subTest(conditions):
                self.assertEqual(self.read(blob, **conditions), b"content")
                blob.get_blob_properties(**conditions)
                blob.create_snapshot(**conditions)
                blob.set_http_headers(ContentSettings("text/plain"), **conditions)
                etag = holds[0]["etag"] = blob.get_blob_properties().etag
        for conditions, status in [
            ({"etag": '"0x8D0"', "match_condition": same}, 412),
            ({"etag": etag, "match_condition": other}, 304),
            ({"if_modified_since": future}, 304),
            ({"if_unmodified_since": past}, 412),
        ]:
            with self.subTest(conditions):
                with self.assertRaises(HttpResponseError) as raised:
                    blob.get_blob_properties(**conditions)
                self.assertEqual(raised.exception.status_code, status)
                for write in (blob.create_snapshot, blob.set_blob_metadata, blob.delete_blob):
                    with self.assertRaises(ResourceModifiedError) as raised:
                        write(**conditions)
                    self.assertRefused(raised, 412, "ConditionNotMet")

    def test_an_update_is_not_lost(self):
        blob = self.put()
        etag = blob.get_blob_properties().etag
        condition = {"etag": etag, "match_condition": MatchConditions.IfNotModified}
        blob.upload_blob(b"first", overwrite=True, **condition)
        with self.assertRaises(ResourceModifiedError) as raised:
            blob.upload_blob(b"second", overwrite=True, **condition)
        self.assertRefused(raised, 412, "ConditionNotMet")
        self.assertEqual(self.read(blob), b"first")

    @needs("find_blobs_by_tags", BlobServiceClient)
    def test_conditions_on_tags(self):
        blob = self.put(tags={"stage": "one", "a b": "+-./:=_"})
        self.assertEqual(self.read(blob, if_tags_match_condition="\"stage\" = 'one' AND \"a b\" > '+'"), b"content")
        with self.assertRaises(HttpResponseError) as raised:
            blob.get_blob_properties(if_tags_match_condition="stage = 'two'")
        self.assertRefused(raised, 412, "ConditionNotMet")


if __name__ == "__main__":
    unittest.main()
