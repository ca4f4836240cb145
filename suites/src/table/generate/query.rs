//! Filters over rows that are known to be there: every type, operator and nesting, properties that are missing or of
//! another type, and filters that must be refused.

use super::filter::{Filter, filters, operator};
use super::world::World;
use crate::table::steps::{at, insert, page, scan, scan_with};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tablestakes_reference::DateTime;
use tablestakes_reference::datetime::Civil;
use tablestakes_reference::table::{Guid, Operation, PropertyValue, Query, Value};

/// The properties that rows may have, in the order of [`values`].
const NAMED: [&str; 8] = ["Str", "Int", "Long", "Dbl", "Flag", "When", "Id", "Bin"];

/// A property that holds now one type, now another.
const MIXED: &str = "Mix";

/// A property that no row has.
const ABSENT: &str = "Absent";

fn guid(lead: u8) -> Value {
    Value::Guid(Guid([lead, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1]))
}

fn instant(fraction: u32) -> Value {
    let civil = Civil { year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 59, fraction };
    Value::DateTime(DateTime::from_civil(civil).unwrap_or(DateTime::MAX))
}

/// The values of one property: few, next to each other.
fn values(property: &'static str) -> BoxedStrategy<Value> {
    let drawn: Vec<Value> = match property {
        "Str" => {
            ["", "a", "ab", "b", "it's", "C:\\dir", "%41"].iter().map(|text| Value::String((*text).into())).collect()
        }
        "Int" => [-1, 0, 1, 2, 3].map(Value::Int32).to_vec(),
        "Long" => [-1, 0, 2, 3, 4_294_967_296].map(Value::Int64).to_vec(),
        "Dbl" => [-1.5, 0.5, 2.0, 2.5, 3.0].map(Value::Double).to_vec(),
        "Flag" => [false, true].map(Value::Boolean).to_vec(),
        "When" => [0, 1, 9_999_999].map(instant).to_vec(),
        "Id" => [0x58, 0x68, 0x78].map(guid).to_vec(),
        _ => [vec![0x0a], vec![0x0a, 0x0b], vec![0xff]].map(Value::Binary).to_vec(),
    };
    select(drawn).boxed()
}

/// A value of any of the types.
fn any_value() -> BoxedStrategy<Value> {
    select(NAMED.to_vec()).prop_flat_map(values).boxed()
}

/// A row: each property there or missing.
fn row() -> impl Strategy<Value = Vec<(&'static str, Value)>> {
    let named: Vec<_> = NAMED.iter().map(|name| proptest::option::weighted(0.7, values(name))).collect();
    (named, proptest::option::weighted(0.8, any_value())).prop_map(|(named, mixed)| {
        let named = NAMED.into_iter().zip(named).filter_map(|(name, value)| Some((name, value?)));
        named.chain(mixed.map(|value| (MIXED, value))).collect()
    })
}

fn comparison() -> impl Strategy<Value = Filter> {
    let typed = select(NAMED.to_vec()).prop_flat_map(|property| (Just(property), values(property), any::<bool>()));
    let keys = (select(vec!["PartitionKey", "RowKey"]), select(vec!["", "0", "1", "3", "p", "q"]), any::<bool>())
        .prop_map(|(property, text, swapped)| (property, Value::String(text.into()), swapped));
    // The literal stands first only where both sides have one type: the other way round nobody has recorded it.
    let untyped = (select(vec![MIXED, ABSENT, "Str", "Int", "Long", "Dbl", "When", "Id"]), any_value(), Just(false));
    (prop_oneof![5 => typed, 2 => keys, 3 => untyped], operator())
        .prop_map(|((property, literal, swapped), operator)| Filter::Compare { property, operator, literal, swapped })
}

fn leaf() -> impl Strategy<Value = Filter> {
    prop_oneof![9 => comparison(), 1 => select(vec!["Flag", ABSENT]).prop_map(Filter::Bare)]
}

/// Filters and options that must be refused, each for one reason.
fn refused() -> impl Strategy<Value = Query> {
    let filter = |text: &str| Query { filter: Some(text.to_owned()), ..Query::default() };
    let top = |text: &str| Query { top: Some(text.to_owned()), ..Query::default() };
    select(vec![
        filter("Int eq 1'invalid'"),
        filter("aaa bbb ccc"),
        filter("Int eq"),
        filter("(Int eq 1"),
        filter("Int eq 1 and"),
        filter("Str eq 'open"),
        filter("Int eq Long"),
        filter("1 eq 2"),
        filter("startswith(Str,'a')"),
        filter("Int eq null"),
        filter("Int ne null"),
        filter("Int lt null"),
        filter("Int ge null"),
        top("-1"),
        top("1001"),
    ])
}

/// Up to six rows in one or two partitions, then scans of them by filters.
pub(super) fn worlds() -> impl Strategy<Value = World> {
    let scans = vec((filters(leaf()), proptest::option::weighted(0.2, select(NAMED.to_vec())), refused()), 3..6);
    (vec(row(), 2..7), scans).prop_map(|(rows, scans)| {
        let mut world = World::default();
        let half = rows.len() / 2;
        for (partition, rows) in [("p", &rows[..half]), ("q", &rows[half..])] {
            let inserts: Vec<Operation> = rows
                .iter()
                .enumerate()
                .map(|(number, row)| {
                    let properties = row.iter().map(|(name, value)| (*name, PropertyValue::from(value.clone())));
                    insert(at(partition, number.to_string()), properties)
                })
                .collect();
            world.seed(inserts);
        }
        for (filter, select, refused) in scans {
            match select {
                None => world.read(scan(filter.to_string())),
                Some(name) => world.read(scan_with(Query {
                    filter: Some(filter.to_string()),
                    select: Some(format!("RowKey,{name}")),
                    top: None,
                })),
            }
            world.send_refused(page(refused));
        }
        world
    })
}
