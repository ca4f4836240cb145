// Append blobs, page blobs, tags, tiers, batches, signatures, properties of the service.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ACCOUNT,
  all,
  CLIENTS,
  freshContainer,
  KEY,
  octets,
  options,
  put,
  read,
  refused,
  skip,
  soon,
} from "../blobs.js";

for (const { called, client, service } of CLIENTS) {
  const titled = (title) => `${title} (${called})`;
  const needs = (method, owner = client.BlobClient) =>
    skip || (owner.prototype[method] ? false : `this client has no ${method}`);
  const credential = new client.StorageSharedKeyCredential(ACCOUNT, KEY);

  test(titled("append blobs"), { skip }, async (t) => {
    const container = await freshContainer(t, service);
    const blob = container.getAppendBlobClient("log");
    await blob.create({ metadata: { a: "1" } });
    assert.equal((await blob.appendBlock("one", 3)).blobAppendOffset, "0");
    const told = await blob.appendBlock("two", 3, { conditions: { appendPosition: 3, maxSize: 6 } });
    assert.deepEqual([told.blobAppendOffset, told.blobCommittedBlockCount], ["3", 2]);
    await refused(
      blob.appendBlock("x", 1, { conditions: { appendPosition: 1 } }),
      412,
      "AppendPositionConditionNotMet",
    );
    await refused(blob.appendBlock("x", 1, { conditions: { maxSize: 6 } }), 412, "MaxBlobSizeConditionNotMet");
    await container.setAccessPolicy("blob");
    await blob.appendBlockFromURL((await put(container, "source", "0123456789")).url, 2, 3);
    assert.equal(await read(blob), "onetwo234");
    if (blob.seal) {
      await blob.seal();
      await refused(blob.appendBlock("x", 1), 409, "BlobIsSealed");
    }
  });

  test(titled("page blobs"), { skip }, async (t) => {
    const container = await freshContainer(t, service);
    const blob = container.getPageBlobClient("disk");
    await blob.create(4096, { blobSequenceNumber: 1 });
    await blob.uploadPages("a".repeat(1024), 0, 1024);
    await blob.uploadPages("b".repeat(512), 2048, 512);
    const ranges = (list) => (list ?? []).map(({ offset, count }) => [offset, count]);
    const held = await blob.getPageRanges(0, 4096);
    // What these clients call a count is one less.
    assert.deepEqual(
      [ranges(held.pageRange), ranges(held.clearRange)],
      [
        [
          [0, 1023],
          [2048, 511],
        ],
        [],
      ],
    );
    const { snapshot } = await blob.createSnapshot();
    await blob.clearPages(512, 512);
    const diff = await blob.getPageRangesDiff(0, 4096, snapshot);
    assert.deepEqual(ranges(diff.clearRange), [[512, 511]]);
    assert.equal((await blob.updateSequenceNumber("increment")).blobSequenceNumber, 2);
    await refused(
      blob.uploadPages("c".repeat(512), 0, 512, { conditions: { ifSequenceNumberLessThan: 2 } }),
      412,
      "SequenceNumberConditionNotMet",
    );
    await blob.resize(1024);
    assert.equal((await octets((await blob.download()).readableStreamBody)).length, 1024);
    const target = container.getPageBlobClient("backup");
    const copied = await target.startCopyIncremental(blob.withSnapshot((await blob.createSnapshot()).snapshot).url);
    assert.ok(["pending", "success"].includes(copied.copyStatus));
    assert.equal((await target.getProperties()).isIncrementalCopy, true);
  });

  test(titled("pages of page ranges"), { skip: needs("listPageRanges", client.PageBlobClient) }, async (t) => {
    const container = await freshContainer(t, service);
    const blob = container.getPageBlobClient("disk");
    await blob.create(4096);
    for (const offset of [0, 1024, 2048]) await blob.uploadPages("a".repeat(512), offset, 512);
    const pages = await all(blob.listPageRanges(0, 4096).byPage({ maxPageSize: 2 }));
    assert.deepEqual(
      pages.map((page) => page.pageRange.map((range) => range.start)),
      [[0, 1024], [2048]],
    );
  });

  test(titled("tiers"), { skip }, async (t) => {
    const container = await freshContainer(t, service);
    const blob = await put(container, "b");
    await blob.setAccessTier("Cool");
    assert.deepEqual(
      [(await blob.getProperties()).accessTier, (await blob.getProperties()).accessTierInferred],
      ["Cool", undefined],
    );
    await blob.setAccessTier("Archive");
    await refused(read(blob), 409, "BlobArchived");
    await blob.setAccessTier("Hot");
    assert.equal((await blob.getProperties()).archiveStatus, "rehydrate-pending-to-hot");
  });

  test(titled("tags"), { skip: needs("setTags") }, async (t) => {
    const container = await freshContainer(t, service);
    const key = `k${container.given.replaceAll("-", "")}`;
    const blob = await put(container, "a", "x", { tags: { [key]: "1", "x y": "+-./:=_" } });
    await put(container, "b", "x", { tags: { [key]: "2" } });
    assert.deepEqual((await blob.getTags()).tags, { [key]: "1", "x y": "+-./:=_" });
    assert.equal((await blob.getProperties()).tagCount, 2);
    assert.deepEqual(
      (await all(service.findBlobsByTags(`${key}>='1'`))).map((item) => item.name),
      ["a", "b"],
    );
    assert.deepEqual(
      (await all(service.findBlobsByTags(`${key}='2'`))).map((item) => item.tags),
      [{ [key]: "2" }],
    );
    await blob.setTags({});
    assert.deepEqual((await blob.getTags()).tags, {});
    await refused(blob.getProperties({ conditions: { tagConditions: `${key}='1'` } }), 412);
  });

  test(titled("immutable blobs"), { skip: needs("setLegalHold") }, async (t) => {
    const container = await freshContainer(t, service);
    const blob = await put(container, "b");
    assert.equal((await blob.setLegalHold(true)).legalHold, true);
    await refused(blob.delete(), 409, "BlobImmutableDueToLegalHold");
    await blob.setLegalHold(false);
    await blob.setImmutabilityPolicy({ expiriesOn: soon(), policyMode: "Unlocked" });
    assert.equal((await blob.getProperties()).immutabilityPolicyMode, "unlocked");
    await refused(blob.delete(), 409, "BlobImmutableDueToPolicy");
    await blob.deleteImmutabilityPolicy();
    await blob.delete();
  });

  test(titled("batches"), { skip }, async (t) => {
    const container = await freshContainer(t, service);
    const batch = service.getBlobBatchClient();
    const blobs = [];
    for (const name of ["a", "b c", "d/é"]) blobs.push(await put(container, name));
    const tiers = await batch.setBlobsAccessTier(blobs, "Cool");
    assert.deepEqual(
      [tiers.subResponses.map((part) => part.status), tiers.subResponsesFailedCount],
      [[200, 200, 200], 0],
    );
    blobs.push(container.getBlobClient("absent"));
    const deleted = await batch.deleteBlobs(blobs);
    assert.deepEqual(
      deleted.subResponses.map((part) => [part.status, part.errorCode]),
      [...Array(3).fill([202, undefined]), [404, "BlobNotFound"]],
    );
  });

  test(titled("signatures"), { skip }, async (t) => {
    const container = await freshContainer(t, service);
    const blob = await put(container, "a b/ü%+");
    const sign = (more) =>
      client
        .generateBlobSASQueryParameters({ containerName: container.given, expiresOn: soon(), ...more }, credential)
        .toString();
    const token = sign({ blobName: "a b/ü%+", permissions: client.BlobSASPermissions.parse("r"), contentType: "x/y" });
    const anonymous = new client.AnonymousCredential();
    const allowed = new client.BlobClient(`${blob.url}?${token}`, anonymous, options);
    assert.equal(await read(allowed), "content");
    assert.equal((await allowed.getProperties()).contentType, "x/y");
    await refused(allowed.delete(), 403, "AuthorizationPermissionMismatch");
    const whole = sign({ permissions: client.ContainerSASPermissions.parse("rl") });
    const listing = new client.ContainerClient(`${container.url}?${whole}`, anonymous, options);
    assert.equal((await all(listing.listBlobsFlat())).length, 1);
    await refused(listing.delete(), 403, "AuthorizationFailure");
  });

  test(titled("properties of the service"), { skip }, async (t) => {
    const before = await service.getProperties();
    const { cors, blobAnalyticsLogging, deleteRetentionPolicy } = before;
    t.after(() => service.setProperties({ cors: cors ?? [], blobAnalyticsLogging, deleteRetentionPolicy }));
    const rule = {
      allowedOrigins: "*",
      allowedMethods: "GET",
      allowedHeaders: "x",
      exposedHeaders: "y",
      maxAgeInSeconds: 8,
    };
    await service.setProperties({ cors: [rule], deleteRetentionPolicy: { enabled: true, days: 3 } });
    const held = await service.getProperties();
    assert.deepEqual([held.cors, held.deleteRetentionPolicy.days], [[rule], 3]);
    const told = await service.getAccountInfo();
    assert.equal(told.accountKind, "StorageV2");
  });
}
