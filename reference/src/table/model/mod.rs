//! The state of the table service: tables, partitions, rows. Pure: time is handed in, and nothing is read or written.
//!
//! The model knows what an operation does, not how it was asked or how it is answered.

mod adopt;
mod clock;
mod deletion;
mod keys;
mod page;
mod past;
mod range;
mod refuse;
mod state;
mod undo;
mod write;

pub use adopt::Adopted;
pub use clock::Clock;
pub use deletion::Deletion;
pub use keys::SortKey;
pub use page::{EntityPage, Place, Scan, TablePage};
pub use range::KeyRange;
pub use refuse::missing;
pub use state::{Model, Table};
pub use undo::Undo;
pub use write::{Change, Condition, Write, decide, etag};
