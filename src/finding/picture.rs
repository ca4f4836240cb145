//! A picture of a finding of several clients: a lane for each, a box for each step, the one that fails marked.
//!
//! Steps keep their order in time, not their length: a box begins and ends between the same others as the step did.

use super::confirmed::Finding;
use super::printable::escaped;
use crate::history::{StepRecord, Taken};
use crate::judge::Verdict;
use crate::target::TransportFailure;
use std::fmt::Write as _;
use std::time::Duration;
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::table::Operation;

/// More steps than these are left out: nobody reads such a picture.
const MOST_STEPS: usize = 80;
const COLUMN: usize = 92;
const LANE: usize = 44;
const LEFT: usize = 80;
const TOP: usize = 56;

/// The picture as SVG that needs nothing else; none if one client did everything.
pub(super) fn picture(finding: &Finding) -> Option<String> {
    let taken: Vec<(&StepRecord, Taken)> = finding.steps.iter().filter_map(|step| Some((step, step.taken?))).collect();
    let left_out = taken.len().saturating_sub(MOST_STEPS);
    let shown = &taken[left_out..];
    let columns = columns(shown);
    let lanes = shown.iter().map(|(_, taken)| taken.client + 1).max()?;
    let place = |instant| columns.binary_search(&instant).unwrap_or_else(|place| place);
    let (width, height) = (LEFT + (columns.len() + 1) * COLUMN, TOP + lanes * LANE + 40);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    let title = finding.mismatch().map(|mismatch| format!("{}: {}", mismatch.rule, mismatch.kind)).unwrap_or_default();
    let _ = writeln!(svg, "<text x=\"8\" y=\"18\" font-size=\"14\">{}</text>", escaped(&title));
    let detail = finding.mismatch().map(|mismatch| cut(&mismatch.actual)).unwrap_or_default();
    let _ = writeln!(svg, "<text x=\"8\" y=\"36\" fill=\"#555\">{}</text>", escaped(&detail));
    for lane in 0..lanes {
        let y = TOP + lane * LANE;
        let (line, text) = (y + LANE / 2, y + LANE / 2 + 4);
        let _ = writeln!(svg, "<text x=\"8\" y=\"{text}\">client {lane}</text>");
        let _ = writeln!(svg, "<line x1=\"{LEFT}\" y1=\"{line}\" x2=\"{width}\" y2=\"{line}\" stroke=\"#ddd\"/>");
    }
    for (record, taken) in shown {
        let from = LEFT + place(taken.invoked) * COLUMN;
        let until = taken.returned.map_or(width - 4, |returned| LEFT + place(returned) * COLUMN);
        let y = TOP + taken.client * LANE + 6;
        let fails = matches!(record.verdict, Verdict::Mismatch(_));
        let (fill, stroke) = match (fails, taken.returned) {
            (true, _) => ("#fbd5d5", "#c00000"),
            (false, Some(_)) => ("#e3edf9", "#4a7ab5"),
            (false, None) => ("#f4f0e0", "#a08a3c"),
        };
        let step = finding.history.all_steps().nth(record.index);
        let (label, status) = (label(record.index, step), status(record));
        let (box_width, text) = (until.saturating_sub(from).max(8), y + 13);
        let _ = writeln!(
            svg,
            "<g><title>{}</title><rect x=\"{from}\" y=\"{y}\" width=\"{box_width}\" height=\"32\" rx=\"3\" \
             fill=\"{fill}\" stroke=\"{stroke}\"/><text x=\"{}\" y=\"{text}\">{}</text>\
             <text x=\"{}\" y=\"{}\" fill=\"#555\">{}</text></g>",
            escaped(&format!("{label}: {status}")),
            from + 4,
            escaped(&label),
            from + 4,
            text + 13,
            escaped(&status),
        );
    }
    if left_out > 0 {
        let y = height - 14;
        let _ = writeln!(svg, "<text x=\"8\" y=\"{y}\" fill=\"#555\">{left_out} earlier steps are left out</text>");
    }
    svg.push_str("</svg>\n");
    Some(svg)
}

/// Every instant at which a step began or ended, each a column.
fn columns(shown: &[(&StepRecord, Taken)]) -> Vec<Duration> {
    let mut instants: Vec<Duration> =
        shown.iter().flat_map(|(_, taken)| [Some(taken.invoked), taken.returned]).flatten().collect();
    instants.sort_unstable();
    instants.dedup();
    instants
}

