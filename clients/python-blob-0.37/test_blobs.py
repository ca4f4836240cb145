"""Blobs with a client of 2017: other operations are built otherwise, and the version is one of 2016."""

import io
import os
import unittest
import uuid
from datetime import datetime, timedelta

from azure.common import AzureConflictHttpError, AzureHttpError, AzureMissingResourceHttpError
from azure.storage.blob import (
    AppendBlobService,
    BlobBlock,
    BlobPermissions,
    BlockBlobService,
    ContainerPermissions,
    ContentSettings,
    DeleteSnapshot,
    Include,
    PageBlobService,
    PublicAccess,
    SequenceNumberAction,
)
from azure.storage.common import AccessPolicy, CorsRule, Logging, ResourceTypes, AccountPermissions, RetentionPolicy
from azure.storage.common.retry import no_retry

# The account that every emulator has; its key is published.
ACCOUNT = "devstoreaccount1"
KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
GIVEN, ENDPOINT = os.environ.get("BLOBS_CONNECTION_STRING"), os.environ.get("BLOBS_ENDPOINT")


def connect(service=BlockBlobService, sas_token=None):
    """A client of the service; with a shared access signature, if there is one."""
    text = GIVEN or (
        f"DefaultEndpointsProtocol={ENDPOINT.split(':', 1)[0]};AccountName={ACCOUNT};AccountKey={KEY};BlobEndpoint={ENDPOINT};"
    )
    made = service(connection_string=text)
    if sas_token:
        plain = service(account_name=ACCOUNT, sas_token=sas_token, protocol=made.protocol)
        plain.primary_endpoint, plain._httpclient = made.primary_endpoint, made._httpclient
        plain._get_host_locations = made._get_host_locations
        made = plain
    made.retry = no_retry
    made.request_callback = lambda request: None
    return made


def soon(minutes=60):
    return datetime.utcnow() + timedelta(minutes=minutes)


@unittest.skipUnless(GIVEN or ENDPOINT, "no service of blobs is named")
class BlobTest(unittest.TestCase):
    def setUp(self):
        self.service = connect()
        self.container = f"clients-{uuid.uuid4()}"
        self.assertTrue(self.service.create_container(self.container))
        self.addCleanup(self.service.delete_container, self.container, fail_not_exist=False)

    def put(self, name="b", data=b"content", **options):
        return self.service.create_blob_from_bytes(self.container, name, data, **options)

    def read(self, name="b", **options):
        return self.service.get_blob_to_bytes(self.container, name, **options).content

    def assertRefused(self, status, asked, *arguments, **options):
        with self.assertRaises(AzureHttpError) as raised:
            asked(*arguments, **options)
        self.assertEqual(raised.exception.status_code, status, str(raised.exception))
        return raised.exception


class ContainerTest(BlobTest):
    def test_containers(self):
        self.assertFalse(self.service.create_container(self.container))
        with self.assertRaises(AzureConflictHttpError):
            self.service.create_container(self.container, fail_on_exist=True)
        self.service.set_container_metadata(self.container, {"a": "1"})
        held = self.service.get_container_properties(self.container)
        self.assertEqual((held.metadata, held.properties.lease.state), ({"a": "1"}, "available"))
        listed = list(self.service.list_containers(self.container, include_metadata=True))
        self.assertEqual([(item.name, item.metadata) for item in listed], [(self.container, {"a": "1"})])
        policy = AccessPolicy(permission=ContainerPermissions.READ, expiry=soon())
        self.service.set_container_acl(self.container, {"p": policy}, public_access=PublicAccess.Blob)
        acl = self.service.get_container_acl(self.container)
        self.assertEqual((list(acl), acl.public_access), (["p"], PublicAccess.Blob))
        lease = self.service.acquire_container_lease(self.container, 15)
        self.assertRefused(412, self.service.delete_container, self.container)
        self.service.release_container_lease(self.container, lease)
        self.assertTrue(self.service.delete_container(self.container))
        self.assertFalse(self.service.exists(self.container))

    def test_pages_continue(self):
        names = [f"{folder}/{number}" for folder in ("a", "b") for number in range(3)]
        for name in names:
            self.put(name)
        first = self.service.list_blobs(self.container, num_results=4)
        self.assertEqual([blob.name for blob in first], names[:4])
        self.assertEqual(
            [blob.name for blob in self.service.list_blobs(self.container, marker=first.next_marker)], names[4:]
        )
        self.assertEqual([item.name for item in self.service.list_blobs(self.container, delimiter="/")], ["a/", "b/"])
        self.assertEqual([blob.name for blob in self.service.list_blobs(self.container, prefix="b/")], names[3:])

    def test_properties_of_the_service(self):
        before = self.service.get_blob_service_properties()
        self.addCleanup(self.service.set_blob_service_properties, logging=Logging(), cors=before.cors)
        logging = Logging(read=True, retention_policy=RetentionPolicy(enabled=True, days=5))
        self.service.set_blob_service_properties(logging=logging, cors=[CorsRule(["*"], ["GET"])])
        held = self.service.get_blob_service_properties()
        self.assertEqual((held.logging.read, held.logging.retention_policy.days, len(held.cors)), (True, 5, 1))


