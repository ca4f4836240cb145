//! The plainest form of each skill of the blob service. The last step of a history shows whether it worked, unless it only
//! cleans up.

use super::steps::{
    AskExt as _, SasExt as _, StepExt as _, account_sas, acquire_lease, append, block_list, container, container_sas,
    copy, create_append, create_page, get, get_acl, get_service_properties, get_tags, head, identifier, list,
    page_ranges, policy_document, put, put_block, put_block_list, put_page, set_acl, set_service_properties, set_tags,
    set_tier, snapshot, tags_document, told,
};
use crate::define::steps;
use crate::skill::Skill;
use tablestakes_reference::Version;
use tablestakes_reference::blob::{Ask, Operation};
use tablestakes_reference::history::symbol::Told;
use tablestakes_reference::history::{Auth, History, Step};

/// The origin of a page.
const ORIGIN: &str = "http://a.example";

/// The forms of a skill, the plainest first.
pub(crate) fn forms(skill: Skill) -> Vec<History> {
    let there = || Step::from(put("b", "1"));
    let forms: Vec<Vec<Step>> = match skill {
        Skill::BlockLists => vec![vec![
            put_block("b", "1", "1").into(),
            put_block_list("b", block_list(&[("Latest", "1")])).into(),
            get("b").into(),
        ]],
        Skill::Copy => vec![vec![there(), copy("c", "b").into(), get("c").into()]],
        Skill::AppendBlobs => vec![vec![create_append("b").into(), append("b", "1").into(), get("b").into()]],
        Skill::PageBlobs => {
            vec![vec![create_page("b", 512).into(), put_page("b", 0, 511).into(), page_ranges("b").into()]]
        }
        Skill::Leases => {
            vec![vec![there(), acquire_lease("b", -1).into()], vec![there(), acquire_lease("b", 15).into()]]
        }
        Skill::Snapshots => {
            vec![vec![there(), snapshot("b").into(), get("b").of_snapshot(told(1, Told::Snapshot)).into()]]
        }
        Skill::Versions => with_versions(vec![
            steps![put("b", "1"), get("b").of_version(told(0, Told::Version))],
            steps![put("b", "1"), put("b", "2"), head("b"), list().including("versions")],
        ]),
        Skill::Tags => vec![vec![there(), set_tags("b", tags_document(&[("a", "1")])).into(), get_tags("b").into()]],
        Skill::Tiers => vec![vec![there(), set_tier("b", "Cool").into()]],
        Skill::BlobAuth => vec![
            vec![there(), get("b").auth(Auth::WrongKey)],
            vec![there(), list().auth(Auth::WrongKey)],
            vec![there(), get("b").auth(Auth::Anonymous)],
        ],
        Skill::BlobSas => vec![
            vec![there(), get("b").auth(account_sas("rl").auth())],
            vec![there(), get("b").auth(container_sas("r").auth())],
        ],
        Skill::BlobAcl => {
            let one = identifier("a", "2026-01-01T00:00:00.0000000Z", "2036-01-01T00:00:00.0000000Z", "r");
            vec![vec![set_acl(&policy_document(&[one])).into(), get_acl().into()]]
        }
        Skill::BlobServiceProperties => vec![vec![get_service_properties().into()]],
        Skill::BlobCors => vec![cross_origin()],
        _ => Vec::new(),
    };
    let versions = skill == Skill::Versions;
    forms.into_iter().map(|steps| History { steps, versions, ..History::on_one_container([skill.rule()]) }).collect()
}

/// The same in the version from which on ids of versions are told.
fn with_versions(forms: Vec<Vec<Step>>) -> Vec<Vec<Step>> {
    let later = |step: Step| step.version(Version::V2019_12_12);
    forms.into_iter().map(|steps| steps.into_iter().map(later).collect()).collect()
}

/// A rule, a preflight and a request that it allows, and no rules again.
fn cross_origin() -> Vec<Step> {
    let rules = |rules: &str| {
        let document = format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?><StorageServiceProperties><Cors>{rules}</Cors>\
             </StorageServiceProperties>"
        );
        Step::from(set_service_properties(document))
    };
    let one = format!(
        "<CorsRule><AllowedOrigins>{ORIGIN}</AllowedOrigins><AllowedMethods>GET</AllowedMethods><MaxAgeInSeconds>60\
         </MaxAgeInSeconds><ExposedHeaders>*</ExposedHeaders><AllowedHeaders>*</AllowedHeaders></CorsRule>"
    );
    let preflight = Ask::on_container(Operation::Preflight, container())
        .with("Origin", ORIGIN)
        .with("Access-Control-Request-Method", "GET")
        .auth(Auth::Anonymous);
    vec![rules(&one), preflight, list().with("Origin", ORIGIN).into(), rules("")]
}
