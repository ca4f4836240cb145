//! Properties of the service: what is logged, measured, and allowed to other origins. Every history begins by setting them
//! all, and ends with none.

use super::steps::{
    SasExt as _, StepExt as _, account_sas, cors_rule, cross_origin, logging, metrics, properties, retention, sections,
    set_properties,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::history::{Auth, Sas, SignedPart, Step};
use tablestakes_reference::queue::Ask;

const SUITE: Suite = Suite::ServiceProperties;

const A: &str = "http://a.example";

/// Sets these sections.
fn set(parts: &str) -> Ask {
    set_properties(sections(parts))
}

/// Sets all sections, with nothing logged or measured, and these CORS rules.
fn reset(rules: &str) -> Ask {
    set_properties(cross_origin(rules))
}

fn rule() -> String {
    cors_rule("GET,PUT", A, "x-ms-meta-*,accept", "x-ms-request-id")
}

const MEASURED: &str = "<Enabled>true</Enabled><IncludeAPIs>true</IncludeAPIs>";

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [stored(), refused(), guarded()].concat()
}

fn stored() -> Vec<Check> {
    vec![
        check!(
            QueueService,
            "queue.service-properties.stored",
            "Properties that are set are returned",
            "The operation is granted, and the answer is a constant.",
            [QUEUE_SERVICE_PROPERTIES_STORED],
            [
                reset(""),
                properties(),
                set(&format!(
                    "{}{}",
                    logging(true, &retention("5")),
                    metrics("HourMetrics", MEASURED, &retention("7"))
                )),
                properties(),
                set(&metrics("MinuteMetrics", MEASURED, "")),
                properties(),
                set(&format!("<Cors>{}</Cors>", rule())),
                properties(),
                reset(""),
                properties(),
            ]
        ),
        check!(
            QueueService,
            "queue.service-properties.written",
            "Booleans may begin with a capital letter, and sections may stand in any order",
            "The document is compared with the one that the author's client writes.",
            [QUEUE_SERVICE_PROPERTIES_STORED],
            [
                reset(""),
                set(&format!(
                    "<Cors />{}<Logging><Write>True</Write><Read>False</Read><RetentionPolicy><Days>3</Days><Enabled>True\
                     </Enabled></RetentionPolicy><Delete>true</Delete><Version>1.0</Version></Logging>",
                    metrics("HourMetrics", "<IncludeAPIs>False</IncludeAPIs><Enabled>True</Enabled>", "")
                )),
                properties(),
                reset(""),
            ]
        ),
        check!(
            QueueService,
            "queue.service-properties.of-first-versions",
            "Before 2013-08-15, there are the sections Logging and Metrics, and each request replaces all",
            "There is one form of documents, the newest.",
            [QUEUE_SERVICE_PROPERTIES_STORED],
            [
                reset(""),
                set(&format!("{}{}", logging(true, &retention("5")), metrics("Metrics", MEASURED, "")))
                    .version(Version::V2012_02_12),
                properties().version(Version::V2012_02_12),
                properties().version(Version::V2011_08_18),
                properties(),
                reset(""),
            ]
        ),
        check!(
            QueueService,
            "queue.service-properties.sections-kept",
            "What a request does not name stays as it is",
            "The document is stored as it comes.",
            [QUEUE_SERVICE_SECTIONS_KEPT],
            [
                reset(&rule()),
                set(&logging(true, &retention("7"))),
                properties(),
                set(&metrics("MinuteMetrics", MEASURED, "")),
                properties(),
                set("<Cors />"),
                properties(),
                set(&logging(false, "")).version(Version::V2013_08_15),
                properties(),
                reset(""),
            ]
        ),
        check!(
            QueueService,
            "queue.service-properties.cors-no-headers",
            "A CORS rule may allow and expose no header",
            "An element without text is read as one that is missing.",
            [QUEUE_SERVICE_PROPERTIES_STORED],
            [reset(&cors_rule("GET", A, "", "")), properties(), reset("")]
        ),
        check!(
            QueueService,
            "queue.service-properties.header-lists",
            "In the header lists of CORS rules, names come back before prefixes",
            "The lists are kept as text.",
            [QUEUE_SERVICE_HEADER_LISTS],
            [
                reset(&cors_rule("GET", A, "x-ms-meta-data*,x-ms-meta-xyz", "x-ms-meta-b*,x-ms-meta-a,accept")),
                properties(),
                reset(&cors_rule("GET,PUT", "*", "accept,x-ms-*,origin", "*")),
                properties(),
                reset(""),
            ]
        ),
        check!(
            QueueService,
            "queue.service-properties.by-sas",
            "A SAS of the account with w and r sets and reads properties",
            "Signatures are looked at where queues are.",
            [QUEUE_SAS_ACCOUNT, QUEUE_SERVICE_PROPERTIES_STORED],
            [
                reset(""),
                set(&logging(true, &retention("9"))).auth(account_sas("w").for_types("q", "s").auth()),
                properties().auth(account_sas("r").for_types("q", "s").auth()),
                reset(""),
            ]
        ),
    ]
}

