//! Shared access signatures as the blob service takes them: of the account, of a container, of a blob or a snapshot.
//!
//! ```text
//! 2020-12-06: sp \n st \n se \n resource \n si \n sip \n spr \n sv \n sr \n snapshot \n ses \n rscc \n rscd \n rsce \n rscl \n rsct
//! 2018-11-09: the same without ses; 2015-04-05: without sr and snapshot; 2013-08-15: without sip and spr
//! 2012-02-12: sp \n st \n se \n resource \n si \n sv; without sv: without that, too
//! ```
//!
//! The resource is `/blob/account/container[/blob]` from 2015-02-21 on, `/account/…` before, decoded. (Microsoft Learn: Create a
//! service SAS.)

use super::access::Access;
use super::shared_rules::SAS;
use super::wire::Resource;
use crate::account::Account;
use crate::auth::Circumstances;
use crate::auth::sas::{account_text, check_repeated, check_service, not_one, verify};
use crate::policies::Policy;
use crate::query::QueryString;
use crate::refusal::Refusal;
use crate::rules::{Trace, id};
use crate::version::Version;

/// Whether a signature is one of the account, rather than of a container or a blob.
fn is_of_account(query: &QueryString) -> bool {
    query.get("ss").is_some() || query.get("srt").is_some()
}

/// Finds out what a request by SAS may ask for. `others` are the names of all containers.
///
/// # Errors
/// Why it may ask nothing (`blob.sas.*`).
pub fn authenticate<'n>(
    account: &Account,
    query: &QueryString,
    resource: &Resource,
    mut others: impl Iterator<Item = &'n str>,
    circumstances: Circumstances,
    policy: Option<&Policy>,
    trace: &mut Trace<'_>,
) -> Result<Access, Refusal> {
    let value = |name: &str| query.get(name).unwrap_or_default();
    let version: Option<Version> = value("sv").parse().ok();
    if is_of_account(query) {
        let rule = id::BLOB_SAS_ACCOUNT;
        let Some(version) = version.filter(|_| trace.enforce(rule)) else { return Err(not_one(rule)) };
        verify(account, query, &account_text(account, version, value), circumstances, policy, &SAS, trace)?;
        check_service(query, &SAS, trace)?;
        return Ok(Access::Account { permissions: value("sp").to_owned(), resource_types: value("srt").to_owned() });
    }
    let rule = id::BLOB_SAS_SERVICE_SAS;
    if !trace.enforce(rule) {
        return Err(not_one(rule));
    }
    let container = resource.container().unwrap_or_default();
    let blob = resource.blob().map(|place| place.blob.as_str()).filter(|_| value("sr") != "c");
    let line = trace.enforce(id::BLOB_SAS_RESOURCE_LINE);
    let text =
        |container: &str, overrides: bool| service_text(account, (container, blob), version, (line, overrides), value);
    let signs = |text: &str| account.key.verifies(text, value("sig"));
    let own = text(container, true);
    let text = if signs(&own) {
        own
    } else if signs(&text(container, false)) && !trace.enforce(id::BLOB_SAS_OVERRIDE_SIGNED) {
        text(container, false)
    } else if trace.enforce(id::BLOB_SAS_OTHER_RESOURCE) {
        own
    } else {
        others.find_map(|name| Some(text(name, true)).filter(|text| signs(text))).unwrap_or(own)
    };
    verify(account, query, &text, circumstances, policy, &SAS, trace)?;
    check_repeated(query, policy, &SAS, trace)?;
    Ok(of_a_resource(query, policy, trace))
}

/// What a SAS for a container or a blob allows. What it leaves open is in the stored access policy that it names.
fn of_a_resource(query: &QueryString, policy: Option<&Policy>, trace: &mut Trace<'_>) -> Access {
    let (permissions, permitted_by) = match (query.get("sp"), policy) {
        (None, Some(policy)) => {
            let rule = id::BLOB_SAS_POLICY_PERMISSION;
            let stored = policy.permission.as_deref().unwrap_or_default();
            (if trace.enforce(rule) { stored } else { "racwdxltmeop" }, rule)
        }
        (own, _) => (own.unwrap_or_default(), id::BLOB_SAS_SERVICE_PERMISSION),
    };
    let container = query.get("sr") == Some("c");
    Access::Resource { permissions: permissions.to_owned(), permitted_by, container }
}

/// What a SAS allows whose signature nobody can verify, as it says itself. One that lost its parameters says nothing, and
/// allows everything.
pub fn trusted(query: &QueryString, policy: Option<&Policy>, trace: &mut Trace<'_>) -> Access {
    let permissions = query.get("sp").or_else(|| policy.and_then(|policy| policy.permission.as_deref()));
    match (permissions, query.get("srt")) {
        (Some(permissions), Some(resource_types)) => {
            Access::Account { permissions: permissions.to_owned(), resource_types: resource_types.to_owned() }
        }
        (Some(_), None) if !is_of_account(query) => of_a_resource(query, policy, trace),
        _ => Access::Owner,
    }
}

/// The stored access policy that a SAS refers to.
pub fn policy_named(query: &QueryString) -> Option<&str> {
    query.get("si").filter(|_| !is_of_account(query))
}

fn service_text<'q>(
    account: &Account,
    (container, blob): (&str, Option<&str>),
    version: Option<Version>,
    (line, overrides): (bool, bool),
    value: impl Fn(&str) -> &'q str,
) -> String {
    let since = |then: Version| version.is_some_and(|version| version >= then);
    let service = if since(Version::V2015_02_21) { "/blob" } else { "" };
    let blob = blob.map(|blob| format!("/{blob}")).unwrap_or_default();
    let resource = format!("{service}/{}/{container}{blob}", account.name);
    let mut lines: Vec<&str> = ["sp", "st", "se"].map(&value).to_vec();
    lines.push(&resource);
    let mut add = |there: bool, names: &[&str]| lines.extend(names.iter().filter(|_| there).map(|name| value(name)));
    add(true, &["si"]);
    add(since(Version::V2015_04_05), &["sip", "spr"]);
    add(version.is_some(), &["sv"]);
    let snapshot = match value("sr") {
        "bs" => "snapshot",
        "bv" => "versionid",
        _ => "",
    };
    add(since(Version::V2018_11_09) && line, &["sr", snapshot]);
    add(since(Version::V2020_12_06), &["ses"]);
    let overriding = ["rscc", "rscd", "rsce", "rscl", "rsct"];
    add(since(Version::V2013_08_15), if overrides { &overriding } else { &["", "", "", "", ""] });
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
            "sr" => "b",
            "rsct" => "T",
            _ => "",
        };
        let text = |version| service_text(&account, ("c", Some("a/b")), version, (true, true), value);
        let named = "r\n\nE\n/blob/devstoreaccount1/c/a/b\n";
        assert_eq!(text(Some(Version::V2020_12_06)), format!("{named}\n\n\nV\nb\n\n\n\n\n\n\nT"));
        assert_eq!(text(Some(Version::V2019_02_02)), format!("{named}\n\n\nV\nb\n\n\n\n\n\nT"));
        assert_eq!(text(Some(Version::V2018_03_28)), format!("{named}\n\n\nV\n\n\n\n\nT"));
        assert_eq!(text(Some(Version::V2015_02_21)), format!("{named}\nV\n\n\n\n\nT"));
        assert_eq!(text(Some(Version::V2012_02_12)), "r\n\nE\n/devstoreaccount1/c/a/b\n\nV");
        assert_eq!(text(None), "r\n\nE\n/devstoreaccount1/c/a/b\n");
    }
}
