//! What a step says: keys, values, names, preconditions, the operations of a transaction.

use super::pool::Pool;
use super::{queries, text};
use crate::fuzz::dice::Dice;
use tablestakes_reference::DateTime;
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::table::{
    EntityBody, Guid, Key, Operation, Prefer, Property, PropertyValue, Token, Value, WriteMode,
};

/// An ETag in the service's form that no row ever had.
const NEVER_ISSUED: &str = "W/\"datetime'2001-02-03T04%3A05%3A06.7891234Z'\"";
/// Texts that are no value of the type beside them.
const NO_VALUES: [(&str, &str); 5] = [
    ("Edm.Int64", "\"x\""),
    ("Edm.Guid", "\"x\""),
    ("Edm.Binary", "\"not base64!\""),
    ("Edm.DateTime", "\"yesterday\""),
    ("Edm.Double", "\"wide\""),
];

/// Changes one thing that the step says. `step` is its place in the history.
pub(super) fn change(step: &mut Step, place: usize, pool: &Pool, dice: &mut Dice) {
    match &mut step.call {
        Call::Operation { operation } => in_operation(operation, place, pool, dice),
        Call::Scan { table, query } => {
            if dice.one_in(6) {
                *table = pool.table(dice);
            } else {
                queries::change(query, pool, dice);
            }
        }
        Call::ScanTables { query } => query.top = dice.pick(&["1", "2", "1000"]).map(str::to_owned),
        // What a request that is written out means is known as it stands, and not otherwise.
        Call::Queue { .. } | Call::Blob { .. } | Call::Raw { .. } | Call::Wait { .. } | Call::Restart => {}
    }
}

/// A new operation on what the history is about.
pub(super) fn operation(place: usize, pool: &Pool, dice: &mut Dice) -> Operation {
    let (table, key) = (pool.table(dice), pool.key(dice));
    match dice.below(7) {
        0 | 1 => Operation::InsertEntity { table, entity: body(Some(&key), pool, dice), prefer: prefer(dice) },
        2 => Operation::GetEntity { table, key, select: None },
        3 => Operation::DeleteEntity { table, key, if_match: Some("*".to_owned()) },
        4 => {
            let partition = key.partition;
            let one = |dice: &mut Dice| {
                let key = Key::new(&partition, pool.key(dice).row);
                Operation::InsertEntity { table: table.clone(), entity: body(Some(&key), pool, dice), prefer: None }
            };
            Operation::Batch { operations: (0..=dice.below(3)).map(|_| one(dice)).collect() }
        }
        _ => {
            let mode = if dice.one_in(2) { WriteMode::Merge } else { WriteMode::Replace };
            let if_match = precondition(place, dice);
            Operation::WriteEntity { table, key, entity: body(None, pool, dice), mode, if_match }
        }
    }
}

fn in_operation(operation: &mut Operation, place: usize, pool: &Pool, dice: &mut Dice) {
    match operation {
        Operation::Batch { operations } => in_batch(operations, place, pool, dice),
        Operation::QueryEntities { table, query, next } => match dice.below(6) {
            0 => *table = pool.table(dice),
            1 if place > 0 => {
                let step = dice.below(place);
                let partition = format!("${{next-partition:{step}}}");
                *next = Some(Token { partition, row: Some(format!("${{next-row:{step}}}")) });
            }
            _ => queries::change(query, pool, dice),
        },
        Operation::QueryTables { query, .. } => query.top = dice.pick(&["1", "2", "1000"]).map(str::to_owned),
        Operation::GetTable { table } | Operation::DeleteTable { table } => *table = pool.table(dice),
        Operation::CreateTable { table, prefer: held } => {
            if dice.one_in(2) {
                *held = prefer(dice);
            } else {
                *table = pool.table(dice);
            }
        }
        Operation::GetEntity { table, key, select } => match dice.below(6) {
            0 => *table = pool.table(dice),
            1 => *select = if dice.one_in(3) { None } else { Some(queries::selection(pool, dice)) },
            _ => in_key(key, pool, dice),
        },
        Operation::InsertEntity { table, entity, prefer: held } => match dice.below(10) {
            0 => *table = pool.table(dice),
            1 => *held = prefer(dice),
            2..=4 => {
                let mut key =
                    Key::new(entity.partition.clone().unwrap_or_default(), entity.row.clone().unwrap_or_default());
                in_key(&mut key, pool, dice);
                (entity.partition, entity.row) = (Some(key.partition), Some(key.row));
            }
            5 if dice.one_in(3) => entity.row = None,
            _ => in_body(entity, pool, dice),
        },
        Operation::WriteEntity { table, key, entity, mode, if_match } => match dice.below(10) {
            0 => *table = pool.table(dice),
            1..=3 => in_key(key, pool, dice),
            4 | 5 => *if_match = precondition(place, dice),
            6 => *mode = if *mode == WriteMode::Merge { WriteMode::Replace } else { WriteMode::Merge },
            _ => in_body(entity, pool, dice),
        },
        Operation::DeleteEntity { table, key, if_match } => match dice.below(6) {
            0 => *table = pool.table(dice),
            1 | 2 => *if_match = precondition(place, dice),
            _ => in_key(key, pool, dice),
        },
    }
}

