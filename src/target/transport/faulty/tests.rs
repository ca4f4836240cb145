//! What reaches a server of a request that a fault befalls, and how its connection ends.

use super::super::failure::TransportFailure;
use crate::target::{Limits, Target, Transport};
use tablestakes_reference::history::{Ending, Fault};
use tablestakes_reference::http::{Headers, Request, Response};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

const BODY: &str = "0123456789";
const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwhole";

/// One connection as the server saw it.
struct Arrived {
    octets: Vec<u8>,
    reset: bool,
}

/// Answers each connection once everything has come in; tells what came when it is over.
async fn serve() -> (Target, mpsc::UnboundedReceiver<Arrived>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let target = Target::parse(&format!("http://{}/devstoreaccount1", listener.local_addr().unwrap())).unwrap();
    let (tell, told) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(connection(socket, tell.clone()));
        }
    });
    (target, told)
}

async fn connection(mut socket: TcpStream, tell: mpsc::UnboundedSender<Arrived>) {
    let mut arrived = Arrived { octets: Vec::new(), reset: false };
    loop {
        match socket.read_buf(&mut arrived.octets).await {
            Ok(0) => break,
            Ok(_) if arrived.octets.ends_with(BODY.as_bytes()) => {
                let _ = socket.write_all(ANSWER).await;
            }
            Ok(_) => {}
            Err(_) => {
                arrived.reset = true;
                break;
            }
        }
    }
    let _ = tell.send(arrived);
}

fn request() -> Request {
    let mut headers = Headers::default();
    headers.push("host", "here");
    headers.push("content-length", BODY.len().to_string());
    Request { method: "PUT".to_owned(), target: "/x".to_owned(), headers, body: BODY.into() }
}

/// The answer, and the connections in the order in which they ended.
async fn sent(fault: Fault, connections: usize) -> (Result<Response, TransportFailure>, Vec<Arrived>) {
    let (target, mut told) = serve().await;
    let answer = Transport::new(&target, Limits::default()).send_into(&request(), fault).await;
    let mut arrived = Vec::new();
    for _ in 0..connections {
        arrived.push(told.recv().await.unwrap());
    }
    assert!(told.try_recv().is_err(), "{fault:?}");
    (answer.map(|(response, _)| response), arrived)
}

fn whole() -> usize {
    super::message(&request()).len()
}

#[tokio::test]
async fn a_cut_request_lacks_its_end() {
    for (at, octets) in [(0, 0), (500, whole() / 2), (1000, whole() - 1), (u16::MAX, whole() - 1)] {
        let fault = Fault::CutRequest { at, ending: Ending::Closed };
        let (answer, arrived) = sent(fault, 1).await;
        assert_eq!(answer, Err(TransportFailure::Fault(fault)));
        assert_eq!((arrived[0].octets.len(), arrived[0].reset), (octets, false));
    }
}

#[tokio::test]
async fn a_reset_is_no_close() {
    let (_, arrived) = sent(Fault::CutRequest { at: 500, ending: Ending::Reset }, 1).await;
    assert!(arrived[0].reset);
}

#[tokio::test]
async fn a_lost_answer_leaves_the_request_whole() {
    let before = Fault::CutBeforeAnswer { milliseconds: 0, ending: Ending::Closed };
    let within = Fault::CutAnswer { after: 20, ending: Ending::Closed };
    for fault in [before, within] {
        let (answer, arrived) = sent(fault, 1).await;
        assert_eq!(answer, Err(TransportFailure::Fault(fault)));
        assert_eq!(arrived[0].octets.len(), whole());
    }
    let longer = Fault::CutAnswer { after: 2000, ending: Ending::Closed };
    assert_eq!(sent(longer, 1).await.0.unwrap().body, "whole");
}

#[tokio::test]
async fn what_is_only_hindered_is_answered() {
    for (fault, lengths) in [
        (Fault::Delayed { at: 300, milliseconds: 1 }, vec![whole()]),
        (Fault::Twice, vec![whole(), whole()]),
        (Fault::DroppedFirst { attempts: 2 }, vec![whole() / 2, whole() / 2, whole()]),
    ] {
        let (answer, arrived) = sent(fault, lengths.len()).await;
        assert_eq!(answer.unwrap().body, "whole");
        let mut came: Vec<usize> = arrived.iter().map(|arrived| arrived.octets.len()).collect();
        came.sort_unstable();
        assert_eq!(came, lengths);
    }
}

#[tokio::test]
async fn what_is_refused_is_never_sent() {
    assert_eq!(sent(Fault::Refused, 0).await.0, Err(TransportFailure::Fault(Fault::Refused)));
}
