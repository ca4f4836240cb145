//! Comparing the answers within answers to batches: how many there are, and of each its Content-ID, status and code.

use crate::judge::difference::Difference;
use crate::judge::read::error::ErrorBody;
use crate::judge::read::multipart::Part;
use crate::judge::verdict::MismatchKind;
use crate::xml::Tree;
use tablestakes_reference::rules::{RuleId, id};

/// Differences beyond this number say nothing new.
const MOST: usize = 16;

/// Compares what two batches were answered, part by part.
pub(in crate::judge) fn answers(expected: &[Part], actual: &[Part]) -> Vec<Difference> {
    if expected.len() != actual.len() {
        let shown = |parts: &[Part]| match parts {
            [one] => format!("one answer, {}", code(one)),
            _ => format!("{} answers", parts.len()),
        };
        let rules =
            [id::BLOB_BATCH_ONE_KIND, id::BLOB_BATCH_MOST, id::BLOB_BATCH_BOUNDARY, id::BLOB_BATCH_HEADER_VALUES];
        let whole = Difference::new(MismatchKind::BatchParts, &rules, shown(expected), shown(actual));
        // An answer that is another as a whole differs in no fewer places than one whose parts are others.
        let part = |number: usize| {
            let one = |parts: &[Part]| parts.get(number).map_or_else(|| "no answer".to_owned(), code);
            let within = format!("answer {number}");
            Difference::new(MismatchKind::BatchParts, &rules, one(expected), one(actual)).within(&within)
        };
        let parts = expected.len().max(actual.len()).min(MOST);
        return [whole].into_iter().chain((1..parts).map(part)).collect();
    }
    let mut differences = Vec::new();
    for (place, (held, came)) in expected.iter().zip(actual).enumerate() {
        let within = format!("answer {place}");
        let status = (held.response.status, came.response.status);
        let kind = match (status.0 >= 400, status.1 >= 400) {
            _ if code(held) == code(came) => None,
            (false, true) => Some(MismatchKind::RefusedValid),
            (true, false) => Some(MismatchKind::AcceptedInvalid),
            (true, true) if status.0 == status.1 => Some(MismatchKind::ErrorCode),
            _ => Some(MismatchKind::Status),
        };
        if let Some(kind) = kind {
            let rules: &[RuleId] = &[id::BLOB_BATCH_PARTS_ALONE];
            differences.push(Difference::new(kind, rules, code(held), code(came)).within(&within));
        }
        if held.content_id != came.content_id {
            let shown = |part: &Part| {
                part.content_id.as_ref().map_or_else(|| "no Content-ID".to_owned(), |id| format!("Content-ID: {id}"))
            };
            let rules = [id::BLOB_BATCH_CONTENT_ID];
            differences.push(Difference::new(MismatchKind::Header, &rules, shown(held), shown(came)).within(&within));
        }
    }
    differences
}

/// Status and code of an answer.
fn code(part: &Part) -> String {
    let code = Tree::read(&part.response.body).and_then(|tree| ErrorBody::of_tree(&tree.root).code);
    let code = code.or_else(|| part.response.headers.get("x-ms-error-code").map(str::to_owned));
    match code {
        Some(code) if part.response.status >= 400 => format!("{} {code}", part.response.status),
        _ => part.response.status.to_string(),
    }
}
