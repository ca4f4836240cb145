//! What a target that is too busy leaves open: of what was refused nothing was done, of what timed out nobody knows. A history
//! that says little for it proves nothing.

use super::client::Act;
use crate::history::Exchange;
use crate::judge::{Undecided, Verdict};
use crate::target::{Busy, TransportFailure};
use std::collections::BTreeMap;
use tablestakes_reference::http::{Request, Response};

/// An answer that says what became of its request.
pub(super) fn known(answer: &Result<Response, TransportFailure>) -> Option<&Response> {
    answer.as_ref().ok().filter(|response| Busy::of(response) != Some(Busy::TimedOut))
}

/// The verdict on a history of which nothing else is known to be wrong: none, if something was refused again and again, if all
/// requests of a kind timed out, so that any order explains them, or if it showed nothing and some timed out.
pub(super) fn judged(acts: &[Act], verdict: Verdict) -> Verdict {
    let is_unfit = matches!(verdict, Verdict::Undecided(Undecided::Unfit { .. }));
    if verdict != Verdict::Allowed && !is_unfit {
        return verdict;
    }
    let mut any_timed_out = false;
    let mut kinds: BTreeMap<(&str, &str), bool> = BTreeMap::new();
    let unharmed = acts.iter().filter(|act| act.fault.is_none()).flat_map(|act| &act.exchanges);
    for Exchange { request, actual, .. } in unharmed {
        let busy = actual.as_ref().ok().and_then(Busy::of);
        if let Some(Busy::Refused { .. }) = busy {
            return Verdict::Undecided(Undecided::Busy);
        }
        let timed_out = busy == Some(Busy::TimedOut);
        any_timed_out |= timed_out;
        *kinds.entry(kind(request)).or_insert(true) &= timed_out;
    }
    let is_open = kinds.values().any(|timed_out| *timed_out) || is_unfit && any_timed_out;
    if is_open { Verdict::Undecided(Undecided::TimedOut) } else { verdict }
}

/// Method and component of a request.
fn kind(request: &Request) -> (&str, &str) {
    let query = request.target.split_once('?').map_or("", |(_, query)| query);
    let comp = query.split('&').find_map(|option| option.strip_prefix("comp="));
    (&request.method, comp.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::Taken;
    use std::time::Duration;
    use tablestakes_reference::history::Fault;
    use tablestakes_reference::http::Headers;

    /// A request that was answered so.
    fn act(method: &str, target: &str, status: u16, fault: Option<Fault>) -> Act {
        let request =
            Request { method: method.to_owned(), target: target.to_owned(), headers: Headers::new(), body: "".into() };
        let headers = Headers::from_iter([("x-ms-error-code", "OperationTimedOut")]);
        let actual = Ok(Response { status, headers, body: "".into() });
        let exchange = Exchange { request, actual, expected: None, duration: Duration::ZERO };
        let taken = Taken { client: 0, invoked: Duration::ZERO, returned: None };
        Act { index: 0, taken, fault, exchanges: vec![exchange], readings: Vec::new() }
    }

    #[test]
    fn what_is_not_known_proves_nothing() {
        let (put, get) = (|status| act("PUT", "/a/c/b", status, None), |status| act("GET", "/a/c/b", status, None));
        let verdict = |acts: &[Act]| judged(acts, Verdict::Allowed);
        assert_eq!(verdict(&[put(201), put(500), get(200)]), Verdict::Allowed);
        assert_eq!(verdict(&[put(500), put(500), get(200)]), Verdict::Undecided(Undecided::TimedOut));
        assert_eq!(verdict(&[put(201), put(503), get(200)]), Verdict::Undecided(Undecided::Busy));
        let refused = act("PUT", "/a/c/b", 503, Some(Fault::Twice));
        assert_eq!(verdict(&[put(201), refused, get(200)]), Verdict::Allowed, "what a fault disturbs says little");
    }

    #[test]
    fn what_is_known_to_be_wrong_stays_so() {
        let acts = [act("PUT", "/a/c/b", 500, None)];
        let wrong = Verdict::Mismatch(Vec::new());
        assert_eq!(judged(&acts, wrong.clone()), wrong);
        let unfit = || Verdict::Undecided(Undecided::Unfit { why: "nothing was shown".to_owned() });
        assert_eq!(judged(&acts, unfit()), Verdict::Undecided(Undecided::TimedOut));
        assert_eq!(judged(&[act("PUT", "/a/c/b", 404, None)], unfit()), unfit());
    }
}
