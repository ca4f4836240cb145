//! The wire of the blob service against its model: a history goes through the harness's codecs and the service's, and as plain
//! data into what operations do. Both must refuse by the same rule, and tell the same ETags, contents, blocks, pages and leases.

use super::asked::{Asked, CONTAINER, request};
use super::service::now;
use arbitrary::{Result, Unstructured};
use bytes::Bytes;
use tablestakes::judge::BlobReading;
use tablestakes_reference::blob::model::{
    Block, Conditions, Facts, LeaseAction, LeaseDone, Model, Moment, PageRange, PublicAccess, Standing, Stored, Tag,
    etag,
};
use tablestakes_reference::blob::operation::{
    Content, Guard, Lookup, Operation, PageListing, Place, Put, Range, Read, SequenceGuard, WithSnapshots,
};
use tablestakes_reference::blob::outcome::{Found, Outcome, Written};
use tablestakes_reference::blob::perform::Performing;
use tablestakes_reference::blob::{Ask, BlobService, Operation as Asking};
use tablestakes_reference::datetime::TICKS_PER_SECOND;
use tablestakes_reference::history::{Content as Carried, Wire};
use tablestakes_reference::http::{Headers, Response};
use tablestakes_reference::ids::Guid;
use tablestakes_reference::lexical::{datetime, guid};
use tablestakes_reference::rules::{Broken, Trace};
use tablestakes_reference::{DateTime, SequentialIds, Version};

/// How many steps a history has at most.
const STEPS: usize = 16;
/// Names that meet, and one that is written with care.
const NAMES: [&str; 3] = ["a", "b", "d/é +%"];
/// Ids of blocks, of one length but for the last.
const BLOCKS: [&str; 4] = ["MQ==", "Mg==", "Mw==", "MTAw"];
const CONTENTS: [&str; 4] = ["", "a", "bc", "<Error/>"];
/// How many seconds pass between two steps.
const PASSING: [i64; 6] = [0, 0, 0, 1, 20, 100];
const PAGE: u64 = 512;

/// The octets decide a version and a history.
pub fn run(octets: &[u8]) {
    let _ = play(&mut Unstructured::new(octets));
}

fn play(u: &mut Unstructured<'_>) -> Result<()> {
    let version = *u.choose(&[Version::DEFAULT, Version::V2016_05_31, Version::V2020_12_06])?;
    let mut sides = Sides::new(version);
    for _ in 0..STEPS {
        // A tick at least: what happens in one instant is told apart by ticks of the service's own.
        sides.now = sides.now.plus_ticks(u.choose(&PASSING)? * TICKS_PER_SECOND + 1);
        step(u, &mut sides)?;
    }
    for name in NAMES {
        let read = Read { place: place(name), ..Read::default() };
        let asked = Ask::on_blob(Asking::GetBlob, CONTAINER, name);
        sides.compare(asked, Operation::GetBlob(read));
    }
    Ok(())
}

fn place(name: &str) -> Place {
    Place { container: CONTAINER.to_owned(), blob: name.to_owned() }
}

