//! Exchanges over a socket of their own, for requests that hyper would not send as they stand.

use super::failure::TransportFailure;
use super::limits::Limits;
use super::pooled::text;
use super::stream::{Connection, Connector};
use bytes::{Buf, BytesMut};
use std::time::Duration;
use tablestakes_reference::http::{Headers, Request, Response};
use tokio::io::{AsyncReadExt, AsyncWriteExt, ReadHalf, Take};

const MOST_HEADERS: usize = 128;
/// The longest line that announces a chunk, extensions included.
const LONGEST_CHUNK_LINE: usize = 4096;

/// Writes the request as it stands and reads one answer. Nothing is kept afterwards.
pub(super) async fn exchange(
    connector: &Connector,
    limits: &Limits,
    request: &Request,
) -> Result<Response, TransportFailure> {
    converse(connector.connect().await?, limits, request, Course::default()).await
}

/// How a request and its answer get on.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Course {
    /// After so many octets the request pauses this long.
    pub(super) pause: Option<(usize, Duration)>,
    /// So many octets of the answer are read at most.
    pub(super) answer: Option<u64>,
}

/// Writes the request to a connection and reads one answer.
pub(super) async fn converse(
    stream: Box<dyn Connection>,
    limits: &Limits,
    request: &Request,
    course: Course,
) -> Result<Response, TransportFailure> {
    let message = message(request);
    let (reading, mut writing) = tokio::io::split(stream);
    // A server may answer and hang up before it has read everything: what it said counts, not that writing failed.
    let write = async {
        let (first, pause) = course.pause.unwrap_or((message.len(), Duration::ZERO));
        let (first, second) = message.split_at(first.min(message.len()));
        writing.write_all(first).await?;
        writing.flush().await?;
        if !second.is_empty() {
            tokio::time::sleep(pause).await;
            writing.write_all(second).await?;
            writing.flush().await?;
        }
        // Whoever waits for the rest of a body is told that nothing more comes.
        if is_short(request) { writing.shutdown().await } else { Ok(()) }
    };
    let source = reading.take(course.answer.unwrap_or(u64::MAX));
    let mut reader = Reader { source, held: BytesMut::new(), limits };
    let read = reader.response(request.method == "HEAD");
    let (written, response) = tokio::join!(write, read);
    response.map_err(|failure| match (failure, written) {
        (TransportFailure::Closed(_), Err(error)) => TransportFailure::Closed(format!("while sending: {error}")),
        (failure, _) => failure,
    })
}

/// Whether the body ends before its headers say.
fn is_short(request: &Request) -> bool {
    let promised = |value: &str| value.trim().parse().is_ok_and(|length: u64| length > request.body.len() as u64);
    let chunked = request.headers.all("transfer-encoding").any(|value| value.to_ascii_lowercase().contains("chunked"));
    let ended = request.body.ends_with(b"0\r\n\r\n");
    request.headers.all("content-length").any(promised) || chunked && !ended
}

/// The request as it goes over the wire.
pub(super) fn message(request: &Request) -> Vec<u8> {
    let mut message = format!("{} {} HTTP/1.1\r\n", request.method, request.target).into_bytes();
    for (name, value) in request.headers.iter() {
        message.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    message.extend_from_slice(b"\r\n");
    message.extend_from_slice(&request.body);
    message
}

struct Reader<'l> {
    source: Take<ReadHalf<Box<dyn Connection>>>,
    held: BytesMut,
    limits: &'l Limits,
}

struct Head {
    status: u16,
    headers: Headers,
}