class BlockBlobTest(BlobTest):
    def test_content(self):
        settings = ContentSettings(content_type="text/plain", content_language="en")
        self.put(metadata={"colour": "blue"}, content_settings=settings, validate_content=True)
        blob = self.service.get_blob_properties(self.container, "b")
        self.assertEqual((blob.properties.content_length, blob.metadata), (7, {"colour": "blue"}))
        self.assertEqual(blob.properties.content_settings.content_language, "en")
        self.assertEqual(self.read(validate_content=True), b"content")
        self.assertEqual(self.read(start_range=1, end_range=3), b"ont")
        self.service.set_blob_properties(self.container, "b", ContentSettings(content_language="de"))
        held = self.service.get_blob_properties(self.container, "b").properties.content_settings
        self.assertEqual((held.content_language, held.content_type), ("de", None))
        self.service.set_blob_metadata(self.container, "b", {"k": "v"})
        self.assertEqual(self.service.get_blob_metadata(self.container, "b"), {"k": "v"})
        with self.assertRaises(AzureMissingResourceHttpError):
            self.read("absent")

    def test_large_content(self):
        self.service.MAX_SINGLE_PUT_SIZE = self.service.MAX_BLOCK_SIZE = 1 << 20
        # What is read in parts cannot be tried: from the second on, this client forgets the account of a path-style address.
        self.service.MIN_LARGE_BLOCK_UPLOAD_THRESHOLD = 1
        data = os.urandom((5 << 20) + 7)
        for parallel in (1, 3):
            self.service.create_blob_from_stream(
                self.container, "b", io.BytesIO(data), len(data), max_connections=parallel
            )
            self.assertEqual(self.read(max_connections=parallel), data)
        self.assertEqual(self.read(start_range=(1 << 20) - 1, end_range=3 << 20), data[(1 << 20) - 1 : (3 << 20) + 1])

    def test_blocks(self):
        for name in ("aa", "bb"):
            self.service.put_block(self.container, "b", name.encode(), name)
        blocks = self.service.get_block_list(self.container, "b", block_list_type="all")
        self.assertEqual([block.id for block in blocks.uncommitted_blocks], ["aa", "bb"])
        self.service.put_block_list(self.container, "b", [BlobBlock("bb"), BlobBlock("aa")])
        self.assertEqual(self.read(), b"bbaa")
        self.assertRefused(400, self.service.put_block_list, self.container, "b", [BlobBlock("cc")])

    def test_names(self):
        for name in ("a b+c", "100%", "a%25b", "é/漢", "a?b#c", "(x),[y]{z}'\"", "x/", "😀"):
            with self.subTest(name):
                self.put(name, name.encode())
                self.assertEqual(self.read(name), name.encode())
                self.assertIn(name, [blob.name for blob in self.service.list_blobs(self.container)])

    def test_conditions(self):
        etag = self.put().etag
        self.assertRefused(412, self.put, if_match='"0x111111111111111"')
        self.assertRefused(409, self.put, if_none_match="*")
        self.assertRefused(304, self.read, if_none_match=etag)
        self.assertRefused(412, self.read, if_unmodified_since=soon(-15))
        self.assertEqual(self.read(if_match=etag), b"content")

    def test_copies_snapshots_and_deletion(self):
        self.put(metadata={"a": "1"})
        snapshot = self.service.snapshot_blob(self.container, "b")
        self.put(data=b"new")
        self.assertEqual(self.read(snapshot=snapshot.snapshot), b"content")
        source = self.service.make_blob_url(self.container, "b", snapshot=snapshot.snapshot)
        self.assertEqual(self.service.copy_blob(self.container, "copy", source).status, "success")
        self.assertEqual(self.read("copy"), b"content")
        listed = self.service.list_blobs(self.container, include=Include(snapshots=True, copy=True, metadata=True))
        self.assertEqual(
            [(blob.name, blob.snapshot) for blob in listed], [("b", snapshot.snapshot), ("b", None), ("copy", None)]
        )
        self.assertRefused(409, self.service.delete_blob, self.container, "b")
        self.service.delete_blob(self.container, "b", delete_snapshots=DeleteSnapshot.Include)
        self.assertFalse(self.service.exists(self.container, "b"))

    def test_leases(self):
        self.put()
        lease = self.service.acquire_blob_lease(self.container, "b", 15)
        self.assertRefused(412, self.put)
        self.put(lease_id=lease)
        self.assertRefused(409, self.service.acquire_blob_lease, self.container, "b")
        self.service.renew_blob_lease(self.container, "b", lease)
        self.assertIn(self.service.break_blob_lease(self.container, "b", 5), (4, 5))
        self.service.release_blob_lease(self.container, "b", lease)

    def test_signatures(self):
        self.put()
        token = self.service.generate_blob_shared_access_signature(self.container, "b", BlobPermissions.READ, soon())
        allowed = connect(sas_token=token)
        self.assertEqual(allowed.get_blob_to_bytes(self.container, "b").content, b"content")
        self.assertRefused(403, allowed.delete_blob, self.container, "b")
        permission = ContainerPermissions(read=True, list=True)
        token = self.service.generate_container_shared_access_signature(self.container, permission, soon())
        self.assertEqual([blob.name for blob in connect(sas_token=token).list_blobs(self.container)], ["b"])
        permission = AccountPermissions(read=True, list=True)
        token = self.service.generate_account_shared_access_signature(
            ResourceTypes(True, True, True), permission, soon()
        )
        self.assertEqual([blob.name for blob in connect(sas_token=token).list_blobs(self.container)], ["b"])


