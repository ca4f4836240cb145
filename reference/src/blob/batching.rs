//! Batches: each request within is answered on its own, as if it had come alone; what is wrong with the batch as a whole is
//! told in one answer within.

use super::refuse::refusal;
use super::service::Exchange;
use super::shared_rules::STAGES;
use super::wire::{Batched, Frame, Kind, Part, batched};
use crate::http::Response;
use crate::query::QueryString;
use crate::refusal::{Detailed, Refusal};
use crate::request::Heard;
use crate::rules::id;
use crate::verdict::Verdict;

/// The most requests of a batch.
const MOST: usize = 256;

impl Exchange<'_, '_> {
    /// The answer to a batch.
    pub(super) fn batch(&mut self, heard: &Heard<'_>, frame: &Frame<'_>) -> Response {
        let parts = match self.parts(heard) {
            Ok(parts) => parts,
            Err(refused) => {
                let told = frame.refused(&Detailed::from(refused), self.trace);
                let reply = frame.batch(&[(None, told)]);
                return frame.answer(reply, self.trace);
            }
        };
        let mut answers: Vec<(Option<String>, Response)> = Vec::new();
        for part in parts {
            let Part { request, content_id } = part;
            let mut answered = Verdict::default();
            let failed = answers.last().filter(|(_, before)| before.status >= 400);
            if let Some((_, before)) = failed
                && !self.trace.enforce(id::BLOB_BATCH_PARTS_ALONE)
            {
                answers.push((content_id, before.clone()));
                continue;
            }
            let response = match Heard::listen(&request, &STAGES, self.trace) {
                Ok(heard) => Exchange {
                    settings: self.settings,
                    features: self.features,
                    model: &mut *self.model,
                    now: self.now,
                    ids: &mut *self.ids,
                    around: Some(frame.version),
                    verdict: &mut answered,
                    trace: &mut *self.trace,
                }
                .answer(heard),
                Err(page) => page.answer(self.now),
            };
            let told = self.trace.enforce(id::BLOB_BATCH_CONTENT_ID);
            answers.push((content_id.filter(|_| told), response));
        }
        let reply = frame.batch(&answers);
        frame.answer(reply, self.trace)
    }

    /// The requests of a batch.
    fn parts(&mut self, heard: &Heard<'_>) -> Result<Vec<Part>, Refusal> {
        let invalid = |rule| refusal(400, "InvalidInput", "One of the request inputs is not valid.", rule);
        let parts = match batched(heard.request, self.trace) {
            Batched::Parts(parts) if !parts.is_empty() => parts,
            _ => return Err(invalid(id::BLOB_OPEN_BATCHES)),
        };
        let rule = id::BLOB_BATCH_MOST;
        if parts.len() > MOST && self.trace.enforce(rule) {
            let message = "The number of subrequests in the batch exceeds the maximum allowed.";
            return Err(refusal(400, "ExceedsMaxBatchRequestCount", message, rule));
        }
        let mut kinds = Vec::new();
        for Part { request, .. } in &parts {
            let query = request.target.split_once('?').map_or("", |(_, query)| query);
            let query = QueryString::read(query, &STAGES.query, self.trace);
            let comp = query.get("comp").unwrap_or_default().to_ascii_lowercase();
            kinds.push(match (request.method.as_str(), comp.as_str()) {
                ("DELETE", "") => Kind::DeleteBlob,
                ("PUT", "tier") => Kind::SetTier,
                _ => return Err(invalid(id::BLOB_OPEN_BATCHES)),
            });
        }
        let rule = id::BLOB_BATCH_ONE_KIND;
        if kinds.iter().any(|kind| *kind != kinds[0]) && self.trace.enforce(rule) {
            let message = "All batch subrequests should be the same api.";
            return Err(refusal(400, "AllBatchSubRequestsShouldBeSameApi", message, rule));
        }
        Ok(parts)
    }
}
