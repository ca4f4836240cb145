//! Shared access signatures: what the harness signs the reference grants as far as it says, and nothing that was changed
//! after signing.

use super::service::{Service, request};
use super::vocabulary::{text_or_choices, version};
use arbitrary::{Result, Unstructured};
use std::sync::LazyLock;
use tablestakes::judge::Reading;
use tablestakes::target::Axes;
use tablestakes_reference::Settings;
use tablestakes_reference::history::{Auth, Sas, SasKey, SasScope, Step, Wire};
use tablestakes_reference::http::Request;
use tablestakes_reference::table::{Key, Operation, Query, utf16_cmp};

const KEYS: [&str; 5] = ["a", "b", "c", "é", "\u{ff0b}"];

/// An odd first octet: the rest is a query with a signature that nobody made. An even one: the rest decides a signature,
/// and what is changed of it.
pub fn run(octets: &[u8]) {
    text_or_choices(octets, unsigned, signed);
}

fn unsigned(query: &str) {
    let target = format!("/tab()?{}&sig=", query.replace('#', "%23"));
    let status = FILLED.clone().send("GET", &target, &[("x-ms-version", "2019-02-02")], b"").status;
    assert!(status >= 400, "{target} is granted: {status}");
}

/// A service with the entities of [`KEYS`], which verifies who asks.
static FILLED: LazyLock<Service> = LazyLock::new(|| {
    let mut service = Service::new(Settings::default());
    for partition in KEYS {
        for row in KEYS {
            let entity = tablestakes_reference::table::EntityBody::keyed(&Key::new(partition, row));
            let insert = Operation::InsertEntity { table: "tab".into(), entity, prefer: None };
            assert_eq!(service.tell(&insert.into()).status, 201);
        }
    }
    service
});

fn signed(u: &mut Unstructured<'_>) -> Result<()> {
    let end = |u: &mut Unstructured<'_>| -> Result<Option<SasKey>> {
        let partition = (*u.choose(&KEYS)?).to_owned();
        let row = if u.arbitrary()? { Some((*u.choose(&KEYS)?).to_owned()) } else { None };
        Ok(if u.arbitrary()? { Some(SasKey { partition, row }) } else { None })
    };
    let permissions = *u.choose(&["r", "raud", "aud", "", "a"])?;
    let of_table = u.ratio(3, 4)?;
    let (from, to) = (end(u)?, end(u)?);
    let scope = if of_table {
        SasScope::Table { table: (*u.choose(&["tab", "TAB", "other"])?).into(), from: from.clone(), to: to.clone() }
    } else {
        let services = (*u.choose(&["t", "bqt", "b"])?).to_owned();
        SasScope::Account { services, resource_types: (*u.choose(&["o", "sco", "s", ""])?).to_owned() }
    };
    let expires = *u.choose(&[Some(3600), Some(-60), Some(60)])?;
    let starts = *u.choose(&[None, Some(-60), Some(120)])?;
    let sas = Sas {
        scope,
        permissions: permissions.to_owned(),
        starts,
        expires,
        protocols: u.choose(&[None, Some("https,http"), Some("https")])?.map(str::to_owned),
        addresses: u.choose(&[None, Some("127.0.0.1"), Some("192.0.2.1")])?.map(str::to_owned),
        policy: None,
        further: Vec::new(),
        forged: u.ratio(1, 8)?,
        altered: Vec::new(),
    };
    let may = !sas.forged
        && permissions.contains('r')
        && expires > Some(0)
        && starts.is_none_or(|starts| starts <= 0)
        && sas.protocols.as_deref() != Some("https")
        && sas.addresses.as_deref() != Some("192.0.2.1");
    let (may, ranged) = match &sas.scope {
        SasScope::Table { table, .. } => (may && table != "other", true),
        // It is none of tables.
        SasScope::Queue { .. } | SasScope::Container { .. } | SasScope::Blob { .. } => (false, false),
        SasScope::Account { services, resource_types } => {
            (may && services.contains('t') && resource_types.contains('o'), false)
        }
    };
    let version = version(u)?.max(tablestakes_reference::Version::V2015_04_05);
    let auth = Auth::Sas { sas: Box::new(sas) };
    let query = Operation::QueryEntities { table: "tab".into(), query: Query::default(), next: None };
    let wire = Wire { auth, version: Some(version), ..Wire::default() };
    let request = request(&Step::from(query).written(wire), Axes::default());
    let mut service = FILLED.clone();
    let response = service.ask(&request);
    assert_eq!(response.status < 300, may, "{} for {}", response.status, request.target);
    if may && let Reading::Entities(rows) = Reading::of(&response) {
        let expected: Vec<Key> = KEYS
            .iter()
            .flat_map(|partition| KEYS.iter().map(|row| Key::new(*partition, *row)))
            .filter(|key| !ranged || within(key, from.as_ref(), to.as_ref()))
            .collect();
        let mut seen: Vec<Key> = rows.into_iter().filter_map(|row| row.key).collect();
        seen.sort();
        let mut expected = expected;
        expected.sort();
        assert_eq!(seen, expected, "{}", request.target);
    }
    let changed = changed(u, &request)?;
    let status = service.ask(&changed).status;
    assert!(status >= 400, "{} was changed to {} and is granted", request.target, changed.target);
    Ok(())
}

/// Whether a key lies between two ends, both included.
fn within(key: &Key, from: Option<&SasKey>, to: Option<&SasKey>) -> bool {
    let after = from.is_none_or(|from| {
        let partition = utf16_cmp(&key.partition, &from.partition);
        partition
            .then_with(|| from.row.as_ref().map_or(std::cmp::Ordering::Equal, |row| utf16_cmp(&key.row, row)))
            .is_ge()
    });
    let before = to.is_none_or(|to| {
        let partition = utf16_cmp(&key.partition, &to.partition);
        partition
            .then_with(|| to.row.as_ref().map_or(std::cmp::Ordering::Equal, |row| utf16_cmp(&key.row, row)))
            .is_le()
    });
    after && before
}

/// The request with another value of one parameter that the signature covers.
fn changed(u: &mut Unstructured<'_>, request: &Request) -> Result<Request> {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let covered = ["sp=", "se=", "st=", "sip=", "spr=", "spk=", "srk=", "epk=", "erk=", "ss=", "srt="];
    let present: Vec<&str> =
        covered.into_iter().filter(|name| query.split('&').any(|held| held.starts_with(name))).collect();
    let chosen = if present.is_empty() { "sv=" } else { *u.choose(&present)? };
    let letter = char::from(u.int_in_range(b'a'..=b'z')?);
    let options = query
        .split('&')
        .map(|option| if option.starts_with(chosen) { format!("{option}{letter}") } else { option.to_owned() });
    let target = format!("{path}?{}", options.collect::<Vec<_>>().join("&"));
    Ok(Request { target, ..request.clone() })
}
