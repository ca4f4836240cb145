//! Plots as plain SVG: what a template draws. Both axes are logarithmic; colours are classes of the page's style.

use super::scale::Scale;

/// The size of a plot, in its own units.
const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 280.0;
/// Where its axes are.
const LEFT: f64 = 58.0;
const RIGHT: f64 = 424.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 232.0;
/// Marks nearer than this to the one before have no label.
const LABEL_WIDTH: f64 = 30.0;

/// A series of values: a line with dots.
#[derive(Debug, Clone)]
pub(super) struct Series {
    /// Which of the colours, from 0.
    pub(super) colour: usize,
    /// Whether its line is dashed.
    pub(super) dashed: bool,
    /// What it shows.
    pub(super) label: String,
    /// Its points: both values, and what a dot says.
    pub(super) points: Vec<(f64, f64, String)>,
}

/// A line across the plot.
#[derive(Debug, Clone)]
pub(super) struct Reference {
    /// The letter by which the text names it.
    pub(super) letter: char,
    /// Where.
    pub(super) value: f64,
}

/// What a plot is made of.
pub(super) struct Drawing {
    pub(super) title: String,
    pub(super) across: String,
    pub(super) up: String,
    pub(super) series: Vec<Series>,
    pub(super) references: Vec<Reference>,
    /// The values that are marked across, with their labels; round numbers if there are none.
    pub(super) values: Vec<(f64, String)>,
}

/// A plot, ready for its template.
#[derive(Debug)]
pub(super) struct Plot {
    pub(super) title: String,
    pub(super) described: String,
    pub(super) across: String,
    pub(super) up: String,
    pub(super) columns: Vec<Mark>,
    pub(super) rows: Vec<Mark>,
    pub(super) references: Vec<Mark>,
    pub(super) lines: Vec<Line>,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
    pub(super) middle: f64,
}

/// A mark of an axis, or a line across.
#[derive(Debug)]
pub(super) struct Mark {
    pub(super) at: String,
    pub(super) label: String,
}

/// A drawn series.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) colour: usize,
    pub(super) dashed: bool,
    pub(super) label: String,
    pub(super) path: String,
    pub(super) dots: Vec<Dot>,
}

/// A point of a series.
#[derive(Debug)]
pub(super) struct Dot {
    pub(super) x: String,
    pub(super) y: String,
    pub(super) told: String,
}

/// How many colours the style has.
const COLOURS: usize = 8;

impl Drawing {
    /// The plot; none if it would show nothing.
    pub(super) fn plot(self) -> Option<Plot> {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let across = points().map(|(x, _, _)| *x).chain(self.values.iter().map(|(value, _)| *value));
        let up = points().map(|(_, y, _)| *y).filter(|y| *y > 0.0);
        // Lines alone show nothing of the target.
        up.clone().next()?;
        let up = Scale::over(up.chain(self.references.iter().map(|line| line.value)), (BOTTOM, TOP))?.rounded();
        let across = Scale::over(across, (LEFT + 10.0, RIGHT - 10.0))?;
        let across = if self.values.is_empty() { across.rounded() } else { across };
        let columns = if self.values.is_empty() {
            across.marks().into_iter().map(|value| (value, number(value))).collect()
        } else {
            self.values.clone()
        };
        let drawn = |series: &Series| series.points.iter().any(|(_, y, _)| *y > 0.0);
        Some(Plot {
            described: format!("{}: {} by {}", self.title, self.up, self.across),
            title: self.title,
            across: self.across,
            up: self.up,
            columns: labelled(&columns, &across),
            rows: up.marks().into_iter().map(|value| Mark { at: at(up.place(value)), label: number(value) }).collect(),
            references: self
                .references
                .iter()
                .map(|line| Mark { at: at(up.place(line.value)), label: line.letter.to_string() })
                .collect(),
            lines: self.series.iter().filter(|series| drawn(series)).map(|series| line(series, &across, &up)).collect(),
            width: WIDTH,
            height: HEIGHT,
            left: LEFT,
            right: RIGHT,
            top: TOP,
            bottom: BOTTOM,
            middle: f64::midpoint(LEFT, RIGHT),
        })
    }
}

