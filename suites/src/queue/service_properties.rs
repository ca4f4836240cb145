//! Properties of the service: what is logged, measured, and allowed to other origins. Every history begins by setting them
//! all, and ends with none.

use super::steps::{
    SasExt as _, StepExt as _, account_sas, cors_rule, cross_origin, logging, metrics, properties, retention, sections,
    set_properties,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::history::Step;
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
    [stored(), refused()].concat()
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
