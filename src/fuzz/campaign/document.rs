//! The summary of a campaign, as it stands and when it is over.

use super::super::state::Found;
use super::super::summary::{CampaignDocument, FoundDocument};
use super::Shared;
use crate::engine::Subject;
use crate::exit::Exit;
use crate::finding::{Severity, Signature, StabilityDocument, TargetDocument, ToolDocument};
use std::collections::BTreeMap;
use std::sync::PoisonError;

impl<S: Subject> Shared<S> {
    /// The summary as it stands.
    pub(super) fn document(&self, over: bool) -> CampaignDocument {
        let ended = self.ended().filter(|_| over);
        let gone = self.reach.gone();
        let (requests, duration) = self.pace();
        let throttled = self.subject.throttled();
        let target = self.target.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.state(|state| {
            let found = |(signature, found): (&Signature, &Found)| FoundDocument {
                signature: signature.clone(),
                severity: found.severity,
                known: state.known(found).map(str::to_owned),
                root: found.root.clone(),
                stability: found.stability.map(|held| StabilityDocument { failed: held.failed, of: held.of }),
                seen: found.seen,
                file: state.known(found).is_none().then(|| signature.file()),
            };
            let findings: Vec<FoundDocument> = state.counting().map(found).collect();
            let known = state.found.iter().filter(|(_, held)| state.known(held).is_some()).map(found).collect();
            let mut kinds = BTreeMap::new();
            for (signature, _) in state.distinct() {
                *kinds.entry(signature.kind_name().to_owned()).or_default() += 1;
            }
            let mut document = CampaignDocument {
                schema: 1,
                tool: ToolDocument::this(),
                target: TargetDocument {
                    given: target.given,
                    argument: target.argument,
                    server: target.server,
                    gone_during: gone.as_ref().and_then(|gone| gone.during.clone()),
                    gone: gone.map(|gone| gone.failure),
                },
                seed: self.settings.seed,
                started: self.started.to_string(),
                duration_ms: u64::try_from((self.earlier + duration).as_millis()).unwrap_or(u64::MAX),
                histories: state.histories,
                judged: state.judged,
                requests: self.earlier_requests + requests,
                throttled: throttled.answers,
                throttled_ms: u64::try_from(throttled.waited.as_millis()).unwrap_or(u64::MAX),
                corpus: state.corpus.len(),
                features: state.novelty.len(),
                novelty: state.course.clone(),
                findings,
                known,
                kinds,
                ended: ended.map(str::to_owned),
                exit: None,
            };
            document.exit = over.then(|| document.outcome() as u8);
            document
        })
    }
}

impl CampaignDocument {
    /// The exit code: a target that is gone before findings, and a campaign in which nothing was judged is none.
    pub fn outcome(&self) -> Exit {
        let fails = |found: &FoundDocument| found.severity == Severity::Failure;
        if self.target.gone.is_some() {
            Exit::TargetUnreachable
        } else if self.findings.iter().any(fails) || self.judged == 0 && self.histories > 0 {
            Exit::DoesNotConform
        } else if self.judged == 0 {
            Exit::Usage
        } else {
            Exit::Conforms
        }
    }
}
