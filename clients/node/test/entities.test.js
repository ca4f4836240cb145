// Single entities: the six writes, conditions, keys and the eight property types.

import assert from "node:assert/strict";
import { test } from "node:test";
import { odata } from "@azure/data-tables";
import { find, freshTable, KEYS, properties, refused, stored } from "../service.js";

const entity = (rowKey, more = {}, partitionKey = "p") => ({ partitionKey, rowKey, ...more });

test("an inserted entity is read back", async (t) => {
  const table = await freshTable(t);
  const answer = await table.createEntity(entity("r", { Name: "Ada", Born: 1815 }));
  assert.equal(answer.preferenceApplied, "return-no-content");
  const read = await table.getEntity("p", "r");
  assert.deepEqual(properties(read), entity("r", { Name: "Ada", Born: 1815 }));
  assert.equal(read.etag, answer.etag);
  assert.ok(Math.abs(Date.parse(read.timestamp) - Date.now()) < 15 * 60 * 1000, read.timestamp);
});

test("an entity is not inserted twice", async (t) => {
  const table = await freshTable(t);
  await table.createEntity(entity("r", { Name: "Ada" }));
  await refused(table.createEntity(entity("r", { Name: "Bob" })), 409, "EntityAlreadyExists");
  assert.equal((await table.getEntity("p", "r")).Name, "Ada");
});

test("upserts insert, then merge or replace", async (t) => {
  const table = await freshTable(t);
  for (const [mode, left] of [["Merge", { A: 1, B: 3, C: 4 }], ["Replace", { B: 3, C: 4 }]]) {
    await table.upsertEntity(entity(mode, { A: 1, B: 2 }), mode);
    assert.deepEqual(await stored(table, "p", mode), entity(mode, { A: 1, B: 2 }));
    await table.upsertEntity(entity(mode, { B: 3, C: 4 }), mode);
    assert.deepEqual(await stored(table, "p", mode), entity(mode, left));
  }
});

test("updates merge or replace what exists", async (t) => {
  const table = await freshTable(t);
  for (const [mode, left] of [["Merge", { A: 1, B: 3, C: 4 }], ["Replace", { B: 3, C: 4 }]]) {
    await refused(table.updateEntity(entity(mode, { B: 3 }), mode), 404, "ResourceNotFound");
    await table.createEntity(entity(mode, { A: 1, B: 2 }));
    await table.updateEntity(entity(mode, { B: 3, C: 4 }), mode);
    assert.deepEqual(await stored(table, "p", mode), entity(mode, left));
  }
});

test("a deleted entity is gone", async (t) => {
  const table = await freshTable(t);
  await table.createEntity(entity("r"));
  await table.deleteEntity("p", "r");
  await refused(table.getEntity("p", "r"), 404, "ResourceNotFound");
  await refused(table.deleteEntity("p", "r"), 404, "ResourceNotFound");
});

test("a stale ETag changes nothing, the current one does", async (t) => {
  const table = await freshTable(t);
  const { etag: stale } = await table.createEntity(entity("r", { A: 1 }));
  const { etag: current } = await table.updateEntity(entity("r", { A: 2 }));
  for (const request of [
    () => table.updateEntity(entity("r", { A: 3 }), "Merge", { etag: stale }),
    () => table.updateEntity(entity("r", { A: 3 }), "Replace", { etag: stale }),
    () => table.deleteEntity("p", "r", { etag: stale }),
  ]) {
    await refused(request(), 412, "UpdateConditionNotSatisfied");
    const read = await table.getEntity("p", "r");
    assert.deepEqual(properties(read), entity("r", { A: 2 }));
    assert.equal(read.etag, current);
  }
  const merged = await table.updateEntity(entity("r", { A: 3 }), "Merge", { etag: current });
  const replaced = await table.updateEntity(entity("r", { A: 4 }), "Replace", { etag: merged.etag });
  await table.deleteEntity("p", "r", { etag: replaced.etag });
  assert.deepEqual(await find(table), []);
});

