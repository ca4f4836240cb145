//! Answers: headers and bodies of what operations come to.

use super::blob_headers::{Overrides, encryption};
use super::documents;
use super::frame::{Frame, Reply};
use super::moments;
use crate::blob::model::{CopyStarted, LeaseDone, Listed};
use crate::blob::outcome::{Outcome, Written};
use crate::blob::shared_rules::POLICIES;
use crate::http::Response;
use crate::lexical::{guid, http_date};
use crate::policies;
use crate::rules::{Trace, id};
use crate::version::Version;
use bytes::Bytes;

impl Frame<'_> {
    /// The answer to an operation that was granted.
    pub fn granted(&self, outcome: &Outcome, overrides: &Overrides, trace: &mut Trace<'_>) -> Response {
        let reply = match outcome {
            Outcome::Containers(listing, page) => Reply::with(200, self.containers(listing, page, trace)),
            Outcome::Properties(document) => Reply::with(200, document.clone()),
            Outcome::PropertiesSet => Reply::empty(202),
            Outcome::Statistics => Reply::with(200, documents::statistics(self.now)),
            Outcome::Account => self.account_information(trace),
            Outcome::ContainerCreated(changed) => {
                let status = if trace.enforce(id::BLOB_CONTAINERS_CREATE) { 201 } else { 200 };
                self.stamped(status, *changed, trace)
            }
            Outcome::ContainerDeleted => Reply::empty(202),
            Outcome::Container(listed) => self.container(listed, trace),
            Outcome::ContainerMetadata(listed) => {
                let mut reply = self.stamped(200, listed.changed, trace);
                self.metadata(&mut reply, &listed.metadata, trace);
                if !trace.enforce(id::BLOB_CONTAINERS_METADATA_ALONE) {
                    self.lease(listed.lease, &mut |name, value| reply.headers.push(name, value), trace);
                }
                reply
            }
            Outcome::ContainerChanged(changed) => self.stamped(200, *changed, trace),
            Outcome::Policies(listed, held) => {
                let mut reply = self.stamped(200, listed.changed, trace);
                if trace.enforce(id::BLOB_ACL_PUBLIC_SHOWN)
                    && let Some(public) = listed.public.name()
                {
                    reply = reply.and("x-ms-blob-public-access", public);
                }
                reply.document = Some(policies::document(held, &POLICIES, trace));
                reply
            }
            Outcome::Leased(done, changed) => self.leased(done, *changed, trace),
            Outcome::Blobs(container, listing, page) => Reply::with(200, self.blobs(container, listing, page, trace)),
            Outcome::Created(written) => {
                let status = if trace.enforce(id::BLOB_WRITES_CREATED) { 201 } else { 200 };
                self.written(status, written, trace)
            }
            Outcome::Changed(written) => self.written(200, written, trace),
            Outcome::Copied(copied) => self.copied(copied, trace),
            Outcome::CopyStopped | Outcome::TagsSet => Reply::empty(204),
            Outcome::Content(found) => {
                let mut reply = self.content(found, trace);
                overrides.apply(&mut reply);
                reply
            }
            Outcome::BlobProperties(facts) => {
                let mut reply = self.properties(facts, trace);
                overrides.apply(&mut reply);
                reply
            }
            Outcome::BlobMetadata(metadata, changed) => {
                let mut reply = self.stamped(200, *changed, trace);
                if !trace.enforce(id::BLOB_METADATA_ALONE) {
                    reply.data = Some(Bytes::from_static(b"\n"));
                }
                self.metadata(&mut reply, metadata, trace);
                reply
            }
            Outcome::Blocks(stamp, committed, uncommitted) => {
                let mut reply = match stamp {
                    Some((changed, length)) => {
                        let reply = self.stamped(200, *changed, trace);
                        reply.and("x-ms-blob-content-length", length.to_string())
                    }
                    None => Reply::empty(200),
                };
                reply.document = Some(documents::blocks(committed.as_deref(), uncommitted.as_deref()));
                reply
            }
            Outcome::Snapshot(time, changed, key, version) => {
                let reply = self.stamped(201, *changed, trace).and("x-ms-snapshot", moments::written(*time));
                let reply = match version {
                    Some(version) => reply.and("x-ms-version-id", moments::written(*version)),
                    None => reply,
                };
                self.snapshot_encryption(reply, key, trace)
            }
            Outcome::Deleted(for_ever) => {
                let rule = id::BLOB_DELETE_PERMANENT;
                let status = if trace.enforce(id::BLOB_DELETE_STATUS) { 202 } else { 200 };
                let told = rule.holds_for(self.version) && trace.enforce(rule);
                let reply = Reply::empty(status);
                if told { reply.and("x-ms-delete-type-permanent", for_ever.to_string()) } else { reply }
            }
            Outcome::Pages(changed, length, ranges, next) => {
                let mut reply = self.stamped(200, *changed, trace);
                reply = reply.and("x-ms-blob-content-length", length.to_string());
                reply.document = Some(documents::page_ranges(ranges, *next));
                reply
            }
            Outcome::TierSet(later) => Reply::empty(if *later { 202 } else { 200 }),
            Outcome::Tags(tags) => Reply::with(200, documents::tags(tags)),
            Outcome::Undeleted => Reply::empty(200),
            Outcome::Found(search, page) => Reply::with(200, self.found(search, page, trace)),
            Outcome::DelegationKey(who, asked, value) => Reply::with(200, self.delegation_key(*who, asked, value)),
            Outcome::Immutable(None) => Reply::empty(200),
            Outcome::Immutable(Some(held)) => Reply::empty(200)
                .and("x-ms-immutability-policy-until-date", http_date(held.until))
                .and("x-ms-immutability-policy-mode", if held.locked { "locked" } else { "unlocked" }),
            Outcome::LegalHold(holds) => Reply::empty(200).and("x-ms-legal-hold", holds.to_string()),
        };
        self.answer(reply, trace)
    }

    fn container(&self, listed: &Listed, trace: &mut Trace<'_>) -> Reply {
        let mut reply = self.stamped(200, listed.changed, trace);
        if self.version >= Version::V2012_02_12 {
            self.lease(listed.lease, &mut |name, value| reply.headers.push(name, value), trace);
        }
        let since =
            |rule: crate::rules::RuleId, trace: &mut Trace<'_>| rule.holds_for(self.version) && trace.enforce(rule);
        if since(id::BLOB_CONTAINERS_PUBLIC_SHOWN, trace)
            && let Some(public) = listed.public.name()
        {
            reply = reply.and("x-ms-blob-public-access", public);
        }
        if since(id::BLOB_CONTAINERS_IMMUTABILITY_SHOWN, trace) {
            reply = reply.and("x-ms-has-immutability-policy", "false").and("x-ms-has-legal-hold", "false");
            if self.version >= Version::V2020_06_12 {
                reply = reply.and("x-ms-immutable-storage-with-versioning-enabled", "false");
            }
        }
        if since(id::BLOB_CONTAINERS_SCOPE_SHOWN, trace) {
            reply = reply
                .and("x-ms-default-encryption-scope", "$account-encryption-key")
                .and("x-ms-deny-encryption-scope-override", "false");
        }
        self.metadata(&mut reply, &listed.metadata, trace);
        reply
    }

    fn account_information(&self, trace: &mut Trace<'_>) -> Reply {
        let reply = Reply::empty(200);
        if !trace.enforce(id::BLOB_SERVICE_ACCOUNT) {
            return reply;
        }
        let reply = reply.and("x-ms-sku-name", "Standard_RAGRS").and("x-ms-account-kind", "StorageV2");
        if self.version >= Version::V2019_07_07 { reply.and("x-ms-is-hns-enabled", "false") } else { reply }
    }

    fn leased(&self, done: &LeaseDone, changed: crate::DateTime, trace: &mut Trace<'_>) -> Reply {
        let status = match done {
            LeaseDone::Acquired(_) => 201,
            LeaseDone::Broken(_) => 202,
            _ => 200,
        };
        let rule = id::BLOB_LEASES_ETAG;
        let told = rule.holds_for(self.version) && trace.enforce(rule);
        let reply = if told { self.stamped(status, changed, trace) } else { Reply::empty(status) };
        match done {
            LeaseDone::Acquired(id) | LeaseDone::Kept(id) => reply.and("x-ms-lease-id", guid::written(*id)),
            LeaseDone::Broken(seconds) => reply.and("x-ms-lease-time", seconds.to_string()),
            LeaseDone::Released => reply,
        }
    }

    fn written(&self, status: u16, written: &Written, trace: &mut Trace<'_>) -> Reply {
        let mut reply = match written.changed {
            Some(changed) => self.stamped(status, changed, trace),
            None => Reply::empty(status),
        };
        if let Some(md5) = &written.md5 {
            reply = reply.and("Content-MD5", md5.as_str());
        }
        if let Some(crc64) = &written.crc64 {
            reply = reply.and("x-ms-content-crc64", crc64.as_str());
        }
        for (name, value) in &written.more {
            reply = reply.and(name, value.as_str());
        }
        if let Some(key) = &written.encrypted {
            let rule = id::BLOB_WRITES_ENCRYPTED;
            if rule.holds_for(self.version) && trace.enforce(rule) {
                reply = reply.and("x-ms-request-server-encrypted", "true");
                for (name, value) in encryption(key) {
                    reply = reply.and(name, value);
                }
            }
        }
        reply
    }

    fn snapshot_encryption(&self, reply: Reply, key: &crate::blob::model::Encryption, trace: &mut Trace<'_>) -> Reply {
        let rule = id::BLOB_SNAPSHOTS_ENCRYPTED;
        if !(rule.holds_for(self.version) && trace.enforce(rule)) {
            return reply;
        }
        let own = encryption(key);
        let told = if matches!(key, crate::blob::model::Encryption::Scope(_)) { "true" } else { "false" };
        let reply = reply.and("x-ms-request-server-encrypted", told);
        own.into_iter().fold(reply, |reply, (name, value)| reply.and(name, value))
    }

    fn copied(&self, copied: &CopyStarted, trace: &mut Trace<'_>) -> Reply {
        let CopyStarted { changed, id: copy, pending, hash, version } = copied;
        let Some(copy) = copy else { return self.stamped(201, *changed, trace) };
        let mut reply = self.stamped(202, *changed, trace);
        if trace.enforce(id::BLOB_COPY_ID) {
            reply = reply
                .and("x-ms-copy-id", guid::written(*copy))
                .and("x-ms-copy-status", if *pending { "pending" } else { "success" });
        }
        if let Some(version) = version {
            reply = reply.and("x-ms-version-id", moments::written(*version));
        }
        if let Some(md5) = &hash.0 {
            reply = reply.and("Content-MD5", md5.as_str());
        }
        if let Some(crc64) = &hash.1 {
            reply = reply.and("x-ms-content-crc64", crc64.as_str());
        }
        reply
    }
}
