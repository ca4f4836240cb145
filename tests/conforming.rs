//! The reference, asked over HTTP, conforms to itself: no check finds a difference, in any format.

use std::sync::Arc;
use std::time::SystemTime;
use tablestakes::engine::draw;
use tablestakes::history::{Names, Replayer};
use tablestakes::judge::Verdict;
use tablestakes::target::{Axes, Format, Limits, Target, Transport};
use tablestakes_reference::Version;
use tablestakes_reference::history::History;
use tablestakes_reference::server::{Shared, serve};
use tablestakes_reference::table::{Settings, TableService};
use tablestakes_suites::{Check, Source, catalogue};

const SEED: u64 = 3;
const DRAWN: u32 = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_reference_conforms_to_itself() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/devstoreaccount1", listener.local_addr().unwrap());
    let shared = Shared::new(TableService::new(Settings::default()), SEED);
    let server = tokio::spawn(serve(listener, Arc::clone(&shared), std::future::pending()));
    let target = Target::parse(&address).unwrap();
    let transport = Transport::new(&target, Limits::default());
    let names = Arc::new(Names::new(std::process::id(), SystemTime::now()));
    let replayer = Replayer::new(target, transport, Axes::default(), names);
    let mut differing = Vec::new();
    for check in catalogue() {
        for history in histories(&check) {
            for format in Format::ALL {
                let version = if format == Format::Atom { Version::V2015_07_08 } else { Version::DEFAULT };
                let axes = Axes { version, format };
                let replayed = replayer.with_axes(axes).replay(&history).await.unwrap();
                let last = replayed.steps.last().unwrap();
                if last.verdict != Verdict::Allowed {
                    differing.push(format!("{} {format:?} step {}: {:#?}", check.id, last.index, last.verdict));
                }
            }
        }
    }
    server.abort();
    assert!(differing.is_empty(), "{} differ:\n{}", differing.len(), differing.join("\n"));
}

fn histories(check: &Check) -> Vec<History> {
    match check.source {
        Source::Scripted(history) => vec![history()],
        Source::Generated(_) => {
            (0..DRAWN).map(|case| draw(check, SEED, case).expect("a history can be drawn")).collect()
        }
    }
}
