//! Steps that send nothing: waiting, and restarting the target.

use super::lockstep::{Judged, Lockstep};
use super::played::Played;
use crate::history::bindings::Unbound;
use crate::judge::{Undecided, Verdict};
use std::time::{Duration, SystemTime};
use tablestakes_reference::history::Step;
use tablestakes_reference::rules::id;

impl Lockstep<'_> {
    /// The time by the history's clock.
    pub(super) fn now(&self) -> SystemTime {
        SystemTime::now() + self.ahead
    }

    /// Nothing is sent for so long. The clock of a target in this process jumps; so does the oracle's where answers were kept.
    pub(super) async fn wait(&mut self, index: usize, step: &Step, time: Duration) -> Result<Judged, Unbound> {
        self.played.push(Played { judged: true, ..Played::at(self.now()) });
        self.oracle.play(index, step, self.now())?;
        self.actual.bindings.note(index, None);
        match &self.replayer.clocks {
            Some(clocks) if self.actual.is_live() => {
                self.ahead += time;
                clocks.set(&self.prefix, self.ahead);
            }
            None if self.actual.is_live() => tokio::time::sleep(time).await,
            _ => self.ahead += time,
        }
        Ok(Judged { verdict: Verdict::Allowed, exchanges: Vec::new() })
    }

    /// Both sides begin anew with what they hold.
    pub(super) async fn restart(&mut self, index: usize, step: &Step, now: SystemTime) -> Result<Judged, Unbound> {
        self.oracle.play(index, step, now)?;
        self.note(vec![id::TABLE_DURABILITY_ACKNOWLEDGED]);
        let restarted = if self.actual.is_live() { self.replayer.restart().await } else { Ok(()) };
        let verdict = match restarted {
            Ok(()) => Verdict::Allowed,
            Err(why) => {
                self.over = true;
                Verdict::Undecided(Undecided::Unfit { why })
            }
        };
        Ok(Judged { verdict, exchanges: Vec::new() })
    }
}
