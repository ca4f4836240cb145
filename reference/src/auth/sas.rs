//! Shared access signatures in the query: of the account, and of one table.
//!
//! ```text
//! Account:  account \n sp \n ss \n srt \n st \n se \n sip \n spr \n sv \n [ses \n]
//! Table:    sp \n st \n se \n /table/account/table \n si \n sip \n spr \n sv \n spk \n srk \n epk \n erk
//! ```
//!
//! Values are decoded; what is absent is an empty line. (Microsoft Learn: Create an account SAS, Create a service SAS.)

use super::access::Access;
use super::refused::{failed, front_end};
use crate::account::Account;
use crate::datetime::DateTime;
use crate::refusal::Refusal;
use crate::rules::{RuleId, Trace, id};
use crate::table::model::{KeyRange, Policy};
use crate::table::wire::address::QueryString;
use crate::table::wire::lexical::datetime;
use crate::version::Version;
use std::net::Ipv4Addr;

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

/// The version that a request by SAS speaks: `api-version`, else `x-ms-version`, else `sv` (`table.sas.version`).
pub(crate) fn version<'q>(query: &'q QueryString, header: Option<&'q str>, trace: &mut Trace<'_>) -> Option<&'q str> {
    let header = header.filter(|_| trace.enforce(id::TABLE_SAS_VERSION));
    query.get("api-version").or(header).or_else(|| query.get("sv"))
}

/// Finds out what a request by SAS may ask for.
///
/// # Errors
/// Why it may ask nothing (`table.sas.*`).
pub(crate) fn authenticate(
    account: &Account,
    query: &QueryString,
    circumstances: Circumstances,
    policy: Option<&Policy>,
    trace: &mut Trace<'_>,
) -> Result<Access, Refusal> {
    let value = |name: &str| query.get(name).unwrap_or_default();
    let of_table = query.get("tn").is_some();
    let version: Option<Version> = value("sv").parse().ok();
    let rule = if of_table { id::TABLE_SAS_TABLE } else { id::TABLE_SAS_ACCOUNT };
    let Some(version) = version.filter(|_| trace.enforce(rule)) else { return Err(failed(rule)) };
    let text = if of_table {
        let kept = trace.enforce(id::TABLE_SAS_TABLE_NAME_CASE);
        let table = if kept { value("tn").to_ascii_lowercase() } else { value("tn").to_owned() };
        table_text(account, &table, version, value)
    } else {
        account_text(account, version, value)
    };
    if !account.key.verifies(&text, value("sig")) && trace.enforce(id::TABLE_SAS_SIGNATURE) {
        return Err(failed(id::TABLE_SAS_SIGNATURE));
    }
    check_time(query, policy, circumstances.now, trace)?;
    check_sender(query, circumstances, trace)?;
    if query.get("si").is_some() && policy.is_none() && trace.enforce(id::TABLE_SAS_POLICY_UNKNOWN) {
        return Err(failed(id::TABLE_SAS_POLICY_UNKNOWN));
    }
    if of_table {
        if policy.is_some_and(|policy| repeats(query, policy)) && trace.enforce(id::TABLE_SAS_POLICY_REPEATED) {
            let message = "A field of the stored access policy is specified in the request as well.";
            return Err(front_end(400, "InvalidQueryParameterValue", message, id::TABLE_SAS_POLICY_REPEATED));
        }
        return Ok(of_a_table(query, policy, trace));
    }
    let permissions = value("sp").to_owned();
    if !value("ss").contains('t') && trace.enforce(id::TABLE_SAS_SERVICE) {
        let message = "This request is not authorized to perform this operation using this service.";
        return Err(front_end(403, "AuthorizationServiceMismatch", message, id::TABLE_SAS_SERVICE));
    }
    Ok(Access::Account { permissions, resource_types: value("srt").to_owned() })
}

