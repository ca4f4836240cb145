//! Service properties: logging, metrics and CORS rules, as every service of an account has them. What they cause beyond
//! being stored is CORS alone.

use crate::xml::{Element, written};

/// The longest time that logs and metrics can be kept, in days.
const MOST_DAYS: u16 = 365;
/// The most CORS rules.
pub const MOST_RULES: usize = 5;

/// The properties of a service.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Properties {
    /// What is logged.
    pub logging: Logging,
    /// Metrics by the hour.
    pub hour_metrics: Metrics,
    /// Metrics by the minute.
    pub minute_metrics: Metrics,
    /// Who may ask from other origins.
    pub cors: Vec<CorsRule>,
}

/// How a document is written, where services differ.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Form {
    /// Empty lists are `<X />`.
    pub short_empty: bool,
    /// In lists of headers, names stand before prefixes.
    pub literal_first: bool,
}

/// The octet behind the first number of days in a document that is not between 1 and 365.
pub fn days_out_of_range(document: &[u8]) -> Option<usize> {
    let root = Element::read(document)?;
    let days = root.children.iter().filter_map(|section| section.child("RetentionPolicy")?.child("Days"));
    let out = |days: &&Element| !days.text.trim().parse().is_ok_and(|days: u16| (1..=MOST_DAYS).contains(&days));
    days.into_iter().find(out).map(|days| days.end)
}

/// What is logged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logging {
    version: String,
    read: bool,
    write: bool,
    delete: bool,
    retention: Retention,
}

/// What is measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metrics {
    version: String,
    /// Whether anything is; then, whether by operation.
    enabled: Option<bool>,
    retention: Retention,
}

/// For how many days logs or metrics are kept; forever if there is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Retention(Option<u16>);

/// Who may ask for what from another origin.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CorsRule {
    /// The methods.
    pub methods: Vec<String>,
    /// The origins, or `*`.
    pub origins: Vec<String>,
    /// The headers of requests; a `*` at the end stands for anything.
    pub headers: Vec<String>,
    /// The headers of answers that may be seen.
    pub exposed: Vec<String>,
    /// For how long an answer to a preflight holds, in seconds.
    pub max_age: u32,
}

impl Default for Logging {
    fn default() -> Self {
        Self { version: "1.0".into(), read: false, write: false, delete: false, retention: Retention::default() }
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self { version: "1.0".into(), enabled: None, retention: Retention::default() }
    }
}

impl Properties {
    /// These properties, with what a document says in their place; what it leaves out stays if `keeps`.
    ///
    /// `None` if the document is not one of properties, or says what cannot be.
    pub fn changed(&self, document: &[u8], keeps: bool) -> Option<Self> {
        self.changed_beside(document, keeps, &[])
    }

    /// The same of a service that has sections of its own, which are passed over.
    pub fn changed_beside(&self, document: &[u8], keeps: bool, own: &[&str]) -> Option<Self> {
        let root = Element::read(document).filter(|root| root.name == "StorageServiceProperties")?;
        let mut properties = if keeps { self.clone() } else { Self::default() };
        if root.children.is_empty() {
            return None;
        }
        for section in &root.children {
            match section.name.as_str() {
                "Logging" => properties.logging = Logging::read(section)?,
                "Metrics" | "HourMetrics" => properties.hour_metrics = Metrics::read(section)?,
                "MinuteMetrics" => properties.minute_metrics = Metrics::read(section)?,
                "Cors" => properties.cors = section.children.iter().map(CorsRule::read).collect::<Option<_>>()?,
                name if own.contains(&name) => {}
                _ => return None,
            }
        }
        Some(properties)
    }

    /// The document of these properties, in the sections that a version knows.
    pub fn written(&self, with_minutes_and_cors: bool) -> String {
        self.written_as(with_minutes_and_cors, Form::default())
    }

    /// The same, in another form.
    pub fn written_as(&self, with_minutes_and_cors: bool, form: Form) -> String {
        let logging = self.logging.written();
        if !with_minutes_and_cors {
            let metrics = self.hour_metrics.written("Metrics");
            return format!("<StorageServiceProperties>{logging}{metrics}</StorageServiceProperties>");
        }
        let (hours, minutes) = (self.hour_metrics.written("HourMetrics"), self.minute_metrics.written("MinuteMetrics"));
        let rules: String = self.cors.iter().map(|rule| rule.written(form)).collect();
        let cors = if rules.is_empty() { "<Cors />".to_owned() } else { format!("<Cors>{rules}</Cors>") };
        format!("<StorageServiceProperties>{logging}{hours}{minutes}{cors}</StorageServiceProperties>")
    }
}

impl Logging {
    fn read(section: &Element) -> Option<Self> {
        let flag = |name: &str| boolean(section.child_text(name)?);
        Some(Self {
            version: section.child_text("Version")?.to_owned(),
            read: flag("Read")?,
            write: flag("Write")?,
            delete: flag("Delete")?,
            retention: Retention::read(section)?,
        })
    }

    fn written(&self) -> String {
        format!(
            "<Logging>{}{}{}{}{}</Logging>",
            written("Version", &self.version),
            written("Read", &self.read.to_string()),
            written("Write", &self.write.to_string()),
            written("Delete", &self.delete.to_string()),
            self.retention.written()
        )
    }
}