fn refused() -> Vec<Check> {
    vec![
        check!(
            QueueService,
            "queue.service-properties.validated",
            "Properties that cannot be are refused, and nothing is changed",
            "What is not looked at need not be right.",
            [QUEUE_SERVICE_PROPERTIES_VALIDATED],
            [
                reset(""),
                set(&logging(true, &retention("366"))),
                set(&logging(true, &retention("0"))),
                set(&metrics("HourMetrics", MEASURED, &retention("366"))),
                set(&metrics("MinuteMetrics", MEASURED, &retention("0"))),
                set(&metrics("HourMetrics", "<Enabled>true</Enabled>", "")),
                set_properties("<StorageServiceProperties>"),
                set_properties("<other/>"),
                set_properties("text"),
                properties(),
                set(&logging(true, &retention("365"))),
                set(&logging(true, &retention("1"))),
                properties(),
                reset(""),
            ]
        ),
        check!(
            QueueService,
            "queue.service-properties.validated-before",
            "Properties that cannot be are refused in the first versions too",
            "What is not looked at need not be right.",
            [QUEUE_SERVICE_PROPERTIES_VALIDATED],
            [
                reset(""),
                set(&format!("{}{}", logging(true, &retention("366")), metrics("Metrics", MEASURED, "")))
                    .version(Version::V2012_02_12),
                set_properties("<StorageServiceProperties>").version(Version::V2011_08_18),
                properties(),
            ]
        ),
        check!(
            QueueService,
            "queue.service-properties.cors-limit",
            "There are five CORS rules at most",
            "The limit is left to clients.",
            [QUEUE_SERVICE_CORS_LIMIT],
            [
                reset(&rule().repeat(5)),
                properties(),
                reset(&rule().repeat(6)),
                set(&format!("<Cors>{}</Cors>", rule().repeat(6))),
                properties(),
                Step::from(reset(&rule().repeat(7))).version(Version::V2013_08_15),
                properties(),
                reset(""),
            ]
        ),
    ]
}

/// Logging of reads, which nobody but the owner of the account may turn on.
fn intrusion() -> Ask {
    set(&logging(true, &retention("3")))
}

