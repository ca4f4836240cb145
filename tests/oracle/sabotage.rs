//! Sabotage as proof: the reference is told to break each rule of the catalogue in turn, and a check that names the rule
//! must fail and blame it. What comes out is kept as one reviewed text: which rule rests on what, stands where in the
//! code, and is caught by which check.

use crate::bench::{Bench, histories, rules_with_checks};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use tablestakes::target::{Axes, Format};
use tablestakes_reference::ServiceName;
use tablestakes_reference::rules::RuleId;
use tablestakes_suites::{Check, Source, catalogue};

const SEED: u64 = 1;
/// Histories drawn from each generated check until one notices.
const DRAWN: u32 = 8;

/// How a broken rule fared.
enum Fate {
    Caught {
        by: &'static str,
    },
    /// A check failed, and blamed another rule.
    Blamed {
        other: RuleId,
        by: &'static str,
    },
    Survived,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_broken_rule_is_caught_by_a_check_that_names_it() {
    let bench = Bench::start(SEED).await;

    let checks = catalogue();
    let places = places_in_code();
    let mut text = String::new();
    let mut escaped = Vec::new();
    // While checks are written, some rules are enough: SABOTAGE=blob.leases. takes those whose ids begin so.
    let chosen = std::env::var("SABOTAGE").unwrap_or_default();
    for rule in rules_with_checks().filter(|rule| rule.as_str().starts_with(&chosen)) {
        let naming: Vec<&Check> = checks.iter().filter(|check| check.rules.contains(&rule)).collect();
        let fate = if rule.rule().broken.is_some() { Some(fate(rule, &naming, &bench).await) } else { None };
        let told = match &fate {
            None => "no sabotage".to_owned(),
            // Which of several such checks sees it first is a matter of timing.
            Some(Fate::Caught { .. }) if is_about_several_clients(rule) => "caught by several clients".to_owned(),
            Some(Fate::Caught { by }) => format!("caught by {by}"),
            Some(Fate::Blamed { other, by }) => format!("BLAMED {other} in {by}"),
            Some(Fate::Survived) => "SURVIVED".to_owned(),
        };
        if matches!(fate, Some(Fate::Blamed { .. } | Fate::Survived)) {
            escaped.push(format!("{rule}: {told}"));
        }
        let held = rule.rule();
        let places = places.get(&constant(rule)).map_or_else(|| "nowhere".to_owned(), |places| places.join(", "));
        let _ =
            writeln!(text, "{rule}\n  {} {} · {places} · {} checks · {told}", held.level, held.evidence, naming.len());
    }
    assert!(escaped.is_empty(), "{} broken rules escaped:\n{}", escaped.len(), escaped.join("\n"));
    if !chosen.is_empty() {
        return;
    }
    insta::with_settings!({ snapshot_path => "../../snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("traceability", text);
    });
}

async fn fate(rule: RuleId, naming: &[&Check], bench: &Bench) -> Fate {
    // Whether several clients meet is a matter of timing, and a busy machine has them miss each other: they try again.
    let tries = if is_about_several_clients(rule) { 8 } else { 1 };
    let mut fate = Fate::Survived;
    for seed in SEED..SEED + tries {
        fate = fate_by(rule, naming, bench, seed).await;
        if matches!(fate, Fate::Caught { .. }) {
            break;
        }
    }
    fate
}

/// The same with the histories of one seed.
async fn fate_by(rule: RuleId, naming: &[&Check], bench: &Bench, seed: u64) -> Fate {
    let mut fate = Fate::Survived;
    // What a check of few requests notices need not be looked for by a generator.
    let (scripted, generated): (Vec<&Check>, Vec<&Check>) =
        naming.iter().partition(|check| matches!(check.source, Source::Scripted(_)));
    for check in scripted.into_iter().chain(generated) {
        for history in histories(check, seed, DRAWN) {
            let has_formats = history.service == ServiceName::Table;
            for format in [Format::JsonMinimal, Format::JsonFull].into_iter().take(if has_formats { 2 } else { 1 }) {
                let axes = Axes { format, ..Axes::default() };
                // A table that cannot even be created is noticed by every check, and blamed by none.
                let Some(replayed) = bench.replay(axes, &history, Some(rule)).await else { continue };
                if replayed.mismatches().any(|mismatch| mismatch.rule == rule) {
                    return Fate::Caught { by: check.id };
                }
                match replayed.mismatches().next() {
                    Some(mismatch) if matches!(fate, Fate::Survived) => {
                        fate = Fate::Blamed { other: mismatch.rule, by: check.id };
                    }
                    _ => {}
                }
            }
        }
    }
    fate
}

fn is_about_several_clients(rule: RuleId) -> bool {
    rule.rule().topic == "concurrency"
}

fn constant(rule: RuleId) -> String {
    rule.as_str().replace(['.', '-'], "_").to_uppercase()
}

/// In which files of the reference each rule is named.
fn places_in_code() -> BTreeMap<String, Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference/src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files {
        let code = std::fs::read_to_string(&file).expect("a source file is readable");
        let name = file.strip_prefix(&root).expect("below the root").display().to_string();
        for rule in RuleId::all().map(constant) {
            let ends = |place: usize| {
                code[place + rule.len()..].chars().next().is_none_or(|next| next != '_' && !next.is_alphanumeric())
            };
            if code.match_indices(&format!("::{rule}")).any(|(place, _)| ends(place + 2)) {
                places.entry(rule).or_default().push(name.clone());
            }
        }
    }
    places
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder is readable") {
        let path = entry.expect("an entry is readable").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
