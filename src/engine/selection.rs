//! Which checks a run has, and with which axes.

use super::combination::{Extent, combinations};
use super::event::CheckRef;
use super::suited::{asks_secondary, waits};
use crate::finding::{AxisNames, Signature};
use crate::nearest::proposal;
use crate::target::{AddressStyle, AuthScheme, Axes, Format};
use globset::Glob;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use tablestakes_reference::{Profile, ServiceName, Version};
use tablestakes_suites::{Check, Suite};

/// What the user asked for. Empty lists ask for everything.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Request {
    /// Services.
    pub services: Vec<ServiceName>,
    /// Names of suites.
    pub suites: Vec<String>,
    /// Globs over the ids of checks; a plain id is one as well.
    pub checks: Vec<String>,
    /// Versions; what `extent` says if empty.
    pub versions: Vec<Version>,
    /// Formats; what `extent` says if empty.
    pub formats: Vec<Format>,
    /// Ways to authorize; what `extent` says if empty.
    pub auths: Vec<AuthScheme>,
    /// Ways to name the account; what `extent` says if empty.
    pub addresses: Vec<AddressStyle>,
    /// How many values an axis has that is not named.
    pub extent: Extent,
    /// Whether the account is an emulator's, and nobody's settings are lost if a check changes them.
    pub emulated: bool,
    /// Whose behaviour is the measure.
    pub profile: Profile,
    /// What the target can be asked to do beside answering.
    pub restarts: Restarts,
    /// The share of the checks that this run takes.
    pub shard: Option<Shard>,
    /// For how many seconds a history may wait in all, for what takes its time; without end where time can be made to jump.
    #[serde(default)]
    pub longest_wait: Option<u32>,
    /// Whether somebody named the services, so that each of them has to be there.
    #[serde(default)]
    pub names_services: bool,
}

/// Whether the target can be restarted, and what it claims to keep then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restarts {
    /// Nobody said how.
    #[default]
    Unknown,
    /// It can be restarted, and does not claim to keep anything.
    Forgetting,
    /// It can be restarted, and claims to keep what it acknowledged.
    Durable,
}

/// One check with one combination of axes.
#[derive(Debug, Clone)]
pub struct Unit {
    /// The check.
    pub check: Check,
    /// The axes.
    pub axes: Axes,
    /// Whose behaviour is the measure.
    pub profile: Profile,
    /// Whether the target can be restarted.
    pub restarts: Restarts,
    /// For how many seconds a history may wait.
    pub longest_wait: Option<u32>,
    /// For how many seconds the longest of its histories does.
    pub waits: u64,
}

impl Unit {
    /// Whether a mismatch with this signature breaks one of the rules that the check tries.
    pub fn tries(&self, signature: &Signature) -> bool {
        signature.rule().is_some_and(|rule| self.check.rules.contains(&rule))
    }

    /// How events refer to it.
    pub fn reference(&self) -> CheckRef {
        CheckRef { id: self.check.id, suite: self.check.suite.name(), axes: AxisNames::from(self.axes) }
    }
}

/// The checks of a run, suite by suite in the order in which they run. Never empty.
#[derive(Debug, Clone)]
pub struct Selection {
    units: Vec<Unit>,
    /// Whether nobody asked for addresses in which the host names the account, and yet they are tried.
    finds_out_by_host: bool,
    names_services: bool,
    shard: Option<Shard>,
    profile: Profile,
}

/// Nothing can be selected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectionError {
    /// There is no such suite.
    #[error("there is no suite `{name}`")]
    UnknownSuite {
        /// As written.
        name: String,
        /// The nearest names, as a sentence.
        proposal: String,
    },
    /// A glob matches no check.
    #[error("no check matches `{glob}`")]
    NoSuchCheck {
        /// As written.
        glob: String,
        /// The nearest names, as a sentence.
        proposal: String,
    },
    /// A glob cannot be read.
    #[error("`{glob}` is not a glob: {reason}")]
    InvalidGlob {
        /// As written.
        glob: String,
        /// What is wrong.
        reason: String,
    },
    /// Every name exists, but together they select nothing.
    #[error("nothing is selected: no check is in {0}")]
    Empty(String),
}

