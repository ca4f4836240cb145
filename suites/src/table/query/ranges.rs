//! Literals at the ends of their range, in every spelling, and what is none.

use super::SUITE;
use super::filtering::{each, every_type, scans, three};
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{at, binary, datetime, double, guid, insert, int, long, scan, seed, text};
use tablestakes_reference::history::Step;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.query.range-int32",
            "Int32 literals reach from one end of the range to the other",
            "The least number is the greatest one with a minus before it, and that is one too great.",
            [TABLE_QUERY_LITERAL_NEGATIVE, TABLE_QUERY_LT, TABLE_QUERY_GE],
            scans(
                seed([
                    insert(at("p", "least"), [("I", int(i32::MIN))]),
                    insert(at("p", "next"), [("I", int(i32::MIN + 1))]),
                    insert(at("p", "zero"), [("I", int(0))]),
                    insert(at("p", "last"), [("I", int(i32::MAX - 1))]),
                    insert(at("p", "most"), [("I", int(i32::MAX))]),
                ]),
                [
                    "I eq -2147483648",
                    "I le -2147483648",
                    "I lt -2147483647",
                    "I gt -2147483648",
                    "I eq 2147483647",
                    "I ge 2147483647",
                    "I gt 2147483646",
                    "-2147483648 lt I and 2147483647 gt I",
                    "I eq -0",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.range-int64",
            "Int64 literals reach from one end of the range to the other",
            "Digits pass through a double, which has 53 bits.",
            [TABLE_QUERY_LITERAL_INT64, TABLE_QUERY_LITERAL_NEGATIVE],
            scans(
                seed([
                    insert(at("p", "least"), [("L", long(i64::MIN))]),
                    insert(at("p", "next"), [("L", long(i64::MIN + 1))]),
                    insert(at("p", "zero"), [("L", long(0))]),
                    insert(at("p", "last"), [("L", long(i64::MAX - 1))]),
                    insert(at("p", "most"), [("L", long(i64::MAX))]),
                ]),
                [
                    "L eq -9223372036854775808L",
                    "L lt -9223372036854775807L",
                    "L gt -9223372036854775808L",
                    "L eq 9223372036854775807L",
                    "L ge 9223372036854775807L",
                    "L gt 9223372036854775806L",
                    "(9223372036854775807L gt L)",
                    "L eq 0L",
                    "L ne -9223372036854775807L",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.range-double",
            "Double literals are exact, also where they are large, small or negative",
            "Rounding to fewer digits, or to single precision.",
            [TABLE_QUERY_LITERAL_DOUBLE, TABLE_QUERY_LITERAL_NEGATIVE],
            scans(
                seed([
                    insert(at("p", "1"), [("D", double(0.1))]),
                    insert(at("p", "2"), [("D", double(0.1 + 0.2))]),
                    insert(at("p", "3"), [("D", double(0.3))]),
                    insert(at("p", "4"), [("D", double(-123_456_789.125))]),
                    insert(at("p", "5"), [("D", double(4_503_599_627_370_495.5))]),
                ]),
                [
                    "D eq 0.1",
                    "D eq 0.3",
                    "D eq 0.30000000000000004",
                    "D lt 0.30000000000000004 and D gt 0.1",
                    "D eq -123456789.125",
                    "D lt -123456789.0",
                    "D eq 4503599627370495.5",
                    "D eq 0.0",
                    "0.10 eq D",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.range-double-whole",
            "Double literals with a whole value, zero of either sign among them, are Doubles",
            "They are read as integers, which are another type.",
            [TABLE_QUERY_LITERAL_DOUBLE, TABLE_TYPES_DOUBLE_DECIMAL_POINT],
            scans(
                seed([
                    insert(at("p", "1"), [("D", double(0.0))]),
                    insert(at("p", "2"), [("D", double(3.0))]),
                    insert(at("p", "3"), [("D", double(9_007_199_254_740_992.0))]),
                    insert(at("p", "4"), [("D", double(-1e15))]),
                ]),
                [
                    "D eq 0.0",
                    "D eq -0.0",
                    "D eq 3.0",
                    "D eq 3.00",
                    "D eq 9007199254740992.0",
                    "D lt 0.0",
                    "-0.0 le D",
                    "(D eq -1000000000000000.0)",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.range-double-exponent",
            "A number with an exponent is a Double, in every spelling",
            "The tokenizer knows digits and a point; e is the beginning of a name.",
            [TABLE_QUERY_LITERAL_EXPONENT],
            scans(
                seed([
                    insert(at("p", "1"), [("D", double(1500.5))]),
                    insert(at("p", "2"), [("D", double(0.001_25))]),
                    insert(at("p", "3"), [("D", double(2.5e-300))]),
                    insert(at("p", "4"), [("D", double(-0.125))]),
                ]),
                [
                    "D eq 1.5005e3",
                    "D eq 1.5005E3",
                    "D eq 1.5005E+3",
                    "D gt 1e3",
                    "D eq 1.25E-03",
                    "D le 1.7976931348623157E+308",
                    "D eq 2.5E-300",
                    "D lt -1E-3",
                    "(1E+3 le D)",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.range-overflow",
            "A number beyond its range is refused or compared, and the service goes on",
            "The parser of the language behind throws, and nobody catches it.",
            [TABLE_QUERY_FILTER],
            [
                each(
                    three(),
                    [
                        "N eq 2147483648",
                        "N lt -2147483649",
                        "N eq 9223372036854775808L",
                        "N gt -9223372036854775809L",
                        "N lt 1E400",
                        "N eq 99999999999999999999999999999999",
                    ]
                ),
                vec![scan("N eq 1").into()]
            ]
            .concat()
        ),
        check!(
            TableQuery,
            "table.query.number-and-more",
            "A number followed by what does not belong to it is no number",
            "A parser of numbers that stops where it cannot go on and is content with what it has.",
            [TABLE_QUERY_SYNTAX_ERROR],
            each(
                three(),
                [
                    "N eq 1x",
                    "N eq 1.",
                    "N eq 1e",
                    "N eq 1e+",
                    "N eq 1LL",
                    "N eq 1L1",
                    "N eq 1.5.2",
                    "N eq 1.L",
                    "N eq 0x1",
                    "N eq 1_0",
                    "N eq 1'",
                    "N eq 1;2",
                    "N eq 1 2",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.number-and-more-first",
            "The same where the number comes first, in parentheses, and behind other comparisons",
            "Only the end of the filter is looked at.",
            [TABLE_QUERY_SYNTAX_ERROR],
            each(
                three(),
                [
                    "1x eq N",
                    "1. eq N",
                    "1e eq N",
                    "1LL eq N",
                    "(N eq 1x)",
                    "(N eq 1.)",
                    "N eq 1x and N eq 1",
                    "N eq 1 or N eq 5LL",
                    "not (N eq 1e)",
                    "1x",
                    "(1.)",
                    "1LL",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.literal-malformed",
            "A typed literal whose text is not of its type is refused",
            "What cannot be converted becomes null, the first date, or no octets, and is compared.",
            [TABLE_QUERY_SYNTAX_ERROR],
            each(
                every_type(),
                [
                    "G eq guid'1'",
                    "G eq guid''",
                    "G ne guid'68260000-0000-4000-8000-00000000000g'",
                    "T eq datetime''",
                    "T ne datetime'yesterday'",
                    "T lt datetime'2024-02-30T00:00:00Z'",
                    "T eq datetime'2024-02-29T25:00:00Z'",
                    "X eq X'0'",
                    "X ne X'0g'",
                    "X eq binary'zz'",
                    "(X'0' eq X)",
                    "datetime'' lt T",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.datetime-digits",
            "A DateTime literal may have up to seven digits of a fraction, zeros at its end too",
            "Dates are compared as text, or in milliseconds.",
            [TABLE_QUERY_LITERAL_DATETIME],
            scans(
                seed([
                    insert(at("p", "0"), [("T", datetime((2012, 11, 10), (3, 4, 5), 0))]),
                    insert(at("p", "1"), [("T", datetime((2012, 11, 10), (3, 4, 5), 2_000_000))]),
                    insert(at("p", "2"), [("T", datetime((2012, 11, 10), (3, 4, 5), 2_300_000))]),
                    insert(at("p", "3"), [("T", datetime((2012, 11, 10), (3, 4, 5), 2_345_678))]),
                    insert(at("p", "4"), [("T", datetime((1601, 1, 1), (0, 0, 0), 0))]),
                    insert(at("p", "5"), [("T", datetime((9999, 12, 31), (23, 59, 59), 9_999_999))]),
                ]),
                [
                    "T eq datetime'2012-11-10T03:04:05Z'",
                    "T eq datetime'2012-11-10T03:04:05.0Z'",
                    "T eq datetime'2012-11-10T03:04:05.0000000Z'",
                    "T eq datetime'2012-11-10T03:04:05.2Z'",
                    "T eq datetime'2012-11-10T03:04:05.200Z'",
                    "T eq datetime'2012-11-10T03:04:05.23Z'",
                    "T eq datetime'2012-11-10T03:04:05.230Z'",
                    "T eq datetime'2012-11-10T03:04:05.2345678Z'",
                    "T gt datetime'2012-11-10T03:04:05.2345677Z' and T le datetime'2012-11-10T03:04:05.2345678Z'",
                    "T eq datetime'1601-01-01T00:00:00Z'",
                    "T eq datetime'9999-12-31T23:59:59.9999999Z'",
                    "datetime'1601-01-01T00:00:00.0000001Z' gt T",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.binary-digits",
            "A Binary literal may be empty, and its digits and its X in capitals or not",
            "A pattern for one spelling.",
            [TABLE_QUERY_LITERAL_BINARY],
            scans(
                seed([
                    insert(at("p", "0"), [("X", binary([]))]),
                    insert(at("p", "1"), [("X", binary([0xab]))]),
                    insert(at("p", "2"), [("X", binary([0xab, 0xcd, 0xef, 0x00]))]),
                    insert(at("p", "3"), [("X", text("ab"))]),
                ]),
                [
                    "X eq X'ab'",
                    "X eq X'AB'",
                    "X eq x'ab'",
                    "X eq x'AB'",
                    "X eq binary'ab'",
                    "X eq binary'aBCdeF00'",
                    "X eq X''",
                    "X eq binary''",
                    "binary'ab' eq X",
                    "X eq 'ab'",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.guid-digits",
            "A Guid literal of zeros and of ones, on either side",
            "GUIDs are compared as text, and the empty one is null.",
            [TABLE_QUERY_LITERAL_GUID],
            scans(
                seed([
                    insert(at("p", "0"), [("G", guid(0))]),
                    insert(at("p", "1"), [("G", guid(u128::MAX))]),
                    insert(at("p", "2"), [("G", guid(0xabcd_ef00_0000_0000_0000_0000_0000_0001))]),
                ]),
                [
                    "G eq guid'00000000-0000-0000-0000-000000000000'",
                    "G eq guid'ffffffff-ffff-ffff-ffff-ffffffffffff'",
                    "G ne guid'abcdef00-0000-0000-0000-000000000001'",
                    "guid'abcdef00-0000-0000-0000-000000000001' eq G",
                    "guid'00000000-0000-0000-0000-000000000000' eq G",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.guid-capitals",
            "The digits of a Guid literal may be capitals, or some of them",
            "GUIDs are compared as text.",
            [TABLE_QUERY_LITERAL_GUID_CASE],
            [
                insert(at("p", "1"), [("G", guid(u128::MAX))]),
                insert(at("p", "2"), [("G", guid(0xabcd_ef00_0000_0000_0000_0000_0000_0001))]),
                scan("G eq guid'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'"),
                scan("G eq guid'ABCDEF00-0000-0000-0000-000000000001'"),
                scan("guid'Abcdef00-0000-0000-0000-000000000001' eq G"),
                scan("G ne guid'aBCDEF00-0000-0000-0000-000000000001'"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.string-quotes",
            "A string literal may consist of quotes, begin and end with them, and be long",
            "Quotes are cut off at both ends, however many there are.",
            [TABLE_QUERY_LITERAL_STRING],
            quotes()
        ),
    ]
}

fn quotes() -> Vec<Step> {
    let texts = ["'", "''", "'a", "a'", "'a'", "", " ' ", "a''b", "\"", "\"a\""];
    let mut script = steps![seed(
        texts.iter().enumerate().map(|(place, held)| insert(at("p", place.to_string()), [("S", text(*held))]))
    )];
    let literal = |held: &&str| format!("'{}'", held.replace('\'', "''"));
    script.extend(texts.iter().map(literal).map(|literal| Step::from(scan(format!("S eq {literal}")))));
    script.extend(["''''", "'''a'''", "''''''"].map(|literal| Step::from(scan(format!("{literal} eq S")))));
    script.push(Step::from(scan(format!("S eq '{}'", "x".repeat(1000)))));
    script
}