impl Reader<'_> {
    /// Reads more; false at the end of the connection.
    async fn more(&mut self) -> Result<bool, TransportFailure> {
        self.held.reserve(16 << 10);
        match self.source.read_buf(&mut self.held).await {
            Ok(count) => Ok(count > 0),
            Err(error) => Err(TransportFailure::Closed(error.to_string())),
        }
    }

    async fn more_or(&mut self, missing: &str) -> Result<(), TransportFailure> {
        if self.more().await? { Ok(()) } else { Err(TransportFailure::Closed(format!("it ended in {missing}"))) }
    }

    async fn response(&mut self, to_head: bool) -> Result<Response, TransportFailure> {
        let head = loop {
            let head = self.head().await?;
            if head.status >= 200 {
                break head;
            }
        };
        let body = if to_head || matches!(head.status, 204 | 304) { BytesMut::new() } else { self.body(&head).await? };
        Ok(Response { status: head.status, headers: head.headers, body: body.freeze() })
    }

    async fn head(&mut self) -> Result<Head, TransportFailure> {
        let mut seen = 0;
        loop {
            // The head is parsed once its end is there: parsing at every read would make slow heads quadratic.
            let from = seen.max(3) - 3;
            let ends = memchr::memmem::find(&self.held[from..], b"\r\n\r\n").is_some()
                || memchr::memmem::find(&self.held[from..], b"\n\n").is_some();
            if ends && let Some((head, length)) = parse(&self.held)? {
                self.held.advance(length);
                return Ok(head);
            }
            if self.held.len() > self.limits.head {
                return Err(TransportFailure::NotHttp(format!("its head is longer than {} bytes", self.limits.head)));
            }
            if !ends && self.held.len() >= 5 && !self.held.starts_with(b"HTTP/") {
                return Err(TransportFailure::NotHttp("it does not begin with HTTP/".to_owned()));
            }
            seen = self.held.len();
            self.more_or("the status line or the headers").await?;
        }
    }

    async fn body(&mut self, head: &Head) -> Result<BytesMut, TransportFailure> {
        let chunked = head
            .headers
            .all("transfer-encoding")
            .any(|value| value.rsplit(',').next().is_some_and(|coding| coding.trim().eq_ignore_ascii_case("chunked")));
        if chunked {
            return self.chunks().await;
        }
        let mut lengths = head.headers.all("content-length").flat_map(|value| value.split(',')).map(str::trim);
        let Some(length) = lengths.next() else { return self.until_end().await };
        if lengths.any(|other| other != length) {
            return Err(TransportFailure::NotHttp("it has several values of Content-Length".to_owned()));
        }
        let length: u64 =
            length.parse().map_err(|_| TransportFailure::NotHttp("Content-Length is not a number".to_owned()))?;
        match usize::try_from(length) {
            Ok(length) if length <= self.limits.body => self.exactly(length).await,
            _ => Err(TransportFailure::TooLarge(self.limits.body)),
        }
    }

    async fn exactly(&mut self, length: usize) -> Result<BytesMut, TransportFailure> {
        while self.held.len() < length {
            self.more_or("the body").await?;
        }
        Ok(self.held.split_to(length))
    }

    async fn until_end(&mut self) -> Result<BytesMut, TransportFailure> {
        while self.more().await? {
            if self.held.len() > self.limits.body {
                return Err(TransportFailure::TooLarge(self.limits.body));
            }
        }
        Ok(self.held.split())
    }

    async fn chunks(&mut self) -> Result<BytesMut, TransportFailure> {
        let mut body = BytesMut::new();
        loop {
            let size = loop {
                match httparse::parse_chunk_size(&self.held) {
                    Ok(httparse::Status::Complete((line, size))) => {
                        self.held.advance(line);
                        break size;
                    }
                    Ok(httparse::Status::Partial) if self.held.len() <= LONGEST_CHUNK_LINE => {
                        self.more_or("the size of a chunk").await?;
                    }
                    _ => return Err(TransportFailure::NotHttp("the size of a chunk cannot be read".to_owned())),
                }
            };
            if size == 0 {
                // Trailers are not read: the connection is not used again.
                return Ok(body);
            }
            let room = self.limits.body - body.len();
            let size = usize::try_from(size)
                .ok()
                .filter(|&size| size <= room)
                .ok_or(TransportFailure::TooLarge(self.limits.body))?;
            let chunk = self.exactly(size).await?;
            body.extend_from_slice(&chunk);
            if &self.exactly(2).await?[..] != b"\r\n" {
                return Err(TransportFailure::NotHttp("a chunk is longer than its size says".to_owned()));
            }
        }
    }
}

fn parse(octets: &[u8]) -> Result<Option<(Head, usize)>, TransportFailure> {
    let mut fields = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut response = httparse::Response::new(&mut fields);
    match response.parse(octets) {
        Ok(httparse::Status::Complete(length)) => {
            let headers = response.headers.iter().map(|field| (field.name.to_owned(), text(field.value))).collect();
            Ok(Some((Head { status: response.code.unwrap_or_default(), headers }, length)))
        }
        Ok(httparse::Status::Partial) => Ok(None),
        Err(error) => Err(TransportFailure::NotHttp(error.to_string())),
    }
}
