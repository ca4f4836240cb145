//! Names of metadata as they are spelled. They are headers, whose names mean the same in either case, and most libraries spell
//! them all in lower case; the service keeps and repeats the case in which a name was sent, and clients see it.
//!
//! What passes through a connection is looked at on its way: the head of a request for the names in it, the head of an answer to
//! spell the names in it. Where a head cannot be found, as among requests that are sent before earlier ones are answered, names
//! stay in lower case.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// What the names of metadata begin with.
const PREFIX: &str = "x-ms-meta-";
/// The longest head that is looked at.
const LONGEST: usize = 64 << 10;

/// What is known of one connection.
#[derive(Debug, Default)]
struct Heads {
    /// What came since the last request was read.
    came: Vec<u8>,
    /// Whether a body is coming.
    in_body: bool,
    /// Names of the answer that is to be written.
    names: Vec<String>,
}

/// How names are spelled on one connection; nothing is looked at where there is no metadata.
#[derive(Debug, Clone)]
pub(super) struct Spelling(Option<Arc<Mutex<Heads>>>);

impl Spelling {
    /// On the connection of a service with metadata, or of one without.
    pub(super) fn new(has_metadata: bool) -> Self {
        Self(has_metadata.then(Arc::default))
    }

    fn lock(&self) -> Option<MutexGuard<'_, Heads>> {
        Some(self.0.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The names in the head that came last; its body comes now.
    pub(super) fn of_request(&self) -> Vec<String> {
        let Some(mut heads) = self.lock() else { return Vec::new() };
        heads.in_body = true;
        let came = std::mem::take(&mut heads.came);
        drop(heads);
        let end = came.windows(4).position(|octets| octets == b"\r\n\r\n").unwrap_or(came.len());
        let lines = came[..end].split(|octet| *octet == b'\n').skip(1);
        let names = lines.filter_map(|line| std::str::from_utf8(line.split(|octet| *octet == b':').next()?).ok());
        names.filter(|name| is_spelled(name)).map(str::to_owned).collect()
    }

    /// The body has come; a head is next.
    pub(super) fn body_came(&self) {
        if let Some(mut heads) = self.lock() {
            heads.in_body = false;
        }
    }

    /// The names of the answer that is written next.
    pub(super) fn answer<'n>(&self, names: impl Iterator<Item = &'n str>) {
        if let Some(mut heads) = self.lock() {
            heads.names = names.filter(|name| is_spelled(name)).map(str::to_owned).collect();
        }
    }
}

/// Whether a name is one of metadata, and not in lower case.
fn is_spelled(name: &str) -> bool {
    let start = name.get(..PREFIX.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(PREFIX))
        && name.bytes().any(|octet| octet.is_ascii_uppercase())
}

/// A head of an answer with these names as they are spelled.
fn spelled(octets: &[u8], names: &[String]) -> Vec<u8> {
    let mut octets = octets.to_vec();
    let end = octets.windows(4).position(|octets| octets == b"\r\n\r\n").unwrap_or(octets.len());
    for name in names {
        let line = format!("\r\n{name}:").into_bytes();
        let place = octets[..end].windows(line.len()).position(|part| part.eq_ignore_ascii_case(&line));
        if let Some(place) = place {
            octets[place..place + line.len()].copy_from_slice(&line);
        }
    }
    octets
}

/// A connection that is looked at.
#[derive(Debug)]
pub(super) struct Spelled<S> {
    pub(super) stream: S,
    pub(super) spelling: Spelling,
}

impl<S: AsyncRead + Unpin> AsyncRead for Spelled<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        if let Some(mut heads) = self.spelling.lock().filter(|heads| !heads.in_body) {
            let came = &buffer.filled()[before..];
            let room = LONGEST.saturating_sub(heads.came.len());
            heads.came.extend_from_slice(&came[..came.len().min(room)]);
        }
        polled
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Spelled<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &[u8]) -> Poll<io::Result<usize>> {
        let names = self.spelling.lock().map(|heads| heads.names.clone()).unwrap_or_default();
        if names.is_empty() || !buffer.starts_with(b"HTTP/1.1 ") {
            return Pin::new(&mut self.stream).poll_write(context, buffer);
        }
        let polled = Pin::new(&mut self.stream).poll_write(context, &spelled(buffer, &names));
        if polled.is_ready()
            && let Some(mut heads) = self.spelling.lock()
        {
            heads.names.clear();
        }
        polled
    }

    /// A head is written by itself where names in it are to be spelled; everything else goes on as it comes, and is not copied.
    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let has_names = self.spelling.lock().is_some_and(|heads| !heads.names.is_empty());
        match buffers.iter().find(|buffer| !buffer.is_empty()) {
            Some(first) if has_names => self.poll_write(context, first),
            _ => Pin::new(&mut self.stream).poll_write_vectored(context, buffers),
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_heads() {
        let spelling = Spelling::new(true);
        spelling.lock().unwrap().came =
            b"PUT / HTTP/1.1\r\nx-ms-meta-Colour: a\r\nX-MS-META-b: \r\nHost: A\r\n\r\nx-ms-meta-C: 1".to_vec();
        assert_eq!(spelling.of_request(), ["x-ms-meta-Colour", "X-MS-META-b"]);
        assert!(spelling.of_request().is_empty());
    }

    #[test]
    fn names_are_spelled_in_heads_alone() {
        let names = ["x-ms-meta-Up".to_owned()];
        let text = "HTTP/1.1 200 OK\r\nx-ms-meta-up: up\r\n\r\n\r\nx-ms-meta-up: body";
        let expected = "HTTP/1.1 200 OK\r\nx-ms-meta-Up: up\r\n\r\n\r\nx-ms-meta-up: body";
        assert_eq!(spelled(text.as_bytes(), &names), expected.as_bytes());
    }
}
