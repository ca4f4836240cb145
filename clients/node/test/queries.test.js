// Filters with literals of every type, projection and paging.

import assert from "node:assert/strict";
import { test } from "node:test";
import { odata } from "@azure/data-tables";
import { all, find, freshTable, properties, refused } from "../service.js";

// One value of each type, a larger one, and the two as literals of the filter language.
const TYPES = {
  String: ["O'Brien", "Zoë 世界", "'O''Brien'", "'Zoë 世界'"],
  Boolean: [false, true, "false", "true"],
  Int32: [-5, 2 ** 31 - 1, "-5", "2147483647"],
  Int64: [-(2n ** 63n), 2n ** 63n - 1n, "-9223372036854775808L", "9223372036854775807L"],
  Double: [-1.5, 100.25, "-1.5", "100.25"],
  DateTime: [
    new Date("1601-01-01T00:00:00Z"),
    { type: "DateTime", value: "2024-02-29T23:59:59.1234567Z" },
    "datetime'1601-01-01T00:00:00Z'",
    "datetime'2024-02-29T23:59:59.1234567Z'",
  ],
  Guid: [
    { type: "Guid", value: "5826c3d3-0f5a-4b64-b5a8-8a3cd1ef9a0b" },
    { type: "Guid", value: "c9da6455-213d-42c9-9a79-3e9149a57833" },
    "guid'5826c3d3-0f5a-4b64-b5a8-8a3cd1ef9a0b'",
    "guid'c9da6455-213d-42c9-9a79-3e9149a57833'",
  ],
  Binary: [Uint8Array.of(0x00, 0x0a, 0xff), Uint8Array.of(0xfe), "X'000aff'", "binary'fe'"],
};

async function typedRows(test) {
  const table = await freshTable(test);
  for (const [place, rowKey] of ["low", "high"].entries()) {
    const values = Object.fromEntries(Object.entries(TYPES).map(([name, values]) => [name, values[place]]));
    await table.createEntity({ partitionKey: "p", rowKey, ...values });
  }
  await table.createEntity({ partitionKey: "p", rowKey: "without" });
  return table;
}

const rows = async (table, filter) => (await find(table, filter)).map((entity) => entity.rowKey);

test("literals of every type", async (t) => {
  const table = await typedRows(t);
  for (const [name, [, , low, high]] of Object.entries(TYPES)) {
    for (const [operator, literal, expected] of [
      ["eq", low, ["low"]],
      ["eq", high, ["high"]],
      ["ne", low, ["high"]],
      ["gt", low, ["high"]],
      ["ge", low, ["high", "low"]],
      ["lt", high, ["low"]],
      ["le", high, ["high", "low"]],
    ]) {
      const filter = `${name} ${operator} ${literal}`;
      await t.test(filter, async () => assert.deepEqual(await rows(table, filter), expected));
    }
  }
});

test("and, or, not, parentheses and values put in by the client", async (t) => {
  const table = await typedRows(t);
  for (const [filter, expected] of [
    [odata`String eq ${TYPES.String[0]}`, ["low"]],
    [odata`String gt ${TYPES.String[0]}`, ["high"]],
    [odata`DateTime eq ${TYPES.DateTime[0]}`, ["low"]],
    [odata`Int32 eq ${-5} and Boolean eq ${false}`, ["low"]],
    ["Boolean eq true or Boolean eq false and Int32 gt 0", ["high"]],
    ["(Boolean eq true or Boolean eq false) and Int32 lt 0", ["low"]],
    ["not (Int32 lt 0)", ["high", "without"]],
    ["Timestamp gt datetime'2020-01-01T00:00:00Z'", ["high", "low", "without"]],
  ]) {
    await t.test(filter, async () => assert.deepEqual(await rows(table, filter), expected));
  }
});

test("a malformed filter is refused", async (t) => {
  const table = await typedRows(t);
  for (const filter of ["Int32 eq", "Int32 eq 1'invalid'", "(Int32 eq 1", "Int32 is 1"]) {
    await t.test(filter, () => refused(find(table, filter), 400, "InvalidInput"));
  }
});

test("select returns what was asked for", async (t) => {
  const table = await typedRows(t);
  const [low] = await find(table, "RowKey eq 'low'", { select: ["rowKey", "Int64", "Absent"] });
  assert.ok(low.etag);
  assert.deepEqual(properties(low), { rowKey: "low", Int64: -(2n ** 63n), Absent: null });
  const read = await table.getEntity("p", "low", { queryOptions: { select: ["Int32"] } });
  assert.deepEqual(properties(read), { Int32: -5 });
});

// 250 entities in three partitions, whose row keys do not ascend from one partition to the next.
async function manyRows(test) {
  const table = await freshTable(test);
  const keys = [];
  for (const [partitionKey, first, last] of [["a", 500, 600], ["b", 100, 200], ["c'%+ ", 300, 350]]) {
    const entities = [];
    for (let row = first; row < last; row++) {
      entities.push({ partitionKey, rowKey: `${row}'%+ ü`, Even: row % 2 === 0 });
    }
    keys.push(...entities);
    await table.submitTransaction(entities.toReversed().map((entity) => ["create", entity]));
  }
  return [table, keys];
}

const keysOf = (entities) => entities.map(({ partitionKey, rowKey }) => [partitionKey, rowKey]);

test("a listing goes on over pages and partitions", async (t) => {
  const [table, expected] = await manyRows(t);
  const pages = await all(table.listEntities().byPage({ maxPageSize: 40 }));
  assert.deepEqual(keysOf(pages.flat()), keysOf(expected));
  assert.ok(pages.length >= 7 && pages.every((page) => page.length <= 40));
  assert.deepEqual(keysOf(await find(table)), keysOf(expected));
});

test("a query resumes from a stored token", async (t) => {
  const [table, expected] = await manyRows(t);
  const found = [];
  let continuationToken;
  do {
    // Each page is asked for by an iterator that knows nothing but the token.
    const iterator = table.listEntities({ queryOptions: { filter: "Even eq true" } });
    const { value: page } = await iterator.byPage({ maxPageSize: 30, continuationToken }).next();
    assert.ok(page.length <= 30);
    found.push(...page);
    continuationToken = page.continuationToken;
  } while (continuationToken);
  assert.deepEqual(keysOf(found), keysOf(expected.filter((entity) => entity.Even)));
});

test("a token outlives the entity it names", async (t) => {
  const [table, expected] = await manyRows(t);
  const { value: first } = await table.listEntities().byPage({ maxPageSize: 10 }).next();
  assert.deepEqual(keysOf(first), keysOf(expected.slice(0, 10)));
  await table.deleteEntity(expected[10].partitionKey, expected[10].rowKey);
  const rest = await all(table.listEntities().byPage({ continuationToken: first.continuationToken }));
  assert.deepEqual(keysOf(rest.flat()), keysOf(expected.slice(11)));
});
