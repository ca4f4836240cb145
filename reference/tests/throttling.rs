//! What is beyond a limit is refused as the service does it, in the form of each service, and leaves no trace.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

mod asking;

use asking::{Asked, JSON};
use tablestakes_reference::auth::Identity;
use tablestakes_reference::blob::BlobService;
use tablestakes_reference::datetime::DateTime;
use tablestakes_reference::http::{Headers, Request, Response};
use tablestakes_reference::queue::QueueService;
use tablestakes_reference::{Answer, SequentialIds, Service, Settings, Throttle};

fn limited(limits: &str) -> Settings {
    let throttle = Some(Throttle::new(limits.parse().unwrap()));
    Settings { throttle, identity: Identity::Trusted, ..Settings::default() }
}

fn text(response: &Response) -> String {
    String::from_utf8_lossy(&response.body).into_owned()
}

fn entity(partition: &str, row: &str) -> String {
    format!("{{\"PartitionKey\":\"{partition}\",\"RowKey\":\"{row}\"}}")
}

fn insert(service: &mut Asked, partition: &str, row: &str) -> Answer {
    service.ask("POST", "/Tab", &[JSON], entity(partition, row).as_bytes())
}

fn status(service: &mut Asked, partition: &str, row: &str) -> u16 {
    let path = format!("/Tab(PartitionKey='{partition}',RowKey='{row}')");
    service.ask("GET", &path, &[], b"").response.status
}

/// A transaction of so many inserts.
fn transaction(service: &mut Asked, partition: &str, count: usize) -> Answer {
    let mut body = "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n".to_owned();
    for number in 0..count {
        body += "--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n";
        body += "POST /Tab HTTP/1.1\r\nContent-Type: application/json\r\n\r\n";
        body += &format!("{}\r\n", entity(partition, &format!("t{number}")));
    }
    body += "--c--\r\n--b--\r\n";
    service.ask("POST", "/$batch", &[("content-type", "multipart/mixed; boundary=b")], body.as_bytes())
}

#[test]
fn entities_of_a_partition_are_counted() {
    let mut service = Asked::new(limited("partition=2/s"));
    assert_eq!(insert(&mut service, "p", "1").response.status, 201);
    assert_eq!(insert(&mut service, "p", "2").response.status, 201);
    let refused = insert(&mut service, "p", "3").response;
    assert_eq!(refused.status, 503);
    assert!(text(&refused).contains("ServerBusy") && text(&refused).contains("The server is busy."), "{refused:?}");
    assert!(refused.headers.get("retry-after").is_none() && refused.headers.get("content-type").is_some());
    assert_eq!(insert(&mut service, "q", "1").response.status, 201, "another partition has a limit of its own");
    assert_eq!(service.ask("GET", "/Tab()", &[], b"").response.status, 200, "a query is in none");
    service.wait(1);
    assert_eq!(status(&mut service, "p", "3"), 404, "what was refused was not done");
}

#[test]
fn transactions_count_each_operation_and_are_refused_by_a_part_without_a_number() {
    let mut service = Asked::new(limited("partition=5/s"));
    let granted = transaction(&mut service, "p", 10).response;
    assert_eq!(granted.status, 202);
    assert!(!text(&granted).contains("ServerBusy"), "it is let in while anything is left");
    service.wait(1);
    let refused = transaction(&mut service, "p", 2).response;
    assert_eq!(refused.status, 202);
    let told = text(&refused);
    assert!(
        told.contains("HTTP/1.1 503 Service Unavailable") && told.contains("\"value\":\"The server is busy."),
        "{told}"
    );
    assert_eq!(told.matches("HTTP/1.1").count(), 1);
    assert_eq!(transaction(&mut service, "q", 2).response.status, 202);
    service.wait(2);
    assert!(!text(&transaction(&mut service, "r", 1).response).contains("503"));
}

#[test]
fn the_account_says_which_limit_was_reached_since_2017() {
    for (limits, said) in [
        ("account=1/s", "Operations per second is over the account limit."),
        ("ingress=1B/s", "Ingress is over the account limit."),
        ("egress=1B/s", "Egress is over the account limit."),
    ] {
        let mut service = Asked::new(limited(limits));
        let refused = service.ask("GET", "/Tables", &[], b"").response;
        assert_eq!(refused.status, 503);
        assert!(text(&refused).contains(said), "{limits}: {}", text(&refused));
        let older = service.ask("GET", "/Tables", &[("x-ms-version", "2016-05-31")], b"").response;
        assert!(text(&older).contains("The server is busy."), "{limits}: {}", text(&older));
        let refused = transaction(&mut service, "p", 1).response;
        assert_eq!((refused.status, text(&refused).contains("multipart")), (503, false));
    }
}

