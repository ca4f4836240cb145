//! The words that checks of queues are written in: one for each operation, by the names that the documentation gives them;
//! documents; and shared access signatures.

mod documents;
mod operations;
mod options;
mod sas;

pub(crate) use crate::steps::{
    RawExt, SasExt, StepExt, bare_request, cors_rule, cross_origin, logging, metrics, retention, sections,
};
pub(crate) use documents::{identifier, message_document, policy_document, put_document, whole_policy};
pub(crate) use operations::{
    absent, clear, create, create_with, delete, delete_queue, further, get, get_one, list, message, metadata, peek,
    peek_one, policies, properties, put, queue, set_metadata, set_policies, set_properties, statistics, update, wait,
};
pub(crate) use options::AskExt;
pub(crate) use sas::{account_sas, queue_sas, queue_sas_for};
