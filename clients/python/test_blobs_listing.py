"""Listing blobs: flat and by hierarchy, in pages, with what is told beside names; copies, snapshots, deletion."""

import unittest
import uuid

from azure.core import MatchConditions
from azure.core.exceptions import HttpResponseError, ResourceNotFoundError
from azure.storage.blob import BlobProperties, ContainerClient, RetentionPolicy

from blob_service import BlobTest, anonymous, needs


class ListingTest(BlobTest):
    def names(self, **options):
        return [held.name for held in self.container.list_blobs(**options)]

    def test_flat(self):
        names = ["B", "a", "a/1", "a/2", "a0", "b/c/1", "b/d/2", "é", "漢"]
        for name in reversed(names):
            self.put(name, data=name.encode(), metadata={"k": "v"})
        self.assertEqual(self.names(), names)
        self.assertEqual(self.names(name_starts_with="a/"), ["a/1", "a/2"])
        self.assertEqual(self.names(name_starts_with="nothing"), [])
        held = next(iter(self.container.list_blobs(name_starts_with="a/1", include=["metadata"])))
        self.assertEqual((held.size, held.metadata, held.blob_tier), (3, {"k": "v"}, "Hot"))
        self.assertEqual(held.etag, self.container.get_blob_client("a/1").get_blob_properties().etag.strip('"'))
        self.assertEqual((held.lease.status, held.lease.state, held.server_encrypted), ("unlocked", "available", True))

    def test_pages_continue(self):
        names = [f"blob {number}" for number in range(7)]
        for name in names:
            self.put(name)
        pages = self.container.list_blobs(results_per_page=3).by_page()
        self.assertEqual([[held.name for held in page] for page in pages], [names[:3], names[3:6], names[6:]])
        first = self.container.list_blobs(results_per_page=2).by_page()
        next(first)
        rest = self.container.list_blobs().by_page(first.continuation_token)
        self.assertEqual([held.name for page in rest for held in page], names[2:])

    def test_by_hierarchy(self):
        for name in ("a", "dir/1", "dir/2", "dir/sub/3", "dir2/4", "z"):
            self.put(name)
        # This client puts the prefixes of a page in front.
        walked = sorted(self.container.walk_blobs(), key=lambda item: item.name)
        self.assertEqual([item.name for item in walked], ["a", "dir/", "dir2/", "z"])
        self.assertEqual([isinstance(item, BlobProperties) for item in walked], [True, False, False, True])
        self.assertEqual(sorted(item.name for item in walked[1]), ["dir/1", "dir/2", "dir/sub/"])
        self.assertEqual([item.name for item in self.container.walk_blobs("dir/s", delimiter="/")], ["dir/sub/"])
        self.assertEqual(sorted(item.name for item in self.container.walk_blobs(delimiter="ir")), ["a", "dir", "z"])
        pages = [item.name for page in self.container.walk_blobs(results_per_page=1).by_page() for item in page]
        self.assertEqual(pages, ["a", "dir/", "dir2/", "z"])

    def test_what_is_not_committed(self):
        self.container.get_blob_client("staged").stage_block("aaa", b"x")
        self.assertEqual(self.names(), [])
        self.assertEqual(self.names(include=["uncommittedblobs"]), ["staged"])

    @needs("get_blob_tags")
    def test_tags_are_listed(self):
        self.put("a", tags={"k": "v", "x y": "1"})
        self.put("b")
        held = list(self.container.list_blobs(include=["tags"]))
        self.assertEqual([(item.tags, item.tag_count) for item in held], [({"k": "v", "x y": "1"}, 2), (None, None)])

    @needs("list_blob_names", ContainerClient)
    def test_names_alone(self):
        self.put("a")
        self.put("b")
        self.assertEqual(list(self.container.list_blob_names()), ["a", "b"])


