//! The whole tool, run as a user runs it. Servers listen on ports that the system chooses.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

mod addresses;
mod bench;
mod blobs;
mod campaigns;
mod certify;
mod ending;
mod fuzz;
mod fuzz_blobs;
mod fuzz_queues;
mod hostile;
mod manual;
mod queues;
mod record;
mod rejudge;
mod reports;
mod restart;
mod sabotage;
mod served;
mod skills;
mod stress;
mod throttling;
mod usage;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory of its own for one test, and the tool to run in it.
pub(crate) struct Tool {
    folder: tempfile::TempDir,
}

/// What a run of the tool came to.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Tool {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tablestakes"));
        command.current_dir(self.folder.path()).env_remove("AZURE_STORAGE_CONNECTION_STRING").env_remove("COLUMNS");
        command
    }

    pub(crate) fn run<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Ran {
        Ran::from(self.command().args(arguments).output().unwrap())
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// `report.json` of the last run.
    pub(crate) fn report(&self) -> serde_json::Value {
        let text = std::fs::read_to_string(self.path("tablestakes-report/report.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    /// Every report is there and can be read.
    pub(crate) fn assert_reports(&self) -> serde_json::Value {
        let junit = std::fs::read_to_string(self.path("tablestakes-report/junit.xml")).unwrap();
        assert!(junit.contains("<testsuites") && junit.trim_end().ends_with("</testsuites>"), "{junit}");
        for file in ["report.html", "report.md", "report.sarif", "badge.json", "certificate.json"] {
            assert!(self.path("tablestakes-report").join(file).exists(), "{file}");
        }
        self.report()
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ran {
    /// Fails the test unless the tool ended with this code.
    pub(crate) fn ended_with(self, code: i32) -> Self {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }
}
