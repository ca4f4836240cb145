//! Playing a session on a fresh reference, and telling what became of every exchange.
//!
//! What a service chose (ETags, timestamps, tokens) is bound from recorded to new values. What the recording does not
//! hold is not made up: an exchange that rests on it is not replayable, and what later rests on such an exchange neither.
//! Two things are taken from an answer all the same, because the answer proves them: that a table was there before the
//! session, and what was asked for in headers that the recorder dropped.

mod address;
mod bindings;
mod parts;
mod player;
mod reason;
mod request;
mod stage;
mod world;

#[cfg(test)]
mod tests;

pub use reason::Reason;

use super::compare::{Compared, Difference, compare};
use super::session::Session;
use player::Player;

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

/// Plays a session on a fresh reference.
pub fn replay(session: &Session) -> Replayed {
    let mut player = Player::new(session);
    let played = session.exchanges.iter().map(|exchange| player.play(exchange)).collect();
    Replayed { session: session.name.clone(), played }
}
