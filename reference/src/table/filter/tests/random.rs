//! Random filters: written down and read again they are the same, and they match what a naive evaluator says.

use super::{Subject, read, typed};
use crate::rules::{Broken, Trace};
use crate::table::filter::{Comparison, Expression, parser};
use crate::table::wire::lexical::double;
use crate::table::{Row, Value, utf16_cmp};
use proptest::prelude::*;
use std::cmp::Ordering;

const NAMES: [&str; 12] = ["I", "L", "D", "B", "F", "S", "E", "X", "Absent", "_u", "PartitionKey", "RowKey"];
const LITERALS: [&str; 14] = [
    "3",
    "4",
    "-3",
    "3L",
    "4L",
    "3D",
    "2.5",
    "true",
    "false",
    "'it''s'",
    "''",
    "'p'",
    "X'0a0b'",
    "guid'6826c695-df98-5678-aaaa-81d3367e5a34'",
];
const COMPARISONS: [Comparison; 6] = [
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::Greater,
    Comparison::GreaterOrEqual,
    Comparison::Less,
    Comparison::LessOrEqual,
];

fn literal(text: &str) -> Expression {
    if text == "true" || text == "false" { Expression::Name(text.into()) } else { Expression::Literal(text.into()) }
}

/// Expressions of every kind, most of which the service refuses.
fn anything() -> impl Strategy<Value = Expression> {
    let names = prop::sample::select(&["a", "_b", "é1", "a/b", "true", "null"][..])
        .prop_map(|name| Expression::Name(name.into()));
    let leaf = prop_oneof![names, prop::sample::select(&LITERALS[..]).prop_map(literal)];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let pair = (inner.clone(), inner.clone()).prop_map(|(left, right)| (Box::new(left), Box::new(right)));
        let arithmetic = prop::sample::select(&["add", "sub", "mul", "div", "mod"][..]);
        prop_oneof![
            (prop::sample::select(&COMPARISONS[..]), pair.clone())
                .prop_map(|(comparison, (left, right))| Expression::Compare(comparison, left, right)),
            (arithmetic, pair).prop_map(|(name, (left, right))| Expression::Arithmetic(name, left, right)),
            inner.clone().prop_map(|operand| Expression::Not(Box::new(operand))),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Expression::And),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Expression::Or),
            prop::collection::vec(inner, 0..3).prop_map(|arguments| Expression::Call("f".into(), arguments)),
        ]
    })
}

/// Conditions that the service evaluates, unless they compare a key with a literal of another type.
fn condition() -> impl Strategy<Value = Expression> {
    let name = prop::sample::select(&NAMES[..]).prop_map(|name| Box::new(Expression::Name(name.into())));
    let literals = prop::sample::select(&LITERALS[..]).prop_map(|text| Box::new(literal(text)));
    let test = (prop::sample::select(&COMPARISONS[..]), name, literals, any::<bool>()).prop_map(
        |(comparison, name, literal, literal_first)| {
            if literal_first {
                Expression::Compare(comparison, literal, name)
            } else {
                Expression::Compare(comparison, name, literal)
            }
        },
    );
    let bare = prop::sample::select(&NAMES[..10]).prop_map(|name| Expression::Name(name.into()));
    prop_oneof![4 => test, 1 => bare].prop_recursive(4, 30, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(|operand| Expression::Not(Box::new(operand))),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Expression::And),
            prop::collection::vec(inner, 2..4).prop_map(Expression::Or),
        ]
    })
}

/// Three-valued logic, spelt out: `None` is unknown.
fn naive(expression: &Expression, row: &Row) -> Option<bool> {
    match expression {
        Expression::And(operands) => decided(operands, row, false),
        Expression::Or(operands) => decided(operands, row, true),
        Expression::Not(operand) => Some(naive(operand, row) != Some(true)),
        Expression::Name(name) => Some(named(name, row)? == Value::Boolean(true)),
        Expression::Compare(comparison, left, right) => match (&**left, &**right) {
            (Expression::Name(name), literal) if NAMES.contains(&name.as_str()) => {
                Some(naive_test(*comparison, &named(name, row)?, &value(literal)))
            }
            (literal, name) => {
                let Expression::Name(name) = name else { panic!("{name}") };
                Some(naive_test(comparison.mirrored(), &named(name, row)?, &value(literal)))
            }
        },
        other => panic!("{other}"),
    }
}

