//! Shared access signatures that name a stored access policy. A policy may take half a minute to be seen, and a SAS is
//! refused until then; so most of these checks ask for what must be refused either way.

use super::{SUITE, everything, leases, reads, writes};
use crate::blob::steps::{
    SasExt as _, StepExt as _, blob_sas, container_sas, delete, get, head, identifier, list, policy_document, put,
    set_acl, set_metadata, wait,
};
use crate::check::Check;
use crate::define::{check, steps};
use crate::steps::forged;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::{Sas, Step};

const PAST: &str = "2020-01-01T00:00:00Z";
const FUTURE: &str = "2100-01-01T00:00:00Z";

/// Sets one policy, `p`, with these times and letters.
fn set(start: &str, expiry: &str, letters: &str) -> Ask {
    set_acl(&policy_document(&[identifier("p", start, expiry, letters)]))
}

/// Sets one policy that is valid now, and permits this.
fn permitting(letters: &str) -> Ask {
    set(PAST, FUTURE, letters)
}

/// The same without what a policy need not have.
fn set_partly(policy: &str) -> Ask {
    let identifier = format!("<SignedIdentifier><Id>p</Id><AccessPolicy>{policy}</AccessPolicy></SignedIdentifier>");
    set_acl(&policy_document(&[identifier]))
}

/// A SAS that says nothing but which policy holds.
fn named() -> Sas {
    Sas { policy: Some("p".into()), expires: None, ..container_sas("") }
}

fn named_by_blob() -> Sas {
    Sas { policy: Some("p".into()), expires: None, ..blob_sas("b", "") }
}

/// A blob, these policies, these operations by the policy, and what is there then.
fn by_policy(policy: Ask, sas: &Sas, asks: impl IntoIterator<Item = Ask>) -> Vec<Step> {
    let mut script = steps![put("b", "1"), policy];
    script.extend(asks.into_iter().map(|ask| ask.auth(sas.clone().auth())));
    script.extend(steps![get("b")]);
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [letters(), times(), names()].concat()
}

fn letters() -> Vec<Check> {
    vec![
        check!(
            BlobSas,
            "blob.sas.policy-r-alone",
            "A SAS by a stored access policy with r alone changes nothing",
            "The letters in the address are looked at, of which there are none.",
            [BLOB_SAS_POLICY_PERMISSION],
            by_policy(permitting("r"), &named(), [writes(), leases(), vec![delete("b"), list()]].concat())
        ),
        check!(
            BlobSas,
            "blob.sas.policy-w-alone",
            "A SAS by a stored access policy with w alone neither reads, lists nor deletes",
            "The letters in the address are looked at, of which there are none.",
            [BLOB_SAS_POLICY_PERMISSION],
            by_policy(permitting("w"), &named(), [reads(), vec![delete("b"), list()]].concat())
        ),
        check!(
            BlobSas,
            "blob.sas.policy-by-blob",
            "A SAS for a blob by a stored access policy allows nothing that the policy does not",
            "Policies are those of containers, and are looked up for these.",
            [BLOB_SAS_POLICY_PERMISSION],
            by_policy(permitting("l"), &named_by_blob(), everything())
        ),
        check!(
            BlobSas,
            "blob.sas.policy-without-permission",
            "A SAS by a stored access policy that permits nothing does nothing",
            "What is not said is not forbidden.",
            [BLOB_SAS_POLICY_PERMISSION],
            by_policy(
                set_partly(&format!("<Start>{PAST}</Start><Expiry>{FUTURE}</Expiry>")),
                &named(),
                everything().into_iter().chain([list()])
            )
        ),
        check!(
            BlobSas,
            "blob.sas.policy-permission",
            "A SAS allows nothing that its stored access policy does not, whatever it was before",
            "The name of the policy is signed, and its permissions are not looked up.",
            [BLOB_SAS_POLICY_PERMISSION],
            [
                put("b", "1"),
                permitting("r"),
                put("b", "2").auth(named().auth()),
                delete("b").auth(named().auth()),
                permitting("d"),
                head("b").auth(named().auth()),
                list().auth(named().auth()),
                get("b"),
            ]
        ),
        check!(
            BlobSas,
            "blob.sas.policy-seen",
            "A stored access policy is seen half a minute after it was set, and its removal too",
            "What is looked up is kept for good.",
            [BLOB_SAS_SERVICE_SAS, BLOB_SAS_POLICY_UNKNOWN],
            [
                put("b", "1"),
                permitting("rw"),
                wait(45),
                get("b").auth(named().auth()),
                head("b").auth(named_by_blob().auth()),
                put("b", "2").auth(named().auth()),
                list().auth(named().auth()),
                set_acl(""),
                wait(45),
                get("b").auth(named().auth()),
                get("b").auth(named_by_blob().auth()),
                get("b").auth(Sas { policy: Some("p".into()), ..container_sas("r") }.auth()),
                get("b"),
            ]
        ),
    ]
}

