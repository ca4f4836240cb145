//! Properties of the service: what is logged, measured, kept, and allowed to other origins. Every history begins by setting them,
//! and ends with none.

use super::steps::{
    AskExt as _, SasExt as _, StepExt as _, account, account_sas, bare_request, delete, get, get_service_properties,
    head, list, put, set_service_properties, snapshot, told, undelete,
};
use crate::check::{Check, Suite};
use crate::define::check;
use crate::steps::{A, cors_rule, cross_origin, logging, metrics, retention, sections};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::symbol::Told;
use tablestakes_reference::history::{Auth, Step};

const SUITE: Suite = Suite::ServiceProperties;

/// Sets these sections.
fn set(parts: &str) -> Ask {
    set_service_properties(sections(parts))
}

/// Reads them.
fn properties() -> Ask {
    get_service_properties()
}

/// Sets all sections, with nothing logged, measured or kept, and these CORS rules.
fn reset(rules: &str) -> Ask {
    let end = "</StorageServiceProperties>";
    let own = "<DeleteRetentionPolicy><Enabled>false</Enabled></DeleteRetentionPolicy><StaticWebsite><Enabled>false</Enabled>\
               </StaticWebsite>";
    set_service_properties(cross_origin(rules).replace(end, &format!("{own}{end}")))
}

fn rule() -> String {
    cors_rule("GET,PUT", A, "x-ms-meta-*,accept", "x-ms-request-id")
}

/// Keeps what is deleted for so many days.
fn kept(days: &str) -> String {
    format!("<DeleteRetentionPolicy><Enabled>true</Enabled><Days>{days}</Days></DeleteRetentionPolicy>")
}

fn website(inner: &str) -> String {
    format!("<StaticWebsite>{inner}</StaticWebsite>")
}

const MEASURED: &str = "<Enabled>true</Enabled><IncludeAPIs>true</IncludeAPIs>";

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [stored(), own(), refused(), for_ever(), of_account()].concat()
}

fn stored() -> Vec<Check> {
    vec![
        check!(
            BlobService,
            "blob.service-properties.stored",
            "Properties that are set are returned",
            "The operation is granted, and the answer is a constant.",
            [BLOB_SERVICE_PROPERTIES_STORED],
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
            BlobService,
            "blob.service-properties.written",
            "Booleans may begin with a capital letter, and sections may stand in any order",
            "The document is compared with the one that the author's client writes.",
            [BLOB_SERVICE_PROPERTIES_STORED],
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
            BlobService,
            "blob.service-properties.of-first-versions",
            "Before 2013-08-15, there are the sections Logging and Metrics, and each request replaces all",
            "There is one form of documents, the newest.",
            [BLOB_SERVICE_PROPERTIES_STORED],
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
            BlobService,
            "blob.service-properties.sections-kept",
            "What a request does not name stays as it is",
            "The document is stored as it comes.",
            [BLOB_SERVICE_SECTIONS_KEPT],
            [
                reset(&rule()),
                set(&logging(true, &retention("7"))),
                properties(),
                set(&metrics("MinuteMetrics", MEASURED, "")),
                properties(),
                set("<Cors />"),
                properties(),
                set(&kept("7")),
                properties(),
                set(&website("<Enabled>true</Enabled><IndexDocument>index.html</IndexDocument>")),
                properties(),
                set(&logging(false, "")).version(Version::V2013_08_15),
                properties(),
                reset(""),
            ]
        ),
        check!(
            BlobService,
            "blob.service-properties.cors-no-headers",
            "A CORS rule may allow and expose no header",
            "An element without text is read as one that is missing.",
            [BLOB_SERVICE_PROPERTIES_STORED],
            [reset(&cors_rule("GET", A, "", "")), properties(), reset("")]
        ),
        check!(
            BlobService,
            "blob.service-properties.header-lists",
            "In the header lists of CORS rules, names come back before prefixes",
            "The lists are kept as text.",
            [BLOB_SERVICE_HEADER_LISTS],
            [
                reset(&cors_rule("GET", A, "x-ms-meta-data*,x-ms-meta-xyz", "x-ms-meta-b*,x-ms-meta-a,accept")),
                properties(),
                reset(&cors_rule("GET,PUT", "*", "accept,x-ms-*,origin", "*")),
                properties(),
                reset(""),
            ]
        ),
        check!(
            BlobService,
            "blob.service-properties.by-sas",
            "A SAS of the account with w and r sets and reads properties",
            "Signatures are looked at where blobs are.",
            [BLOB_SAS_ACCOUNT, BLOB_SERVICE_PROPERTIES_STORED],
            [
                reset(""),
                set(&logging(true, &retention("9"))).auth(account_sas("w").for_types("b", "s").auth()),
                properties().auth(account_sas("r").for_types("b", "s").auth()),
                reset(""),
            ]
        ),
    ]
}

