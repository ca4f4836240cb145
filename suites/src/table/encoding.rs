//! Text as values, as property names and in filters, on the way to the service and back.

use super::steps::{
    RawExt as _, at, bare, get, get_select, insert, insert_or_merge, insert_or_replace, int, post_json, raw, repeated,
    scan, scan_all, text,
};
use crate::check::{Check, Suite};
use crate::define::check;

const SUITE: Suite = Suite::Encoding;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.encoding.values-as-they-are",
            "A string value comes back as it was sent",
            "Escaping on the way in and not on the way out, or twice.",
            [TABLE_TYPES_STRING],
            [
                insert(
                    at("p", "1"),
                    [
                        ("Percent", text("100%25 %41 %")),
                        ("Tab", text("a\tb")),
                        ("Plus", text("1+1=2&c")),
                        ("Quotes", text("'it''s' \"so\"")),
                        ("Slashes", text("C:\\dir\\n /a//b\\\\")),
                        ("Markup", text("</entry><!-- &amp; ]]>")),
                        ("Template", text("${table} {{x}} $1 \\u0041")),
                    ]
                ),
                get(at("p", "1")),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.encoding.white-space-kept",
            "White space in a value is kept, line ends included",
            "Trimming, and one kind of line end made into another.",
            [TABLE_TYPES_STRING_BLANKS, TABLE_TYPES_STRING, TABLE_TYPES_STRING_EMPTY],
            [
                insert_or_replace(
                    at("p", "1"),
                    [
                        ("Blank", text("   ")),
                        ("Ends", text(" a ")),
                        ("Tab", text("\ta\t")),
                        ("Lines", text("a\r\nb\nc\rd")),
                        ("Empty", text("")),
                    ]
                ),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.encoding.long-unicode",
            "A quarter of a million octets of Chinese come back as they were sent",
            "A body is made text piece by piece as it comes in, and a character that stands where two pieces meet is lost.",
            [TABLE_TYPES_STRING_UNICODE],
            [
                insert(at("p", "1"), ["A", "B", "C", "D"].map(|name| (name, text(repeated('漢', 21_000))))),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.encoding.unicode-values",
            "Characters of every plane are kept in values",
            "Storage in a single-byte or three-byte encoding; half of a surrogate pair lost.",
            [TABLE_TYPES_STRING_UNICODE],
            [
                insert_or_merge(
                    at("p", "1"),
                    [
                        ("Latin", text("©éß\u{a0}")),
                        ("Han", text("char中文test 世界你好")),
                        ("Emoji", text("😀👩\u{200d}👩\u{200d}👧")),
                        ("Edges", text("\u{d7ff}\u{e000}\u{fffd}\u{10000}\u{10fffd}")),
                        ("Combining", text("e\u{301} \u{e9}")),
                    ]
                ),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.encoding.escapes-in-json",
            "A character escaped in JSON is the same as the character",
            "Raw text is kept instead of the parsed string; a pair of escapes becomes two characters.",
            [TABLE_TYPES_STRING_UNICODE],
            [
                post_json(
                    "/${table}",
                    r#"{"PartitionKey":"p","RowKey":"\u0031","A":"\u00e9\ud83d\ude00\/\"\\\t","\u0042":"b"}"#
                ),
                get(at("p", "1")),
                scan("B eq 'b'"),
            ]
        ),
        check!(
            TableCore,
            "table.encoding.property-names",
            "Property names may be Unicode letters and begin with an underscore",
            "A pattern for ASCII identifiers.",
            [TABLE_TYPES_NAMES_UNICODE, TABLE_QUERY_PROPERTY_UNDERSCORE],
            [
                insert(at("p", "1"), [("_x", int(1)), ("Größe", int(2)), ("啊齄丂狛狜", int(3)), ("a1", int(4))]),
                get(at("p", "1")),
                scan("_x eq 1"),
                scan("啊齄丂狛狜 eq 3"),
                get_select(at("p", "1"), "Größe,_x"),
            ]
        ),
        check!(
            TableCore,
            "table.encoding.property-names-differ-in-case",
            "Property names that differ in case are different",
            "Columns of a database; languages whose maps ignore case.",
            [TABLE_TYPES_NAMES_CASE_SENSITIVE, TABLE_QUERY_PROPERTY_CASE],
            [
                insert(at("p", "1"), [("Name", int(1)), ("name", int(2)), ("NAME", int(3))]),
                insert_or_merge(at("p", "1"), [("name", int(4))]),
                get(at("p", "1")),
                scan("Name eq 1 and name eq 4"),
                scan("NaMe eq 1"),
            ]
        ),
        check!(
            TableQuery,
            "table.encoding.filter-with-quotes",
            "A quote within a string literal is written twice",
            "The literal ends at the first quote, or the pair stays a pair.",
            [TABLE_QUERY_LITERAL_STRING],
            [
                insert(at("p", "1"), [("A", text("it's"))]),
                insert(at("p", "2"), [("A", text("it''s"))]),
                insert(at("p", "3"), [("A", text("'"))]),
                scan("A eq 'it''s'"),
                scan("A eq ''''"),
                scan("A eq 'it''''s'"),
            ]
        ),
        check!(
            TableQuery,
            "table.encoding.filter-with-backslashes",
            "A backslash in a literal is a backslash",
            "Filters are translated into a language in which it escapes.",
            [TABLE_QUERY_LITERAL_BACKSLASH],
            [
                insert(at("p", "1"), [("A", text("C:\\new"))]),
                insert(at("p", "2"), [("A", text("\\"))]),
                scan("A eq 'C:\\new'"),
                scan("A eq '\\'"),
                scan("A eq '\\\\'"),
            ]
        ),
        check!(
            TableQuery,
            "table.encoding.filter-decoded-once",
            "A percent sign in a filter is decoded once",
            "The query string is decoded by the framework and once more by the code.",
            [TABLE_QUERY_PERCENT_ONCE],
            [
                insert(at("p", "1"), [("A", text("%41"))]),
                insert(at("p", "2"), [("A", text("A"))]),
                scan("A eq '%41'"),
                scan("A eq 'A'"),
                scan("A eq '100%'"),
            ]
        ),
        check!(
            TableQuery,
            "table.encoding.plus-in-query",
            "A plus in a query string is a space, and %2B is a plus",
            "The path's rule is applied to the query, or the reverse.",
            [TABLE_QUERY_PLUS_IS_BLANK],
            [
                insert(at("p", "1"), [("A", text("1+1"))]),
                insert(at("p", "2"), [("A", text("1 1"))]),
                raw("GET", "/${table}()?$filter=A+eq+'1%2B1'"),
                raw("GET", "/${table}()?$filter=A%20eq%20'1+1'"),
                scan("A eq '1+1'"),
            ]
        ),
        check!(
            TableQuery,
            "table.encoding.separators-in-query",
            "An ampersand, an equals sign or a hash within a literal, percent-encoded, belongs to it",
            "The query string is decoded before it is split.",
            [TABLE_QUERY_PERCENT_ONCE],
            [insert(at("p", "1"), [("A", text("a&b=c#d?e/f;g"))]), scan("A eq 'a&b=c#d?e/f;g'"), scan("A eq 'a'"),]
        ),
        check!(
            TableQuery,
            "table.encoding.option-names-encoded",
            "The dollar of an option may be percent-encoded",
            "Options are looked up in the raw query string.",
            [TABLE_QUERY_ENCODED_OPTION_NAMES],
            [
                insert(at("p", "1"), [("A", int(1))]),
                insert(at("p", "2"), [("A", int(2))]),
                raw("GET", "/${table}()?%24filter=A%20eq%202"),
                raw("GET", "/${table}()?%24top=1"),
                raw("GET", "/${table}()?%24select=A"),
            ]
        ),
        check!(
            TableQuery,
            "table.encoding.filter-with-unicode",
            "Literals beyond ASCII are compared as they are",
            "A filter that is read as Latin-1, normalised or folded.",
            [TABLE_QUERY_LITERAL_STRING],
            [
                insert(at("p", "1"), [("A", text("é😀"))]),
                insert(at("p", "2"), [("A", text("e\u{301}😀"))]),
                insert(at("p", "3"), [("A", text("É😀"))]),
                scan("A eq 'é😀'"),
                scan("A eq 'e\u{301}😀'"),
            ]
        ),
        check!(
            TableCore,
            "table.encoding.body-as-utf8",
            "A body is read as UTF-8",
            "Octets become characters before the JSON is parsed.",
            [TABLE_TYPES_STRING_UNICODE],
            [
                raw("POST", "/${table}")
                    .field("Content-Type", "application/json;charset=utf-8")
                    .octets("{\"PartitionKey\":\"p\",\"RowKey\":\"é\",\"Größe\":\"世界😀\"}".as_bytes()),
                get(at("p", "é")),
            ]
        ),
        check!(
            TableCore,
            "table.encoding.dates-in-strings",
            "A string that looks like a date, a number or a GUID stays a string",
            "Types are guessed from the text.",
            [TABLE_TYPES_DATE_LIKE_STRING],
            [
                insert(
                    at("p", "1"),
                    [
                        ("Date", bare("\"2020-01-01T01:03:00.0000000Z\"")),
                        ("Number", bare("\"0012\"")),
                        ("Guid", bare("\"A455C695-DF98-5678-AAAA-81D3367E5A34\"")),
                        ("Base64", bare("\"AQID\"")),
                        ("Bool", bare("\"true\"")),
                    ]
                ),
                get(at("p", "1")),
                scan("Date eq '2020-01-01T01:03:00.0000000Z' and Number eq '0012'"),
            ]
        ),
    ]
}
