//! The path that a request is signed for: that of the primary location, wherever it goes.

use crate::addressing::{Addressed, Addressing};
use crate::rules::{RuleId, Trace};
use std::borrow::Cow;

/// The path that a request is signed for; as it is sent for a reference that breaks this rule.
pub(crate) fn signed_path<'p>(
    addressed: &Addressed<'p>,
    path: &'p str,
    addressing: &Addressing,
    rule: RuleId,
    trace: &mut Trace<'_>,
) -> Cow<'p, str> {
    let Addressed { base, below, location } = *addressed;
    // A host that names the account is not signed.
    let primary = if base.is_empty() { "" } else { addressing.base() };
    let sent = location.is_primary() || base == primary || !trace.enforce(rule);
    if sent { Cow::Borrowed(path) } else { Cow::Owned(format!("{primary}{below}")) }
}
