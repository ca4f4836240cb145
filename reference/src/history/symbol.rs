//! Symbols: how a step refers to what a run or a server chose.
//!
//! | written | stands for |
//! |---|---|
//! | `${table}`, `${table:N}` | the name of the history's table N, 0 if not said |
//! | `${etag:S}` | the ETag that step S returned |
//! | `${etag:S.P}` | the ETag in part P of the answer to the batch in step S |
//! | `${next-partition:S}`, `${next-row:S}`, `${next-table:S}` | the continuation token that step S returned |
//! | `${queue}`, `${queue:N}` | the name of the history's queue N, 0 if not said |
//! | `${message:S}`, `${message:S.P}` | the id of message P in the answer to step S, of the first if not said |
//! | `${receipt:S}`, `${receipt:S.P}` | its pop receipt; of an update, the one in the header |
//! | `${marker:S}` | where step S said that its listing goes on |
//! | `${container}`, `${container:N}` | the name of the history's container N, 0 if not said |
//! | `${lease:S}`, `${snapshot:S}`, `${version:S}`, `${copy:S}`, `${modified:S}` | what a header of step S told: the id of a lease, the time of a snapshot, a version, the id of a copy, the time of the last change |
//! | `${account}` | the account's name |
//! | `${base}` | the target's base path: `/account` where the account stands in the path, else nothing |
//! | `${origin}` | scheme and host of the service, `http://HOST:PORT` |
//! | `$${` | the text `${` |
//!
//! Steps and parts count from 0. Each side of a run binds its own values.

use std::fmt;

/// One symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// The name of one of the history's tables.
    Table(u8),
    /// The ETag that a step returned, or a part of a batch in it.
    ETag {
        /// The step.
        step: usize,
        /// The part of the batch.
        part: Option<usize>,
    },
    /// `x-ms-continuation-NextPartitionKey` of a step.
    NextPartition(usize),
    /// `x-ms-continuation-NextRowKey` of a step.
    NextRow(usize),
    /// `x-ms-continuation-NextTableName` of a step.
    NextTable(usize),
    /// The name of one of the history's queues.
    Queue(u8),
    /// The id of a message that a step returned.
    Message {
        /// The step.
        step: usize,
        /// Which of its messages.
        part: usize,
    },
    /// The pop receipt of a message that a step returned.
    Receipt {
        /// The step.
        step: usize,
        /// Which of its messages.
        part: usize,
    },
    /// `NextMarker` of a listing.
    Marker(usize),
    /// The name of one of the history's containers.
    Container(u8),
    /// What a header of a step's answer told.
    Told {
        /// The step.
        step: usize,
        /// Of what.
        what: Told,
    },
    /// The account's name.
    Account,
    /// The target's base path, without a slash at its end. Raw batches need it in the requests they carry.
    Base,
    /// Scheme and host of the service, `http://HOST:PORT`.
    Origin,
}

/// What answers about blobs tell in headers, and later steps refer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Told {
    /// The id of a lease.
    Lease,
    /// The time of a snapshot.
    Snapshot,
    /// A version.
    Version,
    /// The id of a copy.
    Copy,
    /// The time of the last change.
    Modified,
}

impl Told {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Lease, Self::Snapshot, Self::Version, Self::Copy, Self::Modified];

    /// The name of the header that tells it.
    pub fn header(self) -> &'static str {
        match self {
            Self::Lease => "x-ms-lease-id",
            Self::Snapshot => "x-ms-snapshot",
            Self::Version => "x-ms-version-id",
            Self::Copy => "x-ms-copy-id",
            Self::Modified => "last-modified",
        }
    }

    /// How its symbol begins.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lease => "lease",
            Self::Snapshot => "snapshot",
            Self::Version => "version",
            Self::Copy => "copy",
            Self::Modified => "modified",
        }
    }
}

