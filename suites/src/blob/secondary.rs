//! The secondary location of an account that is replicated with read access. It may lag behind the primary one by any time, so
//! nothing is read there that was changed.

use super::steps::{StepExt as _, get, get_service_properties, put, statistics};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::history::Auth;

const SUITE: Suite = Suite::Secondary;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobSecondary,
            "blob.secondary.statistics",
            "The secondary location tells how far the replication is",
            "The operation answers an empty document, or none.",
            [BLOB_SERVICE_STATISTICS],
            [
                statistics().at_secondary(),
                statistics().version(Version::V2013_08_15).at_secondary(),
                statistics().version(Version::V2020_12_06).at_secondary(),
            ]
        ),
        check!(
            BlobSecondary,
            "blob.secondary.statistics-of-primary",
            "The primary location has no statistics of the replication",
            "The operation is there wherever it is asked for.",
            [BLOB_SERVICE_STATISTICS_OF_PRIMARY],
            [
                statistics(),
                statistics().at_secondary(),
                statistics().version(Version::V2013_08_15),
                statistics().version(Version::V2019_07_07),
            ]
        ),
        check!(
            BlobSecondary,
            "blob.secondary.signed-as-primary",
            "A request to the secondary location is signed for the primary one's path, in both schemes",
            "The path is signed as it comes.",
            [BLOB_AUTH_SIGNED_AS_PRIMARY],
            [
                statistics().at_secondary(),
                statistics().auth(Auth::SharedKeyLite).at_secondary(),
                get_service_properties().at_secondary(),
                statistics().auth(Auth::WrongKey).at_secondary(),
            ]
        ),
        check!(
            BlobSecondary,
            "blob.secondary.verified",
            "The secondary location verifies signatures as the primary one does",
            "It reads only, and that is thought to be harmless.",
            [BLOB_AUTH_SIGNATURE, BLOB_AUTH_REQUIRED],
            [
                statistics().auth(Auth::WrongKey).at_secondary(),
                statistics().auth(Auth::Anonymous).at_secondary(),
                statistics().auth(Auth::Shortened { lite: false }).at_secondary(),
                put("b", "1").at_secondary(),
                get("b"),
            ]
        ),
    ]
}
