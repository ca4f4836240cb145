//! What the engine needs of a target: replay a history, and say whether it still lives.

use crate::history::{Lateness, Learned, Replayed};
use crate::judge::{Mismatch, MismatchKind};
use crate::target::{Axes, Throttled, TransportFailure};
use std::future::Future;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::RuleId;

/// Something that histories can be replayed on, the oracle beside it.
pub trait Subject: Send + Sync + 'static {
    /// Replays a history on fresh tables and judges every step. What differs is blamed on a rule of the suspects if there are
    /// any, beside what the target is known to break; else on any that takes part.
    ///
    /// # Errors
    /// The history could not be replayed at all: say, its tables could not be created.
    fn replay(
        &self,
        axes: Axes,
        history: &History,
        suspects: Option<&[RuleId]>,
    ) -> impl Future<Output = Result<Replayed, Unreplayed>> + Send;

    /// Sends one harmless request to a service.
    ///
    /// # Errors
    /// No whole answer came.
    fn probe(&self, service: ServiceName) -> impl Future<Output = Result<Alive, TransportFailure>> + Send;

    /// How many answers of a service have come so far, to whatever it was sent; 0 where nobody counts them.
    fn answers(&self, service: ServiceName) -> u64 {
        let _ = service;
        0
    }

    /// How often the target was too busy so far; never where nobody counts that.
    fn throttled(&self) -> Throttled {
        Throttled::default()
    }

    /// Which of these rules alone explain a mismatch of what a replay kept, beside those that are broken in any case: an oracle that breaks
    /// them answers as the target did. Sends nothing.
    fn explanations(
        &self,
        axes: Axes,
        history: &History,
        replayed: &Replayed,
        mismatch: &Mismatch,
        beside: &[RuleId],
        rules: &[RuleId],
    ) -> Vec<RuleId>;

    /// Whether a history shows that a rule is broken: on a target that breaks it and nothing else, a step of it differs. Sends nothing.
    fn shows(&self, axes: Axes, history: &History, rule: RuleId) -> bool;

    /// Judges again what a replay kept. Sends nothing.
    fn judge_again(&self, axes: Axes, history: &History, replayed: &Replayed) -> Option<Replayed>;

    /// Hears what is known of the target.
    fn learn(&self, learned: Learned);

    /// Hears that it keeps versions of blobs.
    fn keep_versions(&self);

    /// How late reads give what was written.
    fn lateness(&self) -> impl Future<Output = Lateness> + Send;

    /// Whether a service grants a harmless request in which the host names the account.
    fn answers_by_host(&self, service: ServiceName) -> impl Future<Output = bool> + Send;

    /// Whether a service answers at its secondary location.
    fn answers_at_secondary(&self, service: ServiceName) -> impl Future<Output = bool> + Send;

    /// Whether somebody said how to start it again.
    fn can_restart(&self) -> bool;

    /// Stops it if it runs, starts it again, and waits until it answers.
    ///
    /// # Errors
    /// Nobody said how, it was not started, or does not answer in time; the message says which.
    fn restart(&self) -> impl Future<Output = Result<(), String>> + Send;
}

