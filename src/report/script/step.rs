//! One step as shell commands: signing, asking, and keeping what later steps refer to.

use super::shell::{literal, octets, variable, word};
use crate::history::{authorized, written_out};
use crate::target::Axes;
use std::fmt::Write as _;
use tablestakes_reference::Version;
use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::history::{
    AlteredParameter, AlteredValue, Auth, Call, Content, RawRequest, Sas, SasKey, SasScope, SignedPart, Step, Wire,
};

/// The commands of a step. `kept` are the symbols that later steps need of its answer.
pub(super) fn commands(step: &Step, axes: Axes, kept: &[Symbol]) -> String {
    let written = written_out(step, axes);
    let mut step = written.as_ref().unwrap_or(step).clone();
    step.wire = authorized(&step.wire, axes).into_owned();
    let step = &step;
    let Call::Raw { request } = &step.call else {
        return "echo 'This step cannot be written without a run: use tablestakes replay.'\n".to_owned();
    };
    if let Some(why) = beyond_curl(request, &step.wire) {
        return format!("echo {}\n", literal(&format!("Not sent: curl cannot write {why}. Use tablestakes replay.")));
    }
    let version = step.wire.version.unwrap_or(axes.version);
    let mut text = String::new();
    let headers = headers(request, &step.wire, version);
    match &request.body {
        Content::None => {}
        Content::Text { text: body } => drop(writeln!(text, "printf '%s' {} >\"$work/sent\"", word(body))),
        body => drop(writeln!(text, "printf {} >\"$work/sent\"", octets(&body.octets()))),
    }
    let seconds = if let Auth::Skewed { seconds } = step.wire.auth { seconds } else { 0 };
    let _ = writeln!(text, "now=$(http_time {seconds})");
    let base = match &step.wire.account {
        Some(account) => format!("\"$(base_of {})\"", literal(account)),
        None => "\"$base\"".to_owned(),
    };
    let at_secondary = !step.wire.location.is_primary();
    let sent_base = if at_secondary { "\"$secondary_base\"" } else { &base };
    let mut target = format!("{sent_base}{}", word(&request.target));
    if let Auth::Sas { sas } = &step.wire.auth {
        text.push_str(&signature(sas, version));
        target.push_str(if request.target.contains('?') { "'&'\"$sas\"" } else { "'?'\"$sas\"" });
    }
    let authorization = authorization(request, &step.wire, &headers, &base);
    // In a file, since every user of a machine sees the arguments of commands.
    let in_file = if authorization.is_empty() {
        ""
    } else {
        "printf 'Authorization: %s\\n' \"$authorization\" >\"$work/authorization\"\n"
    };
    let head = if request.method == "HEAD" { "--head " } else { "" };
    if at_secondary {
        text.push_str("server=$secondary_origin\n");
    }
    let _ = write!(text, "{authorization}{in_file}ask {} {target} {head}", literal(&request.method));
    let date = if step.wire.auth == Auth::DateHeader { "Date" } else { "x-ms-date" };
    let own_date = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case(date));
    if !own_date {
        let _ = write!(text, "\\\n  --header {}\"$now\" ", literal(&format!("{date}: ")));
    }
    if !authorization.is_empty() {
        text.push_str("\\\n  --header @\"$work/authorization\" ");
    }
    for (name, value) in &headers {
        // A header without a value ends in a semicolon for curl.
        let line = match value.as_deref() {
            None => literal(&format!("{name}:")),
            Some("") => literal(&format!("{name};")),
            Some(value) => format!("{}{}", literal(&format!("{name}: ")), word(value)),
        };
        let _ = write!(text, "\\\n  --header {line} ");
    }
    if request.body != Content::None {
        text.push_str("\\\n  --data-binary @\"$work/sent\" ");
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    if at_secondary {
        text.push_str("server=$origin\n");
    }
    for symbol in kept {
        let value = match symbol {
            Symbol::ETag { part: None, .. } => "header etag".to_owned(),
            Symbol::ETag { part: Some(part), .. } => format!("part_etag {part}"),
            Symbol::NextPartition(_) => "header x-ms-continuation-nextpartitionkey".to_owned(),
            Symbol::NextRow(_) => "header x-ms-continuation-nextrowkey".to_owned(),
            Symbol::NextTable(_) => "header x-ms-continuation-nexttablename".to_owned(),
            // Scripts are written for tables alone.
            Symbol::Queue(_)
            | Symbol::Container(_)
            | Symbol::Told { .. }
            | Symbol::Message { .. }
            | Symbol::Receipt { .. }
            | Symbol::Marker(_) => continue,
            Symbol::Table(_) | Symbol::Account | Symbol::Base | Symbol::Origin => continue,
        };
        let _ = writeln!(text, "{}=$({value})", variable(*symbol));
    }
    text
}

