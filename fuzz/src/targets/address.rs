//! Request targets: what can be read is written and read again as the same, and any key that can stand in an address comes
//! back from it.

use super::vocabulary::{text, version};
use arbitrary::Unstructured;
use tablestakes_reference::rules::{Broken, Trace};
use tablestakes_reference::table::Key;
use tablestakes_reference::table::QUERY;
use tablestakes_reference::table::wire::address::{QueryString, Resource, read, write_entity};
use tablestakes_reference::table::wire::percent;

/// The first two octets choose a version and the place of the address; the rest is the request target.
pub fn run(octets: &[u8]) {
    let (settings, target) = octets.split_at(octets.len().min(2));
    let Ok(version) = version(&mut Unstructured::new(settings)) else { return };
    let in_batch = settings.first().is_some_and(|first| first & 1 == 1);
    let broken = Broken::none();
    let mut trace = Trace::new(&broken);
    let target = text(target);
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));

    let options = QueryString::read(query, &QUERY, &mut trace);
    assert!(options.names().all(|name| options.get(name).is_some()));

    if let Ok(Resource::Entity(table, key)) = read(path, version, in_batch, &mut trace) {
        again(&key, version, in_batch, &table, &mut trace);
    }
    // The same text as a key.
    let part = |text: &str| text.chars().filter(|c| !c.is_control() && !"/\\#?".contains(*c)).collect::<String>();
    again(&Key::new(part(path), part(query)), version, in_batch, "t", &mut trace);
}

fn again(key: &Key, version: tablestakes_reference::Version, in_batch: bool, table: &str, trace: &mut Trace<'_>) {
    // In old versions the service decodes twice, and the name of a table is not encoded.
    if [&key.partition, &key.row].into_iter().any(|part| part.contains('%')) || !table.is_ascii() || table.contains('%')
    {
        return;
    }
    let mut path = String::from("/");
    write_entity(&mut path, table, &key.partition, &key.row, trace);
    if percent::decode(&path).is_none() || table.contains(['/', '?', '#']) {
        return;
    }
    let read = read(&path, version, in_batch, trace);
    assert_eq!(read.ok(), Some(Resource::Entity(table.to_owned(), key.clone())), "{path}");
}
