//! Each freedom, and a wrong answer beside it.

use super::bench::*;
use crate::judge::{Freedom, MismatchKind as Kind};
use std::collections::BTreeSet;

/// For each freedom: what is asked, the oracle's answer, another that is free, and a wrong one with its kind.
fn freedoms() -> Vec<(Freedom, Bench, String, String, String, Kind)> {
    let plain = || entity(",\"a\":1");
    let double = |text: &str| entity(&format!(",\"a\":{text}"));
    let guid = |text: &str| entity(&format!(",\"a@odata.type\":\"Edm.Guid\",\"a\":\"{text}\""));
    vec![
        (
            Freedom::MessageText,
            Bench::get(),
            refusal(404, "ResourceNotFound", "The specified resource does not exist."),
            refusal(404, "ResourceNotFound", "Nothing there."),
            refusal(404, "TableNotFound", "The specified resource does not exist."),
            Kind::ErrorCode,
        ),
        (
            Freedom::Order,
            Bench::get(),
            entity(",\"a\":1"),
            entity(",\"a\":1,\"RowKey\":\"r\"").replacen("\"RowKey\":\"r\",", "", 1),
            entity(",\"a\":2"),
            Kind::PropertyValue,
        ),
        (
            Freedom::Identifiers,
            Bench::get(),
            plain(),
            plain().replace("11111111-", "aaaaaaaa-"),
            plain().replace("11111111-", ""),
            Kind::Header,
        ),
        (
            Freedom::Timestamps,
            Bench::get(),
            plain(),
            plain().replace("T06", "T07"),
            plain().replace("\"2026-11-21T06:00", "\"2026-11-21T07:00"),
            Kind::ETag,
        ),
        (
            Freedom::TokenText,
            Bench::query("/t()?$top=1"),
            rows("a", true),
            rows("a", true).replace("1!4!cA--", "anything"),
            rows("a", false),
            Kind::Continuation,
        ),
        (
            Freedom::EarlyPage,
            Bench::query("/t()"),
            rows("abc", false),
            rows("a", true),
            rows("b", true),
            Kind::RowMissing,
        ),
        (
            Freedom::ContentTypeParameters,
            Bench::get(),
            plain(),
            plain().replace(JSON, "content-type: application/json; odata=MinimalMetadata"),
            plain().replace("odata=minimalmetadata", "odata=fullmetadata"),
            Kind::Header,
        ),
        (
            Freedom::OtherHeaders,
            Bench::get(),
            plain(),
            plain().replacen('|', "|via: 1.1 proxy|x-ms-client-request-id: x|", 1),
            plain().replacen('|', "|dataserviceversion: 3.0;|", 1),
            Kind::Header,
        ),
        (
            Freedom::AddressHost,
            Bench::get(),
            plain(),
            plain().replace("http://h/acct/", "https://acct.example/"),
            plain().replace("$metadata#t/", "$metadata#u/"),
            Kind::Annotation,
        ),
        (
            Freedom::Framing,
            Bench::get(),
            plain().replacen('|', "|transfer-encoding: chunked|", 1),
            plain().replacen('|', "|content-length: 99|", 1),
            plain().replacen("200", "201", 1),
            Kind::Status,
        ),
        (
            Freedom::MultipartSyntax,
            Bench::batch(2),
            failed_batch("b", "1:x", ""),
            failed_batch("other", "1:x", "|"),
            failed_batch("b", "1:x", "").replace("--b--", "--"),
            Kind::Malformed,
        ),
        (Freedom::DoubleSpelling, Bench::get(), double("100.0"), double("1E+2"), double("100"), Kind::PropertyType),
        (
            Freedom::GuidSpelling,
            Bench::get(),
            guid("5826aa20-0000-0000-0000-00000000000a"),
            guid("5826AA20-0000-0000-0000-00000000000A"),
            guid("5826aa20-0000-0000-0000-00000000000b"),
            Kind::PropertyValue,
        ),
        (
            Freedom::ListenerPage,
            Bench::get(),
            "400|content-type: text/html; charset=us-ascii||<h2>Bad Request</h2>".into(),
            refusal(400, "InvalidInput", "x"),
            "404".into(),
            Kind::Status,
        ),
        (
            Freedom::LoneIndex,
            Bench::batch(1),
            failed_batch("b", "0:The specified entity already exists.", ""),
            failed_batch("b", "The specified entity already exists.", ""),
            failed_batch("b", "x", "").replace("EntityAlreadyExists", "InvalidInput"),
            Kind::ErrorCode,
        ),
        (
            Freedom::FailureContentId,
            Bench::batch(2),
            failed_batch("b", "0:x", "").replace("409 Conflict|", "409 Conflict|Content-ID: 2|"),
            failed_batch("b", "0:x", "").replace("409 Conflict|", "409 Conflict|Content-ID: 1|"),
            failed_batch("b", "1:x", "").replace("409 Conflict|", "409 Conflict|Content-ID: 2|"),
            Kind::BatchParts,
        ),
        (
            Freedom::ForeignTables,
            Bench::tables(),
            tables(&["own1", "own2"], false),
            tables(&["another", "own1", "own2", "zebra"], true),
            tables(&["own1", "own2", "own3"], false),
            Kind::RowExtra,
        ),
        (
            Freedom::ForeignTables,
            Bench::tables(),
            tables(&["own1", "own2"], false),
            tables(&["own1", "own2"], false).replace("[{", "[{},{"),
            tables(&["own1"], false).replace("[{", "[{},{"),
            Kind::PropertyMissing,
        ),
    ]
}

#[test]
fn each_freedom_is_granted_and_the_wrong_answer_beside_it_is_caught() {
    for (freedom, mut bench, expected, free, wrong, kind) in freedoms() {
        assert_eq!(bench.kind(&expected, &expected), None, "{freedom:?}: the oracle's own answer");
        (bench.expected, bench.actual) = Default::default();
        assert_eq!(bench.kind(&expected, &free), None, "{freedom:?}: {free}");
        (bench.expected, bench.actual) = Default::default();
        assert_eq!(bench.kind(&expected, &wrong), Some(kind), "{freedom:?}: {wrong}");
    }
}

#[test]
fn every_freedom_has_its_test() {
    let tested: BTreeSet<Freedom> = freedoms().into_iter().map(|row| row.0).collect();
    assert_eq!(tested, Freedom::ALL.iter().copied().collect());
}
