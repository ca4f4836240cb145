"""Containers: creating, deleting, listing, metadata, policies, properties of the service."""

import unittest
from datetime import datetime, timedelta, timezone

from azure.core.exceptions import (
    ClientAuthenticationError,
    HttpResponseError,
    ResourceExistsError,
    ResourceModifiedError,
    ResourceNotFoundError,
)
from azure.storage.blob import (
    AccessPolicy,
    BlobAnalyticsLogging,
    BlobServiceClient,
    ContainerSasPermissions,
    CorsRule,
    Metrics,
    RetentionPolicy,
    StaticWebsite,
)

from blob_service import EMULATOR_KEY, OPTIONS, BlobTest, anonymous, connection_string, fresh_name, soon


class ContainerTest(BlobTest):
    def test_a_container_comes_and_goes(self):
        name = fresh_name()
        container = self.service.create_container(name, metadata={"Kind": "first"})
        held = container.get_container_properties()
        self.assertEqual((held.metadata, held.public_access), ({"Kind": "first"}, None))
        self.assertEqual((held.lease.status, held.lease.state), ("unlocked", "available"))
        self.assertFalse(held.has_immutability_policy or held.has_legal_hold)
        self.assertEqual([item.name for item in self.service.list_containers(name_starts_with=name)], [name])
        container.delete_container()
        self.assertEqual(list(self.service.list_containers(name_starts_with=name)), [])
        for forbidden in (container.get_container_properties, container.delete_container):
            with self.assertRaises(ResourceNotFoundError) as raised:
                forbidden()
            self.assertRefused(raised, 404, "ContainerNotFound")

    def test_a_name_is_taken_once(self):
        with self.assertRaises(ResourceExistsError) as raised:
            self.service.create_container(self.container.container_name)
        self.assertRefused(raised, 409, "ContainerAlreadyExists")

    def test_what_is_wrong_with_a_name_is_told(self):
        for name in ("ab", "a_b", "Upper", "-a-", "a--b", "a" * 64):
            with self.subTest(name), self.assertRaises(HttpResponseError) as raised:
                self.service.create_container(name)
            self.assertEqual(raised.exception.status_code, 400)

    def test_metadata_is_replaced(self):
        before = self.container.get_container_properties()
        changed = self.container.set_container_metadata({"a": "1", "b": "2"})
        self.assertNotEqual(changed["etag"], before.etag)
        self.container.set_container_metadata({"c": "3"})
        held = self.container.get_container_properties()
        self.assertEqual(held.metadata, {"c": "3"})
        future = datetime.now(timezone.utc) + timedelta(minutes=15)
        with self.assertRaises(ResourceModifiedError) as raised:
            self.container.set_container_metadata({}, if_modified_since=future)
        self.assertRefused(raised, 412, "ConditionNotMet")
        with self.assertRaises(ResourceModifiedError) as raised:
            self.container.delete_container(if_modified_since=future)
        self.assertRefused(raised, 412, "ConditionNotMet")

    def test_pages_continue(self):
        prefix = fresh_name()[:20]
        names = [f"{prefix}-{number}" for number in range(5)]
        for name in reversed(names):
            self.addCleanup(self.forget, self.service.create_container(name, metadata={"name": name}))
        pages = self.service.list_containers(
            name_starts_with=prefix, results_per_page=2, include_metadata=True
        ).by_page()
        pages = [[(held.name, held.metadata) for held in page] for page in pages]
        expected = [(name, {"name": name}) for name in names]
        self.assertEqual(pages, [expected[:2], expected[2:4], expected[4:]])
        first = self.service.list_containers(name_starts_with=prefix, results_per_page=2).by_page()
        next(first)
        rest = self.service.list_containers(name_starts_with=prefix).by_page(first.continuation_token)
        self.assertEqual([held.name for page in rest for held in page], names[2:])

    def test_policies_and_public_access_are_stored(self):
        policy = AccessPolicy(permission=ContainerSasPermissions(read=True, list=True), expiry=soon(), start=soon(-5))
        self.container.set_container_access_policy(
            {"p": policy, "q": AccessPolicy("r", soon(), soon(-5))}, public_access="blob"
        )
        held = self.container.get_container_access_policy()
        self.assertEqual(held["public_access"], "blob")
        self.assertEqual([item.id for item in held["signed_identifiers"]], ["p", "q"])
        self.assertEqual(held["signed_identifiers"][0].access_policy.permission, "rl")
        self.assertEqual(self.container.get_container_properties().public_access, "blob")
        self.container.set_container_access_policy({})
        held = self.container.get_container_access_policy()
        self.assertEqual((held["public_access"], held["signed_identifiers"]), (None, []))

    def test_what_is_public_is_read_by_anybody(self):
        blob, stranger = self.put(data=b"public"), anonymous(self.container)
        for forbidden in (lambda: self.read(anonymous(blob)), lambda: list(stranger.list_blobs())):
            with self.assertRaises((ResourceNotFoundError, ClientAuthenticationError)):
                forbidden()
        self.container.set_container_access_policy({}, public_access="blob")
        self.assertEqual(self.read(anonymous(blob)), b"public")
        self.assertEqual(anonymous(blob).get_blob_properties().size, 6)
        with self.assertRaises((ResourceNotFoundError, ClientAuthenticationError)):
            list(stranger.list_blobs())
        self.container.set_container_access_policy({}, public_access="container")
        self.assertEqual([held.name for held in stranger.list_blobs()], ["b"])
        with self.assertRaises(HttpResponseError):
            anonymous(blob).delete_blob()

    def test_leases_guard_deletion(self):
        lease = self.container.acquire_lease(lease_duration=-1)
        self.assertEqual(self.container.get_container_properties().lease.duration, "infinite")
        self.put()
        with self.assertRaises(HttpResponseError) as raised:
            self.container.delete_container()
        self.assertRefused(raised, 412, "LeaseIdMissing")
        with self.assertRaises(HttpResponseError) as raised:
            self.container.get_container_properties(lease=fresh_name()[8:])
        self.assertRefused(raised, 412, "LeaseIdMismatchWithContainerOperation")
        self.assertEqual(lease.break_lease(), 0)
        self.container.delete_container()

    def test_wrong_keys_are_refused(self):
        text = connection_string().replace(EMULATOR_KEY, "d3Jvbmc=")
        stranger = BlobServiceClient.from_connection_string(text, **OPTIONS)
        with self.assertRaises(ClientAuthenticationError) as raised:
            list(stranger.list_containers())
        self.assertRefused(raised, 403, "AuthenticationFailed")


