//! What an answer shows of what was there before, or of what the recorder dropped: given to the reference, which then
//! answers so; such an exchange is compared in its form.

use super::place::{Place, encoded};
use super::player::{Asked, QueuePlayer};
use crate::recording::session::Exchange;
use crate::xml::{Node, Tree};

impl QueuePlayer {
    /// Creates queues that the answer proves to have been there.
    pub(super) fn provide(&mut self, exchange: &Exchange, asked: &Asked) {
        let granted = exchange.status < 300;
        if let (Place::Service(comp), true, Some(tree)) = (&asked.target.place, granted, &asked.tree)
            && comp == "list"
        {
            self.provide_listed(asked, &tree.root);
            return;
        }
        let Some(queue) = asked.target.queue().map(str::to_owned) else { return };
        let there = self.world.queue(&queue).is_some_and(|known| known.is_there);
        let creates = exchange.method == "PUT" && asked.target.place == Place::Queue(queue.clone(), String::new());
        let proves = match (asked.code.as_deref(), exchange.status) {
            (Some("QueueAlreadyExists" | "MessageNotFound"), _) => true,
            (None, 201) if creates => false,
            (None, status) => status < 300,
            _ => false,
        };
        if proves && !there {
            let other = [("x-ms-meta-tablestakes".to_owned(), "other".to_owned())];
            let metadata = if creates && granted { asked.metadata.clone() } else { Vec::new() };
            let differs = asked.code.as_deref() == Some("QueueAlreadyExists") && metadata.is_empty();
            if self.stage.create(&queue, if differs { &other } else { &metadata }) {
                self.world.was_there(&queue, creates && granted && !self.losses.request_headers);
            }
        }
        // Whether metadata is the same is proved by the answer where it is not known.
        let unknown = self.world.queue(&queue).is_some_and(|known| known.is_there && !known.metadata);
        if creates && there && unknown {
            let other = [("x-ms-meta-tablestakes".to_owned(), "other".to_owned())];
            let metadata = if exchange.status == 204 { asked.metadata.clone() } else { other.to_vec() };
            self.stage.provide("PUT", &format!("/{}?comp=metadata", encoded(&queue)), &metadata, String::new());
        }
    }

    /// Queues of others come and go while a session is recorded.
    fn provide_listed(&mut self, asked: &Asked, root: &Node) {
        let next =
            root.child_text("NextMarker").and_then(|marker| marker.rsplit('/').next()).filter(|name| !name.is_empty());
        let listed: Vec<&Node> = root.child("Queues").into_iter().flat_map(|queues| queues.named("Queue")).collect();
        let names: Vec<&str> = listed.iter().filter_map(|queue| queue.child_text("Name")).collect();
        for (name, metadata) in
            listed.iter().filter_map(|queue| Some((queue.child_text("Name")?, queue.child("Metadata"))))
        {
            let pairs = metadata.map(|metadata| metadata.children.iter()).into_iter().flatten();
            let pairs: Vec<_> = pairs.map(|pair| (format!("x-ms-meta-{}", pair.name), pair.text.clone())).collect();
            let known = self.world.queue(name);
            if known.is_none() {
                if self.stage.create(name, &pairs) {
                    self.world.was_there(name, metadata.is_some());
                }
            } else if metadata.is_some() && known.is_some_and(|known| known.is_there && !known.metadata) {
                self.stage.provide("PUT", &format!("/{}?comp=metadata", encoded(name)), &pairs, String::new());
                self.world.note(name, |known| known.metadata = true);
            }
        }
        if let Some(name) = next
            && self.world.queue(name).is_none()
            && self.stage.create(name, &[])
        {
            self.world.was_there(name, false);
        }
        let from = asked.target.option("marker").and_then(|marker| marker.rsplit('/').next()).unwrap_or_default();
        let prefix = asked.target.option("prefix").unwrap_or_default();
        let on_page = |name: &str| name >= from && next.is_none_or(|next| name < next) && name.starts_with(prefix);
        let gone: Vec<String> =
            self.world.foreign().filter(|name| on_page(name) && !names.contains(name)).map(str::to_owned).collect();
        for name in gone {
            self.stage.provide("DELETE", &format!("/{}", encoded(&name)), &[], String::new());
            self.world.deleted(&name);
        }
    }

    /// Gives the reference what the answer shows of what is not known; whether there was something.
    pub(super) fn teach(&mut self, exchange: &Exchange, asked: &Asked) -> bool {
        if exchange.status >= 300 || !matches!(exchange.method.as_str(), "GET" | "HEAD") {
            return false;
        }
        match &asked.target.place {
            Place::Queue(queue, comp) if comp == "metadata" => {
                if self.world.queue(queue).is_none_or(|known| known.metadata) {
                    return false;
                }
                let headers = exchange.response_headers.iter();
                let held: Vec<_> = headers
                    .filter(|(name, _)| name.starts_with("x-ms-meta-"))
                    .map(|(name, value)| (name.to_owned(), value.to_owned()))
                    .collect();
                self.stage.provide("PUT", &format!("/{}?comp=metadata", encoded(queue)), &held, String::new());
                self.world.note(queue, |known| known.metadata = true);
                true
            }
            Place::Queue(queue, comp) if comp == "acl" => {
                let Some(Tree { root, .. }) = &asked.tree else { return false };
                if self.world.queue(queue).is_none_or(|known| known.policies) {
                    return false;
                }
                self.stage.provide("PUT", &format!("/{}?comp=acl", encoded(queue)), &[], root.written());
                self.world.note(queue, |known| known.policies = true);
                true
            }
            Place::Service(comp) if comp == "properties" && !self.world.properties_known => {
                let Some(Tree { root, .. }) = &asked.tree else { return false };
                let version = exchange.response_headers.get("x-ms-version").unwrap_or("2019-02-02");
                let target = "/?restype=service&comp=properties";
                self.stage.provide_in(version, "PUT", target, &[], root.written());
                self.world.properties_known = true;
                true
            }
            _ => false,
        }
    }
}
