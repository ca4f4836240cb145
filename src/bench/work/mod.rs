//! What the operations of the workloads are: what they make and put there before, what each sends, what is deleted behind.

mod blob;
mod content;
mod perform;
mod queue;
mod random;
mod rows;
mod table;

pub(super) use perform::Working;
