//! What becomes of the oracle where the target's state is another: it takes over what can be read back, and leaves out what was
//! refused.

use super::follow::may_write;
use super::lockstep::Lockstep;
use super::oracle_side::OracleSide;
use super::played::Adoption;
use crate::judge::MismatchKind;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::Step;

impl<'a> Lockstep<'a> {
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
        if self.history.service != ServiceName::Table && self.is_refused_by_both(index) {
            return self.undo(index);
        }
        let answer = self.played[index].answer().cloned();
        match self.actual.read_back(self.history, index, step, answer).await {
            None => self.undo(index),
            Some(Adoption::Rows(rows)) => {
                self.actual.bind_tags(index, &rows).await;
                let adoption = Adoption::Rows(rows);
                self.oracle.adopt(index, step, &adoption, self.played[index].now);
                self.played[index].adoption = Some(adoption);
                true
            }
            Some(adoption @ Adoption::Answers(_)) => self.follow_answers(index, step, adoption),
        }
    }

    /// Has the oracle take over what the target said of what a step touched. What the target refused is left out first, and what it
    /// neither granted nor refused is left out if all is then as the target says.
    fn follow_answers(&mut self, index: usize, step: &Step, adoption: Adoption) -> bool {
        let now = self.played[index].now;
        let is_refused = self.played[index].is_refused();
        let is_granted = self.played[index].answer().is_some_and(|answer| answer.status < 300);
        if !is_granted {
            self.played[index].undone = true;
            let adopted = self.past().play(&self.broken).and_then(|replay| {
                let mut side = replay.side.breaking(&self.broken);
                let adopting = side.adopt(index, step, &adoption, now)?;
                Some((replay.side, side, adopting.changes))
            });
            match adopted {
                Some((without, _, 0)) => {
                    self.oracle = without;
                    return true;
                }
                Some((_, side, _)) if is_refused => {
                    self.take_over(index, side, adoption);
                    return true;
                }
                _ if is_refused => return self.undo(index),
                _ => self.played[index].undone = false,
            }
        }
        let mut side = self.oracle.breaking(&self.broken);
        if side.adopt(index, step, &adoption, now).is_none() {
            return false;
        }
        self.take_over(index, side, adoption);
        true
    }

    /// Goes on with an oracle that has taken something over. What both sides said before need not hold any longer.
    fn take_over(&mut self, index: usize, side: OracleSide<'a>, adoption: Adoption) {
        self.oracle = side;
        self.actual.part();
        self.played[index].adoption = Some(adoption);
    }

    /// Whether the target refused the last step as the oracle did, and told another reason.
    fn is_refused_by_both(&self, index: usize) -> bool {
        let mut outright = self.played[index].unexplained.iter().filter(|held| held.is_outright()).peekable();
        self.played[index].is_refused()
            && outright.peek().is_some()
            && outright.all(|held| held.kind == MismatchKind::ErrorCode)
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
