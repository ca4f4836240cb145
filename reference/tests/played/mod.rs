//! Short histories of requests as text, played on a service of their own each: what the tests of queues and of blobs share.

mod history;
mod signing;

pub use history::{Played, read};

use tablestakes_reference::rules::{Broken, RuleId};
use tablestakes_reference::{Service, Settings};

/// What a signature covers: by word, account, path and the values of options.
pub type Signed = for<'v> fn(&str, &str, &str, &dyn Fn(&str) -> &'v str) -> String;

/// What a service is to the histories about it.
pub struct Kind {
    /// Its name in hosts.
    pub name: &'static str,
    /// Where the emulator has it.
    pub host: &'static str,
    /// The version of requests that do not say another.
    pub version: &'static str,
    /// So many characters of a body are kept.
    pub longest: usize,
    /// What a signature over a part of the path leaves out.
    pub signed_path: &'static str,
    /// What a signature without the query leaves out.
    pub signed_query: &'static str,
    /// Makes it.
    pub service: fn(Settings) -> Box<dyn Service>,
    /// The body that a text stands for.
    pub document: fn(&str) -> String,
    /// What a shared access signature of its own must say and does not.
    pub left_out: fn(word: &str, options: &str) -> &'static str,
    /// What such a signature covers.
    pub signed: Signed,
}

/// What the intact reference answers to each history.
pub fn answers(kind: &Kind, histories: &str) -> String {
    let told = |history: history::History| {
        let answers = history.play(kind, Broken::none()).text;
        format!("== {}\n{answers}\n", history.name)
    };
    read(histories).into_iter().map(told).collect()
}

/// Of each of these rules the first history of which an answer changes when it is broken, where the rule takes part; and the rules
/// that change none.
pub fn shown(kind: &Kind, histories: &str, rules: impl Iterator<Item = RuleId>) -> (String, Vec<&'static str>) {
    let histories = read(histories);
    let intact: Vec<Played> = histories.iter().map(|history| history.play(kind, Broken::none())).collect();
    let (mut text, mut unseen) = (String::new(), Vec::new());
    for rule in rules {
        let takes_part = |(_, intact): &(_, &Played)| intact.rules.contains(&rule);
        let shows = histories
            .iter()
            .zip(&intact)
            .filter(takes_part)
            .find(|(history, intact)| history.play(kind, Broken::none().and(rule)).text != intact.text);
        match shows {
            Some((history, _)) => text.push_str(&format!("{rule}: {}\n", history.name)),
            None => unseen.push(rule.as_str()),
        }
    }
    (text, unseen)
}
