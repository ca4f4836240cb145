//! HTTP messages as plain data: what is handed in and what is answered. No framing: that is the transport's.

use bytes::Bytes;

/// One request, its target exactly as it stood in the request line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The method, in its own case.
    pub method: String,
    /// Path and query as sent: nothing decoded, nothing normalised.
    pub target: String,
    /// The headers in order.
    pub headers: Headers,
    /// The body, transfer coding removed.
    pub body: Bytes,
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The headers in order.
    pub headers: Headers,
    /// The body, transfer coding removed.
    pub body: Bytes,
}

/// A list of header fields in the order of the message; names are compared without case.
///
/// Octets that are not UTF-8 are held as the characters of ISO 8859-1 with the same numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Headers(Vec<(std::borrow::Cow<'static, str>, String)>);

impl Headers {
    /// No headers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field behind the others.
    pub fn push(&mut self, name: impl Into<std::borrow::Cow<'static, str>>, value: impl Into<String>) {
        self.0.push((name.into(), value.into()));
    }

    /// The value of the first field of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(held, _)| held.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The values of every field of this name, in order.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.iter().filter(move |(held, _)| held.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Removes every field of this name.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(held, _)| !held.eq_ignore_ascii_case(name));
    }

    /// Name and value of every field, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), value.as_str()))
    }
}

impl<N: Into<std::borrow::Cow<'static, str>>, V: Into<String>> FromIterator<(N, V)> for Headers {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(fields: I) -> Self {
        Self(fields.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}