/// The deciding value if an operand has it; else unknown if one is; else the other value.
fn decided(operands: &[Expression], row: &Row, deciding: bool) -> Option<bool> {
    let values: Vec<_> = operands.iter().map(|operand| naive(operand, row)).collect();
    if values.contains(&Some(deciding)) {
        Some(deciding)
    } else if values.contains(&None) {
        None
    } else {
        Some(!deciding)
    }
}

fn named(name: &str, row: &Row) -> Option<Value> {
    match name {
        "PartitionKey" => Some(Value::String("p".into())),
        "RowKey" => Some(Value::String("r".into())),
        name => row.property(name).cloned(),
    }
}

fn value(literal: &Expression) -> Value {
    let text = literal.to_string();
    match text.as_str() {
        "true" | "false" => Value::Boolean(text == "true"),
        "X'0a0b'" => Value::Binary(vec![0x0a, 0x0b]),
        _ if text.starts_with("guid") => typed().property("G").unwrap().clone(),
        _ if text.starts_with('\'') => Value::String(text[1..text.len() - 1].replace("''", "'")),
        _ if text.ends_with('L') => Value::Int64(text.trim_end_matches('L').parse().unwrap()),
        _ if text.contains(['.', 'D']) => Value::Double(double::read(text.trim_end_matches('D')).unwrap()),
        _ => Value::Int32(text.parse().unwrap()),
    }
}

fn naive_test(comparison: Comparison, property: &Value, literal: &Value) -> bool {
    let order = match (property, literal) {
        (Value::String(left), Value::String(right)) => Some(utf16_cmp(left, right)),
        (Value::Boolean(left), Value::Boolean(right)) => Some(left.cmp(right)),
        (Value::Binary(left), Value::Binary(right)) => Some(left.cmp(right)),
        (Value::Int32(left), Value::Int32(right)) => Some(left.cmp(right)),
        (Value::Int64(left), Value::Int64(right)) => Some(left.cmp(right)),
        (Value::Int64(left), Value::Int32(right)) => Some(left.cmp(&i64::from(*right))),
        (Value::Double(left), Value::Double(right)) => left.partial_cmp(right),
        (Value::Double(left), Value::Int32(right)) => left.partial_cmp(&f64::from(*right)),
        (Value::Double(left), Value::Int64(right)) => left.partial_cmp(&(*right as f64)),
        _ => None,
    };
    match (comparison, order) {
        (Comparison::Equal, order) => order == Some(Ordering::Equal),
        (Comparison::NotEqual, order) => order != Some(Ordering::Equal),
        (Comparison::Greater, order) => order == Some(Ordering::Greater),
        (Comparison::GreaterOrEqual, order) => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        (Comparison::Less, order) => matches!(order, None | Some(Ordering::Less)),
        (Comparison::LessOrEqual, order) => order != Some(Ordering::Greater),
    }
}

proptest! {
    #[test]
    fn written_and_read_again(expression in anything()) {
        let text = expression.to_string();
        let broken = Broken::none();
        prop_assert_eq!(parser::read(&text, &mut Trace::new(&broken)), Ok(expression), "{}", text);
    }

    #[test]
    fn as_a_naive_evaluator_says(expression in condition()) {
        let text = expression.to_string();
        let row = typed();
        let broken = Broken::none();
        let mut trace = Trace::new(&broken);
        match read(&text, Subject::Entities) {
            Ok(filter) => {
                let matched = filter.matches("p", "r", &row, &mut trace);
                prop_assert_eq!(matched, naive(&expression, &row) == Some(true), "{}", text);
                let bounds = (filter.partition_bounds(), filter.row_bounds());
                prop_assert!(!matched || bounds.0.contains("p") && bounds.1.contains("r"), "{}", text);
            }
            Err(refusals) => {
                prop_assert!(refusals.iter().all(|refusal| refusal.rule == crate::rules::id::TABLE_QUERY_KEY_TYPE), "{}", text);
            }
        }
    }

    #[test]
    fn no_text_panics(text in r"([a-zé_]{1,6}|[0-9.]{1,4}L?|'[^']{0,3}'|[()'/,\\ -]| (eq|and|or|not|null) |X'|guid'){0,20}|.{0,40}") {
        for subject in [Subject::Entities, Subject::Tables] {
            let _ = read(&text, subject);
        }
    }
}