/// What of a request curl would write otherwise, or not at all.
fn beyond_curl(request: &RawRequest, wire: &Wire) -> Option<&'static str> {
    let steers =
        |name: &str| ["content-length", "transfer-encoding"].iter().any(|held| name.eq_ignore_ascii_case(held));
    let own = wire.headers.iter().map(|(name, value)| (name, value.as_deref().unwrap_or_default()));
    let mut all = request.headers.iter().map(|(name, value)| (name, value.as_str())).chain(own);
    if all.clone().any(|(name, _)| steers(name)) {
        Some("a length or a transfer coding that is not the body's")
    } else if all.any(|(name, value)| name.chars().chain(value.chars()).any(char::is_control) || name.is_empty()) {
        Some("control characters in headers")
    } else if request.method.chars().chain(request.target.chars()).any(|c| c.is_control() || c == ' ')
        || request.method.is_empty()
    {
        Some("that request line")
    } else {
        None
    }
}

/// Every header beside date and authorization; without a value those that are left out.
fn headers(request: &RawRequest, wire: &Wire, version: Version) -> Vec<(String, Option<String>)> {
    let mut list: Vec<(String, Option<String>)> = vec![("x-ms-version".to_owned(), Some(version.to_string()))];
    list.retain(|(name, _)| !request.headers.iter().any(|(held, _)| held.eq_ignore_ascii_case(name)));
    list.extend(request.headers.iter().map(|(name, value)| (name.clone(), Some(value.clone()))));
    list.retain(|(name, _)| !wire.headers.iter().any(|(held, _)| held.eq_ignore_ascii_case(name)));
    list.extend(wire.headers.iter().cloned());
    list
}

/// The command that computes the value of `Authorization`; empty if the request carries none, or its own.
fn authorization(request: &RawRequest, wire: &Wire, headers: &[(String, Option<String>)], base: &str) -> String {
    if headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("authorization")) {
        return String::new();
    }
    let path = request.target.split('?').next().unwrap_or_default();
    let sent = format!("{base}{}", word(path));
    let (scheme, key, account, path) = match &wire.auth {
        Auth::Anonymous | Auth::Sas { .. } => return String::new(),
        Auth::Literal { value } => return format!("authorization={}\n", literal(value)),
        Auth::SharedKey | Auth::Skewed { .. } | Auth::DateHeader => {
            ("SharedKey", "$key", "\"$account\"".to_owned(), sent)
        }
        Auth::SharedKeyLite => ("SharedKeyLite", "$key", "\"$account\"".to_owned(), sent),
        Auth::WrongKey => ("SharedKey", "$wrong_key", "\"$account\"".to_owned(), sent),
        Auth::SignedForPath { path } => {
            ("SharedKey", "$key", "\"$account\"".to_owned(), format!("\"$base\"{}", word(path)))
        }
        Auth::OtherAccount { account } => ("SharedKey", "$key", literal(account), sent),
        Auth::SignedOver { lite, part: SignedPart::Path, value } => {
            (scheme(*lite), "$key", "\"$account\"".to_owned(), format!("\"$base\"{}", word(value)))
        }
        Auth::SignedOver { lite, .. } | Auth::Shortened { lite } => {
            (scheme(*lite), "$key", "\"$account\"".to_owned(), sent)
        }
    };
    let over = |wanted: SignedPart| match &wire.auth {
        Auth::SignedOver { part, value, .. } if *part == wanted => Some(word(value)),
        _ => None,
    };
    let value = |wanted: &str| {
        let held = headers.iter().find(|(name, value)| name.eq_ignore_ascii_case(wanted) && value.is_some());
        held.and_then(|(_, value)| value.as_deref()).map_or_else(|| "''".to_owned(), word)
    };
    let query = request.target.split_once('?').map_or("", |(_, query)| query);
    let comp = query.split('&').find_map(|option| option.strip_prefix("comp=")).unwrap_or_default();
    let date = match value("x-ms-date").as_str() {
        "''" => "\"$now\"".to_owned(),
        own => own.to_owned(),
    };
    let md5 = over(SignedPart::ContentMd5).unwrap_or_else(|| value("content-md5"));
    let kind = over(SignedPart::ContentType).unwrap_or_else(|| value("content-type"));
    let method = over(SignedPart::Method).unwrap_or_else(|| literal(&request.method));
    let date = over(SignedPart::Date).unwrap_or(date);
    let comp = over(SignedPart::Comp).unwrap_or_else(|| word(comp));
    let signer = over(SignedPart::Account).unwrap_or_else(|| account.clone());
    let cut = if matches!(wire.auth, Auth::Shortened { .. }) { "authorization=${authorization%????}\n" } else { "" };
    format!(
        "authorization={scheme}\\ {account}:$(authorize {scheme} \"{key}\" {signer} {method} {path} {comp} {md5} {kind} {date})\n{cut}"
    )
}

