//! `capabilities.svg`: what works, as a picture for the README of a target.

use super::capability::{Capability, Status, capabilities};
use super::document::ReportDocument;
use super::words::cut;
use crate::finding::{escaped, printable};
use std::fmt::Write as _;

const COLUMN: usize = 400;
const LINE: usize = 21;
const TOP: usize = 62;
const LEFT: usize = 16;
/// The most characters of what a target calls itself.
const LONGEST: usize = 60;

/// A line of the picture: the name of a group, or a capability.
enum Line {
    Group(&'static str),
    Capability(Capability),
}

/// The text of the file.
pub(super) fn picture(document: &ReportDocument) -> String {
    let held = capabilities(document);
    let (works, all) = (held.iter().filter(|held| held.status == Status::Works).count(), held.len());
    let columns = columns(held);
    let longest = columns.iter().map(Vec::len).max().unwrap_or_default();
    let (width, height) = (LEFT + columns.len().max(1) * COLUMN, TOP + longest * LINE + 30);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif\" font-size=\"13\" role=\"img\">\n\
         <title>{works} of {all} capabilities work</title>\n\
         <rect x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"#fff\" stroke=\"#d3d8df\"/>\n",
        width - 1,
        height - 1
    );
    let server = document.target.server.as_deref().unwrap_or("no Server header");
    let name = escaped(&cut(&printable(server), LONGEST));
    let _ = writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"26\" font-size=\"16\" font-weight=\"600\" fill=\"#1b1f24\">{name}</text>"
    );
    let day = document.started.split('T').next().unwrap_or_default();
    let told = format!("{works} of {all} capabilities work · {} {}, {day}", document.tool.name, document.tool.version);
    let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"46\" fill=\"#545d68\">{}</text>", escaped(&printable(&told)));
    for (column, lines) in columns.iter().enumerate() {
        let x = LEFT + column * COLUMN;
        for (place, line) in lines.iter().enumerate() {
            draw(&mut svg, line, x, TOP + place * LINE + 14);
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw(svg: &mut String, line: &Line, x: usize, y: usize) {
    let held = match line {
        Line::Group(name) => {
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" font-weight=\"600\" fill=\"#545d68\">{}</text>",
                escaped(name)
            );
            return;
        }
        Line::Capability(held) => held,
    };
    let (fill, ink) = match held.status {
        Status::Works => ("#e0f5e6", "#0a6630"),
        Status::Differs => ("#fbf0d6", "#744700"),
        Status::Missing => ("#fde8e8", "#a30f1c"),
        Status::NotReached => ("#eaedf1", "#4a535e"),
    };
    let (sign, word) = (held.status.sign(), held.status.name());
    let _ = writeln!(
        svg,
        "<g><title>{}</title><rect x=\"{x}\" y=\"{}\" width=\"96\" height=\"18\" rx=\"9\" fill=\"{fill}\"/>\
         <text x=\"{}\" y=\"{y}\" fill=\"{ink}\" font-size=\"12\" font-weight=\"600\">{sign} {word}</text>\
         <text x=\"{}\" y=\"{y}\" fill=\"#1b1f24\">{}</text></g>",
        escaped(&held.in_words()),
        y - 13,
        x + 8,
        x + 106,
        escaped(held.name)
    );
}

/// The lines in two columns of about the same length; no group is divided.
fn columns(held: Vec<Capability>) -> Vec<Vec<Line>> {
    let mut groups: Vec<Vec<Line>> = Vec::new();
    let mut last = "";
    let all = held.len();
    for capability in held {
        if capability.group != last {
            last = capability.group;
            groups.push(vec![Line::Group(last)]);
        }
        if let Some(group) = groups.last_mut() {
            group.push(Line::Capability(capability));
        }
    }
    let half = (all + groups.len()).div_ceil(2);
    let mut columns: Vec<Vec<Line>> = vec![Vec::new()];
    for group in groups {
        let is_full = columns.len() == 1 && columns.last().is_some_and(|column| column.len() + group.len() / 2 >= half);
        if is_full {
            columns.push(Vec::new());
        }
        if let Some(column) = columns.last_mut() {
            column.extend(group);
        }
    }
    columns
}