impl SelectionError {
    /// What to do next.
    pub fn hint(&self) -> String {
        let (proposal, list) = match self {
            Self::UnknownSuite { proposal, .. } => (proposal.as_str(), "`tablestakes list suites` names them all"),
            Self::NoSuchCheck { proposal, .. } => (proposal.as_str(), "`tablestakes list checks` names them all"),
            Self::InvalidGlob { .. } | Self::Empty(_) => ("", "`tablestakes list checks` names them all"),
        };
        if proposal.is_empty() { list.to_owned() } else { format!("{proposal} ({list})") }
    }
}

impl Selection {
    /// Selects from the catalogue.
    ///
    /// # Errors
    /// A name that does not exist, or an empty selection.
    pub fn new(catalogue: Vec<Check>, request: &Request) -> Result<Self, SelectionError> {
        let suites = request.suites.iter().map(|name| suite(name)).collect::<Result<Vec<_>, _>>()?;
        let mut globs = Vec::with_capacity(request.checks.len());
        for text in &request.checks {
            let glob = Glob::new(text).map_err(|error| SelectionError::InvalidGlob {
                glob: text.clone(),
                reason: error.kind().to_string(),
            })?;
            let glob = glob.compile_matcher();
            if !catalogue.iter().any(|check| glob.is_match(check.id)) {
                let plain: String = text.chars().filter(|c| !"*?[]{}".contains(*c)).collect();
                let proposal = proposal(&plain, catalogue.iter().map(|check| check.id));
                return Err(SelectionError::NoSuchCheck { glob: text.clone(), proposal });
            }
            globs.push(glob);
        }
        let mut checks: Vec<Check> = catalogue
            .into_iter()
            .filter(|check| request.services.is_empty() || request.services.contains(&check.service()))
            .filter(|check| suites.is_empty() || suites.contains(&check.suite))
            .filter(|check| globs.is_empty() || globs.iter().any(|glob| glob.is_match(check.id)))
            .filter(|check| !check.suite.changes_the_account() || request.emulated || is_named(check, &suites, request))
            .filter(|check| {
                !check.suite.restarts() || request.restarts != Restarts::Unknown || is_named(check, &suites, request)
            })
            .filter(|check| request.shard.is_none_or(|shard| shard.takes(check.id)))
            .collect();
        checks.sort_by_key(|check| check.suite);
        if checks.is_empty() {
            return Err(SelectionError::Empty(describe(request)));
        }
        let with_axes = |check: Check| {
            let (axes, waits) = (combinations(&check, request), waits(&check));
            axes.into_iter().map(move |axes| Unit {
                check: check.clone(),
                axes,
                profile: request.profile,
                restarts: request.restarts,
                longest_wait: request.longest_wait,
                waits,
            })
        };
        let units = checks.into_iter().flat_map(with_axes);
        let by_host = |unit: &Unit| unit.axes.address == AddressStyle::ByHost;
        let units: Vec<Unit> = units.collect();
        let finds_out_by_host = request.addresses.is_empty() && units.iter().any(by_host);
        let Request { names_services, shard, profile, .. } = *request;
        Ok(Self { units, finds_out_by_host, names_services, shard, profile })
    }

    /// The units, in order.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// Whether it is to be found out first that the target answers where the host names the account: what no emulator
    /// promises counts against none that was not asked for it.
    pub(super) fn finds_out_by_host(&self) -> bool {
        self.finds_out_by_host
    }

    /// The services that its checks ask.
    pub fn services(&self) -> BTreeSet<ServiceName> {
        self.units.iter().map(|unit| unit.check.service()).collect()
    }

    /// Whether each of its services has to be there.
    pub(super) fn names_services(&self) -> bool {
        self.names_services
    }

    /// Whether any of its checks asks the secondary location.
    pub(super) fn asks_secondary(&self) -> bool {
        self.units.iter().any(|unit| asks_secondary(&unit.check))
    }

    /// The share of the checks that was asked for.
    pub fn shard(&self) -> Option<Shard> {
        self.shard
    }

    /// Whose behaviour is the measure.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// The units suite by suite.
    pub fn suites(&self) -> impl Iterator<Item = &[Unit]> {
        self.units.chunk_by(|left, right| left.check.suite == right.check.suite)
    }
}

