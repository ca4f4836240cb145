//! The targets: one file each, one function each that takes octets and panics if something is wrong.

pub mod address;
pub mod atom_entity;
pub mod batch_answer;
pub mod batch_request;
pub mod blob_address;
pub mod blob_differential;
pub mod blob_document;
pub mod continuation;
pub mod differential;
pub mod filter;
pub mod json_entity;
pub mod judge;
pub mod queue_address;
pub mod queue_differential;
pub mod queue_message;
pub mod recording;
pub mod sas;
pub mod shared_key;
pub mod stored_files;

mod asked;
mod service;
mod vocabulary;

/// A target.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Its name: that of its binary, of its corpus and of its dictionary.
    pub name: &'static str,
    /// Tries one input; panics if something is wrong.
    pub run: fn(&[u8]),
}

/// Every target.
pub const ALL: &[Target] = &[
    Target { name: "address", run: address::run },
    Target { name: "atom-entity", run: atom_entity::run },
    Target { name: "batch-answer", run: batch_answer::run },
    Target { name: "batch-request", run: batch_request::run },
    Target { name: "blob-address", run: blob_address::run },
    Target { name: "blob-differential", run: blob_differential::run },
    Target { name: "blob-document", run: blob_document::run },
    Target { name: "continuation", run: continuation::run },
    Target { name: "differential", run: differential::run },
    Target { name: "filter", run: filter::run },
    Target { name: "json-entity", run: json_entity::run },
    Target { name: "judge", run: judge::run },
    Target { name: "queue-address", run: queue_address::run },
    Target { name: "queue-differential", run: queue_differential::run },
    Target { name: "queue-message", run: queue_message::run },
    Target { name: "recording", run: recording::run },
    Target { name: "sas", run: sas::run },
    Target { name: "shared-key", run: shared_key::run },
    Target { name: "stored-files", run: stored_files::run },
];
