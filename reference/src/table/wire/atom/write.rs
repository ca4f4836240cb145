//! Entries and feeds.

use super::markup::{element, text};
use super::{ATOM, DATA, METADATA, SCHEME};
use crate::datetime::DateTime;
use crate::rules::{Trace, id};
use crate::table::model::etag;
use crate::table::wire::address::write_entity;
use crate::table::wire::json::Selection;
use crate::table::wire::lexical::{binary, datetime, double, guid};
use crate::table::{Row, Value};

/// What bodies say about where they come from.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'o> {
    /// The address of the service, without a slash at its end.
    pub base: &'o str,
    /// The account.
    pub account: &'o str,
    /// The time of the answer.
    pub now: DateTime,
}

impl Origin<'_> {
    /// One entity by itself.
    pub fn entity(
        &self,
        out: &mut Vec<u8>,
        table: &str,
        key: (&str, &str),
        row: &Row,
        selection: Option<&Selection>,
        trace: &mut Trace<'_>,
    ) {
        self.head(out);
        self.entity_entry(out, true, table, key, row, selection, trace);
    }

    /// A set of entities.
    pub fn entities<'e>(
        &self,
        out: &mut Vec<u8>,
        table: &str,
        rows: impl Iterator<Item = (&'e str, &'e str, &'e Row)>,
        selection: Option<&Selection>,
        trace: &mut Trace<'_>,
    ) {
        self.open_feed(out, table, trace);
        for (partition, row_key, row) in rows {
            self.entity_entry(out, false, table, (partition, row_key), row, selection, trace);
        }
        out.extend_from_slice(b"</feed>");
    }

    /// One table by itself.
    pub fn table(&self, out: &mut Vec<u8>, name: &str, trace: &mut Trace<'_>) {
        self.head(out);
        self.table_entry(out, true, name, trace);
    }

    /// A set of tables.
    pub fn tables<'t>(&self, out: &mut Vec<u8>, names: impl Iterator<Item = &'t str>, trace: &mut Trace<'_>) {
        self.open_feed(out, "Tables", trace);
        for name in names {
            self.table_entry(out, false, name, trace);
        }
        out.extend_from_slice(b"</feed>");
    }

    fn head(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"<?xml version=\"1.0\" encoding=\"utf-8\"?>");
    }

    /// The attributes of the outermost element.
    fn namespaces(&self) -> String {
        format!(" xml:base=\"{}/\" xmlns=\"{ATOM}\" xmlns:d=\"{DATA}\" xmlns:m=\"{METADATA}\"", self.base)
    }

    fn open_feed(&self, out: &mut Vec<u8>, name: &str, trace: &mut Trace<'_>) {
        self.head(out);
        out.extend_from_slice(format!("<feed{}>", self.namespaces()).as_bytes());
        if trace.enforce(id::TABLE_ATOM_FEED) {
            let base = self.base;
            let updated = self.updated();
            let feed = format!(
                "<id>{base}/{name}</id><title type=\"text\">{name}</title><updated>{updated}</updated><link rel=\"self\" \
                 title=\"{name}\" href=\"{name}\" />"
            );
            out.extend_from_slice(feed.as_bytes());
        }
    }

    fn updated(&self) -> String {
        datetime::written(self.now.plus_ticks(-(self.now.ticks() % crate::datetime::TICKS_PER_SECOND)))
    }

    /// What entries of entities and tables share: everything before the properties.
    fn open_entry(
        &self,
        out: &mut Vec<u8>,
        alone: bool,
        tag: Option<&str>,
        kind: &str,
        address: &str,
        trace: &mut Trace<'_>,
    ) {
        out.extend_from_slice(b"<entry");
        if alone {
            out.extend_from_slice(self.namespaces().as_bytes());
        }
        if let Some(tag) = tag {
            out.extend_from_slice(b" m:etag=\"");
            text(out, tag);
            out.push(b'"');
        }
        out.push(b'>');
        if trace.enforce(id::TABLE_ATOM_ENTRY) {
            element(out, "id", &format!("{}/{address}", self.base));
            let category = format!("<category term=\"{}.{kind}\" scheme=\"{SCHEME}\" />", self.account);
            out.extend_from_slice(category.as_bytes());
            out.extend_from_slice(format!("<link rel=\"edit\" title=\"{kind}\" href=\"").as_bytes());
            text(out, address);
            out.extend_from_slice(b"\" />");
        }
        let rest = format!(
            "<title /><updated>{}</updated><author><name /></author><content type=\"application/xml\"><m:properties>",
            self.updated()
        );
        out.extend_from_slice(rest.as_bytes());
    }

    fn close_entry(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"</m:properties></content></entry>");
    }

    fn table_entry(&self, out: &mut Vec<u8>, alone: bool, name: &str, trace: &mut Trace<'_>) {
        self.open_entry(out, alone, None, "Tables", &format!("Tables('{name}')"), trace);
        element(out, "d:TableName", name);
        self.close_entry(out);
    }

    #[expect(clippy::too_many_arguments, reason = "an entity and everything that decides how it is written")]
    fn entity_entry(
        &self,
        out: &mut Vec<u8>,
        alone: bool,
        table: &str,
        (partition, row_key): (&str, &str),
        row: &Row,
        selection: Option<&Selection>,
        trace: &mut Trace<'_>,
    ) {
        let mut address = String::new();
        write_entity(&mut address, table, partition, row_key, trace);
        let tag = trace.enforce(id::TABLE_ATOM_ETAG).then(|| etag(row.timestamp, trace));
        self.open_entry(out, alone, tag.as_deref(), table, &address, trace);
        let timestamp = Value::DateTime(row.timestamp);
        match selection.filter(|selection| !selection.names.is_empty()) {
            None => {
                element(out, "d:PartitionKey", partition);
                element(out, "d:RowKey", row_key);
                property(out, "Timestamp", &timestamp, trace);
                for (name, value) in &row.properties {
                    property(out, name, value, trace);
                }
            }
            Some(selection) => {
                for (place, name) in selection.names.iter().enumerate() {
                    if selection.names[..place].contains(name) {
                        continue;
                    }
                    match (name.as_str(), row.property(name)) {
                        ("PartitionKey", _) => element(out, "d:PartitionKey", partition),
                        ("RowKey", _) => element(out, "d:RowKey", row_key),
                        ("Timestamp", _) => property(out, "Timestamp", &timestamp, trace),
                        (_, Some(value)) => property(out, name, value, trace),
                        (_, None) if trace.enforce(id::TABLE_ATOM_SELECTED_NULL) => {
                            out.extend_from_slice(format!("<d:{name} m:null=\"true\" />").as_bytes());
                        }
                        (_, None) => {}
                    }
                }
            }
        }
        self.close_entry(out);
    }
}

