//! What this process signed with, and what signatures it sent or passed on: known by value, so that they can be taken out of
//! whatever a target says before it is kept, printed or written.
//!
//! A target may repeat what it was sent, in an error text, in a header, in a page of its own, escaped in the way of the
//! format it answers in. So a secret is looked for by its value, in every form that it can be written in, and not by what
//! stands before it. Nothing here decides what is compared: the judge reads answers as they came, and secrets are removed from
//! what is kept of them afterwards.

mod find;
mod forms;
mod registry;
mod unescape;

pub use registry::{Secrets, of_this_process};
