"""Leases, and shared access signatures."""

import unittest
import uuid
from datetime import datetime, timedelta, timezone

from azure.core.exceptions import ClientAuthenticationError, HttpResponseError
from azure.storage.blob import (
    AccessPolicy,
    AccountSasPermissions,
    BlobLeaseClient,
    BlobSasPermissions,
    BlobServiceClient,
    ContainerSasPermissions,
    ResourceTypes,
    generate_account_sas,
    generate_blob_sas,
    generate_container_sas,
)

from blob_service import EMULATOR_ACCOUNT, EMULATOR_KEY, GIVEN, OPTIONS, BlobTest, soon, with_token

KEY = {"account_key": EMULATOR_KEY}


class LeaseTest(BlobTest):
    def test_who_holds_a_lease_writes(self):
        blob = self.put()
        lease = blob.acquire_lease(lease_duration=60, lease_id=str(uuid.uuid4()))
        held = blob.get_blob_properties().lease
        self.assertEqual((held.status, held.state, held.duration), ("locked", "leased", "fixed"))
        with self.assertRaises(HttpResponseError) as raised:
            blob.set_blob_metadata({"a": "1"})
        self.assertRefused(raised, 412, "LeaseIdMissing")
        with self.assertRaises(HttpResponseError) as raised:
            blob.set_blob_metadata({"a": "1"}, lease=str(uuid.uuid4()))
        self.assertRefused(raised, 412, "LeaseIdMismatchWithBlobOperation")
        blob.set_blob_metadata({"a": "1"}, lease=lease)
        self.assertEqual(self.read(blob), b"content")
        with self.assertRaises(HttpResponseError) as raised:
            blob.acquire_lease()
        self.assertRefused(raised, 409, "LeaseAlreadyPresent")
        lease.renew()
        wanted = str(uuid.uuid4())
        lease.change(wanted)
        self.assertEqual(lease.id, wanted)
        self.assertIn(lease.break_lease(10), (10, 9))
        self.assertEqual(blob.get_blob_properties().lease.state, "breaking")
        lease.release()
        self.assertEqual(blob.get_blob_properties().lease.state, "available")
        with self.assertRaises(HttpResponseError) as raised:
            BlobLeaseClient(blob, lease_id=wanted).renew()
        self.assertRefused(raised, 409, "LeaseIdMismatchWithLeaseOperation")
        with self.assertRaises(HttpResponseError) as raised:
            lease.break_lease()
        self.assertRefused(raised, 409, "LeaseNotPresentWithLeaseOperation")
        with self.assertRaises(HttpResponseError) as raised:
            blob.acquire_lease(lease_duration=5)
        self.assertRefused(raised, 400, "InvalidHeaderValue")


