//! The reference behind a socket, with a liar that decides what becomes of every answer.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use tablestakes_reference::http::{Headers, Request, Response};
use tablestakes_reference::server::now;
use tablestakes_reference::table::TableService;
use tablestakes_reference::{SequentialIds, Settings};

/// What is written on a connection.
pub(super) enum Play {
    /// These octets; then the next request is read.
    Say(Vec<u8>),
    /// These octets, and the connection ends.
    Last(Vec<u8>),
    /// These octets, then the others again and again.
    Endless(Vec<u8>, Vec<u8>),
    /// These octets, then nothing; the connection stays.
    Hang(Vec<u8>),
    /// These octets, each a moment after the other.
    Drip(Vec<u8>),
    /// The connection is reset.
    Reset,
}

/// What is made of a request and the reference's answer to it.
pub(super) type Liar = fn(&Request, Response) -> Play;

/// Serves for as long as the tests run; gives the address.
pub(super) fn serve(liar: Liar) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/devstoreaccount1", listener.local_addr().unwrap());
    let reference = (TableService::new(Settings::default()), SequentialIds::default());
    let reference = Arc::new(Mutex::new(reference));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let reference = Arc::clone(&reference);
            std::thread::spawn(move || connection(stream, &reference, liar));
        }
    });
    address
}

fn connection(mut stream: TcpStream, reference: &Mutex<(TableService, SequentialIds)>, liar: Liar) -> Option<()> {
    drop(stream.set_nodelay(true));
    loop {
        let request = read(&mut stream)?;
        let answer = {
            let mut reference = reference.lock().unwrap();
            let (tables, ids) = &mut *reference;
            tables.handle(&request, now(), ids).response
        };
        match liar(&request, answer) {
            Play::Say(octets) => stream.write_all(&octets).ok()?,
            Play::Last(octets) => return stream.write_all(&octets).ok(),
            Play::Endless(first, again) => {
                stream.write_all(&first).ok()?;
                while stream.write_all(&again).is_ok() {}
                return None;
            }
            Play::Hang(octets) => {
                stream.write_all(&octets).ok()?;
                while stream.read(&mut [0; 4096]).is_ok_and(|count| count > 0) {}
                return None;
            }
            Play::Drip(octets) => {
                for octet in octets.chunks(1) {
                    std::thread::sleep(std::time::Duration::from_millis(5));
                    stream.write_all(octet).ok()?;
                }
            }
            // What was sent and not read makes the system reset the connection; who resets says so before it is over.
            Play::Reset => {
                drop(stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"));
                return reset(&stream);
            }
        }
    }
}

fn reset(stream: &TcpStream) -> Option<()> {
    let socket = stream.try_clone().ok()?;
    socket.set_nonblocking(true).ok()?;
    // Dropped with no time to linger, a socket is reset.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().ok()?;
    let _entered = runtime.enter();
    tokio::net::TcpStream::from_std(socket).ok()?.set_zero_linger().ok()
}

/// One request: a head, and as much of a body as it says.
fn read(stream: &mut TcpStream) -> Option<Request> {
    let mut held = Vec::new();
    let end = loop {
        if let Some(end) = held.windows(4).position(|window| window == b"\r\n\r\n") {
            break end + 4;
        }
        more(stream, &mut held)?;
    };
    let head = String::from_utf8_lossy(&held[..end]).into_owned();
    let mut lines = head.lines();
    let mut words = lines.next()?.split(' ');
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let fields = lines.filter_map(|line| line.split_once(": "));
    let headers: Headers = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let length: usize = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or_default();
    while held.len() < end + length {
        more(stream, &mut held)?;
    }
    Some(Request { method, target, headers, body: held.split_off(end).into() })
}

fn more(stream: &mut TcpStream, held: &mut Vec<u8>) -> Option<()> {
    let mut octets = [0; 16 << 10];
    match stream.read(&mut octets) {
        Ok(0) | Err(_) => None,
        Ok(count) => {
            held.extend_from_slice(&octets[..count]);
            Some(())
        }
    }
}

/// An answer as it should be written, with these headers beside its own.
pub(super) fn written(answer: &Response, more: &[(&str, &str)]) -> Vec<u8> {
    let length = answer.body.len().to_string();
    let mut head = head(answer);
    for (name, value) in more.iter().chain(&[("Content-Length", length.as_str())]) {
        head += &format!("{name}: {value}\r\n");
    }
    [head.as_bytes(), b"\r\n", &answer.body].concat()
}

/// Status line and headers, without any that say how long the body is.
pub(super) fn head(answer: &Response) -> String {
    let mut head = format!("HTTP/1.1 {} Word\r\n", answer.status);
    for (name, value) in answer.headers.iter() {
        if !["content-length", "transfer-encoding"].contains(&name.to_ascii_lowercase().as_str()) {
            head += &format!("{name}: {value}\r\n");
        }
    }
    head
}

/// Whether a request only makes the tables that the questions are about.
pub(super) fn is_set_up(request: &Request) -> bool {
    request.method == "POST" && request.target.ends_with("/Tables")
}
