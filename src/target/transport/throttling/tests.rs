use super::*;
use tablestakes_reference::http::Headers;

const TIME: Duration = Duration::from_secs(30);

fn request(method: &str, target: &str) -> Request {
    Request { method: method.to_owned(), target: target.to_owned(), headers: Headers::new(), body: "".into() }
}

fn answer(status: u16, headers: &[(&'static str, &str)]) -> Response {
    let headers = headers.iter().map(|(name, value)| (*name, *value)).collect();
    Response { status, headers, body: "OperationTimedOut".into() }
}

/// How often a request is sent again, and how long is waited for it in all, by a clock that jumps.
fn sent_again(throttling: &Throttling, request: &Request, response: &Response) -> (u32, Duration) {
    let mut asking = Asking::begin();
    let mut now = asking.began;
    while let Some(waits) = throttling.note(&asking, request, response, now) {
        now += waits;
        asking.again += 1;
    }
    (asking.again, now - asking.began)
}

#[test]
fn waits_grow_and_end() {
    let throttling = Throttling::new(TIME, 1);
    let (again, waited) = sent_again(&throttling, &request("GET", "/a/T()"), &answer(503, &[]));
    assert!((8..=MOST).contains(&again), "{again}");
    assert!(waited <= TIME && waited > TIME - 2 * LONGEST, "{waited:?}");
    assert_eq!(throttling.throttled().answers, u64::from(again) + 1);
}

#[test]
fn a_kind_that_was_given_up_is_given_up_sooner_and_others_are_not() {
    let throttling = Throttling::new(TIME, 1);
    let again = |target: &str| sent_again(&throttling, &request("GET", target), &answer(503, &[]));
    let (_, first) = again("/a/T(PartitionKey='p',RowKey='r')");
    let (_, second) = again("/a/U(PartitionKey='q',RowKey='s')");
    assert!(second <= first / 2 + LONGEST && second > Duration::ZERO, "{second:?}");
    let all: Duration = (0..100).map(|_| again("/a/T(PartitionKey='p',RowKey='r')").1).sum();
    assert!(all < TIME + 100 * FIRST, "however many there are: {all:?}");
    assert!(again("/a/T()").1 > TIME / 2, "what is of another kind is not given up");
}

#[test]
fn the_target_may_say_when_to_come_back() {
    let throttling = Throttling::new(TIME, 1);
    let waits = |headers: &[(&'static str, &str)]| {
        let asking = Asking::begin();
        throttling.note(&asking, &request("GET", "/a/T()"), &answer(429, headers), asking.began)
    };
    assert_eq!(waits(&[("retry-after", "7")]), Some(Duration::from_secs(7)));
    let date = ("date", "Sun, 06 Nov 1994 08:49:37 GMT");
    assert_eq!(waits(&[date, ("retry-after", "Sun, 06 Nov 1994 08:49:48 GMT")]), Some(Duration::from_secs(11)));
    for nonsense in ["soon", "-1", "Sun, 06 Nov 1994 08:49:36 GMT"] {
        assert!(waits(&[date, ("retry-after", nonsense)]).is_some_and(|waits| waits <= FIRST), "{nonsense}");
    }
    assert_eq!(waits(&[("retry-after", "18446744073709551615")]), None, "it is not waited for that long");
}

#[test]
fn only_what_can_do_nothing_twice_is_sent_again() {
    let throttling = Throttling::new(TIME, 1);
    assert_eq!(sent_again(&throttling, &request("PUT", "/a/c/b"), &answer(500, &[])).0, 0);
    assert!(sent_again(&throttling, &request("GET", "/a/c/b"), &answer(500, &[])).0 > 0);
    assert!(sent_again(&throttling, &request("PUT", "/a/c/b"), &answer(503, &[])).0 > 0);
    assert_eq!(sent_again(&throttling, &request("GET", "/a/c/b"), &answer(404, &[])).0, 0);
}

#[test]
fn a_failure_without_a_name_is_doubted_where_the_target_was_too_busy_before() {
    let throttling = Throttling::new(TIME, 1);
    let (head, bare) = (request("HEAD", "/a/c/b"), Response { body: "".into(), ..answer(500, &[]) });
    assert_eq!(sent_again(&throttling, &head, &bare).0, 0);
    sent_again(&throttling, &request("PUT", "/a/c/b"), &answer(500, &[]));
    assert_eq!(sent_again(&throttling, &head, &bare).0, DOUBTS);
    assert_eq!(sent_again(&throttling, &request("GET", "/a/c/b"), &bare).0, 0);
}

#[test]
fn the_same_seed_waits_the_same() {
    let waits = |seed| sent_again(&Throttling::new(TIME, seed), &request("GET", "/a/T()"), &answer(503, &[])).1;
    assert_eq!(waits(3), waits(3));
    assert_ne!(waits(3), waits(4));
}

#[test]
fn a_target_is_always_busy_if_it_says_nothing_else_for_long() {
    let throttling = Throttling::new(Duration::ZERO, 1);
    let told = |status| {
        let asking = Asking::begin();
        throttling.note(&asking, &request("GET", "/a/T()"), &answer(status, &[]), asking.began)
    };
    assert_eq!(throttling.always(), None, "nothing was asked");
    for _ in 0..ALWAYS {
        let _ = told(503);
    }
    assert!(throttling.always().is_some());
    told(404);
    assert_eq!(throttling.always(), None);
}
