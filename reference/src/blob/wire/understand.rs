//! Requests as operations: what exactly is asked for.

use super::address::{Resource, container_refusals};
use super::block_list;
use super::conditions::{self, Names};
use super::fields::{self, said};
use super::kind::Kind;
use super::source::Sources;
use super::stored::{self, From};
use crate::blob::model::{Conditions, LeaseAction, PublicAccess, Stored, Tags};
use crate::blob::operation::{
    BlobListing, ContainerListing, Content, Copying, Guard, Operation, Place, Put, Range, Read,
};
use crate::blob::refuse::{invalid_header, invalid_parameter, missing_header, missing_parameter, too_large};
use crate::http::Headers;
use crate::ids::Guid;
use crate::query::QueryString;
use crate::refusal::Detailed;
use crate::rules::{RuleId, Trace, id};
use crate::version::Version;
use crate::xml::Element;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
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

const MIB: u64 = 1 << 20;
/// The longest page blob.
const LONGEST_PAGES: i64 = 8 << 40;
/// The size of a page.
const PAGE: u64 = 512;
/// The longest id of a block, in octets.
const LONGEST_BLOCK_ID: usize = 64;

/// Collects what is wrong with a request.
#[derive(Default)]
struct Wrong(Vec<Detailed>);

impl Wrong {
    /// What was read; its default in the place of what is wrong.
    fn read<T: Default>(&mut self, read: Result<T, Detailed>) -> T {
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
        let guard = self.guard(matches!(kind, Kind::GetBlob | Kind::GetBlobProperties), wrong, trace);
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
                let Stored { metadata, tier, tags, priority, .. } = stored;
                let copying = Copying { source, synchronous, metadata, tier, priority, tags, seal };
                Operation::CopyBlob(place, guard, Box::new(copying))
            }
            Kind::AbortCopy => Operation::AbortCopy(place, guard, self.copy_id(wrong, trace)),
            Kind::DeleteBlob => {
                let with = fields::with_snapshots(self.headers);
                let with = with.unwrap_or_else(|refused| {
                    wrong.0.push(refused);
                    crate::blob::operation::WithSnapshots::No
                });
                Operation::DeleteBlob(self.read(place, guard, wrong, trace), with)
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
                let previous = self.option("prevsnapshot").and_then(|text| super::moments::read(&text));
                Operation::GetPageRanges(self.read(place, guard, wrong, trace), previous)
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
            Kind::SetTags => Operation::SetTags(place, guard, self.tags(wrong, trace)),
            _ => Operation::Undelete(place),
        }
    }

    fn option(&self, name: &str) -> Option<String> {
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
        Read { place, snapshot, guard, range, range_md5, range_crc64 }
    }

    fn source(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> crate::blob::operation::Source {
        self.sources.read(self.headers, self.version, trace).unwrap_or_else(|refused| {
            wrong.0.push(refused);
            crate::blob::operation::Source {
                address: String::new(),
                place: None,
                snapshot: None,
                conditions: Conditions::default(),
                range: None,
                md5: None,
                crc64: None,
                readable: false,
            }
        })
    }

    fn content(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Content {
        match self.headers.get("x-ms-copy-source") {
            Some(_) => Content::From(Box::new(self.source(wrong, trace))),
            None => Content::Body(self.body.clone()),
        }
    }

    /// The refusal of a body that is longer than this many MiB, by the version.
    fn check_size(
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

    fn lease_action(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> LeaseAction {
        let action = said(self.headers, "x-ms-lease-action").unwrap_or_default().to_ascii_lowercase();
        let lease = wrong.read(fields::id_in(self.headers, "x-ms-lease-id", trace));
        let proposed = wrong.read(fields::id_in(self.headers, "x-ms-proposed-lease-id", trace));
        let needed = |name: &'static str, id: Option<Guid>, wrong: &mut Wrong, trace: &mut Trace<'_>| {
            let rule = id::BLOB_LEASES_REQUIRED;
            if id.is_none() && said(self.headers, name).is_none() && trace.enforce(rule) {
                wrong.0.push(missing_header(name, rule));
            }
            id.unwrap_or(Guid([0; 16]))
        };
        match action.as_str() {
            "acquire" => {
                let duration = self.seconds("x-ms-lease-duration", (15, 60), id::BLOB_LEASES_DURATION, wrong, trace);
                let old = self.version < Version::V2012_02_12;
                if duration.is_none() && !old && said(self.headers, "x-ms-lease-duration").is_none() {
                    needed("x-ms-lease-duration", None, wrong, trace);
                }
                let duration = if old { Some(60) } else { duration.filter(|seconds| *seconds >= 0) };
                LeaseAction::Acquire(duration, proposed)
            }
            "renew" => LeaseAction::Renew(needed("x-ms-lease-id", lease, wrong, trace)),
            "change" => LeaseAction::Change(
                needed("x-ms-lease-id", lease, wrong, trace),
                needed("x-ms-proposed-lease-id", proposed, wrong, trace),
            ),
            "release" => LeaseAction::Release(needed("x-ms-lease-id", lease, wrong, trace)),
            "break" => {
                let name = "x-ms-lease-break-period";
                LeaseAction::Break(self.seconds(name, (0, 60), id::BLOB_LEASES_PERIOD_RANGE, wrong, trace))
            }
            _ => {
                wrong.0.push(match said(self.headers, "x-ms-lease-action") {
                    Some(value) => invalid_header("x-ms-lease-action", value, id::BLOB_OPEN_LEASE_ACTIONS),
                    None => missing_header("x-ms-lease-action", id::BLOB_OPEN_LEASE_ACTIONS),
                });
                LeaseAction::Break(None)
            }
        }
    }

    /// A number of seconds within a range; a duration may be -1 as well.
    fn seconds(
        &self,
        name: &str,
        (least, most): (i64, i64),
        rule: RuleId,
        wrong: &mut Wrong,
        trace: &mut Trace<'_>,
    ) -> Option<i64> {
        let text = said(self.headers, name)?;
        let endless = rule == id::BLOB_LEASES_DURATION;
        match text.trim().parse::<i64>() {
            Ok(-1) if endless => Some(-1),
            Ok(seconds) if (least..=most).contains(&seconds) => Some(seconds),
            read => {
                if trace.enforce(rule) {
                    wrong.0.push(invalid_header(name, text, rule));
                }
                read.ok().map(|seconds: i64| seconds.clamp(0, 1 << 32))
            }
        }
    }

    fn put(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Put {
        let rule = id::BLOB_PUT_TYPE_REQUIRED;
        match said(self.headers, "x-ms-blob-type") {
            Some("AppendBlob") => {
                self.check_empty(id::BLOB_OPEN_BODY_OF_EMPTY, wrong);
                Put::Append
            }
            Some("PageBlob") => {
                self.check_empty(id::BLOB_OPEN_BODY_OF_EMPTY, wrong);
                let length = self.page_length(wrong, trace);
                let name = "x-ms-blob-content-length";
                let needed = id::BLOB_PAGES_LENGTH_REQUIRED;
                if length.is_none() && said(self.headers, name).is_none() && trace.enforce(needed) {
                    wrong.0.push(missing_header(name, needed));
                }
                let name = "x-ms-blob-sequence-number";
                let number = wrong.read(fields::number(self.headers, name, id::BLOB_PAGES_NUMBERS, trace));
                Put::Page(length.unwrap_or(0), number.unwrap_or(0))
            }
            Some(other) if other != "BlockBlob" && trace.enforce(rule) => {
                wrong.0.push(invalid_header("x-ms-blob-type", other, rule));
                Put::Append
            }
            None if self.version >= Version::V2009_09_19 && trace.enforce(rule) => {
                wrong.0.push(missing_header("x-ms-blob-type", rule));
                Put::Append
            }
            _ => {
                let before = id::BLOB_PUT_SIZE_BEFORE;
                self.check_size(id::BLOB_PUT_SIZE, before, (256, 64), wrong, trace);
                Put::Block(self.body.clone())
            }
        }
    }

    fn check_empty(&self, rule: RuleId, wrong: &mut Wrong) {
        if !self.body.is_empty() {
            wrong.0.push(invalid_header("Content-Length", &self.body.len().to_string(), rule));
        }
    }

    /// The length of a page blob.
    fn page_length(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Option<u64> {
        let name = "x-ms-blob-content-length";
        let text = said(self.headers, name)?;
        let rule = id::BLOB_PAGES_LENGTH;
        match text.trim().parse::<i64>() {
            Ok(length) if (0..=LONGEST_PAGES).contains(&length) && length % 512 == 0 => u64::try_from(length).ok(),
            read => {
                if trace.enforce(rule) {
                    wrong.0.push(invalid_header(name, text, rule));
                }
                read.ok().and_then(|length: i64| u64::try_from(length.clamp(0, LONGEST_PAGES)).ok())
            }
        }
    }

    fn block_id(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> String {
        let Some(text) = self.option("blockid") else {
            let rule = id::BLOB_BLOCKS_ID_REQUIRED;
            if trace.enforce(rule) {
                wrong.0.push(missing_parameter("blockid", rule));
            }
            return String::new();
        };
        let good = STANDARD.decode(&text).is_ok_and(|octets| octets.len() <= LONGEST_BLOCK_ID);
        let rule = id::BLOB_BLOCKS_ID_FORM;
        if !good && trace.enforce(rule) {
            let reason = "Not a valid base64 string.";
            wrong.0.push(invalid_parameter("blockid", &text, reason, rule));
        }
        text
    }

    fn copy_id(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Guid {
        let rule = id::BLOB_COPY_ABORT_ID;
        let Some(text) = self.option("copyid") else {
            if trace.enforce(rule) {
                wrong.0.push(missing_parameter("copyid", rule));
            }
            return Guid([0; 16]);
        };
        crate::lexical::guid::read(&text).unwrap_or_else(|| {
            if trace.enforce(rule) {
                wrong.0.push(invalid_parameter("copyid", &text, "copyid needs to be valid Guid.", rule));
            }
            Guid([0; 16])
        })
    }

    /// How long an append blob must be before, and may be afterwards.
    fn append_conditions(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> (Option<u64>, Option<u64>) {
        let rule = id::BLOB_APPEND_NUMBERS;
        let mut number = |name: &'static str| {
            let number = wrong.read(fields::number(self.headers, name, rule, trace));
            number.and_then(|number| u64::try_from(number).ok())
        };
        (number("x-ms-blob-condition-appendpos"), number("x-ms-blob-condition-maxsize"))
    }

    fn pages(&self, place: Place, guard: Guard, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Operation {
        let write = said(self.headers, "x-ms-page-write").unwrap_or_default();
        let clears = write.eq_ignore_ascii_case("clear");
        let sequence = wrong.read(fields::sequence_guard(self.headers, trace));
        let range = self.page_range(wrong, trace);
        if clears {
            return Operation::ClearPages(place, guard, range, sequence);
        }
        if !write.eq_ignore_ascii_case("update") {
            let rule = id::BLOB_OPEN_PAGE_WRITES;
            wrong.0.push(match write {
                "" => missing_header("x-ms-page-write", rule),
                _ => invalid_header("x-ms-page-write", write, rule),
            });
        }
        let content = self.content(wrong, trace);
        let length = range.end.map_or(0, |end| end + 1 - range.start);
        let rule = id::BLOB_PAGES_BODY_LENGTH;
        if let Content::Body(body) = &content
            && body.len() as u64 != length
            && trace.enforce(rule)
        {
            wrong.0.push(invalid_header("Content-Length", &body.len().to_string(), rule));
        }
        let rule = id::BLOB_PAGES_SIZE;
        if length > 4 * MIB && trace.enforce(rule) {
            wrong.0.push(too_large(4 * MIB, rule));
        }
        Operation::PutPages(place, guard, range, content, fields::hashes(self.headers), sequence)
    }

    fn page_range(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Range {
        let text = said(self.headers, "x-ms-range").or_else(|| said(self.headers, "range"));
        let Some(text) = text else {
            let rule = id::BLOB_PAGES_RANGE_REQUIRED;
            if trace.enforce(rule) {
                wrong.0.push(missing_header("Range", rule));
            }
            return Range { start: 0, end: None };
        };
        let range = fields::read_range(text);
        let rule = id::BLOB_PAGES_ALIGNED;
        let good = range.is_some_and(|range| {
            range.start % PAGE == 0 && range.end.is_some_and(|end| end < u64::MAX && (end + 1) % PAGE == 0)
        });
        if !good && trace.enforce(rule) {
            wrong.0.push(invalid_header("Range", text, rule));
        }
        match range {
            Some(range) if good => range,
            Some(Range { start, end }) => {
                let last = end.unwrap_or(start).min(u64::MAX / 2) / PAGE * PAGE + PAGE - 1;
                Range { start: start.min(last) / PAGE * PAGE, end: Some(last) }
            }
            None => Range { start: 0, end: None },
        }
    }

    fn tags(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Tags {
        let rule = id::BLOB_TAGS_MALFORMED;
        let Some(root) = Element::read(self.body).filter(|root| root.name == "Tags") else {
            if trace.enforce(rule) {
                wrong.0.push(crate::blob::refuse::invalid_document(self.body, Some(0), "", rule));
            }
            return Tags::new();
        };
        let set = root.child("TagSet").map(|set| set.children.as_slice()).unwrap_or_default();
        let text = |tag: &Element, name: &str| tag.child(name).map(|found| found.text.clone()).unwrap_or_default();
        set.iter().map(|tag| (text(tag, "Key"), text(tag, "Value"))).collect()
    }
}
