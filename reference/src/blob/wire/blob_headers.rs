//! What is told of a blob in the headers of an answer to a read.

use super::frame::{Frame, Reply};
use crate::auth::sas;
use crate::blob::model::{Encryption, Facts, Standing, Stored};
use crate::blob::outcome::Found;
use crate::lexical::{guid, http_date};
use crate::query::QueryString;
use crate::rules::{RuleId, Trace, id};
use crate::version::Version;

/// Headers of the answer that a shared access signature sets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides(Vec<(&'static str, String)>);

impl Overrides {
    /// What the query says, if it is that of a signature.
    pub fn read(query: &QueryString, version: Version, trace: &mut Trace<'_>) -> Self {
        let rule = id::BLOB_SAS_OVERRIDES;
        if !sas::is_signed(query) || version < Version::V2013_08_15 {
            return Self::default();
        }
        let names = [
            ("rscc", "Cache-Control"),
            ("rscd", "Content-Disposition"),
            ("rsce", "Content-Encoding"),
            ("rscl", "Content-Language"),
            ("rsct", "Content-Type"),
        ];
        let said = names.into_iter().filter_map(|(option, header)| Some((header, query.get(option)?.to_owned())));
        let said: Vec<_> = said.filter(|(_, value)| !value.is_empty()).collect();
        if said.is_empty() || trace.enforce(rule) { Self(said) } else { Self::default() }
    }

    /// Sets the headers.
    pub fn apply(&self, reply: &mut Reply) {
        for (name, value) in &self.0 {
            reply.headers.remove(name);
            reply.headers.push(*name, value.as_str());
        }
    }
}

