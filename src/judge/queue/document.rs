//! Documents of the queue service: lists of messages, listings of queues, errors; others are read as markup.

use crate::judge::read::document::Document;
use crate::judge::read::error::ErrorBody;
use crate::judge::read::listing::Frame;
use crate::judge::read::markup;
use crate::xml::Node;
use tablestakes_reference::http::Response;

/// A message, as an answer tells it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Message {
    /// The names of its elements, in their order.
    pub(crate) elements: Vec<String>,
    /// `MessageId`.
    pub(crate) id: Option<String>,
    /// `MessageText`.
    pub(crate) text: Option<String>,
    /// `PopReceipt`.
    pub(crate) receipt: Option<String>,
    /// `InsertionTime`.
    pub(crate) inserted: Option<String>,
    /// `ExpirationTime`.
    pub(crate) expires: Option<String>,
    /// `TimeNextVisible`.
    pub(crate) visible: Option<String>,
    /// `DequeueCount`.
    pub(crate) dequeued: Option<String>,
}

/// A page of a listing of queues.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Listing {
    /// The queues, in order.
    pub(crate) queues: Vec<Queue>,
    /// What it says beside them.
    pub(crate) frame: Frame,
}

/// A queue in a listing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Queue {
    /// Its name.
    pub(crate) name: String,
    /// Its metadata, if there is such an element.
    pub(crate) metadata: Option<Vec<(String, String)>>,
    /// Whether it has a `Url`.
    pub(crate) has_url: bool,
}

/// Reads the body of an answer.
pub(in crate::judge) fn read(response: &Response) -> Document {
    if response.body.is_empty() {
        return Document::Empty;
    }
    let tree = match Document::tree(response) {
        Ok(tree) => tree,
        Err(document) => return document,
    };
    match tree.root.name.as_str() {
        "Error" | "error" => Document::Error(ErrorBody::of_tree(&tree.root)),
        "QueueMessagesList" => Document::Messages(tree.root.named("QueueMessage").map(message).collect()),
        "EnumerationResults" => Document::Queues(listing(&tree.root)),
        _ => markup::read(&response.body).map_or_else(Document::Malformed, Document::Markup),
    }
}

fn text(node: &Node, name: &str) -> Option<String> {
    node.child_text(name).map(str::to_owned)
}

fn message(node: &Node) -> Message {
    Message {
        elements: node.children.iter().map(|child| child.name.clone()).collect(),
        id: text(node, "MessageId"),
        text: text(node, "MessageText"),
        receipt: text(node, "PopReceipt"),
        inserted: text(node, "InsertionTime"),
        expires: text(node, "ExpirationTime"),
        visible: text(node, "TimeNextVisible"),
        dequeued: text(node, "DequeueCount"),
    }
}

fn listing(root: &Node) -> Listing {
    Listing {
        queues: root.child("Queues").map(|queues| queues.named("Queue").map(queue).collect()).unwrap_or_default(),
        frame: Frame::read(root, &["Prefix", "Marker", "MaxResults"]),
    }
}

fn queue(node: &Node) -> Queue {
    let pairs = |held: &Node| held.children.iter().map(|child| (child.name.clone(), child.text.clone())).collect();
    Queue {
        name: text(node, "Name").unwrap_or_default(),
        metadata: node.child("Metadata").map(pairs),
        has_url: node.child("Url").is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::http::Headers;

    fn read_as(kind: &str, body: &str) -> Document {
        let headers = Headers::from_iter([("content-type", kind)]);
        read(&Response { status: 200, headers, body: bytes::Bytes::copy_from_slice(body.as_bytes()) })
    }

    #[test]
    fn documents_are_what_their_roots_say() {
        let xml = |body: &str| read_as("application/xml", body);
        let Document::Messages(messages) =
            xml("\u{feff}<QueueMessagesList><QueueMessage><MessageId>i</MessageId><PopReceipt>r</PopReceipt>\
             <MessageText> a&amp;\n</MessageText></QueueMessage></QueueMessagesList>")
        else {
            panic!("no messages")
        };
        assert_eq!(messages[0].elements, ["MessageId", "PopReceipt", "MessageText"]);
        assert_eq!(messages[0].text.as_deref(), Some(" a&\n"));
        let Document::Queues(listing) = xml(
            "<EnumerationResults ServiceEndpoint=\"x\"><Prefix>p</Prefix><Queues><Queue><Name>q</Name><Metadata><a>1</a>\
             </Metadata></Queue></Queues><NextMarker/></EnumerationResults>",
        ) else {
            panic!("no listing")
        };
        assert_eq!((listing.queues[0].name.as_str(), listing.frame.next.as_deref()), ("q", Some("")));
        assert_eq!(listing.queues[0].metadata, Some(vec![("a".to_owned(), "1".to_owned())]));
        let Document::Error(error) = xml("<Error><Code>C</Code><Message>M</Message><Reason>R</Reason></Error>") else {
            panic!("no error")
        };
        assert_eq!((error.code.as_deref(), error.details), (Some("C"), vec!["Reason".to_owned()]));
        assert!(matches!(xml("<SignedIdentifiers/>"), Document::Markup(_)));
        assert!(matches!(xml("<a>"), Document::Malformed(_)));
        assert!(matches!(read_as("text/html", "<html>"), Document::Other(_)));
    }
}
