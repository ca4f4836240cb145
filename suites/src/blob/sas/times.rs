//! When, from where and how a shared access signature may be used: for every operation, and to the edge.

use super::{ALL, SUITE, asked_with, everything};
use crate::blob::steps::{SasExt as _, StepExt as _, account_sas, blob_sas, container_sas, get, list, put};
use crate::check::Check;
use crate::define::check;
use crate::steps::{ANYWHERE, later};
use tablestakes_reference::history::{Sas, Step};

/// Everything that a SAS may open, with this one, which opens nothing.
fn nothing_with(sas: &Sas) -> Vec<Step> {
    asked_with(sas, everything().into_iter().chain([list()]))
}

/// The checks of one scope: the beginning of their ids, its name, and a signature with all letters.
macro_rules! limited {
    ($scope:literal, $name:literal, $sas:expr, $granted:ident) => {
        vec![
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-expired"),
                concat!($name, " that has expired is refused, for every operation"),
                "A minute is within the skew of clocks, it is thought.",
                [BLOB_SAS_EXPIRED],
                nothing_with(&Sas { expires: Some(-60), ..$sas })
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-not-yet"),
                concat!($name, " that begins later is refused, for every operation"),
                "Only one end is looked at.",
                [BLOB_SAS_NOT_YET],
                nothing_with(&later($sas))
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-expiry-required"),
                concat!($name, " without an expiry is refused, for every operation"),
                "What is not there cannot be over.",
                [BLOB_SAS_EXPIRED],
                nothing_with(&Sas { expires: None, ..$sas })
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-protocol"),
                concat!($name, " for HTTPS alone is refused over HTTP, for every operation"),
                "The parameter is for clients, it is thought.",
                [BLOB_SAS_PROTOCOL],
                nothing_with(&Sas { protocols: Some("https".into()), ..$sas })
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-address"),
                concat!($name, " for another address is refused, for every operation"),
                "The address is not known behind a proxy, and then none is compared.",
                [BLOB_SAS_ADDRESS],
                nothing_with(&Sas { addresses: Some("192.0.2.1".into()), ..$sas })
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-addresses"),
                concat!($name, " for other addresses is refused, for every operation"),
                "Ranges are taken for two single addresses, or for none.",
                [BLOB_SAS_ADDRESS],
                nothing_with(&Sas { addresses: Some("192.0.2.1-192.0.2.254".into()), ..$sas })
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-within-limits"),
                concat!($name, " that is for now, for here and for this protocol is taken"),
                "Limits are compared the wrong way round, or as text.",
                [$granted],
                [
                    put("b", "1"),
                    get("b").auth(Sas { starts: Some(-60), expires: Some(120), ..$sas }.auth()),
                    get("b").auth(Sas { starts: Some(-86400), expires: Some(86400), ..$sas }.auth()),
                    get("b").auth(Sas { protocols: Some("https,http".into()), ..$sas }.auth()),
                    get("b").auth(Sas { addresses: Some(ANYWHERE.into()), ..$sas }.auth()),
                    put("b", "2").auth(Sas { addresses: Some(ANYWHERE.into()), ..$sas }.auth()),
                    get("b"),
                ]
            ),
        ]
    };
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [
        limited!("account", "A SAS of the account", account_sas(ALL), BLOB_SAS_ACCOUNT),
        limited!("container", "A SAS for a container", container_sas("racwdl"), BLOB_SAS_SERVICE_SAS),
        limited!("blob", "A SAS for a blob", blob_sas("b", "racwd"), BLOB_SAS_SERVICE_SAS),
    ]
    .concat()
}
