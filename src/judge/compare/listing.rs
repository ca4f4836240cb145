//! What listings of queues, containers and blobs are compared by alike: how many there are, where the page ends, what it says beside.

use crate::judge::difference::Difference;
use crate::judge::read::error::shown_text;
use crate::judge::read::listing::Frame;
use crate::judge::verdict::MismatchKind;
use tablestakes_reference::rules::RuleId;

/// What it is when other things are listed than should be: so many, where there should be so many.
pub(in crate::judge) fn kind_of(expected: usize, actual: usize) -> MismatchKind {
    match expected.cmp(&actual) {
        std::cmp::Ordering::Greater => MismatchKind::RowMissing,
        std::cmp::Ordering::Less => MismatchKind::RowExtra,
        std::cmp::Ordering::Equal => MismatchKind::RowOrder,
    }
}

/// Whether a page merely ended before it had to: it may, if it says that there is another.
pub(in crate::judge) fn is_early(expected: &[String], (actual, came): (&[String], &Frame)) -> bool {
    actual.len() < expected.len() && expected.starts_with(actual) && came.goes_on()
}

/// Compares whether there is a page behind this one. Where both say there is or both that there is none, how they say it is a matter of
/// form, of which `form` tells the rules and whether it is known to differ.
pub(in crate::judge) fn next_page(
    held: &Frame,
    came: &Frame,
    rules: &[RuleId],
    form: (&[RuleId], bool),
) -> Option<Difference> {
    let shown = |frame: &Frame| match frame.next.as_deref() {
        None => "no NextMarker".to_owned(),
        Some("") => "an empty NextMarker".to_owned(),
        Some(next) => format!("NextMarker {}", shown_text(next)),
    };
    let difference = |rules| Difference::new(MismatchKind::Continuation, rules, shown(held), shown(came));
    if held.goes_on() != came.goes_on() {
        Some(difference(rules))
    } else {
        (held.next.is_none() != came.next.is_none() || form.1).then(|| difference(form.0).incidental())
    }
}

/// That other things are repeated of the request.
pub(in crate::judge) fn echo(rule: RuleId, held: String, came: String) -> Difference {
    let shown = |text: String| if text.is_empty() { "nothing repeated".to_owned() } else { text };
    Difference::new(MismatchKind::Annotation, &[rule], shown(held), shown(came)).incidental()
}

/// Compares the attributes of two pages.
pub(in crate::judge) fn attributes(held: &Frame, came: &Frame, rules: &[RuleId]) -> Option<Difference> {
    let shown = |frame: &Frame| format!("attributes {}", frame.attributes.join(", "));
    (held.attributes != came.attributes)
        .then(|| Difference::new(MismatchKind::Annotation, rules, shown(held), shown(came)).incidental())
}
