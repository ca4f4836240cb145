//! Text within markup.

/// Appends text as character data, or as the value of an attribute in quotation marks. Carriage returns and other controls
/// are written as references, since a reader would lose them.
pub(super) fn text(out: &mut Vec<u8>, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.extend_from_slice(b"&amp;"),
            '<' => out.extend_from_slice(b"&lt;"),
            '>' => out.extend_from_slice(b"&gt;"),
            '"' => out.extend_from_slice(b"&quot;"),
            '\t' | '\n' => out.push(if character == '\t' { b'\t' } else { b'\n' }),
            control if control.is_ascii_control() => {
                out.extend_from_slice(format!("&#x{:X};", u32::from(control)).as_bytes());
            }
            other => out.extend_from_slice(other.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

/// Appends an element that holds text.
pub(super) fn element(out: &mut Vec<u8>, name: &str, held: &str) {
    out.extend_from_slice(format!("<{name}>").as_bytes());
    text(out, held);
    out.extend_from_slice(format!("</{name}>").as_bytes());
}
