//! A shared place in an object store, or in a directory that is treated like one.

use crate::fuzz::exchange::ExchangeError;
use futures_util::TryStreamExt as _;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _, PutMode, PutOptions, PutPayload};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::Mutex;
use url::Url;

/// A larger object is no finding and no history.
const LARGEST: u64 = 64 << 20;

/// The objects below an address.
#[derive(Debug)]
pub(in crate::fuzz) struct Place {
    store: Arc<dyn ObjectStore>,
    prefix: Path,
    shown: String,
    /// What was read from it, or put there.
    seen: Mutex<BTreeSet<String>>,
}

impl Place {
    pub(in crate::fuzz) fn open(address: &str, within: &str) -> Result<Self, ExchangeError> {
        let shown = address.split('?').next().unwrap_or_default().to_owned();
        let wrong = |reason: String| ExchangeError { place: shown.clone(), reason };
        // It speaks TLS with what the rest of the tool has. Who was faster installed the same.
        drop(tokio_rustls::rustls::crypto::ring::default_provider().install_default());
        let url = Url::parse(address).map_err(|error| wrong(error.to_string()))?;
        let environment =
            std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
        let ours =
            environment.filter(|(name, _)| ["AWS_", "AZURE_", "GOOGLE_"].iter().any(|held| name.starts_with(held)));
        if url.scheme() == "file" {
            let folder = url.to_file_path().map_err(|()| wrong("it names no directory of this machine".to_owned()))?;
            std::fs::create_dir_all(&folder).map_err(|error| wrong(error.to_string()))?;
        }
        let (store, prefix) = object_store::parse_url_opts(&url, ours).map_err(|error| wrong(error.to_string()))?;
        Ok(Self { store: Arc::from(store), prefix: prefix.join(within), shown, seen: Mutex::default() })
    }

    pub(in crate::fuzz) fn wrong(&self, error: &dyn std::fmt::Display) -> ExchangeError {
        ExchangeError { place: self.shown.clone(), reason: error.to_string() }
    }

    /// Puts an object there, or with `create` only if there is none of this name; says whether it did.
    pub(in crate::fuzz) async fn put(&self, name: &str, content: Vec<u8>, create: bool) -> Result<bool, ExchangeError> {
        let mode = if create { PutMode::Create } else { PutMode::Overwrite };
        let path = self.prefix.clone().join(name);
        self.seen.lock().await.insert(name.to_owned());
        match self.store.put_opts(&path, PutPayload::from(content), PutOptions::from(mode)).await {
            Ok(_) => Ok(true),
            Err(object_store::Error::AlreadyExists { .. }) => Ok(false),
            Err(error) => Err(self.wrong(&error)),
        }
    }

    /// The objects that were not seen yet.
    pub(in crate::fuzz) async fn unseen(&self) -> Result<Vec<Vec<u8>>, ExchangeError> {
        let listed: Vec<_> =
            self.store.list(Some(&self.prefix)).try_collect().await.map_err(|error| self.wrong(&error))?;
        let mut seen = self.seen.lock().await;
        let mut texts = Vec::new();
        for object in listed.into_iter().filter(|object| object.size <= LARGEST) {
            let name = object.location.filename().unwrap_or_default().to_owned();
            // What is in a directory below, such as `fixed`, was put aside.
            let is_here = object.location.prefix_match(&self.prefix).is_some_and(|parts| parts.count() == 1);
            if !is_here || !name.ends_with(".json") || !seen.insert(name) {
                continue;
            }
            let got = self.store.get(&object.location).await.map_err(|error| self.wrong(&error))?;
            texts.push(got.bytes().await.map_err(|error| self.wrong(&error))?.to_vec());
        }
        Ok(texts)
    }
}
