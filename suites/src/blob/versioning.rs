//! Versions of blobs, in an account that keeps them: what makes one, how they are read, listed and deleted. They came with version
//! 2019-10-10.

mod asked;
mod deleted;
mod listed;
mod made;
mod restored;

use super::steps::{AskExt as _, StepExt as _, told};
use crate::check::{Check, Suite};
use crate::define::{Script, with_versions};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::Versioning;

/// The id of a version that no blob ever had.
const LONG_AGO: &str = "2000-01-01T00:00:00.0000000Z";
/// The same, of one that is still to be made.
const LATER: &str = "2099-01-01T00:00:00.0000000Z";

/// The id of the version that a step told of.
fn version(step: usize) -> String {
    told(step, Told::Version)
}

/// The version of the blob `b` that a step told of, asked for like this.
fn of(step: usize, ask: Ask) -> Ask {
    ask.of_version(version(step))
}

/// Steps in an account that keeps versions, each by a protocol version that knows of them unless it names another.
fn kept(steps: Vec<Step>) -> Script {
    let in_version = |step: Step| match step.wire.version {
        Some(_) => step,
        None => step.version(Version::V2019_12_12),
    };
    with_versions(steps.into_iter().map(in_version).collect())
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [made::checks(), asked::checks(), listed::checks(), deleted::checks(), restored::checks()].concat()
}
