//! The texts that queues and blobs have signed.

use std::collections::BTreeMap;
use tablestakes_reference::Version;
use tablestakes_reference::http::Request;

/// What Shared Key signs: the method, eleven headers, the `x-ms-` headers, and the resource with every option of the query.
/// Below 2009-09-19 it is what Lite signs.
pub(super) fn full_text(account: &str, request: &Request, path: &str) -> String {
    let version = version(request);
    if version < Version::V2009_09_19 {
        return lite_text(account, request, path);
    }
    let length = header(request, "content-length");
    let length = if length == "0" && version >= Version::V2015_02_21 { "" } else { length };
    let mut text = format!("{}\n", request.method);
    for name in ["content-encoding", "content-language", "content-length", "content-md5", "content-type", "date"] {
        text.push_str(match name {
            "content-length" => length,
            "date" => date(request),
            _ => header(request, name),
        });
        text.push('\n');
    }
    for name in ["if-modified-since", "if-match", "if-none-match", "if-unmodified-since", "range"] {
        text.push_str(header(request, name));
        text.push('\n');
    }
    text + &headers(request) + &format!("/{account}{path}") + &options(request)
}

/// What Shared Key Lite signs: the method, three headers, the `x-ms-` headers, and the resource with `comp`.
pub(super) fn lite_text(account: &str, request: &Request, path: &str) -> String {
    let fields = [header(request, "content-md5"), header(request, "content-type"), date(request)].join("\n");
    let comp = query(request).split('&').find_map(|option| option.strip_prefix("comp="));
    let comp = comp.map(|comp| format!("?comp={comp}")).unwrap_or_default();
    format!("{}\n{fields}\n{}/{account}{path}{comp}", request.method, headers(request))
}

fn header<'r>(request: &'r Request, name: &str) -> &'r str {
    request.headers.get(name).unwrap_or_default()
}

/// `Date`, which is not signed where `x-ms-date` is.
fn date(request: &Request) -> &str {
    if request.headers.get("x-ms-date").is_some() { "" } else { header(request, "date") }
}

fn version(request: &Request) -> Version {
    request.headers.get("x-ms-version").and_then(|version| version.parse().ok()).unwrap_or(Version::DEFAULT)
}

fn query(request: &Request) -> &str {
    request.target.split_once('?').map_or("", |(_, query)| query)
}

/// Every `x-ms-` header on a line of its own, by its name in lower case; values of one name one behind the other.
fn headers(request: &Request) -> String {
    let mut held: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, value) in request.headers.iter() {
        let name = name.to_ascii_lowercase();
        if name.starts_with("x-ms-") {
            let words: Vec<&str> = value.split_ascii_whitespace().collect();
            held.entry(name).or_default().push(words.join(" "));
        }
    }
    // Below this version, headers without a value are left out.
    let with_empty = version(request) >= Version::V2016_05_31;
    held.retain(|_, values| with_empty || values.iter().any(|value| !value.is_empty()));
    held.iter().map(|(name, values)| format!("{name}:{}\n", values.join(","))).collect()
}

/// Every option of the query on a line of its own, decoded, by its name in lower case.
fn options(request: &Request) -> String {
    let mut held: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for option in query(request).split('&').filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        held.entry(decoded(name).to_lowercase()).or_default().push(decoded(value));
    }
    let line = |(name, mut values): (String, Vec<String>)| {
        values.sort();
        format!("\n{name}:{}", values.join(","))
    };
    held.into_iter().map(line).collect()
}

/// What is percent-encoded, decoded: a plus sign stays one.
fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::http::Headers;

    /// The example of the documentation of List Containers, and one with a body.
    #[test]
    fn the_texts_are_those_of_the_documentation() {
        let list = Request {
            method: "GET".into(),
            target: "/myaccount/mycontainer?restype=container&comp=metadata&a=%C3%A4%2B+".into(),
            headers: Headers::from_iter([
                ("x-ms-version", "2015-02-21"),
                ("x-ms-date", "Fri, 26 Jun 2015 23:39:12 GMT"),
                ("Date", "never"),
                ("Content-Length", "0"),
                ("x-ms-empty", ""),
            ]),
            body: bytes::Bytes::new(),
        };
        assert_eq!(
            full_text("myaccount", &list, "/myaccount/mycontainer"),
            "GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:Fri, 26 Jun 2015 23:39:12 GMT\nx-ms-version:2015-02-21\n\
             /myaccount/myaccount/mycontainer\na:ä++\ncomp:metadata\nrestype:container"
        );
        assert_eq!(
            lite_text("myaccount", &list, "/mycontainer"),
            "GET\n\n\n\nx-ms-date:Fri, 26 Jun 2015 23:39:12 GMT\nx-ms-version:2015-02-21\n\
             /myaccount/mycontainer?comp=metadata"
        );
    }
}
