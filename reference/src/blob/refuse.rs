//! The refusals of the blob service: statuses, codes and texts as they are recorded.

use crate::refusal::{Detailed, Layer, Refusal};
use crate::rules::{RuleId, Trace, id};
use crate::xml::place;

/// A refusal of the service.
pub fn refusal(status: u16, code: &'static str, message: &str, rule: RuleId) -> Refusal {
    Refusal { status, code, message: message.to_owned(), rule, layer: Layer::Entities }
}

/// The refusal of what is asked of a container that is not there.
pub fn container_not_found(trace: &mut Trace<'_>) -> Refusal {
    let rule = id::BLOB_CONTAINERS_MISSING;
    match trace.enforce(rule) {
        true => refusal(404, "ContainerNotFound", "The specified container does not exist.", rule),
        false => refusal(404, "ResourceNotFound", "The specified resource does not exist.", rule),
    }
}

/// The refusal of what is asked of a blob that is not there.
pub fn blob_not_found(trace: &mut Trace<'_>) -> Refusal {
    let rule = id::BLOB_READ_MISSING;
    match trace.enforce(rule) {
        true => refusal(404, "BlobNotFound", "The specified blob does not exist.", rule),
        false => refusal(404, "ResourceNotFound", "The specified resource does not exist.", rule),
    }
}

/// The refusal of what is not done to a blob in the archive.
pub fn blob_archived(rule: RuleId) -> Refusal {
    refusal(409, "BlobArchived", "This operation is not permitted on an archived blob.", rule)
}

/// The refusal of a header whose value means nothing.
pub fn invalid_header(name: &str, value: &str, rule: RuleId) -> Detailed {
    let message = "The value for one of the HTTP headers is not in the correct format.";
    Detailed::from(refusal(400, "InvalidHeaderValue", message, rule))
        .with("HeaderName", name)
        .with("HeaderValue", value)
}

/// The refusal of a request without a header that it needs.
pub fn missing_header(name: &str, rule: RuleId) -> Detailed {
    let message = "An HTTP header that's mandatory for this request is not specified.";
    Detailed::from(refusal(400, "MissingRequiredHeader", message, rule)).with("HeaderName", name)
}

/// The refusal of a parameter whose value means nothing.
pub fn invalid_parameter(name: &str, value: &str, reason: &str, rule: RuleId) -> Detailed {
    let message = "Value for one of the query parameters specified in the request URI is invalid.";
    Detailed::from(refusal(400, "InvalidQueryParameterValue", message, rule))
        .with("QueryParameterName", name)
        .with("QueryParameterValue", value)
        .with("Reason", reason)
}

/// The refusal of a request without a parameter that it needs.
pub fn missing_parameter(name: &str, rule: RuleId) -> Detailed {
    let message = "A query parameter that's mandatory for this request is not specified.";
    Detailed::from(refusal(400, "MissingRequiredQueryParameter", message, rule)).with("QueryParameterName", name)
}

/// The refusal of a document that is not what it must be. `octet` is where it was found out, if that is told.
pub fn invalid_document(body: &[u8], octet: Option<usize>, reason: &str, rule: RuleId) -> Detailed {
    let (line, column) = octet.map_or((0, 0), |octet| place(body, octet));
    let message = "XML specified is not syntactically valid.";
    Detailed::from(refusal(400, "InvalidXmlDocument", message, rule))
        .with("LineNumber", line.to_string())
        .with("LinePosition", column.to_string())
        .with("Reason", reason)
}

/// The refusal of a condition that does not hold.
pub fn condition_not_met(rule: RuleId) -> Refusal {
    refusal(412, "ConditionNotMet", "The condition specified using HTTP conditional header(s) is not met.", rule)
}

/// The refusal of a body, or of a block, that is larger than allowed.
pub fn too_large(most: u64, rule: RuleId) -> Detailed {
    let message = "The request body is too large and exceeds the maximum permissible limit.";
    Detailed::from(refusal(413, "RequestBodyTooLarge", message, rule)).with("MaxLimit", most.to_string())
}

/// The refusal of an operation that blobs of this type do not have.
pub fn wrong_type(rule: RuleId) -> Refusal {
    refusal(409, "InvalidBlobType", "The blob type is invalid for this operation.", rule)
}

/// The same, of a rule that can be broken.
pub fn wrong_type_by(rule: RuleId, trace: &mut Trace<'_>) -> Refusal {
    match trace.enforce(rule) {
        true => wrong_type(rule),
        false => refusal(404, "BlobNotFound", "The specified blob does not exist.", rule),
    }
}

/// The refusal of a range that begins behind the end of a blob this long.
pub fn invalid_range(rule: RuleId) -> Refusal {
    refusal(416, "InvalidRange", "The range specified is invalid for the current size of the resource.", rule)
}
