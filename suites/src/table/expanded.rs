//! Text that template engines, databases, patterns, formats and shells would expand, as keys, values, names and literals.

use super::steps::{
    at, batch, delete, get, get_select, insert, insert_body, insert_or_merge, insert_or_replace, int, merge, scan,
    scan_all, scan_with, seed, text, update,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::{EntityBody, Operation, Query};

const SUITE: Suite = Suite::Encoding;

/// What template engines replace, and what it would become.
const TEMPLATES: [&str; 12] =
    ["{{7*7}}", "49", "${7*7}", "#{7*7}", "<%= 7*7 %>", "{{x}}", "{0}", "%{x}", "[[x]]", "@{x}", "*{7*7}", "{% x %}"];

/// What formats and shells replace, and what that would become.
const FORMATS: [&str; 14] =
    ["%s", "%n%n", "%d", "%x", "%1$s", "%%", "%", "%PATH%", "$HOME", "$(id)", "`id`", "| cat", "&& true", "~"];

/// What ends or widens a query of a database, and what it would find.
const QUERIES: [&str; 12] = [
    "' OR 1=1 --",
    "' or '1' eq '1",
    "') or (true",
    "'; DROP TABLE t; --",
    "\" OR \"\"=\"",
    "a' and 'a",
    "1; SELECT 1",
    "x'; //",
    "{\"$gt\":\"\"}",
    "[$ne]=1",
    "' || '1'=='1",
    "%' LIKE '%",
];

/// What patterns match, and what would match them.
const PATTERNS: [&str; 14] =
    [".*", ".", "a", "[a-z]", "^a$", "(a|b)", "a{1}", "a+", "a?", "\\w", "\\1", "$1", "$&", "_"];

/// Names that objects have from birth in the languages of many servers, each a valid name of a property.
const INHERITED: [&str; 8] = [
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "valueOf",
    "prototype",
    "__defineGetter__",
    "isPrototypeOf",
];

/// Names that stores and serialisers keep for themselves.
const OF_STORES: [&str; 10] = ["_id", "id", "key", "length", "type", "meta", "_rev", "self", "doc", "ttl"];

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A row for each of the texts, and then one query for each, that finds it alone.
fn found(texts: &[&str]) -> Vec<Step> {
    let rows = texts.iter().enumerate().map(|(place, held)| insert(at("p", place.to_string()), [("S", text(*held))]));
    let mut script = steps![seed(rows)];
    script.extend(texts.iter().map(|held| Step::from(scan(format!("S eq {}", quoted(held))))));
    script
}

/// The texts that may stand in a key.
fn in_keys() -> Vec<&'static str> {
    let texts = [&TEMPLATES[..], &FORMATS[..], &QUERIES[..], &PATTERNS[..], &INHERITED[..]].concat();
    texts.into_iter().filter(|text| !text.contains(['/', '\\', '#', '?'])).collect()
}

/// Names of properties, each with a number of its own.
fn numbered(key: (&str, &str), names: &[&str], first: i32) -> EntityBody {
    (first..)
        .zip(names)
        .fold(EntityBody::keyed(&at(key.0, key.1)), |body, (number, name)| body.with(*name, int(number)))
}

