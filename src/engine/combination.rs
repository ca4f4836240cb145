//! With which axes a check runs.

use super::selection::Request;
use super::suited::{holds, unsuited};
use crate::target::{AddressStyle, AuthScheme, Axes, Format};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use tablestakes_reference::rules::RuleId;
use tablestakes_reference::{Profile, ServiceName, Version};
use tablestakes_suites::check::Source;
use tablestakes_suites::{Check, Suite};

/// How many values an axis has on which none is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extent {
    /// One: the usual one.
    #[default]
    Usual,
    /// All that make a difference, one axis at a time: every version in which something changed, in the usual format, and
    /// every format in its usual version.
    All,
}

/// The axes on which a check is run.
pub(super) fn combinations(check: &Check, request: &Request) -> Vec<Axes> {
    let mut axes = of_versions_and_formats(check, request);
    if request.extent == Extent::All && request.versions.is_empty() && names_every_version(check) {
        let format = Format::JsonMinimal;
        axes.retain(|axes| axes.format != format || axes.version == usual_version(check, format, request.profile));
    }
    let usual = Axes { version: usual_version(check, Format::JsonMinimal, request.profile), ..Axes::default() };
    let all = request.extent == Extent::All;
    // What several clients see, and what faults and restarts leave, depends on neither, and takes long. That the host may name
    // the account says nothing of the secondary location.
    let apart = matches!(check.suite, Suite::Concurrency | Suite::Faults | Suite::Restart | Suite::Secondary);
    let is_worth = |axes: &Axes| unsuited(check, *axes, request.profile).is_none();
    if !request.auths.is_empty() {
        axes = product(&axes, &request.auths, |axes, auth| Axes { auth, ..axes });
    } else if all && !apart {
        axes.extend(
            product(&[usual], &AuthScheme::ALL, |axes, auth| Axes { auth, ..axes }).into_iter().filter(is_worth),
        );
    }
    if !request.addresses.is_empty() {
        axes = product(&axes, &request.addresses, |axes, address| Axes { address, ..axes });
    } else if all && request.emulated && !apart {
        axes.push(Axes { address: AddressStyle::ByHost, ..usual });
    }
    axes.sort();
    axes.dedup();
    axes
}

/// Whether every step of a check names its version, so that the run's has no part in it.
fn names_every_version(check: &Check) -> bool {
    match check.source {
        Source::Scripted(history) => history().all_steps().all(|step| step.wire.version.is_some()),
        Source::Generated(_) | Source::Crowd { .. } => false,
    }
}

/// Every one of these axes with every value of another.
fn product<T: Copy>(axes: &[Axes], values: &[T], with: impl Fn(Axes, T) -> Axes) -> Vec<Axes> {
    axes.iter().flat_map(|axes| values.iter().map(|value| with(*axes, *value))).collect()
}

fn of_versions_and_formats(check: &Check, request: &Request) -> Vec<Axes> {
    let service = check.service();
    // Tables alone have formats.
    let formats = |otherwise: &[Format]| match (service, request.formats.is_empty()) {
        (ServiceName::Table, true) => otherwise.to_vec(),
        (ServiceName::Table, false) => request.formats.clone(),
        (ServiceName::Queue | ServiceName::Blob, _) => vec![Format::JsonMinimal],
    };
    let on = |format: Format, versions: Vec<Version>| {
        let versions = if request.versions.is_empty() { versions } else { request.versions.clone() };
        versions.into_iter().map(move |version| Axes { version, format, ..Axes::default() })
    };
    let usual = |format: Format| on(format, vec![usual_version(check, format, request.profile)]);
    match request.extent {
        Extent::Usual => formats(&[Format::JsonMinimal]).into_iter().flat_map(usual).collect(),
        Extent::All => {
            let turning = |format: Format| {
                let telling = |version: &Version| {
                    holds(check, *version) && format.is_spoken_in(*version) && request.profile.speaks(*version)
                };
                on(format, turning_points(service).iter().copied().filter(telling).collect())
            };
            // Before the first version with JSON nobody knows what comes of asking for it: those are asked in Atom.
            let usual_then = |axes: &Axes| {
                let asked_for = !request.formats.is_empty() || !request.versions.is_empty();
                asked_for
                    || service != ServiceName::Table
                    || (axes.format == Format::Atom) == (axes.version < Version::V2013_08_15)
            };
            let by_version =
                formats(&[Format::JsonMinimal, Format::Atom]).into_iter().flat_map(turning).filter(usual_then);
            let by_format = formats(&Format::ALL).into_iter().flat_map(usual);
            // A format that nobody asked for is tried where there is something to try.
            let worth = |axes: &Axes| {
                !request.formats.is_empty()
                    || axes.format != Format::Atom
                    || unsuited(check, *axes, request.profile).is_none()
            };
            by_version.chain(by_format).filter(worth).collect()
        }
    }
}