test("every operation finds troublesome keys", async (t) => {
  const table = await freshTable(t);
  for (const { name, key } of KEYS) {
    await t.test(name, async () => {
      const at = (more) => entity(key, more, key);
      await table.createEntity(at({ Step: "insert", Copy: key }));
      assert.deepEqual(await stored(table, key, key), at({ Step: "insert", Copy: key }));
      await table.updateEntity(at({ Step: "merge" }));
      assert.deepEqual(await stored(table, key, key), at({ Step: "merge", Copy: key }));
      await table.updateEntity(at({ Step: "replace" }), "Replace");
      await table.upsertEntity(at({ Copy: key }));
      assert.deepEqual(await stored(table, key, key), at({ Step: "replace", Copy: key }));
      for (const filter of [odata`PartitionKey eq ${key} and RowKey eq ${key}`, odata`Copy eq ${key}`]) {
        assert.deepEqual((await find(table, filter)).map((found) => found.rowKey), [key]);
      }
      await table.deleteEntity(key, key);
      await refused(table.getEntity(key, key), 404, "ResourceNotFound");
    });
  }
});

test("troublesome keys stay apart and in order", async (t) => {
  const table = await freshTable(t);
  for (const { key } of KEYS) await table.createEntity(entity(key));
  const expected = KEYS.map(({ key }) => key).sort(); // by UTF-16 code units
  assert.deepEqual((await find(table)).map((found) => found.rowKey), expected);
});

// What is written, and what this client makes of the answer where that is another thing.
const VALUES = [
  ["text", "Grüße, 世界 😀 \"quoted\" 'quoted' <b>&amp;</b> \\ / \u0001 \u007f \r\n\t"],
  ["empty text", ""],
  ["date-like text", "2020-01-01T01:03:00.0000000Z"],
  ["boolean", true],
  ["int32, least", -(2 ** 31)],
  ["int32, most", 2 ** 31 - 1],
  ["int64, least", -(2n ** 63n)],
  ["int64, most", 2n ** 63n - 1n],
  ["int64, small", 1n],
  ["double", 3.0299999999999998],
  ["double, integral", { type: "Double", value: 3 }, 3],
  ["double, large", 1.7976931348623157e308],
  ["double, least", 5e-324],
  ["NaN", { type: "Double", value: "NaN" }, "NaN"],
  ["infinite", { type: "Double", value: "Infinity" }, "Infinity"],
  ["minus infinite", { type: "Double", value: "-Infinity" }, "-Infinity"],
  ["date", new Date("2024-02-29T23:59:59.123Z")],
  ["first date", new Date("1601-01-01T00:00:00Z")],
  ["guid", { type: "Guid", value: "c9da6455-213d-42c9-9a79-3e9149a57833" }],
  ["octets", Uint8Array.from({ length: 256 }, (_, octet) => octet)],
  ["no octets", new Uint8Array()],
];

test("every type comes back with the same value", async (t) => {
  const table = await freshTable(t);
  for (const [name, value, expected = value] of VALUES) {
    await t.test(name, async () => {
      await table.upsertEntity(entity("r", { Value: value }), "Replace");
      const read = (await table.getEntity("p", "r")).Value;
      if (expected instanceof Uint8Array) {
        assert.deepEqual([...read], [...expected]);
      } else {
        assert.deepEqual(read, expected);
      }
    });
  }
});

test("values without conversion keep type and text", async (t) => {
  const table = await freshTable(t);
  const written = {
    Text: { type: "String", value: "3" },
    Guid: { type: "Guid", value: "c9da6455-213d-42c9-9a79-3e9149a57833" },
    Int64: { type: "Int64", value: "9007199254740993" },
    Microseconds: { type: "DateTime", value: "2024-02-29T23:59:59.123457Z" },
    Ticks: { type: "DateTime", value: "9999-12-31T23:59:59.9999999Z" },
    Octets: { type: "Binary", value: "AAr/" },
    Infinite: { type: "Double", value: "-Infinity" },
  };
  await table.createEntity(entity("r", written));
  const options = { disableTypeConversion: true };
  assert.deepEqual(await stored(table, "p", "r", options), entity("r", written));
});

test("nulls are not stored and change nothing", async (t) => {
  const table = await freshTable(t);
  await table.createEntity(entity("r", { A: 1, B: null }));
  assert.deepEqual(await stored(table, "p", "r"), entity("r", { A: 1 }));
  await table.updateEntity(entity("r", { A: null }));
  assert.deepEqual(await stored(table, "p", "r"), entity("r", { A: 1 }));
});
