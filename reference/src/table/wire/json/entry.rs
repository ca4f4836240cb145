//! Entities, tables and sets of them as JSON.

use super::write::{write_property, write_string};
use crate::rules::{Trace, id};
use crate::table::Metadata;
use crate::table::Row;
use crate::table::model::etag;
use crate::table::wire::address::write_entity;
use crate::table::wire::lexical::datetime;
use crate::version::Version;

/// What bodies say about where they come from.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'o> {
    /// The address of the service, without a slash at its end.
    pub base: &'o str,
    /// The account.
    pub account: &'o str,
    /// The level of metadata.
    pub metadata: Metadata,
    /// The version of the request.
    pub version: Version,
}

/// `$select`, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// The text as it was sent.
    pub text: String,
    /// The names, none if everything is selected.
    pub names: Vec<String>,
}

struct Members<'m> {
    out: &'m mut Vec<u8>,
    first: bool,
}

impl<'m> Members<'m> {
    fn open(out: &'m mut Vec<u8>) -> Self {
        out.push(b'{');
        Self { out, first: true }
    }

    fn next(&mut self) -> &mut Vec<u8> {
        if !std::mem::take(&mut self.first) {
            self.out.push(b',');
        }
        self.out
    }

    fn text(&mut self, name: &str, value: &str) {
        let out = self.next();
        write_string(out, name);
        out.push(b':');
        write_string(out, value);
    }

    fn close(self) {
        self.out.push(b'}');
    }
}

