//! Playing a session on a fresh reference, and telling what became of every exchange.
//!
//! What a service chose (ETags, timestamps, tokens) is bound from recorded to new values. What neither the recording holds
//! nor an answer shows is not made up: an exchange that rests on it is not replayable, and what later rests on such an
//! exchange neither. What an answer proves is taken from it: what was there before the session, what was asked for in
//! headers that the recorder dropped, and the content of what was written or read. An exchange whose content is the
//! answer's own is told apart, since it is compared in its form alone.

mod address;
mod bindings;
mod blob;
mod dropped;
mod earlier;
mod evidence;
mod listing;
mod parts;
mod player;
mod queue;
mod reason;
mod request;
mod stage;
mod world;

#[cfg(test)]
mod tests;

pub use reason::Reason;

use super::compare::{Compared, Difference, compare};
use super::path_style::named_in_host;
use super::session::{Exchange, Service, Session};
use blob::BlobPlayer;
use player::Player;
use queue::QueuePlayer;
use tablestakes_reference::rules::RuleId;

/// What became of a session.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// Its name.
    pub session: String,
    /// Its exchanges in order.
    pub played: Vec<Played>,
}

/// What became of one exchange.
#[derive(Debug, Clone)]
pub struct Played {
    /// Its number in the recording.
    pub number: usize,
    /// What was asked: method and target.
    pub asked: String,
    /// What became of it.
    pub fate: Fate,
    /// For each difference the rule that explains it, if one is known.
    pub causes: Vec<Option<RuleId>>,
    /// Whether its content was taken from its answer, so that it is compared in its form alone.
    pub content_from_answer: bool,
}

/// What became of an exchange.
#[derive(Debug, Clone)]
pub enum Fate {
    /// The reference answers as was recorded.
    Reproduced,
    /// It answers otherwise.
    Different(Vec<Difference>),
    /// It could not be asked, or the answer cannot be judged.
    Unreplayable(Reason),
}

/// Follows exchanges as they happen: plays each on a reference of its own, one after the other.
pub struct Follower(Player);

impl Follower {
    /// A follower of exchanges with this account, whose state it does not know.
    pub fn of(account: &str) -> Self {
        Self(Player::following(account))
    }

    /// What becomes of the next exchange, with a service whose paths begin so.
    pub fn next(&mut self, mut exchange: Exchange, base: &str) -> Played {
        named_in_host(&mut exchange, base);
        self.0.follow_on(&exchange)
    }
}

/// Plays a session on a fresh reference.
pub fn replay(session: &Session) -> Replayed {
    let mut tables = Player::new(session);
    let account = session.exchanges.first().map_or("account", |exchange| exchange.account.as_str());
    let mut queues = QueuePlayer::new(account, dropped::losses(session), dropped::of_queues(session));
    let mut blobs = BlobPlayer::new(session);
    let played = session.exchanges.iter().map(|exchange| match exchange.service {
        Service::Queue => {
            let (fate, content_from_answer) = queues.play(exchange);
            let asked = format!("{} {}", exchange.method, exchange.target);
            Played { number: exchange.number, asked, fate, causes: Vec::new(), content_from_answer }
        }
        Service::Blob => {
            let (fate, content_from_answer) = blobs.play(exchange);
            let asked = format!("{} {}", exchange.method, exchange.target);
            Played { number: exchange.number, asked, fate, causes: Vec::new(), content_from_answer }
        }
        _ => tables.play(exchange),
    });
    let played = played.collect();
    Replayed { session: session.name.clone(), played }
}
