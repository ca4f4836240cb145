//! JSON entities: whatever is inserted can be read, and what is read and written back is stored the same.

use super::service::Service;
use tablestakes::judge::Reading;

const READ: [(&str, &str); 2] = [("accept", "application/json;odata=fullmetadata"), ("x-ms-version", "2019-02-02")];
const WRITE: [(&str, &str); 2] = [("content-type", "application/json"), ("x-ms-version", "2019-02-02")];

/// The octets are the body of an insert.
pub fn run(octets: &[u8]) {
    stored_again(octets, &READ, &WRITE);
}

/// Inserts a body, reads what came of it, writes that over it, and reads again.
pub(super) fn stored_again(body: &[u8], read: &[(&'static str, &str)], write: &[(&'static str, &str)]) {
    let mut service = Service::trusting();
    let inserted = service.send("POST", "/tab", write, body);
    if let Reading::Malformed(why) = Reading::of(&inserted) {
        panic!("{}: {why}", inserted.status);
    }
    let query = |service: &mut Service| match Reading::of(&service.send("GET", "/tab()", read, b"")) {
        Reading::Entities(mut rows) => (rows.len() == 1).then(|| rows.swap_remove(0)),
        Reading::Entity(row) => Some(row),
        other => panic!("a query is answered with {other:?}"),
    };
    let Some(first) = query(&mut service) else {
        assert!(inserted.status >= 400, "{} and nothing is there", inserted.status);
        return;
    };
    assert!(inserted.status < 300, "{} and yet it is there", inserted.status);
    let (key, properties) = (first.key.clone(), first.properties.clone());
    let (Some(key), Some(_)) = (key, properties) else { panic!("not every value is of its type: {first:?}") };
    // What a body may hold, an address may not.
    if [&key.partition, &key.row].iter().any(|part| part.contains(|c: char| c.is_control() || "/\\#?".contains(c))) {
        return;
    }
    let encode = |text: &str| text.bytes().map(|octet| format!("%{octet:02X}")).collect::<String>();
    let quoted = |text: &str| encode(&text.replace('\'', "''"));
    let address = format!("/tab(PartitionKey='{}',RowKey='{}')", quoted(&key.partition), quoted(&key.row));
    let got = service.send("GET", &address, read, b"");
    assert_eq!(got.status, 200, "{address}");
    let replaced = service.send("PUT", &address, write, &got.body);
    assert_eq!(replaced.status, 204, "{} is written back", String::from_utf8_lossy(&got.body));
    let Some(again) = query(&mut service) else { panic!("it is gone") };
    let sorted = |entity: &tablestakes::judge::Entity| {
        let mut properties = entity.properties.clone().unwrap_or_default();
        properties.sort_by(|left, right| left.0.cmp(&right.0));
        properties
    };
    assert_eq!((again.key.as_ref(), sorted(&again)), (Some(&key), sorted(&first)), "written back");
}