impl Symbol {
    /// The step whose answer the symbol needs.
    pub fn step(self) -> Option<usize> {
        match self {
            Self::ETag { step, .. }
            | Self::NextPartition(step)
            | Self::NextRow(step)
            | Self::NextTable(step)
            | Self::Message { step, .. }
            | Self::Receipt { step, .. }
            | Self::Told { step, .. }
            | Self::Marker(step) => Some(step),
            Self::Table(_) | Self::Queue(_) | Self::Container(_) | Self::Account | Self::Base | Self::Origin => None,
        }
    }

    /// The same symbol, referring to another step.
    #[must_use]
    pub fn at_step(self, step: usize) -> Self {
        match self {
            Self::ETag { part, .. } => Self::ETag { step, part },
            Self::NextPartition(_) => Self::NextPartition(step),
            Self::NextRow(_) => Self::NextRow(step),
            Self::NextTable(_) => Self::NextTable(step),
            Self::Message { part, .. } => Self::Message { step, part },
            Self::Receipt { part, .. } => Self::Receipt { step, part },
            Self::Marker(_) => Self::Marker(step),
            Self::Told { what, .. } => Self::Told { step, what },
            Self::Table(_) | Self::Queue(_) | Self::Container(_) | Self::Account | Self::Base | Self::Origin => self,
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let (name, argument) = text.split_once(':').map_or((text, None), |(name, argument)| (name, Some(argument)));
        match (name, argument) {
            ("table", None) => Some(Self::Table(0)),
            ("table", Some(number)) => number.parse().ok().map(Self::Table),
            ("queue", None) => Some(Self::Queue(0)),
            ("queue", Some(number)) => number.parse().ok().map(Self::Queue),
            ("message", Some(place)) => part_of(place).map(|(step, part)| Self::Message { step, part }),
            ("receipt", Some(place)) => part_of(place).map(|(step, part)| Self::Receipt { step, part }),
            ("marker", Some(step)) => step.parse().ok().map(Self::Marker),
            ("container", None) => Some(Self::Container(0)),
            ("container", Some(number)) => number.parse().ok().map(Self::Container),
            ("account", None) => Some(Self::Account),
            ("base", None) => Some(Self::Base),
            ("origin", None) => Some(Self::Origin),
            ("etag", Some(place)) => match place.split_once('.') {
                None => Some(Self::ETag { step: place.parse().ok()?, part: None }),
                Some((step, part)) => Some(Self::ETag { step: step.parse().ok()?, part: Some(part.parse().ok()?) }),
            },
            ("next-partition", Some(step)) => step.parse().ok().map(Self::NextPartition),
            ("next-row", Some(step)) => step.parse().ok().map(Self::NextRow),
            ("next-table", Some(step)) => step.parse().ok().map(Self::NextTable),
            (name, Some(step)) => {
                let what = Told::ALL.into_iter().find(|what| what.name() == name)?;
                step.parse().ok().map(|step| Self::Told { step, what })
            }
            _ => None,
        }
    }
}

/// `S` or `S.P`.
fn part_of(place: &str) -> Option<(usize, usize)> {
    match place.split_once('.') {
        None => Some((place.parse().ok()?, 0)),
        Some((step, part)) => Some((step.parse().ok()?, part.parse().ok()?)),
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(0) => f.write_str("${table}"),
            Self::Table(number) => write!(f, "${{table:{number}}}"),
            Self::ETag { step, part: None } => write!(f, "${{etag:{step}}}"),
            Self::ETag { step, part: Some(part) } => write!(f, "${{etag:{step}.{part}}}"),
            Self::NextPartition(step) => write!(f, "${{next-partition:{step}}}"),
            Self::NextRow(step) => write!(f, "${{next-row:{step}}}"),
            Self::NextTable(step) => write!(f, "${{next-table:{step}}}"),
            Self::Queue(0) => f.write_str("${queue}"),
            Self::Queue(number) => write!(f, "${{queue:{number}}}"),
            Self::Message { step, part: 0 } => write!(f, "${{message:{step}}}"),
            Self::Message { step, part } => write!(f, "${{message:{step}.{part}}}"),
            Self::Receipt { step, part: 0 } => write!(f, "${{receipt:{step}}}"),
            Self::Receipt { step, part } => write!(f, "${{receipt:{step}.{part}}}"),
            Self::Marker(step) => write!(f, "${{marker:{step}}}"),
            Self::Container(0) => f.write_str("${container}"),
            Self::Container(number) => write!(f, "${{container:{number}}}"),
            Self::Told { step, what } => write!(f, "${{{}:{step}}}", what.name()),
            Self::Account => f.write_str("${account}"),
            Self::Base => f.write_str("${base}"),
            Self::Origin => f.write_str("${origin}"),
        }
    }
}