/// What a SAS for a table allows. What it leaves open is in the stored access policy that it names.
fn of_a_table(query: &QueryString, policy: Option<&Policy>, trace: &mut Trace<'_>) -> Access {
    let end = |partition: &str, row: &str| {
        query.get(partition).map(|partition| (partition.to_owned(), query.get(row).map(str::to_owned)))
    };
    let range = KeyRange { from: end("spk", "srk"), to: end("epk", "erk") };
    let (permissions, rule) = match (query.get("sp"), policy) {
        (None, Some(policy)) => {
            let rule = id::TABLE_SAS_POLICY_PERMISSION;
            let stored = policy.permission.as_deref().unwrap_or_default();
            (if trace.enforce(rule) { stored } else { "raud" }, rule)
        }
        (own, _) => (own.unwrap_or_default(), id::TABLE_SAS_TABLE_PERMISSION),
    };
    let table = query.get("tn").unwrap_or_default().to_owned();
    Access::Table { permissions: permissions.to_owned(), permitted_by: rule, table, range }
}

/// Whether the address says something that is in the policy, too.
fn repeats(query: &QueryString, policy: &Policy) -> bool {
    let stored = [("st", &policy.start), ("se", &policy.expiry), ("sp", &policy.permission)];
    stored.iter().any(|(name, held)| held.is_some() && query.get(name).is_some())
}

/// What a SAS allows whose signature nobody can verify, as it says itself. One that lost its parameters says nothing, and
/// allows everything.
pub(crate) fn trusted(query: &QueryString, policy: Option<&Policy>, trace: &mut Trace<'_>) -> Access {
    let permissions = query.get("sp").or_else(|| policy.and_then(|policy| policy.permission.as_deref()));
    match (query.get("tn"), permissions, query.get("srt")) {
        (Some(_), Some(_), _) => of_a_table(query, policy, trace),
        (None, Some(permissions), Some(resource_types)) => {
            Access::Account { permissions: permissions.to_owned(), resource_types: resource_types.to_owned() }
        }
        _ => Access::Owner,
    }
}

/// The name of the stored access policy that a SAS for a table refers to, and the table.
pub(crate) fn policy_named(query: &QueryString) -> Option<(&str, &str)> {
    Some((query.get("tn")?, query.get("si")?))
}

fn account_text<'q>(account: &Account, version: Version, value: impl Fn(&str) -> &'q str) -> String {
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

fn table_text<'q>(account: &Account, table: &str, version: Version, value: impl Fn(&str) -> &'q str) -> String {
    let service = if version >= Version::V2015_02_21 { "/table" } else { "" };
    let resource = format!("{service}/{}/{table}", account.name);
    let sender: &[&str] = if version >= Version::V2015_04_05 { &["sip", "spr"] } else { &[] };
    let mut lines: Vec<&str> = ["sp", "st", "se"].map(&value).to_vec();
    lines.push(&resource);
    lines.push(value("si"));
    lines.extend(sender.iter().map(|name| value(name)));
    lines.extend(["sv", "spk", "srk", "epk", "erk"].map(&value));
    lines.join("\n")
}

fn check_time(
    query: &QueryString,
    policy: Option<&Policy>,
    now: DateTime,
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
    let start = limit("st", id::TABLE_SAS_NOT_YET, policy.map(|policy| &policy.start), id::TABLE_SAS_POLICY_NOT_YET)?;
    if let Some((start, rule)) = start
        && start > now
        && trace.enforce(rule)
    {
        return Err(failed(rule));
    }
    let expiry = policy.map(|policy| &policy.expiry);
    let (over, rule) = match limit("se", id::TABLE_SAS_EXPIRED, expiry, id::TABLE_SAS_POLICY_EXPIRED)? {
        Some((expiry, rule)) => (expiry <= now, rule),
        // Whether a policy is there that could hold the expiry is looked at later.
        None => (policy.is_some() || query.get("si").is_none(), id::TABLE_SAS_EXPIRED),
    };
    if over && trace.enforce(rule) { Err(failed(rule)) } else { Ok(()) }
}

