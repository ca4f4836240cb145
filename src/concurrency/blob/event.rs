//! What was asked of blobs and told, read from requests and answers.

use crate::concurrency::busy::known;
use crate::concurrency::client::Act;
use crate::concurrency::timeline::Span;
use crate::judge::listed;
use crate::xml::Tree;
use bytes::{Bytes, BytesMut};
use percent_encoding::percent_decode_str;
use std::collections::{BTreeMap, BTreeSet};
use tablestakes_reference::http::{Request, Response};

/// One request.
#[derive(Debug, Clone)]
pub(super) struct Event {
    /// The container and, behind a slash, the blob.
    pub(super) place: String,
    /// The step that asked.
    pub(super) step: usize,
    /// When.
    pub(super) span: Span,
    /// What was asked.
    pub(super) asked: Asked,
    /// What was told; absent where nobody knows what became of it.
    pub(super) told: Option<Told>,
    /// How often it may have been carried out.
    pub(super) times: usize,
}

/// What was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Asked {
    /// To write the whole blob.
    Write {
        /// Its content.
        content: Bytes,
        /// The metadata that it is given.
        metadata: Metadata,
        /// Under which condition.
        condition: Option<Condition>,
    },
    /// To append.
    Append {
        /// What.
        content: Bytes,
    },
    /// To delete the blob.
    Delete,
    /// To read it whole.
    Read,
    /// To acquire its lease.
    Acquire,
    /// To end its lease.
    EndLease,
    /// For what is in the container.
    List,
}

/// Names in lower case, and values.
pub(super) type Metadata = BTreeMap<String, String>;

/// What must hold for a write.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Condition {
    /// `If-Match` with this tag.
    Is(String),
    /// `If-None-Match: *`.
    IsNone,
}

/// What is told.
#[derive(Debug, Clone)]
pub(super) struct Told {
    pub(super) status: u16,
    pub(super) etag: Option<String>,
    pub(super) md5: Option<String>,
    pub(super) offset: Option<usize>,
    pub(super) metadata: Metadata,
    pub(super) content: Bytes,
    /// The names of blobs.
    pub(super) names: BTreeSet<String>,
}

/// All of them, and at which step the look at what is left begins.
#[derive(Debug, Clone, Default)]
pub(super) struct Events {
    pub(super) all: Vec<Event>,
    pub(super) audit: usize,
}

impl Event {
    /// Whether it is known to have been carried out.
    pub(super) fn is_done(&self) -> bool {
        self.told.as_ref().is_some_and(|told| told.status < 300)
    }

    /// Whether it may have been. Of what was sent twice the copy may have been carried out that nobody heard of.
    pub(super) fn may_be_done(&self) -> bool {
        self.told.is_none() || self.is_done() || self.times > 1
    }
}

impl Events {
    /// The requests of these acts.
    pub(super) fn read(acts: &[Act], audit: usize) -> Self {
        let blocks = blocks(acts);
        let mut all = Vec::new();
        for act in acts {
            let Some(times) = act.times() else { continue };
            all.extend(act.exchanges.iter().filter_map(|exchange| {
                let (place, asked) = asked(&exchange.request, &blocks)?;
                let told = known(&exchange.actual).map(told);
                Some(Event { place, step: act.index, span: act.span(), asked, told, times })
            }));
        }
        Self { all, audit }
    }

    /// The events of each blob.
    pub(super) fn by_place(&self) -> BTreeMap<&str, Vec<&Event>> {
        let mut places: BTreeMap<&str, Vec<&Event>> = BTreeMap::new();
        for event in self.all.iter().filter(|event| event.asked != Asked::List) {
            places.entry(&event.place).or_default().push(event);
        }
        places
    }

    /// Whether anything but a read is known to have been carried out.
    pub(super) fn any_done(&self) -> bool {
        self.all.iter().any(|event| !matches!(event.asked, Asked::Read | Asked::List) && event.is_done())
    }
}

fn told(response: &Response) -> Told {
    let header = |name: &str| response.headers.get(name).map(str::to_owned);
    Told {
        status: response.status,
        etag: header("etag"),
        md5: header("content-md5"),
        offset: header("x-ms-blob-append-offset").and_then(|offset| offset.parse().ok()),
        metadata: metadata(response.headers.iter()),
        content: response.body.clone(),
        names: listed(response).map(|listing| listing.names().map(str::to_owned).collect()).unwrap_or_default(),
    }
}

fn metadata<'h>(headers: impl Iterator<Item = (&'h str, &'h str)>) -> Metadata {
    let own = headers.filter_map(|(name, value)| {
        let name = name.to_ascii_lowercase();
        Some((name.strip_prefix("x-ms-meta-")?.to_owned(), value.to_owned()))
    });
    own.collect()
}

/// Container and blob, decoded, and the query.
fn address(request: &Request) -> Option<(String, &str)> {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let decoded = percent_decode_str(path).decode_utf8_lossy().into_owned();
    // Behind the prefix of our own names there is nothing of the account.
    let own = crate::history::prefix_in(decoded.as_bytes())?;
    let at = decoded.find(&own)?;
    Some((decoded[at..].to_owned(), query))
}

fn option(query: &str, name: &str) -> Option<String> {
    let mut options = query.split('&').filter_map(|option| option.split_once('='));
    let (_, value) = options.find(|(held, _)| *held == name)?;
    Some(percent_decode_str(value).decode_utf8_lossy().into_owned())
}

/// What was sent as blocks, by blob and id.
type Blocks = BTreeMap<(String, String), Bytes>;

fn blocks(acts: &[Act]) -> Blocks {
    let mut blocks = Blocks::new();
    for request in acts.iter().flat_map(|act| &act.exchanges).map(|exchange| &exchange.request) {
        if let Some((place, query)) = address(request)
            && option(query, "comp").as_deref() == Some("block")
            && let Some(id) = option(query, "blockid")
        {
            blocks.insert((place, id), request.body.clone());
        }
    }
    blocks
}

/// What a request asks of which blob.
fn asked(request: &Request, blocks: &Blocks) -> Option<(String, Asked)> {
    let (place, query) = address(request)?;
    let comp = option(query, "comp");
    let write = |content: Bytes| {
        let is_none = request.headers.get("if-none-match") == Some("*");
        let tag = request.headers.get("if-match").map(|tag| Condition::Is(tag.to_owned()));
        let condition = tag.or(is_none.then_some(Condition::IsNone));
        Asked::Write { content, metadata: metadata(request.headers.iter()), condition }
    };
    let asked = match (request.method.as_str(), comp.as_deref()) {
        ("GET", Some("list")) => Asked::List,
        ("GET", None) if place.contains('/') => Asked::Read,
        ("PUT", None) if request.headers.get("x-ms-blob-type") == Some("BlockBlob") => write(request.body.clone()),
        ("PUT", Some("blocklist")) => {
            let ids = Tree::read(&request.body)?.root.children.into_iter().map(|block| block.text);
            let mut content = BytesMut::new();
            for id in ids {
                content.extend_from_slice(blocks.get(&(place.clone(), id))?);
            }
            write(content.freeze())
        }
        ("PUT", Some("appendblock")) => Asked::Append { content: request.body.clone() },
        ("PUT", Some("lease")) => match request.headers.get("x-ms-lease-action")? {
            "acquire" => Asked::Acquire,
            "release" | "break" => Asked::EndLease,
            _ => return None,
        },
        ("DELETE", None) if place.contains('/') => Asked::Delete,
        _ => return None,
    };
    Some((place, asked))
}