/// The properties of these names through every operation, then each looked for.
fn through_operations(names: &[&'static str]) -> Vec<Step> {
    let mut script = steps![
        insert_body(numbered(("p", "1"), names, 1)),
        get(at("p", "1")),
        insert_or_replace(at("p", "2"), names.iter().map(|name| (*name, text(*name)))),
        insert_or_merge(at("p", "1"), names.iter().take(2).map(|name| (*name, int(77)))),
        insert(at("p", "3"), []),
        scan_all(),
        get_select(at("p", "1"), &names.join(",")),
    ];
    script.extend(names.iter().map(|name| Step::from(scan(format!("{name} ge 3")))));
    script
}

/// Rows that lack the properties, asked for them.
fn lacking(names: &[&'static str]) -> Vec<Step> {
    let mut script = steps![
        seed([insert(at("p", "1"), [("A", int(1))]), insert(at("p", "2"), [])]),
        scan_with(Query { select: Some(names.join(",")), ..Query::default() }),
    ];
    script.extend(
        names.iter().flat_map(|name| {
            [Step::from(scan(format!("{name} ne 'x'"))), Step::from(scan(format!("{name} or A eq 2")))]
        }),
    );
    script
}

/// Rows under these keys: each found by its key, by a filter, and taken away again.
fn keyed(texts: &[&'static str]) -> Vec<Step> {
    let upserts: Vec<Operation> =
        (1..).zip(texts).map(|(number, held)| insert_or_replace(at("{{p}}%s", *held), [("N", int(number))])).collect();
    let half = texts.len() / 2;
    let mut script = steps![batch(upserts)];
    script.extend(texts.iter().take(7).map(|held| Step::from(get(at("{{p}}%s", *held)))));
    script.extend(texts.iter().skip(half).take(5).map(|held| Step::from(scan(format!("RowKey eq {}", quoted(held))))));
    script.push(Step::from(update(at("{{p}}%s", texts[0]), "*", [("N", int(0))])));
    script.push(Step::from(merge(at("{{p}}%s", texts[1]), "*", [("M", int(0))])));
    script.push(Step::from(delete(at("{{p}}%s", texts[2]), "*")));
    script.push(Step::from(batch(texts[half..].iter().map(|held| delete(at("{{p}}%s", *held), "*")))));
    script.push(Step::from(scan("PartitionKey eq '{{p}}%s'")));
    script.push(Step::from(scan_all()));
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.encoding.expanded-values",
            "Text that templates, formats, databases, patterns and shells would expand comes back as it is",
            "Somewhere between request, log, store and answer the text is handed to something that expands it.",
            [TABLE_TYPES_STRING],
            [
                batch([
                    insert(at("p", "templates"), named(&TEMPLATES)),
                    insert(at("p", "formats"), named(&FORMATS)),
                    insert_or_replace(at("p", "queries"), named(&QUERIES)),
                    insert_or_merge(at("p", "patterns"), named(&PATTERNS)),
                ]),
                get(at("p", "templates")),
                insert_or_replace(at("p", "1"), named(&FORMATS)),
                get(at("p", "1")),
                insert_or_merge(at("p", "1"), named(&QUERIES)),
                get(at("p", "1")),
                insert(at("p", "2"), named(&PATTERNS)),
                get(at("p", "2")),
                scan_all(),
            ]
        ),
        check!(
            TableQuery,
            "table.encoding.expanded-templates",
            "A filter finds text that template engines would expand, and that alone",
            "The filter is put into the text of a template.",
            [TABLE_QUERY_LITERAL_STRING, TABLE_QUERY_FILTER],
            found(&TEMPLATES)
        ),
        check!(
            TableQuery,
            "table.encoding.expanded-formats",
            "A filter finds text that formats and shells would expand, and that alone",
            "The filter is a format's text, or a part of a command.",
            [TABLE_QUERY_LITERAL_STRING, TABLE_QUERY_PERCENT_ONCE],
            found(&FORMATS)
        ),
        check!(
            TableQuery,
            "table.encoding.expanded-queries",
            "A filter finds text that would end a literal of a database, and that alone",
            "The literal is put between quotes of another language.",
            [TABLE_QUERY_LITERAL_STRING, TABLE_QUERY_FILTER],
            found(&QUERIES)
        ),
        check!(
            TableQuery,
            "table.encoding.expanded-patterns",
            "A filter finds text that is a pattern, and not what the pattern matches",
            "eq is done by matching, or the filter is translated by replacements in which $1 has a meaning.",
            [TABLE_QUERY_EQ, TABLE_QUERY_LITERAL_BACKSLASH],
            found(&PATTERNS)
        ),
        check!(
            TableCore,
            "table.encoding.expanded-keys",
            "The same texts as keys, through every operation, in batches and out",
            "Keys become parts of paths, patterns, file names and queries.",
            [TABLE_KEYS_UNICODE, TABLE_KEYS_PERCENT_ONCE, TABLE_BATCH_PERCENT_ONCE],
            keyed(&in_keys()[..12])
        ),
        check!(
            TableCore,
            "table.encoding.expanded-keys-of-shells",
            "The same for what shells and formats expand",
            "Keys become parts of paths, patterns, file names and queries.",
            [TABLE_KEYS_UNICODE, TABLE_KEYS_PERCENT_ONCE, TABLE_BATCH_PERCENT_ONCE],
            keyed(&in_keys()[12..24])
        ),
        check!(
            TableCore,
            "table.encoding.expanded-keys-of-databases",
            "The same for what ends or widens a query",
            "Keys become parts of paths, patterns, file names and queries.",
            [TABLE_KEYS_UNICODE, TABLE_KEYS_QUOTE_DOUBLED, TABLE_BATCH_PERCENT_ONCE],
            keyed(&in_keys()[24..36])
        ),
        check!(
            TableCore,
            "table.encoding.expanded-keys-of-objects",
            "The same for patterns and for what objects have from birth",
            "Rows are kept in an object, in which `constructor` is there before anything is stored.",
            [TABLE_KEYS_UNICODE, TABLE_ENTITIES_GET_MISSING],
            keyed(&in_keys()[36..])
        ),
        check!(
            TableCore,
            "table.encoding.inherited-keys-absent",
            "Nothing is there under a key that an object has from birth",
            "Rows are kept in an object, in which `constructor` is there before anything is stored.",
            [TABLE_ENTITIES_GET_MISSING, TABLE_ENTITIES_DELETE_MISSING, TABLE_ENTITIES_REPLACE_MISSING],
            [
                insert(at("p", "1"), []),
                get(at("__proto__", "toString")),
                get(at("constructor", "prototype")),
                get(at("p", "__proto__")),
                get(at("p", "hasOwnProperty")),
                delete(at("p", "constructor"), "*"),
                update(at("__proto__", "__proto__"), "*", []),
                merge(at("toString", "length"), "*", []),
                scan("PartitionKey eq '__proto__'"),
                scan("PartitionKey eq 'constructor' and RowKey eq 'name'"),
                insert(at("constructor", "name"), [("A", int(1))]),
                insert(at("__proto__", "polluted"), [("A", int(2))]),
                get(at("p", "polluted")),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.encoding.inherited-names",
            "Properties may have the names that objects have from birth",
            "Properties are kept in an object, and `__proto__` is assigned to.",
            [TABLE_ENTITIES_INSERT_STORED, TABLE_QUERY_FILTER, TABLE_PROJECTION_SELECTED_ONLY],
            through_operations(&INHERITED)
        ),
        check!(
            TableCore,
            "table.encoding.names-of-stores",
            "Properties may have the names that stores and languages keep for themselves",
            "The store's own fields lie beside the properties.",
            [TABLE_ENTITIES_INSERT_STORED, TABLE_QUERY_FILTER, TABLE_PROJECTION_SELECTED_ONLY],
            through_operations(&OF_STORES)
        ),
        check!(
            TableQuery,
            "table.encoding.inherited-names-absent",
            "A row that lacks a property of such a name lacks it",
            "Every object has a `constructor`, which differs from every literal.",
            [TABLE_QUERY_MISSING_PROPERTY, TABLE_PROJECTION_MISSING_NULL, TABLE_QUERY_BARE_OTHER],
            lacking(&INHERITED)
        ),
        check!(
            TableQuery,
            "table.encoding.names-of-stores-absent",
            "The same for the names that stores and languages keep for themselves",
            "The store's own fields lie beside the properties.",
            [TABLE_QUERY_MISSING_PROPERTY, TABLE_PROJECTION_MISSING_NULL],
            lacking(&OF_STORES[..8])
        ),
    ]
}

/// The texts as properties with a name each.
fn named<'n>(texts: &'n [&'n str]) -> Vec<(&'static str, tablestakes_reference::table::PropertyValue)> {
    const NAMES: [&str; 14] = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N"];
    NAMES.into_iter().zip(texts).map(|(name, held)| (name, text(*held))).collect()
}
