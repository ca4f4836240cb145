//! A server that is wrong in several ways at once is told of each: a small run of `examples/recall`.

use crate::measure::measure;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_broken_rules_each_is_named_and_hardly_an_intact_one() {
    let measured = measure(12, 1, 4).await;
    assert!(measured.missed.len() <= 1, "missed: {:?}", measured.missed);
    assert!(measured.intact.len() <= 1, "blamed though intact: {:#?}", measured.intact);
}
