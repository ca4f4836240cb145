//! Which faults are drawn.

use proptest::prelude::*;
use proptest::sample::select;
use tablestakes_reference::history::{Ending, Fault};

/// Where the last octet alone is missing.
const LAST: u16 = 1000;

fn ending() -> impl Strategy<Value = Ending> {
    prop_oneof![3 => Just(Ending::Closed), 1 => Just(Ending::Reset)]
}

/// A cut within the request: anywhere, and often where almost everything has come in.
pub(super) fn cut_request() -> impl Strategy<Value = Fault> {
    let at = prop_oneof![2 => Just(LAST), 1 => 900..LAST, 2 => 0..900_u16];
    (at, ending()).prop_map(|(at, ending)| Fault::CutRequest { at, ending })
}

/// The request comes in whole, and its answer does not reach the client.
pub(super) fn lost_answer() -> impl Strategy<Value = Fault> {
    let before = (select(vec![0, 0, 1, 4]), ending())
        .prop_map(|(milliseconds, ending)| Fault::CutBeforeAnswer { milliseconds, ending });
    let within = (1..200_u32, ending()).prop_map(|(after, ending)| Fault::CutAnswer { after, ending });
    prop_oneof![2 => before, 1 => within]
}

/// The request comes in whole in the end, and is answered.
fn hindered() -> impl Strategy<Value = Fault> {
    let delayed = (0..LAST, select(vec![1, 5, 15])).prop_map(|(at, milliseconds)| Fault::Delayed { at, milliseconds });
    let dropped = (1..4_u8).prop_map(|attempts| Fault::DroppedFirst { attempts });
    prop_oneof![1 => delayed, 1 => dropped]
}

/// Any fault.
pub(super) fn any() -> impl Strategy<Value = Fault> {
    prop_oneof![
        1 => Just(Fault::Refused),
        3 => cut_request(),
        4 => lost_answer(),
        2 => Just(Fault::Twice),
        2 => hindered(),
    ]
}
