//! One finding in full: the history, what was sent, what came, what is allowed, and how to see it again.

use super::answer::{AnswerView, HeaderView, body, compared};
use crate::finding::{ExchangeDocument, FindingDocument, RequestDocument, TargetDocument, printable};
use crate::report::document::FindingEntry;
use crate::report::words::{allowed, counted, cut, finding_path, kind, replay_command};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::path::Path;

/// The most requests beside the failing one that are shown.
const MOST_OTHERS: usize = 12;
/// The most characters of a body that are shown of those.
const LONGEST_OTHER: usize = 1_500;
/// The most characters that are shown of the body of the failing request.
const LONGEST_BODY: usize = 1_500;
/// The same where little is to be shown.
const LONGEST_BODY_IN_SHORT: usize = 300;
/// The most characters of what is allowed and what came.
const LONGEST_TEXT: usize = 600;
/// The same where little is to be shown.
const LONGEST_TEXT_IN_SHORT: usize = 200;
/// A larger picture is linked and not shown.
const LARGEST_PICTURE: u64 = 128 * 1024;

/// How much of a finding is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// All of it.
    Full,
    /// The exchange that fails, its bodies cut, and how to see it again.
    Short,
}

/// A finding.
pub(super) struct FindingView {
    pub signature: String,
    pub operation: String,
    pub version: String,
    pub format: String,
    pub check: String,
    pub case: Option<u32>,
    pub stability: String,
    pub steps: String,
    pub mismatches: Vec<MismatchView>,
    /// What else was sent, in order; of one client all of it before the request that fails.
    pub others: Vec<OtherView>,
    pub left_out: usize,
    pub failing: Option<ExchangeView>,
    /// The picture beside a finding of several clients, as an address that holds it.
    pub picture: Option<String>,
    pub replay: String,
    pub curl: String,
    pub file: String,
    /// Why the finding's file could not be shown.
    pub unread: Option<String>,
}

/// One way in which the answer is not allowed.
pub(super) struct MismatchView {
    pub kind: String,
    pub answered: String,
    pub allowed: String,
}

/// A request beside the one that fails.
pub(super) struct OtherView {
    /// Who sent it, where several clients take part.
    pub client: Option<usize>,
    pub line: String,
    pub came: String,
    pub body: String,
}

/// The exchange that fails.
pub(super) struct ExchangeView {
    pub line: String,
    pub headers: Vec<HeaderView>,
    pub body: String,
    pub actual: Option<AnswerView>,
    pub failure: Option<String>,
    pub expected: Option<AnswerView>,
}

/// The view of a finding whose file stands in this directory.
pub(super) fn view(entry: &FindingEntry, target: &TargetDocument, folder: &Path, detail: Detail) -> FindingView {
    let longest = if detail == Detail::Full { LONGEST_TEXT } else { LONGEST_TEXT_IN_SHORT };
    let mut view = in_short(entry, target, folder, longest);
    let finding = match FindingDocument::read(&folder.join(&entry.file)) {
        Ok(finding) => finding,
        Err(error) => {
            view.unread = Some(printable(&error.to_string()));
            return view;
        }
    };
    let after = finding.history.all_steps().count();
    if after < finding.steps_before {
        view.steps = format!("{}, shrunk from {}", counted(after, "step"), finding.steps_before);
    }
    view.mismatches =
        finding.mismatches.iter().map(|held| mismatch(&held.kind, &held.actual, &held.expected, longest)).collect();
    if finding.history.is_judged_whole() && detail == Detail::Full {
        view.picture = picture(&folder.join(&entry.file).with_extension("svg"));
    }
    // Of one client the last step fails; of several what others did afterwards belongs to it.
    let fails = finding.steps.iter().position(|step| step.failed).unwrap_or(finding.steps.len().saturating_sub(1));
    let mut others: Vec<OtherView> = Vec::new();
    for (place, step) in finding.steps.iter().enumerate() {
        let client = step.taken.map(|taken| taken.client);
        let mut exchanges: &[ExchangeDocument] = &step.exchanges;
        if place == fails
            && let Some((last, before)) = exchanges.split_last()
        {
            (view.failing, exchanges) = (Some(failing(last, detail)), before);
        }
        if detail == Detail::Short {
            continue;
        }
        others.extend(exchanges.iter().map(|exchange| other(exchange, client)));
    }
    view.left_out = others.len().saturating_sub(MOST_OTHERS);
    view.others = others.split_off(view.left_out);
    view
}

fn in_short(entry: &FindingEntry, target: &TargetDocument, folder: &Path, longest: usize) -> FindingView {
    FindingView {
        signature: printable(&entry.signature),
        operation: printable(&entry.operation),
        version: printable(&entry.axes.version),
        format: printable(&entry.axes.beside_version()),
        check: printable(&entry.check),
        case: entry.case,
        stability: entry.stability.in_words(),
        steps: counted(entry.steps, "step"),
        mismatches: vec![mismatch(&entry.kind, &entry.actual, &entry.expected, longest)],
        others: Vec::new(),
        left_out: 0,
        failing: None,
        picture: None,
        replay: printable(&replay_command(&entry.file, target, folder)),
        curl: printable(&format!("tablestakes curl {}", finding_path(&entry.file, folder))),
        file: entry.file.clone(),
        unread: None,
    }
}

fn mismatch(name: &str, answered: &str, expected: &str, longest: usize) -> MismatchView {
    let text = |text: &str| cut(&printable(text), longest);
    MismatchView { kind: text(kind(name)), answered: text(answered), allowed: text(&allowed(expected)) }
}

fn line(request: &RequestDocument) -> String {
    cut(&printable(&format!("{} {}", request.method, request.target)), LONGEST_BODY)
}

fn other(exchange: &ExchangeDocument, client: Option<usize>) -> OtherView {
    let came = match (&exchange.actual, &exchange.failure) {
        (Some(response), _) => response.status.to_string(),
        (None, failure) => failure.as_deref().map(printable).unwrap_or_default(),
    };
    OtherView { client, line: line(&exchange.request), came, body: body(&exchange.request.body, LONGEST_OTHER) }
}

fn failing(exchange: &ExchangeDocument, detail: Detail) -> ExchangeView {
    let longest = if detail == Detail::Full { LONGEST_BODY } else { LONGEST_BODY_IN_SHORT };
    let (actual, expected) = compared(exchange.actual.as_ref(), exchange.expected.as_ref(), longest);
    ExchangeView {
        line: line(&exchange.request),
        headers: exchange.request.headers.iter().map(HeaderView::from).collect(),
        body: body(&exchange.request.body, longest),
        actual,
        failure: exchange.failure.as_deref().map(printable),
        expected,
    }
}

/// The picture as data: shown as an image, nothing in it can run.
fn picture(path: &Path) -> Option<String> {
    let size = std::fs::metadata(path).ok()?.len();
    let octets = (size <= LARGEST_PICTURE).then(|| std::fs::read(path).ok())??;
    Some(format!("data:image/svg+xml;base64,{}", STANDARD.encode(octets)))
}