/// One step, said in both ways.
fn step(u: &mut Unstructured<'_>, sides: &mut Sides) -> Result<()> {
    let name = *u.choose(&NAMES)?;
    let ask = |operation| Ask::on_blob(operation, CONTAINER, name);
    let place = place(name);
    let content = *u.choose(&CONTENTS)?;
    let body = (Carried::text(content), Bytes::from_static(content.as_bytes()));
    let stored = || Box::new(Stored::default());
    match u.int_in_range(0..=17)? {
        0..=3 => {
            let (headers, guard) = sides.guard(u)?;
            let kind = u.int_in_range(0..=3)?;
            let (put, typed) = match kind {
                0 => (Put::Append, "AppendBlob"),
                1 => (Put::Page(4 * PAGE, 0), "PageBlob"),
                _ => (Put::Block(body.1), "BlockBlob"),
            };
            let carried = if kind < 2 { Carried::None } else { body.0 };
            let mut asked = Ask { headers, body: carried, ..ask(Asking::PutBlob) };
            asked.headers.push(("x-ms-blob-type".into(), typed.into()));
            if kind == 1 {
                asked.headers.push(("x-ms-blob-content-length".into(), (4 * PAGE).to_string()));
            }
            sides.compare(asked, Operation::PutBlob(place, guard, put, Default::default(), stored()));
        }
        4 | 5 if !content.is_empty() => {
            let id = *u.choose(&BLOCKS)?;
            let options = vec![("blockid".to_owned(), id.to_owned())];
            let asked = Ask { options, body: body.0, ..ask(Asking::PutBlock) };
            let put =
                Operation::PutBlock(place, Guard::default(), id.into(), Content::Body(body.1), Default::default());
            sides.compare(asked, put);
        }
        6 | 7 => {
            let list = blocks(u)?;
            let element = |(lookup, id): &(Lookup, String)| format!("<{lookup:?}>{id}</{lookup:?}>");
            let document: String = list.iter().map(element).collect();
            let document = format!("<BlockList>{document}</BlockList>");
            let (headers, guard) = sides.guard(u)?;
            let octets = Bytes::from(document.clone());
            let asked = Ask { headers, body: Carried::text(document), ..ask(Asking::PutBlockList) };
            sides.compare(asked, Operation::PutBlockList(place, guard, list, octets, Default::default(), stored()));
        }
        8 => {
            let read = Read { place, ..Read::default() };
            let options = vec![("blocklisttype".to_owned(), "all".to_owned())];
            let asked = Ask { options, ..ask(Asking::GetBlockList) };
            sides.compare(asked, Operation::GetBlockList(read, true, true));
        }
        9 if !content.is_empty() => {
            let (mut headers, guard) = sides.guard(u)?;
            let at = if u.ratio(1, 2)? { Some(u.int_in_range(0..=4)?) } else { None };
            headers.extend(at.map(|at: u64| ("x-ms-blob-condition-appendpos".to_owned(), at.to_string())));
            let asked = Ask { headers, body: body.0, ..ask(Asking::AppendBlock) };
            let appended = Content::Body(body.1);
            sides.compare(asked, Operation::AppendBlock(place, guard, appended, Default::default(), at, None));
        }
        10 => {
            let range = Range { start: PAGE * u.int_in_range(0..=3)?, end: None };
            let end = range.start + PAGE * u.int_in_range(1..=2)? - 1;
            let range = Range { end: Some(end), ..range };
            let (mut headers, guard) = sides.guard(u)?;
            let length = u32::try_from(end + 1 - range.start).unwrap_or(0);
            headers.push(("x-ms-range".into(), format!("bytes={}-{end}", range.start)));
            let clears = u.arbitrary()?;
            headers.push(("x-ms-page-write".into(), if clears { "clear" } else { "update" }.into()));
            let (carried, operation) = if clears {
                (Carried::None, Operation::ClearPages(place, guard, range, SequenceGuard::default()))
            } else {
                let content = Content::Body(Carried::pattern(1, length));
                let write =
                    Operation::PutPages(place, guard, range, content, Default::default(), SequenceGuard::default());
                (Carried::Pattern { seed: 1, length }, write)
            };
            sides.compare(Ask { headers, body: carried, ..ask(Asking::PutPage) }, operation);
        }
        11 => {
            let read = Read { place, ..Read::default() };
            sides.compare(ask(Asking::GetPageRanges), Operation::GetPageRanges(read, PageListing::default()));
        }
        12 => {
            let (headers, action) = sides.lease(u)?;
            let asked = Ask { headers, ..ask(Asking::LeaseBlob) };
            sides.compare(asked, Operation::LeaseBlob(place, Conditions::default(), action));
        }
        13 => {
            let (mut headers, guard) = sides.guard(u)?;
            let metadata = vec![("a".to_owned(), u.choose(&["1", "2 3"])?.to_string())];
            headers.extend(metadata.iter().map(|(name, value)| (format!("x-ms-meta-{name}"), value.clone())));
            let stored = Box::new(Stored { metadata, ..Stored::default() });
            let asked = Ask { headers, ..ask(Asking::SetBlobMetadata) };
            sides.compare(asked, Operation::SetBlobMetadata(place, guard, stored));
        }
        14 => {
            let (headers, guard) = sides.guard(u)?;
            let asked = Ask { headers, ..ask(Asking::SnapshotBlob) };
            sides.compare(asked, Operation::SnapshotBlob(place, guard, stored()));
        }
        15 => {
            let (mut headers, guard) = sides.guard(u)?;
            let with = u.arbitrary()?;
            if with {
                headers.push(("x-ms-delete-snapshots".into(), "include".into()));
            }
            let asked = Ask { headers, ..ask(Asking::DeleteBlob) };
            let with = if with { WithSnapshots::Include } else { WithSnapshots::No };
            sides.compare(asked, Operation::DeleteBlob(Read { place, guard, ..Read::default() }, with));
        }
        _ => {
            let (asked, read) = sides.read(u, name)?;
            if u.arbitrary()? {
                sides.compare(Ask { operation: Asking::GetBlobMetadata, ..asked }, Operation::GetBlobMetadata(read));
            } else if read.range.is_none() && u.arbitrary()? {
                sides
                    .compare(Ask { operation: Asking::GetBlobProperties, ..asked }, Operation::GetBlobProperties(read));
            } else {
                sides.compare(asked, Operation::GetBlob(read));
            }
        }
    }
    Ok(())
}