/// The marks across: a label only where it does not lie over the one before.
fn labelled(values: &[(f64, String)], scale: &Scale) -> Vec<Mark> {
    let mut last = f64::MIN;
    let mark = |(value, label): &(f64, String)| {
        let place = scale.place(*value);
        let has_room = place - last >= LABEL_WIDTH;
        if has_room {
            last = place;
        }
        Mark { at: at(place), label: if has_room { label.clone() } else { String::new() } }
    };
    values.iter().map(mark).collect()
}

fn line(series: &Series, across: &Scale, up: &Scale) -> Line {
    let dots = series.points.iter().filter(|(_, y, _)| *y > 0.0);
    let dots: Vec<Dot> =
        dots.map(|(x, y, told)| Dot { x: at(across.place(*x)), y: at(up.place(*y)), told: told.clone() }).collect();
    let path = dots.iter().map(|dot| format!("{},{}", dot.x, dot.y)).collect::<Vec<_>>().join(" ");
    Line { colour: series.colour % COLOURS, dashed: series.dashed, label: series.label.clone(), path, dots }
}

fn at(place: f64) -> String {
    format!("{place:.1}")
}

/// A number at an axis.
fn number(value: f64) -> String {
    let short = |value: f64| {
        let text = format!("{value:.3}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    match value {
        value if value >= 1e6 => format!("{} M", short(value / 1e6)),
        value if value >= 1e4 => format!("{} k", short(value / 1e3)),
        value => short(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(points: &[(f64, f64)], references: &[f64]) -> Drawing {
        let points: Vec<_> = points.iter().map(|(x, y)| (*x, *y, String::new())).collect();
        let values = points.iter().map(|(x, _, _)| (*x, number(*x))).collect();
        Drawing {
            title: "t".into(),
            across: "clients".into(),
            up: "entities/s".into(),
            series: vec![Series { colour: 9, dashed: false, label: "a".into(), points }],
            references: references.iter().map(|&value| Reference { letter: 'A', value }).collect(),
            values,
        }
    }

    #[test]
    fn everything_lies_within_the_plot() {
        let plot = drawing(&[(1.0, 10.0), (64.0, 90_000.0)], &[2.0, 5e6]).plot().unwrap();
        let place = |text: &String| text.parse::<f64>().unwrap();
        for dot in &plot.lines[0].dots {
            assert!((LEFT..=RIGHT).contains(&place(&dot.x)) && (TOP..=BOTTOM).contains(&place(&dot.y)), "{dot:?}");
        }
        assert!(plot.references.iter().all(|line| (TOP..=BOTTOM).contains(&place(&line.at))));
        assert!(plot.rows.len() >= 3 && plot.lines[0].colour < COLOURS);
        assert_eq!(plot.lines[0].path.split(' ').count(), 2);
    }

    #[test]
    fn a_plot_without_a_value_is_none() {
        assert!(drawing(&[], &[100.0]).plot().is_none());
        assert!(drawing(&[(1.0, 0.0)], &[100.0]).plot().is_none());
        // What was not measured is left out of a line.
        assert_eq!(drawing(&[(1.0, 0.0), (2.0, 5.0)], &[]).plot().unwrap().lines[0].dots.len(), 1);
    }

    #[test]
    fn labels_do_not_lie_over_each_other() {
        let plot = drawing(&[(1.0, 1.0), (1.05, 1.0), (64.0, 1.0)], &[]).plot().unwrap();
        let labels: Vec<&str> = plot.columns.iter().map(|mark| mark.label.as_str()).collect();
        assert_eq!(labels, ["1", "", "64"]);
    }

    #[test]
    fn numbers_at_axes_are_short() {
        assert_eq!([0.5, 20.0, 5000.0, 20_000.0, 3e6].map(number), ["0.5", "20", "5000", "20 k", "3 M"]);
    }
}
