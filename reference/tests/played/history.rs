//! Histories as text, and how they are played.
//!
//! ```text
//! == NAME [verified] [host] [emulator] [pages of N] [deletion takes N] [versioning]
//! version 2018-03-28                     for the requests that follow
//! wait 31                                seconds
//! PUT /q [x-ms-meta-a: 1] | BODY > a=PopReceipt b=x-ms-popreceipt
//! ```
//!
//! A request may hold `{a}`, which an earlier answer gave (percent-encoded in targets), and `{x*65536}`, a repetition; `\n`,
//! `\r` and `\u{1}` stand for characters. How it is signed is told by `!WORD`, and by `~a OPTIONS`, which adds a shared access
//! signature of the account, or by another of the service's own. `@secondary` asks the secondary location, `@another` another
//! account. What bodies stand for, and which signatures there are beside, is the [service's](Kind).

use super::Kind;
use super::signing::{NOW, Signing, shared_access};
use std::collections::HashMap;
use std::fmt::Write as _;
use tablestakes_reference::Profile;
use tablestakes_reference::auth::Identity;
use tablestakes_reference::http::{Headers, Request, Response};
use tablestakes_reference::rules::{Broken, RuleId};
use tablestakes_reference::{Account, Addressing, Alternative, DateTime, SequentialIds, Settings};

pub struct History {
    pub name: String,
    options: Vec<String>,
    lines: Vec<String>,
}

/// What came of it.
pub struct Played {
    /// Requests and answers.
    pub text: String,
    /// The rules that took part.
    pub rules: Vec<RuleId>,
    /// What else the last answer could have been.
    pub alternatives: Vec<Alternative>,
}

pub fn read(text: &str) -> Vec<History> {
    let mut histories: Vec<History> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if let Some(head) = line.strip_prefix("== ") {
            let (name, options) = head.split_once(" [").unwrap_or((head, ""));
            let options = options.split('[').map(|option| option.trim().trim_end_matches(']').to_owned());
            histories.push(History { name: name.to_owned(), options: options.collect(), lines: Vec::new() });
        } else {
            histories.last_mut().expect("a history has a name").lines.push(line.to_owned());
        }
    }
    histories
}

impl History {
    fn has(&self, option: &str) -> bool {
        self.options.iter().any(|held| held == option)
    }

    fn number(&self, option: &str) -> Option<i64> {
        self.options.iter().find_map(|held| held.strip_prefix(option)?.trim().parse().ok())
    }

    /// What the service that it is played on is told.
    fn settings(&self, broken: Broken) -> Settings {
        let settings = Settings::default();
        Settings {
            addressing: if self.has("host") { Addressing::by_host() } else { settings.addressing },
            identity: if self.has("verified") { Identity::Verified } else { Identity::Trusted },
            profile: if self.has("emulator") { Profile::Emulator } else { Profile::Cloud },
            page_size: self.number("pages of").and_then(|size| usize::try_from(size).ok()),
            deletion_takes: self.number("deletion takes").unwrap_or(0) * 10_000_000,
            versioning: self.has("versioning"),
            broken,
            ..settings
        }
    }

    /// Plays it on a new service.
    pub fn play(&self, kind: &Kind, broken: Broken) -> Played {
        let mut service = (kind.service)(self.settings(broken));
        let (mut ids, mut now) = (SequentialIds::default(), NOW);
        let mut version = kind.version.to_owned();
        let mut names: HashMap<String, String> = HashMap::new();
        let mut played = Played { text: String::new(), rules: Vec::new(), alternatives: Vec::new() };
        for line in &self.lines {
            match line.split_once(' ') {
                Some(("wait", seconds)) => now += seconds.parse::<i64>().expect("a number of seconds"),
                Some(("version", named)) => version = named.to_owned(),
                _ => {
                    let asked = self.asked(kind, line, &version, &names);
                    let answer = service.handle(&asked.request, DateTime::from_unix(now, 1_234_500), &mut ids);
                    for (name, place) in &asked.takes {
                        let value = found(&answer.response, place);
                        names.insert(name.clone(), value.unwrap_or_else(|| "absent".to_owned()));
                    }
                    show(&mut played.text, kind.longest, line, &answer.response);
                    played.rules.extend(answer.rules);
                    played.alternatives = answer.alternatives;
                }
            }
        }
        played
    }