impl Origin<'_> {
    fn has_metadata(&self) -> bool {
        self.metadata != Metadata::None
    }

    fn context(&self, table: &str, one: bool, selection: Option<&Selection>, trace: &mut Trace<'_>) -> String {
        let one = if one { "/@Element" } else { "" };
        let select = match selection {
            Some(selection) if trace.enforce(id::TABLE_PROJECTION_CONTEXT) => format!("&$select={}", selection.text),
            _ => String::new(),
        };
        format!("{}/$metadata#{table}{one}{select}", self.base)
    }

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
        let context = if self.has_metadata() && trace.enforce(id::TABLE_JSON_CONTEXT_ENTITY) {
            Some(self.context(table, true, selection, trace))
        } else {
            None
        };
        self.write_entity(out, context, table, key, row, selection, trace);
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
        let mut members = Members::open(out);
        if self.has_metadata() && trace.enforce(id::TABLE_JSON_CONTEXT_SET) {
            let context = self.context(table, false, selection, trace);
            members.text("odata.metadata", &context);
        }
        let out = members.next();
        out.extend_from_slice(b"\"value\":[");
        for (place, (partition, row_key, row)) in rows.enumerate() {
            if place > 0 {
                out.push(b',');
            }
            self.write_entity(out, None, table, (partition, row_key), row, selection, trace);
        }
        out.push(b']');
        members.close();
    }

    #[expect(clippy::too_many_arguments, reason = "an entity and everything that decides how it is written")]
    fn write_entity(
        &self,
        out: &mut Vec<u8>,
        context: Option<String>,
        table: &str,
        (partition, row_key): (&str, &str),
        row: &Row,
        selection: Option<&Selection>,
        trace: &mut Trace<'_>,
    ) {
        let mut members = Members::open(out);
        if let Some(context) = context {
            members.text("odata.metadata", &context);
        }
        let mut address = String::new();
        if self.metadata == Metadata::Full && trace.enforce(id::TABLE_JSON_FULL_ENTITY) {
            write_entity(&mut address, table, partition, row_key, trace);
            members.text("odata.type", &format!("{}.{table}", self.account));
            members.text("odata.id", &format!("{}/{address}", self.base));
        }
        if self.writes_etag(selection.is_some(), trace) {
            let instant = if trace.enforce(id::TABLE_JSON_ETAG_IS_TIMESTAMP) { 0 } else { -1 };
            members.text("odata.etag", &etag(row.timestamp.plus_ticks(instant), trace));
        }
        if !address.is_empty() {
            members.text("odata.editLink", &address);
        }
        match selection.filter(|selection| !selection.names.is_empty()) {
            None => {
                members.text("PartitionKey", partition);
                members.text("RowKey", row_key);
                self.timestamp(&mut members, row, trace);
                for (name, value) in &row.properties {
                    write_property(members.next(), name, value, self.metadata, trace);
                }
            }
            Some(selection) => self.selected(&mut members, partition, row_key, row, selection, trace),
        }
        members.close();
    }

    fn writes_etag(&self, selected: bool, trace: &mut Trace<'_>) -> bool {
        if !self.has_metadata() {
            return !trace.enforce(id::TABLE_JSON_NONE_BARE);
        }
        // Minimal metadata of older versions had none (`table.json.etag-member`).
        let rule = id::TABLE_JSON_ETAG_MEMBER;
        let version_has = self.metadata == Metadata::Full || rule.holds_for(self.version);
        version_has && trace.enforce(rule) && (!selected || trace.enforce(id::TABLE_PROJECTION_KEEPS_ETAG))
    }

    fn timestamp(&self, members: &mut Members<'_>, row: &Row, trace: &mut Trace<'_>) {
        if !trace.enforce(id::TABLE_JSON_TIMESTAMP_MEMBER) {
            return;
        }
        let annotated = match self.metadata {
            Metadata::Full => true,
            Metadata::Minimal => !trace.enforce(id::TABLE_JSON_TIMESTAMP_ANNOTATION),
            Metadata::None => false,
        };
        if annotated {
            members.text("Timestamp@odata.type", "Edm.DateTime");
        }
        members.text("Timestamp", datetime::Form::of(row.timestamp).without_trailing_zeros().as_str());
    }

    fn selected(
        &self,
        members: &mut Members<'_>,
        partition: &str,
        row_key: &str,
        row: &Row,
        selection: &Selection,
        trace: &mut Trace<'_>,
    ) {
        let drops_keys = trace.enforce(id::TABLE_PROJECTION_DROPS_KEYS);
        let wants = |name: &str| !drops_keys || selection.names.iter().any(|selected| selected == name);
        if wants("PartitionKey") {
            members.text("PartitionKey", partition);
        }
        if wants("RowKey") {
            members.text("RowKey", row_key);
        }
        if wants("Timestamp") {
            self.timestamp(members, row, trace);
        }
        for (place, name) in selection.names.iter().enumerate() {
            let system = matches!(name.as_str(), "PartitionKey" | "RowKey" | "Timestamp");
            if system || selection.names[..place].contains(name) {
                continue;
            }
            match row.property(name) {
                Some(value) => write_property(members.next(), name, value, self.metadata, trace),
                None if trace.enforce(id::TABLE_PROJECTION_MISSING_NULL) => {
                    let out = members.next();
                    write_string(out, name);
                    out.extend_from_slice(b":null");
                }
                None => {}
            }
        }
    }

    /// One table by itself.
    pub fn table(&self, out: &mut Vec<u8>, name: &str, trace: &mut Trace<'_>) {
        let told = self.has_metadata() && trace.enforce(id::TABLE_JSON_CONTEXT_TABLE);
        let context = if told { Some(self.context("Tables", true, None, trace)) } else { None };
        self.write_table(out, context, name, trace);
    }

    /// A set of tables.
    pub fn tables<'t>(&self, out: &mut Vec<u8>, names: impl Iterator<Item = &'t str>, trace: &mut Trace<'_>) {
        let mut members = Members::open(out);
        if self.has_metadata() && trace.enforce(id::TABLE_JSON_CONTEXT_TABLE) {
            let context = self.context("Tables", false, None, trace);
            members.text("odata.metadata", &context);
        }
        let out = members.next();
        out.extend_from_slice(b"\"value\":[");
        for (place, name) in names.enumerate() {
            if place > 0 {
                out.push(b',');
            }
            self.write_table(out, None, name, trace);
        }
        out.push(b']');
        members.close();
    }

    fn write_table(&self, out: &mut Vec<u8>, context: Option<String>, name: &str, trace: &mut Trace<'_>) {
        let mut members = Members::open(out);
        if let Some(context) = context {
            members.text("odata.metadata", &context);
        }
        if self.metadata == Metadata::Full && trace.enforce(id::TABLE_JSON_FULL_TABLE) {
            members.text("odata.type", &format!("{}.Tables", self.account));
            members.text("odata.id", &format!("{}/Tables('{name}')", self.base));
            members.text("odata.editLink", &format!("Tables('{name}')"));
        }
        members.text("TableName", name);
        members.close();
    }
}
