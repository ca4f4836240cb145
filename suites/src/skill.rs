//! What a target may lack as a whole, and how to ask for each in its plainest form.
//!
//! A target that lacks one is asked nothing that needs it: everything would fail for the same reason.

use crate::check::named;
use crate::{blob, queue, table};
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::{RuleId, id};

named! {
    /// The skills, in an order in which none comes before one that it rests on.
    Skill {
        /// Entity group transactions.
        Batch = "batch",
        /// Pages and the tokens that lead from one to the next.
        Continuation = "continuation",
        /// The format of old versions.
        Atom = "atom",
        /// Refusing those who do not sign, or sign wrongly.
        Auth = "auth",
        /// Shared access signatures.
        Sas = "sas",
        /// Stored access policies of tables.
        Acl = "acl",
        /// Properties of the service.
        ServiceProperties = "service-properties",
        /// Answers to pages of other origins.
        Cors = "cors",
        /// Refusing those who ask of queues and do not sign, or sign wrongly.
        QueueAuth = "queue-auth",
        /// Shared access signatures, of the account and of queues.
        QueueSas = "queue-sas",
        /// Stored access policies of queues.
        QueueAcl = "queue-acl",
        /// Properties of the queue service.
        QueueServiceProperties = "queue-service-properties",
        /// Answers about queues to pages of other origins.
        QueueCors = "queue-cors",
        /// Blobs that are put block by block.
        BlockLists = "block-lists",
        /// Copying blobs.
        Copy = "copy",
        /// Append blobs.
        AppendBlobs = "append-blobs",
        /// Page blobs.
        PageBlobs = "page-blobs",
        /// Leases of blobs and containers.
        Leases = "leases",
        /// Snapshots of blobs.
        Snapshots = "snapshots",
        /// Versions of blobs.
        Versions = "versions",
        /// Tags of blobs.
        Tags = "tags",
        /// Tiers of blobs.
        Tiers = "tiers",
        /// Refusing those who ask of blobs and do not sign, or sign wrongly.
        BlobAuth = "blob-auth",
        /// Shared access signatures, of the account, containers and blobs.
        BlobSas = "blob-sas",
        /// Stored access policies of containers.
        BlobAcl = "blob-acl",
        /// Properties of the blob service.
        BlobServiceProperties = "blob-service-properties",
        /// Answers about blobs to pages of other origins.
        BlobCors = "blob-cors",
    }
}

