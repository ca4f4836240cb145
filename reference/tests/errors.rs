//! Every error code that the service documents and the reference can be brought to, in both formats, as reviewed text.
//!
//! What is left out: `OperationTimedOut` and `ServerBusy`, because the reference is never busy; `AccountIsDisabled` and
//! `InsufficientAccountPermissions`, because its account is whole; `InvalidUri`, which is a page of markup without a code;
//! `JsonFormatNotSupported`, because the reference reads JSON in all versions; `KeyValueTooLarge`, because a key that is too
//! long is recorded as `PropertyValueTooLarge`; and what its rules never say, since the recordings do not.

mod asking;

use asking::{Asked, JSON};
use std::fmt::Write as _;
use tablestakes_reference::Profile;
use tablestakes_reference::http::{Headers, Request};
use tablestakes_reference::{Account, Settings};

/// A request that is refused, and the code.
struct Refused {
    code: &'static str,
    method: &'static str,
    path: String,
    headers: Vec<(&'static str, &'static str)>,
    body: String,
    /// Whether it comes with a signature.
    signed: bool,
    /// What is asked before.
    before: Option<(&'static str, &'static str)>,
}

fn refused(code: &'static str, method: &'static str, path: &str, body: impl Into<String>) -> Refused {
    let body = body.into();
    let headers = if body.starts_with('{') { vec![JSON] } else { Vec::new() };
    Refused { code, method, path: path.to_owned(), headers, body, signed: true, before: None }
}

impl Refused {
    fn with(mut self, name: &'static str, value: &'static str) -> Self {
        self.headers.retain(|(held, _)| *held != name);
        self.headers.push((name, value));
        self
    }

    fn with_another(mut self, name: &'static str, value: &'static str) -> Self {
        self.headers.push((name, value));
        self
    }

    fn after(self, method: &'static str, path: &'static str) -> Self {
        Self { before: Some((method, path)), ..self }
    }

    fn unsigned(self) -> Self {
        Self { signed: false, ..self }
    }
}

const ENTITY: &str = "/Tab(PartitionKey='p',RowKey='r')";
const STALE: &str = "W/\"datetime'2001-01-01T00%3A00%3A00Z'\"";
const MULTIPART: &str = "multipart/mixed; boundary=b";

fn entity(rest: &str) -> String {
    format!("{{\"PartitionKey\":\"p\",\"RowKey\":\"s\"{rest}}}")
}

fn properties(range: std::ops::Range<usize>, value: &str) -> String {
    entity(&range.map(|number| format!(",\"P{number}\":\"{value}\"")).collect::<String>())
}

fn change_set(rows: [(&str, &str); 2]) -> String {
    let part = |(partition, row): &(&str, &str)| {
        let body = format!("{{\"PartitionKey\":\"{partition}\",\"RowKey\":\"{row}\"}}");
        format!(
            "--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nPOST /Tab HTTP/1.1\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}\r\n",
            body.len()
        )
    };
    let parts: String = rows.iter().map(part).collect();
    format!("--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n{parts}--c--\r\n--b--\r\n")
}

/// What a table says of itself.
fn of_tables() -> Vec<Refused> {
    vec![
        refused("TableAlreadyExists", "POST", "/Tables", "{\"TableName\":\"Tab\"}"),
        refused("TableNotFound", "POST", "/Absent", entity("")),
        refused("TableBeingDeleted", "POST", "/Tables", "{\"TableName\":\"Tab\"}").after("DELETE", "/Tables('Tab')"),
        refused("InternalError", "GET", "/Tables?$filter=Name%20eq%20'Tab'", ""),
        refused("InvalidResourceName", "POST", "/Tables", "{\"TableName\":\"my_table\"}"),
        refused("ResourceNotFound", "DELETE", "/Tables('Absent')", ""),
        refused("InvalidXmlDocument", "PUT", "/Tab?comp=acl", "<SignedIdentifier>")
            .with("content-type", "application/xml"),
        refused("MediaTypeNotSupported", "PUT", "/Tab?comp=acl", "{}"),
    ]
}

