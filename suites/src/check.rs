//! What a check is, and the list of all of them.

use proptest::strategy::BoxedStrategy;
use std::fmt;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::RuleId;

/// One check: a named history, or a generator of histories, and the rules that it tries.
#[derive(Clone)]
pub struct Check {
    /// `<service>.<suite>.<slug>`. Stable: baselines and reports refer to it.
    pub id: &'static str,
    /// The suite it belongs to.
    pub suite: Suite,
    /// The conformance class it counts for.
    pub class: Class,
    /// What is asked, in one line.
    pub title: &'static str,
    /// Why somebody would get this wrong.
    pub why: &'static str,
    /// The rules it tries, the one it aims at first.
    pub rules: &'static [RuleId],
    /// Where its histories come from.
    pub source: Source,
}

/// Where a check's histories come from.
#[derive(Clone, Copy)]
pub enum Source {
    /// One history, always the same.
    Scripted(fn() -> History),
    /// As many histories as the run asks for, drawn from the run's seed.
    Generated(fn() -> BoxedStrategy<History>),
    /// The same, each with so many clients.
    Crowd {
        /// What they are drawn from.
        strategy: fn(u16) -> BoxedStrategy<History>,
        /// How many clients meet.
        clients: u16,
    },
}

impl Check {
    /// The service that it asks.
    pub fn service(&self) -> ServiceName {
        ServiceName::of_id(self.id).unwrap_or_default()
    }
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Check").field("id", &self.id).field("rules", &self.rules).finish_non_exhaustive()
    }
}

/// An enum of things that have names, in their order.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// All of them, in the order in which they run and are reported.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its name on the command line and in reports.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

pub(crate) use named;

named! {
    /// The suites, in the order in which they run: smoke first.
    Suite {
        /// What imitations most often fail, in a few seconds.
        Smoke = "smoke",
        /// Creating, listing and deleting tables.
        Tables = "tables",
        /// What becomes of a table's rows, tags and tokens when it goes and comes again.
        TableLifecycle = "table-lifecycle",
        /// Creating and deleting queues.
        Queues = "queues",
        /// Names of tables, queues, containers and blobs.
        Names = "names",
        /// Metadata of queues, containers and blobs.
        Metadata = "metadata",
        /// Putting, getting, peeking, updating and deleting messages.
        Messages = "messages",
        /// For how long messages are invisible.
        Visibility = "visibility",
        /// Which receipts are good for a message.
        Receipts = "receipts",
        /// For how long messages live.
        Expiry = "expiry",
        /// Creating, reading and deleting containers.
        Containers = "containers",
        /// Putting block blobs at once.
        BlockBlobs = "block-blobs",
        /// Putting block blobs block by block.
        BlockLists = "block-lists",
        /// Reading blobs, their properties and metadata.
        Reading = "reading",
        /// Reading parts of blobs.
        Ranges = "ranges",
        /// MD5 and CRC64 of what is sent and read.
        Hashes = "hashes",
        /// Properties of blobs.
        Properties = "properties",
        /// Conditional headers.
        Conditions = "conditions",
        /// Deleting blobs.
        Deletion = "deletion",
        /// Copying blobs.
        Copy = "copy",
        /// How the address of a source is read.
        CopySourceEncoding = "copy-source-encoding",
        /// Append blobs.
        AppendBlobs = "append-blobs",
        /// Page blobs.
        PageBlobs = "page-blobs",
        /// Leases of blobs and containers.
        Leases = "leases",
        /// What a lease protects.
        LeaseConditions = "lease-conditions",
        /// Snapshots.
        Snapshots = "snapshots",
        /// Tags of blobs.
        Tags = "tags",
        /// Finding blobs by their tags.
        TagsQuery = "tags-query",
        /// Tiers of blobs.
        Tiers = "tiers",
        /// Blobs that cannot be deleted.
        Immutability = "immutability",
        /// Batches of requests about blobs.
        BlobBatch = "blob-batch",
        /// Listing queues, containers and blobs.
        Listing = "listing",
        /// Versions of blobs.
        Versioning = "versioning",
        /// Partition and row keys.
        Keys = "keys",
        /// Percent, plus, quotes and Unicode on the way to the service and back.
        Encoding = "encoding",
        /// The eight EDM types, nulls and limits.
        Types = "types",
        /// Sizes and counts.
        Limits = "limits",
        /// `$filter`.
        Query = "query",
        /// `$select`.
        Projection = "projection",
        /// `$top` and paging.
        Continuation = "continuation",
        /// Insert, update, merge and the two upserts.
        UpsertMerge = "upsert-merge",
        /// ETags and `If-Match`.
        ETag = "etag",
        /// Entity group transactions.
        Batch = "batch",
        /// Refusals: status, code and form.
        Errors = "errors",
        /// Headers of requests and answers.
        Headers = "headers",
        /// One store seen through many protocol versions.
        Versions = "versions",
        /// The three levels of JSON metadata.
        JsonMetadata = "json-metadata",
        /// Atom, the format of old versions.
        Atom = "atom",
        /// Stored access policies.
        Acl = "acl",
        /// Reading what is public.
        Anonymous = "anonymous",
        /// Authentication.
        Auth = "auth",
        /// Shared access signatures.
        Sas = "sas",
        /// Everything at once.
        Mixed = "mixed",
        /// What applications do, as the service's designers recommend it.
        Patterns = "patterns",
        /// Properties of the service.
        ServiceProperties = "service-properties",
        /// The secondary location of an account that is replicated.
        Secondary = "secondary",
        /// Requests from pages of other origins.
        Cors = "cors",
        /// Several clients at once.
        Concurrency = "concurrency",
        /// Connections that end, requests that come late or twice.
        Faults = "faults",
        /// The service is stopped and started again.
        Restart = "restart",
    }
}