fn label(index: usize, step: Option<&Step>) -> String {
    let what = match step.map(|step| &step.call) {
        None => "audit".to_owned(),
        Some(Call::Operation { operation }) => short(operation),
        Some(call) => call.name().to_owned(),
    };
    let mark = if step.is_some_and(|step| step.wire.fault.is_some()) { " \u{26a1}" } else { "" };
    format!("{index} {what}{mark}")
}

fn short(operation: &Operation) -> String {
    match operation {
        Operation::InsertEntity { entity, .. } => format!("insert {}", entity.row.as_deref().unwrap_or_default()),
        Operation::WriteEntity { key, mode, if_match, .. } => {
            let mode = format!("{mode:?}").to_lowercase();
            format!("{mode} {}{}", key.row, if if_match.is_some() { " if" } else { "" })
        }
        Operation::DeleteEntity { key, .. } => format!("delete {}", key.row),
        Operation::GetEntity { key, .. } => format!("get {}", key.row),
        Operation::Batch { operations } => format!("batch of {}", operations.len()),
        other => other.name().to_owned(),
    }
}

fn status(record: &StepRecord) -> String {
    match record.exchanges.last().map(|exchange| &exchange.actual) {
        Some(Ok(response)) => response.status.to_string(),
        Some(Err(TransportFailure::Fault(fault))) => fault.name().to_owned(),
        Some(Err(_)) => "no answer".to_owned(),
        None => String::new(),
    }
}

fn cut(text: &str) -> String {
    const LONGEST: usize = 160;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AxisNames, Origin, Severity, Signature, Stability};
    use super::*;
    use crate::judge::{Mismatch, MismatchKind};
    use tablestakes_reference::history::History;
    use tablestakes_reference::rules::RuleId;

    fn finding(taken: impl Iterator<Item = Option<Taken>>) -> Finding {
        let rule = RuleId::all().next().unwrap();
        let mismatch = Mismatch {
            rule,
            kind: MismatchKind::StaleRead,
            operation: "Concurrent Requests".to_owned(),
            expected: "new".to_owned(),
            actual: "<script>&\u{1b}[2J".to_owned(),
        };
        let axes = AxisNames::from(crate::target::Axes::default());
        let steps: Vec<StepRecord> = taken
            .enumerate()
            .map(|(index, taken)| StepRecord {
                index,
                exchanges: Vec::new(),
                verdict: Verdict::Mismatch(vec![mismatch.clone()]),
                taken,
                read_back: Vec::new(),
            })
            .collect();
        Finding {
            signature: Signature::of(&mismatch, &axes),
            severity: Severity::Failure,
            known: None,
            axes,
            origin: Origin { check: "table.concurrency.soak".to_owned(), seed: 1, case: Some(0) },
            stability: Stability { failed: 1, of: 2 },
            requests: 2,
            history: History::on_one_table([rule]),
            steps_before: steps.len(),
            root: None,
            mismatches: vec![mismatch],
            steps,
            prefix: None,
            beside: Vec::new(),
            asked: crate::target::Axes::default(),
            alone: true,
            explained: true,
        }
    }

    fn step(number: usize) -> Option<Taken> {
        let invoked = Duration::from_millis(number as u64);
        Some(Taken { client: number % 3, invoked, returned: (number != 1).then_some(invoked * 2) })
    }

    #[test]
    fn each_client_has_a_lane_and_nothing_of_a_target_is_markup() {
        let svg = picture(&finding((0..4).map(step))).unwrap();
        assert_eq!(svg.matches(">client ").count(), 3);
        assert_eq!(svg.matches("<g>").count(), 4);
        assert!(svg.contains("&lt;script&gt;&amp;") && !svg.contains('\u{1b}'), "{svg}");
        assert!(quick_xml::Reader::from_str(&svg).read_event().is_ok());
    }

    #[test]
    fn a_picture_is_capped_and_one_client_needs_none() {
        let svg = picture(&finding((0..200).map(step))).unwrap();
        assert_eq!(svg.matches("<g>").count(), MOST_STEPS);
        assert!(svg.contains("120 earlier steps are left out"));
        assert_eq!(picture(&finding((0..4).map(|_| None))), None);
    }
}
