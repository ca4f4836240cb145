//! The bodies that messages come in: how documents may be written, and which are none.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::queue::steps::{
    AskExt as _, RawExt as _, StepExt as _, absent, bare_request, get_one, message_document, metadata, peek, put,
    put_document, update,
};
use tablestakes_reference::Version;
use tablestakes_reference::history::Step;

/// Each of these bodies put, then everything peeked at.
fn put_each(bodies: &[&str]) -> Vec<Step> {
    let mut script: Vec<Step> = bodies.iter().map(|body| put_document(*body).into()).collect();
    script.extend(steps![peek(), metadata()]);
    script
}

/// Each of these texts, of which one character is not allowed, put and set by an update; nothing is stored or changed.
fn illegal(characters: &[char]) -> Vec<Step> {
    let mut script = steps![put("a"), get_one()];
    for character in characters {
        script.push(put(format!("a{character}b")).into());
        script.push(update(1, 1, 0, Some(&character.to_string())).into());
    }
    script.extend(steps![update(1, 1, 0, None), peek()]);
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [taken(), refused()].concat()
}

fn taken() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.encoding.documents",
            "A document may be declared or not, in either quotes, with white space between its elements",
            "Documents are compared with the one that the author's client writes.",
            [QUEUE_MESSAGES_PUT],
            put_each(&[
                "<QueueMessage><MessageText>a</MessageText></QueueMessage>",
                "<?xml version='1.0' encoding='utf-8'?><QueueMessage><MessageText>b</MessageText></QueueMessage>",
                "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<QueueMessage>\n  <MessageText>c</MessageText>\n\
                 </QueueMessage>\n",
                "<QueueMessage ><MessageText >d</MessageText ></QueueMessage >",
            ])
        ),
        check!(
            QueueMessages,
            "queue.encoding.empty-elements",
            "An empty text may be written in each way in which an empty element can be",
            "What has no text has no element, to some readers.",
            [QUEUE_MESSAGES_TEXT_EMPTY],
            put_each(&[
                "<QueueMessage><MessageText/></QueueMessage>",
                "<QueueMessage><MessageText /></QueueMessage>",
                "<QueueMessage><MessageText></MessageText></QueueMessage>",
                "<?xml version=\"1.0\" encoding=\"utf-8\"?><QueueMessage><MessageText/></QueueMessage>",
            ])
        ),
        check!(
            QueueMessages,
            "queue.encoding.content-type",
            "A body is read whatever its type is said to be",
            "Frameworks choose a reader by the type, or refuse what they do not know.",
            [QUEUE_MESSAGES_PUT],
            {
                let typed = |kind: &str| {
                    let request = bare_request("POST", "/${queue}/messages");
                    request.field("Content-Type", kind).text(message_document(kind))
                };
                steps![
                    typed("application/xml"),
                    typed("application/xml; charset=utf-8"),
                    typed("application/octet-stream"),
                    typed("text/plain"),
                    bare_request("POST", "/${queue}/messages").text(message_document("none")),
                    peek(),
                ]
            }
        ),
    ]
}

