//! What reports say in words, the same in each: the verdict, kinds of mismatches, what to type.

use super::cause::CauseDocument;
use super::document::{CheckDocument, ReportDocument, RunDocument, SkillDocument};
use crate::exit::Exit;
use crate::finding::{Severity, TargetDocument, printable};
use crate::history::Seeding;
use crate::judge::MismatchKind;
use std::collections::BTreeSet;
use std::path::Path;

/// How it is told that a target was given up that is there.
const THERE: [&str; 2] = ["unresponsive", "always too busy"];

/// The verdict in one sentence.
pub(super) fn verdict(document: &ReportDocument) -> String {
    match document.exit_of_checks() {
        Exit::Conforms => match (binding(document), document.count("blocked")) {
            (0, _) => "conforms".to_owned(),
            (causes, 0) => format!("conforms but for {}, in the baseline", counted(causes, "cause")),
            (causes, blocked) => {
                let (causes, blocked) = (counted(causes, "cause"), counted(blocked, "check"));
                format!("conforms but for {causes}, in the baseline, which also keep {blocked} from being asked")
            }
        },
        Exit::DoesNotConform => format!("does not conform: {}", why_not(document)),
        Exit::Usage => "nothing was checked".to_owned(),
        Exit::TargetUnreachable => {
            let why = document.target.gone.as_deref().unwrap_or_default();
            match &document.target.gone_during {
                _ if THERE.iter().any(|start| why.starts_with(start)) => format!("the target is {}", printable(why)),
                Some(check) => format!("the target went away during {check}"),
                None => format!("the target could not be reached: {}", printable(why)),
            }
        }
    }
}

/// `31 causes (3 in the baseline), 60 checks failed, 25 blocked`.
fn why_not(document: &ReportDocument) -> String {
    let mut parts = Vec::new();
    let (all, known) = (binding(document), document.causes.iter().filter(|cause| cause.is_known()).count());
    match (all, known) {
        (0, _) => {}
        (all, 0) => parts.push(counted(all, "cause")),
        (all, known) => parts.push(format!("{} ({known} in the baseline)", counted(all, "cause"))),
    }
    parts.push(format!("{} failed", counted(document.count("fail"), "check")));
    parts.push(format!("{} blocked", document.count("blocked")));
    let errors = document.count("error");
    if errors > 0 {
        parts.push(format!("{errors} could not be judged"));
    }
    if !document.denied.is_empty() {
        parts.push(format!("{} denied", counted(document.denied.len(), "thing")));
    }
    parts.join(", ")
}

/// How many causes make the target non-conforming, those that the baseline knows included.
fn binding(document: &ReportDocument) -> usize {
    document.causes.iter().filter(|cause| cause.severity == Severity::Failure).count()
}

/// What to type next.
pub(super) fn next_command(document: &ReportDocument) -> String {
    let explain = |what: &str| format!("tablestakes explain {what}");
    let first = || document.causes.first().map(|cause| explain(&cause.rule));
    let with = |outcomes: &[&str]| {
        let check = document.checks.iter().find(|check| outcomes.contains(&check.outcome.as_str()));
        check.map(|check| explain(&check.id))
    };
    let list = || "tablestakes list checks".to_owned();
    match document.exit_of_checks() {
        Exit::Conforms if document.count("known") > 0 => first().unwrap_or_else(list),
        Exit::DoesNotConform if document.causes.iter().any(CauseDocument::fails) => first().unwrap_or_else(list),
        Exit::DoesNotConform => {
            with(&["fail", "blocked", "error"]).or_else(|| denied(document)).or_else(first).unwrap_or_else(list)
        }
        Exit::Conforms | Exit::Usage => list(),
        Exit::TargetUnreachable => match &document.target.gone_during {
            Some(check) => format!("tablestakes certify {} --check {check}", document.target.argument),
            None => "start the target, then run the same command again".to_owned(),
        },
    }
}

/// What to type where nothing fails and something is denied: the baseline is to be mended, or what comes only sometimes to be
/// looked at.
fn denied(document: &ReportDocument) -> Option<String> {
    let (what, told) = document.denied.first()?.split_once(": ")?;
    let flaky = || document.findings.iter().find(|finding| told.starts_with(&finding.signature));
    match what {
        "flaky" => flaky().map(|finding| format!("tablestakes explain {}", finding.rule)),
        _ => {
            let baseline = document.baseline.as_deref().unwrap_or("FILE");
            // `certify` tests the reference where no target is named.
            let command = [
                "tablestakes certify",
                &document.target.argument,
                "--baseline",
                baseline,
                "--baseline-update --baseline-prune",
            ];
            Some(command.into_iter().filter(|part| !matches!(*part, "" | "--reference")).collect::<Vec<_>>().join(" "))
        }
    }
}

/// What is allowed, each alternative once: `400 InvalidInput or 400 InvalidInput` is one.
pub(super) fn allowed(expected: &str) -> String {
    let is_status = |part: &str| part.len() >= 3 && part.bytes().take(3).all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = expected.split(" or ").collect();
    if !parts.iter().copied().all(is_status) {
        return expected.to_owned();
    }
    let mut seen = BTreeSet::new();
    parts.into_iter().filter(|part| seen.insert(*part)).collect::<Vec<_>>().join(" or ")
}

