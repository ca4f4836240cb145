//! How a step is written on the wire, where a check is about that.

use tablestakes_reference::history::{Auth, Fault, KeyEncoding, LineEnd, Metadata, Step};
use tablestakes_reference::table::MergeMethod;
use tablestakes_reference::{Location, Version};

/// The same step, written otherwise.
pub(crate) trait StepExt: Into<Step> {
    /// With this header, in place of what the harness would write.
    fn header(self, name: &str, value: impl Into<String>) -> Step {
        let mut step = self.into();
        step.wire.headers.push((name.to_owned(), Some(value.into())));
        step
    }

    /// At this metadata level.
    fn metadata(self, level: Metadata) -> Step {
        let mut step = self.into();
        step.wire.metadata = Some(level);
        step
    }

    /// Authorized in this way.
    fn auth(self, auth: Auth) -> Step {
        let mut step = self.into();
        step.wire.auth = auth;
        step
    }

    /// To this account, where the account stands in the path.
    fn of_account(self, account: &str) -> Step {
        let mut step = self.into();
        step.wire.account = Some(account.to_owned());
        step
    }

    /// To the secondary location.
    fn at_secondary(self) -> Step {
        let mut step = self.into();
        step.wire.location = Location::Secondary;
        step
    }

    /// In this protocol version.
    fn version(self, version: Version) -> Step {
        let mut step = self.into();
        step.wire.version = Some(version);
        step
    }

    /// With keys in the path written so.
    fn keys_as(self, keys: KeyEncoding) -> Step {
        let mut step = self.into();
        step.wire.keys = keys;
        step
    }

    /// With merges spelt `PATCH`.
    fn patched(self) -> Step {
        let mut step = self.into();
        step.wire.merge = MergeMethod::Patch;
        step
    }

    /// As POST with `X-HTTP-Method`.
    fn tunnelled(self) -> Step {
        let mut step = self.into();
        step.wire.tunnelled = true;
        step
    }

    /// With bare LF within the batch.
    fn bare_line_feeds(self) -> Step {
        let mut step = self.into();
        step.wire.line_end = LineEnd::Lf;
        step
    }

    /// Befallen by this on its way.
    fn befallen(self, fault: Fault) -> Step {
        let mut step = self.into();
        step.wire.fault = Some(fault);
        step
    }

    /// The same if something happens to it, else as it is.
    fn befallen_by(self, fault: Option<Fault>) -> Step {
        let mut step = self.into();
        step.wire.fault = fault;
        step
    }

    /// With scheme and host in the requests within the batch.
    fn path_inner_uris(self) -> Step {
        let mut step = self.into();
        step.wire.path_inner_uris = true;
        step
    }
}

impl<S: Into<Step>> StepExt for S {}