named! {
    /// Conformance classes. One is met when every MUST in it that rests on strong evidence passes.
    Class {
        /// Tables and entities: what every client needs.
        TableCore = "table-core",
        /// Filters, projection and continuation.
        TableQuery = "table-query",
        /// Entity group transactions.
        TableBatch = "table-batch",
        /// ETags and conditional writes.
        TableConcurrency = "table-concurrency",
        /// Authentication.
        TableAuth = "table-auth",
        /// Stored access policies.
        TableAcl = "table-acl",
        /// Atom, before version 2015-12-11.
        TableAtom = "table-atom",
        /// Shared access signatures, of the account and of tables.
        TableSas = "table-sas",
        /// Properties of the service.
        TableService = "table-service",
        /// Reading at the secondary location.
        TableSecondary = "table-secondary",
        /// Requests from pages of other origins.
        TableCors = "table-cors",
        /// What is left after a restart.
        TableDurability = "table-durability",
        /// Queues, their names, metadata and listing: what every client needs.
        QueueCore = "queue-core",
        /// Messages: their texts, times and receipts.
        QueueMessages = "queue-messages",
        /// Several clients on one queue.
        QueueConcurrency = "queue-concurrency",
        /// Authentication.
        QueueAuth = "queue-auth",
        /// Stored access policies.
        QueueAcl = "queue-acl",
        /// Shared access signatures, of the account and of queues.
        QueueSas = "queue-sas",
        /// Properties of the service.
        QueueService = "queue-service",
        /// The secondary location.
        QueueSecondary = "queue-secondary",
        /// Requests from pages of other origins.
        QueueCors = "queue-cors",
        /// What is left after a restart.
        QueueDurability = "queue-durability",
        /// Containers, blobs, their names, metadata and properties: what every client needs.
        BlobCore = "blob-core",
        /// Block blobs and their blocks.
        BlobBlock = "blob-block",
        /// Reading parts of blobs, and hashes.
        BlobRead = "blob-read",
        /// Listing containers and blobs.
        BlobList = "blob-list",
        /// Copying blobs.
        BlobCopy = "blob-copy",
        /// Conditional headers.
        BlobConditions = "blob-conditions",
        /// Several clients on one blob.
        BlobConcurrency = "blob-concurrency",
        /// Append blobs.
        BlobAppend = "blob-append",
        /// Page blobs.
        BlobPage = "blob-page",
        /// Leases.
        BlobLease = "blob-lease",
        /// Snapshots.
        BlobSnapshot = "blob-snapshot",
        /// Versions.
        BlobVersions = "blob-versions",
        /// Tags.
        BlobTags = "blob-tags",
        /// Tiers.
        BlobTier = "blob-tier",
        /// Policies and holds that keep blobs from being deleted.
        BlobImmutability = "blob-immutability",
        /// Batches of requests.
        BlobBatch = "blob-batch",
        /// Authentication.
        BlobAuth = "blob-auth",
        /// Stored access policies, and what is public.
        BlobAcl = "blob-acl",
        /// Shared access signatures.
        BlobSas = "blob-sas",
        /// Properties of the service.
        BlobService = "blob-service",
        /// The secondary location.
        BlobSecondary = "blob-secondary",
        /// Requests from pages of other origins.
        BlobCors = "blob-cors",
    }
}

impl Suite {
    /// Whether its checks change what belongs to the account rather than to the run's tables: such a suite is run on emulators
    /// and where it is asked for by name, and one check at a time.
    pub fn changes_the_account(self) -> bool {
        matches!(self, Self::ServiceProperties | Self::Cors)
    }

    /// Whether its checks restart the target: such a suite is run where it is said how, and one check at a time.
    pub fn restarts(self) -> bool {
        self == Self::Restart
    }
}

/// Every check, in the order in which they run.
pub fn catalogue() -> Vec<Check> {
    let mut checks = [crate::table::checks(), crate::queue::checks(), crate::blob::checks()].concat();
    checks.sort_by_key(|check| check.suite);
    checks
}
