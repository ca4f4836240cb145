//! Bodies of two answers by their meaning.

use super::{Compared, Differences, form, headers};
use crate::judge::{Document, ErrorBody, Json, Property, Row};
use tablestakes_reference::http::Response;

/// Notes what differs.
pub(super) fn compare(
    recorded: &Response,
    reference: &Response,
    compared: &Compared<'_>,
    place: &str,
    differences: &mut Differences,
) {
    match (Document::read(recorded), Document::read(reference)) {
        (Document::Empty, Document::Empty) => {}
        (Document::Entity(then), Document::Entity(now)) => row(&then, &now, compared, place, differences),
        (Document::Set { annotations: then, rows: then_rows }, Document::Set { annotations: now, rows: now_rows }) => {
            annotations(&then, &now, place, differences);
            let shown = |count: usize| format!("{count} rows");
            differences.unequal(place, &shown(then_rows.len()), &shown(now_rows.len()));
            for (index, (then, now)) in then_rows.iter().zip(&now_rows).enumerate() {
                row(then, now, compared, &format!("{place} row {index}"), differences);
            }
        }
        (Document::Error(then), Document::Error(now)) => error(&then, &now, place, differences),
        (Document::Batch(then), Document::Batch(now)) => {
            let shown = |count: usize| format!("{count} parts");
            differences.unequal(place, &shown(then.len()), &shown(now.len()));
            for (index, (then, now)) in then.iter().zip(&now).enumerate() {
                let place = format!("part {index} ");
                let within = |is_within: bool| if is_within { "in a change set" } else { "by itself" };
                differences.unequal(&place, within(then.in_change_set), within(now.in_change_set));
                let (then, now) = (&then.response, &now.response);
                differences.unequal(&format!("{place}status"), &then.status.to_string(), &now.status.to_string());
                headers::compare(&then.headers, &now.headers, compared, &place, differences);
                self::compare(then, now, compared, &format!("{place}body"), differences);
            }
        }
        (Document::Markup(then), Document::Markup(now)) => {
            let mark = |has_mark: bool| if has_mark { "present" } else { "absent" };
            differences.unequal(&format!("{place} byte order mark"), mark(then.has_mark), mark(now.has_mark));
            differences.unequal(place, &then.lines.join(" "), &now.lines.join(" "));
        }
        (Document::Other(_), Document::Other(_)) => {
            let text = |response: &Response| String::from_utf8_lossy(&response.body).into_owned();
            differences.unequal(place, &text(recorded), &text(reference));
        }
        (Document::Malformed(then), Document::Malformed(now)) => differences.unequal(place, &then, &now),
        (then, now) => differences.note(place, then.shown(), now.shown()),
    }
}

fn error(then: &ErrorBody, now: &ErrorBody, place: &str, differences: &mut Differences) {
    let text = |held: &Option<String>| held.clone().unwrap_or_else(|| "absent".to_owned());
    differences.unequal(&format!("{place} code"), &text(&then.code), &text(&now.code));
    let format = |held: &ErrorBody| if held.is_xml { "XML" } else { "JSON" };
    differences.unequal(&format!("{place} format"), format(then), format(now));
    let lines = |held: &ErrorBody| {
        let text = text(&held.message);
        let known = |line: &str| match line.split_once(':') {
            Some((name @ ("RequestId" | "Time"), _)) => name.to_owned(),
            _ => line.to_owned(),
        };
        text.lines().map(known).collect::<Vec<_>>().join(" | ")
    };
    differences.unequal(&format!("{place} message"), &lines(then), &lines(now));
    let language = |held: &ErrorBody| if held.has_language { "names its language" } else { "names no language" };
    differences.unequal(&format!("{place} language"), language(then), language(now));
}

/// Annotations by name, whatever their order.
fn annotations(then: &[(String, Json)], now: &[(String, Json)], place: &str, differences: &mut Differences) {
    let find = |held: &[(String, Json)], name: &str| {
        held.iter().find(|(held, _)| held == name).map(|(name, value)| annotation(name, value))
    };
    for (name, value) in then {
        let here = find(now, name).unwrap_or_else(|| "absent".to_owned());
        differences.unequal(&format!("{place} {name}"), &annotation(name, value), &here);
    }
    for (name, value) in now {
        if find(then, name).is_none() {
            differences.note(format!("{place} {name}"), "absent", annotation(name, value));
        }
    }
}

fn annotation(name: &str, value: &Json) -> String {
    let Some(text) = value.as_str() else { return value.shown() };
    match name {
        "odata.etag" => form::etag(text),
        "odata.type" => form::type_name(text).to_owned(),
        "atom.updated" if form::is_instant(text) => "an instant".to_owned(),
        _ => form::address(text).to_owned(),
    }
}

fn row(then: &Row, now: &Row, compared: &Compared<'_>, place: &str, differences: &mut Differences) {
    annotations(&then.annotations, &now.annotations, place, differences);
    for property in &then.properties {
        let here = now.property(&property.name).map_or_else(|| "absent".to_owned(), |held| value(held, compared));
        differences.unequal(&format!("{place} property {}", property.name), &value(property, compared), &here);
    }
    for property in &now.properties {
        if then.property(&property.name).is_none() {
            differences.note(format!("{place} property {}", property.name), "absent", value(property, compared));
        }
    }
    differences.unequal(
        &format!("{place} annotations without a property"),
        &then.orphans.join(","),
        &now.orphans.join(","),
    );
}

/// A value with its type as text; a Timestamp by its form.
fn value(property: &Property, compared: &Compared<'_>) -> String {
    let annotation = property.annotation.as_deref().map_or_else(String::new, |annotation| format!("{annotation} "));
    let text = match &property.value {
        Json::String(text) if property.name == "Timestamp" && form::is_instant(text) => "an instant".to_owned(),
        Json::Number(text) if compared.json_spelling => match text.parse::<f64>() {
            Ok(number) => number.to_string(),
            Err(_) => text.clone(),
        },
        other => other.shown(),
    };
    format!("{annotation}{text}")
}
