//! Text forms that every service shares: GUIDs, instants, dates of HTTP. No rules are decided here.

pub mod datetime;
pub mod guid;
mod http_date;

pub use http_date::http_date;
