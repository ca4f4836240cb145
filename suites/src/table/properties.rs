//! Properties of the service: what is logged, measured, and allowed to other origins. Every history begins by setting them
//! all, and ends with none.

use super::steps::{RawExt as _, bare_request};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::history::RawRequest;

const SUITE: Suite = Suite::ServiceProperties;

const RETENTION: &str = "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy>";

/// Sets the properties to these sections.
pub(super) fn set(sections: &str) -> RawRequest {
    let body = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><StorageServiceProperties>{sections}</StorageServiceProperties>"
    );
    bare_request("PUT", "/?restype=service&comp=properties").field("Content-Type", "application/xml").text(body)
}

/// Asks for the properties.
pub(super) fn get() -> RawRequest {
    bare_request("GET", "/?restype=service&comp=properties")
}

fn logging(read: bool, retention: &str) -> String {
    format!(
        "<Logging><Version>1.0</Version><Delete>false</Delete><Read>{read}</Read><Write>false</Write>{retention}</Logging>"
    )
}

fn metrics(name: &str, enabled: &str) -> String {
    format!("<{name}><Version>1.0</Version>{enabled}{RETENTION}</{name}>")
}

/// All sections, with nothing logged or measured, and these CORS rules.
pub(super) fn everything(cors: &str) -> String {
    let off = "<Enabled>false</Enabled>";
    let logging = logging(false, RETENTION);
    format!("{logging}{}{}<Cors>{cors}</Cors>", metrics("HourMetrics", off), metrics("MinuteMetrics", off))
}

fn keeping(days: &str) -> String {
    format!("<RetentionPolicy><Enabled>true</Enabled><Days>{days}</Days></RetentionPolicy>")
}

/// A CORS rule.
pub(super) fn cors_rule(methods: &str, origins: &str, headers: &str, exposed: &str) -> String {
    format!(
        "<CorsRule><AllowedMethods>{methods}</AllowedMethods><AllowedOrigins>{origins}</AllowedOrigins><AllowedHeaders>\
         {headers}</AllowedHeaders><ExposedHeaders>{exposed}</ExposedHeaders><MaxAgeInSeconds>600</MaxAgeInSeconds>\
         </CorsRule>"
    )
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableService,
            "table.service-properties.stored",
            "Properties that are set are returned",
            "The operation is granted, and the answer is a constant.",
            [TABLE_SERVICE_PROPERTIES_STORED],
            [
                set(&everything("")),
                get(),
                set(&format!(
                    "{}{}",
                    logging(true, &keeping("5")),
                    metrics("HourMetrics", "<Enabled>true</Enabled><IncludeAPIs>true</IncludeAPIs>")
                )),
                get(),
                set(&format!("<Cors>{}</Cors>", cors_rule("GET,PUT", "http://a.example", "x-ms-*", "etag"))),
                get(),
                set(&everything("")),
            ]
        ),
        check!(
            TableService,
            "table.service-properties.sections-kept",
            "What a request does not name stays as it is",
            "The document is stored as it comes.",
            [TABLE_SERVICE_SECTIONS_KEPT],
            [
                set(&everything(&cors_rule("GET", "http://a.example", "accept", "etag"))),
                set(&logging(true, &keeping("7"))),
                get(),
                set(&everything("")),
            ]
        ),
        check!(
            TableService,
            "table.service-properties.cors-no-headers",
            "A CORS rule may allow and expose no header",
            "An element without text is read as one that is missing.",
            [TABLE_SERVICE_PROPERTIES_STORED],
            [set(&everything(&cors_rule("GET", "http://a.example", "", ""))), get(), set(&everything(""))]
        ),
        check!(
            TableService,
            "table.service-properties.validated",
            "Properties that cannot be are refused",
            "What is not looked at need not be right.",
            [TABLE_SERVICE_PROPERTIES_VALIDATED],
            [
                set(&everything("")),
                set(&logging(true, &keeping("366"))),
                set(&logging(true, &keeping("0"))),
                set(""),
                set(&metrics("HourMetrics", "<Enabled>true</Enabled>")),
                get(),
            ]
        ),
        check!(
            TableService,
            "table.service-properties.cors-limit",
            "There are five CORS rules at most",
            "The limit is left to clients.",
            [TABLE_SERVICE_CORS_LIMIT],
            [
                set(&everything(&cors_rule("GET", "http://a.example", "accept", "etag").repeat(5))),
                set(&everything(&cors_rule("GET", "http://a.example", "accept", "etag").repeat(6))),
                set(&everything("")),
            ]
        ),
    ]
}
