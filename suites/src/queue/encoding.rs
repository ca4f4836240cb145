//! Texts of messages on the way to the service and back: markup, white space, every plane of Unicode.

mod bodies;

use super::steps::{AskExt as _, get, get_one, message_document, peek, put, put_document, update};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::history::Step;

const SUITE: Suite = Suite::Encoding;

/// Each text put, and all of them peeked at and got.
fn kept(texts: &[&str]) -> Vec<Step> {
    let mut script: Vec<Step> = texts.iter().map(|text| put(*text).into()).collect();
    script.extend(steps![peek(), get()]);
    script
}

/// Each text put in place of the one before.
fn updated(texts: &[&str]) -> Vec<Step> {
    let mut script = steps![put("first"), get_one()];
    let mut receipt = 1;
    for text in texts {
        let next = script.len();
        script.extend(steps![update(1, receipt, 0, Some(text)), peek()]);
        receipt = next;
    }
    script
}

/// Each document put as it is written, and all of them peeked at and got.
fn written(inner: &[&str]) -> Vec<Step> {
    let mut script: Vec<Step> = inner.iter().map(|inner| put_document(message_document(inner)).into()).collect();
    script.extend(steps![peek(), get()]);
    script
}

const MARKUP: [&str; 6] =
    ["<a b=\"c\">d</a>", "&amp;", "a & b < c > d", "]]>", "<![CDATA[x]]>", "<?xml version=\"1.0\"?><!-- c -->"];

const WHITE: [&str; 6] = ["  a  ", "\ta\t", "\na", "a\n\n b\t\tc\n", "\n a \n", " \u{a0}a\u{2003}\u{3000} "];

/// The ends of each plane, and what lies beside what XML does not allow.
const PLANES: [&str; 8] = [
    "\u{7f}\u{80}\u{85}\u{9f}\u{a0}",
    "éüß\u{301}e\u{301}",
    "\u{7ff}\u{800}\u{fff}\u{1000}",
    "世界 שלום \u{202e}abc\u{2028}\u{2029}",
    "\u{d7ff}\u{e000}\u{f8ff}\u{fffd}",
    "\u{10000}😀\u{1ffff}",
    "\u{20000}\u{2fa1d}\u{e0001}",
    "\u{f0000}\u{fffff}\u{100000}\u{10ffff}",
];

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [texts(), references(), bodies::checks()].concat()
}