class ServicePropertiesTest(BlobTest):
    def setUp(self):
        before = self.service.get_service_properties()
        self.addCleanup(
            self.service.set_service_properties,
            cors=before["cors"],
            delete_retention_policy=RetentionPolicy(),
            static_website=StaticWebsite(),
            analytics_logging=BlobAnalyticsLogging(),
            hour_metrics=Metrics(),
        )

    def test_properties_are_stored(self):
        logging = BlobAnalyticsLogging(read=True, write=True, delete=False, retention_policy=RetentionPolicy(True, 5))
        rule = CorsRule(["https://example.com"], ["GET", "PUT"], max_age_in_seconds=5, allowed_headers=["x-ms-*"])
        metrics = Metrics(enabled=True, include_apis=True, retention_policy=RetentionPolicy(True, 3))
        website = StaticWebsite(enabled=True, index_document="index.html", error_document404_path="404.html")
        self.service.set_service_properties(
            analytics_logging=logging, cors=[rule], hour_metrics=metrics, static_website=website
        )
        held = self.service.get_service_properties()
        self.assertEqual((held["analytics_logging"].read, held["analytics_logging"].retention_policy.days), (True, 5))
        self.assertEqual([rule.allowed_methods for rule in held["cors"]], ["GET,PUT"])
        self.assertEqual((held["hour_metrics"].include_apis, held["hour_metrics"].retention_policy.days), (True, 3))
        website = held["static_website"]
        self.assertEqual((website.enabled, website.index_document), (True, "index.html"))
        self.assertEqual(website.error_document404_path, "404.html")
        # What a request leaves out stays as it is.
        self.service.set_service_properties(delete_retention_policy=RetentionPolicy(True, 2))
        held = self.service.get_service_properties()
        self.assertEqual((held["delete_retention_policy"].days, held["static_website"].enabled), (2, True))

    def test_too_many_rules_are_refused(self):
        rule = CorsRule(["*"], ["GET"])
        with self.assertRaises(HttpResponseError) as raised:
            self.service.set_service_properties(cors=[rule] * 6)
        self.assertRefused(raised, 400, "InvalidXmlDocument")

    def test_what_kind_of_account_it_is(self):
        told = self.service.get_account_information()
        self.assertEqual((told["account_kind"], told["sku_name"][:9]), ("StorageV2", "Standard_"))


if __name__ == "__main__":
    unittest.main()
