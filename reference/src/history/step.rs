//! One step of a history: what is asked, and how it is written on the wire.

use super::fault::Fault;
use super::sas::Sas;
use crate::addressing::Location;
use crate::content::Content;
use crate::table::{MergeMethod, Metadata, Operation, Query};
use crate::version::Version;
use crate::{blob, queue};
use serde::{Deserialize, Serialize};

/// One step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What is asked.
    pub call: Call,
    /// How it is written.
    #[serde(default, skip_serializing_if = "Wire::is_default")]
    pub wire: Wire,
    /// Whether it asks nothing, and only puts rows there for what follows. A target without entity group
    /// transactions may be given them otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seeds: bool,
}

impl Step {
    /// These rows, put there for what follows: writes of one partition, without conditions.
    pub fn seeding(rows: Vec<Operation>) -> Self {
        Self { seeds: true, ..Self::from(Operation::Batch { operations: rows }) }
    }

    /// The same step, written otherwise.
    #[must_use]
    pub fn written(mut self, wire: Wire) -> Self {
        self.wire = wire;
        self
    }
}

impl From<Operation> for Step {
    fn from(operation: Operation) -> Self {
        Self { call: Call::Operation { operation }, wire: Wire::default(), seeds: false }
    }
}

impl From<queue::Ask> for Step {
    fn from(ask: queue::Ask) -> Self {
        Self::from(Call::Queue { ask })
    }
}

impl From<blob::Ask> for Step {
    fn from(ask: blob::Ask) -> Self {
        Self::from(Call::Blob { ask })
    }
}

impl From<RawRequest> for Step {
    fn from(request: RawRequest) -> Self {
        Self { call: Call::Raw { request }, wire: Wire::default(), seeds: false }
    }
}

impl From<Call> for Step {
    fn from(call: Call) -> Self {
        Self { call, wire: Wire::default(), seeds: false }
    }
}

/// What a step asks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "call", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Call {
    /// One operation, one exchange.
    Operation {
        /// The operation.
        operation: Operation,
    },
    /// A query followed through all of its pages. Judged by the rows of all pages together and by the form of each page,
    /// because a server may end a page where it likes.
    Scan {
        /// The table.
        table: String,
        /// The query options.
        #[serde(default)]
        query: Query,
    },
    /// A listing of tables followed through all of its pages, judged by the history's own tables.
    ScanTables {
        /// The query options.
        #[serde(default)]
        query: Query,
    },
    /// One operation of the queue service, one exchange.
    Queue {
        /// The operation.
        ask: queue::Ask,
    },
    /// One operation of the blob service, one exchange.
    Blob {
        /// The operation.
        ask: blob::Ask,
    },
    /// A request that no operation describes.
    Raw {
        /// The request.
        request: RawRequest,
    },
    /// Nothing is sent for so many seconds, so that a timeout passes.
    Wait {
        /// How many.
        seconds: u32,
    },
    /// The service is stopped at once and started again, and the history goes on when it answers.
    Restart,
}

impl Call {
    /// Whether it is a request that departs from what is known: see [`RawRequest::odd`].
    pub fn is_odd(&self) -> bool {
        matches!(self, Self::Raw { request } if request.odd)
    }

    /// What is asked, by the documentation's name of the operation, for reports and signatures.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Operation { operation } => operation.name(),
            Self::Scan { .. } => "Query Entities",
            Self::ScanTables { .. } => "Query Tables",
            Self::Queue { ask } => ask.name(),
            Self::Blob { ask } => ask.operation.name(),
            Self::Raw { request } => request.name(),
            Self::Wait { .. } => "Wait",
            Self::Restart => "Restart",
        }
    }
}

/// A request written out. Target, header values and text bodies may hold [symbols](super::symbol).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawRequest {
    /// The method.
    pub method: String,
    /// Path and query, already percent-encoded, from `/` on and without the account: the target's base path is put before.
    pub target: String,
    /// The headers, beside date, version and authorization, which the harness adds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<(String, String)>,
    /// The body.
    #[serde(default)]
    pub body: Content,
    /// Whether the request departs from HTTP, or from the protocol, in a way of which nobody knows what the service makes
    /// (`table.open.odd-request`). The oracle takes no part in it nor in what follows: answers are judged by their form
    /// alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub odd: bool,
}

impl RawRequest {
    fn name(&self) -> &'static str {
        let path = self.target.split('?').next().unwrap_or_default();
        if path.starts_with("/${queue") {
            return self.name_on_queue(path);
        }
        if let Some(below) = path.strip_prefix("/${container") {
            return self.name_on_container(below.contains('/'));
        }
        if path == "/" && self.target.contains("comp=list") {
            return if self.target.contains("${container") { "List Containers" } else { "List Queues" };
        }
        match (self.method.as_str(), path) {
            ("POST", "/$batch" | "/%24batch") => "Entity Group Transaction",
            ("GET", "/Tables" | "/Tables()") => "Query Tables",
            ("POST", "/Tables" | "/Tables()") => "Create Table",
            ("GET", path) if path.starts_with("/Tables(") => "Get Table",
            ("DELETE", path) if path.starts_with("/Tables(") => "Delete Table",
            ("GET", path) if path.contains("=") => "Get Entity",
            ("GET", _) => "Query Entities",
            ("POST", _) if !path.contains('(') => "Insert Entity",
            ("PUT", _) => "Put",
            ("MERGE" | "PATCH", _) => "Merge",
            ("DELETE", _) => "Delete Entity",
            _ => "Raw request",
        }
    }
}

