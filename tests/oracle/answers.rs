//! The reference's answers to every scripted check, as reviewed wire text: one file a check under `snapshots/answers`,
//! with the usual version in full, and from other versions the exchanges that differ.

use crate::bench::Bench;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, SystemTime};
use tablestakes::engine::{Extent, Request, Restarts, Selection, Unit, epochs};
use tablestakes::history::{Exchange, Names};
use tablestakes::target::Axes;
use tablestakes_reference::http::Headers;
use tablestakes_reference::{ServiceName, Version};
use tablestakes_suites::{Source, Suite, catalogue};

/// What is kept of a body: limits are tried with bodies of many megabytes.
const KEPT: usize = 800;
/// Headers that every exchange has, and that tell nothing about the answer.
const LEFT_OUT: [&str; 9] = [
    "host",
    "user-agent",
    "x-ms-date",
    "authorization",
    "content-length",
    "date",
    "server",
    "x-ms-request-id",
    "x-ms-version",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_are_reviewed() {
    let bench = Bench::start(1).await;
    let neutral = Neutral::new(&bench.names.prefix(), &bench.addresses);

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/answers");
    let request = Request { extent: Extent::Usual, restarts: Restarts::Durable, ..Request::default() };
    let mut written = BTreeSet::new();
    let mut differing = Vec::new();
    for unit in Selection::new(catalogue(), &request).unwrap().units() {
        let Source::Scripted(_) = unit.check.source else { continue };
        let text = told(unit, &bench, &neutral).await;
        written.insert(format!("{}.snap", unit.check.id));
        let id = unit.check.id;
        let compared = std::panic::catch_unwind(|| {
            insta::with_settings!({
                snapshot_path => &folder, prepend_module_to_snapshot => false, omit_expression => true,
            }, { insta::assert_snapshot!(id, text) });
        });
        differing.extend(compared.is_err().then_some(id));
    }
    assert!(differing.is_empty(), "{} answers are not those that were reviewed: {differing:?}", differing.len());
    let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let orphans: Vec<String> = files.filter(|file| !written.contains(file)).collect();
    assert!(orphans.is_empty(), "no check has these answers: {orphans:?}");
}

/// The exchanges of a check in its usual version, and the lines that are others in other versions.
async fn told(unit: &Unit, bench: &Bench, neutral: &Neutral) -> String {
    let usual = exchanges(unit, unit.axes.version, bench, neutral).await;
    let mut text = format!("{}\n{}\n", unit.check.title, unit.axes.version);
    for exchange in &usual {
        let _ = write!(text, "\n{exchange}");
    }
    let mut others: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (first, last) in epochs(unit.check.service()) {
        // What JSON looks like in versions before it cannot be recorded.
        // Blobs have twice as many epochs and checks: those of some suites show what becomes of answers in each.
        let of_epochs =
            unit.check.service() != ServiceName::Blob || matches!(unit.check.suite, Suite::Smoke | Suite::Versions);
        let tried = of_epochs
            && (first >= Version::V2013_08_15 || unit.check.service() != ServiceName::Table)
            && unit.check.rules.iter().all(|rule| rule.holds_for(first));
        if !tried || (first..=last).contains(&unit.axes.version) {
            continue;
        }
        let exchanges = exchanges(unit, first, bench, neutral).await;
        others.entry(changes(&usual, &exchanges)).or_default().push(format!("{first} to {last}"));
    }
    let mut others: Vec<(Vec<String>, String)> = others.into_iter().map(|(changes, spans)| (spans, changes)).collect();
    others.sort();
    for (spans, changes) in others.iter().filter(|(_, changes)| !changes.is_empty()) {
        let _ = write!(text, "\n======== {}\n{changes}", spans.join(", "));
    }
    text
}

/// The lines that differ, exchange by exchange.
fn changes(usual: &[String], others: &[String]) -> String {
    let mut text = String::new();
    let absent = String::new();
    for index in 0..usual.len().max(others.len()) {
        let (left, right) = (usual.get(index).unwrap_or(&absent), others.get(index).unwrap_or(&absent));
        if left == right {
            continue;
        }
        let _ = writeln!(
            text,
            "{index}: {}",
            if left.is_empty() { right } else { left }.lines().next().unwrap_or_default()
        );
        for change in similar::TextDiff::from_lines(left, right).iter_all_changes() {
            if change.tag() != similar::ChangeTag::Equal {
                let _ = write!(text, "{}{change}", change.tag());
            }
        }
    }
    text
}

async fn exchanges(unit: &Unit, version: Version, bench: &Bench, neutral: &Neutral) -> Vec<String> {
    let Source::Scripted(history) = unit.check.source else { unreachable!("only scripted checks are asked for") };
    let axes = Axes { version, ..unit.axes };
    let replayed = bench.replay(axes, &history(), None).await.expect("tables can be created");
    let exchanges = replayed.steps.iter().flat_map(|step| &step.exchanges);
    exchanges.map(|exchange| written(exchange, version, neutral)).collect()
}

fn written(exchange: &Exchange, version: Version, neutral: &Neutral) -> String {
    let request = &exchange.request;
    let mut text = format!("{} {}\n", request.method, neutral.text(&request.target));
    let own = request.headers.get("x-ms-version").filter(|own| *own != version.to_string());
    if let Some(own) = own {
        let _ = writeln!(text, "  x-ms-version: {own}");
    }
    headers(&mut text, &request.headers, neutral);
    body(&mut text, &request.body, neutral);
    match &exchange.expected {
        None => text.push_str("→ nothing more\n"),
        Some(response) => {
            let _ = writeln!(text, "→ {}", response.status);
            headers(&mut text, &response.headers, neutral);
            body(&mut text, &response.body, neutral);
        }
    }
    text
}

fn headers(text: &mut String, headers: &Headers, neutral: &Neutral) {
    let telling = headers.iter().filter(|(name, _)| !LEFT_OUT.iter().any(|other| name.eq_ignore_ascii_case(other)));
    for (name, value) in telling {
        let _ = writeln!(text, "  {}", neutral.text(&format!("{name}: {value}")));
    }
}

fn body(text: &mut String, octets: &[u8], neutral: &Neutral) {
    let body = neutral.text(&String::from_utf8_lossy(octets));
    let kept = body.char_indices().map(|(place, _)| place).find(|place| *place >= KEPT).unwrap_or(body.len());
    for line in body[..kept].lines() {
        text.push_str("  | ");
        for character in line.chars() {
            // Control characters would make a file of octets out of a text.
            if character.is_control() { text.extend(character.escape_default()) } else { text.push(character) }
        }
        text.push('\n');
    }
    if kept < body.len() {
        let _ = writeln!(text, "  | … {} octets in all", body.len());
    }
}

/// Takes out of a text what is another one in every run: the address, names of tables, and the time.
struct Neutral {
    authorities: Vec<String>,
    prefix: usize,
    instants: regex::Regex,
    tokens: regex::Regex,
    ids: regex::Regex,
    receipts: regex::Regex,
    expiries: regex::Regex,
    etags: regex::Regex,
    markers: regex::Regex,
}

impl Neutral {
    fn new(prefix: &str, addresses: &[String]) -> Self {
        let day = |offset: i64| {
            let now = SystemTime::now();
            let distance = Duration::from_secs(offset.unsigned_abs() * 86_400);
            let day = if offset < 0 { now - distance } else { now + distance };
            // "Sat, 21 Nov 2026 16:14:49 GMT"
            httpdate::fmt_http_date(day)
        };
        // Messages live for a week, from whenever a history has waited until.
        let days: Vec<String> =
            (-1..=16).map(day).collect::<Vec<_>>().iter().flat_map(|date| [date[..16].to_owned(), iso(date)]).collect();
        let time = r"\d\d(:|%3A)\d\d(:|%3A)\d\d(\.\d{1,7})?( GMT|Z)";
        Self {
            authorities: addresses
                .iter()
                .map(|address| address.trim_start_matches("http://").split('/').next().unwrap_or_default().to_owned())
                .collect(),
            prefix: prefix.len(),
            instants: regex::Regex::new(&format!("({})[ T]{time}", days.join("|"))).expect("an expression"),
            tokens: regex::Regex::new("(?i)(NextTableName[=:] ?)[^&\n]+").expect("an expression"),
            ids: regex::Regex::new("(<MessageId>|/messages/)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
                .expect("an expression"),
            // Some messages live for years, and some forever.
            expiries: regex::Regex::new(r"(<ExpirationTime>)\w{3}, \d\d \w{3} 2\d{3} [\d:]{8} GMT")
                .expect("an expression"),
            // A blob's and a container's say when they were changed last.
            etags: regex::Regex::new("0x8[DE][0-9A-F]{13}").expect("an expression"),
            markers: regex::Regex::new("(2(?:!|%21)[0-9]+(?:!|%21))([A-Za-z0-9+/]+)((?:=|%3D)*)")
                .expect("an expression"),
            receipts: regex::Regex::new("(?i)(<PopReceipt>|popreceipt=|x-ms-popreceipt: )[A-Za-z0-9+/=%]{16,}")
                .expect("an expression"),
        }
    }

    fn text(&self, text: &str) -> String {
        let mut named = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(place) = rest.find("ts") {
            named.push_str(&rest[..place]);
            let (taken, length) = match Names::recognise(&rest[place..]) {
                Some(_) => ("${table}", self.prefix),
                None => ("ts", 2),
            };
            named.push_str(taken);
            rest = &rest[place + length..];
        }
        named.push_str(rest);
        let named = self.authorities.iter().fold(named, |named, authority| named.replace(authority, "HOST"));
        let named = self.ids.replace_all(&named, "${1}ID");
        let named = self.etags.replace_all(&named, "ETAG");
        let named = self.markers.replace_all(&named, |marker: &regex::Captures<'_>| {
            // A marker between snapshots holds the time of one.
            let held = STANDARD_NO_PAD.decode(&marker[2]).unwrap_or_default();
            let held = String::from_utf8_lossy(&held);
            match self.instants.replace_all(&held, "NOW") {
                Cow::Borrowed(_) => marker[0].to_owned(),
                Cow::Owned(neutral) => format!("{}[{neutral}]", &marker[1]),
            }
        });
        let named = self.receipts.replace_all(&named, "${1}RECEIPT");
        let named = self.instants.replace_all(&named, "NOW");
        let named = self.expiries.replace_all(&named, "${1}THEN");
        self.tokens.replace_all(&named, "${1}TOKEN").into_owned()
    }
}

/// The day of an HTTP date as ISO 8601 writes it.
fn iso(date: &str) -> String {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let month = MONTHS.find(&date[8..11]).unwrap_or_default() / 3 + 1;
    format!("{}-{month:02}-{}", &date[12..16], &date[5..7])
}