/// What is wrong with entities.
fn of_entities() -> Vec<Refused> {
    let large = "x".repeat(32_000);
    vec![
        refused("EntityAlreadyExists", "POST", "/Tab", "{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}"),
        refused("PropertiesNeedValue", "POST", "/Tab", "{\"PartitionKey\":\"p\"}"),
        refused("PropertyNameInvalid", "POST", "/Tab", entity(",\"1a\":1")),
        refused("PropertyNameTooLong", "POST", "/Tab", entity(&format!(",\"{}\":1", "n".repeat(256)))),
        refused("TooManyProperties", "POST", "/Tab", properties(0..253, "v")),
        refused("PropertyValueTooLarge", "POST", "/Tab", entity(&format!(",\"A\":\"{}\"", "x".repeat(70_000)))),
        refused("EntityTooLarge", "POST", "/Tab", properties(0..20, &large)),
        refused("DuplicatePropertiesSpecified", "POST", "/Tab", entity(",\"A\":1,\"A\":2")),
        refused("OutOfRangeInput", "POST", "/Tab", "{\"PartitionKey\":\"a/b\",\"RowKey\":\"r\"}"),
        refused("InvalidInput", "POST", "/Tab", entity(",\"A\":{}")),
        refused("UpdateConditionNotSatisfied", "PUT", ENTITY, "{}").with("if-match", STALE),
        refused("ConditionNotMet", "PUT", ENTITY, "{}").with("if-match", "W/\"datetime''2017-04-01T01%3A07%3A23Z''\""),
    ]
}

/// What is wrong with requests.
fn of_requests() -> Vec<Refused> {
    let two_partitions = change_set([("p", "1"), ("q", "1")]);
    vec![
        refused("NotImplemented", "GET", "/Tab()?$filter=1%20eq%202", ""),
        refused("MethodNotAllowed", "PUT", "/Tables", "{\"TableName\":\"New\"}"),
        refused("XMethodNotUsingPost", "GET", ENTITY, "").with("x-http-method", "MERGE"),
        refused("XMethodIncorrectValue", "POST", ENTITY, "{}").with("x-http-method", "FETCH"),
        refused("XMethodIncorrectCount", "POST", ENTITY, "{}")
            .with("x-http-method", "MERGE")
            .with_another("x-http-method", "PUT"),
        refused("RequestBodyTooLarge", "POST", "/Tab", entity(&format!(",\"A\":\"{}\"", "x".repeat(5 << 20)))),
        refused("InvalidQueryParameterValue", "GET", "/?restype=service&comp=stats", ""),
        refused("InvalidHeaderValue", "OPTIONS", "/Tab", "").unsigned(),
        refused("CorsPreflightFailure", "OPTIONS", "/Tab", "")
            .with("origin", "http://a")
            .with("access-control-request-method", "GET")
            .unsigned(),
        refused("InvalidDuplicateRow", "POST", "/$batch", change_set([("p", "1"), ("p", "1")]))
            .with("content-type", MULTIPART),
        refused("CommandsInBatchActOnDifferentPartitions", "POST", "/$batch", two_partitions)
            .with("content-type", MULTIPART),
    ]
}

/// The query of a signature for the account.
fn account_sas(permissions: &str, kinds: &str, services: &str, addresses: &str, protocols: &str) -> String {
    let account = Account::emulator();
    let (version, expiry) = ("2019-02-02", "2100-01-01");
    let name = &account.name;
    let text = format!("{name}\n{permissions}\n{services}\n{kinds}\n\n{expiry}\n{addresses}\n{protocols}\n{version}\n");
    let signature = account.key.sign(&text).replace('+', "%2B");
    let query = format!("sv={version}&ss={services}&srt={kinds}&sp={permissions}&se={expiry}&sig={signature}");
    let option = |name: &str, value: &str| if value.is_empty() { String::new() } else { format!("&{name}={value}") };
    format!("/Tab()?{query}{}{}", option("sip", addresses), option("spr", protocols))
}

/// The address of another table, with a signature for this one.
fn table_sas() -> String {
    let account = Account::emulator();
    let (version, expiry) = ("2019-02-02", "2100-01-01");
    let text = format!("r\n\n{expiry}\n/table/{}/tab\n\n\n\n{version}\n\n\n\n", account.name);
    let signature = account.key.sign(&text).replace('+', "%2B");
    format!("/Other()?sv={version}&tn=Tab&sp=r&se={expiry}&sig={signature}")
}

