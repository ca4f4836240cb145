//! Shrinking, guarded by predicates that need no target.

use super::{ShrinkBudget, Shrunk, shrink};
use std::time::Duration;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::{Auth, Call, History, RawRequest, Step, Wire};
use tablestakes_reference::table::{EntityBody, Key, Operation, PropertyValue, Query, Value, WriteMode};

const AMPLE: ShrinkBudget = ShrinkBudget { attempts: 100_000, time: Duration::from_secs(60) };

fn table() -> String {
    "${table}".to_owned()
}

fn insert(partition: &str, row: &str) -> Operation {
    let entity = EntityBody::keyed(&Key::new(partition, row)).with("One", 5).with("Two", "some longer text");
    Operation::InsertEntity { table: table(), entity, prefer: None }
}

fn write(partition: &str, row: &str, if_match: Option<&str>) -> Operation {
    Operation::WriteEntity {
        table: table(),
        key: Key::new(partition, row),
        entity: EntityBody::default().with("Three", 7),
        mode: WriteMode::Merge,
        if_match: if_match.map(ToOwned::to_owned),
    }
}

fn get(partition: &str, row: &str) -> Operation {
    Operation::GetEntity { table: table(), key: Key::new(partition, row), select: Some("One,Two,Three".into()) }
}

fn history(steps: Vec<Step>) -> History {
    History {
        rules: Vec::new(),
        service: ServiceName::Table,
        fixtures: 3,
        steps,
        branches: Vec::new(),
        versions: false,
    }
}

async fn shrunk(history: &History, mut holds: impl FnMut(&History) -> bool) -> Shrunk {
    assert!(holds(history), "what is shrunk must hold");
    let shrunk = shrink(history, AMPLE, async |candidate: &History| holds(candidate)).await;
    assert!(shrunk.is_minimal);
    shrunk
}

fn has_get_of_percent(history: &History) -> bool {
    history.steps.iter().any(|step| match &step.call {
        Call::Operation { operation: Operation::GetEntity { key, .. } } => key.partition.contains('%'),
        _ => false,
    })
}

#[tokio::test]
async fn superfluous_steps_options_and_characters_go() {
    let wire = Wire { tunnelled: true, auth: Auth::SharedKeyLite, ..Wire::default() };
    let steps = (0..12).map(|number| Step::from(insert("p%25é x", &format!("r{number}"))).written(wire.clone()));
    let mut steps: Vec<Step> = steps.collect();
    steps.push(Step::from(get("p%25é x", "r3")).written(wire));
    let smallest = shrunk(&history(steps), has_get_of_percent).await.history;
    let key = Key::new("%", "a");
    let expected = Operation::GetEntity { table: table(), key, select: None };
    assert_eq!(
        smallest,
        History {
            rules: Vec::new(),
            service: ServiceName::Table,
            fixtures: 1,
            steps: vec![expected.into()],
            branches: Vec::new(),
            versions: false,
        }
    );
}

#[tokio::test]
async fn the_same_history_shrinks_in_the_same_way() {
    let steps = vec![insert("a%b", "c").into(), get("a%b", "c").into(), get("%", "d").into()];
    let first = shrunk(&history(steps.clone()), has_get_of_percent).await;
    assert_eq!(shrunk(&history(steps), has_get_of_percent).await, first);
}

#[tokio::test]
async fn references_are_renumbered_or_go_with_what_they_refer_to() {
    let steps = vec![
        insert("p", "1").into(),
        insert("p", "2").into(),
        insert("p", "3").into(),
        write("p", "2", Some("${etag:1}")).into(),
        write("p", "3", Some("${etag:2}")).into(),
        Step::from(RawRequest {
            method: "GET".into(),
            target: "/$${x}/${etag:4}".into(),
            headers: Vec::new(),
            body: Default::default(),
            odd: false,
        }),
    ];
    let refers = |history: &History, text: &str| serde_json::to_string(history).unwrap().contains(text);
    // Keeps the raw request, which needs step 4, which needs step 2.
    let smallest = shrunk(&history(steps), |history| refers(history, "\"raw\"") && history.fixtures > 0).await.history;
    assert_eq!(smallest.steps.len(), 3);
    assert!(refers(&smallest, "/$${x}/${etag:1}") && refers(&smallest, "\"if_match\":\"${etag:0}\""));
}

#[tokio::test]
async fn operations_of_a_transaction_go_and_parts_are_renumbered() {
    let operations = (0..9).map(|number| insert("p", &format!("{number}"))).collect();
    let steps =
        vec![Operation::Batch { operations }.into(), write("p", "7", Some("${etag:0.7}")).into(), get("p", "1").into()];
    let holds = |history: &History| {
        let text = serde_json::to_string(history).unwrap();
        text.contains("\"batch\"") && text.contains("${etag:0.")
    };
    let smallest = shrunk(&history(steps), holds).await.history;
    assert_eq!(smallest.steps.len(), 2);
    assert!(serde_json::to_string(&smallest).unwrap().contains("${etag:0.0}"));
}

#[tokio::test]
async fn filters_lose_their_sides() {
    let filter = "(A eq 'x and y' and not (B gt 5)) or C eq 7";
    let query = Query { filter: Some(filter.into()), select: Some("A,B".into()), top: Some("5".into()) };
    let steps = vec![Step::from(Call::Scan { table: table(), query })];
    let holds = |history: &History| serde_json::to_string(history).unwrap().contains("B gt 5");
    let smallest = shrunk(&history(steps), holds).await.history;
    let Call::Scan { query, .. } = &smallest.steps[0].call else { panic!("a scan") };
    assert_eq!(*query, Query { filter: Some("B gt 5".into()), ..Query::default() });
}

#[tokio::test]
async fn values_become_plain() {
    let entity = EntityBody::default()
        .with("Long", Value::Int64(1 << 60))
        .with("Text", PropertyValue::from("xxxxé"))
        .with("Other", Value::Double(f64::NAN));
    let steps = vec![Operation::InsertEntity { table: table(), entity, prefer: None }.into()];
    let holds = |history: &History| {
        let text = serde_json::to_string(history).unwrap();
        text.contains("Edm.Int64") && text.contains('é')
    };
    let smallest = shrunk(&history(steps), holds).await.history;
    let text = serde_json::to_string(&smallest).unwrap();
    assert!(text.contains("\"value\":1}") && text.contains("\"value\":\"é\"") && !text.contains("Double"), "{text}");
}

#[tokio::test]
async fn the_budget_is_kept() {
    let steps = (0..40).map(|number| insert("p", &format!("row {number}")).into()).collect();
    let mut attempts = 0;
    let budget = ShrinkBudget { attempts: 7, time: Duration::from_secs(60) };
    let all = history(steps);
    let shrunk = shrink(&all, budget, async |_: &History| {
        attempts += 1;
        false
    })
    .await;
    assert_eq!((attempts, shrunk.attempts, shrunk.is_minimal), (7, 7, false));
    assert_eq!(shrunk.history, all);
    let none = ShrinkBudget { attempts: 100, time: Duration::ZERO };
    assert_eq!(super::shrink(&all, none, async |_: &History| true).await.attempts, 0);
}
