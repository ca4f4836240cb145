//! Bodies of answers whose status agrees.

use super::answer::{Grounds, Outcome, Side, outright};
use super::row::Level;
use super::{error, row, set};
use crate::judge::difference::Difference;
use crate::judge::question::Question;
use crate::judge::read::document::Document;
use crate::judge::verdict::MismatchKind;
use crate::judge::{blob, queue};
use tablestakes_reference::rules::{RuleId, id};

/// The rules that speak of documents which are compared as they are, by what is asked for.
fn of_markup(question: &Question<'_>) -> &'static [RuleId] {
    match question.option("comp") {
        Some("acl") => &[id::TABLE_ACL_SET, id::QUEUE_ACL_SET, id::BLOB_ACL_SET],
        Some("blocklist") => {
            &[id::BLOB_BLOCK_LISTS_TYPE, id::BLOB_BLOCK_LISTS_ONLY_ASKED, id::BLOB_BLOCK_LISTS_OF_SNAPSHOT]
        }
        Some("pagelist") => &[id::BLOB_PAGES_LISTED, id::BLOB_PAGES_CONTINUED],
        Some("tags") => &[id::BLOB_TAGS_SET],
        _ => &[
            id::TABLE_SERVICE_PROPERTIES_STORED,
            id::QUEUE_SERVICE_PROPERTIES_STORED,
            id::BLOB_SERVICE_PROPERTIES_STORED,
        ],
    }
}

/// What differs between two bodies.
#[derive(Default)]
pub(super) struct Found {
    pub(super) differences: Vec<Difference>,
    /// The target's is a page that ended before the oracle's.
    pub(super) early: bool,
}

impl From<Vec<Difference>> for Found {
    fn from(differences: Vec<Difference>) -> Self {
        Self { differences, early: false }
    }
}

/// Compares two bodies by what they hold.
pub(super) fn compare(question: &Question<'_>, expected: &Side, actual: &Side) -> Found {
    match (&expected.document, &actual.document) {
        // The listener's page of markup, and whatever else is not of the protocol.
        (Document::Other(_), _) | (Document::Empty, Document::Empty) => Found::default(),
        (Document::Error(held), Document::Error(came)) => error::compare(held, came).into(),
        (Document::Entity(held), Document::Entity(came)) => {
            row::compare(question, Level::of(&held.annotations), held, came).into()
        }
        (Document::Set { .. }, Document::Set { .. }) => set::page(question, expected, actual),
        (Document::Markup(held), Document::Markup(came)) if held.lines == came.lines => Found::default(),
        (Document::Markup(_), Document::Markup(_)) if actual.facts.is_foreign() => Found::default(),
        (Document::Messages(held), Document::Messages(came)) => {
            queue::message_lists((expected, held), (actual, came)).into()
        }
        (Document::Queues(held), Document::Queues(came)) => {
            let (differences, early) = queue::listings(question, held, came);
            Found { differences, early }
        }
        (Document::Listing(held), Document::Listing(came)) => {
            let (differences, early) = blob::listings(question, held, came);
            Found { differences, early }
        }
        (Document::Answers(held), Document::Answers(came)) => blob::answers(held, came).into(),
        (Document::Content(held), Document::Content(came)) => {
            blob::contents(held, came).into_iter().collect::<Vec<_>>().into()
        }
        (Document::Markup(held), Document::Markup(came)) => {
            let (held, came) = (held.lines.join(" "), came.lines.join(" "));
            vec![Difference::new(MismatchKind::PropertyValue, of_markup(question), held, came)].into()
        }
        // A refusal whose code came in a header.
        (Document::Error(_), Document::Empty | Document::Other(_)) | (Document::Empty, Document::Error(_)) => {
            let rules = [id::TABLE_ERRORS_BODY, id::QUEUE_ERRORS_BODY, id::BLOB_ERRORS_BODY];
            let (held, came) = (expected.document.shown(), actual.document.shown());
            vec![Difference::new(MismatchKind::Malformed, &rules, held, came).incidental()].into()
        }
        (held, came) => {
            let kind = match held {
                Document::Batch(_) => MismatchKind::BatchParts,
                _ => MismatchKind::Malformed,
            };
            vec![Difference::new(kind, about(question, held), held.shown(), came.shown())].into()
        }
    }
}

/// Whether two answers differ in status, code or the kind of their bodies; what they carry is not looked at.
pub(crate) fn kinds_differ(
    question: &Question<'_>,
    expected: &Side,
    grounds: Grounds<'_>,
    actual: &Side,
) -> Option<Outcome> {
    if let Some(outcome) = outright(question, expected, grounds, actual) {
        return (outcome != Outcome::same()).then_some(outcome);
    }
    match (&expected.document, &actual.document) {
        (Document::Set { .. }, Document::Set { .. }) => None,
        (Document::Set { .. }, _) => Some(Outcome::of(compare(question, expected, actual).differences, false)),
        _ => None,
    }
}

fn about(question: &Question<'_>, held: &Document) -> &'static [RuleId] {
    match held {
        Document::Entity(_) if question.is_about_tables() => &[id::TABLE_TABLES_GET, id::TABLE_TABLES_CREATE],
        Document::Entity(_) => &[id::TABLE_ENTITIES_GET, id::TABLE_ENTITIES_INSERT],
        Document::Set { .. } if question.is_about_tables() => &[id::TABLE_TABLES_LIST],
        Document::Set { .. } => &[id::TABLE_QUERY_ALL, id::TABLE_JSON_EMPTY_SET],
        Document::Batch(_) => &[id::TABLE_BATCH_ACCEPTED],
        Document::Empty if question.is_about_metadata() => &[id::BLOB_METADATA_ALONE],
        Document::Empty => &[id::TABLE_ENTITIES_INSERT_NO_CONTENT, id::TABLE_TABLES_CREATE_NO_CONTENT],
        Document::Markup(_) => of_markup(question),
        Document::Messages(_) => &[id::QUEUE_MESSAGES_NONE, id::QUEUE_MESSAGES_PUT_BODY],
        Document::Queues(_) => &[id::QUEUE_LISTING_ORDER],
        Document::Listing(_) => &[id::BLOB_LISTING_ORDER],
        Document::Answers(_) => &[id::BLOB_BATCH_CONTENT_ID, id::BLOB_BATCH_ONE_KIND, id::BLOB_BATCH_MOST],
        Document::Content(_) => &[],
        Document::Error(_) | Document::Other(_) | Document::Malformed(_) => &[],
    }
}
