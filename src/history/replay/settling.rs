//! Waiting for what takes effect late: the service's properties, stored policies, and the deletion of a table whose name is used
//! again. The live service takes its time for these, and an emulator none.

use super::fixtures::created_by;
use crate::history::bindings::Bindings;
use std::time::Duration;
use tablestakes_reference::history::{Call, History, Step};
use tablestakes_reference::table::Operation;
use tokio::time::Instant;

/// What a history has changed that takes effect late.
#[derive(Debug, Default)]
pub(super) struct Settling {
    takes: Option<Duration>,
    set: Option<Instant>,
    deleted: Vec<(String, Instant)>,
}

impl Settling {
    /// Changes take this long; without a time nothing is waited for.
    pub(super) fn taking(takes: Option<Duration>) -> Self {
        Self { takes, ..Self::default() }
    }

    /// Waits until what the step rests on has taken effect.
    pub(super) async fn before(&mut self, step: &Step, bindings: &Bindings) {
        let Some(takes) = self.takes else { return };
        let again = created_by(step, bindings);
        let deleted = self
            .deleted
            .iter()
            .filter(|(name, _)| again.as_ref().is_some_and(|again| again.eq_ignore_ascii_case(name)));
        let since = deleted.map(|(_, at)| *at).chain(self.set.take()).max();
        if let Some(since) = since {
            tokio::time::sleep_until(since + takes).await;
        }
    }

    /// Takes note of a step that was played.
    pub(super) fn after(&mut self, step: &Step, bindings: &Bindings) {
        if self.takes.is_none() {
            return;
        }
        if is_setting(step) {
            self.set = Some(Instant::now());
        }
        if let Call::Operation { operation: Operation::DeleteTable { table } } = &step.call
            && let Ok(name) = bindings.bind(table)
        {
            self.deleted.push((name, Instant::now()));
        }
    }
}

/// How many times a history waits.
pub(crate) fn waits(history: &History) -> u64 {
    let settings = history.all_steps().filter(|step| is_setting(step)).count() as u64;
    let deletions = history.all_steps().filter(|step| is_deletion(step)).count();
    let creations = history.all_steps().filter(|step| is_creation(step)).count();
    settings + deletions.min(creations) as u64
}

fn is_setting(step: &Step) -> bool {
    let Call::Raw { request } = &step.call else { return false };
    let sets = ["comp=acl", "comp=properties"].iter().any(|comp| request.target.contains(comp));
    sets && request.method == "PUT"
}

fn is_deletion(step: &Step) -> bool {
    matches!(&step.call, Call::Operation { operation: Operation::DeleteTable { .. } })
}

fn is_creation(step: &Step) -> bool {
    match &step.call {
        Call::Operation { operation } => matches!(operation, Operation::CreateTable { .. }),
        Call::Raw { request } => request.method == "POST" && request.target.starts_with("/Tables"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;
    use tablestakes_reference::ServiceName;
    use tablestakes_suites::catalogue;
    use tablestakes_suites::check::Source;

    #[tokio::test]
    async fn only_what_takes_effect_late_is_waited_for() {
        let target = Target::parse("UseDevelopmentStorage=true").unwrap();
        let bindings = Bindings::new("ts", &target);
        let delete = super::super::fixtures::deleting(ServiceName::Table, "tsa");
        let create = |table: &str| Step::from(Operation::CreateTable { table: table.to_owned(), prefer: None });
        let takes = Duration::from_millis(60);
        let mut settling = Settling::taking(Some(takes));
        let began = Instant::now();
        settling.before(&create("tsa"), &bindings).await;
        settling.after(&delete, &bindings);
        settling.before(&create("tsb"), &bindings).await;
        assert!(began.elapsed() < takes);
        settling.before(&create("TSA"), &bindings).await;
        assert!(began.elapsed() >= takes);
    }

    #[test]
    fn the_plan_knows_of_waits() {
        let histories = catalogue().into_iter().filter_map(|check| match check.source {
            Source::Scripted(history) => Some((check.id, waits(&history()))),
            _ => None,
        });
        let all: Vec<_> = histories.collect();
        let of = |suite: &str| all.iter().filter(|(id, _)| id.starts_with(suite)).map(|(_, waits)| waits).sum::<u64>();
        assert!(of("table.acl.") > 0 && of("table.service-properties.") > 0, "{all:?}");
        assert_eq!(of("table.query."), 0);
    }
}
