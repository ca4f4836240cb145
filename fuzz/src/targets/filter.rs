//! Filters: what is read is written and read again as the same, and what is evaluated matches what a naive evaluator says.

use super::vocabulary::{part, properties, text_or_choices, value};
use arbitrary::{Result, Unstructured};
use std::cmp::Ordering;
use std::fmt::Write as _;
use tablestakes_reference::DateTime;
use tablestakes_reference::rules::{Broken, Trace, id};
use tablestakes_reference::table::filter::{Comparison, Expression, Subject, parse};
use tablestakes_reference::table::{Key, Row, Value};

/// The names that conditions ask for, beside those that rows have.
const NAMES: [&str; 7] = ["a", "A", "b", "_c", "PartitionKey", "RowKey", "absent"];
const COMPARISONS: [Comparison; 6] = [
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::Greater,
    Comparison::GreaterOrEqual,
    Comparison::Less,
    Comparison::LessOrEqual,
];

/// An odd first octet: the rest is the text of a filter. An even one: the rest decides a row and a condition on it.
pub fn run(octets: &[u8]) {
    text_or_choices(octets, written_and_read_again, as_the_naive_evaluator);
}

fn written_and_read_again(text: &str) {
    let broken = Broken::none();
    let mut trace = Trace::new(&broken);
    for subject in [Subject::Entities, Subject::Tables] {
        if let Ok(filter) = parse(text, subject, &mut trace) {
            let row = Row { timestamp: DateTime::MIN_EDM, properties: vec![("a".into(), Value::Int32(1))] };
            let matched = filter.matches("p", "r", &row, &mut trace);
            let bounds = (filter.partition_bounds(), filter.row_bounds());
            assert!(!matched || bounds.0.contains("p") && bounds.1.contains("r"), "{text}");
        }
    }
    if let Ok(expression) = Expression::read(text, &mut trace)
        && depth(&expression) < 60
    {
        let again = expression.to_string();
        assert_eq!(Expression::read(&again, &mut trace), Ok(expression), "{text} became {again}");
    }
}

fn depth(expression: &Expression) -> usize {
    let deepest = |inner: &[Expression]| inner.iter().map(depth).max().unwrap_or_default();
    1 + match expression {
        Expression::Literal(_) | Expression::Name(_) => 0,
        Expression::Not(inner) => depth(inner),
        Expression::Arithmetic(_, left, right) | Expression::Compare(_, left, right) => depth(left).max(depth(right)),
        Expression::Call(_, inner) | Expression::And(inner) | Expression::Or(inner) => deepest(inner),
    }
}

/// A condition that the service evaluates.
#[derive(Debug)]
enum Condition {
    Test { name: &'static str, comparison: Comparison, literal: Value, literal_first: bool },
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
}

fn as_the_naive_evaluator(u: &mut Unstructured<'_>) -> Result<()> {
    let key = Key::new(part(u)?, part(u)?);
    let row = Row { timestamp: DateTime::MIN_EDM, properties: properties(u)? };
    let condition = condition(u, 0)?;
    let mut text = String::new();
    condition.write(&mut text);
    let broken = Broken::none();
    let mut trace = Trace::new(&broken);
    match parse(&text, Subject::Entities, &mut trace) {
        Ok(filter) => {
            let matched = filter.matches(&key.partition, &key.row, &row, &mut trace);
            assert_eq!(matched, condition.holds(&key, &row) == Some(true), "{text} on {key:?} {row:?}");
            let within = filter.partition_bounds().contains(&key.partition) && filter.row_bounds().contains(&key.row);
            assert!(!matched || within, "{text} matches {key:?} outside of its bounds");
        }
        Err(refusals) => {
            let known = |rule| rule == id::TABLE_QUERY_KEY_TYPE || rule == id::TABLE_QUERY_MANY_COMPARISONS;
            assert!(refusals.iter().all(|refusal| known(refusal.rule)), "{text}: {refusals:?}");
        }
    }
    Ok(())
}

fn condition(u: &mut Unstructured<'_>, depth: usize) -> Result<Condition> {
    let several = |u: &mut Unstructured<'_>| -> Result<Vec<_>> {
        (0..u.int_in_range(2..=3)?).map(|_| condition(u, depth + 1)).collect()
    };
    Ok(match u.int_in_range(0..=if depth < 4 { 6 } else { 3 })? {
        0..=3 => Condition::Test {
            name: u.choose(&NAMES)?,
            comparison: *u.choose(&COMPARISONS)?,
            literal: finite(value(u)?),
            literal_first: u.arbitrary()?,
        },
        4 => Condition::Not(Box::new(condition(u, depth + 1)?)),
        5 => Condition::And(several(u)?),
        _ => Condition::Or(several(u)?),
    })
}

/// A value that a literal can say: doubles are finite and written in full, text has no line ends that end a filter.
fn finite(value: Value) -> Value {
    match value {
        Value::Double(number) if !number.is_finite() || number.abs() > 1e15 || number.abs() < 1e-6 => {
            Value::Double(2.5)
        }
        other => other,
    }
}

