"""Queues by themselves: creating, listing, metadata, policies, signatures, properties."""

import unittest
from datetime import datetime, timedelta, timezone

from azure.core.exceptions import ClientAuthenticationError, HttpResponseError, ResourceExistsError, ResourceNotFoundError
from azure.storage.queue import (
    AccessPolicy,
    AccountSasPermissions,
    CorsRule,
    QueueAnalyticsLogging,
    QueueClient,
    QueueSasPermissions,
    QueueServiceClient,
    ResourceTypes,
    RetentionPolicy,
    generate_account_sas,
    generate_queue_sas,
)

from queue_service import QueueTest, fresh_name
from service import EMULATOR_ACCOUNT, EMULATOR_KEY, OPTIONS


def soon():
    return datetime.now(timezone.utc) + timedelta(hours=1)


class Queues(QueueTest):
    def test_a_queue_is_created_listed_and_deleted(self):
        name = fresh_name()
        queue = self.service.create_queue(name, metadata={"kind": "fresh"})
        found = list(self.service.list_queues(name_starts_with=name, include_metadata=True))
        self.assertEqual([(queue.name, queue.metadata) for queue in found], [(name, {"kind": "fresh"})])
        queue.delete_queue()
        self.assertEqual(list(self.service.list_queues(name_starts_with=name)), [])
        with self.assertRaises(ResourceNotFoundError) as raised:
            queue.get_queue_properties()
        self.assertRefused(raised, 404, "QueueNotFound")

    def test_a_queue_is_created_again_with_the_same_metadata_alone(self):
        name = fresh_name()
        self.service.create_queue(name, metadata={"a": "1"})
        self.addCleanup(self.service.delete_queue, name)
        # This client takes the 204 of a queue that is there already for an error.
        with self.assertRaises(ResourceExistsError) as raised:
            self.service.create_queue(name, metadata={"a": "1"})
        self.assertEqual(raised.exception.status_code, 204)
        with self.assertRaises(ResourceExistsError) as raised:
            self.service.create_queue(name, metadata={"a": "2"})
        self.assertRefused(raised, 409, "QueueAlreadyExists")

    def test_what_is_wrong_with_a_name_is_told(self):
        for name, code in [("ab", "OutOfRangeInput"), ("Upper", "InvalidResourceName"), ("a_b", "InvalidResourceName")]:
            with self.subTest(name), self.assertRaises(HttpResponseError) as raised:
                self.service.create_queue(name)
            self.assertRefused(raised, 400, code)

    def test_pages_continue(self):
        prefix = fresh_name()[:20]
        names = [f"{prefix}-{number}" for number in range(5)]
        for name in reversed(names):
            self.service.create_queue(name)
            self.addCleanup(self.service.delete_queue, name)
        pages = self.service.list_queues(name_starts_with=prefix, results_per_page=2).by_page()
        self.assertEqual([[queue.name for queue in page] for page in pages], [names[:2], names[2:4], names[4:]])

    def test_metadata_is_replaced(self):
        self.queue.set_queue_metadata({"a": "1", "b": "2"})
        self.assertEqual(self.queue.get_queue_properties().metadata, {"a": "1", "b": "2"})
        self.queue.set_queue_metadata({"c": "3"})
        self.assertEqual(self.queue.get_queue_properties().metadata, {"c": "3"})

    def test_messages_are_counted(self):
        for text in "ab":
            self.queue.send_message(text)
        self.receive(messages_per_page=1, max_messages=1)
        self.assertEqual(self.queue.get_queue_properties().approximate_message_count, 2)

    def test_policies_are_stored_and_grant(self):
        policy = AccessPolicy(permission=QueueSasPermissions(read=True, add=True), expiry=soon(), start=None)
        self.queue.set_queue_access_policy({"p": policy})
        held = self.queue.get_queue_access_policy()
        self.assertEqual((list(held), set(held["p"].permission)), (["p"], set("ra")))
        token = generate_queue_sas(EMULATOR_ACCOUNT, self.queue.queue_name, EMULATOR_KEY, policy_id="p")
        with QueueClient.from_queue_url(self.queue.url, credential=token, **OPTIONS) as allowed:
            allowed.send_message("a")
            self.assertEqual(len(allowed.peek_messages()), 1)
            with self.assertRaises(HttpResponseError) as raised:
                list(allowed.receive_messages())
            self.assertRefused(raised, 403, "AuthorizationPermissionMismatch")
        self.queue.set_queue_access_policy({})
        self.assertEqual(self.queue.get_queue_access_policy(), {})

    def test_signatures_of_a_queue(self):
        permission = QueueSasPermissions(process=True)
        token = generate_queue_sas(
            EMULATOR_ACCOUNT, self.queue.queue_name, EMULATOR_KEY, permission=permission, expiry=soon()
        )
        self.queue.send_message("a")
        with QueueClient.from_queue_url(self.queue.url, credential=token, **OPTIONS) as allowed:
            message = next(iter(allowed.receive_messages()))
            allowed.delete_message(message)
            with self.assertRaises(HttpResponseError) as raised:
                allowed.delete_queue()
            self.assertRefused(raised, 403, "AuthorizationFailure")

    def test_signatures_of_the_account(self):
        token = generate_account_sas(
            EMULATOR_ACCOUNT, EMULATOR_KEY, ResourceTypes(service=True), AccountSasPermissions(list=True), soon()
        )
        with QueueServiceClient(self.service.url, credential=token, **OPTIONS) as allowed:
            self.assertIn(self.queue.queue_name, [queue.name for queue in allowed.list_queues()])
            with self.assertRaises(HttpResponseError) as raised:
                allowed.create_queue(fresh_name())
            self.assertEqual(raised.exception.status_code, 403)

    def test_wrong_signatures_are_refused(self):
        wrong = {"account_name": EMULATOR_ACCOUNT, "account_key": "d3Jvbmc="}
        with QueueServiceClient(self.service.url, credential=wrong, **OPTIONS) as stranger:
            with self.assertRaises(ClientAuthenticationError) as raised:
                list(stranger.list_queues())
            self.assertRefused(raised, 403, "AuthenticationFailed")

    def test_properties_are_stored(self):
        before = self.service.get_service_properties()
        self.addCleanup(self.service.set_service_properties, cors=before["cors"])
        logging = QueueAnalyticsLogging(read=True, write=True, delete=False, retention_policy=RetentionPolicy(True, 5))
        rule = CorsRule(["https://example.com"], ["GET", "PUT"], max_age_in_seconds=5)
        self.service.set_service_properties(analytics_logging=logging, cors=[rule])
        held = self.service.get_service_properties()
        self.assertEqual((held["analytics_logging"].read, held["analytics_logging"].retention_policy.days), (True, 5))
        self.assertEqual([rule.allowed_methods for rule in held["cors"]], ["GET,PUT"])


if __name__ == "__main__":
    unittest.main()
