//! How it is known who asks.

/// Whether requests must prove where they come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Identity {
    /// By a signature.
    Verified,
    /// Every request is taken for one of the account's own: for recordings, which hold no signatures.
    Trusted,
}