#[test]
fn who_is_not_known_is_told_so_and_costs_nothing() {
    let throttle = Some(Throttle::new("account=2/s".parse().unwrap()));
    let mut service = Asked::new(Settings { throttle, ..Settings::default() });
    let target = "/devstoreaccount1/Tables".to_owned();
    let stranger = Request { method: "GET".to_owned(), target, headers: Headers::new(), body: "".into() };
    (0..5).for_each(|_| assert_ne!(service.answer(&stranger).response.status, 503));
    assert_eq!(service.ask("GET", "/Tables", &[], b"").response.status, 200);
    assert_eq!(service.ask("GET", "/Tables", &[], b"").response.status, 503);
}

#[test]
fn of_what_times_out_every_other_one_was_carried_out() {
    let mut service = Asked::new(limited("partition=1/s,timed-out=1/1"));
    assert_eq!(insert(&mut service, "p", "0").response.status, 201);
    for row in ["1", "2"] {
        let told = insert(&mut service, "p", row).response;
        assert_eq!(told.status, 500);
        let said = "Operation could not be completed within the specified time.";
        assert!(text(&told).contains("OperationTimedOut") && text(&told).contains(said), "{told:?}");
    }
    let mut there = Vec::new();
    for row in ["1", "2"] {
        service.wait(1);
        there.push(status(&mut service, "p", row));
    }
    assert_eq!(there, [404, 200]);
}

/// What a service answers to one request after the other, all at one time.
fn told(mut service: impl Service, requests: &[(&str, &str, &str)]) -> Vec<Response> {
    let mut ids = SequentialIds::default();
    let mut ask = |(method, path, body): &(&str, &str, &str)| {
        let target = format!("/devstoreaccount1{path}");
        let headers = Headers::from_iter([("x-ms-version", "2019-02-02"), ("x-ms-blob-type", "BlockBlob")]);
        let request = Request { method: (*method).to_owned(), target, headers, body: (*body).to_owned().into() };
        service.handle(&request, DateTime::from_unix(784_111_777, 0), &mut ids).response
    };
    requests.iter().map(&mut ask).collect()
}

#[test]
fn queues_and_blobs_have_limits_of_their_own() {
    const MESSAGE: &str = "<QueueMessage><MessageText>a</MessageText></QueueMessage>";
    let put = ("POST", "/queue/messages", MESSAGE);
    let count = ("GET", "/queue?comp=metadata", "");
    let requests = [("PUT", "/queue", ""), put, put, put, ("PUT", "/other", ""), count];
    let told_of_queues = told(QueueService::new(limited("queue=3/s")), &requests);
    let statuses: Vec<u16> = told_of_queues.iter().map(|held| held.status).collect();
    assert_eq!(statuses, [201, 201, 201, 503, 201, 503]);

    let put = ("PUT", "/con/blob", "a");
    let requests = [("PUT", "/con?restype=container", ""), put, put, put, ("PUT", "/con/other", "a")];
    let told_of_blobs = told(BlobService::new(limited("blob=2/s")), &requests);
    let statuses: Vec<u16> = told_of_blobs.iter().map(|held| held.status).collect();
    assert_eq!(statuses, [201, 201, 201, 503, 201]);

    for refused in [&told_of_queues[3], &told_of_blobs[3]] {
        assert_eq!(refused.headers.get("x-ms-error-code"), Some("ServerBusy"));
        let document = text(refused);
        assert!(document.contains("<Code>ServerBusy</Code><Message>The server is busy.\nRequestId:"), "{document}");
    }
}

#[test]
fn services_share_the_limits_of_their_account() {
    let settings = limited("account=1/s");
    let granted = told(QueueService::new(settings.clone()), &[("PUT", "/queue", "")]);
    let refused = told(BlobService::new(settings), &[("PUT", "/con?restype=container", "")]);
    assert_eq!((granted[0].status, refused[0].status), (201, 503));
}
