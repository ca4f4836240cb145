//! Exchanges that a fault befalls, each on connections of its own.
//!
//! The faults are made here, at the client's end of the connection: to the server it is all the same which of the two ends
//! or what lies between them failed, and a fault stays with the step that it belongs to, over TLS as well.

use super::failure::TransportFailure;
use super::limits::Limits;
use super::raw::{Course, converse, message};
use super::stream::{Connection, Connector};
use std::time::Duration;
use tablestakes_reference::history::{Ending, Fault};
use tablestakes_reference::http::{Request, Response};
use tokio::io::AsyncWriteExt;

/// A share that is counted in thousandths.
const WHOLE: usize = 1000;
/// Where attempts end of which only a later one is whole.
const HALF: u16 = 500;

/// Sends a request that this befalls.
///
/// # Errors
/// No whole answer came: [`TransportFailure::Fault`] where the fault is why, another where the target is.
pub(super) async fn exchange(
    connector: &Connector,
    limits: &Limits,
    request: &Request,
    fault: Fault,
) -> Result<Response, TransportFailure> {
    let over = Err(TransportFailure::Fault(fault));
    match fault {
        Fault::Refused => over,
        Fault::Delayed { at, milliseconds } => {
            let pause = Some((place(&message(request), at), Duration::from_millis(milliseconds.into())));
            converse(connector.connect().await?, limits, request, Course { pause, answer: None }).await
        }
        Fault::CutRequest { at, ending } => {
            drop(begin(connector, request, Some(at), ending).await?);
            over
        }
        Fault::CutBeforeAnswer { milliseconds, ending } => {
            let stream = begin(connector, request, None, ending).await?;
            tokio::time::sleep(Duration::from_millis(milliseconds.into())).await;
            drop(stream);
            over
        }
        Fault::CutAnswer { after, ending } => {
            let course = Course { pause: None, answer: Some(after.into()) };
            let stream = connector.connect_to_end(ending).await?;
            converse(stream, limits, request, course).await.map_err(|_| TransportFailure::Fault(fault))
        }
        Fault::Twice => {
            let send = async || converse(connector.connect().await?, limits, request, Course::default()).await;
            // What the copy is answered reaches nobody.
            let (answer, _) = tokio::join!(send(), send());
            answer
        }
        Fault::DroppedFirst { attempts } => {
            for _ in 0..attempts {
                drop(begin(connector, request, Some(HALF), Ending::Closed).await?);
            }
            converse(connector.connect().await?, limits, request, Course::default()).await
        }
    }
}

/// Sends the request up to this place, or the whole of it. The connection ends when it is dropped.
async fn begin(
    connector: &Connector,
    request: &Request,
    at: Option<u16>,
    ending: Ending,
) -> Result<Box<dyn Connection>, TransportFailure> {
    let mut stream = connector.connect_to_end(ending).await?;
    let message = message(request);
    let sent = &message[..at.map_or(message.len(), |at| place(&message, at))];
    // A server may hang up on what it does not want to read: the connection is over then as well.
    if stream.write_all(sent).await.is_ok() {
        let _ = stream.flush().await;
    }
    Ok(stream)
}

/// How many octets these thousandths of a message are: never all of them.
fn place(message: &[u8], at: u16) -> usize {
    (message.len() * usize::from(at) / WHOLE).min(message.len().saturating_sub(1))
}

#[cfg(test)]
mod tests;