fn scheme(lite: bool) -> &'static str {
    if lite { "SharedKeyLite" } else { "SharedKey" }
}

/// The commands that put the parameters of a shared access signature into `$sas`.
fn signature(sas: &Sas, version: Version) -> String {
    let time =
        |seconds: Option<i64>| seconds.map_or_else(|| "''".to_owned(), |seconds| format!("\"$(sas_time {seconds})\""));
    let or_nothing = |text: &Option<String>| text.as_deref().map_or_else(|| "''".to_owned(), literal);
    let key = if sas.forged { "$wrong_key" } else { "$key" };
    let (starts, expires) = (time(sas.starts), time(sas.expires));
    let (policy, addresses, protocols) =
        (or_nothing(&sas.policy), or_nothing(&sas.addresses), or_nothing(&sas.protocols));
    let (permissions, version_word) = (literal(&sas.permissions), literal(&version.to_string()));
    let mut parameters = vec![("sv", version_word.clone())];
    let text = match &sas.scope {
        SasScope::Account { services, resource_types } => {
            let (services, kinds) = (literal(services), literal(resource_types));
            parameters.extend([("ss", services.clone()), ("srt", kinds.clone())]);
            let scope_line = if version >= Version::V2020_12_06 { "\\n" } else { "" };
            format!(
                "printf '%s\\n%s\\n%s\\n%s\\n%s\\n%s\\n%s\\n%s\\n%s\\n{scope_line}' \"$account\" {permissions} {services} {kinds} \
                 {starts} {expires} {addresses} {protocols} {version_word}"
            )
        }
        // Scripts are written for tables alone.
        SasScope::Queue { .. } | SasScope::Container { .. } | SasScope::Blob { .. } => "printf ''".to_owned(),
        SasScope::Table { table, from, to } => {
            let part = |key: &Option<SasKey>, row: bool| {
                let held = key.as_ref().and_then(|key| if row { key.row.clone() } else { Some(key.partition.clone()) });
                or_nothing(&held)
            };
            let ends = [
                ("spk", part(from, false)),
                ("srk", part(from, true)),
                ("epk", part(to, false)),
                ("erk", part(to, true)),
            ];
            let lower = format!("\"$(printf '%s' {} | tr 'A-Z' 'a-z')\"", word(table));
            parameters.push(("tn", word(table)));
            let keys = ends.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" ");
            parameters.extend(ends);
            format!(
                "printf '%s\\n%s\\n%s\\n/table/%s/%s\\n%s\\n%s\\n%s\\n%s\\n%s\\n%s\\n%s\\n%s' {permissions} {starts} {expires} \
                 \"$account\" {lower} {policy} {addresses} {protocols} {version_word} {keys}"
            )
        }
    };
    parameters.extend([
        ("si", policy),
        ("sp", permissions),
        ("st", starts),
        ("se", expires),
        ("sip", addresses),
        ("spr", protocols),
    ]);
    let written =
        parameters.iter().map(|(name, value)| format!("parameter {name} {value}")).collect::<Vec<_>>().join("; ");
    let is_short = |held: &AlteredParameter| held.name == "sig" && held.sent == AlteredValue::Shortened;
    let cut = if sas.altered.iter().any(is_short) { " | sed 's/....$//'" } else { "" };
    let mut commands =
        format!("sas=$({{ {written}; }})\nsas=\"${{sas}}sig=$({text} | sign \"{key}\"{cut} | encoded)\"\n");
    for AlteredParameter { name, sent } in &sas.altered {
        let name = literal(name);
        match sent {
            AlteredValue::Other { value } => {
                let _ = writeln!(
                    commands,
                    "sas=\"$(without {name} \"$sas\")&\"{name}\"=$(printf '%s' {} | encoded)\"",
                    word(value)
                );
            }
            AlteredValue::Nothing => drop(writeln!(commands, "sas=$(without {name} \"$sas\")")),
            AlteredValue::Shortened => {}
        }
    }
    commands
}
