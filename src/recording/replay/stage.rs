//! The reference that a session is played on.

use crate::recording::compare::Difference;
use crate::recording::session::Exchange;
use bytes::Bytes;
use tablestakes_reference::auth::Identity;
use tablestakes_reference::http::{Headers, Request, Response};
use tablestakes_reference::rules::{Broken, RuleId};
use tablestakes_reference::table::TableService;
use tablestakes_reference::{Account, Addressing, DateTime, SequentialIds, Settings};

/// A fresh reference and its clock.
pub(super) struct Stage {
    tables: TableService,
    ids: SequentialIds,
    now: DateTime,
    account: String,
    /// The last request, and what its answer rested on.
    last: Option<Last>,
}

/// A request that was asked, kept to find out which rule explains another answer.
struct Last {
    request: Request,
    rules: Vec<RuleId>,
    refused_by: Option<RuleId>,
    /// The state before it, where it changed something and the state is not too large to be kept.
    before: Option<TableService>,
    changed: bool,
}

/// With more entities the state before a write is not kept.
const MOST_KEPT: usize = 1000;
/// Rules that are tried for one exchange.
const MOST_TRIED: usize = 60;

impl Stage {
    /// A reference for an account, which takes every request for one of its own: a recording holds no signatures.
    pub(super) fn new(account: &str) -> Self {
        let settings = Settings {
            account: Account { name: account.to_owned(), ..Account::emulator() },
            addressing: Addressing::by_host(),
            scheme: "https",
            identity: Identity::Trusted,
            ..Settings::default()
        };
        let tables = TableService::new(settings);
        Self {
            tables,
            ids: SequentialIds::default(),
            now: DateTime::default(),
            account: account.to_owned(),
            last: None,
        }
    }

    /// Brings the clock to the time of a recorded answer; it never goes back.
    pub(super) fn set_clock(&mut self, exchange: &Exchange) {
        let date = exchange.response_headers.get("date").and_then(|date| httpdate::parse_http_date(date).ok());
        let since = date.and_then(|date| date.duration_since(std::time::UNIX_EPOCH).ok());
        if let Some(since) = since {
            let then = DateTime::from_unix(i64::try_from(since.as_secs()).unwrap_or(i64::MAX), 0);
            self.now = self.now.max(then);
        }
    }

    /// The reference's answer.
    pub(super) fn ask(&mut self, request: &Request) -> Response {
        let reads = matches!(request.method.as_str(), "GET" | "HEAD" | "OPTIONS");
        let before = (!reads && self.tables.entity_count() <= MOST_KEPT).then(|| self.tables.clone());
        let answer = self.tables.handle(request, self.now, &mut self.ids);
        let changed = !reads && answer.refused_by.is_none();
        let (request, rules, refused_by) = (request.clone(), answer.rules, answer.refused_by);
        self.last = Some(Last { request, rules, refused_by, before, changed });
        answer.response
    }

    /// For each difference of the last answer the rule that explains it, by experiment: the difference is gone where the
    /// reference breaks the rule. `compare` tells what differs from another answer. If one rule explains everything, the
    /// reference goes on from the state that breaking it here leaves, and what it then answered is given.
    pub(super) fn explain(
        &mut self,
        differences: &[Difference],
        compare: impl Fn(&Response) -> Vec<Difference>,
    ) -> (Vec<Option<RuleId>>, Option<Response>) {
        let mut causes = vec![None; differences.len()];
        let mut followed = None;
        let Some(last) = &self.last else { return (causes, None) };
        let counting = |differences: &[Difference]| differences.iter().filter(|held| !held.is_incidental()).count();
        let state = match &last.before {
            Some(before) => Some(before),
            None => (!last.changed).then_some(&self.tables),
        };
        if let Some(state) = state {
            // What each rule leaves of the differences: the one that leaves least explains most.
            let mut best = vec![(usize::MAX, usize::MAX); differences.len()];
            let mut tried: Vec<RuleId> = Vec::new();
            for rule in last.refused_by.iter().chain(last.rules.iter().rev()).copied() {
                if tried.len() >= MOST_TRIED || best.iter().all(|left| *left == (0, 0)) {
                    break;
                }
                if tried.contains(&rule) || rule.rule().broken.is_none() {
                    continue;
                }
                tried.push(rule);
                let mut broken = state.breaking([rule].into_iter().collect());
                let given = broken.handle(&last.request, self.now, &mut SequentialIds::default()).response;
                let left = compare(&given);
                let measure = (counting(&left), left.len());
                for ((cause, best), difference) in causes.iter_mut().zip(&mut best).zip(differences) {
                    if measure < *best && left.iter().all(|held| held.place != difference.place) {
                        (*cause, *best) = (Some(rule), measure);
                    }
                }
                if left.is_empty() && followed.is_none() {
                    followed = Some((broken.breaking(Broken::none()), given));
                }
            }
        }
        let or_refused = |(cause, difference): (Option<RuleId>, &Difference)| {
            cause.or(last.refused_by.filter(|_| !difference.is_incidental()))
        };
        let causes = causes.into_iter().zip(differences).map(or_refused).collect();
        let given = followed.map(|(state, given)| {
            self.tables = state;
            given
        });
        (causes, given)
    }

    /// Does something that the recording does not show but proves.
    pub(super) fn provide(&mut self, method: &str, target: String, body: String) -> Response {
        let host = format!("{}.table.core.windows.net", self.account);
        let headers = Headers::from_iter([
            ("Host", host.as_str()),
            ("x-ms-version", "2019-02-02"),
            ("Content-Type", if body.starts_with('<') { "application/xml" } else { "application/json" }),
            ("Accept", "application/json;odata=nometadata"),
        ]);
        self.ask(&Request { method: method.to_owned(), target, headers, body: Bytes::from(body) })
    }
}
