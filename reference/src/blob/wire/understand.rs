//! Requests as operations: what exactly is asked for.

use super::address::{Resource, container_refusals};
use super::block_list;
use super::conditions::{self, Names};
use super::fields::{self, said};
use super::keeping;
use super::kind::Kind;
use super::source::Sources;
use super::stored::{self, From};
use crate::blob::model::{Conditions, PublicAccess, Stored};
use crate::blob::operation::{BlobListing, ContainerListing, Content, Copying, Guard, Operation, Place, Read};
use crate::blob::refuse::{invalid_header, invalid_parameter, missing_header, too_large};
use crate::http::Headers;
use crate::query::QueryString;
use crate::refusal::Detailed;
use crate::rules::{RuleId, Trace, id};
use crate::version::Version;
use bytes::Bytes;

/// A request to the service.
#[derive(Debug, Clone, Copy)]
pub struct Message<'m> {
    /// What the path names.
    pub resource: &'m Resource,
    /// The query.
    pub query: &'m QueryString,
    /// The headers.
    pub headers: &'m Headers,
    /// The body.
    pub body: &'m Bytes,
    /// The version in force.
    pub version: Version,
    /// Which addresses are those of the account.
    pub sources: Sources<'m>,
}

/// A mebibyte.
pub(super) const MIB: u64 = 1 << 20;

/// Collects what is wrong with a request.
#[derive(Default)]
pub(super) struct Wrong(pub(super) Vec<Detailed>);

impl Wrong {
    /// What was read; its default in the place of what is wrong.
    pub(super) fn read<T: Default>(&mut self, read: Result<T, Detailed>) -> T {
        self.read_all(read.map_err(|refused| vec![refused]))
    }

    fn read_all<T: Default>(&mut self, read: Result<T, Vec<Detailed>>) -> T {
        read.unwrap_or_else(|refused| {
            self.0.extend(refused);
            T::default()
        })
    }
}

