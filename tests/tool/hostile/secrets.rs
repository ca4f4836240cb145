//! A target that repeats everything that it is sent, in every form that an answer can have: no signature that it was sent
//! stands in anything that the tool prints or writes, and nothing in what it says steers who reads it.

use super::server::{Play, is_set_up, serve, written};
use crate::record::Tap;
use crate::{Ran, Tool};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tablestakes_reference::http::{Headers, Request, Response};

/// Signatures that targets were sent, in base64.
static SENT: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
/// How many requests were answered.
static ANSWERED: AtomicUsize = AtomicUsize::new(0);

/// A C1 control character, and one that turns the text behind it around.
const STEERING: &str = "\u{9b}2J\u{202e}";

/// Writes everything but letters and digits in another way.
fn escaped(text: &str, escape: impl Fn(char) -> String) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_string() } else { escape(c) }).collect()
}

/// The ways in which a text may be written into an answer.
fn forms(text: &str) -> Vec<String> {
    let percent = escaped(text, |c| format!("%{:02X}", u32::from(c)));
    let lower = escaped(text, |c| format!("%{:02x}", u32::from(c)));
    vec![
        text.to_owned(),
        percent.replace('%', "%25"),
        lower.replace('%', "%25"),
        percent,
        lower,
        escaped(text, |c| format!("\\u{:04x}", u32::from(c))),
        escaped(text, |c| format!("\\u{:04X}", u32::from(c))),
        text.replace('/', "\\/"),
        escaped(text, |c| format!("&#{};", u32::from(c))),
        escaped(text, |c| format!("&#x{:x};", u32::from(c))),
        escaped(text, |c| format!("&#x{:X};", u32::from(c))),
        STANDARD.encode(text),
        STANDARD.encode(format!("a{text}")),
        STANDARD.encode(format!("ab{text}")),
    ]
}

/// The first line and the headers of a request.
fn asked(request: &Request) -> String {
    let mut text = format!("{} {}", request.method, request.target);
    for (name, value) in request.headers.iter() {
        text += &format!(" {name}: {value}");
    }
    text
}

/// Takes note of the signatures of a request; gives the octets of one.
fn note(request: &Request) -> Vec<u8> {
    let key = request.headers.get("authorization").and_then(|value| value.rsplit(':').next().map(str::to_owned));
    let query = request.target.split(['?', '&']).find_map(|part| part.strip_prefix("sig="));
    let query = query.map(|value| value.replace("%2B", "+").replace("%2F", "/").replace("%3D", "="));
    // What is written out in a check is nobody's signature.
    let is_one =
        |signature: &String| STANDARD.decode(signature).is_ok_and(|octets| octets.len() == 32 && octets != [0; 32]);
    let signatures: Vec<String> = [key, query].into_iter().flatten().filter(is_one).collect();
    let octets = signatures.first().map(|signature| STANDARD.decode(signature).unwrap());
    SENT.lock().unwrap().extend(signatures);
    octets.unwrap_or_default()
}

fn answer(status: u16, kind: &str, body: impl Into<bytes::Bytes>) -> Response {
    let headers = Headers::from_iter([("Content-Type", kind), ("x-ms-version", "2019-02-02")]);
    Response { status, headers, body: body.into() }
}

