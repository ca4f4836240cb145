//! Operations on queues as method, path, headers and body.

use super::operation::Draft;
use super::path::query_value;
use crate::history::bindings::{Bindings, Unbound};
use crate::xml::escaped;
use tablestakes_reference::queue::Ask;

/// The draft of one operation.
pub(super) fn draft(ask: &Ask, bindings: &Bindings) -> Result<Draft, Unbound> {
    let drafting = Drafting { bindings };
    match ask {
        Ask::ListQueues { prefix, marker, max_results, metadata } => {
            let include = metadata.then(|| "metadata".to_owned());
            let options = [("prefix", prefix), ("marker", marker), ("maxresults", max_results), ("include", &include)];
            drafting.bare("GET", "/?comp=list".to_owned(), &options)
        }
        Ask::GetProperties => drafting.bare("GET", "/?restype=service&comp=properties".to_owned(), &[]),
        Ask::SetProperties { document } => {
            let draft = drafting.bare("PUT", "/?restype=service&comp=properties".to_owned(), &[])?;
            Ok(draft.with_document(bindings.bind(document)?))
        }
        Ask::GetStatistics => drafting.bare("GET", "/?restype=service&comp=stats".to_owned(), &[]),
        Ask::CreateQueue { queue, metadata } => {
            drafting.bare("PUT", drafting.path(queue)?, &[])?.with_metadata(metadata, bindings)
        }
        Ask::DeleteQueue { queue } => drafting.bare("DELETE", drafting.path(queue)?, &[]),
        Ask::GetMetadata { queue } => drafting.bare("GET", drafting.path(queue)? + "?comp=metadata", &[]),
        Ask::SetMetadata { queue, metadata } => {
            let draft = drafting.bare("PUT", drafting.path(queue)? + "?comp=metadata", &[])?;
            draft.with_metadata(metadata, bindings)
        }
        Ask::GetPolicies { queue } => drafting.bare("GET", drafting.path(queue)? + "?comp=acl", &[]),
        Ask::SetPolicies { queue, document } => {
            let draft = drafting.bare("PUT", drafting.path(queue)? + "?comp=acl", &[])?;
            let document = bindings.bind(document)?;
            Ok(if document.is_empty() { draft } else { draft.with_document(document) })
        }
        Ask::PutMessage { queue, text, visibility, time_to_live } => {
            let options = [("visibilitytimeout", visibility), ("messagettl", time_to_live)];
            let draft = drafting.bare("POST", drafting.messages(queue)?, &options)?;
            Ok(draft.with_document(message(&bindings.bind(text)?)))
        }
        Ask::GetMessages { queue, count, visibility } => {
            let options = [("numofmessages", count), ("visibilitytimeout", visibility)];
            drafting.bare("GET", drafting.messages(queue)?, &options)
        }
        Ask::PeekMessages { queue, count } => {
            drafting.bare("GET", drafting.messages(queue)? + "?peekonly=true", &[("numofmessages", count)])
        }
        Ask::ClearMessages { queue } => drafting.bare("DELETE", drafting.messages(queue)?, &[]),
        Ask::UpdateMessage { queue, message: id, receipt, visibility, text } => {
            let options = [("popreceipt", receipt), ("visibilitytimeout", visibility)];
            let draft = drafting.bare("PUT", drafting.message(queue, id)?, &options)?;
            Ok(match text {
                Some(text) => draft.with_document(message(&bindings.bind(text)?)),
                None => draft,
            })
        }
        Ask::DeleteMessage { queue, message: id, receipt } => {
            drafting.bare("DELETE", drafting.message(queue, id)?, &[("popreceipt", receipt)])
        }
    }
}

/// The document of a message.
fn message(text: &str) -> String {
    let text = escaped(text);
    format!("<?xml version=\"1.0\" encoding=\"utf-8\"?><QueueMessage><MessageText>{text}</MessageText></QueueMessage>")
}

struct Drafting<'a> {
    bindings: &'a Bindings,
}

impl Drafting<'_> {
    fn path(&self, queue: &str) -> Result<String, Unbound> {
        Ok(format!("/{}", query_value(&self.bindings.bind(queue)?)))
    }

    fn messages(&self, queue: &str) -> Result<String, Unbound> {
        Ok(self.path(queue)? + "/messages")
    }

    fn message(&self, queue: &str, id: &str) -> Result<String, Unbound> {
        Ok(format!("{}/{}", self.messages(queue)?, query_value(&self.bindings.bind(id)?)))
    }

    /// A request without headers of its own and without a body.
    fn bare(&self, method: &str, mut target: String, options: &[(&str, &Option<String>)]) -> Result<Draft, Unbound> {
        for (name, value) in options {
            let Some(value) = value else { continue };
            let value = query_value(&self.bindings.bind(value)?);
            let mark = if target.contains('?') { '&' } else { '?' };
            target.push_str(&format!("{mark}{name}={value}"));
        }
        // What writes says that it has no body.
        let body = matches!(method, "PUT" | "POST").then(String::new);
        Ok(Draft { method: method.to_owned(), target, fields: Vec::new(), headers: Vec::new(), body })
    }
}

impl Draft {
    fn with_document(mut self, document: String) -> Self {
        self.fields.push(("Content-Type", "application/xml".to_owned()));
        self.body = Some(document);
        self
    }

    fn with_metadata(mut self, metadata: &[(String, String)], bindings: &Bindings) -> Result<Self, Unbound> {
        for (name, value) in metadata {
            self.headers.push((format!("x-ms-meta-{name}"), bindings.bind(value)?));
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;
    use tablestakes_reference::ServiceName;

    #[test]
    fn operations_are_written_as_the_documentation_says() {
        let target = Target::parse_as("UseDevelopmentStorage=true", ServiceName::Queue).unwrap();
        let bindings = Bindings::new("ts1", &target);
        let queue = || "${queue}".to_owned();
        let written = |ask: Ask| {
            let draft = draft(&ask, &bindings).unwrap();
            let body = draft.body.unwrap_or_default();
            format!("{} {} {:?} {body}", draft.method, draft.target, draft.headers)
        };
        let put = Ask::PutMessage {
            queue: queue(),
            text: "<&\r".into(),
            visibility: Some("5".into()),
            time_to_live: Some("-1".into()),
        };
        assert_eq!(
            written(put),
            "POST /ts1q0/messages?visibilitytimeout=5&messagettl=-1 [] <?xml version=\"1.0\" encoding=\"utf-8\"?>\
             <QueueMessage><MessageText>&lt;&amp;&#13;</MessageText></QueueMessage>"
        );
        let delete = Ask::DeleteMessage { queue: queue(), message: "a/b".into(), receipt: Some("A+/=".into()) };
        assert_eq!(written(delete), "DELETE /ts1q0/messages/a%2Fb?popreceipt=A%2B%2F%3D [] ");
        let create = Ask::CreateQueue { queue: queue(), metadata: vec![("A".into(), "1".into())] };
        assert_eq!(written(create), "PUT /ts1q0 [(\"x-ms-meta-A\", \"1\")] ");
        let list = Ask::ListQueues { prefix: Some("a b".into()), marker: None, max_results: None, metadata: true };
        assert_eq!(written(list), "GET /?comp=list&prefix=a%20b&include=metadata [] ");
    }
}