impl Message<'_> {
    /// The operation, with everything that it needs.
    ///
    /// # Errors
    /// Everything that is wrong with the request, what the service would tell first in front.
    pub fn understand(&self, kind: Kind, trace: &mut Trace<'_>) -> Result<Operation, Vec<Detailed>> {
        let mut wrong = Wrong::default();
        let place = self.resource.blob().cloned().unwrap_or_default();
        let container = self.resource.container().unwrap_or_default().to_owned();
        if let Some(name) = self.resource.container() {
            let blob = self.resource.blob().map(|place| place.blob.as_str());
            wrong.0.extend(container_refusals(name, blob, trace).into_iter().map(Detailed::from));
        }
        let operation = match kind {
            Kind::ListContainers
            | Kind::GetServiceProperties
            | Kind::SetServiceProperties
            | Kind::GetStatistics
            | Kind::GetAccount => self.of_service(kind),
            Kind::FindBlobs => {
                let container = self.resource.container().map(str::to_owned);
                Operation::FindBlobs(container, self.search(&mut wrong))
            }
            Kind::GetDelegationKey => Operation::GetDelegationKey(self.delegation_key(&mut wrong)),
            Kind::CreateContainer
            | Kind::DeleteContainer
            | Kind::GetContainer
            | Kind::GetContainerMetadata
            | Kind::SetContainerMetadata
            | Kind::GetPolicies
            | Kind::SetPolicies
            | Kind::LeaseContainer
            | Kind::ListBlobs => self.of_container(kind, container, &mut wrong, trace),
            _ => self.of_blob(kind, place, &mut wrong, trace),
        };
        if wrong.0.is_empty() { Ok(operation) } else { Err(wrong.0) }
    }

    fn of_service(&self, kind: Kind) -> Operation {
        match kind {
            Kind::ListContainers => Operation::ListContainers(ContainerListing {
                prefix: self.option("prefix"),
                marker: self.option("marker"),
                max_results: self.option("maxresults"),
                metadata: self.included().iter().any(|held| held == "metadata"),
            }),
            Kind::GetServiceProperties => Operation::GetServiceProperties,
            Kind::SetServiceProperties => Operation::SetServiceProperties(self.body.clone()),
            Kind::GetStatistics => Operation::GetStatistics,
            _ => Operation::GetAccount,
        }
    }

    fn of_container(&self, kind: Kind, name: String, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Operation {
        let guard = self.guard(false, wrong, trace);
        match kind {
            Kind::CreateContainer => {
                let stored = self.stored(From::Metadata, wrong, trace);
                Operation::CreateContainer(name, stored.metadata, self.public(wrong, trace))
            }
            Kind::DeleteContainer => Operation::DeleteContainer(name, guard),
            Kind::GetContainer => Operation::GetContainer(name, guard),
            Kind::GetContainerMetadata => Operation::GetContainerMetadata(name, guard),
            Kind::SetContainerMetadata => {
                let stored = self.stored(From::Metadata, wrong, trace);
                Operation::SetContainerMetadata(name, guard, stored.metadata)
            }
            Kind::GetPolicies => Operation::GetPolicies(name, guard),
            Kind::SetPolicies => Operation::SetPolicies(name, guard, self.public(wrong, trace), self.body.clone()),
            Kind::LeaseContainer => Operation::LeaseContainer(name, guard.conditions, self.lease_action(wrong, trace)),
            _ => {
                let include = self.included();
                let listing = BlobListing {
                    prefix: self.option("prefix"),
                    delimiter: self.option("delimiter"),
                    marker: self.option("marker"),
                    max_results: self.option("maxresults"),
                    include,
                };
                let rule = id::BLOB_LISTING_DELIMITER_SNAPSHOTS;
                if listing.delimiter.is_some() && listing.includes("snapshots") && trace.enforce(rule) {
                    let value = self.query.get("include").unwrap_or_default();
                    wrong.0.push(invalid_parameter("include", value, "", rule));
                }
                Operation::ListBlobs(name, guard, listing)
            }
        }
    }

    fn of_blob(&self, kind: Kind, place: Place, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Operation {
        if !kind.takes_snapshot() && self.option("snapshot").is_some() {
            wrong.read(fields::snapshot(self.query, self.version, trace));
            let rule = id::BLOB_SNAPSHOTS_READ_ONLY;
            if trace.enforce(rule) {
                let reason = "This operation is only allowed on the root blob. Snapshot should not be provided.";
                let value = self.query.get("snapshot").unwrap_or_default();
                wrong.0.push(invalid_parameter("snapshot", value, reason, rule));
            }
        }
        self.check_version(kind, wrong, trace);
        let guard = self.guard(matches!(kind, Kind::GetBlob | Kind::GetBlobProperties), wrong, trace);
        wrong.0.extend(stored::refused_key(self.headers, trace));
        let hashes = fields::hashes(self.headers);
        match kind {
            Kind::PutBlob => {
                let put = self.put(wrong, trace);
                Operation::PutBlob(place, guard, put, hashes, Box::new(self.stored(From::All, wrong, trace)))
            }
            Kind::PutBlobFrom => {
                let source = self.source(wrong, trace);
                let properties = !said(self.headers, "x-ms-copy-source-blob-properties")
                    .is_some_and(|value| value.eq_ignore_ascii_case("false"));
                let stored = Box::new(self.stored(From::Properties, wrong, trace));
                let mut stored = stored;
                let more = self.stored(From::Metadata, wrong, trace);
                (stored.metadata, stored.tags, stored.tier) = (more.metadata, more.tags, more.tier);
                Operation::PutBlobFrom(place, guard, source, properties, stored)
            }
            Kind::PutBlock => {
                let id = self.block_id(wrong, trace);
                let content = self.content(wrong, trace);
                self.check_size(id::BLOB_BLOCKS_SIZE, id::BLOB_BLOCKS_SIZE_BEFORE, (100, 4), wrong, trace);
                self.check_not_empty(&content, id::BLOB_BLOCKS_EMPTY, wrong, trace);
                Operation::PutBlock(place, guard, id, content, hashes)
            }
            Kind::PutBlockList => {
                let list = wrong.read(block_list::read(self.body, trace));
                let stored = Box::new(self.stored(From::Own, wrong, trace));
                Operation::PutBlockList(place, guard, list, self.body.clone(), hashes, stored)
            }
            Kind::GetBlockList => {
                let which = self.query.get("blocklisttype").unwrap_or("committed").to_ascii_lowercase();
                let which = if trace.enforce(id::BLOB_BLOCK_LISTS_TYPE) { which.as_str() } else { "all" };
                if !["committed", "uncommitted", "all"].contains(&which) {
                    wrong.0.push(invalid_parameter("blocklisttype", which, "", id::BLOB_OPEN_BLOCK_LIST_TYPE));
                }
                let read = self.read(place, guard, wrong, trace);
                Operation::GetBlockList(read, which != "uncommitted", which != "committed")
            }
            Kind::GetBlob => Operation::GetBlob(self.read(place, guard, wrong, trace)),
            Kind::GetBlobProperties => Operation::GetBlobProperties(self.read(place, guard, wrong, trace)),
            Kind::GetBlobMetadata => Operation::GetBlobMetadata(self.read(place, guard, wrong, trace)),
            Kind::SetBlobProperties => {
                let length = self.page_length(wrong, trace);
                let action = wrong.read(fields::sequence_action(self.headers, trace));
                let stored = Box::new(self.stored(From::Properties, wrong, trace));
                Operation::SetBlobProperties(place, guard, stored, length, action)
            }
            Kind::SetBlobMetadata => {
                Operation::SetBlobMetadata(place, guard, Box::new(self.stored(From::Metadata, wrong, trace)))
            }
            Kind::LeaseBlob => Operation::LeaseBlob(place, guard.conditions, self.lease_action(wrong, trace)),
            Kind::SnapshotBlob => {
                Operation::SnapshotBlob(place, guard, Box::new(self.stored(From::Metadata, wrong, trace)))
            }
            Kind::CopyBlob => {
                let source = self.source(wrong, trace);
                let synchronous = fields::flag(self.headers, "x-ms-requires-sync");
                let stored = self.stored(From::Metadata, wrong, trace);
                let seal = said(self.headers, "x-ms-seal-blob").map(|value| value.eq_ignore_ascii_case("true"));
                let option = said(self.headers, "x-ms-copy-source-tag-option");
                let source_tags = synchronous && option.is_some_and(|value| value.eq_ignore_ascii_case("copy"));
                let copying = Copying { source, synchronous, stored, seal, source_tags };
                Operation::CopyBlob(place, guard, Box::new(copying))
            }
            Kind::AbortCopy => Operation::AbortCopy(place, guard, self.copy_id(wrong, trace)),
            Kind::DeleteBlob => {
                let with = fields::with_snapshots(self.headers);
                let with = with.unwrap_or_else(|refused| {
                    wrong.0.push(refused);
                    crate::blob::operation::WithSnapshots::No
                });
                let read = self.read(place, guard, wrong, trace);
                let rule = id::BLOB_VERSIONING_DELETE_WITH_SNAPSHOTS;
                if read.version.is_some() && with != crate::blob::operation::WithSnapshots::No && trace.enforce(rule) {
                    wrong.0.push(self.root_only(rule));
                }
                let rule = id::BLOB_DELETE_SNAPSHOTS_OF_SNAPSHOT;
                let both = read.snapshot.is_some() && with != crate::blob::operation::WithSnapshots::No;
                if both && trace.enforce(rule) {
                    let reason = "This operation is only allowed on the root blob. Snapshot should not be provided.";
                    let value = self.query.get("snapshot").unwrap_or_default();
                    wrong.0.push(invalid_parameter("snapshot", value, reason, rule));
                }
                let for_ever = self.option("deletetype").is_some_and(|kind| kind.eq_ignore_ascii_case("permanent"));
                match for_ever && read.snapshot.is_some() && self.version >= Version::V2020_02_10 {
                    true => Operation::DeleteForEver(read),
                    false => Operation::DeleteBlob(read, with),
                }
            }
            Kind::AppendBlock => {
                let content = self.content(wrong, trace);
                self.check_not_empty(&content, id::BLOB_APPEND_EMPTY, wrong, trace);
                self.check_size(id::BLOB_APPEND_SIZE, id::BLOB_APPEND_SIZE, (100, 4), wrong, trace);
                let (at, most) = self.append_conditions(wrong, trace);
                Operation::AppendBlock(place, guard, content, hashes, at, most)
            }
            Kind::SealBlob => {
                let (at, _) = self.append_conditions(wrong, trace);
                Operation::SealBlob(place, guard, at)
            }
            Kind::PutPages => self.pages(place, guard, wrong, trace),
            Kind::GetPageRanges => {
                let listing = self.page_listing(wrong);
                Operation::GetPageRanges(self.read(place, guard, wrong, trace), listing)
            }
            Kind::SetTier => {
                let tier = wrong.read(stored::tier(self.headers, true, trace));
                let rule = id::BLOB_TIERS_REQUIRED;
                if tier.is_none() && said(self.headers, "x-ms-access-tier").is_none() && trace.enforce(rule) {
                    wrong.0.push(missing_header("x-ms-access-tier", rule));
                }
                Operation::SetTier(self.read(place, guard, wrong, trace), tier.unwrap_or_default())
            }
            Kind::GetTags => Operation::GetTags(self.read(place, guard, wrong, trace)),
            Kind::SetTags => Operation::SetTags(self.read(place, guard, wrong, trace), self.tags(wrong, trace)),
            Kind::IncrementalCopy => Operation::CopyIncrementally(place, guard, Box::new(self.source(wrong, trace))),
            Kind::SetImmutability => {
                let until = wrong.read(keeping::needed_immutability(self.headers));
                Operation::SetImmutability(self.read(place, guard, wrong, trace), until)
            }
            Kind::DeleteImmutability => Operation::DeleteImmutability(self.read(place, guard, wrong, trace)),
            Kind::SetLegalHold => {
                let holds = wrong.read(keeping::needed_legal_hold(self.headers));
                Operation::SetLegalHold(self.read(place, guard, wrong, trace), holds)
            }
            Kind::SetExpiry => Operation::SetExpiry(place),
            _ => Operation::Undelete(place),
        }
    }

    pub(super) fn option(&self, name: &str) -> Option<String> {
        self.query.get(name).filter(|value| !value.is_empty()).map(str::to_owned)
    }

    fn included(&self) -> Vec<String> {
        let all = self.query.iter().filter(|(name, _)| *name == "include");
        all.flat_map(|(_, value)| value.split(',').map(|part| part.trim().to_ascii_lowercase())).collect()
    }

    fn guard(&self, combines: bool, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Guard {
        let lease = wrong.read(fields::id_in(self.headers, "x-ms-lease-id", trace));
        let read = conditions::read(self.headers, Names::OWN, (self.version, combines), trace);
        Guard { lease, conditions: wrong.read(read) }
    }

    fn stored(&self, from: From, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Stored {
        wrong.read_all(stored::read(self.headers, from, self.version, trace))
    }

    fn read(&self, place: Place, guard: Guard, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Read {
        let snapshot = wrong.read(fields::snapshot(self.query, self.version, trace));
        let range = fields::range(self.headers, trace);
        let range_md5 = fields::flag(self.headers, "x-ms-range-get-content-md5");
        let range_crc64 = fields::flag(self.headers, "x-ms-range-get-content-crc64");
        let version = self.version_asked(wrong, trace);
        Read { place, snapshot, version, guard, range, range_md5, range_crc64 }
    }

    fn source(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> crate::blob::operation::Source {
        self.sources.read(self.headers, self.version, trace).unwrap_or_else(|refused| {
            wrong.0.push(refused);
            crate::blob::operation::Source {
                address: String::new(),
                place: None,
                snapshot: None,
                version: None,
                conditions: Conditions::default(),
                range: None,
                md5: None,
                crc64: None,
                readable: false,
            }
        })
    }

    pub(super) fn content(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Content {
        match self.headers.get("x-ms-copy-source") {
            Some(_) => Content::From(Box::new(self.source(wrong, trace))),
            None => Content::Body(self.body.clone()),
        }
    }

    /// The refusal of a body that is longer than this many MiB, by the version.
    pub(super) fn check_size(
        &self,
        rule: RuleId,
        before: RuleId,
        (most, earlier): (u64, u64),
        wrong: &mut Wrong,
        trace: &mut Trace<'_>,
    ) {
        let since = if rule == id::BLOB_APPEND_SIZE { Version::V2022_11_02 } else { Version::V2016_05_31 };
        let (rule, most) = if self.version >= since { (rule, most * MIB) } else { (before, earlier * MIB) };
        if self.body.len() as u64 > most && trace.enforce(rule) {
            wrong.0.push(too_large(most, rule));
        }
    }

    fn check_not_empty(&self, content: &Content, rule: RuleId, wrong: &mut Wrong, trace: &mut Trace<'_>) {
        if matches!(content, Content::Body(body) if body.is_empty()) && trace.enforce(rule) {
            wrong.0.push(invalid_header("Content-Length", "0", rule));
        }
    }

    fn public(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> PublicAccess {
        let name = "x-ms-blob-public-access";
        match said(self.headers, name).map(|value| (value, value.to_ascii_lowercase())) {
            None => PublicAccess::None,
            Some((_, value)) if value == "blob" => PublicAccess::Blob,
            Some((_, value)) if value == "container" || value == "true" => PublicAccess::Container,
            Some((value, _)) => {
                let rule = id::BLOB_ACL_PUBLIC_VALUES;
                if trace.enforce(rule) {
                    wrong.0.push(invalid_header(name, value, rule));
                }
                PublicAccess::None
            }
        }
    }
}
