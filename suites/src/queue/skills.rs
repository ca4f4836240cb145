//! The plainest form of each skill of the queue service. The last step of a history shows whether it worked, unless it only
//! cleans up.

use super::cors;
use super::steps::{
    SasExt as _, StepExt as _, account_sas, identifier, metadata, peek, policies, policy_document, properties, put,
    queue_sas, set_policies,
};
use crate::skill::Skill;
use tablestakes_reference::history::{Auth, History, Step};

/// The forms of a skill, the plainest first.
pub(crate) fn forms(skill: Skill) -> Vec<History> {
    let forms: Vec<Vec<Step>> = match skill {
        Skill::QueueAuth => vec![vec![metadata().auth(Auth::WrongKey)], vec![metadata().auth(Auth::Anonymous)]],
        Skill::QueueSas => vec![
            vec![put("a").into(), peek().auth(account_sas("raup").auth())],
            vec![put("a").into(), peek().auth(queue_sas("raup").auth())],
        ],
        Skill::QueueAcl => {
            let one = identifier("a", "<AccessPolicy><Permission>r</Permission></AccessPolicy>");
            vec![vec![set_policies(policy_document(&one)).into(), policies().into()]]
        }
        Skill::QueueServiceProperties => vec![vec![properties().into()]],
        Skill::QueueCors => vec![cors::plainest()],
        _ => Vec::new(),
    };
    forms.into_iter().map(|steps| History { steps, ..History::on_one_queue([skill.rule()]) }).collect()
}