@unittest.skipIf(GIVEN, "signatures are made with the emulator's key")
class SignatureTest(BlobTest):
    def of_blob(self, blob, permission, **options):
        options = {"expiry": soon(), **KEY, **options}
        return with_token(
            blob,
            generate_blob_sas(EMULATOR_ACCOUNT, blob.container_name, blob.blob_name, permission=permission, **options),
        )

    def of_container(self, permission, **options):
        options = {"expiry": soon(), **KEY, **options}
        name = self.container.container_name
        return with_token(
            self.container, generate_container_sas(EMULATOR_ACCOUNT, name, permission=permission, **options)
        )

    def assertForbidden(self, asked, code):
        with self.assertRaises((ClientAuthenticationError, HttpResponseError)) as raised:
            asked()
        self.assertRefused(raised, 403, code)

    def test_signatures_of_a_blob(self):
        for name in ("b", "a b/ü%+", "x?y"):
            blob = self.put(name)
            allowed = self.of_blob(blob, BlobSasPermissions(read=True))
            self.assertEqual(self.read(allowed), b"content")
            self.assertForbidden(allowed.delete_blob, "AuthorizationPermissionMismatch")
            self.of_blob(blob, BlobSasPermissions(delete=True)).delete_blob()
        new = self.container.get_blob_client("new")
        creator = self.of_blob(new, BlobSasPermissions(create=True))
        creator.upload_blob(b"once")
        self.assertForbidden(lambda: creator.upload_blob(b"twice", overwrite=True), "UnauthorizedBlobOverwrite")

    def test_signatures_of_a_snapshot(self):
        blob = self.put(data=b"old")
        snapshot = blob.create_snapshot()
        blob.upload_blob(b"new", overwrite=True)
        permission, when = BlobSasPermissions(read=True), snapshot["snapshot"]
        token = generate_blob_sas(
            EMULATOR_ACCOUNT, blob.container_name, "b", snapshot=when, permission=permission, expiry=soon(), **KEY
        )
        old = type(blob).from_blob_url(f"{blob.url}?{token}", snapshot=when, **OPTIONS)
        self.assertEqual(self.read(old), b"old")
        with self.assertRaises(ClientAuthenticationError):
            self.read(with_token(blob, token))

    def test_headers_that_a_signature_sets(self):
        blob = self.put()
        given = {"cache_control": "no-store", "content_disposition": "inline", "content_type": "text/x; a=b"}
        held = self.of_blob(blob, BlobSasPermissions(read=True), **given).get_blob_properties().content_settings
        self.assertEqual({name: getattr(held, name) for name in given}, given)

    def test_signatures_of_a_container(self):
        self.put()
        allowed = self.of_container(ContainerSasPermissions(read=True, list=True))
        self.assertEqual([held.name for held in allowed.list_blobs()], ["b"])
        self.assertEqual(self.read(allowed.get_blob_client("b")), b"content")
        self.assertForbidden(lambda: allowed.upload_blob("c", b""), "AuthorizationPermissionMismatch")
        self.assertForbidden(allowed.delete_container, "AuthorizationFailure")
        other = type(allowed).from_container_url(
            allowed.url.replace(self.container.container_name, self.fresh_container().container_name), **OPTIONS
        )
        self.assertForbidden(lambda: list(other.list_blobs()), "AuthenticationFailed")

    def test_signatures_by_policy(self):
        self.put()
        policy = AccessPolicy(permission=ContainerSasPermissions(read=True), expiry=soon(), start=soon(-5))
        self.container.set_container_access_policy({"p": policy})
        allowed = self.of_container(None, expiry=None, policy_id="p")
        self.assertEqual(self.read(allowed.get_blob_client("b")), b"content")
        self.assertForbidden(lambda: list(allowed.list_blobs()), "AuthorizationPermissionMismatch")

    def test_times(self):
        past, future = datetime.now(timezone.utc) - timedelta(minutes=20), soon(20)
        self.put()
        permission = ContainerSasPermissions(read=True)
        for allowed in (self.of_container(permission, expiry=past), self.of_container(permission, start=future)):
            self.assertForbidden(lambda: self.read(allowed.get_blob_client("b")), "AuthenticationFailed")

    def test_signatures_of_the_account(self):
        self.put()
        token = generate_account_sas(
            EMULATOR_ACCOUNT,
            EMULATOR_KEY,
            ResourceTypes(service=True, object=True),
            AccountSasPermissions(list=True, read=True),
            soon(),
        )
        allowed = BlobServiceClient(self.service.url, credential=token, **OPTIONS)
        self.assertIn(self.container.container_name, [held.name for held in allowed.list_containers()])
        container = allowed.get_container_client(self.container.container_name)
        self.assertEqual(self.read(container.get_blob_client("b")), b"content")
        self.assertForbidden(lambda: list(container.list_blobs()), "AuthorizationResourceTypeMismatch")
        self.assertForbidden(lambda: container.get_blob_client("b").delete_blob(), "AuthorizationPermissionMismatch")

    def test_a_source_is_read_by_signature(self):
        source, target = self.put("source"), self.container.get_blob_client("target")
        readable = self.of_blob(source, BlobSasPermissions(read=True)).url
        target.start_copy_from_url(readable, requires_sync=True)
        self.assertEqual(self.read(target), b"content")
        with self.assertRaises(HttpResponseError) as raised:
            target.start_copy_from_url(source.url, requires_sync=True)
        self.assertRefused(raised, raised.exception.status_code, "CannotVerifyCopySource")


if __name__ == "__main__":
    unittest.main()
