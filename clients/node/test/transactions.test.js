// Entity group transactions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { find, freshName, freshTable, KEYS, properties, refused, stored, tableNamed } from "../service.js";

const entity = (rowKey, more = {}, partitionKey = "p") => ({ partitionKey, rowKey, ...more });
const numbers = (count) => Array.from({ length: count }, (_, number) => String(number).padStart(2, "0"));

async function state(table) {
  return new Map((await find(table)).map((found) => [found.rowKey, found]));
}

async function undone(table, actions, status, code) {
  const before = await state(table);
  await refused(table.submitTransaction(actions), status, code);
  assert.deepEqual(await state(table), before);
}

test("a hundred operations of every kind", async (t) => {
  const table = await freshTable(t);
  const kinds = ["merge", "replace", "guarded", "delete"];
  const there = kinds.flatMap((kind) => numbers(15).map((number) => kind + number));
  await table.submitTransaction(there.map((row) => ["create", entity(row, { A: 1, B: 2 })]));
  const before = await state(table);

  const actions = [
    ...numbers(20).map((number) => ["create", entity(`new${number}`, { A: Number(number) })]),
    ...numbers(15).map((number) => ["update", entity(`merge${number}`, { B: 3 }), "Merge"]),
    ...numbers(15).map((number) => ["update", entity(`replace${number}`, { B: 3 }), "Replace"]),
    ...numbers(15).map((number) => {
      const row = `guarded${number}`;
      return ["update", entity(row, { C: 4 }), "Merge", { etag: before.get(row).etag }];
    }),
    ...numbers(10).map((number) => ["upsert", entity(`upsert-merge${number}`, { D: 5 }), "Merge"]),
    ...numbers(10).map((number) => ["upsert", entity(`upsert-replace${number}`, { D: 5 }), "Replace"]),
    ...numbers(15).map((number) => ["delete", entity(`delete${number}`)]),
  ];
  assert.equal(actions.length, 100);

  const { status, subResponses, getResponseForEntity } = await table.submitTransaction(actions);
  const after = await state(table);
  assert.equal(status, 202);
  assert.equal(subResponses.length, 100);
  for (const [place, [kind, { rowKey }]] of actions.entries()) {
    assert.equal(subResponses[place].status, 204);
    assert.equal(subResponses[place].etag, kind === "delete" ? undefined : after.get(rowKey).etag);
  }
  assert.equal(getResponseForEntity("new07"), subResponses[7]);
  assert.equal(after.size, 85);
  for (const [row, more] of [
    ["new07", { A: 7 }],
    ["merge07", { A: 1, B: 3 }],
    ["replace07", { B: 3 }],
    ["guarded07", { A: 1, B: 2, C: 4 }],
    ["upsert-merge07", { D: 5 }],
    ["upsert-replace07", { D: 5 }],
  ]) {
    assert.deepEqual(properties(after.get(row)), entity(row, more));
  }
  assert.equal(after.get("delete07"), undefined);
});

test("a failing operation undoes all others", async (t) => {
  const table = await freshTable(t);
  await table.submitTransaction(["kept", "deleted", "there"].map((row) => ["create", entity(row, { A: 1 })]));
  const { etag: stale } = await table.createEntity(entity("guarded", { A: 1 }));
  await table.updateEntity(entity("guarded", { A: 2 }));
  const fine = [
    ["create", entity("new")],
    ["update", entity("kept", { A: 2 }), "Merge"],
    ["delete", entity("deleted")],
  ];
  const behind = ["create", entity("newer")];
  for (const [name, failing, status, code] of [
    ["an insert of what exists", ["create", entity("there")], 409, "EntityAlreadyExists"],
    ["an update of what is missing", ["update", entity("missing"), "Merge"], 404, "ResourceNotFound"],
    ["a delete of what is missing", ["delete", entity("missing")], 404, "ResourceNotFound"],
    ["a merge with a stale ETag", stalely("Merge"), 412, "UpdateConditionNotSatisfied"],
    ["a replace with a stale ETag", stalely("Replace"), 412, "UpdateConditionNotSatisfied"],
    ["a second operation on an entity", ["upsert", entity("new"), "Merge"], 400, "InvalidDuplicateRow"],
  ]) {
    await t.test(name, () => undone(table, [...fine, failing, behind], status, code));
  }

  function stalely(mode) {
    return ["update", entity("guarded", { A: 3 }), mode, { etag: stale }];
  }
});

test("more than a hundred operations are refused", async (t) => {
  const table = await freshTable(t);
  const actions = Array.from({ length: 101 }, (_, number) => ["create", entity(String(number))]);
  await undone(table, actions, 400, "InvalidInput");
});

test("the table must exist", async () => {
  const missing = tableNamed(freshName());
  await refused(missing.submitTransaction([["create", entity("a")]]), 404, "TableNotFound");
});

test("troublesome keys in every kind of operation", async (t) => {
  const table = await freshTable(t);
  for (const { name, key } of KEYS) {
    await t.test(name, async () => {
      const at = (more) => entity(key, more, key);
      await table.submitTransaction([["create", at({ Copy: key })]]);
      await table.submitTransaction([["update", at({ A: 1 }), "Merge"]]);
      assert.deepEqual(await stored(table, key, key), at({ Copy: key, A: 1 }));
      await table.submitTransaction([["upsert", at({ B: 1 }), "Replace"]]);
      assert.deepEqual(await stored(table, key, key), at({ B: 1 }));
      await table.submitTransaction([["delete", at()]]);
      await refused(table.getEntity(key, key), 404, "ResourceNotFound");
    });
  }
});

test("values survive the multipart body", async (t) => {
  const table = await freshTable(t);
  const values = {
    Text: '--changeset_0\r\n\r\nHTTP/1.1 204 No Content\r\n {"a": 1} 😀',
    Least: -(2n ** 63n),
    Infinite: { type: "Double", value: "Infinity" },
  };
  await table.submitTransaction([["create", entity("r", values)]]);
  assert.deepEqual(await stored(table, "p", "r"), entity("r", { ...values, Infinite: "Infinity" }));
});