fn times() -> Vec<Check> {
    vec![
        check!(
            BlobSas,
            "blob.sas.policy-expired",
            "A SAS whose stored access policy has expired is refused, for every operation",
            "Times are looked for in the address alone.",
            [BLOB_SAS_POLICY_EXPIRED],
            by_policy(set("2019-01-01T00:00:00Z", PAST, "racwdl"), &named(), everything().into_iter().chain([list()]))
        ),
        check!(
            BlobSas,
            "blob.sas.policy-not-yet",
            "A SAS whose stored access policy begins later is refused, for every operation",
            "Only one end is looked at.",
            [BLOB_SAS_POLICY_NOT_YET],
            by_policy(
                set("2099-01-01T00:00:00Z", FUTURE, "racwdl"),
                &named(),
                everything().into_iter().chain([list()])
            )
        ),
        check!(
            BlobSas,
            "blob.sas.policy-times-by-blob",
            "The times of a stored access policy hold for a SAS for a blob, too",
            "Policies are looked up for containers.",
            [BLOB_SAS_POLICY_EXPIRED, BLOB_SAS_POLICY_NOT_YET],
            {
                let mut script =
                    by_policy(set("2019-01-01T00:00:00Z", PAST, "racwd"), &named_by_blob(), [get("b"), put("b", "2")]);
                script.extend(steps![
                    set("2099-01-01T00:00:00Z", FUTURE, "racwd"),
                    get("b").auth(named_by_blob().auth()),
                    put("b", "3").auth(named_by_blob().auth()),
                    get("b"),
                ]);
                script
            }
        ),
        check!(
            BlobSas,
            "blob.sas.policy-times-alone",
            "A stored access policy may give the times, and the address the permissions",
            "Fields are taken from one place or from the other.",
            [BLOB_SAS_POLICY_EXPIRED, BLOB_SAS_POLICY_NOT_YET],
            {
                let sas = Sas { permissions: "racwdl".into(), ..named() };
                let mut script =
                    by_policy(set_partly("<Expiry>2020-01-01T00:00:00Z</Expiry>"), &sas, [get("b"), put("b", "2")]);
                let later = set_partly("<Start>2099-01-01T00:00:00Z</Start><Expiry>2100-01-01T00:00:00Z</Expiry>");
                script.extend(steps![
                    later,
                    get("b").auth(sas.clone().auth()),
                    put("b", "2").auth(sas.auth()),
                    get("b")
                ]);
                script
            }
        ),
    ]
}

fn names() -> Vec<Check> {
    vec![
        check!(
            BlobSas,
            "blob.sas.policy-unknown",
            "A SAS that names a stored access policy which is not there is refused, for every operation",
            "That is how a SAS is revoked: by removing its policy.",
            [BLOB_SAS_POLICY_UNKNOWN],
            by_policy(
                permitting("racwdl"),
                &Sas { policy: Some("absent".into()), ..container_sas("racwdl") },
                everything().into_iter().chain([list()])
            )
        ),
        check!(
            BlobSas,
            "blob.sas.policy-unknown-by-blob",
            "A SAS for a blob that names a stored access policy which is not there is refused",
            "That is how a SAS is revoked: by removing its policy.",
            [BLOB_SAS_POLICY_UNKNOWN],
            by_policy(
                permitting("racwdl"),
                &Sas { policy: Some("absent".into()), ..blob_sas("b", "racwd") },
                everything()
            )
        ),
        check!(
            BlobSas,
            "blob.sas.policy-name-case",
            "The name of a stored access policy is compared with its case and as a whole",
            "It is compared without, or by its beginning.",
            [BLOB_SAS_POLICY_UNKNOWN],
            [
                put("b", "1"),
                permitting("racwdl"),
                get("b").auth(Sas { policy: Some("P".into()), ..container_sas("r") }.auth()),
                get("b").auth(Sas { policy: Some("p ".into()), ..container_sas("r") }.auth()),
                get("b").auth(Sas { policy: Some("pp".into()), ..blob_sas("b", "r") }.auth()),
                set_metadata("b").auth(Sas { policy: Some("P".into()), ..container_sas("w") }.auth()),
                get("b"),
            ]
        ),
        check!(
            BlobSas,
            "blob.sas.policy-forged",
            "A SAS that names a stored access policy is signed as any other",
            "The policy permits, and who names it need not sign.",
            [BLOB_SAS_SIGNATURE],
            by_policy(permitting("racwdl"), &forged(named()), everything().into_iter().chain([list()]))
        ),
        check!(
            BlobSas,
            "blob.sas.policy-repeated",
            "A SAS that repeats a field of its stored access policy is refused",
            "One of the two wins, and it may be the one that the owner of the container does not control.",
            [BLOB_SAS_POLICY_REPEATED],
            [
                put("b", "1"),
                permitting("r"),
                put("b", "2").auth(Sas { permissions: "racwdl".into(), ..named() }.auth()),
                get("b").auth(Sas { permissions: "r".into(), ..named() }.auth()),
                get("b").auth(Sas { expires: Some(3600), ..named() }.auth()),
                get("b").auth(Sas { starts: Some(-3600), ..named() }.auth()),
                get("b").auth(Sas { expires: Some(3600), ..named_by_blob() }.auth()),
                put("b", "2").auth(Sas { permissions: "w".into(), expires: Some(3600), ..named() }.auth()),
                get("b"),
            ]
        ),
    ]
}