/// The reference's answer or an error, each with everything that was asked in it, in all forms.
fn repeats(request: &Request, mut right: Response) -> Play {
    let signature = note(request);
    let number = ANSWERED.fetch_add(1, Ordering::Relaxed);
    let asked = asked(request);
    let forms = forms(&asked);
    let one = &forms[number % forms.len()];
    let all = forms.join(" | ") + STEERING;
    let in_json = serde_json::Value::from(all.clone()).to_string();
    let in_xml = all.replace('&', "&amp;").replace('<', "&lt;").replace('\u{9b}', "&#x9b;");
    let said = format!("The MAC signature found in the HTTP request '{in_xml}' is not the same");
    let in_batch = request.target.contains("$batch");
    let mut answer = match number % 10 {
        _ if is_set_up(request) => right,
        0 | 1 => right,
        2 => answer(
            403,
            "application/json;odata=minimalmetadata",
            format!(
                "{{\"odata.error\":{{\"code\":\"AuthenticationFailed\",\"message\":{{\"lang\":\"en\",\"value\":{in_json}}}}}}}"
            ),
        ),
        3 => answer(
            403,
            "application/xml",
            format!(
                "<?xml version=\"1.0\"?><m:error xmlns:m=\"http://schemas.microsoft.com/ado/2007/08/dataservices/metadata\">\
                 <m:code>AuthenticationFailed</m:code><m:message>{said}</m:message></m:error>"
            ),
        ),
        4 => answer(
            200,
            "application/atom+xml",
            format!("<entry xmlns=\"http://www.w3.org/2005/Atom\"><title>{said}</title></entry>"),
        ),
        5 => answer(500, "text/plain", all),
        6 => answer(404, "text/html", format!("<html><body><h1>{said}</h1></body></html>")),
        7 => {
            let mut octets = all.into_bytes();
            octets.extend([0xff, 0xfe]);
            octets.extend(signature);
            answer(400, "application/octet-stream", octets)
        }
        8 if in_batch => {
            let part = format!(
                "--b\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 403 No\r\nx-ms-echo: {one}\r\n\
                 Content-Type: application/json\r\n\r\n{{\"odata.error\":{{\"code\":{in_json}}}}}\r\n--b--\r\n"
            );
            answer(202, "multipart/mixed; boundary=b", part)
        }
        8 => answer(
            200,
            "application/json",
            format!("{{\"PartitionKey\":{in_json},{in_json}:{in_json},\"value\":[{{\"a\":{in_json}}}]}}"),
        ),
        _ => {
            right.headers.remove("etag");
            right.headers.push("ETag", format!("W/\"{one}\""));
            right
        }
    };
    answer.headers.push("x-ms-echo", one.clone());
    answer.headers.push("Server", format!("echo {one}"));
    Play::Say(written(&answer, &[]))
}

/// Every file below a directory.
fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// What is looked for, by its first octets.
struct Wanted(HashMap<Vec<u8>, Vec<Vec<u8>>>);

const FIRST: usize = 12;

impl Wanted {
    /// Signatures under escapes, and in base64 again.
    fn as_text() -> Self {
        let mut wanted: HashMap<Vec<u8>, Vec<Vec<u8>>> = HashMap::new();
        for signature in &*SENT.lock().unwrap() {
            for form in forms(signature.trim_end_matches('=')).into_iter().map(String::into_bytes) {
                wanted.entry(form[..FIRST].to_vec()).or_default().push(form);
            }
        }
        Self(wanted)
    }

    /// Every form of every signature.
    fn all() -> Self {
        let mut wanted: HashMap<Vec<u8>, Vec<Vec<u8>>> = HashMap::new();
        for signature in &*SENT.lock().unwrap() {
            let bare = signature.trim_end_matches('=');
            let octets = STANDARD.decode(signature).unwrap();
            let mut all: Vec<Vec<u8>> = forms(bare).into_iter().take(11).map(String::into_bytes).collect();
            // Of base64 of base64, what depends on nothing that stands around it.
            all.extend((0..3).map(|before| {
                let whole = [&b"abc"[..before], bare.as_bytes()].concat();
                let whole = STANDARD_NO_PAD.encode(&whole[..whole.len() / 3 * 3]);
                whole.as_bytes()[if before == 0 { 0 } else { 4 }..].to_vec()
            }));
            all.push(octets.iter().flat_map(|octet| format!("{octet:02x}").into_bytes()).collect());
            all.push(octets);
            // The greater part of a signature is as good as all of it.
            all.iter_mut().for_each(|form| form.truncate(form.len().max(36) - 4));
            for form in all {
                wanted.entry(form[..FIRST].to_vec()).or_default().push(form);
            }
        }
        Self(wanted)
    }

    fn look_in(&self, name: &str, text: &[u8]) {
        for (at, first) in text.windows(FIRST).enumerate() {
            let Some(forms) = self.0.get(first) else { continue };
            let found = forms.iter().find(|form| text[at..].starts_with(form));
            let around = String::from_utf8_lossy(&text[at.saturating_sub(200)..text.len().min(at + 300)]);
            assert_eq!(found, None, "{name}: a signature stands in …{around}…");
        }
    }
}

