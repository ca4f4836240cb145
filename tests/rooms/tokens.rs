//! Sources as tokens, each with its line: names and punctuation, without comments, and without text in quotes unless that text
//! is a path (`#[serde(with = "crate::…")]`).

/// One token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) line: usize,
}

/// The tokens of a source, with its lines counted from 1.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let mut reader = Reader { rest: source, line: 1, tokens: Vec::new() };
    while reader.step() {}
    reader.tokens
}

struct Reader<'s> {
    rest: &'s str,
    line: usize,
    tokens: Vec<Token>,
}

impl<'s> Reader<'s> {
    /// Reads what comes next; false at the end.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else { return false };
        if self.rest.starts_with("//") {
            let end = self.rest.find('\n').unwrap_or(self.rest.len());
            self.take(end);
        } else if self.rest.starts_with("/*") {
            let end = end_of_comment(self.rest);
            self.take(end);
        } else if let Some((open, close)) = quote(self.rest) {
            self.take(open);
            let end = end_of_text(self.rest, &close);
            let line = self.line;
            let text = self.take(end);
            self.take(close.len().min(self.rest.len()));
            if text.starts_with("crate::") {
                self.tokens.extend(tokens(text).into_iter().map(|token| Token { line, ..token }));
            }
        } else if first == '\'' {
            let length = length_of_character(self.rest);
            self.take(length);
        } else if is_of_name(first) {
            let end = self.rest.find(|c| !is_of_name(c)).unwrap_or(self.rest.len());
            self.push(end);
        } else if self.rest.starts_with("::") {
            self.push(2);
        } else if first.is_whitespace() {
            self.take(first.len_utf8());
        } else {
            self.push(first.len_utf8());
        }
        true
    }

    fn push(&mut self, length: usize) {
        let line = self.line;
        let text = self.take(length).to_owned();
        self.tokens.push(Token { text, line });
    }

    fn take(&mut self, length: usize) -> &'s str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// How long the opening of a text in quotes is that begins here, and what closes it. A raw one is closed by its hashes as well.
fn quote(rest: &str) -> Option<(usize, String)> {
    let bare = rest.trim_start_matches(['b', 'c']);
    let prefix = rest.len() - bare.len();
    if prefix > 1 {
        return None;
    }
    if bare.starts_with('"') {
        return Some((prefix + 1, "\"".to_owned()));
    }
    let raw = bare.strip_prefix('r')?;
    let hashes = raw.len() - raw.trim_start_matches('#').len();
    raw[hashes..].starts_with('"').then(|| (prefix + 1 + hashes + 1, format!("\"{}", "#".repeat(hashes))))
}

/// Where a text ends; in one that is closed by a mere quote, what follows a backslash closes nothing.
///
/// A raw text without hashes is read as if it had escapes, which matters only where it ends with a backslash.
fn end_of_text(text: &str, close: &str) -> usize {
    if close.len() > 1 {
        return text.find(close).unwrap_or(text.len());
    }
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at,
            _ => {}
        }
    }
    text.len()
}

/// Where a comment ends that may hold others.
fn end_of_comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// How long a character in quotes is, or the apostrophe of a lifetime.
fn length_of_character(text: &str) -> usize {
    let mut inner = text[1..].char_indices();
    match inner.next() {
        Some((_, '\\')) => {
            // What follows the backslash closes nothing.
            inner.next();
            inner.find(|(_, c)| *c == '\'').map_or(1, |(at, _)| at + 2)
        }
        Some(_) => inner.next().filter(|(_, c)| *c == '\'').map_or(1, |(at, _)| at + 2),
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::tokens;

    fn texts(source: &str) -> Vec<String> {
        tokens(source).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn comments_and_texts_are_left_out() {
        assert_eq!(texts("a // b\n/* c /* d */ e */ f \"g \\\" h\" i r#\"j \" k\"# l b\"m\""), ["a", "f", "i", "l"]);
    }

    #[test]
    fn paths_in_quotes_are_read() {
        assert_eq!(texts("#[serde(with = \"crate::octets\")]")[6..9], ["crate", "::", "octets"]);
    }

    #[test]
    fn characters_open_no_text() {
        assert_eq!(texts("'\"' a '\\'' b '\\u{1f}' c &'d e"), ["a", "b", "c", "&", "d", "e"]);
    }

    #[test]
    fn lines_are_counted() {
        let lines: Vec<usize> = tokens("a\n\"b\nc\" d\n// e\nf").iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 3, 5]);
    }
}