/// What other services do not have.
fn own() -> Vec<Check> {
    vec![
        check!(
            BlobService,
            "blob.service-properties.retention",
            "The properties tell whether deleted blobs are kept, and for how many days",
            "The section is taken, and never told.",
            [BLOB_SERVICE_RETENTION],
            [
                reset(""),
                properties(),
                set(&kept("1")),
                properties(),
                set(&kept("365")),
                properties().version(Version::V2017_07_29),
                properties().version(Version::V2020_02_10),
                properties().version(Version::V2017_04_17),
                reset(""),
                properties(),
            ]
        ),
        check!(
            BlobService,
            "blob.service-properties.undelete",
            "While deleted blobs are kept, they are restored",
            "The setting is kept, and nothing else is.",
            [BLOB_DELETE_UNDELETE, BLOB_DELETE_PERMANENT],
            [
                reset(""),
                set(&kept("7")),
                put("b", "1").with_metadata(&[("a", "1")]),
                snapshot("b"),
                delete("b").with("x-ms-delete-snapshots", "include"),
                get("b"),
                list(),
                list().including("deleted"),
                undelete("b"),
                get("b"),
                head("b"),
                list().including("snapshots"),
                reset(""),
            ]
        ),
        check!(
            BlobService,
            "blob.service-properties.website",
            "The properties tell of the static website and its pages",
            "The section is taken, and never told.",
            [BLOB_SERVICE_WEBSITE],
            [
                reset(""),
                properties(),
                set(&website(
                    "<Enabled>true</Enabled><IndexDocument>index.html</IndexDocument><ErrorDocument404Path>error/404.html\
                     </ErrorDocument404Path>"
                )),
                properties(),
                properties().version(Version::V2018_03_28),
                properties().version(Version::V2017_11_09),
                set(&website("<Enabled>false</Enabled>")),
                properties(),
                reset(""),
            ]
        ),
    ]
}

