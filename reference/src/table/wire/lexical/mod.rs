//! Text forms of the EDM types: as the service writes them, and what it reads. No rules are decided here.

pub mod binary;
pub mod datetime;
pub mod double;
pub mod guid;
