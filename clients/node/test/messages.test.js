// Messages: sending, receiving, visibility, updates, receipts, what may stand in them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { freshQueue, refused, skip } from "../queues.js";

// Texts that clients and servers get wrong on their way.
const TEXTS = ["", "<a>&amp;</a>", "  blanks\t and\nlines ", "quotes ' \"", "Zoë 世界 😀", "%25+%", "PGE+", "x".repeat(65_536)];

const receive = async (queue, more) => (await queue.receiveMessages(more)).receivedMessageItems;
const peeked = async (queue) =>
  (await queue.peekMessages({ numberOfMessages: 32 })).peekedMessageItems.map(({ messageText }) => messageText);

test("a message is sent, received and deleted", { skip }, async (t) => {
  const queue = await freshQueue(t);
  const sent = await queue.sendMessage("hello");
  assert.equal(sent.expiresOn - sent.insertedOn, 7 * 24 * 3600 * 1000);
  const [message, ...none] = await receive(queue);
  assert.deepEqual([message.messageId, message.messageText, message.dequeueCount], [sent.messageId, "hello", 1]);
  assert.deepEqual([none, await receive(queue)], [[], []]);
  await queue.deleteMessage(message.messageId, message.popReceipt);
  await refused(queue.deleteMessage(message.messageId, message.popReceipt), 404, "MessageNotFound");
});

test("texts come back as they were sent", { skip }, async (t) => {
  const queue = await freshQueue(t);
  for (const text of TEXTS) {
    await queue.sendMessage(text);
    const [message] = await receive(queue);
    assert.equal(message.messageText, text);
    await queue.deleteMessage(message.messageId, message.popReceipt);
  }
  await refused(queue.sendMessage("x".repeat(65_537)), 413, "RequestBodyTooLarge");
});

test("a message comes back when its time is over", { skip }, async (t) => {
  const queue = await freshQueue(t);
  await queue.sendMessage("a");
  const [first] = await receive(queue, { visibilityTimeout: 1 });
  assert.deepEqual(await peeked(queue), []);
  const deadline = Date.now() + 10_000;
  let again = [];
  while (again.length === 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    again = await receive(queue);
  }
  assert.deepEqual(again.map(({ dequeueCount }) => dequeueCount), [2]);
  await refused(queue.deleteMessage(first.messageId, first.popReceipt), 404, "MessageNotFound");
});

test("a message is updated", { skip }, async (t) => {
  const queue = await freshQueue(t);
  await queue.sendMessage("a");
  const [message] = await receive(queue);
  const updated = await queue.updateMessage(message.messageId, message.popReceipt, "b", 0);
  assert.notEqual(updated.popReceipt, message.popReceipt);
  assert.deepEqual(await peeked(queue), ["b"]);
  await refused(queue.deleteMessage(message.messageId, message.popReceipt), 404, "MessageNotFound");
  await queue.updateMessage(message.messageId, updated.popReceipt, undefined, 60);
  assert.deepEqual(await peeked(queue), []);
});

test("a message is sent for later, or for ever", { skip }, async (t) => {
  const queue = await freshQueue(t);
  await queue.sendMessage("later", { visibilityTimeout: 60 });
  const never = await queue.sendMessage("always", { messageTimeToLive: -1 });
  assert.equal(never.expiresOn.getUTCFullYear(), 9999);
  assert.deepEqual(await peeked(queue), ["always"]);
  await queue.clearMessages();
  assert.equal((await queue.getProperties()).approximateMessagesCount, 0);
});

test("what is out of range is refused", { skip }, async (t) => {
  const queue = await freshQueue(t);
  const { messageId } = await queue.sendMessage("a");
  await refused(queue.peekMessages({ numberOfMessages: 33 }), 400, "OutOfRangeQueryParameterValue");
  await refused(queue.receiveMessages({ visibilityTimeout: 604_801 }), 400, "OutOfRangeQueryParameterValue");
  const both = { messageTimeToLive: 30, visibilityTimeout: 30 };
  await refused(queue.sendMessage("a", both), 400, "InvalidQueryParameterValue");
  await refused(queue.deleteMessage(messageId, "invalid"), 400, "InvalidQueryParameterValue");
});
