//! Whether a check has anything to try on some axes.

use super::generation::draw;
use super::selection::{Restarts, Unit};
use crate::finding::SkipReason;
use crate::history::format_of;
use crate::target::{AuthScheme, Axes, Format};
use tablestakes_reference::history::{Auth, Call, Step};
use tablestakes_reference::rules::{RuleId, id};
use tablestakes_reference::{Profile, Version};
use tablestakes_suites::check::Source;
use tablestakes_suites::{Check, Suite};

/// Rules about JSON beside those of that topic.
const OF_JSON: [RuleId; 2] = [id::TABLE_HEADERS_ACCEPT_PLAIN_JSON, id::TABLE_HEADERS_CONTENT_TYPE_JSON];

/// Why a check is not run on these axes, if it is not.
pub(super) fn unsuited(check: &Check, axes: Axes, profile: Profile) -> Option<SkipReason> {
    if !profile.speaks(axes.version) {
        return Some(SkipReason::ProfileEnded { version: axes.version });
    }
    if !axes.format.is_spoken_in(axes.version) {
        return Some(SkipReason::FormatEnded { version: axes.version });
    }
    if !axes.auth.is_known_in(axes.version) {
        return Some(SkipReason::NoSuchAuth { auth: axes.auth, version: axes.version });
    }
    if axes.auth != AuthScheme::default() && says_how_to_authorize(check) {
        return Some(SkipReason::AuthAlone);
    }
    if axes.format == Format::Atom && is_json_alone(check, axes) {
        return Some(SkipReason::JsonAlone);
    }
    let rule = *check.rules.first()?;
    (!rule.holds_for(axes.version)).then_some(SkipReason::VersionOutside { rule })
}

/// Why a check is not run on a target that can be restarted so, if it is not.
pub(super) fn unclaimed(check: &Check, restarts: Restarts) -> Option<SkipReason> {
    let of_durability = check.rules.contains(&id::TABLE_DURABILITY_ACKNOWLEDGED);
    match restarts {
        Restarts::Unknown if check.suite.restarts() => Some(SkipReason::NoRestart),
        Restarts::Forgetting if of_durability => Some(SkipReason::NotDurable),
        Restarts::Unknown | Restarts::Forgetting | Restarts::Durable => None,
    }
}

/// For how many seconds the longest history of a check waits. Of one that is generated some histories are looked at.
pub(super) fn waits(check: &Check) -> u64 {
    const LOOKED_AT: u32 = 8;
    let drawn = match check.source {
        Source::Scripted(_) => 1,
        Source::Generated(_) => LOOKED_AT,
        // Clients that meet do not wait for each other.
        Source::Crowd { .. } => 0,
    };
    (0..drawn).filter_map(|case| draw(check, 1, case).ok()).map(|history| history.waits()).max().unwrap_or(0)
}

/// Why a unit is not run on a target on which histories may not wait as long as its do, if it is not.
pub(super) fn untimely(unit: &Unit) -> Option<SkipReason> {
    let (longest, seconds) = (unit.longest_wait?, unit.waits);
    (seconds > u64::from(longest)).then_some(SkipReason::LongWait { seconds, longest })
}

/// Whether a check asks the secondary location anything.
pub(super) fn asks_secondary(check: &Check) -> bool {
    match check.source {
        Source::Scripted(history) => history().asks_secondary(),
        Source::Generated(_) | Source::Crowd { .. } => false,
    }
}

/// Whether the rule holds that a check aims at.
pub(super) fn holds(check: &Check, version: Version) -> bool {
    check.rules.first().is_none_or(|rule| rule.holds_for(version))
}

/// Whether a check aims at a rule about JSON, or asks for nothing but JSON.
fn is_json_alone(check: &Check, axes: Axes) -> bool {
    let aims = check.rules.first().is_some_and(|rule| rule.rule().topic == "json" || OF_JSON.contains(rule));
    aims || match check.source {
        Source::Scripted(history) => history().steps.iter().all(|step| match format_of(step, axes) {
            Some(format) => format != Format::Atom,
            None => names_json(step),
        }),
        Source::Generated(_) | Source::Crowd { .. } => false,
    }
}

/// Whether a check is about ways to authorize, or leaves none of its steps open in that.
fn says_how_to_authorize(check: &Check) -> bool {
    let suites = [Suite::Auth, Suite::Sas, Suite::Acl, Suite::ServiceProperties, Suite::Cors, Suite::Secondary];
    suites.contains(&check.suite)
        || match check.source {
            Source::Scripted(history) => history().all_steps().all(|step| {
                let written = |(name, _): &(String, Option<String>)| name.eq_ignore_ascii_case("authorization");
                step.wire.auth != Auth::SharedKey || step.wire.headers.iter().any(written)
            }),
            Source::Generated(_) | Source::Crowd { .. } => false,
        }
}

/// Whether a request that is written out has a header that names JSON.
fn names_json(step: &Step) -> bool {
    let Call::Raw { request } = &step.call else { return false };
    let own = step.wire.headers.iter().filter_map(|(_, value)| value.as_deref());
    request.headers.iter().map(|(_, value)| value.as_str()).chain(own).any(|value| value.contains("json"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_suites::catalogue;

    fn why(id: &str, version: Version) -> Option<String> {
        let check = catalogue().into_iter().find(|check| check.id == id).unwrap();
        unsuited(&check, Axes { version, format: Format::Atom, ..Axes::default() }, Profile::Cloud)
            .map(|reason| reason.to_string())
    }

    #[test]
    fn what_the_emulator_never_spoke_is_skipped() {
        let check = catalogue().remove(0);
        let on = |version| unsuited(&check, Axes { version, ..Axes::default() }, Profile::Emulator);
        assert_eq!(on(Version::V2019_07_07), None);
        let newer = on(Version::V2020_12_06).map(|reason| reason.to_string());
        assert_eq!(newer.as_deref(), Some("the storage emulator has no version 2020-12-06"));
    }

    #[test]
    fn what_atom_cannot_try_is_skipped() {
        let newest = Version::V2015_07_08;
        for id in
            ["table.smoke.insert-then-get", "table.acl.malformed", "table.mixed.generated", "table.atom.malformed"]
        {
            assert_eq!(why(id, newest), None, "{id}");
        }
        for id in ["table.json-metadata.set", "table.types.by-level", "table.errors.malformed-json"] {
            assert_eq!(why(id, newest).as_deref(), Some("what it asks is about JSON alone"), "{id}");
        }
        let ended = why("table.smoke.insert-then-get", Version::V2015_12_11);
        assert_eq!(ended.as_deref(), Some("version 2015-12-11 has no Atom"));
        assert!(why("table.atom.ended", newest).unwrap().starts_with("table.atom.ended holds for"));
    }
}
