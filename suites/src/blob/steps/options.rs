//! The same operation, saying more.

use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Content;

/// What operations on blobs say in options, headers and bodies.
pub(crate) trait AskExt: Sized {
    /// On this container.
    fn on(self, container: impl Into<String>) -> Self;

    /// With this query option.
    fn option(self, name: &str, value: impl Into<String>) -> Self;

    /// With this header.
    fn with(self, name: &str, value: impl Into<String>) -> Self;

    /// Without a header that the word for the operation gives it.
    fn leaving_out(self, name: &str) -> Self;

    /// Without the options that the word for the operation gives it.
    fn leaving_out_options(self) -> Self;

    /// With this metadata.
    fn with_metadata(self, pairs: &[(&str, &str)]) -> Self;

    /// With this text for a body.
    fn text(self, text: impl Into<String>) -> Self;

    /// With these octets for a body.
    fn octets(self, octets: &[u8]) -> Self;

    /// With so many octets of a pattern for a body.
    fn pattern(self, seed: u64, length: u32) -> Self;

    /// With the id of a lease.
    fn leased(self, id: impl Into<String>) -> Self {
        self.with("x-ms-lease-id", id)
    }

    /// With `If-Match`.
    fn if_match(self, tag: impl Into<String>) -> Self {
        self.with("If-Match", tag)
    }

    /// With `If-None-Match`.
    fn if_none_match(self, tag: impl Into<String>) -> Self {
        self.with("If-None-Match", tag)
    }

    /// With `x-ms-range`, `bytes=` and this.
    fn range(self, range: &str) -> Self {
        self.with("x-ms-range", format!("bytes={range}"))
    }

    /// Of this snapshot.
    fn of_snapshot(self, time: impl Into<String>) -> Self {
        self.option("snapshot", time)
    }

    /// Of the version with this id.
    fn of_version(self, id: impl Into<String>) -> Self {
        self.option("versionid", id)
    }

    /// With `include`.
    fn including(self, what: &str) -> Self {
        self.option("include", what)
    }

    /// With `maxresults`.
    fn at_most(self, count: impl ToString) -> Self {
        self.option("maxresults", count.to_string())
    }

    /// With `marker`.
    fn at_marker(self, marker: impl Into<String>) -> Self {
        self.option("marker", marker)
    }
}

impl AskExt for Ask {
    fn on(self, container: impl Into<String>) -> Self {
        Self { container: Some(container.into()), ..self }
    }

    fn option(mut self, name: &str, value: impl Into<String>) -> Self {
        self.options.push((name.to_owned(), value.into()));
        self
    }

    fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    fn leaving_out(mut self, name: &str) -> Self {
        self.headers.retain(|(held, _)| !held.eq_ignore_ascii_case(name));
        self
    }

    fn leaving_out_options(self) -> Self {
        Self { options: Vec::new(), ..self }
    }

    fn with_metadata(self, pairs: &[(&str, &str)]) -> Self {
        pairs.iter().fold(self, |ask, (name, value)| ask.with(&format!("x-ms-meta-{name}"), *value))
    }

    fn text(self, text: impl Into<String>) -> Self {
        Self { body: Content::text(text), ..self }
    }

    fn octets(self, octets: &[u8]) -> Self {
        Self { body: Content::Octets { octets: octets.to_vec() }, ..self }
    }

    fn pattern(self, seed: u64, length: u32) -> Self {
        Self { body: Content::Pattern { seed, length }, ..self }
    }
}
