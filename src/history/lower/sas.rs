//! Shared access signatures: the parameters of the query that stand for one, signed.
//!
//! The table's name is signed in lower case, every value as it is before it is percent-encoded. What a signature leaves
//! out is an empty line in the text that is signed.

use super::path::query_value;
use crate::target::Target;
use std::time::{SystemTime, UNIX_EPOCH};
use tablestakes_reference::Version;
use tablestakes_reference::datetime::{Civil, DateTime};
use tablestakes_reference::history::{AlteredParameter, AlteredValue, Sas, SasKey, SasScope};

/// The parameters that a signature may have beside those that every one has.
const FURTHER: [&str; 7] = ["snapshot", "ses", "rscc", "rscd", "rsce", "rscl", "rsct"];

/// Name and value of every parameter, in the order in which they are written.
type Parameters = Vec<(&'static str, String)>;

/// The parameters of a signature, as they are appended to a query. `named` is the name that the signature's scope gives,
/// symbols replaced, of a blob behind that of its container; `version` is what the request speaks.
pub(super) fn query(target: &Target, sas: &Sas, named: &str, version: Version, now: SystemTime) -> String {
    let mut parameters = parameters(sas, named, version, now);
    let text = match &sas.scope {
        SasScope::Account { .. } => account_text(&target.account, &parameters, version),
        SasScope::Table { .. } => table_text(&target.account, named, &parameters),
        SasScope::Queue { .. } => queue_text(&target.account, named, &parameters, version),
        SasScope::Container { .. } | SasScope::Blob { .. } => blob_text(&target.account, named, &parameters, version),
    };
    let key = target.key();
    let signature = if sas.forged { key.wrong().sign(&text) } else { key.sign(&text) };
    parameters.push(("sig", signature));
    let sent = altered(parameters, &sas.altered);
    let written = sent.iter().map(|(name, value)| format!("{name}={}", query_value(value)));
    written.collect::<Vec<_>>().join("&")
}

fn parameters(sas: &Sas, named: &str, version: Version, now: SystemTime) -> Parameters {
    let mut list: Parameters = vec![("sv", version.to_string())];
    let mut push = |name, value: Option<String>| list.extend(value.map(|value| (name, value)));
    match &sas.scope {
        SasScope::Account { services, resource_types } => {
            push("ss", Some(services.clone()));
            push("srt", Some(resource_types.clone()));
        }
        SasScope::Table { from, to, .. } => {
            push("tn", Some(named.to_owned()));
            let mut end = |names: [&'static str; 2], key: &Option<SasKey>| {
                push(names[0], key.as_ref().map(|key| key.partition.clone()));
                push(names[1], key.as_ref().and_then(|key| key.row.clone()));
            };
            end(["spk", "srk"], from);
            end(["epk", "erk"], to);
        }
        // The queue is the one of the address.
        SasScope::Queue { .. } => {}
        SasScope::Container { .. } => push("sr", Some("c".to_owned())),
        SasScope::Blob { .. } => {
            let of_snapshot = sas.further.iter().any(|(name, _)| name == "snapshot");
            push("sr", Some(if of_snapshot { "bs" } else { "b" }.to_owned()));
        }
    }
    for name in FURTHER {
        push(name, sas.further.iter().find(|(held, _)| held == name).map(|(_, value)| value.clone()));
    }
    push("si", sas.policy.clone());
    push("sp", Some(sas.permissions.clone()).filter(|permissions| !permissions.is_empty()));
    push("st", sas.starts.map(|seconds| instant(now, seconds)));
    push("se", sas.expires.map(|seconds| instant(now, seconds)));
    push("sip", sas.addresses.clone());
    push("spr", sas.protocols.clone());
    list
}

/// The parameters as they are sent, once what is not sent as it was signed is altered.
fn altered(signed: Parameters, alterations: &[AlteredParameter]) -> Vec<(&str, String)> {
    let mut sent: Vec<(&str, String)> = signed;
    for AlteredParameter { name, sent: value } in alterations {
        let held = sent.iter_mut().find(|(held, _)| held == name);
        match (value, held) {
            (AlteredValue::Other { value }, Some((_, held))) => value.clone_into(held),
            (AlteredValue::Other { value }, None) => sent.push((name, value.clone())),
            (AlteredValue::Nothing, _) => sent.retain(|(held, _)| held != name),
            (AlteredValue::Shortened, Some((_, held))) => shorten(held),
            (AlteredValue::Shortened, None) => {}
        }
    }
    sent
}

/// Takes away the last four characters.
pub(super) fn shorten(value: &mut String) {
    for _ in 0..4 {
        value.pop();
    }
}

/// The values of these parameters, each on a line of its own.
fn lines(parameters: &Parameters, names: &[&str]) -> Vec<String> {
    let value = |name: &&str| parameters.iter().find(|(held, _)| held == name).map(|(_, value)| value.clone());
    names.iter().map(|name| value(name).unwrap_or_default()).collect()
}

fn account_text(account: &str, parameters: &Parameters, version: Version) -> String {
    let mut text = vec![account.to_owned()];
    text.extend(lines(parameters, &["sp", "ss", "srt", "st", "se", "sip", "spr", "sv"]));
    if version >= Version::V2020_12_06 {
        // The encryption scope, which tables have none of.
        text.push(String::new());
    }
    text.iter().map(|line| format!("{line}\n")).collect()
}

fn table_text(account: &str, table: &str, parameters: &Parameters) -> String {
    let mut text = lines(parameters, &["sp", "st", "se"]);
    text.push(format!("/table/{account}/{}", table.to_ascii_lowercase()));
    text.extend(lines(parameters, &["si", "sip", "spr", "sv", "spk", "srk", "epk", "erk"]));
    text.join("\n")
}

fn queue_text(account: &str, queue: &str, parameters: &Parameters, version: Version) -> String {
    let mut text = lines(parameters, &["sp", "st", "se"]);
    let service = if version >= Version::V2015_02_21 { "/queue" } else { "" };
    text.push(format!("{service}/{account}/{queue}"));
    let sender: &[&str] = if version >= Version::V2015_04_05 { &["si", "sip", "spr", "sv"] } else { &["si", "sv"] };
    text.extend(lines(parameters, sender));
    text.join("\n")
}

/// What is signed for a container or a blob. (Microsoft Learn: Create a service SAS.)
fn blob_text(account: &str, resource: &str, parameters: &Parameters, version: Version) -> String {
    let mut text = lines(parameters, &["sp", "st", "se"]);
    let service = if version >= Version::V2015_02_21 { "/blob" } else { "" };
    text.push(format!("{service}/{account}/{resource}"));
    let names: &[(Version, &[&str])] = &[
        (Version::V2009_09_19, &["si"]),
        (Version::V2015_04_05, &["sip", "spr"]),
        (Version::V2012_02_12, &["sv"]),
        (Version::V2018_11_09, &["sr", "snapshot"]),
        (Version::V2020_12_06, &["ses"]),
        (Version::V2013_08_15, &["rscc", "rscd", "rsce", "rscl", "rsct"]),
    ];
    let signed = names.iter().filter(|(since, _)| version >= *since);
    text.extend(signed.flat_map(|(_, names)| lines(parameters, names)));
    text.join("\n")
}

/// A time to the second, this many seconds after now.
fn instant(now: SystemTime, seconds: i64) -> String {
    let now = now.duration_since(UNIX_EPOCH).map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(0));
    let Civil { year, month, day, hour, minute, second, .. } =
        DateTime::from_unix(now.saturating_add(seconds), 0).civil();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// A signature of the account that permits everything for an hour.
pub(super) fn of_account() -> Sas {
    let scope = SasScope::Account { services: "bqt".to_owned(), resource_types: "sco".to_owned() };
    Sas::new(scope, "rwdlacupt")
}

/// The target of a request without the signature in its query.
pub(super) fn redacted(target: &str) -> String {
    let Some((path, query)) = target.split_once('?') else { return target.to_owned() };
    let options = query.split('&').map(|option| if option.starts_with("sig=") { "sig=…" } else { option });
    format!("{path}?{}", options.collect::<Vec<_>>().join("&"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn sas(scope: SasScope) -> Sas {
        Sas {
            scope,
            permissions: "r".into(),
            starts: None,
            expires: Some(60),
            protocols: None,
            addresses: None,
            policy: None,
            further: Vec::new(),
            forged: false,
            altered: Vec::new(),
        }
    }

    #[test]
    fn parameters_are_written_in_order_and_encoded() {
        let target = Target::parse("UseDevelopmentStorage=true").unwrap();
        let now = UNIX_EPOCH + Duration::from_secs(784_111_777);
        let from = Some(SasKey { partition: "a b".into(), row: Some("1".into()) });
        let of_table = sas(SasScope::Table { table: "T".into(), from, to: None });
        let text = query(&target, &of_table, "Tab", Version::V2019_02_02, now);
        let (shown, signature) = text.split_once("&sig=").unwrap();
        assert_eq!(shown, "sv=2019-02-02&tn=Tab&spk=a%20b&srk=1&sp=r&se=1994-11-06T08%3A50%3A37Z");
        assert!(signature.len() >= 44 && !signature.contains(['+', '/', '=']), "{signature}");
        let forged = Sas { forged: true, ..of_table };
        assert_ne!(query(&target, &forged, "Tab", Version::V2019_02_02, now), text);
    }

    #[test]
    fn what_is_altered_is_signed_as_it_was() {
        let target = Target::parse("UseDevelopmentStorage=true").unwrap();
        let now = UNIX_EPOCH + Duration::from_secs(784_111_777);
        let scope = SasScope::Account { services: "b".into(), resource_types: "o".into() };
        let text = |altered| query(&target, &Sas { altered, ..sas(scope.clone()) }, "", Version::V2019_02_02, now);
        let alter = |name: &str, sent| AlteredParameter { name: name.into(), sent };
        let other = |value: &str| AlteredValue::Other { value: value.into() };
        let plain = text(Vec::new());
        let (shown, signature) = plain.split_once("&sig=").unwrap();
        let services = text(vec![alter("ss", other("t"))]);
        assert_eq!(services, format!("{}&sig={signature}", shown.replace("ss=b", "ss=t")));
        assert_eq!(text(vec![alter("si", other("p"))]), format!("{plain}&si=p"));
        assert_eq!(text(vec![alter("srt", AlteredValue::Nothing)]), plain.replace("&srt=o", ""));
        let short = text(vec![alter("sig", AlteredValue::Shortened)]);
        assert!(plain.starts_with(&short) && short.len() < plain.len(), "{short}");
    }

    #[test]
    fn the_texts_that_are_signed() {
        let now = UNIX_EPOCH + Duration::from_secs(784_111_777);
        let account = sas(SasScope::Account { services: "t".into(), resource_types: "so".into() });
        let held = parameters(&account, "", Version::V2020_12_06, now);
        assert_eq!(
            account_text("acct", &held, Version::V2020_12_06),
            "acct\nr\nt\nso\n\n1994-11-06T08:50:37Z\n\n\n2020-12-06\n\n"
        );
        let of_table = sas(SasScope::Table { table: "T".into(), from: None, to: None });
        let held = parameters(&of_table, "Tab", Version::V2019_02_02, now);
        assert_eq!(
            table_text("acct", "Tab", &held),
            "r\n\n1994-11-06T08:50:37Z\n/table/acct/tab\n\n\n\n2019-02-02\n\n\n\n"
        );
        let of_queue = sas(SasScope::Queue { queue: "q".into() });
        let of = |version| queue_text("acct", "q", &parameters(&of_queue, "q", version, now), version);
        assert_eq!(of(Version::V2019_02_02), "r\n\n1994-11-06T08:50:37Z\n/queue/acct/q\n\n\n\n2019-02-02");
        assert_eq!(of(Version::V2012_02_12), "r\n\n1994-11-06T08:50:37Z\n/acct/q\n\n2012-02-12");
    }

    #[test]
    fn signatures_are_not_kept() {
        assert_eq!(redacted("/t()?sv=1&sig=abc%3D&$top=1"), "/t()?sv=1&sig=…&$top=1");
        assert_eq!(redacted("/t()"), "/t()");
    }
}
