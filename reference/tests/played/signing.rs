//! Signatures of requests and in queries, made here: the reference's own are what is tried.

use super::Kind;
use tablestakes_reference::Account;
use tablestakes_reference::http::Request;

/// The time of the first request.
pub const NOW: i64 = 784_111_777;
const DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";

/// How a request is signed.
pub struct Signing {
    word: String,
}

impl Signing {
    pub fn of(words: &[&str]) -> Self {
        let by_query = words.iter().any(|word| word.starts_with('~'));
        let word =
            words.iter().find_map(|word| word.strip_prefix('!')).unwrap_or(if by_query { "none" } else { "key" });
        Self { word: word.to_owned() }
    }

    pub fn sign(&self, kind: &Kind, request: &mut Request) {
        let account = Account::emulator();
        let date = match self.word.as_str() {
            "old" => "Sun, 06 Nov 1994 08:30:00 GMT",
            "new" => "Sun, 06 Nov 1994 09:10:00 GMT",
            _ => DATE,
        };
        match self.word.as_str() {
            "date" => request.headers.push("Date", date),
            "both" => {
                request.headers.push("Date", "Sun, 06 Nov 1994 08:00:00 GMT");
                request.headers.push("x-ms-date", date);
            }
            _ => request.headers.push("x-ms-date", date),
        }
        let scheme = if self.word.contains("lite") { "SharedKeyLite" } else { "SharedKey" };
        let name = if self.word == "other" { "another" } else { account.name.as_str() };
        let mut text = if scheme == "SharedKey" { full(request, name) } else { lite(request, name) };
        text = match self.word.as_str() {
            "path" => text.replace(kind.signed_path, ""),
            "method" => text.replacen(&request.method, "DELETE", 1),
            "no-type" => text.replace("text/plain", ""),
            "no-md5" => text.replace("1B2M2Y8AsgTpgAmY7PhCfg==", ""),
            "no-date" => text.replace(&format!("x-ms-date:{date}\n"), ""),
            "no-query" => text.replace(kind.signed_query, ""),
            "no-headers" => {
                let is_kept = |line: &&str| !line.starts_with("x-ms-") || line.starts_with("x-ms-date");
                text.split_inclusive('\n').filter(is_kept).collect()
            }
            "no-length" => text
                .split('\n')
                .enumerate()
                .map(|(at, line)| if at == 3 { "" } else { line })
                .collect::<Vec<_>>()
                .join("\n"),
            "as-primary" => text.replacen("-secondary", "", 1),
            _ => text,
        };
        let signature = match self.word.as_str() {
            "none" | "unversioned-none" => return,
            "malformed" => return request.headers.push("authorization", "SharedKey nothing"),
            "bad" | "badlite" => account.key.sign("another text"),
            _ => account.key.sign(&text),
        };
        request.headers.push("authorization", format!("{scheme} {name}:{signature}"));
    }
}

fn header<'r>(request: &'r Request, name: &str) -> &'r str {
    request.headers.get(name).unwrap_or_default()
}

fn date(request: &Request) -> &str {
    if request.headers.get("x-ms-date").is_some() { "" } else { header(request, "date") }
}

fn canonical_headers(request: &Request) -> String {
    let mut lines: Vec<String> = request
        .headers
        .iter()
        .filter(|(name, _)| name.starts_with("x-ms-"))
        .map(|(name, value)| format!("{name}:{}\n", value.trim()))
        .collect();
    lines.sort();
    lines.concat()
}

fn full(request: &Request, account: &str) -> String {
    let length = header(request, "content-length");
    let length = if length == "0" { "" } else { length };
    let (md5, kind) = (header(request, "content-md5"), header(request, "content-type"));
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let mut options: Vec<String> = query
        .split('&')
        .filter_map(|option| option.split_once('='))
        .map(|(name, value)| format!("\n{}:{}", name.to_lowercase(), value.replace("%2F", "/").replace("%3D", "=")))
        .collect();
    options.sort();
    format!(
        "{}\n\n\n{length}\n{md5}\n{kind}\n{}\n\n\n\n\n\n{}/{account}{path}{}",
        request.method,
        date(request),
        canonical_headers(request),
        options.concat()
    )
}

fn lite(request: &Request, account: &str) -> String {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let comp = query.split('&').find(|option| option.starts_with("comp=")).map(|comp| format!("?{comp}"));
    format!(
        "{}\n\n{}\n{}\n{}/{account}{path}{}",
        request.method,
        header(request, "content-type"),
        date(request),
        canonical_headers(request),
        comp.unwrap_or_default()
    )
}

/// A target with a shared access signature. `word` is `~a` for one of the account, or one of the service's own, with `bad` behind it
/// for a wrong one.
pub fn shared_access(kind: &Kind, word: &str, target: &str, options: &str) -> String {
    let account = Account::emulator();
    let mut options = options.to_owned();
    if !options.contains("sv=") {
        options.push_str("&sv=2019-02-02");
    }
    if !word.starts_with("~a") {
        options.push_str((kind.left_out)(word, &options));
    }
    let value = |name: &str| {
        let found = options.split('&').filter_map(|option| option.split_once('=')).find(|(held, _)| *held == name);
        found.map(|(_, value)| value).unwrap_or_default()
    };
    let text = if word.starts_with("~a") {
        let lines: String =
            ["sp", "ss", "srt", "st", "se", "sip", "spr", "sv"].map(|name| format!("{}\n", value(name))).concat();
        format!("{}\n{lines}", account.name)
    } else {
        let path = target.split('?').next().unwrap_or_default().trim_start_matches('/');
        (kind.signed)(word, &account.name, path, &value)
    };
    let text = if word.ends_with("bad") { "another text".to_owned() } else { text };
    let signature = account.key.sign(&text).replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
    let separator = if target.contains('?') { '&' } else { '?' };
    format!("{target}{separator}{options}&sig={signature}")
}
