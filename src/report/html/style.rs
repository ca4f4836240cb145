//! The style of the pages, and the policy that allows it and nothing else.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The style sheet of every page.
pub(in crate::report) const STYLE: &str = include_str!("templates/style.css");

/// The content security policy: this style sheet, pictures that are in the page, and nothing else.
pub(in crate::report) fn policy() -> String {
    let hash = STANDARD.encode(Sha256::digest(STYLE));
    format!("default-src 'none'; style-src 'sha256-{hash}'; img-src data:; base-uri 'none'; form-action 'none'")
}
