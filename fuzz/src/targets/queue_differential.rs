//! The wire of the queue service against its model: a history goes through the harness's codecs and the service's, and as plain
//! data into the model. Both must refuse by the same rule, and tell the same messages, receipts and numbers.

use super::asked::{Asked, QUEUE};
use super::service::now;
use arbitrary::{Result, Unstructured};
use bytes::Bytes;
use tablestakes::judge::{QueueMessage, QueueReading};
use tablestakes_reference::datetime::TICKS_PER_SECOND;
use tablestakes_reference::lexical::guid;
use tablestakes_reference::queue::model::{Claim, Message, Model};
use tablestakes_reference::queue::wire::{read_receipt, written_receipt};
use tablestakes_reference::queue::{Ask, QueueService};
use tablestakes_reference::rules::{Broken, RuleId, Trace};
use tablestakes_reference::{Answer, DateTime, Version};

/// How many steps a history has at most.
const STEPS: usize = 16;
/// Texts that meet, and texts that are written with care.
const TEXTS: [&str; 8] = ["a", "b", "", " a ", "<a>&amp;</a>", "é😀", "]]>", "a\nb\t"];
/// For how many seconds a message is invisible, or lives beyond that.
const TIMES: [i64; 5] = [1, 2, 5, 30, 604_800];
/// How many seconds pass between two steps.
const PASSING: [i64; 6] = [0, 0, 0, 1, 3, 60];
/// The longest life, which has no end.
const LIFE: i64 = 604_800;

/// The octets decide a version and a history.
pub fn run(octets: &[u8]) {
    let _ = play(&mut Unstructured::new(octets));
}

fn play(u: &mut Unstructured<'_>) -> Result<()> {
    let version = *u.choose(&[Version::DEFAULT, Version::V2016_05_31, Version::V2020_12_06])?;
    let mut sides = Sides::new(version);
    for _ in 0..STEPS {
        let seconds = *u.choose(&PASSING)?;
        // A tick at least: what happens in one instant is told apart by ticks of the service's own.
        sides.now = sides.now.plus_ticks(seconds * TICKS_PER_SECOND + 1);
        match u.int_in_range(0..=9)? {
            0..=2 => {
                let hidden = if u.ratio(2, 3)? { 0 } else { *u.choose(&TIMES[..4])? };
                let lives = if u.ratio(2, 3)? { LIFE } else { hidden + *u.choose(&TIMES[..4])? };
                sides.put(u.choose(&TEXTS)?, hidden, lives);
            }
            3 | 4 => sides.take(u.int_in_range(1..=4)?, *u.choose(&TIMES)?),
            5 => sides.peek(),
            6 | 7 => {
                let held = sides.held(u)?;
                let text = if u.arbitrary()? { Some(*u.choose(&TEXTS)?) } else { None };
                let hidden = if u.arbitrary()? { 0 } else { *u.choose(&TIMES)? };
                sides.update(held, hidden, text);
            }
            8 => {
                let held = sides.held(u)?;
                sides.delete(held);
            }
            _ => sides.count(u.ratio(1, 8)?),
        }
    }
    sides.peek();
    sides.count(false);
    Ok(())
}

/// What somebody holds of a message.
#[derive(Debug, Clone)]
struct Held {
    id: String,
    receipt: String,
}

impl Held {
    fn claim(&self) -> Claim {
        Claim { id: guid::read(&self.id), receipt: read_receipt(&self.receipt).ok().flatten() }
    }
}

/// The service behind its wire, and the model alone.
struct Sides {
    wire: Asked<QueueService>,
    model: Model,
    broken: Broken,
    now: DateTime,
    /// What answers told so far.
    told: Vec<Held>,
}

impl Sides {
    fn new(version: Version) -> Self {
        let (now, broken) = (now(), Broken::none());
        let mut model = Model::default();
        let created = model.create(QUEUE, Vec::new(), true, now, &mut Trace::new(&broken));
        assert_eq!(created.ok(), Some(true));
        Self { wire: Asked::queues(version, now), model, broken, now, told: Vec::new() }
    }

    fn ask(&mut self, ask: Ask) -> Answer {
        self.wire.ask(ask, self.now)
    }

    /// Something that was told, or never was.
    fn held(&self, u: &mut Unstructured<'_>) -> Result<Held> {
        if self.told.is_empty() || u.ratio(1, 8)? {
            let id = "00000000-0000-4000-8000-000000000000".to_owned();
            return Ok(Held { id, receipt: "AgAAAAMAAAAAAAAADgkZwbAB0wE=".to_owned() });
        }
        let (one, other) = (u.choose(&self.told)?, u.choose(&self.told)?);
        // Mostly the receipt that came with the message.
        let receipt = if u.ratio(7, 8)? { &one.receipt } else { &other.receipt };
        Ok(Held { id: one.id.clone(), receipt: receipt.clone() })
    }

