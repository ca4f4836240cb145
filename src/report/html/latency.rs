//! How long answers took, by operation: figures, and a histogram as plain SVG.

use crate::finding::printable;
use crate::report::document::OperationDocument;

/// The most operations that are shown.
const MOST_OPERATIONS: usize = 60;
/// Bars of a histogram: each is one fortieth of the way, by the logarithm, from the fastest answer of the run to the slowest.
const BARS: usize = 40;
/// The size of a histogram, in its own units.
const WIDTH: usize = BARS * 4;
const HEIGHT: u64 = 28;

/// An operation.
pub(super) struct OperationView {
    pub name: String,
    pub answers: u64,
    pub p50: String,
    pub p90: String,
    pub p99: String,
    pub max: String,
    pub bars: Vec<Bar>,
    pub described: String,
}

/// A bar of a histogram.
pub(super) struct Bar {
    pub x: usize,
    pub y: u64,
    pub height: u64,
}

/// The operations, all on one scale of time, with the ends of that scale.
pub(super) fn operations(documents: &[OperationDocument]) -> (Vec<OperationView>, String, String) {
    let buckets = || documents.iter().flat_map(|operation| operation.histogram.keys().copied());
    let (least, most) = (buckets().min().unwrap_or(1).max(1), buckets().max().unwrap_or(1).max(2));
    let views =
        documents.iter().take(MOST_OPERATIONS).map(|operation| operation_view(operation, least, most)).collect();
    (views, time(least), time(most))
}

fn operation_view(operation: &OperationDocument, least: u64, most: u64) -> OperationView {
    let mut heights = [0_u64; BARS];
    let span = (most as f64 / least as f64).ln().max(f64::MIN_POSITIVE);
    for (&microseconds, &answers) in &operation.histogram {
        let place = (microseconds.max(1) as f64 / least as f64).ln() / span;
        // Between 0 and 1 but for rounding, which the cast saturates.
        let bar = ((place * BARS as f64) as usize).min(BARS - 1);
        heights[bar] = heights[bar].saturating_add(answers);
    }
    let highest = heights.iter().copied().max().unwrap_or_default().max(1);
    let bars = heights.iter().enumerate().filter(|(_, answers)| **answers > 0);
    OperationView {
        name: printable(&operation.name),
        answers: operation.answers,
        p50: time(operation.p50_us),
        p90: time(operation.p90_us),
        p99: time(operation.p99_us),
        max: time(operation.max_us),
        bars: bars
            .map(|(place, &answers)| {
                let height = (u128::from(answers) * u128::from(HEIGHT) / u128::from(highest)).max(1);
                let height = u64::try_from(height).unwrap_or(HEIGHT);
                Bar { x: place * WIDTH / BARS, y: HEIGHT - height, height }
            })
            .collect(),
        described: format!(
            "{} answers to {}: half of them within {}, 99 of 100 within {}",
            operation.answers,
            printable(&operation.name),
            time(operation.p50_us),
            time(operation.p99_us)
        ),
    }
}

/// A time with three digits and a unit.
fn time(microseconds: u64) -> String {
    match microseconds {
        0..1_000 => format!("{microseconds} µs"),
        1_000..10_000 => format!("{:.2} ms", microseconds as f64 / 1e3),
        10_000..100_000 => format!("{:.1} ms", microseconds as f64 / 1e3),
        100_000..1_000_000 => format!("{:.0} ms", microseconds as f64 / 1e3),
        _ => format!("{:.2} s", microseconds as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_lie_within_the_picture() {
        let operation = OperationDocument {
            name: "Get Entity".to_owned(),
            answers: 7,
            p50_us: 500,
            p90_us: 1_000,
            p99_us: 20_000,
            max_us: u64::MAX,
            histogram: [(0, 1), (500, 5), (u64::MAX, u64::MAX)].into(),
        };
        let (views, least, _) = operations(std::slice::from_ref(&operation));
        assert_eq!(least, "1 µs");
        assert!(views[0].bars.iter().all(|bar| bar.x < WIDTH && bar.y + bar.height == HEIGHT));
        assert!(operations(&[]).0.is_empty());
    }

    #[test]
    fn times_have_units() {
        let times = [999, 1_234, 56_789, 500_000, 2_500_000].map(time);
        assert_eq!(times, ["999 µs", "1.23 ms", "56.8 ms", "500 ms", "2.50 s"]);
    }
}
