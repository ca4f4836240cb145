//! What breaks only when several clients meet, or when connections end, is found with the settings that `certify` has by
//! default. How long it takes is measured by the example `time_to_find`.

#[path = "../examples/time_to_find/bench.rs"]
mod bench;

use bench::{Bench, sabotages};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_broken_rule_is_found() {
    let bench = Bench::start().await;
    let mut missed = Vec::new();
    for rule in sabotages() {
        if bench.found(rule, 1).await.is_none() {
            missed.push(rule);
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}
