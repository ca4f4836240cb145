//! Services, and the axes that checks run on, as arguments.

use crate::{engine, target};
use clap::ValueEnum;
use tablestakes_reference::ServiceName;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Service {
    /// The table service.
    Table,
    /// The queue service.
    Queue,
    /// The blob service.
    Blob,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// JSON as clients ask for it: with minimal metadata.
    Json,
    /// JSON without metadata.
    JsonNone,
    /// JSON with minimal metadata.
    JsonMinimal,
    /// JSON with full metadata.
    JsonFull,
    /// Atom.
    Atom,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Auth {
    /// Shared Key.
    SharedKey,
    /// Shared Key Lite.
    SharedKeyLite,
    /// A shared access signature of the account that permits everything.
    AccountSas,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Address {
    /// As the target's address does.
    AsGiven,
    /// By the host, as in the cloud, where the target's address does by its path.
    ByHost,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Extent {
    /// One value for each axis: what current clients ask for.
    Usual,
    /// Every version in which something changed, every format, every way to authorize, and addresses in which the host names
    /// the account if the target answers to them: one axis at a time.
    All,
}

impl From<Service> for ServiceName {
    fn from(service: Service) -> Self {
        match service {
            Service::Table => Self::Table,
            Service::Queue => Self::Queue,
            Service::Blob => Self::Blob,
        }
    }
}

impl From<Format> for target::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::Json | Format::JsonMinimal => Self::JsonMinimal,
            Format::JsonNone => Self::JsonNone,
            Format::JsonFull => Self::JsonFull,
            Format::Atom => Self::Atom,
        }
    }
}

impl From<Auth> for target::AuthScheme {
    fn from(auth: Auth) -> Self {
        match auth {
            Auth::SharedKey => Self::SharedKey,
            Auth::SharedKeyLite => Self::SharedKeyLite,
            Auth::AccountSas => Self::AccountSas,
        }
    }
}

impl From<Address> for target::AddressStyle {
    fn from(address: Address) -> Self {
        match address {
            Address::AsGiven => Self::AsGiven,
            Address::ByHost => Self::ByHost,
        }
    }
}

impl From<Extent> for engine::Extent {
    fn from(extent: Extent) -> Self {
        match extent {
            Extent::Usual => Self::Usual,
            Extent::All => Self::All,
        }
    }
}
