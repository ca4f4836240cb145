//! Metadata in the headers of an answer.

use tablestakes_reference::http::Headers;

const PREFIX: &str = "x-ms-meta-";

/// Names and values, with the names as they were sent where that is known: on the way their case may be lost.
pub(super) fn read<'n>(headers: &Headers, sent: impl Iterator<Item = &'n str> + Clone) -> Vec<(String, String)> {
    let own = headers.iter().filter_map(|(name, value)| {
        let name = name.get(PREFIX.len()..).filter(|_| is_metadata(name))?;
        let as_sent = sent.clone().find(|sent| sent.eq_ignore_ascii_case(name));
        Some((as_sent.unwrap_or(name).to_owned(), value.to_owned()))
    });
    own.collect()
}

/// Whether a header tells metadata.
pub(super) fn is_metadata(name: &str) -> bool {
    name.get(..PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(PREFIX))
}

/// The names that headers give to metadata.
pub(super) fn names<'h>(
    headers: impl Iterator<Item = (&'h str, &'h str)> + Clone,
) -> impl Iterator<Item = &'h str> + Clone {
    headers.filter(|(name, _)| is_metadata(name)).map(|(name, _)| &name[PREFIX.len()..])
}

/// Whether two are the same: names without regard to case, in any order.
pub(super) fn is_same(one: &[(String, String)], other: &[(String, String)]) -> bool {
    let in_order = |metadata: &[(String, String)]| {
        let mut pairs: Vec<_> =
            metadata.iter().map(|(name, value)| (name.to_ascii_lowercase(), value.clone())).collect();
        pairs.sort();
        pairs
    };
    in_order(one) == in_order(other)
}
