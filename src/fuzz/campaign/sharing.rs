//! What a campaign shares with others: findings that are claimed and settled, and what is heard of theirs.

use super::super::exchange::ExchangeError;
use super::super::triage::keep;
use super::Shared;
use crate::engine::Subject;
use crate::finding::{Finding, Signature};
use std::collections::HashSet;
use std::time::Duration;

/// How often it is looked what others found.
const EXCHANGE: Duration = Duration::from_secs(5);

impl<S: Subject> Shared<S> {
    /// Puts a finding that is not confirmed yet where it is kept and shared; false if somebody else did before, who confirms it.
    pub(in crate::fuzz) async fn claim(&self, finding: &Finding) -> bool {
        let recalled = self.state(|state| state.found.get(&finding.signature).is_some_and(|found| found.recalled));
        let ours = recalled || {
            // A shared place that cannot be reached stops nobody: two may confirm the same finding then.
            let claimed = self.exchange.claim(finding).await;
            let first = !matches!(claimed, Ok(false));
            self.warn(claimed.map(drop));
            first && !matches!(self.shelf.claim_finding(finding), Ok(false))
        };
        if ours {
            keep(self, finding);
        } else {
            self.state(|state| {
                if let Some(found) = state.found.get_mut(&finding.signature) {
                    found.ours = false;
                    found.severity = finding.severity;
                }
            });
        }
        ours
    }

    /// Puts a finding that is complete where it is shared.
    pub(in crate::fuzz) async fn settle(&self, finding: &Finding) {
        self.warn(self.exchange.settle(finding).await);
    }

    /// Tells that something could not be shared; once until it can be again.
    pub(super) fn warn(&self, done: Result<(), ExchangeError>) {
        if let Err(error) = done {
            let line = format!("warning: {error}");
            self.state(|state| {
                if state.warned.as_ref() != Some(&line) {
                    state.news.push(line.clone());
                    state.warned = Some(line);
                }
            });
        }
    }

    /// Looks now and then what others put where it is shared.
    pub(super) async fn hear(&self) {
        let before = self.shelf.names();
        let mut ticks = tokio::time::interval(EXCHANGE);
        loop {
            ticks.tick().await;
            let held = self.state(|state| {
                state.found.keys().map(Signature::hash).chain(state.corpus.names()).collect::<HashSet<String>>()
            });
            let (mut findings, mut corpus) = self.shelf.news(|name| before.contains(name) || held.contains(name));
            if self.exchange.is_used() {
                match self.exchange.news().await {
                    Ok(news) => {
                        findings.extend(news.findings);
                        corpus.extend(news.corpus);
                    }
                    Err(error) => self.warn(Err(error)),
                }
            }
            let explained = findings.into_iter().map(|document| {
                let known = self.explain(&document.signature, &document.axes);
                (document, known)
            });
            let explained = explained.collect();
            self.state(|state| state.hear(explained, corpus));
        }
    }
}
