// How the tests reach the service, and what they share.
//
// The service is named by TABLES_CONNECTION_STRING, or by TABLES_ENDPOINT for one with the emulator's account.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { AzureNamedKeyCredential, TableClient, TableServiceClient } from "@azure/data-tables";

// The account that every emulator has; its key is published.
const EMULATOR_ACCOUNT = "devstoreaccount1";
const EMULATOR_KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

// A request that fails once has failed: nothing is repeated.
const options = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };

/** Keys that clients and servers get wrong on their way; the Python tests use them too. */
export const KEYS = JSON.parse(readFileSync(new URL("../keys.json", import.meta.url), "utf8"));

/** The connection string of the service under test. */
function connectionString() {
  const { TABLES_CONNECTION_STRING: given, TABLES_ENDPOINT: endpoint } = process.env;
  if (given) return given;
  assert.ok(endpoint, "set TABLES_CONNECTION_STRING, or TABLES_ENDPOINT for a service with the emulator's account");
  const scheme = endpoint.split(":", 1)[0];
  return (
    `DefaultEndpointsProtocol=${scheme};AccountName=${EMULATOR_ACCOUNT};AccountKey=${EMULATOR_KEY};` +
    `TableEndpoint=${endpoint};`
  );
}

/** A client of the whole service. */
export const service = TableServiceClient.fromConnectionString(connectionString(), options);

/** A client of the whole service that signs with this account and key. */
export function serviceAs(account, key) {
  return new TableServiceClient(service.url, new AzureNamedKeyCredential(account, key), options);
}

/** A client of the table with this name. */
export function tableNamed(name) {
  return TableClient.fromConnectionString(connectionString(), name, options);
}

/** A table name that no other run has. */
export function freshName() {
  return `clients${randomUUID().replaceAll("-", "")}`;
}

/** A new table, which is deleted after the test. */
export async function freshTable(test) {
  const table = tableNamed(freshName());
  await table.createTable();
  test.after(() => table.deleteTable());
  return table;
}

/** Everything that an asynchronous iterator yields. */
export async function all(iterator) {
  const found = [];
  for await (const item of iterator) found.push(item);
  return found;
}

/** The entities of a table that a query finds, in the order in which they come. */
export function find(table, filter, queryOptions = {}) {
  return all(table.listEntities({ queryOptions: { ...queryOptions, filter } }));
}

/** What is stored under a key: no ETag, no Timestamp, no annotations. */
export async function stored(table, partitionKey, rowKey, options) {
  return properties(await table.getEntity(partitionKey, rowKey, options));
}

/** An entity without what the service adds to it. */
export function properties(entity) {
  const { etag, timestamp, "odata.metadata": metadata, ...rest } = entity;
  return rest;
}

/** Waits for the promise to be refused with this status and error code. */
export async function refused(promise, status, code) {
  await assert.rejects(promise, (error) => {
    assert.equal(error.statusCode, status, String(error));
    assert.equal(error.details?.odataError?.code ?? error.code, code, String(error));
    return true;
  });
}
