//! Atom entries: whatever is read is a JSON object, and what is stored, read and written back is stored the same.

use super::json_entity::stored_again;
use tablestakes_reference::rules::{Broken, Trace};
use tablestakes_reference::table::wire::atom::as_json;

const VERSION: (&str, &str) = ("x-ms-version", "2015-07-08");
const READ: [(&str, &str); 2] = [("accept", "application/atom+xml"), VERSION];
const WRITE: [(&str, &str); 2] = [("content-type", "application/atom+xml"), VERSION];

/// The octets are the body of an insert.
pub fn run(octets: &[u8]) {
    let broken = Broken::none();
    if let Some(json) = as_json(octets, &mut Trace::new(&broken)) {
        let read: Result<serde_json::Value, _> = serde_json::from_slice(&json);
        assert!(read.is_ok_and(|read| read.is_object()), "{}", String::from_utf8_lossy(&json));
    }
    stored_again(octets, &READ, &WRITE);
}
