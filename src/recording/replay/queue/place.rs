//! What a recorded request target names. A reader of its own, so that the reference's is tried and not trusted.

use super::super::address::decoded;

/// What a request asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// The service, and what of it: `list`, `properties`, `stats`, or nothing known.
    Service(String),
    /// A queue, and what of it: `metadata`, `acl`, or nothing.
    Queue(String, String),
    /// The messages of a queue.
    Messages(String),
    /// One message, by its id.
    Message(String, String),
    /// Something else.
    Other,
}

/// A target, taken apart.
#[derive(Debug, Clone)]
pub(super) struct Target {
    pub(super) place: Place,
    /// The options of the query, decoded.
    pub(super) options: Vec<(String, String)>,
    /// Whether there is a query.
    pub(super) has_query: bool,
}

impl Target {
    /// Reads a target.
    pub(super) fn read(target: &str) -> Self {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let options: Vec<(String, String)> = query
            .split('&')
            .filter(|option| !option.is_empty())
            .map(|option| option.split_once('=').unwrap_or((option, "")))
            .map(|(name, value)| (decoded(name).into_owned(), decoded(&value.replace('+', "%20")).into_owned()))
            .collect();
        let comp = options.iter().find(|(name, _)| name == "comp").map(|(_, value)| value.clone()).unwrap_or_default();
        let path = path.trim_matches('/');
        let segments: Vec<String> = path.split('/').map(|segment| decoded(segment).into_owned()).collect();
        let place = match segments.as_slice() {
            [first] if first.is_empty() => Place::Service(comp),
            [queue] => Place::Queue(queue.clone(), comp),
            [queue, messages] if messages == "messages" => Place::Messages(queue.clone()),
            [queue, messages, id] if messages == "messages" => Place::Message(queue.clone(), id.clone()),
            _ => Place::Other,
        };
        Self { place, options, has_query: target.contains('?') }
    }

    /// The value of an option.
    pub(super) fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(held, _)| held == name).map(|(_, value)| value.as_str())
    }

    /// Sets an option.
    pub(super) fn set(&mut self, name: &str, value: impl Into<String>) {
        self.options.retain(|(held, _)| held != name);
        self.options.push((name.to_owned(), value.into()));
        match &mut self.place {
            Place::Service(comp) | Place::Queue(_, comp) if name == "comp" => {
                *comp = self.options.last().map(|(_, value)| value.clone()).unwrap_or_default();
            }
            _ => {}
        }
    }

    /// The queue that is named.
    pub(super) fn queue(&self) -> Option<&str> {
        match &self.place {
            Place::Queue(queue, _) | Place::Messages(queue) | Place::Message(queue, _) => Some(queue),
            Place::Service(_) | Place::Other => None,
        }
    }

    /// The target as it is sent; `path` is the recorded one, which names the same as the place does.
    pub(super) fn written(&self, path: &str) -> String {
        let options: Vec<String> =
            self.options.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
        if options.is_empty() { path.to_owned() } else { format!("{path}?{}", options.join("&")) }
    }
}

/// Text as it stands in a target.
pub(super) fn encoded(text: &str) -> String {
    let plain = |octet: u8| octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
    text.bytes()
        .map(|octet| if plain(octet) { char::from(octet).to_string() } else { format!("%{octet:02X}") })
        .collect()
}
