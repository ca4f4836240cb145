//! What a campaign shows while it runs: a line that changes on a terminal, and lines now and then where there is none.

use super::campaign::Shared;
use crate::engine::Subject;
use crate::finding::printable;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write as _;
use std::time::{Duration, Instant};

/// How often the terminal's line changes.
const TICK: Duration = Duration::from_millis(500);
/// How often there is a line where there is no terminal.
const LINE: Duration = Duration::from_secs(10);

/// Shows how a campaign goes, until it is stopped.
pub(super) async fn tell<S: Subject>(shared: &Shared<S>) {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        bar.set_style(style);
    }
    let mut ticks = tokio::time::interval(TICK);
    let mut told = Instant::now();
    let mut last = (0, Duration::ZERO, 0);
    loop {
        ticks.tick().await;
        for line in news(shared) {
            if bar.is_hidden() { print(&line) } else { bar.println(line) }
        }
        if bar.is_hidden() && told.elapsed() < LINE {
            continue;
        }
        let (text, now) = status(shared, last);
        if bar.is_hidden() {
            (told, last) = (Instant::now(), now);
            print(&text);
        } else {
            if told.elapsed() >= Duration::from_secs(5) {
                (told, last) = (Instant::now(), now);
            }
            bar.set_message(text);
            bar.tick();
        }
    }
}

/// Tells what is not told yet.
pub(super) fn farewell<S: Subject>(shared: &Shared<S>) {
    news(shared).iter().for_each(|line| print(line));
    if let Some(gone) = shared.reach.gone() {
        print(&match &gone.during {
            Some(step) => format!("target gone after {step}: {}", printable(&gone.failure)),
            None => format!("the target cannot be reached: {}", printable(&gone.failure)),
        });
    }
}

/// Requests, time and features.
type Mark = (u64, Duration, usize);

fn status<S: Subject>(shared: &Shared<S>, last: Mark) -> (String, Mark) {
    let (requests, elapsed) = shared.pace();
    shared.state(|state| {
        let now = (requests, elapsed, state.novelty.len());
        let seconds = (elapsed.saturating_sub(last.1)).as_secs_f64().max(0.001);
        let rate = (requests - last.0.min(requests)) as f64 / seconds;
        let fresh = (now.2 - last.2.min(now.2)) as f64 / seconds;
        let mut kinds: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
        for (signature, _) in state.distinct() {
            *kinds.entry(signature.kind_name()).or_default() += 1;
        }
        let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let found = if kinds.is_empty() { "no findings".to_owned() } else { format!("findings: {}", kinds.join(", ")) };
        let since =
            state.last_new.map_or_else(String::new, |at| format!(", last new {} s ago", at.elapsed().as_secs()));
        let text = format!(
            "{} s, {} histories, {rate:.0} requests/s, {fresh:.1} new/s, corpus {}{since}; {found}",
            elapsed.as_secs(),
            state.histories,
            state.corpus.len()
        );
        (text, now)
    })
}

fn news<S: Subject>(shared: &Shared<S>) -> Vec<String> {
    shared.state(|state| std::mem::take(&mut state.news))
}

fn print(line: &str) {
    // That nobody reads it is no reason to stop.
    drop(writeln!(std::io::stderr().lock(), "{line}"));
}
