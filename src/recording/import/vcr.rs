//! Cassettes of vcrpy, and of go-vcr, which differ in how they spell the address and the status.

use super::message::Raw;
use super::yaml::{self, Node};
use crate::recording::session::{Body, Losses, Session};
use bytes::Bytes;
use tablestakes_reference::http::Headers;

pub(super) fn read(text: &str, name: String) -> Result<Session, String> {
    let cassette = yaml::read(text)?;
    let interactions = cassette.member("interactions").and_then(Node::items).ok_or("it has no list `interactions`")?;
    let exchanges = interactions
        .iter()
        .enumerate()
        .map(|(number, held)| {
            raw(number, held).and_then(Raw::exchange).map_err(|what| format!("interaction {number}: {what}"))
        })
        .collect::<Result<_, _>>()?;
    Ok(Session { name, losses: Losses::default(), exchanges })
}

fn raw(number: usize, interaction: &Node) -> Result<Raw, String> {
    let request = interaction.member("request").ok_or("it has no `request`")?;
    let response = interaction.member("response").ok_or("it has no `response`")?;
    let text = |node: &Node, name: &str| node.member(name).and_then(Node::text).map(str::to_owned);
    let address = text(request, "uri").or_else(|| text(request, "url")).ok_or("its request has no `uri`")?;
    let status = response.member("status");
    let code = status.and_then(|status| status.member("code")).or_else(|| response.member("code"));
    let code = code.and_then(Node::text).and_then(|code| code.parse().ok()).ok_or("its response has no status code")?;
    let held = response.member("body");
    let response_body = held.and_then(|body| body.member("string")).or(held);
    Ok(Raw {
        number,
        method: text(request, "method").ok_or("its request has no `method`")?,
        address,
        request_headers: headers(request),
        request_body: request.member("body").and_then(body).unwrap_or(Body::NONE),
        status: code,
        response_headers: headers(response),
        response_body: response_body.and_then(body),
    })
}

fn body(node: &Node) -> Option<Body> {
    node.octets().map(|octets| Body::Whole(Bytes::copy_from_slice(octets)))
}

fn headers(message: &Node) -> Headers {
    let mut headers = Headers::new();
    let fields = message.member("headers").and_then(Node::members).unwrap_or_default();
    for (name, value) in fields {
        let values = value.items().unwrap_or(std::slice::from_ref(value));
        for value in values.iter().filter_map(Node::text) {
            headers.push(name.to_ascii_lowercase(), value);
        }
    }
    headers
}