fn refused() -> Vec<Check> {
    vec![
        check!(
            BlobService,
            "blob.service-properties.validated",
            "Properties that cannot be are refused, and nothing is changed",
            "What is not looked at need not be right.",
            [BLOB_SERVICE_PROPERTIES_VALIDATED],
            [
                reset(""),
                set(&logging(true, &retention("366"))),
                set(&logging(true, &retention("0"))),
                set(&metrics("HourMetrics", MEASURED, &retention("366"))),
                set(&metrics("MinuteMetrics", MEASURED, &retention("0"))),
                set(&metrics("HourMetrics", "<Enabled>true</Enabled>", "")),
                set_service_properties("<StorageServiceProperties>"),
                set_service_properties("<other/>"),
                set_service_properties("text"),
                properties(),
                set(&logging(true, &retention("365"))),
                set(&logging(true, &retention("1"))),
                properties(),
                reset(""),
            ]
        ),
        check!(
            BlobService,
            "blob.service-properties.retention-validated",
            "Deleted blobs are kept for 1 to 365 days, and not for less or more",
            "The number is stored as it comes.",
            [BLOB_SERVICE_PROPERTIES_VALIDATED],
            [
                reset(""),
                set(&kept("0")),
                set(&kept("366")),
                set(&kept("-1")),
                set(&kept("seven")),
                set("<DeleteRetentionPolicy><Enabled>true</Enabled></DeleteRetentionPolicy>"),
                properties(),
                set(&kept("365")),
                set(&kept("1")),
                properties(),
                reset(""),
            ]
        ),
        check!(
            BlobService,
            "blob.service-properties.validated-before",
            "Properties that cannot be are refused in the first versions too",
            "What is not looked at need not be right.",
            [BLOB_SERVICE_PROPERTIES_VALIDATED],
            [
                reset(""),
                set(&format!("{}{}", logging(true, &retention("366")), metrics("Metrics", MEASURED, "")))
                    .version(Version::V2012_02_12),
                set_service_properties("<StorageServiceProperties>").version(Version::V2011_08_18),
                properties(),
            ]
        ),
        check!(
            BlobService,
            "blob.service-properties.cors-limit",
            "There are five CORS rules at most",
            "The limit is left to clients.",
            [BLOB_SERVICE_CORS_LIMIT],
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

/// Deletes for ever the snapshot that a step made.
fn permanently(step: usize) -> Ask {
    delete("b").of_snapshot(told(step, Told::Snapshot)).option("deletetype", "Permanent")
}

/// Keeps what is deleted, unless it is to be deleted for ever.
fn allowing() -> Ask {
    set("<DeleteRetentionPolicy><Enabled>true</Enabled><Days>7</Days><AllowPermanentDelete>true</AllowPermanentDelete>\
         </DeleteRetentionPolicy>")
}

fn for_ever() -> Vec<Check> {
    vec![check!(
        BlobService,
        "blob.service-properties.for-ever",
        "What is deleted and kept is deleted for ever where the account allows that, and not elsewhere",
        "The option is not looked at, or granted everywhere.",
        [BLOB_DELETE_FOR_EVER],
        {
            let steps = crate::define::steps![
                reset(""),
                set(&kept("7")),
                put("b", "1"),
                snapshot("b"),
                delete("b").of_snapshot(told(3, Told::Snapshot)),
                permanently(3),
                list().including("snapshots,deleted"),
                allowing(),
                properties(),
                permanently(3),
                list().including("snapshots,deleted"),
                permanently(3),
                get("b"),
                reset(""),
            ];
            steps.into_iter().map(|step| step.version(Version::V2020_02_10)).collect::<Vec<_>>()
        }
    )]
}

fn of_account() -> Vec<Check> {
    vec![
        check!(
            BlobService,
            "blob.service-properties.account",
            "Account information tells the kind of the account and of its replication, by GET, of anything in it",
            "It is an operation of the management, it is thought.",
            [BLOB_SERVICE_ACCOUNT],
            [
                account(),
                account().version(Version::V2018_03_28),
                account().version(Version::V2019_07_07),
                account().version(Version::V2020_12_06),
                account().auth(Auth::SharedKeyLite),
                account().auth(Auth::WrongKey),
                bare_request("GET", "/${container}?restype=account&comp=properties"),
                bare_request("HEAD", "/?restype=account&comp=properties"),
                bare_request("GET", "/${container}/b?restype=account&comp=properties"),
            ]
        ),
        check!(
            BlobService,
            "blob.service-properties.default-version",
            "The version of requests that name none is told, and such a request is answered by it",
            "It is taken, and never told.",
            [BLOB_SERVICE_DEFAULT_VERSION],
            [
                reset(""),
                properties(),
                set("<DefaultServiceVersion>2011-08-18</DefaultServiceVersion>"),
                properties(),
                set(&logging(true, "")),
                properties(),
                set("<DefaultServiceVersion>2017-07-29</DefaultServiceVersion>"),
                properties().version(Version::V2012_02_12),
                properties(),
                // In the first versions a request replaces the whole, and so takes the version away again.
                set(&format!("{}{}", logging(false, ""), metrics("Metrics", "<Enabled>false</Enabled>", "")))
                    .version(Version::V2012_02_12),
                reset(""),
                properties(),
            ]
        ),
    ]
}
