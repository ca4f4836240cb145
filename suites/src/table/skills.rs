//! The plainest form of each skill of the table service. The last step of a history shows whether it worked, unless it only
//! cleans up.

use super::acl;
use super::atom;
use super::cors;
use super::properties;
use super::steps::{
    SasExt as _, StepExt as _, account_sas, at, batch, get, insert, insert_or_replace, page, query_tables, table_sas,
};
use crate::skill::Skill;
use tablestakes_reference::history::{Auth, History, Step};
use tablestakes_reference::table::{Operation, Query};

/// The forms of a skill, the plainest first.
pub(crate) fn forms(skill: Skill) -> Vec<History> {
    let forms: Vec<Vec<Step>> = match skill {
        Skill::Batch => {
            vec![vec![two().into(), get(at("p", "1")).into()], vec![two().path_inner_uris(), get(at("p", "1")).into()]]
        }
        Skill::Continuation => vec![vec![row("1"), row("2"), page(first()).into()], vec![query_tables(first()).into()]],
        Skill::Atom => vec![
            vec![row("1"), get(at("p", "1")).into()],
            vec![atom::insert_entry("1", "").into(), without_accept(get(at("p", "1")))],
        ],
        Skill::Auth => vec![
            vec![row("1"), get(at("p", "1")).auth(Auth::WrongKey)],
            vec![row("1"), get(at("p", "1")).auth(Auth::Anonymous)],
        ],
        Skill::Sas => vec![
            vec![row("1"), get(at("p", "1")).auth(account_sas("raud").auth())],
            vec![row("1"), get(at("p", "1")).auth(table_sas("raud").auth())],
        ],
        Skill::Acl => vec![acl::plainest()],
        // Whoever refuses the one may refuse the other, too.
        Skill::ServiceProperties => vec![
            vec![properties::get().into()],
            vec![properties::set(&properties::everything("")).into(), properties::get().into()],
        ],
        Skill::Cors => vec![cors::plainest()],
        _ => Vec::new(),
    };
    let fixtures = if skill == Skill::Continuation { 2 } else { 1 };
    let history = |steps| History { fixtures, steps, ..History::on_one_table([skill.rule()]) };
    forms.into_iter().map(history).collect()
}

/// A row by each write that a table could be filled by, and a read of it.
pub fn one_row(upserted: bool) -> History {
    let write: Operation = if upserted { insert_or_replace(at("p", "1"), []) } else { insert(at("p", "1"), []) };
    History::on_one_table([]).then(write).then(get(at("p", "1")))
}

fn two() -> Operation {
    batch([insert(at("p", "1"), []), insert(at("p", "2"), [])])
}

fn row(row: &str) -> Step {
    insert(at("p", row), []).into()
}

fn first() -> Query {
    Query { top: Some("1".to_owned()), ..Query::default() }
}

fn without_accept(operation: Operation) -> Step {
    let mut step = Step::from(operation);
    step.wire.headers.push(("Accept".to_owned(), None));
    step
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soundness::assert_symbols_are_bound;
    use std::collections::BTreeSet;

    #[test]
    fn every_skill_has_a_form_a_binding_rule_and_stands_behind_what_it_rests_on() {
        let mut seen = BTreeSet::new();
        for &skill in Skill::ALL {
            assert!(!skill.forms().is_empty() && skill.rule().rule().is_binding(), "{skill}");
            // The names of those of other services begin with the service where tables have one of the name.
            let name = skill.name();
            let short = name.strip_prefix("queue-").or_else(|| name.strip_prefix("blob-")).unwrap_or(name);
            assert_eq!(skill.id(), format!("{}.skill.{short}", skill.service()));
            assert_eq!(Skill::find(name), Some(skill));
            assert!(skill.rests_on().is_none_or(|other| seen.contains(&other)), "{skill}");
            skill.forms().iter().for_each(|history| assert_symbols_are_bound(skill.id(), history));
            seen.insert(skill);
        }
    }
}
