//! The names that somebody may have meant who wrote one that does not exist.

/// At most this many names are proposed.
const PROPOSALS: usize = 3;
/// Names less alike than this are not proposed.
const LEAST_LIKENESS: f64 = 0.6;

/// The names most like this one, the likeliest first.
pub fn nearest<'n>(wanted: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let wanted = wanted.to_lowercase();
    let mut rated: Vec<(f64, &str)> = names
        .into_iter()
        .map(|name| (likeness(&wanted, name), name))
        .filter(|(likeness, _)| *likeness >= LEAST_LIKENESS)
        .collect();
    rated.sort_by(|(left, left_name), (right, right_name)| right.total_cmp(left).then(left_name.cmp(right_name)));
    rated.dedup_by_key(|(_, name)| *name);
    rated.into_iter().take(PROPOSALS).map(|(_, name)| name).collect()
}

/// A sentence that proposes the nearest names; empty if none is near.
pub fn proposal<'n>(wanted: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    match nearest(wanted, names).as_slice() {
        [] => String::new(),
        [name] => format!("did you mean {name}?"),
        names => format!("did you mean one of {}?", names.join(", ")),
    }
}

/// 1 for the same name. A name that ends in what was written counts as near: people leave out the prefix.
fn likeness(wanted: &str, name: &str) -> f64 {
    let name = name.to_lowercase();
    let whole = strsim::normalized_damerau_levenshtein(wanted, &name);
    let suffix = name.rsplit('.').next().unwrap_or(&name);
    let part = strsim::normalized_damerau_levenshtein(wanted, suffix) * 0.95;
    whole.max(part).max(if !wanted.is_empty() && name.contains(wanted) { 0.8 } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["table.keys.percent-once", "table.keys.plus", "table.batch.atomic", "smoke"];

    #[test]
    fn slips_are_found() {
        assert_eq!(nearest("smok", NAMES), ["smoke"]);
        assert_eq!(nearest("acountkey", ["AccountKey", "AccountName"]).first(), Some(&"AccountKey"));
        assert_eq!(nearest("table.keys.percent-onc", NAMES).first(), Some(&"table.keys.percent-once"));
        assert_eq!(nearest("percent-once", NAMES).first(), Some(&"table.keys.percent-once"));
    }

    #[test]
    fn far_names_are_not_proposed() {
        assert!(proposal("zzzzzzzz", NAMES).is_empty());
    }
}
