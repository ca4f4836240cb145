//! Shared access signatures of which one parameter is not sent as it was signed, for every parameter that is signed.

use super::{ALL, SUITE};
use crate::blob::steps::{
    SasExt as _, StepExt as _, account_sas, blob_sas, container_sas, delete, get, head, list, put,
};
use crate::check::Check;
use crate::define::{check, steps};
use crate::steps::{NOTHING, full, sender_altered, times_altered};
use tablestakes_reference::history::{Sas, SasScope, Step};

/// A blob, a look at it with each of these signatures, and that it is deleted with the first.
fn read_with(signatures: impl IntoIterator<Item = Sas>) -> Vec<Step> {
    let mut script = steps![put("b", "1")];
    let mut signatures = signatures.into_iter().peekable();
    let first = signatures.peek().cloned();
    script.extend(signatures.map(|sas| get("b").auth(sas.auth())));
    script.extend(first.map(|sas| delete("b").auth(sas.auth())));
    script.push(get("b").into());
    script
}

/// The checks of one scope: the beginning of their ids, its name, a signature with these letters, and its rule of granting.
macro_rules! altered {
    ($scope:literal, $name:literal, $sas:expr, $granted:ident) => {
        vec![
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-says-everything"),
                concat!($name, " may say everything that there is to say"),
                "Each parameter has its line in the text that is signed, and lines are left out.",
                [$granted],
                [
                    put("b", "1").auth(full($sas("rw")).auth()),
                    get("b").auth(full($sas("r")).auth()),
                    head("b").auth(full($sas("racwd")).auth()),
                    get("b"),
                ]
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-permissions-altered"),
                concat!($name, " is refused with letters that were not signed"),
                "The letters are read from the query, and the signature is verified over others.",
                [BLOB_SAS_SIGNATURE],
                read_with([
                    $sas("r").sending("sp", "racwd"),
                    $sas("racwd").sending("sp", "r"),
                    $sas("racwd").sending("sp", "dwcar"),
                    $sas("w").sending("sp", "r"),
                    $sas("racwd").without("sp"),
                ])
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-times-altered"),
                concat!($name, " is refused with times that were not signed"),
                "A SAS that is over is made to last.",
                [BLOB_SAS_SIGNATURE],
                read_with(times_altered(&$sas("racwd")))
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-sender-altered"),
                concat!($name, " is refused with addresses and protocols that were not signed"),
                "The two lines came later than the others.",
                [BLOB_SAS_SIGNATURE],
                read_with(sender_altered(&$sas("racwd")))
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-version-altered"),
                concat!($name, " is refused with a version that was not signed"),
                "It says how the text is put together, and so it is thought to be covered.",
                [BLOB_SAS_SIGNATURE],
                read_with([
                    $sas("racwd").sending("sv", "2018-03-28"),
                    full($sas("racwd")).sending("sv", "2019-07-07"),
                    $sas("racwd").sending("sv", "2020-12-06"),
                ])
            ),
            check!(
                BlobSas,
                concat!("blob.sas.", $scope, "-signature-replaced"),
                concat!($name, " is refused with a signature that signs something else, or nothing"),
                "It is base64, and of the right length.",
                [BLOB_SAS_SIGNATURE],
                read_with([
                    $sas("racwd").sending("sig", NOTHING),
                    $sas("racwd").sending("sig", "AAAA"),
                    $sas("racwd").sending("sig", "no base64"),
                    $sas("racwd").shortened(),
                ])
            ),
        ]
    };
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [
        altered!("account", "A SAS of the account", account_sas, BLOB_SAS_ACCOUNT),
        altered!("container", "A SAS for a container", container_sas, BLOB_SAS_SERVICE_SAS),
        altered!("blob", "A SAS for a blob", |letters| blob_sas("b", letters), BLOB_SAS_SERVICE_SAS),
        others(),
    ]
    .concat()
}

fn others() -> Vec<Check> {
    vec![
        check!(
            BlobSas,
            "blob.sas.account-scope-altered",
            "Services and resource types that were not signed are refused",
            "They are looked at once the signature is through, as they are sent.",
            [BLOB_SAS_SIGNATURE],
            read_with([
                account_sas(ALL).for_types("q", "sco").sending("ss", "b"),
                account_sas(ALL).for_types("bqt", "sco").sending("ss", "b"),
                account_sas(ALL).for_types("b", "s").sending("srt", "sco"),
                account_sas(ALL).for_types("b", "sco").sending("srt", "o"),
                account_sas(ALL).for_types("b", "c").sending("srt", "o"),
            ])
        ),
        check!(
            BlobSas,
            "blob.sas.policy-altered",
            "A stored access policy that was not signed is refused",
            "The name is added to a SAS that has none, or taken away.",
            [BLOB_SAS_SIGNATURE],
            read_with([
                container_sas("racwd").sending("si", "p"),
                Sas { policy: Some("absent".into()), ..container_sas("racwd") }.without("si"),
                Sas { policy: Some("absent".into()), ..blob_sas("b", "racwd") }.sending("si", "other"),
                Sas { policy: Some("absent".into()), ..blob_sas("b", "racwd") }.without("si"),
            ])
        ),
        check!(
            BlobSas,
            "blob.sas.name-signed",
            "A SAS that was signed for what is no container of the account is refused",
            "The resource is taken from the address, and the one that is signed is not compared.",
            [BLOB_SAS_SIGNATURE],
            {
                let named = |name: &str| Sas::new(SasScope::Container { container: name.to_owned() }, "racwdl");
                let mut script = read_with([
                    named("${container}-absent"),
                    named(""),
                    named("${container}/b"),
                    named("${container}/"),
                    named("$root"),
                ]);
                script.push(list().auth(named("${container}/b").auth()));
                script
            }
        ),
    ]
}