/// Nothing that was printed or written holds a signature, or steers who reads it.
fn assert_clean(tool: &Tool, said: &[Ran]) {
    let wanted = Wanted::all();
    assert!(wanted.0.len() > 1000, "{}", wanted.0.len());
    let printed = said.iter().flat_map(|ran| [("standard output", &ran.stdout), ("standard error", &ran.stderr)]);
    let mut texts: Vec<(String, Vec<u8>)> =
        printed.map(|(name, text)| (name.to_owned(), text.clone().into_bytes())).collect();
    let files = files(&tool.path(""));
    texts.extend(files.iter().map(|path| (path.display().to_string(), std::fs::read(path).unwrap())));
    for (name, text) in &texts {
        wanted.look_in(name, text);
        let text = std::str::from_utf8(text).unwrap();
        let steers = text
            .char_indices()
            .find(|(_, c)| matches!(c, '\u{7f}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'));
        let around = steers.map(|(at, _)| text[at..].chars().take(80).collect::<String>());
        assert_eq!(around.map(|text| text.escape_unicode().to_string()), None, "{name}");
        for held in text.split("\"base64\": \"").flat_map(|part| part.split("\"base64\":\"")) {
            let value = held.split('"').next().unwrap_or_default();
            if let Ok(octets) = STANDARD.decode(value) {
                wanted.look_in(&format!("{name}, in base64"), &octets);
            }
        }
    }
}

#[test]
fn nothing_that_a_target_repeats_is_kept() {
    let tool = Tool::new();
    let target = serve(repeats);
    let suites = ["smoke", "auth", "sas", "batch", "query", "atom", "concurrency"];
    let suites = suites.iter().flat_map(|suite| ["--suite", suite]);
    let certify =
        ["certify", &target, "--store", "stored.jsonl", "--annotations", "github", "--axes", "all", "--cases", "4"];
    let certify =
        certify.into_iter().chain(["--time", "6s", "--shrink-time", "500ms", "--report", "report"]).chain(suites);
    let mut said = vec![tool.run(certify)];
    assert!(tool.path("report/findings").exists(), "{}", said[0].stderr);
    said.push(tool.run(["rejudge", "stored.jsonl", "--report", "again"]));
    said.push(
        tool.run(["certify", &target, "--suite", "smoke", "--format", "json", "--report", "json", "--time", "5s"]),
    );
    said.push(tool.run(["fuzz", &target, "--time", "5s", "--findings", "campaign", "--seed", "3"]));
    let mut scripts = Vec::new();
    said.push(tool.run(["stress", &target, "--time", "2s", "--report", "stress"]));
    for finding in files(&tool.path("report/findings"))
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .take(8)
    {
        let name = finding.to_str().unwrap();
        said.push(tool.run(["replay", name, &target]));
        said.push(tool.run(["replay", name, "--json", &target]));
        said.push(tool.run(["curl", name]));
        std::fs::write(tool.path("finding.sh"), &said[said.len() - 1].stdout).unwrap();
        let mut shell = std::process::Command::new("sh");
        shell.arg("finding.sh").current_dir(tool.path("")).env_remove("AZURE_STORAGE_CONNECTION_STRING");
        scripts.push(shell.output().unwrap());
    }
    let wanted = Wanted::as_text();
    for script in scripts {
        wanted.look_in("what a script prints", &script.stdout);
        wanted.look_in("what a script warns of", &script.stderr);
        assert!(String::from_utf8_lossy(&script.stdout).contains("[removed]"));
    }
    let tap = Tap::start(&tool, &target, &["--check"]);
    said.push(tool.run([
        "certify",
        &tap.address,
        "--suite",
        "smoke",
        "--suite",
        "sas",
        "--report",
        "tapped",
        "--time",
        "5s",
    ]));
    said.push(tap.end());
    said.push(tool.run(["replay", "--reference", "traffic.jsonl"]));
    said.push(tool.run(["clean", &target]));
    assert_clean(&tool, &said);
}