fn blocks(u: &mut Unstructured<'_>) -> Result<Vec<(Lookup, String)>> {
    let mut list = Vec::new();
    for _ in 0..u.int_in_range(0..=3)? {
        let lookup = *u.choose(&[Lookup::Latest, Lookup::Committed, Lookup::Uncommitted])?;
        list.push((lookup, u.choose(&BLOCKS)?.to_string()));
    }
    Ok(list)
}

/// Headers, by name and value.
type Said = Vec<(String, String)>;

/// The service behind its wire, and what operations do alone.
struct Sides {
    wire: Asked<BlobService>,
    model: Model,
    ids: SequentialIds,
    broken: Broken,
    version: Version,
    now: DateTime,
    /// ETags that answers told so far, and the times of snapshots.
    tags: Vec<String>,
    snapshots: Vec<DateTime>,
}

impl Sides {
    fn new(version: Version) -> Self {
        let (now, broken) = (now(), Broken::none());
        let mut model = Model::default();
        let moment = Moment { now, version };
        let created =
            model.create_container(CONTAINER, Vec::new(), PublicAccess::None, moment, &mut Trace::new(&broken));
        assert!(created.is_ok());
        let wire = Asked::blobs(version, now);
        let (ids, tags, snapshots) = (SequentialIds::default(), Vec::new(), Vec::new());
        Self { wire, model, ids, broken, version, now, tags, snapshots }
    }

    /// A lease that is shown, and a condition.
    fn guard(&self, u: &mut Unstructured<'_>) -> Result<(Said, Guard)> {
        let (mut said, mut guard) = (Said::new(), Guard::default());
        if u.ratio(1, 3)? {
            let id = lease(u)?;
            said.push(("x-ms-lease-id".into(), guid::written(id)));
            guard.lease = Some(id);
        }
        if u.ratio(1, 4)? && !self.tags.is_empty() {
            let held = u.choose(&self.tags)?.clone();
            let (name, of) = if u.arbitrary()? {
                ("If-Match", &mut guard.conditions.matches)
            } else {
                ("If-None-Match", &mut guard.conditions.differs)
            };
            said.push((name.into(), format!("\"{held}\"")));
            *of = Some(Tag::These(vec![held]));
        }
        Ok((said, guard))
    }

