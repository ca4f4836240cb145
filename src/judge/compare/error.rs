//! Error bodies whose status and code agree.

use crate::judge::difference::Difference;
use crate::judge::read::error::{self, ErrorBody};
use crate::judge::verdict::MismatchKind;
use tablestakes_reference::rules::id;

/// Compares the form of two error bodies. The words of the message are free.
pub(super) fn compare(expected: &ErrorBody, actual: &ErrorBody) -> Vec<Difference> {
    let mut differences = Vec::new();
    if expected.is_xml != actual.is_xml {
        let format = |error: &ErrorBody| if error.is_xml { "an error in XML" } else { "an error in JSON" };
        let rules = [id::TABLE_ERRORS_FORMAT, id::TABLE_ATOM_ERRORS];
        differences.push(Difference::new(MismatchKind::Header, &rules, format(expected), format(actual)).incidental());
    }
    let message_missing = expected.message.is_some() && actual.message.as_deref().is_none_or(str::is_empty);
    if message_missing || expected.has_language && !actual.has_language {
        let held = if expected.has_language { "a message with its language" } else { "a message" };
        let came = if message_missing { "no message" } else { "a message without its language" };
        let rules = [id::TABLE_ERRORS_BODY, id::QUEUE_ERRORS_BODY, id::BLOB_ERRORS_BODY];
        differences.push(Difference::new(MismatchKind::Annotation, &rules, held, came).incidental());
    }
    let named = |error: &ErrorBody| {
        error.message.as_deref().is_some_and(|message| message.contains("\nRequestId:") && message.contains("\nTime:"))
    };
    if named(expected) && !named(actual) {
        let rules = [id::TABLE_ERRORS_MESSAGE_IDS, id::QUEUE_ERRORS_MESSAGE_IDS, id::BLOB_ERRORS_MESSAGE_IDS];
        let came = actual.message.clone().unwrap_or_default();
        let held = "a message that ends in the lines RequestId and Time";
        differences.push(Difference::new(MismatchKind::Annotation, &rules, held, came).incidental());
    }
    if expected.details != actual.details && !expected.details.is_empty() {
        let shown = |details: &[String]| match details {
            [] => "nothing behind the message".to_owned(),
            details => format!("{} behind the message", details.join(", ")),
        };
        let rules = [id::QUEUE_ERRORS_DETAILS, id::BLOB_ERRORS_DETAILS];
        let (held, came) = (shown(&expected.details), shown(&actual.details));
        differences.push(Difference::new(MismatchKind::Annotation, &rules, held, came).incidental());
    }
    differences
}

/// Compares the index that the message of a failing operation begins with.
pub(super) fn index(expected: &ErrorBody, actual: &ErrorBody) -> Option<Difference> {
    let index = |error: &ErrorBody| error.message.as_deref().and_then(error::index);
    let (held, came) = (index(expected), index(actual));
    (came != held).then(|| {
        let shown =
            |index: Option<_>| index.map_or("no index before the message".to_owned(), |index| format!("index {index}"));
        let rules: &[_] = match held {
            Some(_) => &[id::TABLE_BATCH_FAILURE_INDEX, id::TABLE_BATCH_MISSING_TABLE],
            None => &[id::TABLE_BATCH_SINGLE_NO_INDEX],
        };
        Difference::new(MismatchKind::BatchParts, rules, shown(held), shown(came)).incidental()
    })
}
