//! Causes of differences as text: two lines each.

use crate::finding::{printable, redact};
use crate::recording::{Cause, Causes, Difference};

/// The most causes that are told; what comes behind is the least of what a client loses.
const MOST_TOLD: usize = 40;

/// Every cause: how often, what a client loses, the rule and its statement; below it the first exchange that shows it. The names are
/// those of the two sides that were compared.
pub(super) fn text(causes: &Causes, sides: (&str, &str)) -> String {
    let causes = causes.in_order();
    let mut text: String = causes.iter().take(MOST_TOLD).map(|cause| told(cause, sides)).collect();
    if causes.len() > MOST_TOLD {
        text.push_str(&format!("and {} more causes\n", causes.len() - MOST_TOLD));
    }
    text
}

fn told(cause: &Cause, (target, service): (&str, &str)) -> String {
    let Cause { rule, statement, impact, exchanges, first, asked, difference } = cause;
    let name = rule.as_deref().map_or_else(|| "no rule explains it".to_owned(), |rule| format!("{rule}: "));
    let name = if rule.is_some() { name } else { format!("{name}: ") };
    let Difference { place, recorded, reference } = difference;
    let shown = |text: &str| printable(&redact(text)).replace('\n', "\\n");
    format!(
        "{exchanges:>6}×  {}  {name}{}\n         exchange {first}, {}: {}: {target} {}, {service} {}\n",
        impact.name(),
        shown(statement),
        shown(asked),
        shown(place),
        shown(recorded),
        shown(reference)
    )
}