/// Whether the check or its suite is asked for by name, and not by a glob that covers others as well.
fn is_named(check: &Check, suites: &[Suite], request: &Request) -> bool {
    let of_suite = check.id.rsplit_once('.').map_or(check.id, |(suite, _)| suite);
    suites.contains(&check.suite) || request.checks.iter().any(|asked| asked.starts_with(of_suite))
}

fn suite(name: &str) -> Result<Suite, SelectionError> {
    Suite::ALL.iter().copied().find(|suite| suite.name() == name).ok_or_else(|| SelectionError::UnknownSuite {
        name: name.to_owned(),
        proposal: proposal(name, Suite::ALL.iter().map(|suite| suite.name())),
    })
}

fn describe(request: &Request) -> String {
    let mut parts = Vec::new();
    let services = request.services.iter().map(ToString::to_string).collect();
    for (name, values) in [("service", &services), ("suite", &request.suites), ("check", &request.checks)] {
        if !values.is_empty() {
            parts.push(format!("{name} {}", values.join(" or ")));
        }
    }
    if let Some(shard) = request.shard {
        parts.push(format!("shard {shard}"));
    }
    if parts.is_empty() { "the catalogue".to_owned() } else { parts.join(" and ") }
}

/// One of several parts that the checks are dealt to, by a hash of their ids that never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    index: u32,
    of: u32,
}

impl Shard {
    fn takes(self, check: &str) -> bool {
        let digest = Sha256::digest(check.as_bytes());
        let number = digest.iter().take(8).fold(0_u64, |number, &octet| number << 8 | u64::from(octet));
        number % u64::from(self.of) == u64::from(self.index - 1)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (index, of) = text.split_once('/')?;
            let (index, of) = (index.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&index).then_some(Self { index, of })
        };
        read().ok_or_else(|| format!("`{text}` is not a shard: write I/N with I from 1 to N, say 2/4"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{check, scripted};
    use super::*;

    fn catalogue() -> Vec<Check> {
        vec![
            check("table.keys.percent", Suite::Keys, scripted),
            check("table.smoke.filter", Suite::Smoke, scripted),
            check("table.keys.plus", Suite::Keys, scripted),
        ]
    }

    fn ids(request: &Request) -> Vec<&'static str> {
        Selection::new(catalogue(), request).unwrap().units().iter().map(|unit| unit.check.id).collect()
    }

    #[test]
    fn everything_smoke_first() {
        assert_eq!(ids(&Request::default()), ["table.smoke.filter", "table.keys.percent", "table.keys.plus"]);
    }

    #[test]
    fn by_suite_and_glob() {
        let by_suite = Request { suites: vec!["keys".into()], ..Request::default() };
        assert_eq!(ids(&by_suite), ["table.keys.percent", "table.keys.plus"]);
        let by_glob = Request { checks: vec!["table.*.p[el]*".into()], ..Request::default() };
        assert_eq!(ids(&by_glob), ["table.keys.percent", "table.keys.plus"]);
    }

    #[test]
    fn shards_deal_out_every_check_once() {
        let mut dealt: Vec<&str> = (1..=3)
            .filter_map(|index| {
                let request = Request { shard: Some(Shard { index, of: 3 }), ..Request::default() };
                Selection::new(catalogue(), &request).ok()
            })
            .flat_map(|selection| selection.units().iter().map(|unit| unit.check.id).collect::<Vec<_>>())
            .collect();
        dealt.sort_unstable();
        assert_eq!(dealt, ["table.keys.percent", "table.keys.plus", "table.smoke.filter"]);
        for text in ["0/3", "4/3", "1", "a/b", "1/0", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn wrong_names_get_the_nearest() {
        let error = Selection::new(catalogue(), &Request { suites: vec!["key".into()], ..Request::default() });
        assert!(error.unwrap_err().hint().contains("keys"));
        let error = Selection::new(catalogue(), &Request { checks: vec!["percnt".into()], ..Request::default() });
        assert!(error.unwrap_err().hint().contains("table.keys.percent"));
    }

    #[test]
    fn nothing_selected_is_an_error() {
        let request = Request { services: vec![ServiceName::Blob], ..Request::default() };
        let error = Selection::new(catalogue(), &request).unwrap_err();
        assert_eq!(error.to_string(), "nothing is selected: no check is in service blob");
    }
}
