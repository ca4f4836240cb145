//! What `certify --plan` prints.

use crate::engine::Plan;
use std::fmt::Write as _;
use std::num::NonZeroU32;
use std::time::Duration;

/// What the time and the price of a run depend on, beside its requests.
#[derive(Debug, Clone, Copy)]
pub(super) struct Conditions {
    /// Checks that run side by side.
    pub(super) jobs: u16,
    /// Requests that a second may hold.
    pub(super) rate: Option<NonZeroU32>,
    /// How long is waited each time something takes effect late.
    pub(super) settle: Option<Duration>,
    /// What 10,000 transactions cost.
    pub(super) price: Option<f64>,
}

/// What 10,000 transactions cost.
pub(super) fn price(text: &str) -> Result<f64, String> {
    let price = text.parse().ok().filter(|price: &f64| price.is_finite() && *price >= 0.0);
    price.ok_or_else(|| format!("`{text}` is not a price: write 0.36"))
}

/// So many seconds, for people.
pub(super) fn length(seconds: u64) -> String {
    match seconds {
        0..=119 => format!("{seconds} s"),
        120..=7199 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{:.1} h", Duration::from_secs(seconds).as_secs_f64() / 3600.0),
    }
}

/// Requests that a second may hold where nobody said how many: about what one job gets from a service that is not next door.
const USUAL_RATE: u64 = 25;

/// The plan, for people.
pub(super) fn plan_text(plan: &Plan, on: Conditions) -> String {
    let mut text = format!("{:<14} {:>7} {:>10} {:>10}\n", "suite", "checks", "histories", "requests");
    for suite in &plan.suites {
        let requests = format!("{}{}", if suite.at_least { "≥ " } else { "" }, suite.requests);
        let _ = writeln!(text, "{:<14} {:>7} {:>10} {requests:>10}", suite.suite.name(), suite.checks, suite.histories);
    }
    let at_least = if plan.at_least() { "at least " } else { "" };
    let _ = writeln!(
        text,
        "\n{} histories, {at_least}{} requests, and more for each failure that is confirmed and shrunk",
        plan.histories(),
        plan.requests()
    );
    if plan.at_least() {
        text.push_str("A query that is followed through its pages counts as one request.\n");
    }
    let requests = plan.requests();
    // Suites that change the account run one check at a time, and so do their waits.
    let waits = on.settle.unwrap_or_default().as_secs() * plan.waits();
    let _ = match on.rate {
        Some(rate) => {
            let seconds = requests.div_ceil(u64::from(rate.get())) + waits;
            writeln!(text, "time      {at_least}{} at {rate} requests a second", length(seconds))
        }
        None => {
            let seconds = requests.div_ceil(USUAL_RATE * u64::from(on.jobs)) + waits;
            writeln!(
                text,
                "time      some {} with {} jobs at 40 ms a request; --rate limits it",
                length(seconds),
                on.jobs
            )
        }
    };
    if let Some(price) = on.price {
        #[expect(clippy::cast_precision_loss, reason = "an estimate of a price")]
        let cost = requests as f64 / 10_000.0 * price;
        let _ = writeln!(text, "cost      {at_least}{cost:.2} for transactions, at {price} for 10,000");
    }
    let _ = writeln!(
        text,
        "touched   tables whose names begin with `ts`, made and deleted by the run{}; `tablestakes clean` removes what is left",
        if plan.changes_the_account() { ", and the service properties of the account" } else { "" }
    );
    text
}
