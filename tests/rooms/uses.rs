//! Which room uses which, read from the sources: each path that begins at the root of the crate, wherever it stands (in `use`,
//! in code, in macros, in attributes), and each that climbs there by `super`.

use crate::tokens::{Token, tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

/// One place at which a room uses another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Use {
    /// The room.
    pub(crate) from: String,
    /// The room that it uses; as written, if the crate's root has nothing of that name.
    pub(crate) to: String,
    /// The file.
    pub(crate) file: PathBuf,
    /// The line, from 1.
    pub(crate) line: usize,
}

/// Every use of another room below this folder. Modules and items that are compiled for tests alone are left out.
pub(crate) fn uses(project: &Path, root: &Path) -> io::Result<Vec<Use>> {
    let lib = without_tests(tokens(&std::fs::read_to_string(project.join(root).join("lib.rs"))?)).kept;
    let handed_on = handed_on(&lib);
    let mut uses = Vec::new();
    let mut folders = vec![root.to_owned()];
    let mut sources = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(project.join(&folder))? {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.insert(module(root, &path), path);
            }
        }
    }
    let mut of_tests = BTreeSet::new();
    // In the order of their paths, so that what declares a module comes before it.
    for (module, file) in sources {
        let [room, ..] = module.as_slice() else { continue };
        if (1..=module.len()).any(|length| of_tests.contains(&module[..length])) {
            continue;
        }
        let source = without_tests(tokens(&std::fs::read_to_string(project.join(&file))?));
        of_tests.extend(source.modules_of_tests.into_iter().map(|name| [module.clone(), vec![name]].concat()));
        for (to, line) in at_root(&source.kept, &module) {
            let to = handed_on.get(&to).cloned().unwrap_or(to);
            if to != *room {
                uses.push(Use { from: room.clone(), to, file: file.clone(), line });
            }
        }
    }
    Ok(uses)
}

/// The module that a file holds: the names from the crate's root, none for the root itself.
fn module(root: &Path, file: &Path) -> Vec<String> {
    let below = file.strip_prefix(root).unwrap_or(file).with_extension("");
    let mut names: Vec<String> = below.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if names.last().is_some_and(|last| last == "mod") || names == ["lib"] || names == ["main"] {
        names.pop();
    }
    names
}

/// What the crate's root hands on of its rooms: `pub use live::Live`.
fn handed_on(lib: &[Token]) -> BTreeMap<String, String> {
    let mut handed_on = BTreeMap::new();
    let mut rest = lib;
    while let Some(at) = rest.iter().position(|token| token.text == "use") {
        rest = &rest[at + 1..];
        let end = rest.iter().position(|token| token.text == ";").unwrap_or(rest.len());
        let names: Vec<&str> =
            rest[..end].iter().map(|token| token.text.as_str()).filter(|text| is_name(text)).collect();
        if let [room, names @ ..] = names.as_slice() {
            handed_on.extend(names.iter().map(|&name| (name.to_owned(), (*room).to_owned())));
        }
    }
    handed_on
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The names that stand first in paths from the crate's root, with their lines.
fn at_root(tokens: &[Token], module: &[String]) -> Vec<(String, usize)> {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let mut names = Vec::new();
    // The depths of braces at which modules written within the file began.
    let mut within: Vec<usize> = Vec::new();
    let mut depth = 0_usize;
    let mut at = 0;
    while at < tokens.len() {
        match text(at) {
            "{" => {
                depth += 1;
                if at >= 2 && text(at - 2) == "mod" {
                    within.push(depth);
                }
            }
            "}" => {
                if within.last() == Some(&depth) {
                    within.pop();
                }
                depth = depth.saturating_sub(1);
            }
            "crate" if text(at + 1) == "::" => names.extend(first_names(tokens, at + 2)),
            "super" => {
                let mut steps = 1;
                while text(at + 1) == "::" && text(at + 2) == "super" {
                    steps += 1;
                    at += 2;
                }
                if text(at + 1) == "::" && steps == module.len() + within.len() {
                    names.extend(first_names(tokens, at + 2));
                }
            }
            _ => {}
        }
        at += 1;
    }
    names
}

/// The name that stands here, or those that stand first in each path of the group that begins here.
fn first_names(tokens: &[Token], at: usize) -> Vec<(String, usize)> {
    let mut names = Vec::new();
    let mut depth = 0_usize;
    let mut is_first = true;
    for token in &tokens[at.min(tokens.len())..] {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "," => is_first = depth == 1,
            name if is_first => {
                if is_name(name) && name != "self" {
                    names.push((name.to_owned(), token.line));
                }
                is_first = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names
}

/// A source without what is compiled for tests alone.
struct Source {
    kept: Vec<Token>,
    /// Modules in files of their own that are compiled for tests alone.
    modules_of_tests: Vec<String>,
}

fn without_tests(tokens: Vec<Token>) -> Source {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let mut source = Source { kept: Vec::new(), modules_of_tests: Vec::new() };
    let mut at = 0;
    while at < tokens.len() {
        let is_attribute = text(at) == "#" && text(at + 1) == "[" && text(at + 2) == "cfg";
        let is_of_tests = is_attribute && (text(at + 4) == "test" || text(at + 4) == "all" && text(at + 6) == "test");
        if !is_of_tests {
            source.kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let end = end_of_item(&tokens, at);
        let item = &tokens[at..end];
        if let [.., keyword, name, stop] = item
            && keyword.text == "mod"
            && stop.text == ";"
        {
            source.modules_of_tests.push(name.text.clone());
        }
        at = end;
    }
    source
}

/// Where the item ends whose attributes begin here: behind a semicolon, or behind the braces that close it.
fn end_of_item(tokens: &[Token], at: usize) -> usize {
    let mut depth = 0_usize;
    let mut is_use = false;
    for (place, token) in tokens.iter().enumerate().skip(at) {
        match token.text.as_str() {
            "{" | "[" | "(" => depth += 1,
            "}" | "]" | ")" => {
                depth = depth.saturating_sub(1);
                if depth == 0 && token.text == "}" && !is_use {
                    return place + 1;
                }
            }
            "use" if depth == 0 => is_use = true,
            ";" if depth == 0 => return place + 1,
            _ => {}
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rooms(source: &str, module: &[&str]) -> Vec<String> {
        let module: Vec<String> = module.iter().map(|&name| name.to_owned()).collect();
        at_root(&without_tests(tokens(source)).kept, &module).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn paths_are_seen_wherever_they_stand() {
        let source = "use crate::a::{x, y}; fn f() { crate::b::g(); $crate::c!() } #[serde(with = \"crate::d\")] \
                      use crate::{e, f::{g, h}, i::j}; pub(in crate::k) fn l() {}";
        assert_eq!(rooms(source, &["room"]), ["a", "b", "c", "d", "e", "f", "i", "k"]);
    }

    #[test]
    fn paths_that_climb_out_are_seen() {
        assert_eq!(rooms("use super::a; use super::super::b::c;", &["room", "file"]), ["b"]);
        assert_eq!(rooms("mod inner { use super::super::a; } use super::b;", &["room"]), ["a", "b"]);
    }

    #[test]
    fn what_is_compiled_for_tests_alone_is_left_out() {
        let source = "#[cfg(test)] use crate::{a, b}; #[cfg(test)] mod tests { use crate::c; } use crate::d; \
                      #[cfg(all(test, unix))] fn e() { crate::f() } #[cfg(test)] mod g; crate::h::i!();";
        assert_eq!(rooms(source, &["room"]), ["d", "h"]);
        assert_eq!(without_tests(tokens(source)).modules_of_tests, ["g"]);
    }
}
