//! Asking for skills on a table service that has none of those that belong to the account, and on blob services with versions and without.

use super::*;
use crate::engine::{Request as Selected, Selection};
use crate::live::Live;
use crate::target::{Target, Targets};
use bytes::Bytes;
use tablestakes_reference::blob::BlobService;
use tablestakes_reference::http::{Headers, Request, Response};
use tablestakes_reference::table::TableService;
use tablestakes_reference::{Answer, DateTime, IdSource, Profile, Service, Settings, server};
use tablestakes_suites::catalogue;

/// Refuses properties and policies as something that it has not, and preflights as something that it cannot read.
#[derive(Debug)]
struct Plain(TableService);

impl Service for Plain {
    fn handle(&mut self, request: &Request, now: DateTime, ids: &mut dyn IdSource) -> Answer {
        let refused = ["comp=properties", "comp=acl"].iter().any(|asked| request.target.contains(asked));
        let status = match request.method.as_str() {
            "OPTIONS" => 400,
            _ if refused => 501,
            _ => return self.0.handle(request, now, ids),
        };
        let response = Response { status, headers: Headers::new(), body: Bytes::new() };
        Answer { response, rules: Vec::new(), refused_by: None, alternatives: Vec::new(), parts: Vec::new() }
    }

    fn largest_body(&self) -> usize {
        self.0.largest_body()
    }

    fn held(&self) -> usize {
        self.0.held()
    }
}

/// What these checks lack on a service, and how many failures show it.
async fn lacking(service: impl Service + 'static, name: ServiceName, checks: &[&str]) -> (Live, Vec<Lacking>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/devstoreaccount1", listener.local_addr().unwrap());
    tokio::spawn(server::serve(listener, server::Shared::new(service, 1), std::future::pending()));
    let targets = Targets::one(Target::parse_as(&address, name).unwrap());
    let live = Live::new(&targets, Duration::from_secs(10), None, Profile::Cloud);
    let checks = checks.iter().map(|check| (*check).to_owned()).collect();
    let request = Selected { checks, emulated: true, ..Selected::default() };
    let selection = Selection::new(catalogue(), &request).unwrap();
    let mut skills = Skills::needed_by(selection.units());
    let (events, _receiver) = Events::channel();
    let (assumed, reach) = (BTreeSet::new(), Reach::new(None));
    let mut asking = Asking { subject: &live, assumed: &assumed, reach: &reach, events: &events, requests: 0 };
    let lacking = asking.ask(selection.units(), &mut skills).await;
    (live, lacking)
}

/// What is told of skills that these checks need: the skill, and rule and operation of each failure.
async fn told(checks: &[&str]) -> Vec<(Skill, Vec<(String, String)>)> {
    let service = Plain(TableService::new(Settings::default()));
    let (_, lacking) = lacking(service, ServiceName::Table, checks).await;
    let of = |failure: &Failure| {
        let signature = &failure.signature;
        (signature.rule_name().to_owned(), signature.operation_name().to_owned())
    };
    lacking.into_iter().map(|held| (held.skill, held.run.failures.iter().map(of).collect())).collect()
}

/// Whether the skill of versions is told to be lacking, by how many failures, and what differs in the deletion of a blob then.
async fn with_versions(settings: Settings, checks: &[&str]) -> (Vec<(Skill, usize)>, usize) {
    let (live, lacking) = lacking(BlobService::new(settings), ServiceName::Blob, checks).await;
    let deletion = catalogue().into_iter().find(|check| check.id == "blob.deletion.gone").unwrap();
    let history = crate::engine::draw(&deletion, 1, 0).unwrap();
    let replayed = live.replay(Axes::default(), &history, None).await.unwrap();
    let told = lacking.iter().map(|held| (held.skill, held.run.failures.len())).collect();
    (told, replayed.mismatches().count())
}

#[tokio::test]
async fn each_operation_of_a_skill_that_is_refused_is_told() {
    let told = told(&["table.acl.stored", "table.service-properties.stored"]).await;
    let skills: Vec<Skill> = told.iter().map(|(skill, _)| *skill).collect();
    assert_eq!(skills, [Skill::Acl, Skill::ServiceProperties], "{told:?}");
    for (skill, failures) in &told {
        let operations: BTreeSet<&str> = failures.iter().map(|(_, operation)| operation.as_str()).collect();
        assert_eq!((operations.len(), failures.len()), (2, 2), "{skill}: {failures:?}");
        assert!(failures.iter().all(|(rule, _)| rule == skill.rule().as_str()), "{failures:?}");
    }
}

#[tokio::test]
async fn preflights_are_asked_where_no_rule_can_be_set() {
    let told = told(&["table.cors.preflight"]).await;
    let [(Skill::ServiceProperties, _), (Skill::Cors, preflights)] = told.as_slice() else { panic!("{told:?}") };
    assert!(preflights.iter().all(|(rule, _)| rule.starts_with("table.cors.")), "{preflights:?}");
}

#[tokio::test]
async fn an_account_that_keeps_no_versions_is_not_wrong() {
    let (without, with) = (Settings::default(), Settings { versioning: true, ..Settings::default() });
    let about = ["blob.versioning.kept"];
    assert_eq!(with_versions(without.clone(), &about).await, (vec![(Skill::Versions, 0)], 0));
    assert_eq!(with_versions(with.clone(), &about).await, (vec![], 0));
    // Whatever is asked of blobs, the oracle has to know.
    assert_eq!(with_versions(without, &["blob.smoke.put-then-get"]).await, (vec![], 0));
    assert_eq!(with_versions(with, &["blob.smoke.put-then-get"]).await, (vec![], 0));
}
