//! What several campaigns share: a place with findings and one with histories, and nothing else. Nobody coordinates them.
//!
//! Every object has a name made of what it is, and is put there only if nobody else did before. Who puts a finding there first
//! confirms it; the others leave it alone.

use super::corpus::Entry;
use super::place::Place;
use super::seeds::{EntryDocument, entry_from};
use crate::finding::{AxisNames, Finding, FindingDocument};
use std::path::Path;

/// A shared place cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the shared place {place}: {reason}")]
pub struct ExchangeError {
    /// Its address, without what could be a secret.
    pub place: String,
    /// Why.
    pub reason: String,
}

/// The shared places of a campaign.
#[derive(Debug, Default)]
pub struct Exchange {
    findings: Option<Place>,
    corpus: Option<Place>,
}

/// What others put there meanwhile.
#[derive(Debug, Default)]
pub(super) struct News {
    pub(super) findings: Vec<FindingDocument>,
    pub(super) corpus: Vec<Entry>,
}

impl Exchange {
    /// The places with these addresses: `file://`, `s3://`, `az://` or `gs://`. Their credentials are those of the
    /// environment, as the tools of their makers read them.
    ///
    /// # Errors
    /// One is no address, or of no kind that is known.
    pub fn open(findings: Option<&str>, corpus: Option<&str>) -> Result<Self, ExchangeError> {
        let place =
            |address: Option<&str>, within: &str| address.map(|address| Place::open(address, within)).transpose();
        Ok(Self { findings: place(findings, "findings")?, corpus: place(corpus.or(findings), "corpus")? })
    }

    /// Whether anything is shared.
    pub(super) fn is_used(&self) -> bool {
        self.findings.is_some() || self.corpus.is_some()
    }

    /// Puts a finding there that is not confirmed yet; false if somebody else did before.
    pub(super) async fn claim(&self, finding: &Finding) -> Result<bool, ExchangeError> {
        self.put_finding(finding, true).await
    }

    /// Puts a finding there in the place of what [`Self::claim`] put.
    pub(super) async fn settle(&self, finding: &Finding) -> Result<(), ExchangeError> {
        self.put_finding(finding, false).await.map(drop)
    }

    async fn put_finding(&self, finding: &Finding, create: bool) -> Result<bool, ExchangeError> {
        let Some(place) = &self.findings else { return Ok(true) };
        let text = FindingDocument::from(finding).to_text().map_err(|reason| place.wrong(&reason))?;
        place.put(&format!("{}.json", finding.signature.hash()), text.into_bytes(), create).await
    }

    /// Puts a history there, if nobody did before.
    pub(super) async fn offer(&self, entry: &Entry) -> Result<(), ExchangeError> {
        let Some(place) = &self.corpus else { return Ok(()) };
        let (axes, history) = (AxisNames::from(entry.axes), entry.history.clone());
        let text =
            crate::json::line(&EntryDocument { schema: 1, axes, history }).map_err(|error| place.wrong(&error))?;
        place.put(&format!("{}.json", entry.name()), text, true).await.map(drop)
    }

    /// What was put there by others since it was asked last. What cannot be read is left out: it is not ours.
    pub(super) async fn news(&self) -> Result<News, ExchangeError> {
        let mut news = News::default();
        if let Some(place) = &self.findings {
            let texts = place.unseen().await?;
            news.findings =
                texts.iter().filter_map(|text| FindingDocument::parse(Path::new("a finding"), text).ok()).collect();
        }
        if let Some(place) = &self.corpus {
            let texts = place.unseen().await?;
            news.corpus = texts.iter().filter_map(|text| entry_from(text)).collect();
        }
        Ok(news)
    }
}

#[cfg(all(test, feature = "shared"))]
mod tests {
    use super::*;
    use crate::target::Axes;
    use tablestakes_reference::history::History;
    use tablestakes_reference::table::Operation;
    use url::Url;

    fn entry(table: &str) -> Entry {
        let history = History::on_one_table([]).then(Operation::GetTable { table: table.into() });
        Entry { axes: Axes::default(), history }
    }

    #[tokio::test]
    async fn what_one_offers_the_other_gets_once() {
        let folder = tempfile::tempdir().unwrap();
        let address = Url::from_file_path(folder.path()).unwrap().to_string();
        let (one, other) =
            (Exchange::open(Some(&address), None).unwrap(), Exchange::open(Some(&address), None).unwrap());
        one.offer(&entry("a")).await.unwrap();
        other.offer(&entry("a")).await.unwrap();
        other.offer(&entry("b")).await.unwrap();
        std::fs::write(folder.path().join("corpus/odd.json"), "{").unwrap();
        assert_eq!(one.news().await.unwrap().corpus, [entry("b")]);
        assert!(one.news().await.unwrap().corpus.is_empty());
        assert!(other.news().await.unwrap().corpus.is_empty(), "it has what it offered itself");
        assert_eq!(std::fs::read_dir(folder.path().join("corpus")).unwrap().count(), 3);
    }

    #[test]
    fn addresses_of_no_kind_are_refused() {
        for address in ["nowhere://x/y", "not an address", "file://elsewhere/x"] {
            assert!(Exchange::open(Some(address), None).is_err(), "{address}");
        }
    }
}
