//! Which skills the checks of a run need, and what the answer to the plainest form of one says.

use super::generation::draw;
use super::selection::Unit;
use crate::finding::Signature;
use crate::history::{Replayed, format_of};
use crate::judge::{Mismatch, MismatchKind};
use crate::target::{AuthScheme, Axes, Busy, Format};
use std::collections::BTreeSet;
use tablestakes_reference::history::symbol::Told;
use tablestakes_reference::history::{Auth, Call, History, Step};
use tablestakes_reference::http::Response;
use tablestakes_reference::table::Operation;
use tablestakes_reference::{ServiceName, Version, blob, queue};
use tablestakes_suites::check::Source;
use tablestakes_suites::{Check, Class, Skill, Suite};

/// So many histories of a generator are looked at to see what it draws.
const DRAWN: u32 = 8;

/// What the finding shows that a target lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lack {
    /// The skill.
    pub skill: Skill,
    /// The finding; absent where nothing that binds is broken by it.
    pub by: Option<Signature>,
}

/// What a check needs before its question can be put.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Needs {
    /// The skills.
    pub(super) skills: BTreeSet<Skill>,
    /// Whether it puts rows there before it asks anything.
    pub(super) seeds: bool,
}

/// What the question of a check needs.
///
/// A check needs what it is about. That it also tries its question by a transaction, or with a signature, does not make it
/// need them: what else it asks is asked of every target.
pub(super) fn needed_by(check: &Check) -> Needs {
    let Some(aim) = check.rules.first() else { return Needs::default() };
    let service = check.service();
    let histories = some_of(check);
    let any = |is: fn(&History) -> bool| histories.iter().any(is);
    let topic = aim.rule().topic;
    let is_needed = |skill: &Skill| match skill {
        Skill::Batch => {
            let about = check.suite == Suite::Batch || check.class == Class::TableBatch || topic == "batch";
            about || any(writes_by_transaction)
        }
        Skill::Continuation => topic == "continuation" && any(goes_on),
        // Of later versions it is asked that they have it no more.
        Skill::Atom => (topic == "atom" || check.suite == Suite::Atom) && aim.holds_for(IN_ATOM.version),
        Skill::Acl => topic == "acl" || topic == "sas" && any(sets_policies),
        Skill::QueueAcl | Skill::BlobAcl => topic == "acl" || topic == "sas" && any(sets_policies),
        Skill::ServiceProperties | Skill::QueueServiceProperties | Skill::BlobServiceProperties => {
            check.suite.changes_the_account()
        }
        skill => about(*skill).is_some_and(|(suites, topics)| suites.contains(&check.suite) || topics.contains(&topic)),
    };
    Needs {
        skills: Skill::ALL.iter().copied().filter(|skill| skill.service() == service).filter(is_needed).collect(),
        seeds: histories.iter().flat_map(History::all_steps).any(|step| step.seeds),
    }
}

