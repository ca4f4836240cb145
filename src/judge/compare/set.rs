//! Sets of rows: one page of a query, or the rows of all its pages.

use super::answer::{Outcome, Side};
use super::body::Found;
use super::row::{self, Level};
use crate::judge::difference::Difference;
use crate::judge::question::Question;
use crate::judge::read::document::Document;
use crate::judge::read::entity::Row;
use crate::judge::verdict::MismatchKind;
use std::collections::HashMap;
use tablestakes_reference::rules::{RuleId, id};

/// Rows of a set, those of others left out.
#[derive(Clone)]
struct Rows<'r>(Vec<&'r Row>);

impl<'r> Rows<'r> {
    /// The rows of a document that the history can know of.
    fn of(question: &Question<'_>, rows: impl IntoIterator<Item = &'r Row>) -> Self {
        let tables = question.is_about_tables();
        let own = |row: &&Row| {
            let name = row.text("TableName");
            // Services list names in their own case.
            !tables || name.is_none_or(|name| starts_with(name, question.prefix))
        };
        Self(rows.into_iter().filter(own).collect())
    }

    /// Of a listing of tables without what has no name, if as many as there are to be have one: what others made without a
    /// name cannot be told from one's own, nor deleted.
    fn named(self, question: &Question<'_>, expected: usize) -> Self {
        let named = |row: &Row| row.text("TableName").is_some();
        if question.is_about_tables() && self.0.iter().filter(|row| named(row)).count() >= expected {
            Self(self.0.into_iter().filter(|row| named(row)).collect())
        } else {
            self
        }
    }
}

fn starts_with(name: &str, prefix: &str) -> bool {
    name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Differences of rows beyond this number say nothing new.
const MOST: usize = 8;

/// Compares one page of a query.
pub(super) fn page(question: &Question<'_>, expected: &Side, actual: &Side) -> Found {
    let (Document::Set { annotations, rows: held }, Document::Set { annotations: came_annotations, rows: came }) =
        (&expected.document, &actual.document)
    else {
        return Found::default();
    };
    let (more_expected, more) = (has_token(expected), has_token(actual));
    let (all, most) = (came.len(), question.most_rows().max(held.len()));
    let foreign = question.is_about_tables();
    let held = Rows::of(question, held);
    let came = Rows::of(question, came).named(question, held.0.len());
    // Freedom::EarlyPage: what there is must be the beginning of what the oracle gives.
    let early = more && came.0.len() < held.0.len();
    let window = if early { Rows(held.0[..came.0.len()].to_vec()) } else { held };
    let mut differences = Vec::new();
    if all > most {
        let held = format!("at most {most} rows");
        differences.push(Difference::new(MismatchKind::RowExtra, page_rules(question), held, format!("{all} rows")));
    }
    let level = Level::of(annotations);
    differences.extend(rows(question, level, &window, &came));
    if differences.is_empty() && more_expected && !more {
        let rules: &[RuleId] = if foreign {
            &[id::TABLE_CONTINUATION_TABLES]
        } else {
            &[id::TABLE_CONTINUATION_TOP_TOKEN, id::TABLE_CONTINUATION_PAGE_SIZE]
        };
        let came = "none, although rows are left";
        differences.push(Difference::new(MismatchKind::Continuation, rules, "a continuation token", came));
    }
    if !more_expected && more && !early && !foreign {
        let rules = [id::TABLE_CONTINUATION_NO_TOKEN_AT_END, id::TABLE_CONTINUATION_LOOK_AHEAD];
        let held = "no continuation token: no row is left";
        differences.push(Difference::new(MismatchKind::Continuation, &rules, held, "one").incidental());
    }
    differences.extend(row::annotations(question, annotations, came_annotations, level));
    Found { differences, early }
}

/// Whether the answer names a place where the query goes on.
pub(crate) fn has_token(side: &Side) -> bool {
    ["nextpartitionkey", "nextrowkey", "nexttablename"]
        .iter()
        .any(|name| side.headers.get(&format!("x-ms-continuation-{name}")).is_some())
}

/// Compares all pages of a scan.
pub(crate) fn scans(question: &Question<'_>, expected: &[Side], actual: &[Side]) -> Outcome {
    let mut differences = Vec::new();
    let most = expected.iter().map(Side::rows).chain([question.most_rows()]).max().unwrap_or_default();
    for (number, side) in actual.iter().enumerate() {
        let place = format!("page {number}");
        let Document::Set { annotations, rows } = &side.document else { continue };
        if rows.len() > most {
            let held = format!("at most {most} rows");
            let came = format!("{} rows", rows.len());
            let difference = Difference::new(MismatchKind::RowExtra, page_rules(question), held, came);
            differences.push(difference.within(&place));
        }
        // The oracle's last page tells what every page carries beside its rows.
        if let Some(Document::Set { annotations: held, .. }) = expected.last().map(|side| &side.document) {
            let found = row::annotations(question, held, annotations, Level::of(held));
            differences.extend(found.into_iter().map(|difference| difference.within(&place)));
        }
    }
    let all = |sides: &'_ [Side]| -> Vec<Row> {
        let sets = sides.iter().filter_map(|side| match &side.document {
            Document::Set { rows, .. } => Some(rows.iter().cloned()),
            _ => None,
        });
        sets.flatten().collect()
    };
    let (held, came) = (all(expected), all(actual));
    let level = match expected.last().map(|side| &side.document) {
        Some(Document::Set { annotations, .. }) => Level::of(annotations),
        _ => Level::None,
    };
    let held = Rows::of(question, &held);
    let came = Rows::of(question, &came).named(question, held.0.len());
    let found = rows(question, level, &held, &came);
    differences.splice(0..0, found);
    Outcome::of(differences, false)
}

