//! Property values of every type, few enough to collide.

use super::trouble::{PROPERTY_NAMES, value_text};
use crate::table::steps::{binary, boolean, datetime, double, guid, int, long, text};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tablestakes_reference::table::PropertyValue;

/// Named values, no name twice.
pub(crate) type Properties = Vec<(String, PropertyValue)>;

/// A value of any type.
pub(crate) fn value() -> impl Strategy<Value = PropertyValue> + Clone {
    prop_oneof![
        3 => select(vec![i32::MIN, -1, 0, 1, 2, 3, i32::MAX]).prop_map(int),
        2 => select(vec![i64::MIN, -1, 0, 1, 2, 3, 4_294_967_296, 9_007_199_254_740_993, i64::MAX]).prop_map(long),
        2 => select(vec![-1.5, 0.0, 1.0, 2.0, 2.5, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN]).prop_map(double),
        1 => any::<bool>().prop_map(boolean),
        4 => value_text().prop_map(text),
        1 => select(vec![vec![], vec![0], vec![1, 2, 255], vec![0; 40]]).prop_map(binary),
        1 => select(vec![0, 1, 0x5826_0000_0000_4000_8000_0000_0000_00ff, u128::MAX]).prop_map(guid),
        1 => select(vec![((1601, 1, 1), 0), ((2024, 2, 29), 1), ((2024, 2, 29), 1_230_000), ((9999, 12, 31), 9_999_999)])
            .prop_map(|(date, fraction)| datetime(date, (23, 59, 59), fraction)),
    ]
    .boxed()
}

/// A few named values.
pub(crate) fn properties() -> impl Strategy<Value = Properties> + Clone {
    vec((select(PROPERTY_NAMES.to_vec()), value()), 0..4)
        .prop_map(|drawn| {
            let mut properties = Properties::new();
            for (name, value) in drawn {
                if properties.iter().all(|(held, _)| held != name) {
                    properties.push((name.to_owned(), value));
                }
            }
            properties
        })
        .boxed()
}