class OtherBlobTest(BlobTest):
    def test_append_blobs(self):
        appends = connect(AppendBlobService)
        appends.create_blob(self.container, "log")
        self.assertEqual(appends.append_block(self.container, "log", b"one").append_offset, 0)
        self.assertEqual(appends.append_block(self.container, "log", b"two").committed_block_count, 2)
        self.assertRefused(412, appends.append_block, self.container, "log", b"x", appendpos_condition=1)
        appends.append_blob_from_bytes(self.container, "log", b"!" * (5 << 20))
        self.assertEqual(appends.get_blob_to_bytes(self.container, "log").content, b"onetwo" + b"!" * (5 << 20))

    def test_page_blobs(self):
        pages = connect(PageBlobService)
        pages.create_blob(self.container, "disk", 2048, sequence_number=1)
        pages.update_page(self.container, "disk", b"a" * 512, 512, 1023)
        pages.update_page(self.container, "disk", b"b" * 512, 1024, 1535, if_sequence_number_lte=1)
        self.assertRefused(412, pages.update_page, self.container, "disk", b"b" * 512, 0, 511, if_sequence_number_lt=1)
        ranges = pages.get_page_ranges(self.container, "disk")
        self.assertEqual([(held.start, held.end) for held in ranges], [(512, 1535)])
        pages.clear_page(self.container, "disk", 512, 1023)
        self.assertEqual(pages.get_blob_to_bytes(self.container, "disk").content, bytes(1024) + b"b" * 512 + bytes(512))
        pages.resize_blob(self.container, "disk", 1024)
        told = pages.set_sequence_number(self.container, "disk", SequenceNumberAction.Increment)
        self.assertEqual(told.sequence_number, 2)


if __name__ == "__main__":
    unittest.main()
