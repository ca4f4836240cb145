//! A finding as a shell script: its history, written for `curl`. Requests are signed when the script runs, with the key of the
//! connection string in the environment; the script itself holds no key and no signature.

mod shell;
mod step;
mod whole;

pub use whole::curl_script;
