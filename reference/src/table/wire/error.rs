//! Error bodies in the forms of the layers that give them.

use super::atom::METADATA;
use super::json::write_string;

/// Appends an error as JSON.
pub fn json(out: &mut Vec<u8>, code: &str, message: &str) {
    out.extend_from_slice(b"{\"odata.error\":{\"code\":");
    write_string(out, code);
    out.extend_from_slice(b",\"message\":{\"lang\":\"en-US\",\"value\":");
    write_string(out, message);
    out.extend_from_slice(b"}}}");
}

/// An error as the entity layer writes it in XML.
pub fn xml(code: &str, message: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><error xmlns=\"{METADATA}\"><code>{code}</code><message \
         xml:lang=\"en-US\">{}</message></error>",
        escaped(message)
    )
}

/// An error as the front end writes it in XML.
pub fn front_end_xml(code: &str, message: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><m:error xmlns:m=\"{METADATA}\"><m:code>{code}</m:code><m:message \
         xml:lang=\"en-US\">{}</m:message></m:error>",
        escaped(message)
    )
}

/// An error as the listener writes it, lines and all.
pub fn listener_xml(code: &str, message: &str) -> String {
    format!(
        "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\r\n<error xmlns=\"{METADATA}\">\r\n  \
         <code>{code}</code>\r\n  <message xml:lang=\"en-US\">{}</message>\r\n</error>",
        escaped(message)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