/// What is wrong with who asks.
fn of_authorization() -> Vec<Refused> {
    vec![
        refused("NoAuthenticationInformation", "GET", "/Tab()", "").unsigned(),
        refused("InvalidAuthenticationInfo", "GET", "/Tab()", "").with("authorization", "nonsense").unsigned(),
        refused("AuthorizationPermissionMismatch", "GET", &account_sas("a", "sco", "t", "", ""), "").unsigned(),
        refused("AuthorizationResourceTypeMismatch", "GET", &account_sas("r", "s", "t", "", ""), "").unsigned(),
        refused("AuthorizationServiceMismatch", "GET", &account_sas("r", "sco", "b", "", ""), "").unsigned(),
        refused("AuthorizationSourceIPMismatch", "GET", &account_sas("r", "sco", "t", "192.0.2.1", ""), "").unsigned(),
        refused("AuthorizationProtocolMismatch", "GET", &account_sas("r", "sco", "t", "", "https"), "").unsigned(),
        refused("AuthorizationFailure", "GET", &table_sas(), "").unsigned(),
        refused("AuthenticationFailed", "GET", "/Tab()?sv=2019-02-02&tn=Tab&sp=r&se=2100-01-01&sig=eA%3D%3D", "")
            .unsigned(),
    ]
}

/// The answer in a form that shows it whole: status, what the body is, and the body.
fn shown(answer: &tablestakes_reference::http::Response) -> String {
    let body = String::from_utf8_lossy(&answer.body);
    let kind = answer.headers.get("content-type").unwrap_or("no Content-Type");
    format!("{} {kind}\n{}", answer.status, body.replace("\r\n", "\n").trim_start_matches('\u{feff}'))
}

/// In JSON alone: where Atom has ended, no XML is asked for.
#[test]
fn a_format_that_has_ended() {
    let mut service = Asked::new(Settings::default());
    let headers = [("content-type", "application/atom+xml"), ("x-ms-version", "2019-02-02")];
    let atom = shown(&service.ask("POST", "/Tab", &headers, entity("").as_bytes()).response);
    assert!(atom.starts_with("415 ") && atom.contains("\"AtomFormatNotSupported\""), "{atom}");
}

#[test]
fn what_the_emulator_does_not_know() {
    let mut service = Asked::new(Settings { profile: Profile::Emulator, ..Settings::default() });
    let told = shown(&service.ask("GET", "/Tab()", &[("x-ms-version", "2020-12-06")], b"").response);
    assert!(told.starts_with("400 ") && told.contains("VersionNotSupportedByEmulator"), "{told}");
    let long = format!("{{\"PartitionKey\":\"p\",\"RowKey\":\"{}\"}}", "k".repeat(256));
    let refused = service.ask("POST", "/Tab", &[JSON], long.as_bytes());
    assert_eq!(refused.response.status, 400);
    assert!(refused.alternatives.iter().any(|held| held.status == 201), "the service stores it");
    let filter = "/Tab()?$filter=A%20gt%20guid'a455c695-df98-5678-aaaa-81d3367e5a34'";
    assert_eq!(service.ask("GET", filter, &[], b"").response.status, 400);
    let old = br#"{"PartitionKey":"p","RowKey":"r","A":"1700-01-01T00:00:00Z","A@odata.type":"Edm.DateTime"}"#;
    let stored = service.ask("POST", "/Tab", &[JSON], old).response;
    assert!(String::from_utf8_lossy(&stored.body).contains("1753-01-01T00:00:00Z"), "{stored:?}");
}

#[test]
fn codes_in_both_formats() {
    let mut text = String::new();
    let both = ["application/json;odata=nometadata", "*/*"].map(|accept| (accept, "2019-07-07"));
    for asked in [of_tables(), of_entities(), of_requests(), of_authorization()].into_iter().flatten() {
        let _ = writeln!(text, "## {}", asked.code);
        for (accept, version) in both {
            let mut service = Asked::new(Settings { deletion_takes: 400_000_000, ..Settings::default() });
            service.ask("POST", "/Tab", &[JSON], br#"{"PartitionKey":"p","RowKey":"r"}"#);
            if let Some((method, path)) = asked.before {
                service.ask(method, path, &[], b"");
            }
            let mut headers = asked.headers.clone();
            headers.extend([("accept", accept), ("x-ms-version", version)]);
            let answer = if asked.signed {
                service.ask(asked.method, &asked.path, &headers, asked.body.as_bytes())
            } else {
                let target = format!("/devstoreaccount1{}", asked.path);
                let headers: Headers = headers.into_iter().collect();
                let body = asked.body.clone().into_bytes().into();
                service.answer(&Request { method: asked.method.to_owned(), target, headers, body })
            };
            let shown = shown(&answer.response);
            let named = ["<", "\""].iter().any(|end| shown.contains(&format!("{}{end}", asked.code)));
            assert!(named, "{} in {accept}: {shown}", asked.code);
            let _ = writeln!(text, "{}\n", shown.trim_end());
        }
    }
    insta::with_settings!({ snapshot_path => "../../snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("errors", text);
    });
}
