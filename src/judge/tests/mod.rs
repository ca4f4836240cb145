//! The judge on canned answers.

mod bench;
mod differences;
mod freedoms;
