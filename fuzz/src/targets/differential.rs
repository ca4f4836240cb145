//! The wire of the reference against its model: a history goes through the harness's codecs and the service's, and as plain
//! data into the model. Both must refuse by the same rule, give the same ETags, and hold the same entities.

use super::service::{now, request};
use super::vocabulary::{body, key, part, properties};
use arbitrary::{Result, Unstructured};
use tablestakes::judge::{Entity, Reading};
use tablestakes::target::{Axes, Format};
use tablestakes_reference::auth::Identity;
use tablestakes_reference::datetime::TICKS_PER_SECOND;
use tablestakes_reference::history::Step;
use tablestakes_reference::http::Response;
use tablestakes_reference::rules::{Broken, RuleId, Trace};
use tablestakes_reference::table::model::{Condition, Model, Scan, Write, etag};
use tablestakes_reference::table::wire::json::check_entity;
use tablestakes_reference::table::{Key, Operation, Query, TableService, Value, WriteMode};
use tablestakes_reference::{Answer, DateTime, SequentialIds, Settings, Version};

/// How many steps a history has at most.
const STEPS: usize = 10;

/// The octets decide a format and a history.
pub fn run(octets: &[u8]) {
    let _ = play(&mut Unstructured::new(octets));
}

fn play(u: &mut Unstructured<'_>) -> Result<()> {
    let format = *u.choose(&[Format::JsonMinimal, Format::JsonFull, Format::Atom])?;
    let version = if format == Format::Atom { Version::V2015_07_08 } else { Version::DEFAULT };
    let mut sides = Sides::new(Axes { version, format, ..Axes::default() });
    for _ in 0..STEPS {
        match u.int_in_range(0..=9)? {
            0 => {
                let key = key(u)?;
                sides.get(&key);
            }
            1 => sides.query(),
            2 | 3 => {
                let partition = part(u)?;
                let mut asked: Vec<Asked> = Vec::new();
                for _ in 0..u.int_in_range(1..=4)? {
                    let key = Key::new(partition.clone(), part(u)?);
                    if asked.iter().all(|held| held.key != key) {
                        asked.push(Asked::draw(u, key, &sides.tags)?);
                    }
                }
                sides.transaction(asked);
            }
            _ => {
                let key = key(u)?;
                let asked = Asked::draw(u, key, &sides.tags)?;
                sides.write(asked);
            }
        }
    }
    sides.query();
    Ok(())
}

/// One write, as plain data.
#[derive(Debug, Clone)]
struct Asked {
    key: Key,
    write: Write,
}

impl Asked {
    fn draw(u: &mut Unstructured<'_>, key: Key, tags: &[String]) -> Result<Self> {
        let condition = |u: &mut Unstructured<'_>| -> Result<Condition> {
            Ok(if tags.is_empty() || u.arbitrary()? {
                Condition::Exists
            } else {
                Condition::Tag(u.choose(tags)?.clone())
            })
        };
        let write = match u.int_in_range(0..=5)? {
            0 | 1 => Write::Insert(properties(u)?),
            2 => Write::Delete(condition(u)?),
            kind => Write::Write {
                mode: if kind == 3 { WriteMode::Replace } else { WriteMode::Merge },
                properties: properties(u)?,
                nulls: Vec::new(),
                condition: if u.arbitrary()? { Some(condition(u)?) } else { None },
            },
        };
        Ok(Self { key, write })
    }

    fn operation(&self) -> Operation {
        let table = "tab".to_owned();
        let tag = |condition: &Condition| match condition {
            Condition::Exists => "*".to_owned(),
            Condition::Tag(tag) | Condition::Foreign(tag) => tag.clone(),
        };
        let key = self.key.clone();
        match &self.write {
            Write::Insert(properties) => {
                Operation::InsertEntity { table, entity: body(&key, properties), prefer: None }
            }
            Write::Write { mode, properties, condition, .. } => {
                let if_match = condition.as_ref().map(tag);
                Operation::WriteEntity { table, entity: body(&key, properties), key, mode: *mode, if_match }
            }
            Write::Delete(condition) => Operation::DeleteEntity { table, key, if_match: Some(tag(condition)) },
        }
    }

    /// What the body alone is refused for, which the wire looks at before the model is asked.
    fn refused(&self, trace: &mut Trace<'_>) -> Option<RuleId> {
        let (Write::Insert(properties) | Write::Write { properties, .. }) = &self.write else { return None };
        check_entity(&self.key.partition, &self.key.row, properties, trace).first().map(|refusal| refusal.rule)
    }
}

/// The service behind its wire, and the model alone.
struct Sides {
    axes: Axes,
    wire: TableService,
    ids: SequentialIds,
    model: Model,
    broken: Broken,
    /// The time, a second later at each step: within one, the service's clock also counts what a transaction undid.
    now: DateTime,
    /// ETags that were given so far.
    tags: Vec<String>,
}