fn guarded() -> Vec<Check> {
    vec![
        check!(
            QueueService,
            "queue.service-properties.authenticated",
            "Properties are set by who is known alone",
            "The front door of the service has a lock of its own, or none.",
            [
                QUEUE_AUTH_SIGNATURE,
                QUEUE_AUTH_LITE_SIGNATURE,
                QUEUE_AUTH_REQUIRED,
                QUEUE_AUTH_OTHER_ACCOUNT,
                QUEUE_AUTH_TOO_OLD
            ],
            [
                reset(""),
                intrusion().auth(Auth::WrongKey),
                intrusion().auth(Auth::Anonymous),
                intrusion().auth(Auth::Shortened { lite: false }),
                intrusion().auth(Auth::Shortened { lite: true }),
                intrusion().auth(Auth::OtherAccount { account: "someoneelse".into() }),
                intrusion().auth(Auth::Skewed { seconds: -20 * 60 }),
                properties(),
                intrusion().auth(Auth::SharedKeyLite),
                properties(),
                reset(""),
            ]
        ),
        check!(
            QueueService,
            "queue.service-properties.signed",
            "A signature covers every part of a request that sets properties",
            "The front door of the service has a lock of its own, or none.",
            [
                QUEUE_AUTH_METHOD_SIGNED,
                QUEUE_AUTH_QUERY_SIGNED,
                QUEUE_AUTH_CONTENT_LENGTH_SIGNED,
                QUEUE_AUTH_HEADERS_SIGNED,
                QUEUE_AUTH_PATH_SIGNED,
            ],
            {
                let over = |part, value: &str| Auth::SignedOver { lite: false, part, value: value.to_owned() };
                let mut script = vec![Step::from(reset(""))];
                script.extend(
                    [
                        over(SignedPart::Method, "GET"),
                        over(SignedPart::Comp, "stats"),
                        over(SignedPart::Header, "content-length: "),
                        over(SignedPart::Header, "x-ms-version: 2015-12-11"),
                        over(SignedPart::Path, "/${queue}"),
                    ]
                    .map(|auth| intrusion().auth(auth)),
                );
                script.extend([properties(), reset("")].map(Step::from));
                script
            }
        ),
        check!(
            QueueService,
            "queue.service-properties.guarded-from-sas",
            "A SAS of the account sets properties with w and for the service alone; one for a queue never does",
            "What may write may write everything.",
            [QUEUE_SAS_PERMISSION, QUEUE_SAS_RESOURCE_TYPE, QUEUE_SAS_SERVICE, QUEUE_SAS_SIGNATURE, QUEUE_SAS_EXPIRED],
            [
                reset(""),
                intrusion().auth(account_sas("rdlacup").for_types("q", "s").auth()),
                intrusion().auth(account_sas("w").for_types("q", "co").auth()),
                intrusion().auth(account_sas("w").for_types("bft", "s").auth()),
                intrusion().auth(Sas { forged: true, ..account_sas("w").for_types("q", "s") }.auth()),
                intrusion().auth(Sas { expires: Some(-60), ..account_sas("w").for_types("q", "s") }.auth()),
                properties(),
                reset(""),
            ]
        ),
        check!(
            QueueService,
            "queue.service-properties.headers",
            "Answers to who sets properties, granted and refused, carry the headers that all answers carry",
            "The operation is not one on queues, and is written elsewhere.",
            [
                QUEUE_HEADERS_VERSION_ECHO,
                QUEUE_HEADERS_REQUEST_ID,
                QUEUE_HEADERS_CLIENT_REQUEST_ID,
                QUEUE_HEADERS_NO_CACHE_CONTROL,
                QUEUE_HEADERS_NO_ETAG,
            ],
            [
                reset("").header("x-ms-client-request-id", "mine"),
                set_properties("<other/>").header("x-ms-client-request-id", "mine"),
                properties().header("x-ms-client-request-id", "mine"),
                set(&logging(false, "")).header("x-ms-client-request-id", "mine"),
                reset("").version(Version::V2015_12_11),
            ]
        ),
        check!(
            QueueService,
            "queue.service-properties.each-field",
            "Each field is returned as it was set, and no other with it",
            "Fields that no client of the author's sets are left at their defaults.",
            [QUEUE_SERVICE_PROPERTIES_STORED],
            {
                let logged = |delete: bool, read: bool, write: bool, days: &str| {
                    format!(
                        "<Logging><Version>1.0</Version><Delete>{delete}</Delete><Read>{read}</Read><Write>{write}</Write>{}\
                         </Logging>",
                        retention(days)
                    )
                };
                let unnamed = "<Enabled>true</Enabled><IncludeAPIs>false</IncludeAPIs>";
                let aged = rule().replace(">600<", ">86400<");
                let sections = [
                    logged(true, false, false, "1"),
                    logged(false, true, false, "30"),
                    logged(false, false, true, "365"),
                    metrics("HourMetrics", MEASURED, &retention("1")),
                    metrics("HourMetrics", unnamed, &retention("365")),
                    metrics("MinuteMetrics", MEASURED, &retention("30")),
                    metrics("MinuteMetrics", unnamed, ""),
                    format!("<Cors>{aged}{}</Cors>", rule()),
                ];
                let mut script = vec![Step::from(reset(""))];
                for section in sections {
                    script.extend([set(&section), properties()].map(Step::from));
                }
                script.push(reset("").into());
                script
            }
        ),
    ]
}
