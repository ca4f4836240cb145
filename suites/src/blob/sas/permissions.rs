//! The letters of signatures: each operation with the one that it needs and no other, and without.

use super::{ALL, SUITE, asked_with, leases, reads, writes};
use crate::blob::steps::{
    AskExt as _, SasExt as _, StepExt as _, account_sas, acquire_lease, append, blob_sas, container_sas, create_append,
    create_page, delete, get, get_tags, head, lease, list, page_ranges, put, put_page, seal, set_properties, set_tags,
    snapshot, tags_document,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::{Sas, Step};

/// A signature of each scope with these letters, the name in the last one being that of the blob.
fn account(_: &str, letters: &str) -> Sas {
    account_sas(letters).for_types("b", "o")
}

fn container(_: &str, letters: &str) -> Sas {
    container_sas(letters)
}

type Scope = fn(&str, &str) -> Sas;

/// All letters but these.
fn but(letters: &[char]) -> String {
    ALL.replace(letters, "")
}

/// Operations on the blob `b` by these letters.
fn by(scope: Scope, letters: &str, asks: Vec<Ask>) -> Vec<Step> {
    asked_with(&scope("b", letters), asks)
}

/// The lease of a blob broken with a signature, and then the blob deleted.
fn broken_and_deleted(sas: &Sas) -> Vec<Step> {
    steps![
        put("b", "1"),
        acquire_lease("b", 60),
        lease("b", "break").with("x-ms-lease-break-period", "0").auth(sas.clone().auth()),
        head("b"),
        delete("b").auth(sas.clone().auth()),
        get("b"),
        list(),
    ]
}

/// Operations on an append blob by these letters.
fn on_append(scope: Scope, letters: &str) -> Vec<Step> {
    let sas = scope("a", letters);
    let mut script = steps![create_append("a")];
    script.extend([append("a", "1"), append("a", "2")].map(|ask| ask.auth(sas.clone().auth())));
    script.extend(steps![get("a"), list()]);
    script
}

/// Operations on a page blob by these letters.
fn on_pages(scope: Scope, letters: &str) -> Vec<Step> {
    let sas = scope("p", letters);
    let clear = put_page("p", 0, 511).leaving_out("x-ms-page-write").with("x-ms-page-write", "clear").octets(b"");
    let asks = [
        page_ranges("p"),
        put_page("p", 512, 1023),
        clear,
        set_properties("p").with("x-ms-blob-content-length", "512"),
        get("p"),
    ];
    let mut script = steps![create_page("p", 1024), put_page("p", 0, 511)];
    script.extend(asks.map(|ask| ask.auth(sas.clone().auth())));
    script.extend(steps![page_ranges("p"), get("p")]);
    script
}

/// Tags and seals by these letters.
fn on_later(scope: Scope, letters: &str) -> Vec<Step> {
    let sas = scope("a", letters);
    let mut script = steps![create_append("a"), set_tags("a", tags_document(&[("a", "1")]))];
    let asks = [get_tags("a"), set_tags("a", tags_document(&[("b", "2")])), seal("a")];
    script.extend(asks.map(|ask| ask.auth(sas.clone().auth())));
    script.extend(steps![get_tags("a"), head("a"), append("a", "1")]);
    script.into_iter().map(|step| step.version(Version::V2019_12_12)).collect()
}

/// The checks of one scope: the beginning of their ids, the scope's name, its rules of granting and of refusing.
macro_rules! letters {
    ($scope:literal, $name:literal, $make:expr, $granted:ident, $refused:ident) => {
        vec![
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-r"),
                concat!("The letter r of ", $name, " opens every read of a blob"),
                "One of the reads has another letter, or none.",
                [$granted],
                by($make, "r", reads())
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-w"),
                concat!("The letter w of ", $name, " opens every write to a blob"),
                "A write is asked for c, or for a.",
                [$granted],
                by($make, "w", [writes(), vec![snapshot("b")], leases()].concat())
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-d"),
                concat!("The letter d of ", $name, " opens deleting and breaking leases"),
                "Deleting is writing.",
                [$granted],
                broken_and_deleted(&$make("b", "d"))
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-c-snapshot"),
                concat!("The letter c of ", $name, " opens making a snapshot"),
                "A snapshot is a write to what is there.",
                [$granted],
                by($make, "c", vec![snapshot("b")])
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-without-r"),
                concat!("Without r ", $name, " reads nothing"),
                "Who may write may read, or who may list.",
                [$refused],
                by($make, &but(&['r']), reads())
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-without-w"),
                concat!("Without w ", $name, " changes nothing that is there"),
                "Who may create may change, or who may append.",
                [$refused],
                by($make, &but(&['w']), writes())
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-without-d"),
                concat!("Without d ", $name, " deletes nothing"),
                "Deleting is writing.",
                [$refused],
                by($make, &but(&['d']), vec![delete("b"), delete("b").with("x-ms-delete-snapshots", "include")])
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-without-w-and-d"),
                concat!("Without w and d ", $name, " leases nothing"),
                "A lease changes nothing, it is thought.",
                [$refused],
                by($make, &but(&['w', 'd']), leases())
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-without-w-and-c"),
                concat!("Without w and c ", $name, " makes no snapshot"),
                "A snapshot changes nothing, it is thought.",
                [$refused],
                by($make, &but(&['w', 'c']), vec![snapshot("b"), put("b", "2")])
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-r-alone"),
                concat!("With r alone ", $name, " changes nothing"),
                "The table of permissions has a hole for one operation.",
                [$refused],
                by($make, "r", [writes(), vec![snapshot("b")], leases(), vec![delete("b")]].concat())
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-w-alone"),
                concat!("With w alone ", $name, " neither reads nor deletes"),
                "To write is the most that there is.",
                [$refused],
                by($make, "w", [reads(), vec![delete("b")]].concat())
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-a-alone"),
                concat!("With a alone ", $name, " does nothing to a block blob"),
                "To add is to write.",
                [$refused],
                by($make, "a", [reads(), writes(), vec![snapshot("b")], leases(), vec![delete("b")]].concat())
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-d-alone"),
                concat!("With d alone ", $name, " neither reads nor writes"),
                "To delete is the most that there is.",
                [$refused],
                by($make, "d", [reads(), writes(), vec![snapshot("b")]].concat())
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-append"),
                concat!("The letters a and w of ", $name, " open appending"),
                "One of the two is thought of.",
                [$granted],
                [on_append($make, "a"), on_append($make, "w").split_off(1)].concat()
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-append-refused"),
                concat!("Without a and w ", $name, " appends nothing"),
                "To create is to append.",
                [$refused],
                on_append($make, &but(&['a', 'w']))
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-pages"),
                concat!("The letters r and w of ", $name, " open reading and writing pages"),
                "Each kind of blob has a front door of its own.",
                [$granted],
                on_pages($make, "rw")
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-pages-refused"),
                concat!("Without r and w ", $name, " neither reads nor writes pages"),
                "Each kind of blob has a front door of its own.",
                [$refused],
                on_pages($make, &but(&['r', 'w']))
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-tags"),
                concat!("The letter t of ", $name, " opens reading and setting tags"),
                "Tags are properties, and are asked for r and w.",
                [$granted],
                on_later($make, "tw")
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-tags-refused"),
                concat!("Without t ", $name, " neither reads nor sets tags, and without a and w seals nothing"),
                "Tags are properties, and are asked for r and w.",
                [$refused],
                on_later($make, &but(&['a', 'w']))
            ),
        ]
    };
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [
        letters!("account", "a SAS of the account", account, BLOB_SAS_ACCOUNT, BLOB_SAS_PERMISSION),
        letters!("container", "a SAS for a container", container, BLOB_SAS_SERVICE_SAS, BLOB_SAS_SERVICE_PERMISSION),
        letters!("blob", "a SAS for a blob", blob_sas, BLOB_SAS_SERVICE_SAS, BLOB_SAS_SERVICE_PERMISSION),
        listing(),
    ]
    .concat()
}

