//! Operations on blobs as path, headers and body.

use super::path;
use crate::history::bindings::{Bindings, Unbound};
use bytes::Bytes;
use tablestakes_reference::blob::{Ask, Operation};
use tablestakes_reference::history::{Content, Wire};

/// A request before what every request has.
pub(super) struct Written {
    /// Path and query from the resource on, without the account.
    pub(super) target: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Option<Bytes>,
}

/// An operation as a request.
pub(super) fn written(ask: &Ask, wire: &Wire, bindings: &Bindings) -> Result<Written, Unbound> {
    let bound = |text: &Option<String>| text.as_deref().map(|text| bindings.bind(text)).transpose();
    let (container, blob) = (bound(&ask.container)?, bound(&ask.blob)?);
    let mut target = path::resource(container.as_deref(), blob.as_deref(), wire.keys);
    let mut query = ask.operation.query().to_owned();
    for (name, value) in &ask.options {
        let mark = if query.is_empty() { "" } else { "&" };
        query.push_str(&format!("{mark}{name}={}", path::query_value(&bindings.bind(value)?)));
    }
    if !query.is_empty() {
        target.push_str(&format!("?{query}"));
    }
    let mut headers = Vec::with_capacity(ask.headers.len() + 1);
    for (name, value) in &ask.headers {
        headers.push((name.clone(), bindings.bind(value)?));
    }
    let mut body = octets(&ask.body, bindings)?;
    // What writes says that it has no body.
    if matches!(ask.operation.method(), "PUT" | "POST") {
        body.get_or_insert_default();
    }
    let is_typed = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    if carries_document(ask.operation) && ask.body != Content::None && !is_typed {
        headers.push(("content-type".to_owned(), "application/xml".to_owned()));
    }
    Ok(Written { target, headers, body })
}

/// The octets of a body.
pub(super) fn octets(body: &Content, bindings: &Bindings) -> Result<Option<Bytes>, Unbound> {
    Ok(match body {
        Content::None => None,
        Content::Text { text } => Some(Bytes::from(bindings.bind(text)?)),
        Content::Octets { .. } | Content::Pattern { .. } => Some(body.octets()),
    })
}

/// Whether the body of an operation is a document of the protocol.
fn carries_document(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::SetServiceProperties
            | Operation::GetUserDelegationKey
            | Operation::SetContainerAcl
            | Operation::PutBlockList
            | Operation::SetBlobTags
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;
    use tablestakes_reference::ServiceName;
    use tablestakes_reference::history::KeyEncoding;

    #[test]
    fn operations_are_written_as_the_documentation_says() {
        let target = Target::parse_as("UseDevelopmentStorage=true", ServiceName::Blob).unwrap();
        let bindings = Bindings::new("ts1", &target);
        let written = |ask: &Ask, keys: KeyEncoding| {
            let wire = Wire { keys, ..Wire::default() };
            let Written { target, headers, body } = written(ask, &wire, &bindings).unwrap();
            format!("{} {target} {headers:?} {:?}", ask.operation.method(), body.map(|body| body.len()))
        };
        let ask = Ask {
            options: vec![("blockid".into(), "AA==".into())],
            headers: vec![("x-ms-lease-id".into(), "${container}".into())],
            body: Content::Pattern { seed: 1, length: 9 },
            ..Ask::on_blob(Operation::PutBlock, "${container}", "a b/é+%")
        };
        assert_eq!(
            written(&ask, KeyEncoding::Standard),
            "PUT /ts1c0/a%20b/%C3%A9%2B%25?comp=block&blockid=AA%3D%3D [(\"x-ms-lease-id\", \"ts1c0\")] Some(9)"
        );
        assert!(written(&ask, KeyEncoding::Minimal).starts_with("PUT /ts1c0/a%20b/%C3%A9+%25?"));
        let list = Ask::new(Operation::ListContainers);
        assert_eq!(written(&list, KeyEncoding::Standard), "GET /?comp=list [] None");
        let blocks = Ask { body: Content::text("<BlockList/>"), ..Ask::on_blob(Operation::PutBlockList, "c", "b") };
        assert_eq!(
            written(&blocks, KeyEncoding::Standard),
            "PUT /c/b?comp=blocklist [(\"content-type\", \"application/xml\")] Some(12)"
        );
        let properties = Ask::on_blob(Operation::SetBlobProperties, "c", "b");
        assert_eq!(written(&properties, KeyEncoding::Standard), "PUT /c/b?comp=properties [] Some(0)");
    }
}
