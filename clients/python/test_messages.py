"""Messages: sending, receiving, visibility, updates, receipts, what may stand in them."""

import time
import unittest

from azure.core.exceptions import HttpResponseError, ResourceNotFoundError
from azure.storage.queue import BinaryBase64DecodePolicy, BinaryBase64EncodePolicy

from queue_service import QueueTest

# Texts that clients and servers get wrong on their way.
TEXTS = ["", "<a>&amp;</a>", "  blanks\t and\nlines ", "quotes ' \"", "Zoë 世界 😀", "%25+%", "PGE+", "x" * 65_536]


class Messages(QueueTest):
    def test_a_message_is_sent_received_and_deleted(self):
        sent = self.queue.send_message("hello")
        self.assertEqual((sent.expires_on - sent.inserted_on).total_seconds(), 7 * 24 * 3600)
        (message,) = self.receive()
        self.assertEqual((message.id, message.content, message.dequeue_count), (sent.id, "hello", 1))
        self.assertEqual(self.receive(), [])
        self.queue.delete_message(message)
        self.assertEqual(self.queue.get_queue_properties().approximate_message_count, 0)

    def test_texts_come_back_as_they_were_sent(self):
        for text in TEXTS:
            with self.subTest(text[:20]):
                self.queue.send_message(text)
                (message,) = self.receive()
                # This client tells an empty text as none.
                self.assertEqual(message.content or "", text)
                self.queue.delete_message(message)

    def test_octets_come_back_as_base64(self):
        octets = bytes(range(256))
        policies = {
            "message_encode_policy": BinaryBase64EncodePolicy(),
            "message_decode_policy": BinaryBase64DecodePolicy(),
        }
        with self.service.get_queue_client(self.queue.queue_name, **policies) as queue:
            queue.send_message(octets)
            self.assertEqual([message.content for message in queue.receive_messages()], [octets])

    def test_larger_texts_are_refused(self):
        with self.assertRaises(HttpResponseError) as raised:
            self.queue.send_message("x" * 65_537)
        self.assertRefused(raised, 413, "RequestBodyTooLarge")

    def test_several_are_received_in_pages(self):
        for number in range(5):
            self.queue.send_message(str(number))
        self.assertEqual(sorted(self.peeked()), ["0", "1", "2", "3", "4"])
        pages = self.queue.receive_messages(messages_per_page=2).by_page()
        self.assertEqual([len(list(page)) for page in pages][:3], [2, 2, 1])

    def test_a_message_comes_back_when_its_time_is_over(self):
        self.queue.send_message("a")
        (first,) = self.receive(visibility_timeout=1)
        self.assertEqual(self.peeked(), [])
        deadline = time.monotonic() + 10
        while not (again := self.receive()) and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual([message.dequeue_count for message in again], [2])
        with self.assertRaises(ResourceNotFoundError) as raised:
            self.queue.delete_message(first)
        self.assertRefused(raised, 404, "MessageNotFound")

    def test_a_message_is_updated(self):
        self.queue.send_message("a")
        (message,) = self.receive()
        updated = self.queue.update_message(message, content="b", visibility_timeout=0)
        self.assertNotEqual(updated.pop_receipt, message.pop_receipt)
        self.assertEqual(self.peeked(), ["b"])
        with self.assertRaises(ResourceNotFoundError) as raised:
            self.queue.delete_message(message)
        self.assertRefused(raised, 404, "MessageNotFound")
        self.queue.update_message(updated, visibility_timeout=60)
        self.assertEqual(self.peeked(), [])

    def test_a_message_is_sent_for_later(self):
        self.queue.send_message("later", visibility_timeout=60)
        self.assertEqual(self.receive(), [])
        never = self.queue.send_message("always", time_to_live=-1)
        self.assertEqual(never.expires_on.year, 9999)
        self.assertEqual(self.peeked(), ["always"])

    def test_a_queue_is_cleared(self):
        for text in "ab":
            self.queue.send_message(text)
        self.receive(messages_per_page=1, max_messages=1)
        self.queue.clear_messages()
        self.assertEqual(self.queue.get_queue_properties().approximate_message_count, 0)

    def test_numbers_out_of_range_are_refused(self):
        with self.assertRaises(HttpResponseError) as raised:
            self.receive(visibility_timeout=604_801)
        self.assertRefused(raised, 400, "OutOfRangeQueryParameterValue")

    def test_receipts_that_are_none_are_refused(self):
        sent = self.queue.send_message("a")
        with self.assertRaises(HttpResponseError) as raised:
            self.queue.delete_message(sent.id, pop_receipt="invalid")
        self.assertRefused(raised, 400, "InvalidQueryParameterValue")


if __name__ == "__main__":
    unittest.main()