fn listing() -> Vec<Check> {
    vec![
        check!(
            BlobSas,
            "blob.sas.container-l",
            "The letter l of a SAS for a container opens the listing of its blobs, and nothing else does",
            "Who may read each may list them all.",
            [BLOB_SAS_SERVICE_PERMISSION, BLOB_SAS_SERVICE_SAS],
            [
                put("b", "1"),
                list().auth(container_sas("l").auth()),
                list().auth(container_sas("racwd").auth()),
                list().auth(container_sas("r").auth()),
                list().including("metadata").auth(container_sas("w").auth()),
                get("b").auth(container_sas("l").auth()),
                delete("b").auth(container_sas("l").auth()),
                list(),
            ]
        ),
        check!(
            BlobSas,
            "blob.sas.account-l",
            "The letter l of an account SAS opens the listing of blobs, and nothing else does",
            "Who may read each may list them all.",
            [BLOB_SAS_PERMISSION, BLOB_SAS_ACCOUNT],
            [
                put("b", "1"),
                list().auth(account_sas("l").for_types("b", "c").auth()),
                list().auth(account_sas("racwd").for_types("b", "c").auth()),
                list().auth(account_sas("r").auth()),
                get("b").auth(account_sas("l").auth()),
                list(),
            ]
        ),
    ]
}
