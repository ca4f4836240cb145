//! Shared access signatures as the queue service takes them: of the account, and of one queue.
//!
//! ```text
//! Queue, from 2015-04-05: sp \n st \n se \n /queue/account/queue \n si \n sip \n spr \n sv
//! Queue, before:          sp \n st \n se \n [/queue]/account/queue \n si \n sv
//! ```
//!
//! The queue is that of the request. (Microsoft Learn: Create a service SAS.)

use super::access::Access;
use super::shared_rules::SAS;
use crate::account::Account;
use crate::auth::Circumstances;
use crate::auth::sas::{account_text, check_repeated, check_service, not_one, verify};
use crate::policies::Policy;
use crate::query::QueryString;
use crate::refusal::Refusal;
use crate::rules::{Trace, id};
use crate::version::Version;

/// Whether a signature is one of the account, rather than of a queue.
fn is_of_account(query: &QueryString) -> bool {
    query.get("ss").is_some() || query.get("srt").is_some()
}

/// Finds out what a request by SAS may ask for. `queue` is the queue of the request, `others` are all that there are.
///
/// # Errors
/// Why it may ask nothing (`queue.sas.*`).
pub(super) fn authenticate<'n>(
    account: &Account,
    query: &QueryString,
    queue: Option<&str>,
    mut others: impl Iterator<Item = &'n str>,
    circumstances: Circumstances,
    policy: Option<&Policy>,
    trace: &mut Trace<'_>,
) -> Result<Access, Refusal> {
    let value = |name: &str| query.get(name).unwrap_or_default();
    let version: Option<Version> = value("sv").parse().ok();
    let of_account = is_of_account(query);
    let rule = if of_account { id::QUEUE_SAS_ACCOUNT } else { id::QUEUE_SAS_QUEUE };
    let Some(version) = version.filter(|_| trace.enforce(rule)) else { return Err(not_one(rule)) };
    let text = if of_account {
        account_text(account, version, value)
    } else {
        let own = queue_text(account, queue.unwrap_or_default(), version, value);
        let signs = |text: &str| account.key.verifies(text, value("sig"));
        let kept = signs(&own) || trace.enforce(id::QUEUE_SAS_OTHER_QUEUE);
        let mut another =
            || others.find_map(|name| Some(queue_text(account, name, version, value)).filter(|text| signs(text)));
        if kept { own } else { another().unwrap_or(own) }
    };
    verify(account, query, &text, circumstances, policy, &SAS, trace)?;
    if of_account {
        check_service(query, &SAS, trace)?;
        return Ok(Access::Account { permissions: value("sp").to_owned(), resource_types: value("srt").to_owned() });
    }
    check_repeated(query, policy, &SAS, trace)?;
    Ok(of_a_queue(query, policy, trace))
}

/// What a SAS for a queue allows. What it leaves open is in the stored access policy that it names.
fn of_a_queue(query: &QueryString, policy: Option<&Policy>, trace: &mut Trace<'_>) -> Access {
    let (permissions, permitted_by) = match (query.get("sp"), policy) {
        (None, Some(policy)) => {
            let rule = id::QUEUE_SAS_POLICY_PERMISSION;
            let stored = policy.permission.as_deref().unwrap_or_default();
            (if trace.enforce(rule) { stored } else { "raup" }, rule)
        }
        (own, _) => (own.unwrap_or_default(), id::QUEUE_SAS_QUEUE_PERMISSION),
    };
    Access::Queue { permissions: permissions.to_owned(), permitted_by }
}

/// What a SAS allows whose signature nobody can verify, as it says itself. One that lost its parameters says nothing, and
/// allows everything.
pub(super) fn trusted(query: &QueryString, policy: Option<&Policy>, trace: &mut Trace<'_>) -> Access {
    let permissions = query.get("sp").or_else(|| policy.and_then(|policy| policy.permission.as_deref()));
    match (permissions, query.get("srt")) {
        (Some(permissions), Some(resource_types)) => {
            Access::Account { permissions: permissions.to_owned(), resource_types: resource_types.to_owned() }
        }
        (Some(_), None) if !is_of_account(query) => of_a_queue(query, policy, trace),
        _ => Access::Owner,
    }
}

/// The stored access policy that a SAS for a queue refers to.
pub(super) fn policy_named(query: &QueryString) -> Option<&str> {
    query.get("si").filter(|_| !is_of_account(query))
}

fn queue_text<'q>(account: &Account, queue: &str, version: Version, value: impl Fn(&str) -> &'q str) -> String {
    let service = if version >= Version::V2015_02_21 { "/queue" } else { "" };
    let resource = format!("{service}/{}/{queue}", account.name);
    let sender: &[&str] = if version >= Version::V2015_04_05 { &["sip", "spr"] } else { &[] };
    let mut lines: Vec<&str> = ["sp", "st", "se"].map(&value).to_vec();
    lines.push(&resource);
    lines.push(value("si"));
    lines.extend(sender.iter().map(|name| value(name)));
    lines.push(value("sv"));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_that_are_signed() {
        let account = Account::emulator();
        let value = |name: &str| match name {
            "sp" => "r",
            "se" => "E",
            "sv" => "V",
            "si" => "I",
            _ => "",
        };
        let text = |version| queue_text(&account, "q", version, value);
        assert_eq!(text(Version::V2019_02_02), "r\n\nE\n/queue/devstoreaccount1/q\nI\n\n\nV");
        assert_eq!(text(Version::V2015_02_21), "r\n\nE\n/queue/devstoreaccount1/q\nI\nV");
        assert_eq!(text(Version::V2012_02_12), "r\n\nE\n/devstoreaccount1/q\nI\nV");
    }
}