impl Skill {
    /// What it is, for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Batch => "entity group transactions",
            Self::Continuation => "continuation",
            Self::Atom => "Atom",
            Self::Auth => "authentication",
            Self::Sas => "shared access signatures",
            Self::Acl => "stored access policies",
            Self::ServiceProperties => "service properties",
            Self::Cors => "CORS",
            Self::QueueAuth => "authentication of queues",
            Self::QueueSas => "shared access signatures of queues",
            Self::QueueAcl => "stored access policies of queues",
            Self::QueueServiceProperties => "properties of the queue service",
            Self::QueueCors => "CORS of queues",
            Self::BlockLists => "block lists",
            Self::Copy => "copying blobs",
            Self::AppendBlobs => "append blobs",
            Self::PageBlobs => "page blobs",
            Self::Leases => "leases",
            Self::Snapshots => "snapshots",
            Self::Versions => "versions of blobs",
            Self::Tags => "tags of blobs",
            Self::Tiers => "tiers of blobs",
            Self::BlobAuth => "authentication of blobs",
            Self::BlobSas => "shared access signatures of blobs",
            Self::BlobAcl => "stored access policies of containers",
            Self::BlobServiceProperties => "properties of the blob service",
            Self::BlobCors => "CORS of blobs",
        }
    }

    /// The plainest rule of the skill: the one that a target breaks which lacks it, unless an experiment blames another.
    pub fn rule(self) -> RuleId {
        match self {
            Self::Batch => id::TABLE_BATCH_ACCEPTED,
            Self::Continuation => id::TABLE_CONTINUATION_TOP_TOKEN,
            Self::Atom => id::TABLE_ATOM_ACCEPTED,
            Self::Auth => id::TABLE_AUTH_SIGNATURE,
            Self::Sas => id::TABLE_SAS_ACCOUNT,
            Self::Acl => id::TABLE_ACL_SET,
            Self::ServiceProperties => id::TABLE_SERVICE_PROPERTIES_STORED,
            Self::Cors => id::TABLE_CORS_PREFLIGHT,
            Self::QueueAuth => id::QUEUE_AUTH_SIGNATURE,
            Self::QueueSas => id::QUEUE_SAS_ACCOUNT,
            Self::QueueAcl => id::QUEUE_ACL_SET,
            Self::QueueServiceProperties => id::QUEUE_SERVICE_PROPERTIES_STORED,
            Self::QueueCors => id::QUEUE_CORS_PREFLIGHT,
            Self::BlockLists => id::BLOB_BLOCK_LISTS_UNCOMMITTED,
            Self::Copy => id::BLOB_COPY_ACCEPTED,
            Self::AppendBlobs => id::BLOB_APPEND_TOLD,
            Self::PageBlobs => id::BLOB_PAGES_LISTED,
            Self::Leases => id::BLOB_LEASES_PROPOSED,
            Self::Snapshots => id::BLOB_SNAPSHOTS_METADATA,
            Self::Versions => id::BLOB_VERSIONING_TOLD,
            Self::Tags => id::BLOB_TAGS_SET,
            Self::Tiers => id::BLOB_TIERS_SET,
            Self::BlobAuth => id::BLOB_AUTH_SIGNATURE,
            Self::BlobSas => id::BLOB_SAS_ACCOUNT,
            Self::BlobAcl => id::BLOB_ACL_SET,
            Self::BlobServiceProperties => id::BLOB_SERVICE_PROPERTIES_STORED,
            Self::BlobCors => id::BLOB_CORS_PREFLIGHT,
        }
    }

    /// What it means nothing without.
    pub fn rests_on(self) -> Option<Self> {
        match self {
            Self::Sas => Some(Self::Auth),
            Self::Cors => Some(Self::ServiceProperties),
            Self::QueueSas => Some(Self::QueueAuth),
            Self::QueueCors => Some(Self::QueueServiceProperties),
            Self::BlobSas => Some(Self::BlobAuth),
            Self::BlobCors => Some(Self::BlobServiceProperties),
            _ => None,
        }
    }

    /// Whether it is a setting of the account: a target without it is not wrong, and what needs it is not asked.
    pub fn is_setting(self) -> bool {
        self == Self::Versions
    }

    /// The id under which baselines and findings know the question whether a target has it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Batch => "table.skill.batch",
            Self::Continuation => "table.skill.continuation",
            Self::Atom => "table.skill.atom",
            Self::Auth => "table.skill.auth",
            Self::Sas => "table.skill.sas",
            Self::Acl => "table.skill.acl",
            Self::ServiceProperties => "table.skill.service-properties",
            Self::Cors => "table.skill.cors",
            Self::QueueAuth => "queue.skill.auth",
            Self::QueueSas => "queue.skill.sas",
            Self::QueueAcl => "queue.skill.acl",
            Self::QueueServiceProperties => "queue.skill.service-properties",
            Self::QueueCors => "queue.skill.cors",
            Self::BlockLists => "blob.skill.block-lists",
            Self::Copy => "blob.skill.copy",
            Self::AppendBlobs => "blob.skill.append-blobs",
            Self::PageBlobs => "blob.skill.page-blobs",
            Self::Leases => "blob.skill.leases",
            Self::Snapshots => "blob.skill.snapshots",
            Self::Versions => "blob.skill.versions",
            Self::Tags => "blob.skill.tags",
            Self::Tiers => "blob.skill.tiers",
            Self::BlobAuth => "blob.skill.auth",
            Self::BlobSas => "blob.skill.sas",
            Self::BlobAcl => "blob.skill.acl",
            Self::BlobServiceProperties => "blob.skill.service-properties",
            Self::BlobCors => "blob.skill.cors",
        }
    }

    /// The skill with this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|skill| skill.name() == name)
    }

    /// Its plainest forms, one history each: a target that does any of them has it.
    pub fn forms(self) -> Vec<History> {
        match self.service() {
            ServiceName::Table => table::forms(self),
            ServiceName::Queue => queue::forms(self),
            ServiceName::Blob => blob::forms(self),
        }
    }

    /// The service that it is a skill of.
    pub fn service(self) -> ServiceName {
        ServiceName::of_id(self.id()).unwrap_or_default()
    }
}
