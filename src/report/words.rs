//! What reports say in words, the same in each: the verdict, kinds of mismatches, what to type.

use super::document::{ReportDocument, TargetDocument};
use super::request_text::printable;
use crate::exit::Exit;
use crate::judge::MismatchKind;
use std::path::Path;

/// The verdict in one sentence.
pub(super) fn verdict(document: &ReportDocument) -> String {
    let known = document.count("known");
    match document.exit_of_checks() {
        Exit::Conforms if known > 0 => format!("conforms but for {known} checks that fail as the baseline says"),
        Exit::Conforms => "conforms".to_owned(),
        Exit::DoesNotConform => {
            let (failed, errors) = (document.count("fail"), document.count("error"));
            let denied = match document.denied.len() {
                0 => String::new(),
                denied => format!(", {} denied", counted(denied, "thing")),
            };
            format!("does not conform: {} failed, {errors} could not be judged{denied}", counted(failed, "check"))
        }
        Exit::Usage => "nothing was checked".to_owned(),
        Exit::TargetUnreachable => match &document.target.gone_during {
            Some(check) => match document.target.gone.as_deref().filter(|why| why.starts_with("unresponsive")) {
                Some(why) => format!("the target is {}", printable(why)),
                None => format!("the target went away during {check}"),
            },
            None => {
                let why = document.target.gone.as_deref().unwrap_or_default();
                format!("the target could not be reached: {}", printable(why))
            }
        },
    }
}

/// What to type next.
pub(super) fn next_command(document: &ReportDocument) -> String {
    let explain = || {
        let rule = document.by_priority().first().map_or("CHECK", |finding| finding.rule.as_str());
        format!("tablestakes explain {rule}")
    };
    match document.exit_of_checks() {
        Exit::Conforms if document.count("known") > 0 => explain(),
        Exit::DoesNotConform => explain(),
        Exit::Conforms | Exit::Usage => "tablestakes list checks".to_owned(),
        Exit::TargetUnreachable => match &document.target.gone_during {
            Some(check) => format!("tablestakes certify {} --check {check}", document.target.argument),
            None => "start the target, then run the same command again".to_owned(),
        },
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_words_of_its_own() {
        assert_eq!(kind("row-extra"), "a row too many");
        assert_eq!(kind("of-another-version"), "of-another-version");
    }

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!((cut("éé", 1), cut("éé", 2)), ("é…".to_owned(), "éé".to_owned()));
    }
}