    fn lease(&self, u: &mut Unstructured<'_>) -> Result<(Said, LeaseAction)> {
        let (one, other) = (lease(u)?, lease(u)?);
        let header = |name: &str, value: String| (name.to_owned(), value);
        let (action, mut said, done) = match u.int_in_range(0..=5)? {
            0 | 1 => {
                let duration = *u.choose(&[None, Some(15), Some(60)])?;
                let said = vec![
                    header("x-ms-lease-duration", duration.unwrap_or(-1).to_string()),
                    header("x-ms-proposed-lease-id", guid::written(one)),
                ];
                ("acquire", said, LeaseAction::Acquire(duration, Some(one)))
            }
            2 => ("renew", vec![header("x-ms-lease-id", guid::written(one))], LeaseAction::Renew(one)),
            3 => ("release", vec![header("x-ms-lease-id", guid::written(one))], LeaseAction::Release(one)),
            4 => {
                let said = vec![
                    header("x-ms-lease-id", guid::written(one)),
                    header("x-ms-proposed-lease-id", guid::written(other)),
                ];
                ("change", said, LeaseAction::Change(one, other))
            }
            _ => {
                let period = *u.choose(&[None, Some(0), Some(30)])?;
                let said = period.map(|period: i64| header("x-ms-lease-break-period", period.to_string()));
                ("break", said.into_iter().collect(), LeaseAction::Break(period))
            }
        };
        said.push(header("x-ms-lease-action", action.to_owned()));
        Ok((said, done))
    }

    /// A blob or a snapshot, and a range of it.
    fn read(&self, u: &mut Unstructured<'_>, name: &str) -> Result<(Ask, Read)> {
        let (headers, guard) = self.guard(u)?;
        let mut asked = Ask { headers, ..Ask::on_blob(Asking::GetBlob, CONTAINER, name) };
        let mut read = Read { place: place(name), guard, ..Read::default() };
        if u.ratio(1, 3)? && !self.snapshots.is_empty() {
            let time = *u.choose(&self.snapshots)?;
            asked.options.push(("snapshot".into(), datetime::written_full(time)));
            read.snapshot = Some(time);
        }
        if u.ratio(1, 3)? {
            let start = u.int_in_range(0..=3)?;
            let end = if u.arbitrary()? { Some(start + u.int_in_range(0..=600_u64)?) } else { None };
            let last = end.map(|end| end.to_string()).unwrap_or_default();
            asked.headers.push(("x-ms-range".into(), format!("bytes={start}-{last}")));
            read.range = Some(Range { start, end });
        }
        Ok((asked, read))
    }

    /// Asks both, and compares what they say.
    fn compare(&mut self, asked: Ask, operation: Operation) {
        let request = request(asked, self.version, Wire::default());
        let answer = self.wire.send(&request, self.now);
        let mut trace = Trace::new(&self.broken);
        let headers = Headers::new();
        let mut performing = Performing {
            model: &mut self.model,
            moment: Moment { now: self.now, version: self.version },
            ids: &mut self.ids,
            trace: &mut trace,
            account: "devstoreaccount1",
            page_size: 5000,
            secondary: false,
            headers: &headers,
        };
        let done = performing.perform(operation);
        let refused = done.as_ref().err().map(|refused| refused.refusal.rule);
        let told = &answer.response;
        assert_eq!(answer.refused_by, refused, "{} {}: {}", request.method, request.target, told.status);
        let Ok(outcome) = done else { return };
        let read = BlobReading::of(&request, told);
        match outcome {
            Outcome::Created(Written { changed, .. }) | Outcome::Changed(Written { changed, .. }) => {
                self.tags.extend(assert_tag(told, changed));
            }
            Outcome::Content(found) => assert_content(told, &read, &found),
            Outcome::BlobProperties(facts) => assert_facts(told, &facts),
            Outcome::BlobMetadata(metadata, changed) => {
                assert_tag(told, Some(changed));
                for (name, value) in metadata {
                    assert_eq!(told.headers.get(&format!("x-ms-meta-{name}")), Some(value.as_str()));
                }
            }
            Outcome::Blocks(_, committed, uncommitted) => {
                let expected = [("CommittedBlocks", committed), ("UncommittedBlocks", uncommitted)];
                let expected = expected.into_iter().flat_map(|(name, blocks)| block_lines(name, blocks));
                assert_eq!(listed(&read, "/Block/"), expected.collect::<Vec<_>>());
            }
            Outcome::Snapshot(time, changed, ..) => {
                assert_eq!(told.headers.get("x-ms-snapshot"), Some(datetime::written_full(time).as_str()));
                assert_tag(told, Some(changed));
                self.snapshots.push(time);
            }
            Outcome::Pages(changed, length, ranges, _) => {
                assert_tag(told, Some(changed));
                assert_eq!(told.headers.get("x-ms-blob-content-length"), Some(length.to_string().as_str()));
                assert_eq!(listed(&read, "/PageRange/"), ranges.iter().flat_map(range_lines).collect::<Vec<_>>());
            }
            Outcome::Leased(done, changed) => assert_lease(told, done, changed),
            Outcome::Deleted(_) => {}
            other => panic!("nobody asked for {other:?}"),
        }
    }
}

