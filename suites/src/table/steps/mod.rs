//! The words that checks are written in: one for each operation, each form of writing it, each value.

mod batch;
mod operations;
mod sas;
mod values;

pub(crate) use crate::steps::{RawExt, SasExt, StepExt, bare_request, post_json, raw};
pub(crate) use batch::{MimeBatch, inner};
pub(crate) use operations::{
    at, batch, batch_without_preference, create_table, delete, delete_table, etag, etag_in, get, get_select, get_table,
    insert, insert_body, insert_every_type, insert_or_merge, insert_or_replace, list_tables, merge, next_page, on,
    page, preferring, query_tables, scan, scan_all, scan_with, seed, table, update,
};
pub(crate) use sas::{account_sas, table_sas};
pub(crate) use values::{
    bare, binary, boolean, datetime, datetime_text, double, guid, int, literal, long, null, repeated, text,
};
