//! Continuation: any key comes back from its token, any token is answered, and following tokens shows every entity once.

use super::service::Service;
use super::vocabulary::{part, text};
use arbitrary::{Arbitrary, Result, Unstructured};
use std::collections::BTreeSet;
use tablestakes::judge::Reading;
use tablestakes_reference::Settings;
use tablestakes_reference::auth::Identity;
use tablestakes_reference::table::wire::token::{read, written};
use tablestakes_reference::table::{EntityBody, Key, Operation, TableService};

/// More pages than any table here has.
const MOST_PAGES: usize = 200;

/// The octets decide a key, entities, the size of pages, and a token that nobody gave.
pub fn run(octets: &[u8]) {
    let key = text(octets);
    assert_eq!(read(&written(&key)), key);
    let _ = read(&key);
    let _ = paged(&mut Unstructured::new(octets));
}

fn paged(u: &mut Unstructured<'_>) -> Result<()> {
    let settings =
        Settings { identity: Identity::Trusted, page_size: Some(u.int_in_range(1..=5)?), ..Settings::default() };
    let tables = TableService::new(settings).with_pages_that_end_with_partitions(u.arbitrary()?);
    let mut service = Service::of(tables);
    let mut held = BTreeSet::new();
    for _ in 0..u.int_in_range(0..=12)? {
        let key = Key::new(part(u)?, part(u)?);
        let entity = EntityBody::keyed(&key).with("a", 1);
        let insert = Operation::InsertEntity { table: "tab".into(), entity, prefer: None };
        if service.tell(&insert.into()).status == 201 {
            held.insert(key);
        }
    }
    let options = match u.int_in_range(0..=2)? {
        0 => "",
        1 => "&$filter=a%20eq%201",
        _ => "&$top=3",
    };
    let mut seen = Vec::new();
    let mut from = String::new();
    for page in 0.. {
        assert!(page < MOST_PAGES, "no end after {page} pages");
        let (keys, next) = ask(&mut service, &format!("/tab()?{from}{options}"));
        seen.extend(keys);
        let Some(next) = next else { break };
        from = next;
    }
    let expected: Vec<Key> = held.into_iter().collect();
    assert_eq!(seen, expected, "following the tokens");
    let (partition, row) = (<&str>::arbitrary(u)?, <&str>::arbitrary(u)?);
    ask(&mut service, &format!("/tab()?NextPartitionKey={}&NextRowKey={}", encoded(partition), encoded(row)));
    Ok(())
}

/// The keys on a page, and the options that name the next one.
fn ask(service: &mut Service, target: &str) -> (Vec<Key>, Option<String>) {
    let headers = [("accept", "application/json;odata=nometadata"), ("x-ms-version", "2019-02-02")];
    let response = service.send("GET", target, &headers, b"");
    let Reading::Entities(rows) = Reading::of(&response) else { return (Vec::new(), None) };
    let header = |name| response.headers.get(name).map(encoded);
    let next = header("x-ms-continuation-nextpartitionkey").map(|partition| {
        let row = header("x-ms-continuation-nextrowkey").map(|row| format!("&NextRowKey={row}")).unwrap_or_default();
        format!("NextPartitionKey={partition}{row}")
    });
    (rows.into_iter().filter_map(|row| row.key).collect(), next)
}

fn encoded(text: &str) -> String {
    text.bytes().map(|octet| format!("%{octet:02X}")).collect()
}