/// What a subject hands to the one that it stands before, as it is: everything but replaying and probing.
macro_rules! hand_on {
    (answers to $subject:ident) => {
        fn answers(&self, service: ::tablestakes_reference::ServiceName) -> u64 {
            self.$subject.answers(service)
        }

        fn throttled(&self) -> $crate::target::Throttled {
            self.$subject.throttled()
        }
    };
    (judging to $subject:ident) => {
        fn explanations(
            &self,
            axes: $crate::target::Axes,
            history: &::tablestakes_reference::history::History,
            replayed: &$crate::history::Replayed,
            mismatch: &$crate::judge::Mismatch,
            beside: &[::tablestakes_reference::rules::RuleId],
            rules: &[::tablestakes_reference::rules::RuleId],
        ) -> Vec<::tablestakes_reference::rules::RuleId> {
            self.$subject.explanations(axes, history, replayed, mismatch, beside, rules)
        }

        fn shows(
            &self,
            axes: $crate::target::Axes,
            history: &::tablestakes_reference::history::History,
            rule: ::tablestakes_reference::rules::RuleId,
        ) -> bool {
            self.$subject.shows(axes, history, rule)
        }

        fn judge_again(
            &self,
            axes: $crate::target::Axes,
            history: &::tablestakes_reference::history::History,
            replayed: &$crate::history::Replayed,
        ) -> Option<$crate::history::Replayed> {
            self.$subject.judge_again(axes, history, replayed)
        }

        fn learn(&self, learned: $crate::history::Learned) {
            self.$subject.learn(learned);
        }

        fn keep_versions(&self) {
            self.$subject.keep_versions();
        }
    };
    (places to $subject:ident) => {
        async fn lateness(&self) -> $crate::history::Lateness {
            self.$subject.lateness().await
        }

        async fn answers_by_host(&self, service: ::tablestakes_reference::ServiceName) -> bool {
            self.$subject.answers_by_host(service).await
        }

        async fn answers_at_secondary(&self, service: ::tablestakes_reference::ServiceName) -> bool {
            self.$subject.answers_at_secondary(service).await
        }
    };
    (restarting to $subject:ident) => {
        fn can_restart(&self) -> bool {
            self.$subject.can_restart()
        }

        async fn restart(&self) -> Result<(), String> {
            self.$subject.restart().await
        }
    };
}

pub(crate) use hand_on;

/// What a subject is that can do nothing but replay: for tests.
#[cfg(test)]
macro_rules! nothing_else {
    () => {
        fn explanations(
            &self,
            _: $crate::target::Axes,
            _: &::tablestakes_reference::history::History,
            _: &$crate::history::Replayed,
            _: &$crate::judge::Mismatch,
            _: &[::tablestakes_reference::rules::RuleId],
            _: &[::tablestakes_reference::rules::RuleId],
        ) -> Vec<::tablestakes_reference::rules::RuleId> {
            Vec::new()
        }

        fn shows(
            &self,
            _: $crate::target::Axes,
            _: &::tablestakes_reference::history::History,
            _: ::tablestakes_reference::rules::RuleId,
        ) -> bool {
            false
        }

        fn judge_again(
            &self,
            _: $crate::target::Axes,
            _: &::tablestakes_reference::history::History,
            _: &$crate::history::Replayed,
        ) -> Option<$crate::history::Replayed> {
            None
        }

        fn learn(&self, _: $crate::history::Learned) {}

        fn keep_versions(&self) {}

        async fn lateness(&self) -> $crate::history::Lateness {
            $crate::history::Lateness::default()
        }

        async fn answers_by_host(&self, _: ::tablestakes_reference::ServiceName) -> bool {
            true
        }

        async fn answers_at_secondary(&self, _: ::tablestakes_reference::ServiceName) -> bool {
            false
        }

        fn can_restart(&self) -> bool {
            false
        }

        async fn restart(&self) -> Result<(), String> {
            Err($crate::target::NO_RESTART.to_owned())
        }
    };
}

#[cfg(test)]
pub(crate) use nothing_else;

/// Finds out how late the reads of a target are, and has them wait behind writes from here on.
pub(crate) async fn wait_for_writes<S: Subject>(subject: &S) {
    let wait = subject.lateness().await.wait();
    subject.learn(Learned { wait, ..Learned::default() });
}

/// The answer to a harmless request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Alive {
    /// The `Server` header.
    pub server: Option<String>,
}

/// Why a history could not be replayed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Unreplayed {
    /// What happened, for people.
    pub message: String,
    /// Whether the target refused what a history needs before its first step.
    pub refused: bool,
    /// Whether no whole answer came, so that the target may be gone.
    pub no_answer: bool,
    /// How many requests were sent all the same.
    pub requests: u64,
}

/// How many requests a replay took, and whether no whole answer came to one of them, so that the target may be gone.
pub(super) fn spent(answer: &Result<Replayed, Unreplayed>) -> (u64, bool) {
    match answer {
        Ok(replayed) => {
            (replayed.requests, replayed.mismatches().any(|mismatch| mismatch.kind == MismatchKind::NoAnswer))
        }
        Err(unreplayed) => (unreplayed.requests, unreplayed.no_answer),
    }
}
