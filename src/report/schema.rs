//! The published schemas of the stored forms.

use super::{BenchDocument, CertificateDocument, ReportDocument};
use crate::finding::FindingDocument;

/// The files of the schemas under `docs`, and what they hold.
pub fn schemas() -> [(&'static str, serde_json::Value); 4] {
    [
        ("report.schema.json", schemars::schema_for!(ReportDocument).into()),
        ("finding.schema.json", schemars::schema_for!(FindingDocument).into()),
        ("certificate.schema.json", schemars::schema_for!(CertificateDocument).into()),
        ("bench.schema.json", schemars::schema_for!(BenchDocument).into()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// `UPDATE_SCHEMAS=1 cargo test schemas` writes them anew.
    #[test]
    fn the_published_schemas_are_current() {
        for (name, schema) in schemas() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
            let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
            if std::env::var_os("UPDATE_SCHEMAS").is_some() {
                std::fs::write(&path, &text).unwrap();
            }
            let published = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(published == text, "{} is out of date: UPDATE_SCHEMAS=1 cargo test schemas", path.display());
        }
    }
}
