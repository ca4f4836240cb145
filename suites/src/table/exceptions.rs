//! Rules that no check of the table service names, and why.

use tablestakes_reference::rules::RuleId;

/// Each MUST and SHOULD that no check names, with the reason. A test keeps the list exact.
pub const UNCHECKED: &[(RuleId, &str)] = &[];
