//! Properties of the service, as blobs have them: those of every service, for how long deleted blobs are kept, the static
//! website, and the version of requests that name none.

use super::refuse::invalid_document;
use crate::properties::{Form, MOST_RULES, Properties, days_out_of_range};
use crate::refusal::Detailed;
use crate::rules::{Trace, id};
use crate::version::Version;
use crate::xml::{Element, written};

/// The sections that other services do not have.
const OWN: [&str; 3] = ["DeleteRetentionPolicy", "StaticWebsite", "DefaultServiceVersion"];
/// The longest time that deleted blobs are kept, in days.
const MOST_DAYS: u16 = 365;

/// The properties of the service.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ServiceProperties {
    /// Those of every service.
    pub shared: Properties,
    /// For how many days deleted blobs are kept.
    pub retention: Option<u16>,
    permanent: bool,
    website: Option<Vec<(String, String)>>,
    /// The version of requests that name none.
    pub default_version: Option<Version>,
}

impl ServiceProperties {
    /// Whether what was deleted and is kept may be deleted for ever.
    pub fn deletes_for_ever(&self) -> bool {
        self.permanent
    }

    /// The document, in the sections that a version knows.
    pub fn document(&self, version: Version, trace: &mut Trace<'_>) -> String {
        let sections = id::BLOB_SERVICE_SECTIONS_KEPT.holds_for(version);
        let literal_first = trace.enforce(id::BLOB_SERVICE_HEADER_LISTS);
        let text = self.shared.written_as(sections, Form { short_empty: true, literal_first });
        let end = "</StorageServiceProperties>";
        let mut text = text.strip_suffix(end).unwrap_or(&text).to_owned();
        let rule = id::BLOB_SERVICE_RETENTION;
        if rule.holds_for(version) && trace.enforce(rule) {
            let days = self.retention.map(|days| written("Days", &days.to_string())).unwrap_or_default();
            let permanent = version >= Version::V2020_02_10;
            let permanent =
                if permanent { written("AllowPermanentDelete", &self.permanent.to_string()) } else { String::new() };
            let enabled = written("Enabled", &self.retention.is_some().to_string());
            text.push_str(&format!("<DeleteRetentionPolicy>{enabled}{days}{permanent}</DeleteRetentionPolicy>"));
        }
        let rule = id::BLOB_SERVICE_WEBSITE;
        if rule.holds_for(version) && trace.enforce(rule) {
            let enabled = written("Enabled", &self.website.is_some().to_string());
            let pages = self.website.iter().flatten().map(|(name, value)| written(name, value)).collect::<String>();
            text.push_str(&format!("<StaticWebsite>{enabled}{pages}</StaticWebsite>"));
        }
        if let Some(version) = self.default_version
            && trace.enforce(id::BLOB_SERVICE_DEFAULT_VERSION)
        {
            text.push_str(&written("DefaultServiceVersion", &version.to_string()));
        }
        text + end
    }

    /// These properties, with what a document says in their place.
    ///
    /// # Errors
    /// The document is not one of properties, or says what cannot be.
    pub fn changed(&self, document: &[u8], version: Version, trace: &mut Trace<'_>) -> Result<Self, Detailed> {
        let (kept, validated) = (id::BLOB_SERVICE_SECTIONS_KEPT, id::BLOB_SERVICE_PROPERTIES_VALIDATED);
        let keeps = kept.holds_for(version) && trace.enforce(kept);
        let shared = self.shared.changed_beside(document, keeps, &OWN);
        let root = Element::read(document).unwrap_or_default();
        let own = shared.clone().and_then(|shared| self.with_own(&root, shared, keeps));
        let Some(changed) = own else {
            if !trace.enforce(validated) {
                return Ok(self.clone());
            }
            let place = days_out_of_range(document).or_else(|| retention_out_of_range(&root));
            let (place, reason) = match (place, enabled_missing(&root)) {
                (Some(place), _) => {
                    (Some(place), "Retention days must be greater than 0 and less than or equal to 365 days.")
                }
                (None, Some(place)) => (Some(place), "Element is missing: Enabled."),
                _ => (None, ""),
            };
            return Err(invalid_document(document, place, reason, validated));
        };
        let rule = id::BLOB_SERVICE_CORS_LIMIT;
        if changed.shared.cors.len() > MOST_RULES && trace.enforce(rule) {
            return Err(invalid_document(document, None, "", rule));
        }
        Ok(if trace.enforce(id::BLOB_SERVICE_PROPERTIES_STORED) { changed } else { self.clone() })
    }

    fn with_own(&self, root: &Element, shared: Properties, keeps: bool) -> Option<Self> {
        let mut changed = if keeps { self.clone() } else { Self::default() };
        changed.shared = shared;
        for section in root.children.iter().filter(|section| OWN.contains(&section.name.as_str())) {
            let yes = |name: &str| section.child_text(name).map(|text| text.eq_ignore_ascii_case("true"));
            match section.name.as_str() {
                "DeleteRetentionPolicy" => {
                    let days = section.child_text("Days").map(|days| days.parse::<u16>().ok());
                    changed.retention = match (yes("Enabled")?, days) {
                        (true, Some(days)) => Some(days.filter(|days| (1..=MOST_DAYS).contains(days))?),
                        (true, None) => return None,
                        (false, _) => None,
                    };
                    changed.permanent = yes("AllowPermanentDelete").unwrap_or(false);
                }
                "StaticWebsite" => {
                    let pages = section.children.iter().filter(|page| page.name != "Enabled");
                    let pages = pages.map(|page| (page.name.clone(), page.text.clone())).collect();
                    changed.website = if yes("Enabled")? { Some(pages) } else { None };
                }
                _ if section.text.trim().is_empty() => {}
                _ => changed.default_version = Some(section.text.trim().parse().ok()?),
            }
        }
        Some(changed)
    }
}

/// The octet behind the number of days that is not between 1 and 365, of the deleted blobs.
fn retention_out_of_range(root: &Element) -> Option<usize> {
    let days = root.child("DeleteRetentionPolicy")?.child("Days")?;
    let good = days.text.trim().parse().is_ok_and(|days: u16| (1..=MOST_DAYS).contains(&days));
    (!good).then_some(days.end)
}

/// The octet behind the section that does not say whether it is on.
fn enabled_missing(root: &Element) -> Option<usize> {
    let sections = root.children.iter().filter(|section| {
        ["HourMetrics", "MinuteMetrics", "Metrics", "DeleteRetentionPolicy", "StaticWebsite"]
            .contains(&section.name.as_str())
    });
    sections.into_iter().find(|section| section.child("Enabled").is_none()).map(|section| section.end)
}
