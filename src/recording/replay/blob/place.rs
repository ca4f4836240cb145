//! What a recorded request target names. A reader of its own, so that the reference's is tried and not trusted.

use super::super::address::decoded;

/// What a request asks for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// The service.
    Service,
    /// A container.
    Container(String),
    /// A blob.
    Blob(String, String),
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
        let path = path.strip_prefix('/').unwrap_or(path);
        let restype = options.iter().find(|(name, _)| name == "restype").map(|(_, value)| value.as_str());
        let place = match path.split_once('/') {
            _ if path.is_empty() => Place::Service,
            Some((container, "")) => Place::Container(decoded(container).into_owned()),
            Some((container, blob)) => Place::Blob(decoded(container).into_owned(), decoded(blob).into_owned()),
            None if matches!(restype, Some("container" | "account")) => Place::Container(decoded(path).into_owned()),
            None => Place::Blob("$root".to_owned(), decoded(path).into_owned()),
        };
        Self { place, options, has_query: target.contains('?') }
    }

    /// Whether the blob itself is named, and neither a snapshot nor a version of it.
    pub(super) fn names_blob_itself(&self) -> bool {
        self.option("snapshot").is_none() && self.option("versionid").is_none()
    }

    /// The value of an option.
    pub(super) fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(held, _)| held == name).map(|(_, value)| value.as_str())
    }

    /// What of the place is asked for.
    pub(super) fn comp(&self) -> &str {
        self.option("comp").unwrap_or_default()
    }

    /// Sets an option.
    pub(super) fn set(&mut self, name: &str, value: impl Into<String>) {
        self.options.retain(|(held, _)| held != name);
        self.options.push((name.to_owned(), value.into()));
        if let (Place::Blob(root, name), Some("container")) = (&self.place, self.option("restype"))
            && root == "$root"
        {
            self.place = Place::Container(name.clone());
        }
    }

    /// The container that is named.
    pub(super) fn container(&self) -> Option<&str> {
        match &self.place {
            Place::Container(container) | Place::Blob(container, _) => Some(container),
            Place::Service => None,
        }
    }

    /// Whether a blob is named.
    pub(super) fn is_blob(&self) -> bool {
        matches!(self.place, Place::Blob(..))
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
    let plain = |octet: u8| octet.is_ascii_alphanumeric() || b"-._~$".contains(&octet);
    text.bytes()
        .map(|octet| if plain(octet) { char::from(octet).to_string() } else { format!("%{octet:02X}") })
        .collect()
}