/// Appends a property. Its type is told unless it is a String.
fn property(out: &mut Vec<u8>, name: &str, value: &Value, trace: &mut Trace<'_>) {
    let written = match value {
        Value::String(text) => {
            let space = if text.trim() == text { "" } else { " xml:space=\"preserve\"" };
            out.extend_from_slice(format!("<d:{name}{space}>").as_bytes());
            self::text(out, text);
            out.extend_from_slice(format!("</d:{name}>").as_bytes());
            return;
        }
        Value::Binary(octets) => {
            let mut out = Vec::new();
            binary::write_base64(&mut out, octets);
            String::from_utf8(out).unwrap_or_default()
        }
        Value::Boolean(value) => value.to_string(),
        Value::DateTime(instant) => datetime::written(*instant),
        Value::Double(value) if value.is_infinite() => if *value > 0.0 { "INF" } else { "-INF" }.to_owned(),
        Value::Double(value) => {
            let text = double::written(*value);
            text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
        }
        Value::Guid(value) => guid::written(*value),
        Value::Int32(value) => value.to_string(),
        Value::Int64(value) => value.to_string(),
    };
    let edm_type = value.edm_type();
    let kept = trace.enforce(id::TABLE_ATOM_TYPES);
    let announced = if kept { format!(" m:type=\"{edm_type}\"") } else { String::new() };
    out.extend_from_slice(format!("<d:{name}{announced}>{written}</d:{name}>").as_bytes());
}
