// How the tests of blobs reach the service, and what they share.
//
// The service is named by BLOBS_CONNECTION_STRING, or by BLOBS_ENDPOINT for one with the emulator's account. The tests run with
// the current client and with the first of its line.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import * as current from "@azure/storage-blob";
import * as first from "storage-blob-12.0";

// The account that every emulator has; its key is published.
export const ACCOUNT = "devstoreaccount1";
export const KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
const { BLOBS_CONNECTION_STRING: given, BLOBS_ENDPOINT: endpoint } = process.env;

/** Why there is nothing to test, if there is not. */
export const skip = given || endpoint ? false : "no service of blobs is named";

/** The endpoint, and the scheme of it. */
export const address = endpoint ?? /BlobEndpoint=([^;]*)/.exec(given ?? "")?.[1] ?? "";

export const connectionString = () =>
  given ??
  `DefaultEndpointsProtocol=${address.split(":", 1)[0]};AccountName=${ACCOUNT};AccountKey=${KEY};BlobEndpoint=${address};`;

// A request that fails once has failed: nothing is repeated.
export const options = { retryOptions: { maxTries: 1 } };

const served = (client) =>
  skip ? undefined : client.BlobServiceClient.fromConnectionString(connectionString(), options);

/** The clients: what they are called, their modules, and a client of the whole service each. */
export const CLIENTS = [
  { called: "current", client: current, service: served(current) },
  { called: "12.0", client: first, service: served(first) },
];

/** A container name that no other run has. */
export const freshName = () => `clients-${randomUUID()}`;

/** A new container, which is deleted after the test. Its name is `given`: the first client reads a wrong one off its address. */
export async function freshContainer(test, service, more = {}) {
  const given = freshName();
  const container = Object.assign(service.getContainerClient(given), { given });
  await container.create(more);
  test.after(() => container.delete().catch(() => {}));
  return container;
}

/** A block blob with this content. */
export async function put(container, name, content = "content", more = {}) {
  const blob = container.getBlockBlobClient(name);
  await blob.upload(content, Buffer.byteLength(content), more);
  return blob;
}

/** Everything that a stream holds. */
export async function octets(stream) {
  const parts = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** The text of a blob. */
export async function read(blob, ...range) {
  return (await octets((await blob.download(...range)).readableStreamBody)).toString();
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
    const told = error.details?.errorCode ?? error.code ?? error.body?.Code ?? error.body?.code;
    assert.equal(error.statusCode, status, String(error));
    if (code && told !== "REQUEST_SEND_ERROR") assert.equal(told, code, String(error));
    return true;
  });
}

export const soon = () => new Date(Date.now() + 3600 * 1000);
