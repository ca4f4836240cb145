//! What an answer shows of what was there before, or of what the recorder dropped: given to the reference, which then
//! answers so; such an exchange is compared in its form.

use super::content;
use super::place::{Place, Target, encoded};
use super::player::{Asked, BlobPlayer};
use super::traits::length_told;
use crate::recording::session::{Body, Exchange};
use crate::xml::{Node, Tree};
use bytes::Bytes;

/// Codes that say that a container is not there.
const NO_CONTAINER: [&str; 3] = ["ContainerNotFound", "ResourceNotFound", "ContainerBeingDeleted"];
/// Codes that say that a blob is there.
const THERE: [&str; 12] = [
    "ConditionNotMet",
    "BlobAlreadyExists",
    "LeaseIdMissing",
    "LeaseAlreadyPresent",
    "InvalidRange",
    "SnapshotsPresent",
    "LeaseNotPresentWithLeaseOperation",
    "LeaseNotPresentWithBlobOperation",
    "SequenceNumberConditionNotMet",
    "AppendPositionConditionNotMet",
    "NoPendingCopyOperation",
    "TargetConditionNotMet",
];
/// Properties that a read shows, and the headers that set them.
const PROPERTIES: [(&str, &str); 6] = [
    ("content-type", "x-ms-blob-content-type"),
    ("content-encoding", "x-ms-blob-content-encoding"),
    ("content-language", "x-ms-blob-content-language"),
    ("cache-control", "x-ms-blob-cache-control"),
    ("content-disposition", "x-ms-blob-content-disposition"),
    ("content-md5", "x-ms-blob-content-md5"),
];

impl BlobPlayer {
    /// Creates containers and blobs that the answer proves to have been there.
    pub(super) fn provide(&mut self, exchange: &Exchange, asked: &Asked) {
        let granted = exchange.status < 300;
        if let (Place::Service, "list", Some(tree)) = (&asked.target.place, asked.target.comp(), &asked.tree) {
            self.provide_listed(asked, &tree.root);
            return;
        }
        let Some(container) = asked.target.container().map(str::to_owned) else { return };
        let code = asked.code.as_deref();
        let creates = exchange.method == "PUT" && asked.target.comp().is_empty() && !asked.target.is_blob();
        let known = self.world.container(&container);
        let proves = match code {
            Some("ContainerAlreadyExists") => true,
            Some(code) => !NO_CONTAINER.contains(&code) && !creates && !matches!(exchange.status, 400 | 401 | 403),
            None => granted && !creates || exchange.status == 304,
        };
        if proves && known.is_none_or(|known| !known.is_there) && self.stage.create(&container, &[]) {
            self.world.found_container(&container);
        }
        self.provide_source(exchange, asked);
        let place = &asked.target.place;
        if !asked.target.is_blob() || self.world.blob(place).is_some_and(|known| known.is_there) {
            return;
        }
        let reads = matches!(exchange.method.as_str(), "GET" | "HEAD" | "DELETE");
        let updates = !matches!(asked.target.comp(), "" | "block" | "blocklist" | "undelete");
        let needs =
            granted && (reads || updates) || code.is_some_and(|code| THERE.contains(&code)) || exchange.status == 304;
        if needs && asked.target.names_blob_itself() && self.put_like(exchange, asked, false) {
            self.world.found_blob(place);
        }
    }

    /// Puts a blob from which the answer proves that something was taken.
    fn provide_source(&mut self, exchange: &Exchange, asked: &Asked) {
        let source = exchange.request_headers.get("x-ms-copy-source").filter(|_| exchange.status < 300);
        let Some((_, rest)) = source.and_then(|source| source.split_once("://")) else { return };
        let Some((host, path)) = rest.split_once('/') else { return };
        let place = Target::read(&format!("/{path}")).place;
        let Place::Blob(container, name) = &place else { return };
        if self.world.blob(&place).is_some() || !host.contains(".blob.") {
            return;
        }
        let range = exchange.request_headers.get("x-ms-source-range").and_then(|range| range.rsplit('-').next());
        let length = range.and_then(|end| end.parse::<usize>().ok()).map_or(512, |end| end + 1);
        let Some((octets, _)) = content::octets(&Body::Lost, Some(length)) else { return };
        if self.world.container(container).is_none_or(|known| !known.is_there) && self.stage.create(container, &[]) {
            self.world.found_container(container);
        }
        let kind = self.traits.kind_after(&asked.target.place, exchange.number).unwrap_or("BlockBlob");
        let mut headers = vec![("x-ms-blob-type".to_owned(), kind.to_owned())];
        let body = match kind {
            "BlockBlob" => octets,
            _ => Bytes::new(),
        };
        if kind == "PageBlob" {
            headers.push(("x-ms-blob-content-length".to_owned(), length.next_multiple_of(512).to_string()));
        }
        let target = format!("/{}/{}", encoded(container), encoded(name));
        if self.stage.provide("2019-02-02", "PUT", &target, &headers, body).status < 300 {
            self.world.found_blob(&place);
            self.world.content(&place, false, true);
        }
    }

