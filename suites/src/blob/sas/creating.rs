//! Creating blobs with a signature: who may create may not replace what is there.

use super::SUITE;
use crate::blob::steps::{
    AskExt as _, SasExt as _, StepExt as _, account_sas, append, blob_sas, block_list, container_sas, create_append,
    create_page, get, get_block_list, head, list, put, put_block, put_block_list, put_page, set_metadata,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::history::{Auth, Sas, Step};

/// A blob that is created with a signature, and what may not be done to it then.
fn created_with(sas: &Sas) -> Vec<Step> {
    let auth = || sas.clone().auth();
    steps![
        put("b", "1").auth(auth()),
        get("b"),
        put("b", "2").auth(auth()),
        create_append("b").auth(auth()),
        create_page("b", 512).auth(auth()),
        set_metadata("b").auth(auth()),
        put_block("b", "1", "one").auth(auth()),
        put_block_list("b", block_list(&[])).auth(auth()),
        get("b"),
        get_block_list("b", "all"),
        list(),
    ]
}

/// The same of other kinds of blobs.
fn others_created_with(sas: &dyn Fn(&str) -> Auth) -> Vec<Step> {
    steps![
        create_append("a").auth(sas("a")),
        append("a", "1").auth(sas("a")),
        create_append("a").auth(sas("a")),
        head("a"),
        create_page("p", 512).auth(sas("p")),
        put_page("p", 0, 511).auth(sas("p")),
        create_page("p", 1024).auth(sas("p")),
        head("p"),
        list(),
    ]
}

/// Replaced with a signature that permits to write.
fn replaced_with(sas: &Sas) -> Vec<Step> {
    let auth = || sas.clone().auth();
    steps![
        put("b", "1").auth(auth()),
        put("b", "2").auth(auth()),
        create_append("b").auth(auth()),
        create_page("b", 512).auth(auth()),
        put("b", "3").auth(auth()),
        get("b"),
    ]
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobSas,
            "blob.sas.container-c",
            "With c a SAS for a container creates blobs, and replaces none",
            "To create and to replace is one operation, and has one letter.",
            [BLOB_SAS_CREATE_OR_WRITE, BLOB_SAS_SERVICE_PERMISSION],
            created_with(&container_sas("c"))
        ),
        check!(
            BlobSas,
            "blob.sas.blob-c",
            "With c a SAS for a blob creates it, and does not replace it",
            "To create and to replace is one operation, and has one letter.",
            [BLOB_SAS_CREATE_OR_WRITE, BLOB_SAS_SERVICE_PERMISSION],
            created_with(&blob_sas("b", "c"))
        ),
        check!(
            BlobSas,
            "blob.sas.account-c",
            "With c a SAS of the account creates blobs, and replaces none",
            "To create and to replace is one operation, and has one letter.",
            [BLOB_SAS_CREATE_OR_WRITE, BLOB_SAS_PERMISSION],
            created_with(&account_sas("c"))
        ),
        check!(
            BlobSas,
            "blob.sas.create-without-w",
            "No other letters replace a blob where w is missing",
            "What may create, delete and append may as well write.",
            [BLOB_SAS_CREATE_OR_WRITE],
            created_with(&container_sas("racdl"))
        ),
        check!(
            BlobSas,
            "blob.sas.create-others",
            "With c and a append blobs are created and appended to, and not replaced",
            "The letters are looked at for block blobs alone.",
            [BLOB_SAS_CREATE_OR_WRITE],
            others_created_with(&|_| container_sas("ca").auth())
        ),
        check!(
            BlobSas,
            "blob.sas.create-others-by-blob",
            "With c and a SAS for blobs create and append to them, and replace none",
            "The letters are looked at for block blobs alone.",
            [BLOB_SAS_CREATE_OR_WRITE],
            others_created_with(&|name| blob_sas(name, "ca").auth())
        ),
        check!(
            BlobSas,
            "blob.sas.create-with-w",
            "With w blobs are created, and replaced by blobs of any kind",
            "Creating needs c, too.",
            [BLOB_SAS_SERVICE_SAS],
            replaced_with(&container_sas("w"))
        ),
        check!(
            BlobSas,
            "blob.sas.account-create-with-w",
            "With w a SAS of the account creates blobs, and replaces them",
            "Creating needs c, too.",
            [BLOB_SAS_ACCOUNT],
            replaced_with(&account_sas("w"))
        ),
        check!(
            BlobSas,
            "blob.sas.create-refused",
            "Without c and w no blob is created",
            "What is not there needs no protection.",
            [BLOB_SAS_SERVICE_PERMISSION, BLOB_SAS_PERMISSION],
            [
                put("b", "1").auth(container_sas("radl").auth()),
                put("b", "1").auth(blob_sas("b", "rad").auth()),
                put("b", "1").auth(account_sas("radlup").auth()),
                create_append("b").auth(container_sas("radl").auth()),
                create_page("b", 512).auth(account_sas("radlup").auth()),
                put_block("b", "1", "one").auth(container_sas("racdl").auth()),
                get("b"),
                get_block_list("b", "all"),
                list().including("uncommittedblobs"),
            ]
        ),
    ]
}