impl Condition {
    fn write(&self, out: &mut String) {
        let chain = |out: &mut String, operands: &[Self], word: &str| {
            for (place, operand) in operands.iter().enumerate() {
                out.push_str(if place == 0 { "(" } else { word });
                operand.write(out);
            }
            out.push(')');
        };
        match self {
            Self::Test { name, comparison, literal, literal_first } => {
                let literal = self::literal(literal);
                let _ = if *literal_first {
                    write!(out, "({literal} {comparison} {name})")
                } else {
                    write!(out, "({name} {comparison} {literal})")
                };
            }
            Self::Not(inner) => {
                out.push_str("not (");
                inner.write(out);
                out.push(')');
            }
            Self::And(operands) => chain(out, operands, " and "),
            Self::Or(operands) => chain(out, operands, " or "),
        }
    }

    /// Whether it holds, by three-valued logic spelt out; none if it is unknown.
    fn holds(&self, key: &Key, row: &Row) -> Option<bool> {
        match self {
            Self::Test { name, comparison, literal, literal_first } => {
                let held = match *name {
                    "PartitionKey" => Value::String(key.partition.clone()),
                    "RowKey" => Value::String(key.row.clone()),
                    name => row.property(name)?.clone(),
                };
                Some(test(if *literal_first { mirrored(*comparison) } else { *comparison }, &held, literal))
            }
            Self::Not(inner) => Some(inner.holds(key, row) != Some(true)),
            Self::And(operands) => decided(operands, false, key, row),
            Self::Or(operands) => decided(operands, true, key, row),
        }
    }
}

/// The deciding value if an operand has it; else unknown if one is; else the other value.
fn decided(operands: &[Condition], deciding: bool, key: &Key, row: &Row) -> Option<bool> {
    let held: Vec<_> = operands.iter().map(|operand| operand.holds(key, row)).collect();
    if held.contains(&Some(deciding)) {
        Some(deciding)
    } else if held.contains(&None) {
        None
    } else {
        Some(!deciding)
    }
}

fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        same => same,
    }
}

fn literal(value: &Value) -> String {
    match value {
        Value::Binary(octets) => {
            let digits: String = octets.iter().map(|octet| format!("{octet:02x}")).collect();
            format!("X'{digits}'")
        }
        Value::Boolean(value) => value.to_string(),
        Value::DateTime(instant) => {
            let civil = instant.civil();
            format!(
                "datetime'{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:07}Z'",
                civil.year, civil.month, civil.day, civil.hour, civil.minute, civil.second, civil.fraction
            )
        }
        Value::Double(number) => format!("{number:?}"),
        Value::Guid(guid) => {
            let digits: String = guid.0.iter().map(|octet| format!("{octet:02x}")).collect();
            let (a, b, c, d, e) = (&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]);
            format!("guid'{a}-{b}-{c}-{d}-{e}'")
        }
        Value::Int32(number) => number.to_string(),
        Value::Int64(number) => format!("{number}L"),
        Value::String(text) => format!("'{}'", text.replace('\'', "''")),
    }
}

/// Compares by type. What is of another type is less, and neither equal nor greater; what is no number differs from all.
fn test(comparison: Comparison, held: &Value, literal: &Value) -> bool {
    let order = match (held, literal) {
        (Value::String(left), Value::String(right)) => left.encode_utf16().cmp(right.encode_utf16()),
        (Value::Boolean(left), Value::Boolean(right)) => left.cmp(right),
        (Value::Binary(left), Value::Binary(right)) => left.cmp(right),
        (Value::Guid(left), Value::Guid(right)) => left.0.cmp(&right.0),
        (Value::DateTime(left), Value::DateTime(right)) => left.cmp(right),
        (Value::Int32(left), Value::Int32(right)) => left.cmp(right),
        (Value::Int64(left), Value::Int64(right)) => left.cmp(right),
        (Value::Int64(left), Value::Int32(right)) => left.cmp(&i64::from(*right)),
        (Value::Double(left), Value::Double(_) | Value::Int32(_) | Value::Int64(_)) => {
            let right = match literal {
                Value::Double(right) => *right,
                Value::Int32(right) => f64::from(*right),
                Value::Int64(right) => *right as f64,
                _ => return false,
            };
            match left.partial_cmp(&right) {
                Some(order) => order,
                None => return comparison == Comparison::NotEqual,
            }
        }
        _ => return matches!(comparison, Comparison::NotEqual | Comparison::Less | Comparison::LessOrEqual),
    };
    match comparison {
        Comparison::Equal => order == Ordering::Equal,
        Comparison::NotEqual => order != Ordering::Equal,
        Comparison::Greater => order == Ordering::Greater,
        Comparison::GreaterOrEqual => order != Ordering::Less,
        Comparison::Less => order == Ordering::Less,
        Comparison::LessOrEqual => order != Ordering::Greater,
    }
}