/// One of two ids.
fn lease(u: &mut Unstructured<'_>) -> Result<Guid> {
    Ok(Guid([u.choose(&[0x11, 0x22]).copied()?; 16]))
}

/// The ETag of what was changed then, which the answer tells.
fn assert_tag(told: &Response, changed: Option<DateTime>) -> Option<String> {
    let tag = changed.map(etag);
    let quoted = tag.as_ref().map(|tag| format!("\"{tag}\""));
    assert_eq!(told.headers.get("etag"), quoted.as_deref());
    tag
}

fn assert_content(told: &Response, read: &BlobReading, found: &Found) {
    assert_eq!(*read, BlobReading::Content(found.data.clone()));
    assert_eq!(told.status, if found.part.is_some() { 206 } else { 200 });
    let end = |start| start + (found.data.len() as u64).saturating_sub(1);
    let part = found.part.map(|start| format!("bytes {start}-{}/{}", end(start), found.facts.length));
    assert_eq!(told.headers.get("content-range"), part.as_deref());
    assert_tag(told, Some(found.facts.changed));
}

fn assert_facts(told: &Response, facts: &Facts) {
    assert_tag(told, Some(facts.changed));
    assert_eq!(told.headers.get("content-length"), Some(facts.length.to_string().as_str()));
    assert_eq!(told.headers.get("x-ms-blob-type"), Some(facts.type_name));
    let standing = facts.lease.map(Standing::name);
    assert_eq!(told.headers.get("x-ms-lease-state"), standing);
}

fn assert_lease(told: &Response, done: LeaseDone, changed: DateTime) {
    assert_tag(told, Some(changed));
    let (id, time) = match done {
        LeaseDone::Acquired(id) | LeaseDone::Kept(id) => (Some(guid::written(id)), None),
        LeaseDone::Broken(seconds) => (None, Some(seconds.to_string())),
        LeaseDone::Released => (None, None),
    };
    assert_eq!(told.headers.get("x-ms-lease-id"), id.as_deref());
    assert_eq!(told.headers.get("x-ms-lease-time"), time.as_deref());
}

/// The lines below elements of this name.
fn listed(read: &BlobReading, within: &str) -> Vec<String> {
    let BlobReading::Lines(lines) = read else { panic!("{read:?}") };
    lines.iter().filter(|line| line.contains(within)).cloned().collect()
}

fn block_lines(name: &str, blocks: Option<Vec<Block>>) -> Vec<String> {
    let path = format!("BlockList/{name}/Block");
    let of = |block: Block| [format!("{path}/Name={}", block.id), format!("{path}/Size={}", block.data.len())];
    blocks.unwrap_or_default().into_iter().flat_map(of).collect()
}

fn range_lines(range: &PageRange) -> [String; 2] {
    ["End", "Start"].map(|name| {
        let octet = if name == "End" { range.end } else { range.start };
        format!("PageList/PageRange/{name}={octet}")
    })
}