    /// Puts a blob as an answer shows it; whether it could be.
    fn put_like(&mut self, exchange: &Exchange, asked: &Asked, shown: bool) -> bool {
        let place = &asked.target.place;
        let Place::Blob(container, name) = place else { return false };
        let answered = |name: &str| exchange.response_headers.get(name).map(str::to_owned);
        let kind = answered("x-ms-blob-type")
            .or_else(|| self.traits.kind_after(place, exchange.number).map(str::to_owned))
            .unwrap_or_else(|| "BlockBlob".to_owned());
        let length = length_told(exchange, &asked.target).or_else(|| self.traits.length_after(place, exchange.number));
        let length = length.unwrap_or(if kind == "PageBlob" { 512 } else { 1 });
        let mut headers = vec![("x-ms-blob-type".to_owned(), kind.clone())];
        for (told, set) in PROPERTIES.into_iter().filter(|_| shown) {
            let part = exchange.status == 206 && told == "content-md5";
            let value = if part { answered("x-ms-blob-content-md5") } else { answered(told) };
            headers.extend(value.map(|value| (set.to_owned(), value)));
        }
        let metadata = exchange.response_headers.iter().filter(|(name, _)| shown && name.starts_with("x-ms-meta-"));
        headers.extend(metadata.map(|(name, value)| (name.to_owned(), value.to_owned())));
        if shown && answered("x-ms-access-tier-inferred").is_none() {
            headers.extend(answered("x-ms-access-tier").map(|tier| ("x-ms-access-tier".to_owned(), tier)));
        }
        let tags = answered("x-ms-tag-count").and_then(|count| count.parse::<usize>().ok()).unwrap_or(0).min(10);
        if shown && tags > 0 {
            let tags: Vec<String> = (0..tags).map(|number| format!("tag{number}=value")).collect();
            headers.push(("x-ms-tags".to_owned(), tags.join("&")));
        }
        let mut body = Bytes::new();
        match kind.as_str() {
            "PageBlob" => {
                headers.push(("x-ms-blob-content-length".to_owned(), length.to_string()));
                let number = answered("x-ms-blob-sequence-number");
                headers.extend(number.map(|number| ("x-ms-blob-sequence-number".to_owned(), number)));
            }
            "BlockBlob" => {
                let Some((octets, _)) = content::octets(&Body::Lost, usize::try_from(length).ok()) else {
                    return false;
                };
                body = octets;
            }
            _ => {}
        }
        let target = format!("/{}/{}", encoded(container), encoded(name));
        let put = self.stage.provide("2019-02-02", "PUT", &target, &headers, body).status < 300;
        if put && shown {
            // Properties that are not shown are not there: not even the MD5 that the service computes.
            self.stage.provide("2019-02-02", "PUT", &format!("{target}?comp=properties"), &headers[1..], Bytes::new());
        }
        if put && kind == "AppendBlob" && length > 0 {
            let Some((octets, _)) = content::octets(&Body::Lost, usize::try_from(length).ok()) else { return put };
            let count =
                answered("x-ms-blob-committed-block-count").and_then(|count| count.parse().ok()).unwrap_or(1_usize);
            let piece = octets.len().div_ceil(count.clamp(1, 64));
            for start in (0..octets.len()).step_by(piece.max(1)) {
                let piece = octets.slice(start..(start + piece).min(octets.len()));
                self.stage.provide("2019-02-02", "PUT", &format!("{target}?comp=appendblock"), &[], piece);
            }
        }
        if put {
            self.world.content(place, length == 0, true);
        }
        put
    }