fn in_batch(operations: &mut Vec<Operation>, place: usize, pool: &Pool, dice: &mut Dice) {
    let at = dice.below(operations.len());
    match dice.below(8) {
        0 if operations.len() > 1 => drop(operations.remove(at)),
        1 => operations.extend(operations.get(at).cloned()),
        2 if operations.len() > 1 => {
            let other = dice.below(operations.len());
            operations.swap(at, other);
        }
        3 => {
            let new = operation(place, pool, dice);
            if !matches!(new, Operation::Batch { .. }) {
                operations.insert(at, new);
            }
        }
        _ => {
            if let Some(held) = operations.get_mut(at).filter(|held| !matches!(held, Operation::Batch { .. })) {
                in_operation(held, place, pool, dice);
            }
        }
    }
}

fn in_key(key: &mut Key, pool: &Pool, dice: &mut Dice) {
    match dice.below(6) {
        0 => *key = pool.key(dice),
        1 => key.partition = pool.key_part(dice),
        2 => key.row = pool.key_part(dice),
        3 => key.partition = text::nudged(&key.partition, dice),
        4 => key.row = text::nudged(&key.row, dice),
        _ => key.row = text::for_key(dice),
    }
}

fn in_body(entity: &mut EntityBody, pool: &Pool, dice: &mut Dice) {
    let at = dice.below(entity.properties.len());
    match (dice.below(6), entity.properties.get_mut(at)) {
        (0, Some(_)) => drop(entity.properties.remove(at)),
        (1 | 2, Some(property)) => property.value = value(dice),
        (3, Some(property)) => property.name = pool.name(dice),
        _ => entity.properties.push(Property { name: pool.name(dice), value: value(dice) }),
    }
    // Of a name that stands twice nobody knows which value counts.
    let mut names = std::collections::BTreeSet::new();
    entity.properties.retain(|property| names.insert(property.name.clone()));
}

fn body(key: Option<&Key>, pool: &Pool, dice: &mut Dice) -> EntityBody {
    let mut entity = key.map_or_else(EntityBody::default, EntityBody::keyed);
    for _ in 0..dice.below(3) {
        in_body(&mut entity, pool, dice);
    }
    entity
}

fn value(dice: &mut Dice) -> PropertyValue {
    let typed = match dice.below(12) {
        0 => return PropertyValue::Null,
        1 => {
            let (edm_type, json) = dice.pick(&NO_VALUES).unwrap_or(("Edm.Guid", "\"x\""));
            return PropertyValue::Literal { edm_type: Some(edm_type.to_owned()), json: json.to_owned() };
        }
        2 => Value::Int32(dice.pick(&[i32::MIN, -1, 0, 1, i32::MAX]).unwrap_or(0)),
        3 => Value::Int64(dice.pick(&[i64::MIN, -1, 0, 4_294_967_296, 9_007_199_254_740_993, i64::MAX]).unwrap_or(0)),
        4 => Value::Double(dice.pick(&[-0.0, 1.0, 2.5, 1e300, 5e-324, f64::INFINITY, f64::NAN]).unwrap_or(0.0)),
        5 => Value::Boolean(dice.one_in(2)),
        6 => Value::Guid(Guid([u8::try_from(dice.below(256)).unwrap_or(0); 16])),
        7 => Value::Binary(vec![0xff; dice.below(40)]),
        8 => {
            let seconds = dice.pick(&[-11_644_473_600, 0, 1_709_251_199, 253_402_300_799]).unwrap_or(0);
            Value::DateTime(DateTime::from_unix(seconds, dice.pick(&[0, 100, 123_000_000, 999_999_900]).unwrap_or(0)))
        }
        _ => Value::String(text::for_value(dice)),
    };
    PropertyValue::Typed { value: typed }
}

fn prefer(dice: &mut Dice) -> Option<Prefer> {
    dice.pick(&[None, Some(Prefer::ReturnContent), Some(Prefer::ReturnNoContent)]).flatten()
}

fn precondition(place: usize, dice: &mut Dice) -> Option<String> {
    match dice.below(5) {
        0 => None,
        1 => Some("*".to_owned()),
        2 => Some(NEVER_ISSUED.to_owned()),
        _ if place > 0 => Some(format!("${{etag:{}}}", dice.below(place))),
        _ => Some("*".to_owned()),
    }
}