    fn asked(&self, kind: &Kind, line: &str, version: &str, names: &HashMap<String, String>) -> Asked {
        let (line, takes) = line.split_once(" > ").unwrap_or((line, ""));
        let takes = takes.split_whitespace().filter_map(|take| take.split_once('='));
        let takes = takes.map(|(name, place)| (name.to_owned(), place.to_owned())).collect();
        let (line, body) = match line.split_once(" | ") {
            Some((line, body)) => (line, Some(body)),
            None => (line, None),
        };
        let mut headers = Headers::new();
        let mut pieces = line.split(" [");
        let words: Vec<&str> = pieces.next().unwrap_or_default().split_whitespace().collect();
        for piece in pieces {
            let (name, value) = piece.trim().trim_end_matches(']').split_once(": ").expect("a header has a value");
            headers.push(name.to_owned(), replaced(value, |name| names.get(name).cloned().unwrap_or_default()));
        }
        let [method, target, rest @ ..] = words.as_slice() else {
            panic!("a request has a method and a target: {line}")
        };
        let account = Account::emulator().name;
        let secondary = if rest.contains(&"@secondary") { "-secondary" } else { "" };
        let mut target = replaced(target, |name| encoded(names.get(name).map_or("absent", String::as_str)));
        if let Some((word, options)) = rest.iter().zip(rest.iter().skip(1)).find(|(word, _)| word.starts_with('~')) {
            target = shared_access(kind, word, &target, options);
        }
        if self.has("host") {
            headers.push("Host", format!("{account}{secondary}.{}.core.windows.net", kind.name));
        } else {
            headers.push("Host", kind.host);
            let account = if rest.contains(&"@another") { "another" } else { &account };
            target = format!("/{account}{secondary}{target}");
        }
        if headers.get("x-ms-version").is_none() && !rest.iter().any(|word| word.starts_with("!unversioned")) {
            headers.push("x-ms-version", version);
        }
        let body = body.unwrap_or_default();
        let body = match alike(body) {
            Some(octets) => octets,
            None => unescaped(&replaced(&(kind.document)(body), |name| names.get(name).cloned().unwrap_or_default()))
                .into_bytes(),
        };
        headers.push("Content-Length", body.len().to_string());
        let mut request = Request { method: (*method).to_owned(), target, headers, body: body.into() };
        if self.has("verified") {
            Signing::of(rest).sign(kind, &mut request);
        }
        Asked { request, takes }
    }
}

struct Asked {
    request: Request,
    takes: Vec<(String, String)>,
}

/// The octets of `{x*65536}`, which may be many.
fn alike(body: &str) -> Option<Vec<u8>> {
    let (octet, times) = body.strip_prefix('{')?.strip_suffix('}')?.split_once('*')?;
    let [octet] = octet.as_bytes() else { return None };
    Some(vec![*octet; times.parse().ok()?])
}

/// The text with `{…}` replaced.
fn replaced(text: &str, by: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        if before.ends_with("\\u") {
            out.push_str(before);
            out.push('{');
            rest = behind;
            continue;
        }
        let (name, after) = behind.split_once('}').expect("a name ends");
        out.push_str(before);
        match name.split_once('*') {
            Some((piece, times)) => out.push_str(&piece.repeat(times.parse().expect("a number of times"))),
            None => out.push_str(&by(name)),
        }
        rest = after;
    }
    out + rest
}

fn unescaped(text: &str) -> String {
    let mut text = text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
    while let Some((before, behind)) = text.split_once("\\u{") {
        let (digits, after) = behind.split_once('}').expect("a character ends");
        let character = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).expect("a character");
        text = format!("{before}{character}{after}");
    }
    text
}

fn encoded(text: &str) -> String {
    let plain = |octet: u8| octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
    text.bytes()
        .map(|octet| if plain(octet) { char::from(octet).to_string() } else { format!("%{octet:02X}") })
        .collect()
}

/// The header of this name, or the text of the first element.
fn found(response: &Response, place: &str) -> Option<String> {
    if let Some(value) = response.headers.get(place) {
        return Some(value.to_owned());
    }
    let body = String::from_utf8_lossy(&response.body).into_owned();
    let (_, rest) = body.split_once(&format!("<{place}>"))?;
    rest.split_once("</").map(|(text, _)| text.to_owned())
}

fn show(text: &mut String, longest: usize, line: &str, response: &Response) {
    let cut = |text: &str| match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}… {} octets", &text[..end], text.len()),
        None => text.to_owned(),
    };
    let _ = writeln!(text, "> {line}\n{}", response.status);
    for (name, value) in response.headers.iter().filter(|(name, _)| !["Date", "Server"].contains(name)) {
        let _ = writeln!(text, "  {name}: {value}");
    }
    if !response.body.is_empty() {
        let body = String::from_utf8_lossy(&response.body).into_owned();
        let body = body.replace('\u{feff}', "<BOM>").replace("<?xml version=\"1.0\" encoding=\"utf-8\"?>", "<XML>");
        let _ = writeln!(text, "  {}", cut(&body).escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'"));
    }
}