fn refused() -> Vec<Check> {
    vec![
        check!(
            QueueMessages,
            "queue.encoding.illegal-characters",
            "A character that XML does not allow is refused, by Put and by Update, and nothing is stored",
            "The reader is lenient, and the next reader is not.",
            [QUEUE_MESSAGES_ILLEGAL_CHARACTER],
            illegal(&['\u{1}', '\u{8}', '\u{b}', '\u{1f}', '\u{fffe}', '\u{ffff}'])
        ),
        check!(
            QueueMessages,
            "queue.encoding.illegal-nul",
            "A character of value 0 is refused",
            "It ends the text.",
            [QUEUE_MESSAGES_ILLEGAL_CHARACTER],
            illegal(&['\0'])
        ),
        check!(
            QueueMessages,
            "queue.encoding.illegal-references",
            "A character that XML does not allow may not be written as a reference either",
            "References are made characters after the document was looked at.",
            [QUEUE_MESSAGES_ILLEGAL_CHARACTER],
            [
                put_document(message_document("&#1;")),
                put_document(message_document("a&#x1F;b")),
                put_document(message_document("&#xFFFE;")),
                put_document(message_document("&#xFFFF;")),
                put_document(message_document("&#8;")),
                peek(),
                metadata(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.encoding.impossible-references",
            "A reference to what is no character is refused",
            "It becomes a question mark, or an internal error.",
            [QUEUE_MESSAGES_BODY_MALFORMED],
            [
                put_document(message_document("&#0;")),
                put_document(message_document("&#xD800;")),
                put_document(message_document("&#xDFFF;")),
                put_document(message_document("&#x110000;")),
                put_document(message_document("&#;")),
                put_document(message_document("&#99999999999999999999;")),
                put_document(message_document("&unknown;")),
                put_document(message_document("&#65")),
                peek(),
            ]
        ),
        check!(
            QueueMessages,
            "queue.encoding.malformed",
            "A body that is no document is refused, and nothing is stored",
            "What cannot be read is stored as it is.",
            [QUEUE_MESSAGES_BODY_MALFORMED],
            put_each(&[
                "text",
                "<QueueMessage><MessageText>a</MessageText>",
                "<QueueMessage><MessageText>a</QueueMessage></MessageText>",
                "<QueueMessage><MessageText>a & b</MessageText></QueueMessage>",
                "<QueueMessage><MessageText>a < b</MessageText></QueueMessage>",
                "<other/>",
                "<queuemessage><messagetext>a</messagetext></queuemessage>",
                "<MessageText>a</MessageText>",
                "{\"MessageText\":\"a\"}",
                "<QueueMessage><MessageText>a</MessageText></QueueMessage><QueueMessage/>",
            ])
        ),
        check!(
            QueueMessages,
            "queue.encoding.not-utf-8",
            "A body that is no UTF-8 is refused",
            "It is read as Latin-1, or with marks in the place of what cannot be.",
            [QUEUE_MESSAGES_BODY_MALFORMED],
            {
                let octets = |middle: &[u8]| {
                    let document = [
                        b"<QueueMessage><MessageText>".as_slice(),
                        middle,
                        b"</MessageText></QueueMessage>".as_slice(),
                    ]
                    .concat();
                    let request = bare_request("POST", "/${queue}/messages");
                    request.field("Content-Type", "application/xml").octets(document)
                };
                steps![
                    octets(&[0xe9]),
                    octets(&[0xc3]),
                    octets(&[0xed, 0xa0, 0x80]),
                    octets(&[0xf4, 0x90, 0x80, 0x80]),
                    octets(&[0xc0, 0x80]),
                    octets(&[0xff]),
                    octets(&[0xc3, 0xa9]),
                    peek(),
                ]
            }
        ),
        check!(
            QueueMessages,
            "queue.encoding.body-first",
            "A body is read before the queue is looked for",
            "The queue is looked up first, as it always is.",
            [QUEUE_MESSAGES_BODY_FIRST],
            [
                put("\u{1}").on(absent()),
                put("a\u{b}").on(absent()),
                put("\u{1}").on(absent()).version(Version::V2015_12_11),
                put("\u{ffff}").on(absent()).version(Version::V2018_03_28),
                put("a").on(absent()),
            ]
        ),
        check!(
            QueueMessages,
            "queue.encoding.body-first-written",
            "A character that XML does not allow is told before a queue that is not there, however it is written",
            "References are read later than characters.",
            [QUEUE_MESSAGES_BODY_FIRST],
            {
                let to_none = |inner: &str| {
                    let request = bare_request("POST", "/${queue}-absent/messages");
                    request.field("Content-Type", "application/xml").text(message_document(inner))
                };
                steps![to_none("\u{1}"), to_none("&#1;"), to_none("a&#x1F;b"), to_none("&#xFFFF;"), to_none("a")]
            }
        ),
    ]
}
