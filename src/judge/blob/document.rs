//! Documents of the blob service: the content of blobs, listings, errors; others are read as markup.

use crate::judge::read::document::Document;
use crate::judge::read::error::ErrorBody;
use crate::judge::read::listing::Frame;
use crate::judge::read::{markup, multipart};
use crate::xml::{Node, Tree};
use tablestakes_reference::http::{Request, Response};

/// A page of a listing of containers or of blobs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Listing {
    /// Containers, or blobs and what the names of blobs begin with, in order.
    pub(crate) items: Vec<Node>,
    /// What it says beside them.
    pub(crate) frame: Frame,
}

/// Reads the body of the answer to a request.
pub(in crate::judge) fn read(request: &Request, response: &Response) -> Document {
    if is_content(request, response) {
        return Document::Content(response.body.clone());
    }
    if response.body.is_empty() {
        return Document::Empty;
    }
    let kind = response.headers.get("content-type").unwrap_or_default();
    if multipart::is_multipart(kind) {
        return multipart::read(kind, &response.body).map_or_else(Document::Malformed, Document::Answers);
    }
    let tree = match Document::tree(response) {
        Ok(tree) => tree,
        Err(document) => return document,
    };
    match tree.root.name.as_str() {
        "Error" | "error" => Document::Error(ErrorBody::of_tree(&tree.root)),
        "EnumerationResults" => Document::Listing(listing(&tree.root)),
        _ => markup::read(&response.body).map_or_else(Document::Malformed, Document::Markup),
    }
}

/// Whether an answer carries octets of a blob: whoever gets what has a path and neither `comp` nor `restype` gets those.
pub(in crate::judge) fn is_content(request: &Request, response: &Response) -> bool {
    let (_, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let names = query.split('&').filter_map(|option| option.split('=').next());
    let is_bare = names.map(str::to_ascii_lowercase).all(|name| name != "comp" && name != "restype");
    request.method == "GET" && is_bare && matches!(response.status, 200 | 206)
}

fn listing(root: &Node) -> Listing {
    let items = root.child("Containers").or_else(|| root.child("Blobs"));
    Listing {
        items: items.map(|items| items.children.clone()).unwrap_or_default(),
        frame: Frame::read(root, &["Prefix", "Marker", "MaxResults", "Delimiter"]),
    }
}

/// Where an answer says that its listing goes on.
pub(crate) fn next_marker(response: &Response) -> Option<String> {
    let root = root_of(response).filter(|root| ["EnumerationResults", "PageList"].contains(&root.name.as_str()))?;
    root.child_text("NextMarker").map(str::to_owned)
}

/// The listing in an answer, if it is one.
pub(crate) fn listed(response: &Response) -> Option<Listing> {
    root_of(response).filter(|root| root.name == "EnumerationResults").map(|root| listing(&root))
}

/// The root of what says that it is a document.
fn root_of(response: &Response) -> Option<Node> {
    let is_document = response.headers.get("content-type").is_some_and(|kind| kind.contains("xml"));
    Tree::read(&response.body).filter(|_| is_document).map(|tree| tree.root)
}

impl Listing {
    /// The names of what is listed.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| item.child_text("Name"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;
    use tablestakes_reference::http::Headers;

    fn read_as(target: &str, kind: &str, body: &'static str) -> Document {
        let request =
            Request { method: "GET".into(), target: target.into(), headers: Headers::new(), body: Bytes::new() };
        let headers = Headers::from_iter([("content-type", kind)]);
        read(&request, &Response { status: 200, headers, body: Bytes::from_static(body.as_bytes()) })
    }

    #[test]
    fn documents_are_what_was_asked_for_and_what_their_roots_say() {
        let xml = "<Error><Code>C</Code></Error>";
        assert!(matches!(read_as("/c/b", "application/xml", xml), Document::Content(body) if body == xml));
        assert!(matches!(read_as("/c/b?snapshot=x", "", ""), Document::Content(body) if body.is_empty()));
        assert!(matches!(read_as("/c?restype=container&comp=acl", "application/xml", xml), Document::Error(_)));
        assert!(matches!(read_as("/c/b?comp=blocklist", "application/xml", "<BlockList/>"), Document::Markup(_)));
        assert!(matches!(read_as("/?comp=list", "application/xml", "<a>"), Document::Malformed(_)));
        let page = "\u{feff}<EnumerationResults ContainerName=\"c\"><Prefix>p</Prefix><Blobs><Blob><Name>b</Name></Blob>\
                    <BlobPrefix><Name>d/</Name></BlobPrefix></Blobs><NextMarker/></EnumerationResults>";
        let Document::Listing(listing) = read_as("/c?comp=list", "application/xml", page) else { panic!("no listing") };
        assert_eq!(listing.items.iter().map(|item| &*item.name).collect::<Vec<_>>(), ["Blob", "BlobPrefix"]);
        assert_eq!((listing.frame.next.as_deref(), listing.frame.echoed.len()), (Some(""), 1));
    }
}