/// A piece of a text that may hold symbols.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'t> {
    /// Literal text.
    Text(&'t str),
    /// A symbol.
    Symbol(Symbol),
}

/// Takes a text apart. What looks like a symbol but is none stays text.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let (before, from) = rest.split_at(start);
        if let Some(escaped) = before.strip_suffix('$') {
            pieces.push(Piece::Text(escaped));
            pieces.push(Piece::Text("${"));
            rest = &from[2..];
            continue;
        }
        let symbol = from.find('}').and_then(|end| Some((Symbol::parse(&from[2..end])?, end)));
        if let Some((symbol, end)) = symbol {
            pieces.push(Piece::Text(before));
            pieces.push(Piece::Symbol(symbol));
            rest = &from[end + 1..];
        } else {
            let (text, after) = rest.split_at(start + 2);
            pieces.push(Piece::Text(text));
            rest = after;
        }
    }
    pieces.push(Piece::Text(rest));
    pieces.retain(|piece| *piece != Piece::Text(""));
    pieces
}

/// A text that stands for itself in a history: what looks like a symbol in it is none.
pub fn literal(text: &str) -> String {
    text.replace("${", "$${")
}

/// Puts a text together again, each symbol replaced by its value.
///
/// # Errors
/// The first symbol for which `value` has none.
pub fn bind(text: &str, mut value: impl FnMut(Symbol) -> Option<String>) -> Result<String, Symbol> {
    let mut bound = String::with_capacity(text.len());
    for piece in pieces(text) {
        match piece {
            Piece::Text(text) => bound.push_str(text),
            Piece::Symbol(symbol) => bound.push_str(&value(symbol).ok_or(symbol)?),
        }
    }
    Ok(bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_survive_text() {
        for symbol in [
            Symbol::Table(0),
            Symbol::Table(3),
            Symbol::ETag { step: 4, part: None },
            Symbol::ETag { step: 4, part: Some(2) },
            Symbol::NextPartition(1),
            Symbol::NextRow(2),
            Symbol::NextTable(3),
            Symbol::Queue(0),
            Symbol::Queue(2),
            Symbol::Message { step: 1, part: 0 },
            Symbol::Message { step: 1, part: 31 },
            Symbol::Receipt { step: 0, part: 0 },
            Symbol::Receipt { step: 4, part: 1 },
            Symbol::Marker(2),
            Symbol::Container(0),
            Symbol::Container(1),
            Symbol::Told { step: 3, what: Told::Lease },
            Symbol::Told { step: 0, what: Told::Snapshot },
            Symbol::Account,
            Symbol::Base,
            Symbol::Origin,
        ] {
            assert_eq!(pieces(&symbol.to_string()), [Piece::Symbol(symbol)]);
        }
    }

    #[test]
    fn text_around_symbols_stays() {
        let bound = bind("/${table}('${nope}$${table}')", |_| Some("t".into()));
        assert_eq!(bound.as_deref(), Ok("/t('${nope}${table}')"));
        assert_eq!(bind("${etag:1}", |_| None), Err(Symbol::ETag { step: 1, part: None }));
    }
}
