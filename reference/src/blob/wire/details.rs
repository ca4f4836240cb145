//! What single operations are told in headers and parameters: leases, new blobs, blocks, pages, tags.

use super::fields::{self, said};
use super::understand::{MIB, Message, Wrong};
use crate::blob::model::{LeaseAction, Tags};
use crate::blob::operation::{Content, Guard, Operation, PageListing, Place, Put, Range};
use crate::blob::refuse::{
    invalid_document, invalid_header, invalid_parameter, missing_header, missing_parameter, too_large,
};
use crate::ids::Guid;
use crate::rules::{RuleId, Trace, id};
use crate::version::Version;
use crate::xml::Element;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The longest page blob.
const LONGEST_PAGES: i64 = 8 << 40;
/// The size of a page.
const PAGE: u64 = 512;
/// The longest id of a block, in octets.
const LONGEST_BLOCK_ID: usize = 64;

impl Message<'_> {
    pub(super) fn lease_action(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> LeaseAction {
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
    pub(super) fn seconds(
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

    pub(super) fn put(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Put {
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

    pub(super) fn check_empty(&self, rule: RuleId, wrong: &mut Wrong) {
        if !self.body.is_empty() {
            wrong.0.push(invalid_header("Content-Length", &self.body.len().to_string(), rule));
        }
    }

    /// The length of a page blob.
    pub(super) fn page_length(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Option<u64> {
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

    pub(super) fn block_id(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> String {
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

    pub(super) fn copy_id(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Guid {
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
    pub(super) fn append_conditions(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> (Option<u64>, Option<u64>) {
        let rule = id::BLOB_APPEND_NUMBERS;
        let mut number = |name: &'static str| {
            let number = wrong.read(fields::number(self.headers, name, rule, trace));
            number.and_then(|number| u64::try_from(number).ok())
        };
        (number("x-ms-blob-condition-appendpos"), number("x-ms-blob-condition-maxsize"))
    }

    pub(super) fn pages(&self, place: Place, guard: Guard, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Operation {
        let write = said(self.headers, "x-ms-page-write").unwrap_or_default();
        let clears = write.eq_ignore_ascii_case("clear");
        let sequence = wrong.read(fields::sequence_guard(self.headers, trace));
        let range = self.page_range(wrong, trace);
        if clears {
            let (rule, length) = (id::BLOB_PAGES_CLEAR_WITHOUT_BODY, self.body.len());
            if length > 0 && trace.enforce(rule) {
                wrong.0.push(invalid_header("Content-Length", &length.to_string(), rule));
            }
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

    pub(super) fn page_range(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Range {
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

    /// Which pages are told of.
    pub(super) fn page_listing(&self, wrong: &mut Wrong) -> PageListing {
        let previous = self.option("prevsnapshot").and_then(|text| super::moments::read(&text));
        let told = self.version >= Version::V2020_10_02;
        let max_results = self.option("maxresults").filter(|_| told);
        let marker = self.option("marker").filter(|_| told).and_then(|text| {
            let offset = super::lists::offset(&text);
            if offset.is_none() {
                wrong.0.push(invalid_parameter("marker", &text, "", id::BLOB_OPEN_PAGE_MARKERS));
            }
            offset
        });
        PageListing { previous, marker, max_results }
    }

    pub(super) fn tags(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Tags {
        let rule = id::BLOB_TAGS_MALFORMED;
        let Some(root) = Element::read(self.body).filter(|root| root.name == "Tags") else {
            if trace.enforce(rule) {
                wrong.0.push(invalid_document(self.body, Some(0), "", rule));
            }
            return Tags::new();
        };
        let set = root.child("TagSet").map(|set| set.children.as_slice()).unwrap_or_default();
        let text = |tag: &Element, name: &str| tag.child(name).map(|found| found.text.clone()).unwrap_or_default();
        let tags = set.iter().map(|tag| (text(tag, "Key"), text(tag, "Value"))).collect();
        wrong.0.extend(super::stored::refused_tags(&tags, trace));
        tags
    }
}
