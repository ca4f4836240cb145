//! The pages say what is so: links lead somewhere, and rules, checks and suites that they name exist.

use std::path::{Path, PathBuf};
use tablestakes_reference::rules::RuleId;
use tablestakes_suites::{Skill, catalogue};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every page of the project, with its text.
fn pages() -> Vec<(PathBuf, String)> {
    let mut folders = vec![root().to_owned()];
    let mut pages = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder is readable") {
            let path = entry.expect("an entry is readable").path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let made = matches!(name, "target" | "node_modules") || name.starts_with('.');
            if path.is_dir() && !made {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                let text = std::fs::read_to_string(&path).expect("a page is text");
                pages.push((path, text));
            }
        }
    }
    assert!(pages.len() > 10, "the pages are found");
    pages
}

#[test]
fn links_lead_somewhere() {
    let mut broken = Vec::new();
    for (page, text) in pages() {
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.contains("://")) {
            let file = target.split('#').next().unwrap_or_default();
            if !file.is_empty() && !page.parent().expect("a page has a folder").join(file).exists() {
                broken.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn names_of_rules_and_checks_exist() {
    let checks = catalogue();
    let is_skill = |name: &str| Skill::ALL.iter().any(|skill| skill.id() == name);
    let known =
        |name: &str| RuleId::find(name).is_some() || checks.iter().any(|check| check.id == name) || is_skill(name);
    let mut unknown = Vec::new();
    for (page, text) in pages() {
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || ".-".contains(c)));
        for word in words.map(|word| word.trim_end_matches(['.', '-'])) {
            let is_name = word.starts_with("table.") && word.split('.').count() == 3;
            let is_file = Path::new(word).extension().is_some_and(|end| end == "json" || end == "toml");
            if is_name && !is_file && !known(word) {
                unknown.push(format!("{}: {word}", page.display()));
            }
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}
