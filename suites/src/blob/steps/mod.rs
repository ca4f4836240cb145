//! The words that checks of blobs are written in: one for each operation, by the names that the documentation gives them; what an
//! operation says beside its name; documents; and shared access signatures.

mod documents;
mod operations;
mod options;
mod sas;

pub(crate) use crate::steps::{SasExt, StepExt, bare_request};
pub(crate) use documents::{block_list, identifier, policy_document, tags_document};
pub(crate) use operations::{
    abort_copy, account, acquire_lease, acquire_lease_of_container, append, append_from_url, batch, block_id,
    change_lease, container, containers, copy, copy_from, copy_increment, create, create_append, create_page,
    delegation_key, delete, delete_container, delete_policy, find, further, get, get_acl, get_block_list,
    get_container, get_container_metadata, get_metadata, get_service_properties, get_tags, head, hold, lease,
    lease_container, list, page_ranges, put, put_block, put_block_from_url, put_block_list, put_from_url, put_page,
    put_page_from_url, release_lease, renew_lease, seal, set_acl, set_container_metadata, set_expiry, set_metadata,
    set_policy, set_properties, set_service_properties, set_tags, set_tier, snapshot, statistics, told, undelete, url,
    wait,
};
pub(crate) use options::AskExt;
pub(crate) use sas::{account_sas, blob_sas, container_sas};
