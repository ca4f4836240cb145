//! Documents that requests carry: messages, stored access policies, properties of the service.

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

/// The document of properties with these sections.
pub(crate) fn sections(sections: &str) -> String {
    format!("{DECLARATION}<StorageServiceProperties>{sections}</StorageServiceProperties>")
}

const FOREVER: &str = "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy>";

/// For so many days.
pub(crate) fn retention(days: &str) -> String {
    format!("<RetentionPolicy><Enabled>true</Enabled><Days>{days}</Days></RetentionPolicy>")
}

/// What is logged, and for how long it is kept; forever if nothing is said.
pub(crate) fn logging(read: bool, retention: &str) -> String {
    let retention = if retention.is_empty() { FOREVER } else { retention };
    format!(
        "<Logging><Version>1.0</Version><Delete>false</Delete><Read>{read}</Read><Write>false</Write>{retention}</Logging>"
    )
}

/// A section of metrics that holds this.
pub(crate) fn metrics(name: &str, enabled: &str, retention: &str) -> String {
    let retention = if retention.is_empty() { FOREVER } else { retention };
    format!("<{name}><Version>1.0</Version>{enabled}{retention}</{name}>")
}

/// All sections, with nothing logged or measured, and these CORS rules.
pub(crate) fn cross_origin(rules: &str) -> String {
    let off = "<Enabled>false</Enabled>";
    let (hours, minutes) = (metrics("HourMetrics", off, ""), metrics("MinuteMetrics", off, ""));
    sections(&format!("{}{hours}{minutes}<Cors>{rules}</Cors>", logging(false, "")))
}

/// A CORS rule.
pub(crate) fn cors_rule(methods: &str, origins: &str, headers: &str, exposed: &str) -> String {
    format!(
        "<CorsRule><AllowedMethods>{methods}</AllowedMethods><AllowedOrigins>{origins}</AllowedOrigins><AllowedHeaders>\
         {headers}</AllowedHeaders><ExposedHeaders>{exposed}</ExposedHeaders><MaxAgeInSeconds>600</MaxAgeInSeconds>\
         </CorsRule>"
    )
}