/// Compares rows: none missing, none too many, in order, each as it must be.
fn rows(question: &Question<'_>, level: Level, expected: &Rows<'_>, actual: &Rows<'_>) -> Vec<Difference> {
    let name = |row: &Row| match row.key() {
        Some(key) => Some((key.partition, key.row)),
        None if question.is_about_tables() => row.text("TableName").map(|table| (table.to_lowercase(), String::new())),
        None => None,
    };
    let names = |rows: &Rows<'_>| rows.0.iter().map(|row| name(row)).collect::<Option<Vec<_>>>();
    let (Some(held), Some(came)) = (names(expected), names(actual)) else {
        return by_place(question, level, expected, actual);
    };
    let mut differences = Vec::new();
    let mut places: HashMap<_, _> = HashMap::new();
    for (place, name) in came.iter().enumerate() {
        if let Some(first) = places.insert(name, place) {
            let shown = format!("the row {} at places {first} and {place}", actual.0[place].shown());
            let rules = [id::TABLE_CONTINUATION_RESUMES, id::TABLE_QUERY_ALL];
            differences.push(Difference::new(MismatchKind::RowExtra, &rules, "every row once", shown));
        }
    }
    let mut last = None;
    let mut disorder = None;
    for (place, name) in held.iter().enumerate() {
        let row = expected.0[place];
        match places.remove(name) {
            None => {
                let rules = missing_rules(question);
                let held = format!("the row {}", row.shown());
                differences.push(Difference::new(MismatchKind::RowMissing, &rules, held, "no such row"));
            }
            Some(at) => {
                if last.is_some_and(|last| at < last) {
                    disorder.get_or_insert((row, place, at));
                }
                last = Some(at);
                let came = actual.0[at];
                let found = row::compare(question, level, row, came);
                let shown = format!("row {}", row.shown());
                differences.extend(found.into_iter().map(|difference| difference.within(&shown)));
            }
        }
    }
    // What is left was not expected; in the order in which it came.
    let mut extra: Vec<_> = places.into_values().collect();
    extra.sort_unstable();
    for place in extra {
        let rules = extra_rules(question);
        let came = format!("the row {}", actual.0[place].shown());
        differences.push(Difference::new(MismatchKind::RowExtra, &rules, "no such row", came));
    }
    if let Some((row, held, came)) = disorder {
        let rules: &[RuleId] = if question.is_about_tables() {
            &[id::TABLE_TABLES_LIST_ORDER]
        } else {
            &[id::TABLE_KEYS_ORDER_ASCENDING, id::TABLE_KEYS_ORDER_UTF16]
        };
        let held = format!("the row {} at place {held}", row.shown());
        differences.push(Difference::new(MismatchKind::RowOrder, rules, held, format!("at place {came}")));
    }
    differences.sort_by_key(|difference| rank(difference.kind));
    differences.truncate(MOST);
    differences
}

/// Rows whose keys were not selected are compared as they come.
fn by_place(question: &Question<'_>, level: Level, expected: &Rows<'_>, actual: &Rows<'_>) -> Vec<Difference> {
    let mut differences = Vec::new();
    let (held, came) = (expected.0.len(), actual.0.len());
    let counts = (format!("{held} rows"), format!("{came} rows"));
    if came < held {
        let rules = missing_rules(question);
        differences.push(Difference::new(MismatchKind::RowMissing, &rules, counts.0, counts.1));
    } else if came > held {
        let rules = extra_rules(question);
        differences.push(Difference::new(MismatchKind::RowExtra, &rules, counts.0, counts.1));
    }
    for (place, (held, came)) in expected.0.iter().zip(&actual.0).enumerate() {
        let found = row::compare(question, level, held, came);
        let shown = format!("row {place}");
        differences.extend(found.into_iter().map(|difference| difference.within(&shown)));
        if differences.len() > MOST {
            break;
        }
    }
    differences.truncate(MOST);
    differences
}

/// The rules on how many rows a page has.
fn page_rules(question: &Question<'_>) -> &'static [RuleId] {
    if question.is_about_tables() {
        &[id::TABLE_CONTINUATION_TABLES]
    } else {
        &[id::TABLE_CONTINUATION_TOP, id::TABLE_CONTINUATION_PAGE_SIZE]
    }
}

/// Which row is there says more than what it holds.
fn rank(kind: MismatchKind) -> u8 {
    match kind {
        MismatchKind::RowMissing | MismatchKind::RowExtra => 0,
        MismatchKind::RowOrder => 1,
        _ => 2,
    }
}

fn missing_rules(question: &Question<'_>) -> Vec<RuleId> {
    let mut rules = Vec::new();
    if question.is_about_tables() {
        rules.extend([id::TABLE_TABLES_LIST, id::TABLE_TABLES_LIST_FILTER]);
    } else if question.has_option("$filter") {
        rules.extend([id::TABLE_QUERY_FILTER, id::TABLE_QUERY_ALL]);
    } else {
        rules.push(id::TABLE_QUERY_ALL);
    }
    rules.push(id::TABLE_CONTINUATION_RESUMES);
    rules
}

fn extra_rules(question: &Question<'_>) -> Vec<RuleId> {
    let mut rules = Vec::new();
    if question.is_about_tables() {
        rules.extend([id::TABLE_TABLES_LIST_FILTER, id::TABLE_TABLES_DELETE]);
    } else if question.has_option("$filter") {
        rules.push(id::TABLE_QUERY_FILTER);
    } else {
        rules.push(id::TABLE_ENTITIES_DELETE);
    }
    if question.has_option("$top") {
        rules.push(id::TABLE_CONTINUATION_TOP);
    }
    rules
}
