//! The reference, asked over HTTP, conforms to itself: no check finds a difference. In every other format, and however requests are
//! authorized and name the account, it is asked in process where an oracle can play the history.

use crate::bench::{Bench, histories};
use std::collections::BTreeSet;
use tablestakes::concurrency::replay;
use tablestakes::judge::Verdict;
use tablestakes::target::{AddressStyle, AuthScheme, Axes, Format};
use tablestakes_reference::{ServiceName, Version};
use tablestakes_suites::catalogue;

const SEED: u64 = 3;
const DRAWN: u32 = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_reference_conforms_to_itself() {
    let bench = Bench::start(SEED).await;
    let mut differing = Vec::new();
    for check in catalogue() {
        for history in histories(&check, SEED, DRAWN) {
            for axes in axes(check.service()) {
                let replayed = if axes == Axes::default() {
                    replay(bench.replayer(&history), &history).await.unwrap()
                } else {
                    bench.replay(axes, &history, None).await.unwrap()
                };
                let last = replayed.steps.last().unwrap();
                if last.verdict != Verdict::Allowed {
                    differing.push(format!("{} {axes:?} step {}: {:#?}", check.id, last.index, last.verdict));
                }
            }
        }
    }
    assert!(differing.is_empty(), "{} differ:\n{}", differing.len(), differing.join("\n"));
}

/// The usual axes, and every other value of one of them.
fn axes(service: ServiceName) -> Vec<Axes> {
    let usual = Axes::default();
    let in_atom = Axes { version: Version::V2015_07_08, format: Format::Atom, ..usual };
    let has_formats = service == ServiceName::Table;
    let formats = Format::ALL.into_iter().filter(|format| *format != Format::Atom && has_formats);
    let by_format = formats.map(|format| Axes { format, ..usual });
    let by_auth = AuthScheme::ALL.into_iter().map(|auth| Axes { auth, ..usual });
    let by_address = AddressStyle::ALL.into_iter().map(|address| Axes { address, ..usual });
    let axes: BTreeSet<Axes> =
        by_format.chain(has_formats.then_some(in_atom)).chain(by_auth).chain(by_address).collect();
    axes.into_iter().collect()
}
