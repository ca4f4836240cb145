//! The stages that a request goes through before its service looks at it.

use super::emulator;
use super::listener::{self, Page};
use crate::addressing::{Addressed, Addressing, Location};
use crate::auth::{SasRules, sas, signed_path};
use crate::http::Request;
use crate::query::{QueryRules, QueryString};
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace};
use crate::version::Version;
use std::borrow::Cow;

/// The rules of a service about these stages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StageRules {
    /// The listener refuses control characters in paths.
    pub(crate) controls_in_path: RuleId,
    /// About the spelling of queries.
    pub(crate) query: QueryRules,
    /// About signatures in the query.
    pub(crate) sas: SasRules,
    /// A version that cannot be read is refused.
    pub(crate) version: RuleId,
    /// The first segment of a path names the account.
    pub(crate) path_account: RuleId,
    /// The emulator knows no newer versions.
    pub(crate) emulator_version: RuleId,
    /// The emulator's secondary location has a segment of its own.
    pub(crate) emulator_secondary: RuleId,
    /// What goes to the secondary location is signed as for the primary one.
    pub(crate) signed_as_primary: RuleId,
}

/// What the listener let pass: the target is taken apart, and the version is known that answers speak.
#[derive(Debug)]
pub(crate) struct Heard<'r> {
    /// The request.
    pub(crate) request: &'r Request,
    /// Its path, as it was sent.
    pub(crate) path: &'r str,
    /// Its query.
    pub(crate) query: QueryString,
    /// Whether it proves where it comes from by its query.
    pub(crate) by_sas: bool,
    /// The version in force.
    pub(crate) version: Version,
}

/// A request whose version and account are known.
#[derive(Debug)]
pub(crate) struct Located<'r> {
    /// The address of the service, without a slash at its end.
    pub(crate) base: String,
    /// Where it goes.
    pub(crate) addressed: Result<Addressed<'r>, Refusal>,
}

impl<'r> Heard<'r> {
    /// The first stage: the listener.
    ///
    /// # Errors
    /// The page that it answers instead of the service.
    pub(crate) fn listen(request: &'r Request, rules: &StageRules, trace: &mut Trace<'_>) -> Result<Self, Page> {
        let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
        if let Some(page) = listener::page(path)
            && trace.enforce(rules.controls_in_path)
        {
            return Err(page);
        }
        let query = QueryString::read(query, &rules.query, trace);
        let by_sas = request.headers.get("authorization").is_none() && sas::is_signed(&query);
        let said = request.headers.get("x-ms-version");
        let said = if by_sas { sas::version(&query, said, &rules.sas, trace) } else { said };
        let version = said.and_then(|version| version.parse().ok()).unwrap_or(Version::DEFAULT);
        Ok(Self { request, path, query, by_sas, version })
    }

    /// The second stage: the version.
    ///
    /// # Errors
    /// It cannot be read, or is not known to the emulator.
    pub(crate) fn check_version(&self, rules: &StageRules, trace: &mut Trace<'_>) -> Result<(), Refusal> {
        let said = self.request.headers.get("x-ms-version").filter(|_| !self.by_sas);
        if said.is_some_and(|said| said.parse::<Version>().is_err()) && trace.enforce(rules.version) {
            let message = "The value for one of the HTTP headers is not in the correct format.".to_owned();
            let (code, rule, layer) = ("InvalidHeaderValue", rules.version, Layer::FrontEnd);
            return Err(Refusal { status: 400, code, message, rule, layer });
        }
        emulator::version_refusal(self.version, rules.emulator_version, trace).map_or(Ok(()), Err)
    }

    /// The third stage: the address.
    pub(crate) fn locate(
        &self,
        scheme: &str,
        account: &str,
        addressing: &'r Addressing,
        rules: &StageRules,
        trace: &mut Trace<'_>,
    ) -> Located<'r> {
        let host = self.request.headers.get("host").unwrap_or("localhost");
        let addressed = match addressing.locate(account, host, self.path) {
            Some(addressed) => Ok(addressed),
            None if trace.enforce(rules.path_account) => Err(unknown_account(rules.path_account)),
            None => {
                let whose = |below| Addressed { base: addressing.base(), below, location: Location::Primary };
                let below = addressing.below_any_account(self.path);
                below.map(whose).ok_or_else(|| unknown_account(rules.path_account))
            }
        };
        let base = addressed.as_ref().map_or(addressing.base(), |addressed| addressed.base);
        if !base.is_empty() && addressed.as_ref().is_ok_and(|addressed| !addressed.location.is_primary()) {
            // The address of the secondary location is the same with every profile: this notes the rule alone.
            trace.emulates(rules.emulator_secondary);
        }
        Located { base: format!("{scheme}://{host}{base}"), addressed }
    }

    /// The path that is to be signed.
    pub(crate) fn signed_path(
        &self,
        addressed: &Addressed<'r>,
        addressing: &Addressing,
        rules: &StageRules,
        trace: &mut Trace<'_>,
    ) -> Cow<'r, str> {
        signed_path(addressed, self.path, addressing, rules.signed_as_primary, trace)
    }
}

fn unknown_account(rule: RuleId) -> Refusal {
    let message = "The specified resource does not exist.".to_owned();
    Refusal { status: 404, code: "ResourceNotFound", message, rule, layer: Layer::Entities }
}
