// Creating, listing and deleting tables; refused signatures.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { odata } from "@azure/data-tables";
import { all, freshName, freshTable, refused, service, serviceAs, tableNamed } from "../service.js";

async function names(filter) {
  return (await all(service.listTables({ queryOptions: { filter } }))).map((table) => table.name);
}

test("a table is created, listed and deleted", async () => {
  const name = freshName();
  await service.createTable(name);
  assert.deepEqual(await names(odata`TableName eq ${name}`), [name]);
  assert.ok((await names()).includes(name));
  await service.deleteTable(name);
  assert.deepEqual(await names(odata`TableName eq ${name}`), []);
});

test("a table is not created twice", async (t) => {
  const { tableName } = await freshTable(t);
  for (const name of [tableName, tableName.toUpperCase()]) {
    // This client takes the refusal for success, and shows it to who asks.
    let status;
    await service.createTable(name, { onResponse: (answer) => (status = answer.status) });
    assert.equal(status, 409);
  }
});

test("names that break the rules are refused", async () => {
  await refused(service.createTable("1clients"), 400, "InvalidResourceName");
  await refused(service.createTable("clients_1"), 400, "InvalidResourceName");
  await refused(service.createTable("c".repeat(64)), 400, "OutOfRangeInput");
});

test("entities need their table", async () => {
  const missing = tableNamed(freshName());
  const entity = { partitionKey: "p", rowKey: "r" };
  await refused(missing.createEntity(entity), 404, "TableNotFound");
  await refused(missing.upsertEntity(entity), 404, "TableNotFound");
  await refused(missing.getEntity("p", "r"), 404, "TableNotFound");
  await refused(all(missing.listEntities()), 404, "TableNotFound");
});

test("deleting what does not exist is no error for this client", async () => {
  await service.deleteTable(freshName());
});

test("the listing of tables is paged and resumed", async (t) => {
  const prefix = `paged${randomUUID().replaceAll("-", "")}`;
  const expected = [..."abcde"].map((letter) => prefix + letter);
  for (const name of expected.toReversed()) {
    await service.createTable(name);
    t.after(() => service.deleteTable(name));
  }
  const queryOptions = { filter: odata`TableName ge ${prefix} and TableName lt ${`${prefix}z`}` };

  const first = (await service.listTables({ queryOptions }).byPage({ maxPageSize: 2 }).next()).value;
  assert.deepEqual(first.map((table) => table.name), expected.slice(0, 2));
  assert.ok(first.continuationToken);

  const settings = { maxPageSize: 2, continuationToken: first.continuationToken };
  const rest = await all(service.listTables({ queryOptions }).byPage(settings));
  assert.deepEqual(rest.map((page) => page.map((table) => table.name)), [expected.slice(2, 4), expected.slice(4)]);
});

test("another key and another account are refused", async () => {
  const key = Buffer.from("another key".repeat(6)).toString("base64");
  await refused(all(serviceAs("devstoreaccount1", key).listTables()), 403, "AuthenticationFailed");
  await refused(all(serviceAs("stranger", key).listTables()), 403, "AuthenticationFailed");
});
