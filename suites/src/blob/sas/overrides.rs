//! Headers of answers that a signature overrides.

use super::SUITE;
use crate::blob::steps::{
    AskExt as _, SasExt as _, StepExt as _, blob_sas, container_sas, create_append, create_page, get, get_metadata,
    head, list, put, snapshot, told,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::symbol::Told;
use tablestakes_reference::history::{Sas, Step};

const ALL: [(&str, &str); 5] = [
    ("rscc", "no-cache"),
    ("rscd", "attachment; filename=\"a b.txt\""),
    ("rsce", "gzip"),
    ("rscl", "de-DE"),
    ("rsct", "text/plain; charset=utf-8"),
];

/// The same, overriding these headers.
fn overriding(mut sas: Sas, parameters: &[(&str, &str)]) -> Sas {
    sas.further.extend(parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    sas
}

/// A blob with all five headers of its own.
fn with_all() -> Ask {
    put("b", "1")
        .with("x-ms-blob-cache-control", "max-age=60")
        .with("x-ms-blob-content-disposition", "inline")
        .with("x-ms-blob-content-encoding", "identity")
        .with("x-ms-blob-content-language", "en")
        .with("x-ms-blob-content-type", "image/png")
}

/// Read by GET, HEAD and in part with each of these signatures, and then by none.
fn read_with(signatures: &[Sas]) -> Vec<Step> {
    let mut script = steps![with_all()];
    script.extend(
        signatures
            .iter()
            .flat_map(|sas| [get("b"), head("b"), get("b").range("0-0")].map(|ask| ask.auth(sas.clone().auth()))),
    );
    script.extend(steps![get("b"), head("b")]);
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [told_by(), signed()].concat()
}

fn told_by() -> Vec<Check> {
    vec![
        check!(
            BlobSas,
            "blob.sas.overrides",
            "A SAS for a blob overrides headers of answers, and nothing that is stored",
            "The parameters are passed over, or stored.",
            [BLOB_SAS_OVERRIDES],
            read_with(&[overriding(blob_sas("b", "r"), &ALL)])
        ),
        check!(
            BlobSas,
            "blob.sas.overrides-by-container",
            "A SAS for a container overrides headers of answers, and nothing that is stored",
            "The parameters are passed over, or stored.",
            [BLOB_SAS_OVERRIDES],
            read_with(&[overriding(container_sas("r"), &ALL)])
        ),
        check!(
            BlobSas,
            "blob.sas.overrides-each",
            "Each header is overridden alone, and the others are the blob's",
            "All five are written, or the wrong one.",
            [BLOB_SAS_OVERRIDES],
            read_with(&ALL.map(|parameter| overriding(blob_sas("b", "r"), &[parameter])))
        ),
        check!(
            BlobSas,
            "blob.sas.overrides-nothing",
            "Headers are overridden that the blob does not have",
            "What is not there cannot be replaced.",
            [BLOB_SAS_OVERRIDES],
            [
                put("b", "1"),
                get("b").auth(overriding(blob_sas("b", "r"), &ALL).auth()),
                head("b").auth(overriding(container_sas("r"), &ALL).auth()),
                get("b"),
            ]
        ),
        check!(
            BlobSas,
            "blob.sas.overrides-of-kinds",
            "Headers are overridden of blobs of every kind, and of snapshots",
            "It is written where block blobs are read.",
            [BLOB_SAS_OVERRIDES],
            [
                put("b", "1"),
                snapshot("b"),
                create_append("a"),
                create_page("p", 512),
                get("b").of_snapshot(told(1, Told::Snapshot)).auth(overriding(container_sas("r"), &ALL).auth()),
                get("a").auth(overriding(blob_sas("a", "r"), &ALL).auth()),
                head("a").auth(overriding(blob_sas("a", "r"), &ALL).auth()),
                get("p").auth(overriding(blob_sas("p", "r"), &ALL).auth()),
                head("p").auth(overriding(container_sas("r"), &ALL).auth()),
            ]
        ),
        check!(
            BlobSas,
            "blob.sas.overrides-of-versions",
            "Headers are overridden in each version since 2013-08-15",
            "The text of the newest version is that of all.",
            [BLOB_SAS_OVERRIDES],
            {
                let versions = [
                    Version::V2013_08_15,
                    Version::V2015_02_21,
                    Version::V2015_04_05,
                    Version::V2019_12_12,
                    Version::V2020_12_06,
                ];
                let mut script = steps![with_all()];
                script.extend(
                    versions
                        .map(|version| head("b").auth(overriding(blob_sas("b", "r"), &ALL).auth()).version(version)),
                );
                script
            }
        ),
        check!(
            BlobSas,
            "blob.sas.overrides-reads",
            "What is no read of the blob is answered as ever",
            "The headers are put on every answer.",
            [BLOB_SAS_SERVICE_SAS],
            [
                put("b", "1").auth(overriding(container_sas("w"), &ALL).auth()),
                get_metadata("b").auth(overriding(container_sas("r"), &ALL).auth()),
                list().auth(overriding(container_sas("l"), &ALL).auth()),
                get("b"),
                get("absent").auth(overriding(container_sas("r"), &ALL).auth()),
            ]
        ),
    ]
}

/// Read with a signature that overrides other headers than were signed.
fn altered(sas: &Sas) -> Vec<Step> {
    let mut script = steps![with_all()];
    for (name, value) in ALL {
        let other = overriding(sas.clone(), &[(name, value)]);
        script.extend(steps![
            get("b").auth(sas.clone().sending(name, value).auth()),
            head("b").auth(other.clone().sending(name, "other/value").auth()),
            get("b").auth(other.without(name).auth()),
        ]);
    }
    script.push(get("b").into());
    script
}

fn signed() -> Vec<Check> {
    vec![
        check!(
            BlobSas,
            "blob.sas.override-signed",
            "A SAS for a blob signs the headers that it overrides: none is added, altered or left out",
            "They are no part of the permission, it is thought.",
            [BLOB_SAS_OVERRIDE_SIGNED],
            altered(&blob_sas("b", "r"))
        ),
        check!(
            BlobSas,
            "blob.sas.override-signed-by-container",
            "A SAS for a container signs the headers that it overrides: none is added, altered or left out",
            "They are no part of the permission, it is thought.",
            [BLOB_SAS_OVERRIDE_SIGNED],
            altered(&container_sas("r"))
        ),
    ]
}
