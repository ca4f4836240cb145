//! Shared access signatures in the query: what those of an account, of a table and of a queue have in common.
//!
//! ```text
//! Account:  account \n sp \n ss \n srt \n st \n se \n sip \n spr \n sv \n [ses \n]
//! ```
//!
//! Values are decoded; what is absent is an empty line. (Microsoft Learn: Create an account SAS.) Those of a service's own
//! resources are its own.

use super::refused::{failed, front_end};
use crate::account::Account;
use crate::datetime::DateTime;
use crate::lexical::datetime;
use crate::policies::Policy;
use crate::query::QueryString;
use crate::refusal::Refusal;
use crate::rules::{RuleId, Trace};
use crate::version::Version;
use std::net::Ipv4Addr;

/// The rules of a service about signatures in the query.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SasRules {
    /// The service's letter in `ss`.
    pub(crate) letter: char,
    /// Which version counts.
    pub(crate) version: RuleId,
    /// Signatures are verified.
    pub(crate) signature: RuleId,
    /// None is good before its beginning.
    pub(crate) not_yet: RuleId,
    /// None is good after its end.
    pub(crate) expired: RuleId,
    /// The same of a policy's.
    pub(crate) policy_not_yet: RuleId,
    /// The same of a policy's.
    pub(crate) policy_expired: RuleId,
    /// A policy that is not there grants nothing.
    pub(crate) policy_unknown: RuleId,
    /// Nothing may stand in the policy and in the address.
    pub(crate) policy_repeated: RuleId,
    /// `spr` is kept.
    pub(crate) protocol: RuleId,
    /// `sip` is kept.
    pub(crate) address: RuleId,
    /// `ss` is kept.
    pub(crate) service: RuleId,
}

/// What is known of a request beside itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Circumstances {
    /// The time.
    pub(crate) now: DateTime,
    /// `http` or `https`.
    pub(crate) scheme: &'static str,
    /// Who sends it.
    pub(crate) client: Ipv4Addr,
}

/// The names of the parameters.
pub(crate) const PARAMETERS: [&str; 17] = [
    "sv",
    "ss",
    "srt",
    "sp",
    "st",
    "se",
    "sip",
    "spr",
    "sig",
    "tn",
    "spk",
    "srk",
    "epk",
    "erk",
    "si",
    "ses",
    "api-version",
];

/// Whether a request carries a shared access signature.
pub(crate) fn is_signed(query: &QueryString) -> bool {
    !query.is_empty() && query.get("sig").is_some()
}

/// The version that a request by SAS speaks: `api-version`, else `x-ms-version`, else `sv`.
pub(crate) fn version<'q>(
    query: &'q QueryString,
    header: Option<&'q str>,
    rules: &SasRules,
    trace: &mut Trace<'_>,
) -> Option<&'q str> {
    let header = header.filter(|_| trace.enforce(rules.version));
    query.get("api-version").or(header).or_else(|| query.get("sv"))
}

/// Why a signature, or what it covers, is not good for this request.
///
/// # Errors
/// The first reason.
pub(crate) fn verify(
    account: &Account,
    query: &QueryString,
    text: &str,
    circumstances: Circumstances,
    policy: Option<&Policy>,
    rules: &SasRules,
    trace: &mut Trace<'_>,
) -> Result<(), Refusal> {
    if !account.key.verifies(text, query.get("sig").unwrap_or_default()) && trace.enforce(rules.signature) {
        return Err(failed(rules.signature));
    }
    check_time(query, policy, circumstances.now, rules, trace)?;
    check_sender(query, circumstances, rules, trace)?;
    if query.get("si").is_some() && policy.is_none() && trace.enforce(rules.policy_unknown) {
        return Err(failed(rules.policy_unknown));
    }
    Ok(())
}

/// The refusal of what stands in the stored policy and in the address.
///
/// # Errors
/// Something does.
pub(crate) fn check_repeated(
    query: &QueryString,
    policy: Option<&Policy>,
    rules: &SasRules,
    trace: &mut Trace<'_>,
) -> Result<(), Refusal> {
    if policy.is_some_and(|policy| repeats(query, policy)) && trace.enforce(rules.policy_repeated) {
        let message = "A field of the stored access policy is specified in the request as well.";
        return Err(front_end(400, "InvalidQueryParameterValue", message, rules.policy_repeated));
    }
    Ok(())
}

