//! What becomes of the oracle where the target's state is another: it takes over what can be read back, and leaves out what was
//! refused.

use super::follow::may_write;
use super::lockstep::Lockstep;
use crate::judge::MismatchKind;
use tablestakes_reference::history::Step;

impl Lockstep<'_> {
    /// Has the oracle take over the target's state where a step that no rule explains may have parted the two.
    pub(super) async fn go_on(&mut self, index: usize, step: &Step) {
        let unexplained = &self.played[index].unexplained;
        let gone = unexplained.iter().any(|held| held.kind == MismatchKind::NoAnswer);
        let parted = may_write(step) && unexplained.iter().any(|held| held.is_outright());
        if (parted || gone) && !self.follow(index, step).await {
            self.over = may_write(step) || gone;
        }
    }

    /// Reads back what a step touched, and has the oracle take it over. What cannot be read it leaves out if the target refused it;
    /// false if it did not.
    pub(super) async fn follow(&mut self, index: usize, step: &Step) -> bool {
        let Some(adoption) = self.actual.read_back(self.history, step).await else { return self.undo(index) };
        self.actual.bind_tags(index, &adoption).await;
        self.oracle.adopt(index, &adoption, self.played[index].now);
        self.played[index].adoption = Some(adoption);
        true
    }

    /// Has the oracle leave out the last step, which the target refused; false if it did not.
    fn undo(&mut self, index: usize) -> bool {
        self.played[index].undone = self.played[index].is_refused();
        if !self.played[index].undone {
            return false;
        }
        let Some(replay) = self.past().play(&self.broken) else { return false };
        self.oracle = replay.side;
        true
    }
}