fn check_sender(query: &QueryString, circumstances: Circumstances, trace: &mut Trace<'_>) -> Result<(), Refusal> {
    let Circumstances { scheme, client, .. } = circumstances;
    let protocols = query.get("spr").unwrap_or("https,http");
    if !protocols.split(',').any(|protocol| protocol == scheme) && trace.enforce(id::TABLE_SAS_PROTOCOL) {
        let message = "This request is not authorized to perform this operation using this protocol.";
        return Err(front_end(403, "AuthorizationProtocolMismatch", message, id::TABLE_SAS_PROTOCOL));
    }
    let Some(addresses) = query.get("sip") else { return Ok(()) };
    let (first, last) = addresses.split_once('-').unwrap_or((addresses, addresses));
    let within = match (first.parse::<Ipv4Addr>(), last.parse::<Ipv4Addr>()) {
        (Ok(first), Ok(last)) => (first..=last).contains(&client),
        _ => false,
    };
    if !within && trace.enforce(id::TABLE_SAS_ADDRESS) {
        let message = "This request is not authorized to perform this operation using this source IP.";
        return Err(front_end(403, "AuthorizationSourceIPMismatch", message, id::TABLE_SAS_ADDRESS));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Broken;

    const NOW: i64 = 784_111_777;

    fn asked(query: &str, circumstances: Circumstances) -> Result<Access, (u16, &'static str)> {
        let (account, broken) = (Account::emulator(), Broken::none());
        let mut trace = Trace::new(&broken);
        let unsigned = QueryString::read(query, &mut trace);
        let value = |name: &str| unsigned.get(name).unwrap_or_default();
        let version = value("sv").parse().unwrap();
        let text = match unsigned.get("tn") {
            Some(table) => table_text(&account, &table.to_ascii_lowercase(), version, value),
            None => account_text(&account, version, value),
        };
        let signature = account.key.sign(&text).replace('+', "%2B");
        let query = QueryString::read(&format!("{query}&sig={signature}"), &mut trace);
        authenticate(&account, &query, circumstances, None, &mut trace)
            .map_err(|refusal| (refusal.status, refusal.code))
    }

    fn here() -> Circumstances {
        Circumstances { now: DateTime::from_unix(NOW, 0), scheme: "http", client: Ipv4Addr::LOCALHOST }
    }

    #[test]
    fn the_texts_that_are_signed() {
        let account = Account::emulator();
        let value = |name: &str| match name {
            "sp" => "r",
            "se" => "E",
            "sv" => "V",
            "srk" => "k",
            _ => "",
        };
        let text = |version| table_text(&account, "tab", version, value);
        assert_eq!(text(Version::V2019_02_02), "r\n\nE\n/table/devstoreaccount1/tab\n\n\n\nV\n\nk\n\n");
        assert_eq!(text(Version::V2013_08_15), "r\n\nE\n/devstoreaccount1/tab\n\nV\n\nk\n\n");
        let text = |version| account_text(&account, version, value);
        assert_eq!(text(Version::V2019_02_02), "devstoreaccount1\nr\n\n\n\nE\n\n\nV\n");
        assert_eq!(text(Version::V2020_12_06), "devstoreaccount1\nr\n\n\n\nE\n\n\nV\n\n");
    }

    #[test]
    fn what_is_refused() {
        let table = "sv=2019-02-02&tn=Tab&sp=r&se=1994-11-06T09:00:00Z";
        let allowed = asked(table, here());
        assert_eq!(
            allowed,
            Ok(Access::Table {
                permissions: "r".into(),
                permitted_by: id::TABLE_SAS_TABLE_PERMISSION,
                table: "Tab".into(),
                range: KeyRange::default()
            })
        );
        let failed = Err((403, "AuthenticationFailed"));
        let later = Circumstances { now: DateTime::from_unix(NOW + 3600, 0), ..here() };
        assert_eq!(asked(table, later), failed);
        assert_eq!(asked("sv=2019-02-02&tn=Tab&sp=r", here()), failed);
        assert_eq!(asked(&format!("{table}&st=1994-11-06T08:55Z"), here()), failed);
        assert_eq!(asked(&format!("{table}&si=policy"), here()), failed);
        assert_eq!(asked(&format!("{table}&spr=https"), here()), Err((403, "AuthorizationProtocolMismatch")));
        let https = Circumstances { scheme: "https", ..here() };
        assert_eq!(asked(&format!("{table}&spr=https"), https), allowed);
        assert_eq!(asked(&format!("{table}&sip=127.0.0.0-127.0.0.9"), here()), allowed);
        assert_eq!(asked(&format!("{table}&sip=192.0.2.1"), here()), Err((403, "AuthorizationSourceIPMismatch")));
        let account = "sv=2019-02-02&sp=r&srt=o&se=1995-01-01&ss=";
        assert_eq!(asked(&format!("{account}bq"), here()), Err((403, "AuthorizationServiceMismatch")));
        let access = Access::Account { permissions: "r".into(), resource_types: "o".into() };
        assert_eq!(asked(&format!("{account}t"), here()), Ok(access));
    }
}