/// The refusal of the signature of an account for other services.
///
/// # Errors
/// It is for others.
pub(crate) fn check_service(query: &QueryString, rules: &SasRules, trace: &mut Trace<'_>) -> Result<(), Refusal> {
    if !query.get("ss").unwrap_or_default().contains(rules.letter) && trace.enforce(rules.service) {
        let message = "This request is not authorized to perform this operation using this service.";
        return Err(front_end(403, "AuthorizationServiceMismatch", message, rules.service));
    }
    Ok(())
}

/// The refusal of a signature that is no signature at all.
pub(crate) fn not_one(rule: RuleId) -> Refusal {
    failed(rule)
}

/// Whether the address says something that is in the policy, too.
fn repeats(query: &QueryString, policy: &Policy) -> bool {
    let stored = [("st", &policy.start), ("se", &policy.expiry), ("sp", &policy.permission)];
    stored.iter().any(|(name, held)| held.is_some() && query.get(name).is_some())
}

/// What the signature of an account covers.
pub(crate) fn account_text<'q>(account: &Account, version: Version, value: impl Fn(&str) -> &'q str) -> String {
    let mut text = format!("{}\n", account.name);
    for name in ["sp", "ss", "srt", "st", "se", "sip", "spr", "sv"] {
        text.push_str(value(name));
        text.push('\n');
    }
    if version >= Version::V2020_12_06 {
        text.push_str(value("ses"));
        text.push('\n');
    }
    text
}

fn check_time(
    query: &QueryString,
    policy: Option<&Policy>,
    now: DateTime,
    rules: &SasRules,
    trace: &mut Trace<'_>,
) -> Result<(), Refusal> {
    let limit = |name: &str, own: RuleId, stored: Option<&Option<String>>, by_policy: RuleId| {
        let (text, rule) = match (query.get(name), stored) {
            (Some(text), _) => (text, own),
            (None, Some(Some(text))) => (text.as_str(), by_policy),
            _ => return Ok(None),
        };
        datetime::read(text).map(|instant| Some((instant, rule))).ok_or_else(|| failed(rule))
    };
    let start = limit("st", rules.not_yet, policy.map(|policy| &policy.start), rules.policy_not_yet)?;
    if let Some((start, rule)) = start
        && start > now
        && trace.enforce(rule)
    {
        return Err(failed(rule));
    }
    let expiry = policy.map(|policy| &policy.expiry);
    let (over, rule) = match limit("se", rules.expired, expiry, rules.policy_expired)? {
        Some((expiry, rule)) => (expiry <= now, rule),
        // Whether a policy is there that could hold the expiry is looked at later.
        None => (policy.is_some() || query.get("si").is_none(), rules.expired),
    };
    if over && trace.enforce(rule) { Err(failed(rule)) } else { Ok(()) }
}

fn check_sender(
    query: &QueryString,
    circumstances: Circumstances,
    rules: &SasRules,
    trace: &mut Trace<'_>,
) -> Result<(), Refusal> {
    let Circumstances { scheme, client, .. } = circumstances;
    let protocols = query.get("spr").unwrap_or("https,http");
    if !protocols.split(',').any(|protocol| protocol == scheme) && trace.enforce(rules.protocol) {
        let message = "This request is not authorized to perform this operation using this protocol.";
        return Err(front_end(403, "AuthorizationProtocolMismatch", message, rules.protocol));
    }
    let Some(addresses) = query.get("sip") else { return Ok(()) };
    let (first, last) = addresses.split_once('-').unwrap_or((addresses, addresses));
    let within = match (first.parse::<Ipv4Addr>(), last.parse::<Ipv4Addr>()) {
        (Ok(first), Ok(last)) => (first..=last).contains(&client),
        _ => false,
    };
    if !within && trace.enforce(rules.address) {
        let message = "This request is not authorized to perform this operation using this source IP.";
        return Err(front_end(403, "AuthorizationSourceIPMismatch", message, rules.address));
    }
    Ok(())
}
