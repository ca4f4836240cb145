//! Filters as a whole: what they match, what is refused, and random ones against a naive evaluator.

mod matching;
mod random;
mod refused;

use super::{Filter, Subject, parse};
use crate::refusal::Refusal;
use crate::rules::{Broken, RuleId, Trace};
use crate::table::wire::lexical::{binary, datetime, guid};
use crate::table::{Row, Value};

fn read(text: &str, subject: Subject) -> Result<Filter, Vec<Refusal>> {
    let broken = Broken::none();
    parse(text, subject, &mut Trace::new(&broken))
}

fn matches_with(text: &str, row: &Row, broken: &Broken) -> bool {
    let mut trace = Trace::new(broken);
    let filter = parse(text, Subject::Entities, &mut trace).unwrap_or_else(|refusals| panic!("{text}: {refusals:?}"));
    filter.matches("p", "r", row, &mut trace)
}

fn matches(text: &str, row: &Row) -> bool {
    matches_with(text, row, &Broken::none())
}

fn breaking(rule: RuleId) -> Broken {
    Broken::none().and(rule)
}

fn row(properties: &[(&str, Value)]) -> Row {
    Row {
        timestamp: datetime::read("2020-01-02T03:04:05.0000006Z").unwrap(),
        properties: properties.iter().map(|(name, value)| ((*name).into(), value.clone())).collect(),
    }
}

/// A row with a property of every type.
fn typed() -> Row {
    row(&[
        ("I", Value::Int32(3)),
        ("L", Value::Int64(3)),
        ("D", Value::Double(3.0)),
        ("B", Value::Boolean(true)),
        ("F", Value::Boolean(false)),
        ("S", Value::String("it's".into())),
        ("E", Value::String(String::new())),
        ("T", Value::DateTime(datetime::read("2008-07-10T00:00:00Z").unwrap())),
        ("G", Value::Guid(guid::read("6826c695-df98-5678-aaaa-81d3367e5a34").unwrap())),
        ("X", Value::Binary(binary::read_hexadecimal("0a0b").unwrap())),
        ("N", Value::Double(f64::NAN)),
        ("_u", Value::Int32(1)),
        ("é", Value::Int32(1)),
    ])
}