    fn put(&mut self, text: &str, hidden: i64, lives: i64) {
        let answer = self.ask(Ask::PutMessage {
            queue: QUEUE.to_owned(),
            text: text.to_owned(),
            visibility: Some(hidden.to_string()),
            time_to_live: Some(lives.to_string()),
        });
        let QueueReading::Messages(messages) = QueueReading::of(&answer.response) else {
            panic!("{:?}", answer.response)
        };
        let [message] = messages.as_slice() else { panic!("{} messages were put", messages.len()) };
        // Ids are the service's to choose; the model is handed the one that it chose.
        let id = message.id.as_deref().and_then(guid::read).expect("a message has an id");
        let text = Bytes::copy_from_slice(text.as_bytes());
        let mut trace = Trace::new(&self.broken);
        let put =
            self.model.put(QUEUE, id, text, (hidden, Some(lives)), self.now, &mut trace).expect("there is a queue");
        assert_eq!(message.receipt, Some(written_receipt(put.receipt())));
        self.note(&messages);
    }

    fn take(&mut self, count: usize, hidden: i64) {
        let answer = self.ask(Ask::GetMessages {
            queue: QUEUE.to_owned(),
            count: Some(count.to_string()),
            visibility: Some(hidden.to_string()),
        });
        let mut trace = Trace::new(&self.broken);
        let taken = self.model.take(QUEUE, count, hidden, self.now, &mut trace).expect("there is a queue");
        let messages = assert_same(&answer, &taken, true);
        self.note(&messages);
    }

    fn peek(&mut self) {
        let answer = self.ask(Ask::PeekMessages { queue: QUEUE.to_owned(), count: Some("32".to_owned()) });
        let mut trace = Trace::new(&self.broken);
        let seen = self.model.peek(QUEUE, 32, self.now, &mut trace).expect("there is a queue");
        assert_same(&answer, &seen, false);
    }

    fn update(&mut self, held: Held, hidden: i64, text: Option<&str>) {
        let answer = self.ask(Ask::UpdateMessage {
            queue: QUEUE.to_owned(),
            message: held.id.clone(),
            receipt: Some(held.receipt.clone()),
            visibility: Some(hidden.to_string()),
            text: text.map(str::to_owned),
        });
        let text = text.map(|text| Bytes::copy_from_slice(text.as_bytes()));
        let mut trace = Trace::new(&self.broken);
        let updated = self.model.update(QUEUE, held.claim(), hidden, text, self.now, &mut trace);
        let refused: Option<RuleId> = updated.as_ref().err().map(|refusal| refusal.rule);
        assert_eq!(answer.refused_by, refused, "{held:?}: {}", answer.response.status);
        if let Ok(message) = updated {
            let receipt = written_receipt(message.receipt());
            assert_eq!(answer.response.headers.get("x-ms-popreceipt"), Some(receipt.as_str()));
            self.told.push(Held { id: held.id, receipt });
        }
    }

    fn delete(&mut self, held: Held) {
        let answer = self.ask(Ask::DeleteMessage {
            queue: QUEUE.to_owned(),
            message: held.id.clone(),
            receipt: Some(held.receipt.clone()),
        });
        let mut trace = Trace::new(&self.broken);
        let deleted = self.model.delete_message(QUEUE, held.claim(), self.now, &mut trace);
        let refused: Option<RuleId> = deleted.err().map(|refusal| refusal.rule);
        assert_eq!(answer.refused_by, refused, "{held:?}: {}", answer.response.status);
    }

    /// How many messages there are; first none, if all are to be cleared.
    fn count(&mut self, cleared: bool) {
        let mut trace = Trace::new(&self.broken);
        if cleared {
            let answer = self.wire.ask(Ask::ClearMessages { queue: QUEUE.to_owned() }, self.now);
            assert_eq!(answer.response.status, 204);
            self.model.clear(QUEUE, self.now, &mut trace).expect("there is a queue");
        }
        let answer = self.wire.ask(Ask::GetMetadata { queue: QUEUE.to_owned() }, self.now);
        let (_, count) = self.model.metadata(QUEUE, self.now, &mut trace).expect("there is a queue");
        let told = answer.response.headers.get("x-ms-approximate-messages-count");
        assert_eq!(told, Some(count.to_string().as_str()));
    }

    fn note(&mut self, messages: &[QueueMessage]) {
        let held = |message: &QueueMessage| Some(Held { id: message.id.clone()?, receipt: message.receipt.clone()? });
        self.told.extend(messages.iter().filter_map(held));
    }
}

fn assert_same(answer: &Answer, expected: &[Message], taken: bool) -> Vec<QueueMessage> {
    let QueueReading::Messages(messages) = QueueReading::of(&answer.response) else { panic!("{:?}", answer.response) };
    let held = expected.iter().map(|message| QueueMessage {
        id: Some(guid::written(message.id)),
        text: String::from_utf8(message.text.to_vec()).ok(),
        receipt: taken.then(|| written_receipt(message.receipt())),
        dequeued: Some(message.dequeued.to_string()),
    });
    let held: Vec<QueueMessage> = held.collect();
    // An element without text has an empty one.
    let with_text = |message: &QueueMessage| QueueMessage {
        text: Some(message.text.clone().unwrap_or_default()),
        ..message.clone()
    };
    assert_eq!(messages.iter().map(with_text).collect::<Vec<_>>(), held);
    messages
}
