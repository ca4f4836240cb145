// Blobs with two clients of one line: containers, content, blocks, conditions, copies, listings, leases, snapshots.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { test } from "node:test";
import { all, CLIENTS, freshContainer, freshName, octets, put, read, refused, skip } from "../blobs.js";
import { KEYS } from "../service.js";

const MIB = 1 << 20;

for (const { called, client, service } of CLIENTS) {
  const titled = (title) => `${title} (${called})`;

  test(titled("a container comes and goes"), { skip }, async (t) => {
    const container = await freshContainer(t, service, { metadata: { kind: "fresh" }, access: "blob" });
    const held = await container.getProperties();
    assert.deepEqual([held.metadata, held.blobPublicAccess, held.leaseState], [{ kind: "fresh" }, "blob", "available"]);
    const name = container.given;
    const [listed] = await all(service.listContainers({ prefix: name, includeMetadata: true }));
    assert.deepEqual([listed.name, listed.metadata, listed.properties.publicAccess], [name, { kind: "fresh" }, "blob"]);
    await refused(container.create(), 409, "ContainerAlreadyExists");
    await container.setMetadata({ other: "1" });
    assert.deepEqual((await container.getProperties()).metadata, { other: "1" });
    await container.delete();
    await refused(container.getProperties(), 404, "ContainerNotFound");
  });

  test(titled("policies are stored"), { skip }, async (t) => {
    const container = await freshContainer(t, service);
    const [startsOn, expiresOn] = [new Date("2020-01-01T00:00:00Z"), new Date("2099-01-01T12:00:00Z")];
    await container.setAccessPolicy("container", [
      { id: "p", accessPolicy: { startsOn, expiresOn, permissions: "rl" } },
    ]);
    const held = await container.getAccessPolicy();
    assert.equal(held.blobPublicAccess, "container");
    assert.deepEqual(held.signedIdentifiers, [{ id: "p", accessPolicy: { startsOn, expiresOn, permissions: "rl" } }]);
    await container.setAccessPolicy();
    assert.deepEqual((await container.getAccessPolicy()).signedIdentifiers, []);
  });

  test(titled("what is put is read"), { skip }, async (t) => {
    const container = await freshContainer(t, service);
    const blobHTTPHeaders = {
      blobContentType: "text/plain",
      blobContentEncoding: "identity",
      blobContentLanguage: "en",
      blobCacheControl: "no-cache",
      blobContentDisposition: "inline",
    };
    const blob = await put(container, "b", "Hello World!", { metadata: { a: "1" }, blobHTTPHeaders });
    const held = await blob.getProperties();
    assert.deepEqual([held.contentLength, held.blobType, held.metadata], [12, "BlockBlob", { a: "1" }]);
    assert.deepEqual([held.contentType, held.contentLanguage, held.cacheControl], ["text/plain", "en", "no-cache"]);
    assert.deepEqual([held.accessTier, held.accessTierInferred, held.isServerEncrypted], ["Hot", true, true]);
    assert.deepEqual(
      [await read(blob), await read(blob, 1, 3), await read(blob, 6)],
      ["Hello World!", "ell", "World!"],
    );
    await refused(read(blob, 12, 1), 416, "InvalidRange");
    await blob.setHTTPHeaders({ blobContentLanguage: "de" });
    const changed = await blob.getProperties();
    assert.deepEqual(
      [changed.contentLanguage, changed.contentType, changed.cacheControl],
      ["de", undefined, undefined],
    );
    await blob.setMetadata({ k: "v" });
    assert.deepEqual((await blob.getProperties()).metadata, { k: "v" });
    await refused(container.getBlobClient("absent").getProperties(), 404);
    await refused(read(container.getBlobClient("absent")), 404, "BlobNotFound");
  });

  test(titled("large content goes in blocks"), { skip }, async (t) => {
    const container = await freshContainer(t, service);
    const blob = container.getBlockBlobClient("large");
    const data = randomBytes(5 * MIB + 3);
    await blob.uploadStream(Readable.from([data.subarray(0, 70_000), data.subarray(70_000)]), MIB, 3);
    assert.ok(data.equals(await blob.downloadToBuffer(0, undefined, { blockSize: MIB, concurrency: 3 })));
    assert.ok(data.equals(await octets((await blob.download()).readableStreamBody)));
    const { committedBlocks, uncommittedBlocks } = await blob.getBlockList("all");
    assert.deepEqual([committedBlocks.length, uncommittedBlocks?.length ?? 0], [6, 0]);
  });

  test(titled("blocks become a blob"), { skip }, async (t) => {
    const container = await freshContainer(t, service);
    const blob = container.getBlockBlobClient("b");
    const id = (text) => Buffer.from(text).toString("base64");
    for (const text of ["one", "two"]) await blob.stageBlock(id(text), text, 3);
    await refused(blob.getProperties(), 404);
    assert.equal((await blob.getBlockList("uncommitted")).uncommittedBlocks.length, 2);
    await blob.commitBlockList([id("two"), id("one")], { metadata: { a: "1" } });
    assert.equal(await read(blob), "twoone");
    await refused(blob.commitBlockList([id("six")]), 400, "InvalidBlockList");
    await container.setAccessPolicy("blob");
    const other = container.getBlockBlobClient("other");
    await other.stageBlockFromURL(id("a"), blob.url, 1, 4);
    await other.commitBlockList([id("a")]);
    assert.equal(await read(other), "woon");
  });

  test(titled("names go both ways"), { skip }, async (t) => {
    const container = await freshContainer(t, service);
    // These clients address what `..` resolves to, and `/` for what ends in a blank.
    const names = KEYS.map(({ key }) => key).filter(
      (key) => key.trim() === key && !["", ".."].includes(key) && !key.includes("\\"),
    );
    names.push("a?b", "?", "a#b", "folder/file", "trailing/", "a b+c%20d");
    for (const name of names) {
      const blob = await put(container, name, name);
      assert.equal(await read(blob), name, name);
    }
    assert.deepEqual((await all(container.listBlobsFlat())).map((blob) => blob.name).sort(), [...names].sort());
    for (const name of names) await container.deleteBlob(name);
    assert.deepEqual(await all(container.listBlobsFlat()), []);
  });

  test(titled("conditions hold or do not"), { skip }, async (t) => {
    const container = await freshContainer(t, service);
    const blob = await put(container, "b");
    const { etag } = await blob.getProperties();
    const past = new Date(Date.now() - 900_000);
    const future = new Date(Date.now() + 900_000);
    const tried = async (conditions, get, set) => {
      const asked = { conditions };
      if (get === 200) await blob.getProperties(asked);
      else await refused(blob.getProperties(asked), get);
      if (set === 200) await blob.createSnapshot(asked);
      else await refused(blob.setMetadata({}, asked), set, "ConditionNotMet");
    };
    await tried({ ifMatch: etag }, 200, 200);
    await tried({ ifMatch: '"0x8D0"' }, 412, 412);
    await tried({ ifNoneMatch: etag }, 304, 412);
    await tried({ ifNoneMatch: '"0x8D0"' }, 200, 200);
    await tried({ ifModifiedSince: past }, 200, 200);
    await tried({ ifModifiedSince: future }, 304, 412);
    await tried({ ifUnmodifiedSince: past }, 412, 412);
    await tried({ ifUnmodifiedSince: future }, 200, 200);
    await refused(put(container, "b", "x", { conditions: { ifNoneMatch: "*" } }), 409, "BlobAlreadyExists");
    await refused(put(container, "c", "x", { conditions: { ifMatch: "*" } }), 412, "ConditionNotMet");
  });

  test(titled("blobs are copied"), { skip }, async (t) => {
    const container = await freshContainer(t, service);
    const source = await put(container, "source ü+%", "content", { metadata: { a: "1" } });
    const target = container.getBlobClient("target");
    const poller = await target.beginCopyFromURL(source.url);
    assert.equal((await poller.pollUntilDone()).copyStatus, "success");
    const held = await target.getProperties();
    assert.deepEqual([held.copyProgress, held.copySource, held.metadata], ["7/7", source.url, { a: "1" }]);
    await refused(target.abortCopyFromURL(held.copyId), 409, "NoPendingCopyOperation");
    await container.setAccessPolicy("blob");
    assert.equal((await target.syncCopyFromURL(source.url)).copyStatus, "success");
    await refused(target.beginCopyFromURL(container.getBlobClient("absent").url), 404, "BlobNotFound");
  });

  test(titled("listings"), { skip }, async (t) => {
    const container = await freshContainer(t, service);
    for (const name of ["a", "dir/1", "dir/2", "dir/sub/3", "z"])
      await put(container, name, name, { metadata: { k: "v" } });
    const flat = await all(container.listBlobsFlat({ prefix: "dir/", includeMetadata: true }));
    assert.deepEqual(
      flat.map((blob) => [blob.name, blob.metadata]),
      ["dir/1", "dir/2", "dir/sub/3"].map((name) => [name, { k: "v" }]),
    );
    const shown = (item) => `${item.kind} ${item.name}`;
    const expected = ["blob dir/1", "blob dir/2", "prefix dir/sub/"];
    assert.deepEqual((await all(container.listBlobsByHierarchy("/", { prefix: "dir/" }))).map(shown).sort(), expected);
    const pages = await all(container.listBlobsFlat().byPage({ maxPageSize: 2 }));
    assert.deepEqual(
      pages.map((page) => page.segment.blobItems.map((blob) => blob.name)),
      [["a", "dir/1"], ["dir/2", "dir/sub/3"], ["z"]],
    );
    const rest = await all(
      container.listBlobsFlat().byPage({ maxPageSize: 9, continuationToken: pages[0].continuationToken }),
    );
    assert.equal(rest[0].segment.blobItems.length, 3);
    await container.getBlockBlobClient("staged").stageBlock("AAAA", "x", 1);
    const uncommitted = await all(container.listBlobsFlat({ includeUncommitedBlobs: true, prefix: "staged" }));
    assert.deepEqual(
      uncommitted.map((blob) => blob.name),
      ["staged"],
    );
  });

  test(titled("snapshots"), { skip }, async (t) => {
    const container = await freshContainer(t, service);
    const blob = await put(container, "b", "old");
    const { snapshot } = await blob.createSnapshot();
    await put(container, "b", "new");
    assert.equal(await read(blob.withSnapshot(snapshot)), "old");
    const listed = await all(container.listBlobsFlat({ includeSnapshots: true }));
    assert.deepEqual(
      listed.map((item) => item.snapshot || undefined),
      [snapshot, undefined],
    );
    await refused(blob.delete(), 409, "SnapshotsPresent");
    await blob.delete({ deleteSnapshots: "only" });
    await refused(read(blob.withSnapshot(snapshot)), 404, "BlobNotFound");
    await blob.delete();
  });

  test(titled("leases"), { skip }, async (t) => {
    const container = await freshContainer(t, service);
    const blob = await put(container, "b");
    const lease = blob.getBlobLeaseClient();
    const { leaseId } = await lease.acquireLease(15);
    assert.equal(leaseId, lease.leaseId);
    const held = await blob.getProperties();
    assert.deepEqual([held.leaseDuration, held.leaseState, held.leaseStatus], ["fixed", "leased", "locked"]);
    await refused(blob.setMetadata({}), 412, "LeaseIdMissing");
    await blob.setMetadata({}, { conditions: { leaseId } });
    await lease.renewLease();
    const wanted = freshName().slice(8);
    await lease.changeLease(wanted);
    assert.equal(lease.leaseId, wanted);
    assert.ok([4, 5].includes((await lease.breakLease(5)).leaseTime));
    await lease.releaseLease();
    assert.equal((await blob.getProperties()).leaseState, "available");
    await refused(lease.renewLease(), 409, "LeaseIdMismatchWithLeaseOperation");
  });
}
