//! Stored access policies of a table.

/// The most policies of a table.
pub const MOST_POLICIES: usize = 5;

/// A stored access policy.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Policy {
    /// Its identifier, unique within the table.
    pub id: String,
    /// When it begins to hold, as an instant; as sent if it is none.
    pub start: Option<String>,
    /// When it ends.
    pub expiry: Option<String>,
    /// What it permits, in the order in which it was sent.
    pub permission: Option<String>,
}