impl Frame<'_> {
    fn since(&self, rule: RuleId, trace: &mut Trace<'_>) -> bool {
        rule.holds_for(self.version) && trace.enforce(rule)
    }

    /// The answer to a read of content.
    pub fn content(&self, found: &Found, trace: &mut Trace<'_>) -> Reply {
        let Found { facts, data, part, hash } = found;
        let mut reply = self.stamped(if part.is_some() { 206 } else { 200 }, facts.changed, trace);
        if let Some(start) = part {
            let end = start + (data.len() as u64).saturating_sub(1);
            reply = reply.and("Content-Range", format!("bytes {start}-{end}/{}", facts.length));
        }
        let whole = part.is_none() || !trace.enforce(id::BLOB_RANGES_NO_STORED_MD5);
        let told = if whole { facts.stored.md5.clone() } else { None };
        if let Some(md5) = hash.0.clone().or(told) {
            reply = reply.and("Content-MD5", md5);
        }
        if let Some(crc64) = &hash.1 {
            reply = reply.and("x-ms-content-crc64", crc64.as_str());
        }
        if let Some(md5) = &facts.stored.md5
            && part.is_some()
            && self.since(id::BLOB_RANGES_BLOB_MD5, trace)
        {
            reply = reply.and("x-ms-blob-content-md5", md5.as_str());
        }
        if self.since(id::BLOB_READ_ACCEPT_RANGES, trace) {
            reply = reply.and("Accept-Ranges", "bytes");
        }
        self.facts(&mut reply, facts, trace);
        reply.data = Some(data.clone());
        reply
    }

    /// The answer to a read of properties.
    pub fn properties(&self, facts: &Facts, trace: &mut Trace<'_>) -> Reply {
        let length = if trace.enforce(id::BLOB_READ_LENGTH) { facts.length } else { 0 };
        let mut reply = self.stamped(200, facts.changed, trace).and("Content-Length", length.to_string());
        if let Some(md5) = &facts.stored.md5 {
            reply = reply.and("Content-MD5", md5.as_str());
        }
        if self.since(id::BLOB_READ_HEAD_ACCEPT_RANGES, trace) {
            reply = reply.and("Accept-Ranges", "bytes");
        }
        self.facts(&mut reply, facts, trace);
        if self.features.tiers && facts.type_name != "PageBlob" && self.since(id::BLOB_TIERS_SHOWN, trace) {
            self.tier(&mut reply, facts);
        }
        if let Some(tier) = facts.tier.as_ref().filter(|_| facts.type_name == "PageBlob") {
            reply = reply.and("x-ms-access-tier", tier.name.as_str());
        }
        reply
    }

    fn tier(&self, reply: &mut Reply, facts: &Facts) {
        let inferred = facts.type_name == "AppendBlob" || facts.tier.is_none();
        match &facts.tier {
            Some(tier) => {
                reply.headers.push("x-ms-access-tier", tier.name.as_str());
                reply.headers.push("x-ms-access-tier-change-time", http_date(tier.changed));
                if let Some(to) = &tier.rehydrating {
                    let status = format!("rehydrate-pending-to-{}", to.to_lowercase());
                    reply.headers.push("x-ms-archive-status", status);
                    if self.version >= Version::V2019_12_12 {
                        reply.headers.push("x-ms-rehydrate-priority", tier.priority.as_str());
                    }
                }
            }
            None => {
                reply.headers.push("x-ms-access-tier", "Hot");
                if inferred {
                    reply.headers.push("x-ms-access-tier-inferred", "true");
                }
            }
        }
    }

    /// What is told of a blob by either.
    fn facts(&self, reply: &mut Reply, facts: &Facts, trace: &mut Trace<'_>) {
        let stored = &facts.stored;
        let disposition = stored.disposition.as_ref().filter(|_| self.version >= Version::V2013_08_15);
        // A property that is not there is told by its header, which is not there either.
        let shown = trace.enforce(id::BLOB_PROPERTIES_SHOWN);
        for (name, value) in [
            ("Content-Type", stored.content_type.as_ref()),
            ("Content-Encoding", stored.encoding.as_ref()),
            ("Content-Language", stored.language.as_ref()),
            ("Content-Disposition", disposition),
            ("Cache-Control", stored.cache_control.as_ref()),
        ] {
            if let Some(value) = value.filter(|_| shown) {
                reply.headers.push(name, value.as_str());
            }
        }
        let mut push = |name: &'static str, value: String| reply.headers.push(name, value);
        if trace.enforce(id::BLOB_READ_TYPE) {
            push("x-ms-blob-type", facts.type_name.to_owned());
        }
        if let Some(lease) = facts.lease {
            self.lease(lease, &mut push, trace);
        }
        if self.since(id::BLOB_READ_CREATION_TIME, trace) {
            push("x-ms-creation-time", http_date(facts.created));
        }
        if let Some((version, is_current)) = facts.version {
            if self.since(id::BLOB_VERSIONING_SHOWN, trace) {
                push("x-ms-version-id", super::moments::written(version));
            }
            // That another version is not the current one is told by saying nothing.
            let told = self.since(id::BLOB_VERSIONING_CURRENT_SHOWN, trace);
            if is_current && told {
                push("x-ms-is-current-version", "true".to_owned());
            }
        }
        if self.since(id::BLOB_READ_ENCRYPTED, trace) {
            push("x-ms-server-encrypted", "true".to_owned());
            for (name, value) in encryption(&stored.encryption) {
                push(name, value);
            }
        }
        if let Some(number) = facts.sequence
            && trace.enforce(id::BLOB_PAGES_SEQUENCE_SHOWN)
        {
            push("x-ms-blob-sequence-number", number.to_string());
        }
        if let Some(count) = facts.appended
            && trace.enforce(id::BLOB_APPEND_COUNT_SHOWN)
        {
            push("x-ms-blob-committed-block-count", count.to_string());
        }
        let rule = id::BLOB_APPEND_SEAL_SHOWN;
        // That a blob is not sealed is told by saying nothing.
        let told = facts.sealed || facts.appended.is_some() && rule.holds_for(self.version);
        let told = told && trace.enforce(rule);
        if told && facts.sealed {
            push("x-ms-blob-sealed", "true".to_owned());
        }
        if trace.enforce(id::BLOB_TAGS_COUNT_SHOWN) && !stored.tags.is_empty() {
            push("x-ms-tag-count", stored.tags.len().to_string());
        }
        if self.since(id::BLOB_COPY_SHOWN, trace)
            && let Some(copied) = &facts.copied
        {
            push("x-ms-copy-id", guid::written(copied.id));
            push("x-ms-copy-source", copied.source.clone());
            push("x-ms-copy-status", "success".to_owned());
            push("x-ms-copy-progress", format!("{0}/{0}", copied.length));
            push("x-ms-copy-completion-time", http_date(copied.completed));
            if let Some(increment) = &copied.incremental
                && trace.enforce(id::BLOB_COPY_INCREMENTAL_SHOWN)
            {
                push("x-ms-incremental-copy", "true".to_owned());
                push("x-ms-copy-destination-snapshot", super::moments::written(increment.made));
            }
        }
        if trace.enforce(id::BLOB_IMMUTABILITY_SHOWN) {
            self.immutability(stored, &mut push);
        }
        self.metadata(reply, &facts.stored.metadata, trace);
    }

    /// Until when something cannot be deleted.
    fn immutability(&self, stored: &Stored, push: &mut impl FnMut(&'static str, String)) {
        if let Some(held) = stored.immutability {
            push("x-ms-immutability-policy-until-date", http_date(held.until));
            push("x-ms-immutability-policy-mode", if held.locked { "locked" } else { "unlocked" }.to_owned());
        }
        if stored.legal_hold == Some(true) {
            push("x-ms-legal-hold", "true".to_owned());
        }
    }

    /// How a lease stands.
    pub fn lease(&self, lease: Standing, push: &mut impl FnMut(&'static str, String), trace: &mut Trace<'_>) {
        if !trace.enforce(id::BLOB_LEASES_SHOWN) {
            return;
        }
        push("x-ms-lease-status", if lease.is_locked() { "locked" } else { "unlocked" }.to_owned());
        if self.version >= Version::V2012_02_12 {
            push("x-ms-lease-state", lease.name().to_owned());
            if let Standing::Leased(endless) = lease {
                push("x-ms-lease-duration", if endless { "infinite" } else { "fixed" }.to_owned());
            }
        }
    }
}

/// With which key something is encrypted, if not with the account's.
pub fn encryption(held: &Encryption) -> Vec<(&'static str, String)> {
    match held {
        Encryption::Account => Vec::new(),
        Encryption::Customer(hash) => vec![("x-ms-encryption-key-sha256", hash.clone())],
        Encryption::Scope(name) => vec![("x-ms-encryption-scope", name.clone())],
    }
}
