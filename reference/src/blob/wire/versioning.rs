//! Versions of blobs as requests name them: by `versionid`, alone, and only where an operation takes it.

use super::kind::Kind;
use super::moments;
use super::understand::{Message, Wrong};
use crate::blob::refuse::{invalid_parameter, refusal};
use crate::datetime::DateTime;
use crate::refusal::Detailed;
use crate::rules::{RuleId, Trace, id};

/// The option that names a version.
const OPTION: &str = "versionid";

impl Message<'_> {
    fn names_version(&self) -> bool {
        self.option(OPTION).is_some() && id::BLOB_VERSIONING_READ.holds_for(self.version)
    }

    /// The version that is asked for.
    pub(super) fn version_asked(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Option<DateTime> {
        let text = self.option(OPTION).filter(|_| self.names_version())?;
        let version = moments::read(&text);
        if version.is_none() {
            trace.raise(id::BLOB_OPEN_VERSION_FORM);
            wrong.0.push(invalid_parameter(OPTION, &text, "", id::BLOB_OPEN_VERSION_FORM));
        }
        version
    }

    /// Refuses a version where none may be named, or beside a snapshot.
    pub(super) fn check_version(&self, kind: Kind, wrong: &mut Wrong, trace: &mut Trace<'_>) {
        if !self.names_version() {
            return;
        }
        let takes = kind.takes_snapshot() || kind == Kind::SetTags;
        let rule = id::BLOB_VERSIONING_READ_ONLY;
        if !takes && trace.enforce(rule) {
            wrong.0.push(self.root_only(rule));
        }
        let rule = id::BLOB_VERSIONING_BESIDE_SNAPSHOT;
        if takes && self.option("snapshot").is_some() && trace.enforce(rule) {
            let message = "Two or more mutually exclusive query parameters are specified.";
            wrong.0.push(refusal(400, "MutuallyExclusiveQueryParameters", message, rule).into());
        }
    }

    /// The refusal of a version where the blob alone can be named.
    pub(super) fn root_only(&self, rule: RuleId) -> Detailed {
        let reason = "This operation is only allowed on the root blob. Version id should not be provided.";
        invalid_parameter(OPTION, self.query.get(OPTION).unwrap_or_default(), reason, rule)
    }
}
