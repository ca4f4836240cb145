// How the tests of queues reach the service, and what they share.
//
// The service is named by QUEUES_CONNECTION_STRING, or by QUEUES_ENDPOINT for one with the emulator's account.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { QueueServiceClient, StorageSharedKeyCredential } from "@azure/storage-queue";

// The account that every emulator has; its key is published.
export const ACCOUNT = "devstoreaccount1";
const KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
export const credential = new StorageSharedKeyCredential(ACCOUNT, KEY);

// A request that fails once has failed: nothing is repeated.
export const options = { retryOptions: { maxTries: 1 } };

const { QUEUES_CONNECTION_STRING: given, QUEUES_ENDPOINT: endpoint } = process.env;

/** Why there is nothing to test, if there is not. */
export const skip = given || endpoint ? false : "no service of queues is named";

function connectionString() {
  if (given) return given;
  const scheme = endpoint.split(":", 1)[0];
  return `DefaultEndpointsProtocol=${scheme};AccountName=${ACCOUNT};AccountKey=${KEY};QueueEndpoint=${endpoint};`;
}

/** A client of the whole service. */
export const service = skip ? undefined : QueueServiceClient.fromConnectionString(connectionString(), options);

/** A queue name that no other run has. */
export function freshName() {
  return `clients-${randomUUID()}`;
}

/** A new queue, which is deleted after the test. */
export async function freshQueue(test, more = {}) {
  const queue = service.getQueueClient(freshName());
  await queue.create(more);
  test.after(() => queue.delete());
  return queue;
}

/** Everything that an asynchronous iterator yields. */
export async function all(iterator) {
  const found = [];
  for await (const item of iterator) found.push(item);
  return found;
}

/** Waits for the promise to be refused with this status and error code. */
export async function refused(promise, status, code) {
  await assert.rejects(promise, (error) => {
    assert.equal(error.statusCode, status, String(error));
    assert.equal(error.code, code, String(error));
    return true;
  });
}