impl RawRequest {
    /// The operation on a queue that it comes nearest to.
    fn name_on_queue(&self, path: &str) -> &'static str {
        let asks = |option: &str| self.target.split(['?', '&']).skip(1).any(|held| held == option);
        let has_message = path.rsplit_once("/messages/").is_some();
        match (self.method.as_str(), path.contains("/messages")) {
            ("POST", true) => "Put Message",
            ("PUT", true) if has_message => "Update Message",
            ("DELETE", true) if has_message => "Delete Message",
            ("DELETE", true) => "Clear Messages",
            ("GET", true) if asks("peekonly=true") => "Peek Messages",
            ("GET", true) => "Get Messages",
            ("GET" | "HEAD", false) if asks("comp=metadata") => "Get Queue Metadata",
            ("PUT", false) if asks("comp=metadata") => "Set Queue Metadata",
            ("GET" | "HEAD", false) if asks("comp=acl") => "Get Queue ACL",
            ("PUT", false) if asks("comp=acl") => "Set Queue ACL",
            ("PUT", false) => "Create Queue",
            ("DELETE", false) => "Delete Queue",
            ("OPTIONS", _) => "Preflight Queue Request",
            _ => "Raw request",
        }
    }
}

impl RawRequest {
    /// The operation on a container or a blob that it comes nearest to.
    fn name_on_container(&self, is_blob: bool) -> &'static str {
        let options: Vec<&str> = self.target.split(['?', '&']).skip(1).collect();
        let asks = |query: &str| query.split('&').all(|option| option.is_empty() || options.contains(&option));
        let fits = |operation: &&blob::Operation| {
            operation.method() == self.method && asks(operation.query()) && operation.is_on_blob() == is_blob
        };
        let nearest = blob::Operation::ALL.iter().filter(fits).max_by_key(|operation| operation.query().len());
        nearest.map_or("Raw request", |operation| operation.name())
    }
}

/// How a step is written, and how it travels. What is left open is decided by the run's axes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wire {
    /// `x-ms-version`; the run's if open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<Version>,
    /// The metadata level asked for; the run's if open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Metadata>,
    /// The account in the path, in place of the target's own. Where the account stands in the host name it has no effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// The location that is asked.
    #[serde(skip_serializing_if = "Location::is_primary")]
    pub location: Location,
    /// How the request is authorized.
    #[serde(skip_serializing_if = "Auth::is_default")]
    pub auth: Auth,
    /// How keys are written in the path.
    #[serde(skip_serializing_if = "KeyEncoding::is_default")]
    pub keys: KeyEncoding,
    /// The method of a merge.
    pub merge: MergeMethod,
    /// Whether MERGE, PUT and DELETE travel as POST with `X-HTTP-Method`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub tunnelled: bool,
    /// Line ends within a batch.
    pub line_end: LineEnd,
    /// Whether the requests inside a batch name the path alone. Most clients name scheme and host as well.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub path_inner_uris: bool,
    /// Further headers, or other values for those that the harness would write. A value of `None` leaves a header out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<(String, Option<String>)>,
    /// What befalls the request on its way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

impl Wire {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// How a request is authorized.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "scheme", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Auth {
    /// Shared Key.
    #[default]
    SharedKey,
    /// Shared Key Lite.
    SharedKeyLite,
    /// No `Authorization` header.
    Anonymous,
    /// Shared Key, signed with another key.
    WrongKey,
    /// Shared Key over another string than the request's: for the resource path given here.
    SignedForPath {
        /// The path that is signed instead.
        path: String,
    },
    /// The signature of a request that differs from the one that is sent in one part of what is signed.
    SignedOver {
        /// Whether the scheme is Shared Key Lite, which signs the date and the resource alone.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lite: bool,
        /// The part.
        part: SignedPart,
        /// What is signed in its place; may hold symbols.
        value: String,
    },
    /// The request's own signature without its last four characters.
    Shortened {
        /// Whether the scheme is Shared Key Lite.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lite: bool,
    },
    /// Shared Key in the name of another account.
    OtherAccount {
        /// The account's name.
        account: String,
    },
    /// Shared Key with a date that lies this many seconds from now.
    Skewed {
        /// Seconds after now; negative for the past.
        seconds: i64,
    },
    /// Shared Key with the time in `Date`, and no `x-ms-date`.
    DateHeader,
    /// A shared access signature in the query, and no `Authorization`.
    Sas {
        /// The signature.
        sas: Box<Sas>,
    },
    /// This value of `Authorization`, as written.
    Literal {
        /// The header value.
        value: String,
    },
}

impl Auth {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// A part of what Shared Key signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SignedPart {
    /// The method.
    Method,
    /// `Content-MD5`.
    ContentMd5,
    /// `Content-Type`.
    ContentType,
    /// The date.
    Date,
    /// The account before the path.
    Account,
    /// The path below the account.
    Path,
    /// The value of `comp` in the query; empty for none.
    Comp,
    /// A header, as `name: value`; one that the request has is signed with this value, another beside those that it has.
    Header,
}

/// How the characters of a key are written in the request path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeyEncoding {
    /// As most clients do: everything but the unreserved characters of RFC 3986 percent-encoded, the quote doubled and bare.
    #[default]
    Standard,
    /// Only what cannot stand in a path is percent-encoded: `+`, `,`, `:`, `@`, `&`, `=`, `;`, `!`, `$`, `*`, parentheses stay.
    Minimal,
    /// As standard, with lower-case hexadecimal digits.
    LowerHex,
    /// Every octet is percent-encoded, letters, digits and quotes too.
    Everything,
}

impl KeyEncoding {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Line ends within the body of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineEnd {
    /// CR LF.
    #[default]
    CrLf,
    /// LF alone, as some clients write.
    Lf,
}
