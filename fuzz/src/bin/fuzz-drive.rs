//! Drives the fuzz targets without libFuzzer: `drive [TARGET…] [--runs N | --seconds N] [--seed N]`.

use clap::Parser;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use tablestakes_fuzz::drive::{Driven, Until, drive};
use tablestakes_fuzz::targets::{ALL, Target};

/// Run fuzz targets over their corpora and over inputs drawn from a seed.
#[derive(Debug, Parser)]
struct Arguments {
    /// The targets; all of them if none is named.
    targets: Vec<String>,
    /// How many inputs are drawn for each target.
    #[arg(long, default_value_t = 1000)]
    runs: u64,
    /// Draw for so many seconds instead.
    #[arg(long)]
    seconds: Option<u64>,
    /// What the inputs are drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let unknown = arguments.targets.iter().find(|name| ALL.iter().all(|target| target.name != **name));
    if let Some(name) = unknown {
        let known: Vec<_> = ALL.iter().map(|target| target.name).collect();
        eprintln!("there is no target {name}; there are {}", known.join(", "));
        return ExitCode::from(2);
    }
    let until = arguments.seconds.map_or(Until::Runs(arguments.runs), |time| Until::Time(Duration::from_secs(time)));
    let chosen =
        |target: &&Target| arguments.targets.is_empty() || arguments.targets.iter().any(|name| name == target.name);
    for target in ALL.iter().filter(chosen) {
        match drive(target, arguments.seed, until) {
            Ok(Driven { inputs, took, failed: None }) => {
                let rate = inputs as f64 / took.as_secs_f64();
                println!("{:14} {inputs} inputs in {:.1} s, {rate:.0}/s", target.name, took.as_secs_f64());
            }
            Ok(Driven { inputs, failed: Some((seed, octets)), .. }) => {
                let name = seed.map_or_else(|| kept(target, &octets), |path| path.display().to_string());
                eprintln!("{}: input {inputs} fails: {name}", target.name);
                return ExitCode::FAILURE;
            }
            Err(error) => {
                eprintln!("{}: the corpus cannot be read: {error}", target.name);
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}

/// Where the input was written.
fn kept(target: &Target, octets: &[u8]) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(target.name);
    let digest = Sha256::digest(octets);
    let name: String = digest.iter().take(8).map(|octet| format!("{octet:02x}")).collect();
    let path = folder.join(format!("crash-{name}"));
    match std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, octets)) {
        Ok(()) => path.display().to_string(),
        Err(error) => format!("{octets:?} (it could not be kept: {error})"),
    }
}