fn texts() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.encoding.markup",
            "Markup in a text comes back as it was sent",
            "Answers are put together from strings.",
            [QUEUE_MESSAGES_TEXT_ESCAPED],
            kept(&MARKUP)
        ),
        check!(
            QueueMessages,
            "queue.encoding.markup-updated",
            "Markup in the text of an update comes back as it was sent",
            "Updates are read by other code.",
            [QUEUE_MESSAGES_TEXT_ESCAPED, QUEUE_UPDATE_TEXT],
            updated(&MARKUP)
        ),
        check!(
            QueueMessages,
            "queue.encoding.escaped-twice",
            "What looks like an escape in a text is text",
            "Escapes are undone once more than they were made.",
            [QUEUE_MESSAGES_TEXT_ESCAPED],
            kept(&["&lt;", "&amp;amp;", "&#65;", "&#x41;", "&quot;&apos;", "&unknown;", "%41", "\\u0041", "a+b%2B"])
        ),
        check!(
            QueueMessages,
            "queue.encoding.base64",
            "A text that is base64, or nearly, is left as it is",
            "Clients encode texts, and so the service decodes them.",
            [QUEUE_MESSAGES_TEXT_UNICODE, QUEUE_MESSAGES_PUT],
            kept(&["aGVsbG8=", "aGVsbG8=é", "aGVsbG8", "xyz", "PGE+Jjwv", "//79", "====", "4pyTIMOgIGxhIG1vZGU"])
        ),
        check!(
            QueueMessages,
            "queue.encoding.white-space",
            "White space comes back as it was sent, around a text and within it",
            "XML readers and trimming are set up for documents.",
            [QUEUE_MESSAGES_TEXT_WHITE_SPACE],
            kept(&WHITE)
        ),
        check!(
            QueueMessages,
            "queue.encoding.white-space-updated",
            "White space in the text of an update comes back as it was sent",
            "Updates are read by other code.",
            [QUEUE_MESSAGES_TEXT_WHITE_SPACE, QUEUE_UPDATE_TEXT],
            updated(&WHITE)
        ),
        check!(
            QueueMessages,
            "queue.encoding.unicode",
            "Characters of every plane come back as they were sent",
            "Bytes are read as Latin-1, or a column holds three octets for each character.",
            [QUEUE_MESSAGES_TEXT_UNICODE],
            kept(&PLANES)
        ),
        check!(
            QueueMessages,
            "queue.encoding.unicode-updated",
            "Characters of every plane in the text of an update come back as they were sent",
            "Updates are read by other code.",
            [QUEUE_MESSAGES_TEXT_UNICODE, QUEUE_UPDATE_TEXT],
            updated(&PLANES)
        ),
        check!(
            QueueMessages,
            "queue.encoding.unnormalized",
            "Texts that look alike and differ stay different",
            "Texts are normalized on the way to a store.",
            [QUEUE_MESSAGES_TEXT_UNICODE],
            kept(&["é", "e\u{301}", "ﬁ", "K", "\u{212a}", "\u{feff}a", "a\u{200d}b", "İ", "ß"])
        ),
        check!(
            QueueMessages,
            "queue.encoding.other-languages",
            "What templates, databases and shells expand is left alone",
            "A text is joined into something that is run.",
            [QUEUE_MESSAGES_TEXT_ESCAPED, QUEUE_MESSAGES_PUT],
            kept(&[
                "{{7*7}}",
                "$${7*7}",
                "%s%n{0}",
                "' OR 1=1 --",
                "$(id)`id`",
                "{\"a\":[1,null]}",
                "<%= 1 %>",
                "=1+1"
            ])
        ),
        check!(
            QueueMessages,
            "queue.encoding.later",
            "A text comes back to the second taker as to the first",
            "It is unescaped each time that it is read.",
            [QUEUE_MESSAGES_TEXT_ESCAPED, QUEUE_MESSAGES_TEXT_WHITE_SPACE, QUEUE_UPDATE_KEEPS_TEXT],
            [
                put(" &amp;lt;<b>&é\n"),
                get_one(),
                update(1, 1, 0, None),
                peek(),
                get_one(),
                update(4, 4, 0, None),
                get_one(),
                peek().of_messages(1),
            ]
        ),
    ]
}

fn references() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.encoding.references",
            "A character that is written as a reference is that character",
            "The five that have names are known.",
            [QUEUE_MESSAGES_TEXT_ESCAPED, QUEUE_MESSAGES_TEXT_UNICODE],
            written(&[
                "&lt;a&gt;&amp;&quot;&apos;",
                "&#65;&#x42;&#x43;",
                "&#38;&#60;&#62;",
                "&#38;amp;",
                "&#233;&#xe9;&#x1F600;&#128512;",
                "&#x10FFFF;&#xE000;&#x85;",
            ])
        ),
        check!(
            QueueMessages,
            "queue.encoding.referenced-white-space",
            "White space that is written as references comes back",
            "It is folded into blanks, or cut off.",
            [QUEUE_MESSAGES_TEXT_WHITE_SPACE],
            written(&["&#32;a&#32;", "&#9;&#10;a&#10;&#9;", "&#x20;&#x9;a", "a&#xA;"])
        ),
        check!(
            QueueMessages,
            "queue.encoding.cdata",
            "A section of characters is text like any other",
            "The reader knows text and elements.",
            [QUEUE_MESSAGES_TEXT_ESCAPED],
            written(&[
                "<![CDATA[<a>&amp;</a>]]>",
                "<![CDATA[]]>",
                "a<![CDATA[ & ]]>b",
                "<![CDATA[a]]]]><![CDATA[>b]]>",
                "<![CDATA[ a ]]>",
            ])
        ),
    ]
}
