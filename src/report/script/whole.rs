//! The whole script: what it is about, its tables, its steps, and what was seen when it was found.

use super::shell::{comment, literal, variable};
use super::step::commands;
use crate::finding::{FindingDocument, redact};
use crate::history::{creating, symbols};
use crate::target::{AddressStyle, Axes, Target};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::history::{Call, History};
use tablestakes_reference::table::Operation;

const PRELUDE: &str = include_str!("prelude.sh");

/// A POSIX shell script that sends what a finding's history sends to this target, by curl, signed by openssl.
pub fn curl_script(finding: &FindingDocument, axes: Axes, target: &Target) -> String {
    let mut text = "#!/bin/sh\n".to_owned();
    text.push_str(&comment(finding.signature.as_str()));
    text.push_str(&comment(&format!("{} ({}, {})", finding.rule.statement, finding.rule.level, finding.rule.evidence)));
    if let Some(mismatch) = finding.mismatches.first() {
        text.push_str(&comment(&format!("answered: {}", redact(&mismatch.actual))));
        text.push_str(&comment(&format!("allowed:  {}", redact(&mismatch.expected))));
    }
    if finding.history.service != ServiceName::Table {
        text.push_str(
            "echo 'Requests to this service are not written for curl yet: use tablestakes replay.' >&2\nexit 2\n",
        );
        return text;
    }
    text.push_str("# Needs curl and openssl. Requests are signed when this runs: no key is written here, and no signature is shown.\n");
    text.push_str("# Ends with 0 if every request was answered, with 1 if a table could not be created, with 3 if an answer did not come.\n");
    text.push_str(&address(target, axes));
    text.push_str(PRELUDE);
    text.push_str(&steps(&finding.history, axes));
    text
}

/// The variables that say whom to ask, and in whose name.
fn address(target: &Target, axes: Axes) -> String {
    let by_host = if axes.address == AddressStyle::ByHost { target.by_host() } else { None };
    // The host that names the account need not be one that can be found: connections go where the target is.
    let connect = by_host.as_ref().map(|_| format!("::{}:{}", host(&target.endpoint.host), target.endpoint.port));
    let Target { endpoint, account, .. } = by_host.as_ref().unwrap_or(target);
    let (account, endpoint) = (literal(account), literal(&endpoint.to_string()));
    format!("account={account}\nendpoint={endpoint}\nconnect={}\n", literal(&connect.unwrap_or_default()))
}

fn host(host: &str) -> String {
    if host.contains(':') { format!("[{host}]") } else { host.to_owned() }
}

fn steps(history: &History, axes: Axes) -> String {
    let mut text = String::from("\n");
    let tables: BTreeSet<u8> =
        history.all_steps().flat_map(symbols).filter_map(number).chain(0..history.fixtures).collect();
    for table in &tables {
        let _ = writeln!(text, "table{table}=tscurl${{stamp}}t{table}");
    }
    let needed: Vec<Symbol> = history.all_steps().flat_map(symbols).collect();
    let clean_up: String = (0..history.fixtures)
        .map(|table| {
            let table = Symbol::Table(table).to_string();
            commands(&Operation::DeleteTable { table }.into(), axes, &[])
        })
        .collect();
    let _ = write!(text, "\nclean_up() {{\n{clean_up}rm -rf \"$work\"\n}}\ntrap 'clean_up >/dev/null 2>&1' EXIT\n");
    for step in creating(history) {
        text.push_str("\n# Before the first step\n");
        text.push_str(&commands(&step, axes, &[]));
        text.push_str("granted 'a table that the history needs was not created'\n");
    }
    for (place, step) in history.all_steps().enumerate() {
        let _ = write!(text, "\n{}", comment(&format!("Step {place}: {}", step.call.name())));
        if matches!(step.call, Call::Scan { .. } | Call::ScanTables { .. }) {
            text.push_str("# The first page; a token in its headers says that there are more.\n");
        }
        let mut kept: Vec<Symbol> = needed.iter().copied().filter(|symbol| symbol.step() == Some(place)).collect();
        kept.sort_by_key(|symbol| variable(*symbol));
        kept.dedup();
        text.push_str(&commands(step, axes, &kept));
    }
    if history.is_judged_whole() {
        text.push_str(
            "\necho 'Several clients take part in this history: here their steps come one after the other.'\n",
        );
    }
    text.push_str("\nexit \"$ending\"\n");
    text
}

fn number(symbol: Symbol) -> Option<u8> {
    if let Symbol::Table(number) = symbol { Some(number) } else { None }
}
