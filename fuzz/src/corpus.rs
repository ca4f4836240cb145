//! The committed corpora and dictionaries.

use std::io;
use std::path::{Path, PathBuf};

/// The files that a target is begun with, sorted by name, and the words of its grammar.
#[derive(Debug, Clone, Default)]
pub struct Corpus {
    /// The seeds.
    pub seeds: Vec<(PathBuf, Vec<u8>)>,
    /// The words.
    pub words: Vec<Vec<u8>>,
}

impl Corpus {
    /// What is committed for the target with this name.
    ///
    /// # Errors
    /// A file cannot be read, or a line of the dictionary is none.
    pub fn of(target: &str) -> io::Result<Self> {
        let home = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut seeds = Vec::new();
        for entry in std::fs::read_dir(home.join("corpus").join(target))? {
            let path = entry?.path();
            let octets = std::fs::read(&path)?;
            seeds.push((path, octets));
        }
        seeds.sort();
        let dictionary = home.join("dictionaries").join(format!("{target}.dict"));
        let text = if dictionary.exists() { std::fs::read_to_string(dictionary)? } else { String::new() };
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let words = lines.map(|line| word(line).ok_or_else(|| io::Error::other(format!("{line} is no word"))));
        Ok(Self { seeds, words: words.collect::<io::Result<_>>()? })
    }
}

/// A word as libFuzzer's dictionaries write it: in quotes, with `\\`, `\"` and `\xNN`.
fn word(line: &str) -> Option<Vec<u8>> {
    let mut rest = line.strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let mut word = Vec::with_capacity(rest.len());
    while let Some((&octet, after)) = rest.split_first() {
        rest = after;
        if octet != b'\\' {
            word.push(octet);
            continue;
        }
        let (&escape, after) = rest.split_first()?;
        rest = after;
        match escape {
            b'\\' | b'"' => word.push(escape),
            b'x' => {
                let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
                word.push(u8::from_str_radix(digits, 16).ok()?);
                rest = &rest[2..];
            }
            _ => return None,
        }
    }
    Some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_libfuzzer_reads_them() {
        assert_eq!(word(r#""a\x0d\"\\""#).as_deref(), Some(&b"a\r\"\\"[..]));
        for line in ["a", "\"", r#""\x0""#, r#""\n""#] {
            assert_eq!(word(line), None, "{line}");
        }
    }
}
