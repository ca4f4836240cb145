//! Documents of properties of a service: the same sections for every service.

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>";

/// The document of properties with these sections.
pub(crate) fn sections(sections: &str) -> String {
    format!("{DECLARATION}<StorageServiceProperties>{sections}</StorageServiceProperties>")
}

const FOREVER: &str = "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy>";

/// For so many days.
pub(crate) fn retention(days: &str) -> String {
    format!("<RetentionPolicy><Enabled>true</Enabled><Days>{days}</Days></RetentionPolicy>")
}

/// What is logged, and for how long it is kept; forever if nothing is said.
pub(crate) fn logging(read: bool, retention: &str) -> String {
    let retention = if retention.is_empty() { FOREVER } else { retention };
    format!(
        "<Logging><Version>1.0</Version><Delete>false</Delete><Read>{read}</Read><Write>false</Write>{retention}</Logging>"
    )
}

/// A section of metrics that holds this.
pub(crate) fn metrics(name: &str, enabled: &str, retention: &str) -> String {
    let retention = if retention.is_empty() { FOREVER } else { retention };
    format!("<{name}><Version>1.0</Version>{enabled}{retention}</{name}>")
}

/// All sections, with nothing logged or measured, and these CORS rules.
pub(crate) fn cross_origin(rules: &str) -> String {
    let off = "<Enabled>false</Enabled>";
    let (hours, minutes) = (metrics("HourMetrics", off, ""), metrics("MinuteMetrics", off, ""));
    sections(&format!("{}{hours}{minutes}<Cors>{rules}</Cors>", logging(false, "")))
}

/// A CORS rule.
pub(crate) fn cors_rule(methods: &str, origins: &str, headers: &str, exposed: &str) -> String {
    format!(
        "<CorsRule><AllowedMethods>{methods}</AllowedMethods><AllowedOrigins>{origins}</AllowedOrigins><AllowedHeaders>\
         {headers}</AllowedHeaders><ExposedHeaders>{exposed}</ExposedHeaders><MaxAgeInSeconds>600</MaxAgeInSeconds>\
         </CorsRule>"
    )
}
