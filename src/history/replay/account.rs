//! What histories change of the account itself, the properties of a service: read before the first step, and put back behind the
//! last one. A history that leaves them changed would decide what others find, the smaller ones among them that are made of it.

use super::target_side::TargetSide;
use std::time::SystemTime;
use tablestakes_reference::history::{Call, Content, History, RawRequest, Step};
use tablestakes_reference::{blob, queue};

/// Where the properties of a service are.
const PROPERTIES: &str = "/?restype=service&comp=properties";

/// What the service begins documents with, and takes none to begin with.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What a service said of its properties, as it can be set again.
pub(super) struct Properties(Vec<u8>);

impl TargetSide<'_> {
    /// The properties of the service, if a history sets them and they can be read. Answers that were kept have none.
    pub(super) async fn properties_before(&mut self, history: &History) -> Option<Properties> {
        if !self.is_live() || !history.all_steps().any(sets_properties) {
            return None;
        }
        let request = self.lower_own(&on_properties("GET", Content::None), SystemTime::now()).ok()?;
        let response = self.send_own(request).await.ok().filter(|response| response.status == 200)?;
        Some(Properties(response.body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&response.body).to_vec()))
    }

    /// Sets the properties of the service as they were.
    pub(super) async fn put_back(&mut self, Properties(octets): Properties) {
        if let Ok(request) = self.lower_own(&on_properties("PUT", Content::Octets { octets }), SystemTime::now()) {
            // What is refused stays as the history left it; nothing of it is judged.
            let _ = self.send_own(request).await;
        }
    }
}

fn on_properties(method: &str, body: Content) -> Step {
    Step::from(RawRequest {
        method: method.to_owned(),
        target: PROPERTIES.to_owned(),
        headers: Vec::new(),
        body,
        odd: false,
    })
}

/// Whether a step may set the properties of the service.
fn sets_properties(step: &Step) -> bool {
    match &step.call {
        Call::Queue { ask: queue::Ask::SetProperties { .. } } => true,
        Call::Blob { ask } => ask.operation == blob::Operation::SetServiceProperties,
        Call::Raw { request } => {
            request.method == "PUT"
                && ["restype=service", "comp=properties"].iter().all(|held| request.target.contains(held))
        }
        _ => false,
    }
}
