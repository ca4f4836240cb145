//! Logarithmic scales: from values to places in a plot, and the values that are marked.

/// A logarithmic scale between two values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    least: f64,
    most: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// A scale on which these values lie, drawn from one place to another. Values that are not above zero have no place on it.
    pub(super) fn over(values: impl IntoIterator<Item = f64>, (from, to): (f64, f64)) -> Option<Self> {
        let held = values.into_iter().filter(|value| value.is_finite() && *value > 0.0);
        let (least, most) = held.fold((f64::MAX, 0.0_f64), |(least, most), value| (least.min(value), most.max(value)));
        (most > 0.0).then_some(Self { least, most, from, to })
    }

    /// The same from one round number to another, with some room before and behind what is drawn.
    pub(super) fn rounded(self) -> Self {
        let (least, most) = (round_below(self.least / ROOM), round_above(self.most * ROOM));
        // A line in the middle rather than along the edge.
        let (least, most) = if most / least < 2.1 { (least / 2.0, most * 2.0) } else { (least, most) };
        Self { least, most, ..self }
    }

    /// Where a value lies.
    pub(super) fn place(&self, value: f64) -> f64 {
        let span = (self.most / self.least).ln();
        let share = if span > 0.0 { (value.max(f64::MIN_POSITIVE) / self.least).ln() / span } else { 0.5 };
        self.from + (self.to - self.from) * share.clamp(0.0, 1.0)
    }

    /// Round numbers on it, no more than fit.
    pub(super) fn marks(&self) -> Vec<f64> {
        let decades = (self.most / self.least).log10();
        let rounds: &[f64] = match decades {
            decades if decades <= 1.2 => &ROUND,
            decades if decades <= 2.2 => &[1.0, 3.0],
            _ => &[1.0],
        };
        let mut marks = Vec::new();
        let mut power = decade(self.least);
        while power <= self.most && marks.len() < MOST_MARKS {
            let inside = |mark: &f64| *mark >= self.least * 0.999 && *mark <= self.most * 1.001;
            marks.extend(rounds.iter().map(|round| round * power).filter(inside));
            power *= 10.0;
        }
        marks
    }
}

/// Round numbers within a decade.
const ROUND: [f64; 3] = [1.0, 2.0, 5.0];
/// More marks than this are no help.
const MOST_MARKS: usize = 24;

/// What is drawn is no nearer to an edge than by this factor.
const ROOM: f64 = 1.05;

/// The round number at or below a value.
fn round_below(value: f64) -> f64 {
    let power = decade(value);
    ROUND.iter().rev().map(|round| round * power).find(|round| *round <= value).unwrap_or(power)
}

/// The round number at or above a value.
fn round_above(value: f64) -> f64 {
    let power = decade(value);
    ROUND.iter().map(|round| round * power).find(|round| *round >= value).unwrap_or(power * 10.0)
}

/// The power of ten at or below a value.
fn decade(value: f64) -> f64 {
    10_f64.powf(value.max(f64::MIN_POSITIVE).log10().floor())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(values: &[f64]) -> Scale {
        Scale::over(values.iter().copied(), (0.0, 100.0)).unwrap()
    }

    #[test]
    fn equal_factors_are_equally_far_apart() {
        let scale = scale(&[1.0, 100.0]);
        assert!((scale.place(10.0) - 50.0).abs() < 1e-9);
        assert!((scale.place(1.0), scale.place(100.0)) == (0.0, 100.0));
        // What lies outside is drawn at the edge, and what is nothing as well.
        assert!((scale.place(1e9), scale.place(0.0)) == (100.0, 0.0));
    }

    #[test]
    fn scales_begin_and_end_with_round_numbers() {
        let rounded = scale(&[37.0, 1830.0]).rounded();
        assert!((rounded.least - 20.0).abs() < 1e-9 && (rounded.most - 2000.0).abs() < 1e-9, "{rounded:?}");
        let alone = scale(&[70.0]).rounded();
        assert!(alone.least < 70.0 && alone.most > 70.0);
    }

    #[test]
    fn marks_are_few_and_on_the_scale() {
        for (values, expected) in [
            (vec![1.0, 10.0], vec![1.0, 2.0, 5.0, 10.0]),
            (vec![1.0, 100.0], vec![1.0, 3.0, 10.0, 30.0, 100.0]),
            (vec![1.0, 1e4], vec![1.0, 10.0, 100.0, 1000.0, 1e4]),
        ] {
            let marks = scale(&values).marks();
            assert_eq!(marks.len(), expected.len(), "{marks:?}");
            assert!(marks.iter().zip(expected).all(|(mark, expected)| (mark / expected - 1.0).abs() < 1e-9));
        }
    }

    #[test]
    fn nothing_has_no_scale() {
        assert!(Scale::over([], (0.0, 1.0)).is_none());
        assert!(Scale::over([0.0, f64::NAN, -1.0], (0.0, 1.0)).is_none());
    }
}
