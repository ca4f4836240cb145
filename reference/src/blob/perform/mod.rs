//! What operations do: the model is asked, hashes are checked, and what came of it is told.

mod containers;
mod copying;
mod incremental;
mod keeping;
mod pages;
mod performing;
mod reading;
mod sources;
mod writing;

pub use performing::Performing;