/// The suites, and the topics of rules, that are about a skill and nothing else; none where more is to be looked at.
fn about(skill: Skill) -> Option<(&'static [Suite], &'static [&'static str])> {
    Some(match skill {
        Skill::Auth | Skill::QueueAuth | Skill::BlobAuth => (&[Suite::Auth], &["auth"]),
        Skill::Sas | Skill::QueueSas | Skill::BlobSas => (&[Suite::Sas], &["sas"]),
        Skill::Cors | Skill::QueueCors | Skill::BlobCors => (&[Suite::Cors], &[]),
        Skill::BlockLists => (&[Suite::BlockLists], &["blocks", "block-lists"]),
        Skill::Copy => (&[Suite::Copy, Suite::CopySourceEncoding], &["copy"]),
        Skill::AppendBlobs => (&[Suite::AppendBlobs], &["append"]),
        Skill::PageBlobs => (&[Suite::PageBlobs], &["pages"]),
        Skill::Leases => (&[Suite::Leases, Suite::LeaseConditions], &["leases"]),
        Skill::Snapshots => (&[Suite::Snapshots], &["snapshots"]),
        Skill::Versions => (&[Suite::Versioning], &["versioning"]),
        Skill::Tags => (&[Suite::Tags], &["tags"]),
        Skill::Tiers => (&[Suite::Tiers], &["tiers"]),
        _ => return None,
    })
}

/// The skills that asking a service on these axes needs, whatever is asked.
pub(super) fn needed_on(service: ServiceName, axes: Axes) -> BTreeSet<Skill> {
    let atom = (axes.format == Format::Atom && service == ServiceName::Table).then_some(Skill::Atom);
    let sas = (axes.auth == AuthScheme::AccountSas).then_some(match service {
        ServiceName::Table => Skill::Sas,
        ServiceName::Queue => Skill::QueueSas,
        ServiceName::Blob => Skill::BlobSas,
    });
    atom.into_iter().chain(sas).collect()
}

/// The history of a check, or some of those that it draws: of what clients do side by side more than one, since they do now
/// this and now that.
fn some_of(check: &Check) -> Vec<History> {
    let cases = if matches!(check.suite, Suite::Concurrency | Suite::Faults) { DRAWN } else { 1 };
    let cases = if matches!(check.source, Source::Scripted(_)) { 1 } else { cases };
    (0..cases).filter_map(|case| draw(check, 1, case).ok()).collect()
}

fn is_transaction(step: &Step) -> bool {
    matches!(step.call, Call::Operation { operation: Operation::Batch { .. } }) && !step.seeds
}

/// Whether most of what a history does are transactions, or clients meet in them, where one that is not done leaves open what is.
fn writes_by_transaction(history: &History) -> bool {
    let (mut transactions, mut writes, mut others) = (0, 0, 0);
    for step in history.all_steps().filter(|step| !step.seeds) {
        match () {
            () if is_transaction(step) => transactions += 1,
            () if is_single_write(step) => writes += 1,
            () => others += 1,
        }
    }
    transactions > 0 && (history.is_judged_whole() || transactions > writes && transactions >= others)
}

fn is_single_write(step: &Step) -> bool {
    use Operation::{DeleteEntity, InsertEntity, WriteEntity};
    matches!(&step.call, Call::Operation { operation: InsertEntity { .. } | WriteEntity { .. } | DeleteEntity { .. } })
}

/// Whether a step goes on where another ended.
fn goes_on(history: &History) -> bool {
    history.all_steps().any(|step| match &step.call {
        Call::Operation { operation: Operation::QueryEntities { next, .. } } => next.is_some(),
        Call::Operation { operation: Operation::QueryTables { next_table, .. } } => next_table.is_some(),
        _ => false,
    })
}

/// Whether policies are set so that something can be asked by them.
fn sets_policies(history: &History) -> bool {
    let sets = |step: &Step| match &step.call {
        Call::Queue { ask } => matches!(ask, queue::Ask::SetPolicies { .. }),
        Call::Blob { ask } => ask.operation == blob::Operation::SetContainerAcl,
        Call::Raw { request } => request.method == "PUT" && request.target.contains("comp=acl"),
        _ => false,
    };
    history.all_steps().any(|step| sets(step) && step.wire.auth == Auth::SharedKey)
}

/// Whether a mismatch of a step is what becomes of a skill that is lacking, whichever rule is blamed for it.
pub(super) fn follows(skill: Skill, step: &Step, axes: Axes, mismatch: &Mismatch) -> bool {
    let outright = mismatch.kind.is_outright();
    let query = match &step.call {
        Call::Operation {
            operation: Operation::QueryEntities { query, .. } | Operation::QueryTables { query, .. },
        } => Some(query),
        _ => None,
    };
    let target = match &step.call {
        Call::Raw { request } => request.target.as_str(),
        Call::Blob { ask } => ask.operation.query(),
        Call::Queue { ask: queue::Ask::SetPolicies { .. } | queue::Ask::GetPolicies { .. } } => "comp=acl",
        Call::Queue { ask: queue::Ask::SetProperties { .. } | queue::Ask::GetProperties } => "comp=properties",
        _ => "",
    };
    match skill {
        Skill::Batch => outright && (is_transaction(step) || target.starts_with("/$batch")),
        Skill::Continuation => {
            let of_rows = matches!(mismatch.kind, MismatchKind::RowExtra | MismatchKind::RowMissing);
            of_rows && query.is_some_and(|query| query.top.is_some())
        }
        Skill::Atom => outright && format_of(step, axes) == Some(Format::Atom),
        Skill::Auth | Skill::QueueAuth | Skill::BlobAuth => {
            let signs = matches!(step.wire.auth, Auth::SharedKey | Auth::SharedKeyLite | Auth::DateHeader);
            mismatch.kind == MismatchKind::AcceptedInvalid && !signs
        }
        Skill::Sas | Skill::QueueSas | Skill::BlobSas => outright && matches!(step.wire.auth, Auth::Sas { .. }),
        Skill::Acl | Skill::QueueAcl | Skill::BlobAcl => outright && target.contains("comp=acl"),
        Skill::ServiceProperties | Skill::QueueServiceProperties | Skill::BlobServiceProperties => {
            outright && target.contains("comp=properties")
        }
        Skill::Cors | Skill::QueueCors | Skill::BlobCors => false,
        Skill::BlockLists
        | Skill::Copy
        | Skill::AppendBlobs
        | Skill::PageBlobs
        | Skill::Leases
        | Skill::Snapshots
        | Skill::Versions
        | Skill::Tags
        | Skill::Tiers => outright && is_asked_for(skill, step),
    }
}

/// Whether a step does what only a target with this skill of blobs can do.
fn is_asked_for(skill: Skill, step: &Step) -> bool {
    use blob::Operation;
    let Call::Blob { ask } = &step.call else { return false };
    let kind = |kind: &str| ask.headers.iter().any(|(name, value)| name == "x-ms-blob-type" && value == kind);
    match skill {
        Skill::BlockLists => {
            matches!(ask.operation, Operation::PutBlock | Operation::PutBlockList | Operation::GetBlockList)
        }
        Skill::Copy => matches!(ask.operation, Operation::CopyBlob | Operation::AbortCopyBlob),
        Skill::AppendBlobs => {
            kind("AppendBlob") || matches!(ask.operation, Operation::AppendBlock | Operation::SealBlob)
        }
        Skill::PageBlobs => kind("PageBlob") || matches!(ask.operation, Operation::PutPage | Operation::GetPageRanges),
        Skill::Leases => matches!(ask.operation, Operation::LeaseBlob | Operation::LeaseContainer),
        Skill::Snapshots => {
            ask.operation == Operation::SnapshotBlob || ask.options.iter().any(|(name, _)| name == "snapshot")
        }
        Skill::Versions => ask.options.iter().any(|(name, _)| name == "versionid"),
        Skill::Tags => matches!(ask.operation, Operation::SetBlobTags | Operation::GetBlobTags),
        Skill::Tiers => ask.operation == Operation::SetBlobTier,
        _ => false,
    }
}

/// In the newest version that has it.
const IN_ATOM: Axes = Axes {
    version: Version::V2015_07_08,
    format: Format::Atom,
    auth: AuthScheme::SharedKey,
    address: crate::target::AddressStyle::AsGiven,
};

/// The axes on which a target is asked for a skill: of those on which it is needed the ones that are most usual.
pub(super) fn axes_of(skill: Skill, units: &[&Unit]) -> Option<Axes> {
    let usual = Axes::default();
    let distance = |axes: &Axes| {
        let differs = [axes.address != usual.address, axes.version != usual.version, axes.format != usual.format];
        (differs.map(usize::from), std::cmp::Reverse(axes.version))
    };
    let axes = units.iter().map(|unit| Axes { auth: AuthScheme::SharedKey, ..unit.axes }).min_by_key(distance)?;
    if skill == Skill::Atom && axes.format != Format::Atom { Some(IN_ATOM) } else { Some(axes) }
}

/// Whether a replay of one of its forms shows that the target has a skill; nothing if it was not answered.
pub(super) fn shows(skill: Skill, replayed: &Replayed) -> Option<bool> {
    if skill == Skill::Versions {
        return tells_versions(replayed);
    }
    let answers: Vec<&Response> = replayed
        .steps
        .iter()
        .map(|step| step.exchanges.first().and_then(|exchange| exchange.actual.as_ref().ok()))
        .collect::<Option<_>>()?;
    // What it was too busy for says nothing of what it can do.
    let last = *answers.last().filter(|_| answers.iter().all(|answer| Busy::of(answer).is_none()))?;
    let granted = |answer: &Response| answer.status < 300;
    let body_has = |answer: &Response, text: &str| String::from_utf8_lossy(&answer.body).contains(text);
    Some(match skill {
        Skill::Auth | Skill::QueueAuth | Skill::BlobAuth => (400..500).contains(&last.status),
        Skill::Continuation => ["x-ms-continuation-nextpartitionkey", "x-ms-continuation-nexttablename"]
            .iter()
            .any(|name| last.headers.get(name).is_some()),
        Skill::Atom => granted(last) && last.headers.get("content-type").is_some_and(|value| value.contains("atom")),
        Skill::Acl | Skill::QueueAcl | Skill::BlobAcl => granted(last) && body_has(last, "SignedIdentifiers"),
        Skill::ServiceProperties | Skill::QueueServiceProperties | Skill::BlobServiceProperties => {
            granted(last) && body_has(last, "StorageServiceProperties")
        }
        Skill::Cors | Skill::QueueCors | Skill::BlobCors => {
            answers.iter().any(|answer| answer.headers.get("access-control-allow-origin").is_some())
        }
        Skill::Batch
        | Skill::Sas
        | Skill::QueueSas
        | Skill::BlobSas
        | Skill::BlockLists
        | Skill::Copy
        | Skill::AppendBlobs
        | Skill::PageBlobs
        | Skill::Leases
        | Skill::Snapshots
        | Skill::Versions
        | Skill::Tags
        | Skill::Tiers => granted(last),
    })
}

/// Whether a target told the id of a version. What is asked by an id that was not told is not sent.
fn tells_versions(replayed: &Replayed) -> Option<bool> {
    let exchanges = replayed.steps.iter().flat_map(|step| &step.exchanges);
    let answers: Vec<&Response> = exchanges.map(|exchange| exchange.actual.as_ref().ok()).collect::<Option<_>>()?;
    let is_fit = !answers.is_empty() && answers.iter().all(|answer| Busy::of(answer).is_none());
    let tells = |answer: &&Response| {
        let listed = || String::from_utf8_lossy(&answer.body).contains("<VersionId>");
        answer.status < 300 && (answer.headers.get(Told::Version.header()).is_some() || listed())
    };
    is_fit.then(|| answers.iter().any(tells))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_suites::catalogue;

    fn needed(id: &str) -> Vec<&'static str> {
        let check = catalogue().into_iter().find(|check| check.id == id).unwrap();
        needed_by(&check).skills.into_iter().map(Skill::name).collect()
    }

    #[test]
    fn a_check_needs_what_it_is_about() {
        assert_eq!(needed("table.smoke.batch-atomic"), ["batch"]);
        assert_eq!(needed("table.etag.update-stale-in-batch"), ["batch"]);
        assert_eq!(needed("table.concurrency.torn-transactions"), ["batch"]);
        assert_eq!(needed("table.continuation.every-page"), ["continuation"]);
        assert_eq!(needed("table.sas.policy"), ["sas", "acl"]);
        assert_eq!(needed("table.cors.preflight"), ["service-properties", "cors"]);
        assert_eq!(needed("table.atom.by-default"), ["atom"]);
        assert_eq!(needed("queue.sas.account"), ["queue-sas", "queue-acl"]);
        assert_eq!(needed("blob.smoke.lease"), ["leases"]);
        assert_eq!(needed("blob.smoke.put-then-get"), [""; 0]);
    }

    #[test]
    fn a_check_does_not_need_what_it_asks_beside_its_question() {
        assert_eq!(needed("table.auth.wrong-key-everywhere"), ["auth"]);
        assert_eq!(needed("table.atom.ended"), [""; 0]);
        assert_eq!(needed("table.json-metadata.full-everywhere"), [""; 0]);
        assert_eq!(needed("table.continuation.top-zero"), [""; 0]);
        assert_eq!(needed("table.query.eq"), [""; 0]);
    }

    #[test]
    fn a_skill_is_asked_for_as_it_is_mostly_needed() {
        let check = catalogue().remove(0);
        let restarts = super::super::Restarts::Unknown;
        let profile = Default::default();
        let unit = |axes| Unit { check: check.clone(), axes, profile, restarts, longest_wait: None, waits: 0 };
        let (old, usual) = (Axes { version: Version::V2013_08_15, ..Axes::default() }, Axes::default());
        let (one, other) = (unit(old), unit(Axes { auth: AuthScheme::AccountSas, ..usual }));
        assert_eq!(axes_of(Skill::Batch, &[&one, &other]), Some(usual));
        assert_eq!(axes_of(Skill::Batch, &[&one]), Some(old));
        assert_eq!(axes_of(Skill::Atom, &[&one]).map(|axes| axes.format), Some(Format::Atom));
        assert_eq!(axes_of(Skill::Batch, &[]), None);
    }
}
