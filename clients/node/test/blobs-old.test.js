// Blobs with two clients whose lines have ended: azure-storage, and version 10 of @azure/storage-blob.

import assert from "node:assert/strict";
import { promisify } from "node:util";
import { test } from "node:test";
import azure from "azure-storage";
import * as ten from "storage-blob-10";
import { ACCOUNT, address, connectionString, freshName, KEY, octets, refused, skip, soon } from "../blobs.js";

function legacy() {
  const service = azure.createBlobService(connectionString()).withFilter(new azure.LinearRetryPolicyFilter(0, 1));
  const asked = {};
  for (const name in service)
    if (typeof service[name] === "function") asked[name] = promisify(service[name]).bind(service);
  return { service, asked };
}

test("containers and block blobs (azure-storage)", { skip }, async (t) => {
  const { service, asked } = legacy();
  const name = freshName();
  await asked.createContainer(name, { metadata: { a: "1" }, publicAccessLevel: "blob" });
  t.after(() => asked.deleteContainerIfExists(name));
  assert.equal((await asked.getContainerProperties(name)).publicAccessLevel, "blob");
  await asked.createBlockBlobFromText(name, "ü +%", "text", {
    contentSettings: { contentType: "text/plain" },
    metadata: { k: "v" },
  });
  assert.equal(await asked.getBlobToText(name, "ü +%"), "text");
  const held = await asked.getBlobProperties(name, "ü +%");
  assert.deepEqual(
    [held.contentLength, held.contentSettings.contentType, held.metadata],
    ["4", "text/plain", { k: "v" }],
  );
  assert.equal(await asked.getBlobToText(name, "ü +%", { rangeStart: 1, rangeEnd: 2 }), "ex");
  await assert.rejects(
    asked.createBlockBlobFromText(name, "ü +%", "x", {
      accessConditions: azure.AccessCondition.generateIfNotExistsCondition(),
    }),
    { statusCode: 409 },
  );
  const listed = await asked.listBlobsSegmented(name, null, { include: "metadata" });
  assert.deepEqual(
    listed.entries.map((blob) => [blob.name, blob.metadata]),
    [["ü +%", { k: "v" }]],
  );
  const copied = await asked.startCopyBlob(service.getUrl(name, "ü +%"), name, "copy");
  assert.equal(copied.copy.status, "success");
  const lease = await asked.acquireLease(name, "copy", { leaseDuration: 15 });
  await assert.rejects(asked.deleteBlob(name, "copy"), { statusCode: 412, code: "LeaseIdMissing" });
  await asked.releaseLease(name, "copy", lease.id);
  const snapshot = await asked.createBlobSnapshot(name, "copy");
  await assert.rejects(asked.deleteBlob(name, "copy"), { statusCode: 409, code: "SnapshotsPresent" });
  assert.equal(await asked.getBlobToText(name, "copy", { snapshotId: snapshot }), "text");
  await asked.deleteBlob(name, "copy", { deleteSnapshots: "include" });
  const token = service.generateSharedAccessSignature(name, "ü +%", {
    AccessPolicy: { Permissions: "r", Expiry: soon() },
  });
  assert.equal(await (await fetch(service.getUrl(name, "ü +%", token))).text(), "text");
});

test("append and page blobs (azure-storage)", { skip }, async (t) => {
  const { asked } = legacy();
  const name = freshName();
  await asked.createContainer(name);
  t.after(() => asked.deleteContainerIfExists(name));
  await asked.createAppendBlobFromText(name, "log", "one");
  await asked.appendFromText(name, "log", "two");
  assert.equal(await asked.getBlobToText(name, "log"), "onetwo");
  await asked.createPageBlob(name, "disk", 1024);
  await asked.clearPageRange(name, "disk", 0, 511);
  assert.deepEqual(await asked.listPageRanges(name, "disk"), []);
  assert.equal((await asked.setPageBlobSequenceNumber(name, "disk", "max", 3)).sequenceNumber, "3");
});

test("blobs (version 10)", { skip }, async (t) => {
  const { Aborter, BlockBlobURL, ContainerURL, ServiceURL, SharedKeyCredential, StorageURL } = ten;
  const pipeline = StorageURL.newPipeline(new SharedKeyCredential(ACCOUNT, KEY), { retryOptions: { maxTries: 1 } });
  const service = new ServiceURL(address, pipeline);
  const container = ContainerURL.fromServiceURL(service, freshName());
  await container.create(Aborter.none, { metadata: { a: "1" } });
  t.after(() => container.delete(Aborter.none));
  const blob = BlockBlobURL.fromContainerURL(container, "ü +%");
  await blob.upload(Aborter.none, "content", 7, { metadata: { k: "v" } });
  const text = async (...range) =>
    (await octets((await blob.download(Aborter.none, ...range)).readableStreamBody)).toString();
  assert.deepEqual([await text(0), await text(1, 2)], ["content", "on"]);
  await blob.stageBlock(Aborter.none, "AAAA", "new", 3);
  await blob.commitBlockList(Aborter.none, ["AAAA"]);
  assert.equal(await text(0), "new");
  const listed = await container.listBlobFlatSegment(Aborter.none, undefined, { include: ["metadata"] });
  assert.deepEqual(
    listed.segment.blobItems.map((item) => item.name),
    ["ü +%"],
  );
  const { leaseId } = await blob.acquireLease(Aborter.none, "", 15);
  await refused(blob.delete(Aborter.none), 412);
  await blob.releaseLease(Aborter.none, leaseId);
  await blob.setTier?.(Aborter.none, "Cool");
  assert.equal((await blob.getProperties(Aborter.none)).accessTier, "Cool");
  await blob.delete(Aborter.none);
  await refused(blob.getProperties(Aborter.none), 404);
});