class SnapshotTest(BlobTest):
    def test_snapshots_stay_as_they_were(self):
        blob = self.put(data=b"old", metadata={"a": "1"})
        first = blob.create_snapshot()
        self.assertEqual(first["etag"], blob.get_blob_properties().etag)
        second = blob.create_snapshot(metadata={"b": "2"})
        blob.upload_blob(b"new", overwrite=True)
        old = self.container.get_blob_client("b", snapshot=first)
        other = self.container.get_blob_client("b", snapshot=second["snapshot"])
        self.assertEqual((self.read(old), old.get_blob_properties().metadata), (b"old", {"a": "1"}))
        self.assertEqual((self.read(other), other.get_blob_properties().metadata), (b"old", {"b": "2"}))
        self.assertIsNone(old.get_blob_properties().lease.state)
        listed = [(held.name, held.snapshot) for held in self.container.list_blobs(include=["snapshots"])]
        self.assertEqual(listed, [("b", first["snapshot"]), ("b", second["snapshot"]), ("b", None)])
        with self.assertRaises(HttpResponseError) as raised:
            blob.delete_blob()
        self.assertRefused(raised, 409, "SnapshotsPresent")
        old.delete_blob()
        with self.assertRaises(ResourceNotFoundError):
            old.get_blob_properties()
        blob.delete_blob(delete_snapshots="only")
        self.assertEqual(len(list(self.container.list_blobs(include=["snapshots"]))), 1)
        blob.create_snapshot()
        blob.delete_blob(delete_snapshots="include")
        self.assertEqual(list(self.container.list_blobs(include=["snapshots"])), [])

    def test_what_was_deleted_is_restored(self):
        before = self.service.get_service_properties()["delete_retention_policy"]
        self.addCleanup(self.service.set_service_properties, delete_retention_policy=before)
        self.service.set_service_properties(delete_retention_policy=RetentionPolicy(True, 2))
        blob = self.put(data=b"kept")
        blob.delete_blob()
        with self.assertRaises(ResourceNotFoundError):
            blob.get_blob_properties()
        held = list(self.container.list_blobs(include=["deleted"]))
        self.assertEqual([(item.name, item.deleted, item.remaining_retention_days) for item in held], [("b", True, 1)])
        blob.undelete_blob()
        self.assertEqual(self.read(blob), b"kept")


class CopyTest(BlobTest):
    def test_a_blob_is_copied(self):
        source = self.put("source + %41", b"content", metadata={"a": "1"})
        target = self.container.get_blob_client("target")
        copied = target.start_copy_from_url(source.url)
        self.assertEqual(copied["copy_status"], "success")
        held = target.get_blob_properties()
        self.assertEqual((self.read(target), held.metadata), (b"content", {"a": "1"}))
        self.assertEqual((held.copy.id, held.copy.status, held.copy.progress), (copied["copy_id"], "success", "7/7"))
        self.assertEqual(held.copy.source, source.url)
        target.start_copy_from_url(source.url, metadata={"b": "2"})
        self.assertEqual(target.get_blob_properties().metadata, {"b": "2"})
        listed = next(iter(self.container.list_blobs(name_starts_with="target", include=["copy"])))
        self.assertEqual((listed.copy.source, listed.copy.progress), (source.url, "7/7"))
        with self.assertRaises(HttpResponseError) as raised:
            target.abort_copy(target.get_blob_properties().copy.id)
        self.assertRefused(raised, 409, "NoPendingCopyOperation")

    def test_what_cannot_be_copied(self):
        target = self.container.get_blob_client("target")
        with self.assertRaises(ResourceNotFoundError):
            target.start_copy_from_url(self.container.get_blob_client("absent").url)
        source = self.put("source")
        with self.assertRaises(HttpResponseError) as raised:
            target.start_copy_from_url(
                source.url, source_etag='"0x8D0"', source_match_condition=MatchConditions.IfNotModified
            )
        self.assertRefused(raised, 412, "SourceConditionNotMet")
        self.put("target")
        with self.assertRaises(HttpResponseError) as raised:
            target.start_copy_from_url(source.url, etag='"0x8D0"', match_condition=MatchConditions.IfNotModified)
        self.assertRefused(raised, 412, "TargetConditionNotMet")
        with self.assertRaises(HttpResponseError) as raised:
            target.start_copy_from_url(str(uuid.uuid4()))
        self.assertRefused(raised, 400, "InvalidHeaderValue")

    def test_a_snapshot_is_promoted(self):
        blob = self.put(data=b"old")
        snapshot = blob.create_snapshot()
        blob.upload_blob(b"new", overwrite=True)
        blob.start_copy_from_url(self.container.get_blob_client("b", snapshot=snapshot).url)
        self.assertEqual(self.read(blob), b"old")

    def test_copies_that_are_waited_for(self):
        source, target = self.put("source", b"content"), self.container.get_blob_client("target")
        self.container.set_container_access_policy({}, public_access="blob")
        self.assertEqual(target.start_copy_from_url(source.url, requires_sync=True)["copy_status"], "success")
        self.assertEqual(self.read(target), b"content")
        self.assertEqual(self.read(anonymous(target)), b"content")

    @needs("upload_blob_from_url")
    def test_blobs_from_elsewhere(self):
        source, target = self.put("source", b"content"), self.container.get_blob_client("target")
        self.container.set_container_access_policy({}, public_access="blob")
        target.upload_blob_from_url(source.url)
        self.assertEqual(self.read(target), b"content")
        self.assertIsNone(target.get_blob_properties().copy.id)
        with self.assertRaises(ResourceNotFoundError) as raised:
            target.upload_blob_from_url(self.container.get_blob_client("absent").url, overwrite=True)
        self.assertRefused(raised, 404, "CannotVerifyCopySource")


if __name__ == "__main__":
    unittest.main()
