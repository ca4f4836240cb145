//! What the storage emulator does otherwise than every service: the versions that it knows.

use crate::profile::NEWEST;
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace};
use crate::version::Version;

/// The refusal of a version that the emulator does not know.
pub(crate) fn version_refusal(version: Version, rule: RuleId, trace: &mut Trace<'_>) -> Option<Refusal> {
    let message = "The REST version is not supported by the storage emulator.".to_owned();
    let (code, layer) = ("VersionNotSupportedByEmulator", Layer::FrontEnd);
    (version > NEWEST && trace.emulates(rule)).then_some(Refusal { status: 400, code, message, rule, layer })
}