/// Spans of published versions within which the same rules of a service hold: the first and the last version of each.
pub fn epochs(service: ServiceName) -> Vec<(Version, Version)> {
    let own: Vec<RuleId> = RuleId::all().filter(|rule| rule.rule().service == service.name()).collect();
    let rules = |version: Version| own.iter().map(|rule| rule.holds_for(version)).collect::<Vec<bool>>();
    let versions: Vec<(Version, Vec<bool>)> = Version::KNOWN.iter().map(|&version| (version, rules(version))).collect();
    let spans = versions.chunk_by(|left, right| left.1 == right.1);
    spans.filter_map(|span| Some((span.first()?.0, span.last()?.0))).collect()
}

/// The versions beside which something changed for a service, and the first and the newest one.
fn turning_points(service: ServiceName) -> &'static [Version] {
    static OF_EACH: LazyLock<BTreeMap<ServiceName, Vec<Version>>> = LazyLock::new(|| {
        let of = |service| epochs(service).into_iter().flat_map(|(first, last)| [first, last]).collect();
        ServiceName::ALL.into_iter().map(|service| (service, of(service))).collect()
    });
    OF_EACH.get(&service).map(Vec::as_slice).unwrap_or_default()
}

/// The version on which a check is run in a format if none is asked for: the default one, or the newest that speaks the
/// format and for which the rule holds that the check aims at.
fn usual_version(check: &Check, format: Format, profile: Profile) -> Version {
    let known = || std::iter::once(Version::DEFAULT).chain(Version::KNOWN.iter().rev().copied());
    let mut speaking = known().filter(|version| format.is_spoken_in(*version) && profile.speaks(*version));
    let newest = speaking.clone().next().unwrap_or(Version::DEFAULT);
    speaking.find(|version| holds(check, *version)).unwrap_or(newest)
}

#[cfg(test)]
mod tests {
    use super::super::Selection;
    use super::super::testing::{check, scripted};
    use super::*;
    use tablestakes_reference::rules::id;

    fn catalogue() -> Vec<Check> {
        vec![check("table.keys.plus", Suite::Keys, scripted)]
    }

    #[test]
    fn every_combination_of_axes() {
        let request = Request {
            checks: vec!["table.keys.plus".into()],
            versions: vec![Version::V2019_02_02, Version::V2015_12_11, Version::V2019_02_02],
            formats: vec![Format::JsonFull, Format::JsonNone],
            ..Request::default()
        };
        assert_eq!(combinations(&catalogue().remove(0), &request).len(), 4);
        let auths = AuthScheme::ALL.to_vec();
        let request = Request { auths, addresses: AddressStyle::ALL.to_vec(), ..request };
        assert_eq!(combinations(&catalogue().remove(0), &request).len(), 4 * 3 * 2);
    }

    #[test]
    fn all_axes_have_every_way_to_authorize_and_to_name_the_account_once() {
        let request = Request { extent: Extent::All, emulated: true, ..Request::default() };
        let axes = combinations(&catalogue().remove(0), &request);
        for auth in [AuthScheme::SharedKeyLite, AuthScheme::AccountSas] {
            assert_eq!(axes.iter().filter(|axes| axes.auth == auth).count(), 1, "{auth:?}");
        }
        assert_eq!(axes.iter().filter(|axes| axes.address == AddressStyle::ByHost).count(), 1);
        let in_the_cloud = combinations(&catalogue().remove(0), &Request { emulated: false, ..request });
        assert_eq!(in_the_cloud.len(), axes.len() - 1);
    }

    #[test]
    fn all_axes_are_the_versions_in_which_something_changed_and_every_format() {
        let request = Request { checks: vec!["table.keys.plus".into()], extent: Extent::All, ..Request::default() };
        let selection = Selection::new(catalogue(), &request).unwrap();
        let on = |format| selection.units().iter().filter(move |unit| unit.axes.format == format);
        let versions: Vec<Version> = on(Format::JsonMinimal).map(|unit| unit.axes.version).collect();
        for version in [Version::V2013_08_15, Version::V2015_07_08, Version::V2015_12_11, Version::DEFAULT] {
            assert!(versions.contains(&version), "{version}");
        }
        assert_eq!(versions.last(), Version::KNOWN.last());
        assert!(versions.len() < Version::KNOWN.len());
        assert_eq!([Format::JsonNone, Format::JsonFull].map(|format| on(format).count()), [1, 1]);
        // What is older than JSON is asked in Atom.
        assert!(versions.iter().all(|version| *version >= Version::V2013_08_15), "{versions:?}");
        let in_atom: Vec<Version> = on(Format::Atom).map(|unit| unit.axes.version).collect();
        assert_eq!((in_atom.first(), in_atom.last()), (Some(&Version::V2009_04_14), Some(&Version::V2015_07_08)));
    }

    #[test]
    fn a_rule_of_old_versions_is_tried_on_the_newest_of_them() {
        let on = |rules| combinations(&Check { rules, ..catalogue().remove(0) }, &Request::default())[0].version;
        assert_eq!(on(&[id::TABLE_KEYS_PERCENT_ONCE]), Version::DEFAULT);
        assert_eq!(on(&[id::TABLE_ATOM_ENTRY]), Version::V2015_07_08);
    }
}
