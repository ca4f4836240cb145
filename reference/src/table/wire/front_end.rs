//! Answers of the front end: XML, and of the headers only those that every answer has.

use super::error;
use super::lexical::guid;
use super::reply::{Frame, http_date};
use crate::http::{Headers, Response};
use crate::refusal::Refusal;
use crate::rules::{Trace, id};

impl Frame<'_> {
    /// The answer to what was granted.
    pub fn granted_by_front_end(&self, status: u16, body: String, trace: &mut Trace<'_>) -> Response {
        let mut headers = Headers::new();
        if !body.is_empty() {
            headers.push("Content-Type", "application/xml");
        }
        if status == 204 {
            headers.push("Content-Length", "0");
        } else {
            headers.push("Transfer-Encoding", "chunked");
        }
        self.service_headers(&mut headers, trace);
        if !trace.enforce(id::TABLE_ACL_BARE) {
            headers.push("Cache-Control", "no-cache");
            headers.push("X-Content-Type-Options", "nosniff");
        }
        Response { status, headers, body: body.into_bytes().into() }
    }

    /// The answer to what was refused when it was known who asks: in JSON to who accepts that and asks for entities, else
    /// in XML.
    pub fn refused_by_router(&self, refusal: &Refusal, json: bool, trace: &mut Trace<'_>) -> Response {
        let (mut headers, body) = self.front_end_refusal(refusal, json);
        self.service_headers(&mut headers, trace);
        // Recorded of refusals about policies and properties; of others it is a guess, and free.
        let recorded = matches!(refusal.rule.rule().topic, "acl" | "service");
        let told = id::TABLE_ACL_ERROR_CODE.holds_for(self.version);
        if told && (!recorded || trace.enforce(id::TABLE_ACL_ERROR_CODE)) {
            headers.push("x-ms-error-code", refusal.code);
        }
        Response { status: refusal.status, headers, body: body.into() }
    }

    /// The answer of the layer that authenticates.
    pub fn refused_by_front_end(&self, refusal: &Refusal, json: bool) -> Response {
        let (mut headers, body) = self.front_end_refusal(refusal, json);
        headers.push("Server", "Microsoft-HTTPAPI/2.0");
        headers.push("x-ms-request-id", guid::written(self.request_id));
        headers.push("x-ms-error-code", refusal.code);
        if refusal.status == 401 {
            headers.push("WWW-Authenticate", "Bearer resource_id=https://storage.azure.com");
        }
        headers.push("Date", http_date(self.now));
        Response { status: refusal.status, headers, body: body.into() }
    }

    /// The body of a refusal, and the headers about it.
    fn front_end_refusal(&self, refusal: &Refusal, json: bool) -> (Headers, Vec<u8>) {
        let message = self.message(&refusal.message, "\n");
        let mut body = Vec::new();
        if json {
            error::json(&mut body, refusal.code, &message);
        } else {
            body = error::front_end_xml(refusal.code, &message).into_bytes();
        }
        let mut headers = Headers::new();
        headers.push("Content-Type", if json { "application/json" } else { "application/xml" });
        headers.push("Content-Length", body.len().to_string());
        (headers, body)
    }
}
