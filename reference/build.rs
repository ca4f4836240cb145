//! Turns the rule catalogue (`rules/**/*.toml`) into constants, so that code which names a rule that the
//! catalogue lacks does not compile. Refuses a catalogue that is malformed.

use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The services, by the names of their folders.
const SERVICES: [&str; 3] = ["table", "queue", "blob"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Topic {
    service: String,
    topic: String,
    rule: Vec<Rule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    id: String,
    statement: String,
    level: String,
    evidence: String,
    versions: String,
    sources: Vec<String>,
    broken: Option<String>,
    #[serde(default)]
    accepts: Vec<String>,
    /// Why no request can tell the broken rule from the kept one.
    unobservable: Option<String>,
    /// The profile that alone has the rule.
    profile: Option<String>,
}

fn main() {
    let rules = Path::new("rules");
    println!("cargo::rerun-if-changed=rules");
    let mut files = Vec::new();
    collect(rules, &mut files);
    // Services in the order in which they came to be, so that rules keep their places.
    files.sort_by_cached_key(|file| {
        (SERVICES.iter().position(|service| file.starts_with(rules.join(service))), file.clone())
    });

    let mut table = String::new();
    let mut constants = String::new();
    let mut seen = BTreeSet::new();
    let mut index = 0_u16;
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let text = fs::read_to_string(file).expect("a rule file is readable");
        let topic: Topic = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for rule in &topic.rule {
            check(&topic, rule, file);
            assert!(seen.insert(rule.id.clone()), "{}: {} is defined twice", file.display(), rule.id);
            let name = rule.id.replace(['.', '-'], "_").to_uppercase();
            writeln!(
                constants,
                "/// {}\npub const {name}: RuleId = RuleId({index});",
                rule.statement.replace('\n', " ")
            )
            .expect("writing to a string");
            writeln!(
                table,
                "    Rule {{ id: {:?}, service: {:?}, topic: {:?}, statement: {:?}, level: Level::{}, evidence: Evidence::{}, \
                 versions: {:?}, range: {}, sources: &{:?}, broken: {:?}, accepts: &{:?}, unobservable: {:?}, \
                 profile: {:?} }},",
                rule.id,
                topic.service,
                topic.topic,
                rule.statement,
                variant(&rule.level),
                variant(&rule.evidence),
                rule.versions,
                range(&rule.versions).unwrap_or_else(|| panic!("{}: unreadable range {}", rule.id, rule.versions)),
                rule.sources,
                rule.broken,
                rule.accepts,
                rule.unobservable,
                rule.profile,
            )
            .expect("writing to a string");
            index += 1;
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("catalogue.rs");
    let code = format!(
        "/// Every rule, by the name of its id in capitals.\npub mod id {{\nuse super::RuleId;\n{constants}}}\n\n\
         /// The whole catalogue, ordered by file and place in it.\npub static CATALOGUE: [Rule; {index}] = [\n{table}];\n"
    );
    fs::write(out, code).expect("the catalogue can be written");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the rules folder is readable") {
        let path = entry.expect("a folder entry is readable").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            files.push(path);
        }
    }
}

fn check(topic: &Topic, rule: &Rule, file: &Path) {
    let at = format!("{}: {}", file.display(), rule.id);
    let prefix = format!("{}.{}.", topic.service, topic.topic);
    let slug = rule.id.strip_prefix(&prefix).unwrap_or_else(|| panic!("{at}: an id here begins with {prefix}"));
    assert!(
        !slug.is_empty() && slug.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
        "{at}: a slug has lower-case letters, digits and hyphens"
    );
    assert!(["must", "should", "may", "open"].contains(&rule.level.as_str()), "{at}: unknown level {}", rule.level);
    assert!(
        ["recorded", "tested", "documented", "observed", "inferred"].contains(&rule.evidence.as_str()),
        "{at}: unknown evidence {}",
        rule.evidence
    );
    assert!(rule.profile.as_deref().is_none_or(|name| name == "emulator"), "{at}: unknown profile");
    assert!(rule.profile.is_none() || rule.level == "may", "{at}: what a profile has alone is nobody's duty");
    assert!(!rule.sources.is_empty(), "{at}: a rule names its sources");
    let strict = ["must", "should"].contains(&rule.level.as_str());
    assert!(strict == rule.broken.is_some(), "{at}: `broken` belongs to must and should, and to those alone");
    assert!(
        (rule.level == "open") != rule.accepts.is_empty(),
        "{at}: `accepts` belongs to open questions, and to those alone"
    );
    assert!(
        rule.level != "must" || !["observed", "inferred"].contains(&rule.evidence.as_str()),
        "{at}: {} evidence backs a SHOULD at most",
        rule.evidence
    );
}

/// A range of versions as code: `all`, or two dates with two points between them, of which one may be absent.
fn range(versions: &str) -> Option<String> {
    let date = |text: &str| {
        if text.is_empty() {
            return Some("None".to_owned());
        }
        let mut numbers = text.split('-').map(|number| number.parse::<u16>().ok());
        let (year, month, day) = (numbers.next()??, numbers.next()??, numbers.next()??);
        Some(format!("Some(({year}, {month}, {day}))"))
    };
    let (from, to) = if versions == "all" { ("", "") } else { versions.split_once("..")? };
    Some(format!("VersionRange::between({}, {})", date(from)?, date(to)?))
}

fn variant(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
