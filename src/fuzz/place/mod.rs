//! A place that several campaigns share by its address: there with the feature `shared`, which brings what speaks to stores
//! of objects, and absent without.

#[cfg(not(feature = "shared"))]
mod absent;
#[cfg(feature = "shared")]
mod store;

#[cfg(not(feature = "shared"))]
pub(super) use absent::Place;
#[cfg(feature = "shared")]
pub(super) use store::Place;