impl Sides {
    fn new(axes: Axes) -> Self {
        let settings = Settings { identity: Identity::Trusted, ..Settings::default() };
        let mut sides = Self {
            axes,
            wire: TableService::new(settings),
            ids: SequentialIds::default(),
            model: Model::default(),
            broken: Broken::none(),
            now: now(),
            tags: Vec::new(),
        };
        let created = sides.send(Operation::CreateTable { table: "tab".into(), prefer: None });
        assert!(created.response.status < 300);
        sides.model.create_table("tab", sides.now, &mut Trace::new(&sides.broken));
        sides
    }

    fn send(&mut self, operation: Operation) -> Answer {
        let request = request(&Step::from(operation), self.axes);
        self.now = self.now.plus_ticks(TICKS_PER_SECOND);
        self.wire.handle(&request, self.now, &mut self.ids)
    }

    fn write(&mut self, asked: Asked) {
        let answer = self.send(asked.operation());
        let mut trace = Trace::new(&self.broken);
        let Asked { key, write } = asked.clone();
        let expected = match asked.refused(&mut trace) {
            Some(rule) => Err(rule),
            None => {
                self.model.write("tab", &key, write, false, self.now, &mut trace).map_err(|refusals| refusals[0].rule)
            }
        };
        assert_eq!(answer.refused_by, expected.as_ref().err().copied(), "{asked:?}: {}", answer.response.status);
        if let Ok(Some(timestamp)) = expected {
            let tag = etag(timestamp, &mut trace);
            assert_eq!(answer.response.headers.get("etag"), Some(tag.as_str()), "{asked:?}");
            self.tags.push(tag);
        }
    }

    fn transaction(&mut self, asked: Vec<Asked>) {
        let answer = self.send(Operation::Batch { operations: asked.iter().map(Asked::operation).collect() });
        let mut trace = Trace::new(&self.broken);
        let mut after = self.model.clone();
        let mut expected = Ok(Vec::new());
        for (place, Asked { key, write }) in asked.iter().enumerate() {
            let rule = asked[place].refused(&mut trace);
            let done = match rule {
                Some(rule) => Err(rule),
                None => after
                    .write("tab", key, write.clone(), true, self.now, &mut trace)
                    .map_err(|refusals| refusals[0].rule),
            };
            match (done, &mut expected) {
                (Ok(timestamp), Ok(tags)) => tags.push(timestamp.map(|timestamp| etag(timestamp, &mut trace))),
                (Err(rule), _) => {
                    expected = Err(rule);
                    break;
                }
                (Ok(_), Err(_)) => {}
            }
        }
        let Reading::Parts(parts) = Reading::of(&answer.response) else {
            panic!("{} without parts for {asked:?}", answer.response.status)
        };
        match expected {
            Ok(tags) => {
                let given: Vec<Option<String>> =
                    parts.iter().map(|part| part.headers.get("etag").map(str::to_owned)).collect();
                assert_eq!(given, tags, "{asked:?}");
                self.tags.extend(tags.into_iter().flatten());
                self.model = after;
            }
            Err(rule) => {
                let refused: Vec<_> = answer.parts.iter().filter_map(|part| part.refused_by).collect();
                assert_eq!((parts.len(), refused), (1, vec![rule]), "{asked:?}");
            }
        }
    }

    fn get(&mut self, key: &Key) {
        let answer = self.send(Operation::GetEntity { table: "tab".into(), key: key.clone(), select: None });
        let mut trace = Trace::new(&self.broken);
        let held =
            self.model.table("tab", &mut trace).and_then(|table| table.row(&key.partition, &key.row, &mut trace));
        match (held, Reading::of(&answer.response)) {
            (None, Reading::Error(_)) => assert_eq!(answer.response.status, 404),
            (Some(row), Reading::Entity(entity)) => {
                assert_same(&answer.response, &entity, key, &row.properties);
                let tag = etag(row.timestamp, &mut trace);
                assert_eq!(answer.response.headers.get("etag"), Some(tag.as_str()));
            }
            (held, read) => panic!("{key:?}: {held:?} is answered with {read:?}"),
        }
    }

    fn query(&mut self) {
        let query = Operation::QueryEntities { table: "tab".into(), query: Query::default(), next: None };
        let response = self.send(query).response;
        let mut trace = Trace::new(&self.broken);
        let scan =
            Scan { filter: None, top: None, from: None, page_size: 1000, ends_with_partition: false, within: None };
        let table = self.model.table("tab", &mut Trace::new(&self.broken)).expect("the table is there");
        let rows = table.page(&scan, &mut trace).rows;
        let Reading::Entities(entities) = Reading::of(&response) else { panic!("{response:?}") };
        assert_eq!(entities.len(), rows.len(), "{}", String::from_utf8_lossy(&response.body));
        for (entity, (partition, row_key, row)) in entities.iter().zip(rows) {
            assert_same(&response, entity, &Key::new(partition, row_key), &row.properties);
        }
    }
}

fn assert_same(response: &Response, entity: &Entity, key: &Key, properties: &[(Box<str>, Value)]) {
    let shown = || String::from_utf8_lossy(&response.body).into_owned();
    assert_eq!(entity.key.as_ref(), Some(key), "{}", shown());
    assert_eq!(entity.properties.as_deref(), Some(properties), "{}", shown());
}
