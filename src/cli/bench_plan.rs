//! What `bench` prints before it sends anything.

use super::plan::length;
use crate::bench::{Bounds, Plan, Settings};
use std::fmt::Write as _;

/// The plan, for people.
pub(super) fn plan_text(plan: &Plan, settings: &Settings, bounds: Bounds, price: Option<f64>) -> String {
    let mut text = format!("{:<26} {:>6}  {}\n", "workload", "points", "what is varied");
    for (workload, points) in plan.workloads() {
        let _ = writeln!(text, "{:<26} {points:>6}  {}", workload.name, workload.axis.label());
    }
    let seconds = plan.time(settings.point()).as_secs_f64().ceil() as u64;
    let _ = writeln!(
        text,
        "\n{} points, at most {} requests and {} MiB in bodies, {} of the requests to prepare and to clean up\n\
         time      some {}, less where the bounds are reached first\n\
         touched   tables, queues and containers whose names begin with `ts`, made and deleted by the run; \
         `tablestakes clean` removes what is left",
        plan.points.len(),
        bounds.requests,
        bounds.octets >> 20,
        plan.preparing(),
        length(seconds)
    );
    if let Some(price) = price {
        let cost = bounds.requests as f64 / 10_000.0 * price;
        let _ =
            writeln!(text, "cost      at most {cost:.2} for transactions, at {price} for 10,000; traffic is beside it");
    }
    text
}
