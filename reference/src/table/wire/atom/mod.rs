//! Atom bodies (`application/atom+xml`), as table clients speak them before version 2015-12-11.
//!
//! Only the form is Atom's. What a value means, and what may be stored, is decided in one place for both formats: an entry
//! that is read is handed on as the JSON object that says the same ([`read`]).

mod markup;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::as_json;
pub use write::Origin;

/// The namespace of feeds and entries.
const ATOM: &str = "http://www.w3.org/2005/Atom";
/// The namespace of properties, `d` by custom.
const DATA: &str = "http://schemas.microsoft.com/ado/2007/08/dataservices";
/// The namespace of types, nulls and tags, `m` by custom.
pub const METADATA: &str = "http://schemas.microsoft.com/ado/2007/08/dataservices/metadata";
/// The scheme of categories.
const SCHEME: &str = "http://schemas.microsoft.com/ado/2007/08/dataservices/scheme";
