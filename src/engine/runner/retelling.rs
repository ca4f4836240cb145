//! Findings told of other rules, once every check of a run is through.

use super::Run;
use crate::engine::event::Event;
use crate::engine::intact::Intact;
use crate::engine::subject::Subject;
use std::sync::Arc;
use tablestakes_reference::rules::RuleId;

impl<S: Subject> Run<S> {
    /// Tells findings of other rules than those that checks show to be kept.
    pub(super) fn tell_otherwise(&mut self, intact: &mut Intact<'_, S>) {
        self.learned.broken.retain(|rule| !intact.has(*rule));
        self.subject.learn(self.learned.clone());
        let told = self.findings.iter().filter_map(|finding| finding.signature.rule());
        let preferred: Vec<RuleId> = told.filter(|rule| !intact.has(*rule)).collect();
        for finding in std::mem::take(&mut self.findings) {
            let Some(otherwise) = intact.told_otherwise(&finding, &preferred) else {
                self.findings.push(finding);
                continue;
            };
            let (was, told) = (finding.signature, otherwise.signature.clone());
            self.renamed.values_mut().filter(|held| **held == was).for_each(|held| held.clone_from(&told));
            self.skills.tell_otherwise(&was, &told);
            self.renamed.insert(was.clone(), told.clone());
            self.shared.events.send(Event::FindingRetold { was, finding: Arc::new(otherwise.clone()) });
            if self.findings.iter().all(|held| held.signature != told) {
                self.findings.push(otherwise);
            }
        }
    }
}
