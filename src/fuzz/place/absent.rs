//! Shared places in a build without them: none can be opened.

use crate::fuzz::exchange::ExchangeError;

/// There is none.
#[derive(Debug)]
pub(in crate::fuzz) enum Place {}

impl Place {
    pub(in crate::fuzz) fn open(address: &str, _: &str) -> Result<Self, ExchangeError> {
        let place = address.split('?').next().unwrap_or_default().to_owned();
        let reason =
            "this build shares directories alone; build with --features shared for stores of objects".to_owned();
        Err(ExchangeError { place, reason })
    }

    pub(in crate::fuzz) fn wrong(&self, _: &dyn std::fmt::Display) -> ExchangeError {
        match *self {}
    }

    pub(in crate::fuzz) async fn put(&self, _: &str, _: Vec<u8>, _: bool) -> Result<bool, ExchangeError> {
        match *self {}
    }

    pub(in crate::fuzz) async fn unseen(&self) -> Result<Vec<Vec<u8>>, ExchangeError> {
        match *self {}
    }
}
