// Queues by themselves: creating, listing, metadata, policies, signatures, properties.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  AccountSASPermissions,
  AnonymousCredential,
  generateAccountSASQueryParameters,
  generateQueueSASQueryParameters,
  QueueClient,
  QueueSASPermissions,
  QueueServiceClient,
  StorageSharedKeyCredential,
} from "@azure/storage-queue";
import { ACCOUNT, all, credential, freshName, freshQueue, options, refused, service, skip } from "../queues.js";

const soon = () => new Date(Date.now() + 3600 * 1000);

test("a queue is created, listed and deleted", { skip }, async () => {
  const name = freshName();
  const queue = service.getQueueClient(name);
  await queue.create({ metadata: { kind: "fresh" } });
  const [found] = await all(service.listQueues({ prefix: name, includeMetadata: true }));
  assert.deepEqual([found.name, found.metadata], [name, { kind: "fresh" }]);
  await queue.delete();
  assert.deepEqual(await all(service.listQueues({ prefix: name })), []);
  assert.equal(await queue.exists(), false);
  await refused(queue.getProperties(), 404, "QueueNotFound");
});

test("a queue is created again with the same metadata alone", { skip }, async (t) => {
  const queue = await freshQueue(t, { metadata: { a: "1" } });
  assert.equal((await queue.create({ metadata: { a: "1" } }))._response.status, 204);
  await refused(queue.create({ metadata: { a: "2" } }), 409, "QueueAlreadyExists");
  assert.equal((await queue.createIfNotExists()).succeeded, false);
  await refused(service.getQueueClient("Upper").create(), 400, "InvalidResourceName");
  await refused(service.getQueueClient("ab").create(), 400, "OutOfRangeInput");
});

test("pages continue", { skip }, async (t) => {
  const prefix = freshName().slice(0, 20);
  const names = [0, 1, 2, 3, 4].map((number) => `${prefix}-${number}`);
  for (const name of names.toReversed()) {
    const queue = service.getQueueClient(name);
    await queue.create();
    t.after(() => queue.delete());
  }
  const pages = await all(service.listQueues({ prefix }).byPage({ maxPageSize: 2 }));
  assert.deepEqual(pages.map((page) => page.queueItems.map((queue) => queue.name)), [
    names.slice(0, 2),
    names.slice(2, 4),
    names.slice(4),
  ]);
});

test("metadata is replaced, and messages are counted", { skip }, async (t) => {
  const queue = await freshQueue(t);
  await queue.setMetadata({ a: "1", b: "2" });
  await queue.setMetadata({ c: "3" });
  await queue.sendMessage("a");
  const { metadata, approximateMessagesCount } = await queue.getProperties();
  assert.deepEqual([metadata, approximateMessagesCount], [{ c: "3" }, 1]);
});

test("policies are stored and grant", { skip }, async (t) => {
  const queue = await freshQueue(t);
  const policy = { startsOn: new Date(Date.now() - 3600 * 1000), expiresOn: soon(), permissions: "ra" };
  await queue.setAccessPolicy([{ id: "p", accessPolicy: policy }]);
  const { signedIdentifiers } = await queue.getAccessPolicy();
  assert.deepEqual(signedIdentifiers.map(({ id }) => id), ["p"]);
  assert.equal(signedIdentifiers[0].accessPolicy.permissions, "ra");
  const sas = generateQueueSASQueryParameters({ queueName: queue.name, identifier: "p" }, credential);
  const allowed = new QueueClient(`${queue.url}?${sas}`, new AnonymousCredential(), options);
  await allowed.sendMessage("a");
  assert.equal((await allowed.peekMessages()).peekedMessageItems.length, 1);
  await refused(allowed.receiveMessages(), 403, "AuthorizationPermissionMismatch");
  await queue.setAccessPolicy([]);
  assert.deepEqual((await queue.getAccessPolicy()).signedIdentifiers, []);
});

test("signatures of a queue and of the account", { skip }, async (t) => {
  const queue = await freshQueue(t);
  const permissions = QueueSASPermissions.parse("p");
  const sas = generateQueueSASQueryParameters({ queueName: queue.name, permissions, expiresOn: soon() }, credential);
  const processing = new QueueClient(`${queue.url}?${sas}`, new AnonymousCredential(), options);
  await queue.sendMessage("a");
  const [message] = (await processing.receiveMessages()).receivedMessageItems;
  await processing.deleteMessage(message.messageId, message.popReceipt);
  await refused(processing.delete(), 403, "AuthorizationFailure");

  const of = (resourceTypes, letters) =>
    generateAccountSASQueryParameters(
      { expiresOn: soon(), permissions: AccountSASPermissions.parse(letters), resourceTypes, services: "q" },
      credential,
    );
  const as = (sas) => new QueueServiceClient(`${service.url}?${sas}`, new AnonymousCredential(), options);
  assert.ok((await all(as(of("s", "l")).listQueues())).some(({ name }) => name === queue.name));
  await refused(as(of("s", "r")).getQueueClient(queue.name).create(), 403, "AuthorizationResourceTypeMismatch");
  await refused(all(as(of("s", "r")).listQueues()), 403, "AuthorizationPermissionMismatch");
});

test("wrong signatures are refused", { skip }, async () => {
  const wrong = new StorageSharedKeyCredential(ACCOUNT, "d3Jvbmc=");
  await refused(all(new QueueServiceClient(service.url, wrong, options).listQueues()), 403, "AuthenticationFailed");
});

test("properties are stored", { skip }, async (t) => {
  const before = await service.getProperties();
  t.after(() => service.setProperties({ cors: before.cors ?? [] }));
  const logging = { version: "1.0", read: true, write: true, deleteProperty: false };
  const rule = {
    allowedOrigins: "https://example.com",
    allowedMethods: "GET",
    allowedHeaders: "x-ms-meta-*",
    exposedHeaders: "*",
    maxAgeInSeconds: 5,
  };
  await service.setProperties({
    queueAnalyticsLogging: { ...logging, retentionPolicy: { enabled: true, days: 5 } },
    cors: [rule],
  });
  const held = await service.getProperties();
  assert.equal(held.queueAnalyticsLogging.retentionPolicy.days, 5);
  assert.deepEqual(held.cors, [rule]);
});