impl Metrics {
    fn read(section: &Element) -> Option<Self> {
        let by_operation = section.child_text("IncludeAPIs").map(boolean);
        let enabled = match (boolean(section.child_text("Enabled")?)?, by_operation) {
            (true, Some(by_operation)) => Some(by_operation?),
            (true, None) => return None,
            (false, _) => None,
        };
        let version = section.child_text("Version")?.to_owned();
        Some(Self { version, enabled, retention: Retention::read(section)? })
    }

    fn written(&self, name: &str) -> String {
        let by_operation = self.enabled.map(|held| written("IncludeAPIs", &held.to_string())).unwrap_or_default();
        format!(
            "<{name}>{}{}{by_operation}{}</{name}>",
            written("Version", &self.version),
            written("Enabled", &self.enabled.is_some().to_string()),
            self.retention.written()
        )
    }
}

impl Retention {
    fn read(section: &Element) -> Option<Self> {
        let policy = section.child("RetentionPolicy")?;
        match (boolean(policy.child_text("Enabled")?)?, policy.child_text("Days")) {
            (true, Some(days)) => {
                let days = days.parse().ok().filter(|days| (1..=MOST_DAYS).contains(days))?;
                Some(Self(Some(days)))
            }
            (false, None) => Some(Self(None)),
            _ => None,
        }
    }

    fn written(self) -> String {
        let days = self.0.map(|days| written("Days", &days.to_string())).unwrap_or_default();
        format!("<RetentionPolicy>{}{days}</RetentionPolicy>", written("Enabled", &self.0.is_some().to_string()))
    }
}

impl CorsRule {
    fn read(rule: &Element) -> Option<Self> {
        if rule.name != "CorsRule" {
            return None;
        }
        let list = |name: &str| {
            let text = rule.child_text(name)?;
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            Some(items.map(str::to_owned).collect::<Vec<_>>())
        };
        let read = Self {
            methods: list("AllowedMethods")?,
            origins: list("AllowedOrigins")?,
            headers: list("AllowedHeaders")?,
            exposed: list("ExposedHeaders")?,
            max_age: rule.child_text("MaxAgeInSeconds")?.parse().ok()?,
        };
        (!read.methods.is_empty() && !read.origins.is_empty()).then_some(read)
    }

    fn written(&self, form: Form) -> String {
        let list = |name: &str, items: &[String]| match items {
            [] if form.short_empty => format!("<{name} />"),
            _ => written(name, &items.join(",")),
        };
        let headers = |items: &[String]| {
            let mut items = items.to_vec();
            if form.literal_first {
                items.sort_by_key(|item| item.ends_with('*'));
            }
            items
        };
        format!(
            "<CorsRule>{}{}{}{}{}</CorsRule>",
            list("AllowedMethods", &self.methods),
            list("AllowedOrigins", &self.origins),
            list("AllowedHeaders", &headers(&self.headers)),
            list("ExposedHeaders", &headers(&self.exposed)),
            written("MaxAgeInSeconds", &self.max_age.to_string())
        )
    }
}

/// Truth values are read without regard to case.
fn boolean(text: &str) -> Option<bool> {
    match text {
        _ if text.eq_ignore_ascii_case("true") || text == "1" => Some(true),
        _ if text.eq_ignore_ascii_case("false") || text == "0" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOGGING: &str = "<Logging><Delete>True</Delete><Read>false</Read><Write>FALSE</Write><Version>1.0</Version>\
                           <RetentionPolicy><Enabled>true</Enabled><Days>5</Days></RetentionPolicy></Logging>";

    fn changed(from: &Properties, sections: &str, keeps: bool) -> Option<Properties> {
        from.changed(format!("<StorageServiceProperties>{sections}</StorageServiceProperties>").as_bytes(), keeps)
    }

    #[test]
    fn sections_that_are_left_out_stay_in_newer_versions() {
        let logged = changed(&Properties::default(), LOGGING, true).unwrap();
        assert!(logged.written(true).contains("<Delete>true</Delete>"));
        let rule = "<Cors><CorsRule><AllowedMethods>GET</AllowedMethods><AllowedOrigins>a, b</AllowedOrigins>\
                    <AllowedHeaders/><ExposedHeaders/><MaxAgeInSeconds>1</MaxAgeInSeconds></CorsRule></Cors>";
        let both = changed(&logged, rule, true).unwrap();
        assert_eq!((both.cors.len(), &both.logging), (1, &logged.logging));
        assert_eq!(changed(&logged, rule, false).unwrap().logging, Logging::default());
        assert_eq!(Properties::default().changed(both.written(true).as_bytes(), true), Some(both));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let metrics = |inner: &str| format!("<HourMetrics><Version>1.0</Version>{inner}</HourMetrics>");
        let off = "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy>";
        let refused = [
            String::new(),
            "<Unknown/>".into(),
            LOGGING.replace("<Days>5</Days>", ""),
            LOGGING.replace("5", "366"),
            LOGGING.replace("5", "0"),
            LOGGING.replace("<Enabled>true</Enabled>", "<Enabled>false</Enabled>"),
            LOGGING.replace("<Read>false</Read>", ""),
            metrics(&format!("<Enabled>true</Enabled>{off}")),
        ];
        for sections in refused {
            assert_eq!(changed(&Properties::default(), &sections, true), None, "{sections}");
        }
        assert!(changed(&Properties::default(), &metrics(&format!("<Enabled>false</Enabled>{off}")), true).is_some());
    }
}
