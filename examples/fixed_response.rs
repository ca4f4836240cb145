//! A bare server that answers every request with the same 300 octets: what is left of a measurement of
//! `tablestakes serve` when the oracle is taken away.
//!
//! ```text
//! cargo run --release --example fixed_response -- [PORT]
//! wrk -t1 -c16 -d10s http://127.0.0.1:PORT/
//! ```

use bytes::Bytes;
use http_body_util::Full;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use tokio::net::TcpListener;

static BODY: [u8; 300] = [b'x'; 300];

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let port = std::env::args().nth(1).and_then(|port| port.parse().ok()).unwrap_or(0_u16);
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    println!("http://{}/", listener.local_addr()?);
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let answer =
            service_fn(|_| async { Ok::<_, Infallible>(hyper::Response::new(Full::new(Bytes::from_static(&BODY)))) });
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), answer));
    }
}
