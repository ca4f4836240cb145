//! Bodies of answers, in the format that is asked for.

use super::json::Selection;
use super::{atom, json};
use crate::rules::Trace;
use crate::table::Row;

/// Writes bodies.
#[derive(Debug, Clone, Copy)]
pub enum Writer<'w> {
    /// As JSON.
    Json(json::Origin<'w>),
    /// As Atom.
    Atom(atom::Origin<'w>),
}

impl Writer<'_> {
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
        match self {
            Self::Json(origin) => origin.entity(out, table, key, row, selection, trace),
            Self::Atom(origin) => origin.entity(out, table, key, row, selection, trace),
        }
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
        match self {
            Self::Json(origin) => origin.entities(out, table, rows, selection, trace),
            Self::Atom(origin) => origin.entities(out, table, rows, selection, trace),
        }
    }

    /// One table by itself.
    pub fn table(&self, out: &mut Vec<u8>, name: &str, trace: &mut Trace<'_>) {
        match self {
            Self::Json(origin) => origin.table(out, name, trace),
            Self::Atom(origin) => origin.table(out, name, trace),
        }
    }

    /// A set of tables.
    pub fn tables<'t>(&self, out: &mut Vec<u8>, names: impl Iterator<Item = &'t str>, trace: &mut Trace<'_>) {
        match self {
            Self::Json(origin) => origin.tables(out, names, trace),
            Self::Atom(origin) => origin.tables(out, names, trace),
        }
    }
}
