//! Shared access signatures as the table service takes them: of the account, and of one table.
//!
//! ```text
//! Table:    sp \n st \n se \n /table/account/table \n si \n sip \n spr \n sv \n spk \n srk \n epk \n erk
//! ```
//!
//! (Microsoft Learn: Create a service SAS.)

use super::access::Access;
use super::model::KeyRange;
use super::shared_rules::SAS;
use crate::account::Account;
use crate::auth::Circumstances;
use crate::auth::sas::{account_text, check_repeated, check_service, not_one, verify};
use crate::policies::Policy;
use crate::query::QueryString;
use crate::refusal::Refusal;
use crate::rules::{Trace, id};
use crate::version::Version;

/// Finds out what a request by SAS may ask for.
///
/// # Errors
/// Why it may ask nothing (`table.sas.*`).
pub(super) fn authenticate(
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
    let Some(version) = version.filter(|_| trace.enforce(rule)) else { return Err(not_one(rule)) };
    let text = if of_table {
        let kept = trace.enforce(id::TABLE_SAS_TABLE_NAME_CASE);
        let table = if kept { value("tn").to_ascii_lowercase() } else { value("tn").to_owned() };
        table_text(account, &table, version, value)
    } else {
        account_text(account, version, value)
    };
    verify(account, query, &text, circumstances, policy, &SAS, trace)?;
    if of_table {
        check_repeated(query, policy, &SAS, trace)?;
        return Ok(of_a_table(query, policy, trace));
    }
    check_service(query, &SAS, trace)?;
    Ok(Access::Account { permissions: value("sp").to_owned(), resource_types: value("srt").to_owned() })
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

/// What a SAS allows whose signature nobody can verify, as it says itself. One that lost its parameters says nothing, and
/// allows everything.
pub(super) fn trusted(query: &QueryString, policy: Option<&Policy>, trace: &mut Trace<'_>) -> Access {
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
pub(super) fn policy_named(query: &QueryString) -> Option<(&str, &str)> {
    Some((query.get("tn")?, query.get("si")?))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datetime::DateTime;
    use crate::rules::Broken;
    use crate::table::shared_rules::QUERY;
    use std::net::Ipv4Addr;

    const NOW: i64 = 784_111_777;

    fn asked(query: &str, circumstances: Circumstances) -> Result<Access, (u16, &'static str)> {
        let (account, broken) = (Account::emulator(), Broken::none());
        let mut trace = Trace::new(&broken);
        let unsigned = QueryString::read(query, &QUERY, &mut trace);
        let value = |name: &str| unsigned.get(name).unwrap_or_default();
        let version = value("sv").parse().unwrap();
        let text = match unsigned.get("tn") {
            Some(table) => table_text(&account, &table.to_ascii_lowercase(), version, value),
            None => account_text(&account, version, value),
        };
        let signature = account.key.sign(&text).replace('+', "%2B");
        let query = QueryString::read(&format!("{query}&sig={signature}"), &QUERY, &mut trace);
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
