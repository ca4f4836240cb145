// Clients that repeat what a service refuses because it is too busy, by their own policies.
//
// The service is named by THROTTLED_TABLES_ENDPOINT, THROTTLED_QUEUES_ENDPOINT and THROTTLED_BLOBS_ENDPOINT. It does ten things in a
// second to one partition, queue or blob, and refuses what is beyond.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { TableClient } from "@azure/data-tables";
import { BlobServiceClient } from "@azure/storage-blob";
import { QueueServiceClient } from "@azure/storage-queue";

// The account that every emulator has; its key is published.
const ACCOUNT = "devstoreaccount1";
const KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

// More than is done in the time that so many requests take.
const COUNT = 25;
// The policies of queues and blobs wait for four seconds at first unless they are told otherwise.
const retryOptions = { maxTries: 8, retryDelayInMs: 400, maxRetryDelayInMs: 2000 };
const once = { retryOptions: { maxTries: 1 } };

const skip = process.env.THROTTLED_TABLES_ENDPOINT ? false : "no service is named that throttles";

function connectionString(kind) {
  const endpoint = process.env[`THROTTLED_${kind.toUpperCase()}S_ENDPOINT`];
  return `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${KEY};${kind}Endpoint=${endpoint};`;
}

const freshName = () => `clients${randomUUID().replaceAll("-", "")}`;

/** Who repeats nothing is refused at last. */
async function busy(write) {
  const writes = async () => {
    for (let number = 0; number < COUNT; number += 1) await write(`once${number}`);
  };
  await assert.rejects(writes, (error) => {
    assert.equal(error.statusCode, 503, String(error));
    return true;
  });
}

test("entities of one partition", { skip }, async (t) => {
  const name = freshName();
  const table = TableClient.fromConnectionString(connectionString("Table"), name, { allowInsecureConnection: true });
  await table.createTable();
  t.after(() => table.deleteTable());
  for (let row = 0; row < COUNT; row += 1) await table.createEntity({ partitionKey: "p", rowKey: String(row) });
  const found = [];
  for await (const entity of table.listEntities()) found.push(entity);
  assert.equal(found.length, COUNT);
  const options = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };
  const impatient = TableClient.fromConnectionString(connectionString("Table"), name, options);
  await busy((rowKey) => impatient.createEntity({ partitionKey: "q", rowKey }));
});

test("messages of one queue", { skip }, async (t) => {
  const service = QueueServiceClient.fromConnectionString(connectionString("Queue"), { retryOptions });
  const queue = service.getQueueClient(freshName());
  await queue.create();
  t.after(() => queue.delete());
  for (let number = 0; number < COUNT; number += 1) await queue.sendMessage(String(number));
  assert.equal((await queue.getProperties()).approximateMessagesCount, COUNT);
  const impatient = QueueServiceClient.fromConnectionString(connectionString("Queue"), once);
  await busy((text) => impatient.getQueueClient(queue.name).sendMessage(text));
});

test("one blob", { skip }, async (t) => {
  const service = BlobServiceClient.fromConnectionString(connectionString("Blob"), { retryOptions });
  const container = service.getContainerClient(freshName());
  await container.create();
  t.after(() => container.delete());
  const blob = container.getBlockBlobClient("blob");
  for (let number = 0; number < COUNT; number += 1) await blob.upload(String(number), String(number).length);
  assert.equal((await blob.downloadToBuffer()).toString(), String(COUNT - 1));
  const impatient = BlobServiceClient.fromConnectionString(connectionString("Blob"), once);
  const other = impatient.getContainerClient(container.containerName).getBlockBlobClient("other");
  await busy((text) => other.upload(text, text.length));
});