    /// Containers of others come and go while a session is recorded.
    fn provide_listed(&mut self, asked: &Asked, root: &Node) {
        let next =
            root.child_text("NextMarker").and_then(|marker| marker.rsplit('/').next()).filter(|name| !name.is_empty());
        let listed: Vec<&Node> =
            root.child("Containers").into_iter().flat_map(|containers| containers.named("Container")).collect();
        let names: Vec<&str> = listed.iter().filter_map(|container| container.child_text("Name")).collect();
        for container in &listed {
            let Some(name) = container.child_text("Name") else { continue };
            if self.world.container(name).is_some() {
                continue;
            }
            let public = container.child("Properties").and_then(|properties| properties.child_text("PublicAccess"));
            let mut own: Vec<(String, String)> = Vec::new();
            own.extend(public.map(|value| ("x-ms-blob-public-access".to_owned(), value.to_owned())));
            let metadata = container.child("Metadata").map(|metadata| metadata.children.iter()).into_iter().flatten();
            own.extend(metadata.map(|pair| (format!("x-ms-meta-{}", pair.name), pair.text.clone())));
            if self.stage.create(name, &own) {
                self.world.found_container(name);
            }
        }
        if let Some(name) = next
            && self.world.container(name).is_none()
            && self.stage.create(name, &[])
        {
            self.world.found_container(name);
        }
        let from = asked.target.option("marker").and_then(|marker| marker.rsplit('/').next()).unwrap_or_default();
        let prefix = asked.target.option("prefix").unwrap_or_default();
        let on_page = |name: &str| name >= from && next.is_none_or(|next| name < next) && name.starts_with(prefix);
        let gone: Vec<String> =
            self.world.foreign().filter(|name| on_page(name) && !names.contains(name)).map(str::to_owned).collect();
        for name in gone {
            let target = format!("/{}?restype=container", encoded(&name));
            self.stage.provide("2019-02-02", "DELETE", &target, &[], Bytes::new());
            self.world.set_container(&name, false, false);
        }
    }

    /// Gives the reference what the answer shows of what is not known; whether there was something.
    pub(super) fn teach(&mut self, exchange: &Exchange, asked: &Asked) -> bool {
        if exchange.status >= 300 || !matches!(exchange.method.as_str(), "GET" | "HEAD") {
            return false;
        }
        let place = &asked.target.place;
        match (place, asked.target.comp()) {
            (Place::Service, "properties") if !self.world.properties_known => {
                let Some(Tree { root, .. }) = &asked.tree else { return false };
                let version = exchange.response_headers.get("x-ms-version").unwrap_or("2019-02-02");
                let target = "/?restype=service&comp=properties";
                self.stage.provide(version, "PUT", target, &[], Bytes::from(root.written()));
                self.world.properties_known = true;
                true
            }
            (Place::Blob(..), "") if self.world.doubts(place) && asked.target.names_blob_itself() => {
                let is_copy = exchange.response_headers.get("x-ms-copy-id").is_some();
                let known = !is_copy && self.put_like(exchange, asked, true);
                if known {
                    let leased =
                        exchange.response_headers.get("x-ms-lease-state").is_some_and(|state| state != "available");
                    self.world.set_blob(place, true, leased);
                }
                known
            }
            (Place::Container(name), "") => self.teach_container(name, exchange),
            (Place::Container(name), "metadata") => self.teach_container(name, exchange),
            _ => false,
        }
    }

    /// Metadata of a container that was there before, or whose metadata the recorder dropped.
    fn teach_container(&mut self, name: &str, exchange: &Exchange) -> bool {
        if self.world.container(name).is_none_or(|known| !known.doubtful) {
            return false;
        }
        let held = exchange.response_headers.iter().filter(|(name, _)| name.starts_with("x-ms-meta-"));
        let held: Vec<(String, String)> = held.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let target = format!("/{}?restype=container&comp=metadata", encoded(name));
        self.stage.provide("2019-02-02", "PUT", &target, &held, Bytes::new());
        true
    }
}
