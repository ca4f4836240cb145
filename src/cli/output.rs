//! Standard output and standard error.

use super::failure::Failure;
use std::io::Write as _;

/// Prints a text. That the reader has gone away is not this command's failure.
pub(super) fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    drop(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// Tells what went wrong, and what to do next.
pub(super) fn complain(failure: &Failure) {
    let mut text = format!("error: {failure}\n");
    if let Some(hint) = failure.hint() {
        text.push_str(&format!("hint: {hint}\n"));
    }
    drop(std::io::stderr().lock().write_all(text.as_bytes()));
}

/// Tells how far a command is.
pub(super) fn note(text: &str) {
    drop(writeln!(std::io::stderr().lock(), "{text}"));
}

/// Tells something that does not stop the command.
pub(super) fn warn(text: &str) {
    drop(writeln!(std::io::stderr().lock(), "warning: {text}"));
}

/// Tells the runner of a job what it is to show. It reads standard error as well, and standard output is for the result.
pub(super) fn tell_runner(commands: &str) {
    drop(std::io::stderr().lock().write_all(commands.as_bytes()));
}

/// The JSON text of a value, with a line end.
pub(super) fn json(value: &impl serde::Serialize) -> String {
    // Only maps with keys that are no text have no form in JSON, and nothing printed here holds one.
    crate::json::pretty(value).unwrap_or_default()
}
