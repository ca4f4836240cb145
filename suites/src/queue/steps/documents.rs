//! Documents that requests carry: messages, stored access policies.

use crate::steps::{RawExt as _, bare_request};
use tablestakes_reference::history::RawRequest;

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>";

/// The document of a message with this text, which is written as it is.
pub(crate) fn message_document(inner: &str) -> String {
    format!("<QueueMessage><MessageText>{inner}</MessageText></QueueMessage>")
}

/// A message written out: a request with this body.
pub(crate) fn put_document(document: impl Into<String>) -> RawRequest {
    bare_request("POST", "/${queue}/messages").field("Content-Type", "application/xml").text(document)
}

/// The document of these identifiers.
pub(crate) fn policy_document(identifiers: &str) -> String {
    format!("{DECLARATION}<SignedIdentifiers>{identifiers}</SignedIdentifiers>")
}

/// An identifier with these elements of a policy.
pub(crate) fn identifier(id: &str, policy: &str) -> String {
    format!("<SignedIdentifier><Id>{id}</Id><AccessPolicy>{policy}</AccessPolicy></SignedIdentifier>")
}

/// An identifier with a whole policy.
pub(crate) fn whole_policy(id: &str) -> String {
    identifier(
        id,
        "<Start>2050-12-20T21:55:06Z</Start><Expiry>2050-12-21T07:55:06.5Z</Expiry><Permission>raup</Permission>",
    )
}
