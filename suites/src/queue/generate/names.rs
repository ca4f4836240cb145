//! Names of queues, allowed and not, all of them beginning with that of the history's queue.

use super::script::refused;
use crate::drawing::Drawing;
use crate::queue::steps::{AskExt as _, create, list, metadata, peek, put, queue};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeSet;

/// What is put behind the name: pieces that are allowed within a name, and those that are not.
const ALLOWED: &[&str] = &["a", "z", "0", "9", "-a", "-0", "messages", "-x-y", "xn"];
const FORBIDDEN: &[&str] = &["A", "Z9", "aB", "-X", "_", ".", "é", "--a", " ", "$", "%", "+", "~", "世", "-"];

/// Whether a name that begins with that of a queue may end so.
fn is_allowed(end: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    end.chars().all(plain) && !end.contains("--") && !end.ends_with('-')
}

/// An end of which it is known whether it is allowed.
fn end() -> impl Strategy<Value = String> {
    let allowed = || select(ALLOWED.to_vec());
    prop_oneof![
        vec(allowed(), 1..4).prop_map(|pieces| pieces.concat()).boxed(),
        (vec(allowed(), 0..2), select(FORBIDDEN.to_vec()), vec(allowed(), 0..2))
            .prop_map(|(before, wrong, behind)| format!("{}{wrong}{}", before.concat(), behind.concat()))
            .boxed(),
    ]
}

/// Four to seven names, each created and used; then all of them listed.
pub(super) fn histories() -> impl Strategy<Value = Drawing> {
    vec((end(), any::<bool>(), 0..64_usize), 4..8).prop_map(|ends| {
        let mut drawn = Drawing::default();
        let mut held = BTreeSet::new();
        for (end, again, number) in ends {
            let name = format!("{}{end}", queue());
            if !is_allowed(&end) {
                drawn.send_refused(create(&name));
                if again {
                    drawn.send_refused(refused(number));
                }
                continue;
            }
            drawn.send(create(&name));
            if held.insert(end) && again {
                drawn.send(put(number.to_string()).on(&name));
                drawn.send(peek().on(&name));
            }
        }
        drawn.send(list(queue()));
        drawn.send(metadata());
        drawn
    })
}