/// What is said of a finding that its history does not show alone.
pub(super) const NOT_ALONE: &str = "shown only together with other differences";

/// The command that replays a finding of the report in this directory, by the name of its file.
pub(super) fn replay_command(file: &str, target: &TargetDocument, folder: &Path) -> String {
    format!("tablestakes replay {} {}", finding_path(file, folder), target.argument).trim_end().to_owned()
}

/// The file of a finding as a shell takes it.
pub(super) fn finding_path(file: &str, folder: &Path) -> String {
    let path = folder.join(file).display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:@%,".contains(c);
    if path.chars().all(is_plain) { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

/// A kind of mismatch in words, by its name.
pub(super) fn kind(name: &str) -> &str {
    let Ok(kind) = serde_json::from_value::<MismatchKind>(name.into()) else { return name };
    match kind {
        MismatchKind::NoAnswer => "no whole answer",
        MismatchKind::Malformed => "answer is malformed",
        MismatchKind::RefusedValid => "refuses what must be granted",
        MismatchKind::AcceptedInvalid => "grants what must be refused",
        MismatchKind::Status => "another status",
        MismatchKind::ErrorCode => "another error code",
        MismatchKind::Header => "a header is missing or wrong",
        MismatchKind::RowMissing => "a row is missing",
        MismatchKind::RowExtra => "a row too many",
        MismatchKind::RowOrder => "rows in another order",
        MismatchKind::PropertyMissing => "a property is missing",
        MismatchKind::PropertyExtra => "a property too many",
        MismatchKind::PropertyType => "a property of another type",
        MismatchKind::PropertyValue => "a property with another value",
        MismatchKind::Annotation => "an annotation is missing or wrong",
        MismatchKind::ETag => "an ETag or Timestamp is wrong",
        MismatchKind::Continuation => "a continuation is missing or wrong",
        MismatchKind::BatchParts => "a batch with other parts",
        MismatchKind::TwoWinners => "two writes won of which one may",
        MismatchKind::LostUpdate => "an acknowledged write is gone",
        MismatchKind::TornRead => "a transaction was seen in part",
        MismatchKind::DirtyRead => "something was read that was never written",
        MismatchKind::StaleRead => "a read missed what was written before",
        MismatchKind::NotLinearizable => "no order explains the answers",
        MismatchKind::ServerError => "fails by itself",
        MismatchKind::Slow => "takes many times as long as others",
    }
}

/// A number of things, `1 check` or `2 checks`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

/// The text, cut to so many characters.
pub(super) fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}

/// How rows were put there, where the target had a say in it.
pub(super) fn seeding(run: &RunDocument) -> Option<&'static str> {
    match run.seeding? {
        Seeding::Batch => None,
        Seeding::Insert => Some("row by row, by inserts: the target does no transactions"),
        Seeding::Upsert => Some("row by row, by upserts: the target does neither transactions nor inserts"),
    }
}

/// How late reads give what was written, if they are late.
pub(super) fn lateness(run: &RunDocument) -> Option<String> {
    let late = run.late_ms?;
    Some(format!(
        "for {late} ms after a write, reads give what was there before: they wait that long, but for clients side by side"
    ))
}

/// How often the target was too busy, if it was.
pub(super) fn throttling(run: &RunDocument) -> Option<String> {
    let answers = Some(run.throttled).filter(|answers| *answers > 0)?;
    let seconds = run.throttled_ms as f64 / 1000.0;
    Some(format!(
        "{answers} answers said that the target was too busy (503, 429, 500 OperationTimedOut): requests waited {seconds:.1} s in all"
    ))
}

/// The skills that the target lacks, each with how many checks are not asked for want of it.
pub(super) fn lacking(document: &ReportDocument) -> Option<String> {
    let lacks = |skill: &&SkillDocument| !skill.has;
    let in_words = |skill: &SkillDocument| {
        let why = format!("the target has no {}", skill.title);
        let says = |check: &&CheckDocument| {
            matches!(check.outcome.as_str(), "blocked" | "skip")
                && check.reason.as_deref().is_some_and(|reason| reason.starts_with(&why))
        };
        format!("{} ({})", skill.title, document.checks.iter().filter(says).count())
    };
    let lacking: Vec<String> = document.run.skills.iter().filter(lacks).map(in_words).collect();
    (!lacking.is_empty()).then(|| lacking.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_words_of_its_own() {
        assert_eq!(kind("row-extra"), "a row too many");
        assert_eq!(kind("of-another-version"), "of-another-version");
    }

    #[test]
    fn what_is_allowed_is_told_once() {
        assert_eq!(allowed("400 InvalidInput or 400 InvalidInput or 404"), "400 InvalidInput or 404");
        assert_eq!(allowed("this or this or that"), "this or this or that");
    }

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!((cut("éé", 1), cut("éé", 2)), ("é…".to_owned(), "éé".to_owned()));
    }
}
