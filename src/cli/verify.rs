//! `tablestakes verify`.

use super::failure::Failure;
use super::output::print;
use crate::exit::Exit;
use crate::finding::printable;
use crate::report::CertificateDocument;
use clap::Args;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Check a certificate against the report that it names.
///
/// It holds if the report has the hash that it names, says of itself what its checks come to, and says what the certificate
/// says. Who made the two, and whether the run happened, they do not tell: they are not signed.
///
/// Ends with 0 if it holds, with 1 if it does not, or a class that is asked for is not met.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The certificate.
    #[arg(value_name = "CERTIFICATE.JSON")]
    certificate: PathBuf,
    /// The report.
    #[arg(value_name = "REPORT.JSON")]
    report: PathBuf,
    /// A class that must be met, with all of its checks selected; may be repeated.
    #[arg(long, value_name = "NAME")]
    class: Vec<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let certificate = CertificateDocument::read(&arguments.certificate)?;
    let mut faults = certificate.faults(&arguments.report)?;
    for asked in &arguments.class {
        match certificate.classes.iter().find(|class| class.name == *asked) {
            Some(class) if class.met && class.checks == class.of => {}
            Some(class) if class.met => faults
                .push(format!("{asked} is met, but {} of its {} checks alone were selected", class.checks, class.of)),
            Some(_) => faults.push(format!("{asked} is not met")),
            None => faults.push(format!("{asked} was not tested")),
        }
    }
    let mut text = String::new();
    for fault in &faults {
        let _ = writeln!(text, "does not hold: {}", printable(fault));
    }
    if faults.is_empty() {
        let server = certificate.target.server.as_deref().unwrap_or("no Server header");
        let met = if certificate.met.is_empty() { "none".to_owned() } else { certificate.met.join(", ") };
        let _ = writeln!(
            text,
            "holds: {} ({}), tested {} with {} {} and seed {}\nclasses met: {}",
            printable(&certificate.target.given),
            printable(server),
            printable(&certificate.started),
            printable(&certificate.tool.name),
            printable(&certificate.tool.version),
            certificate.seed,
            printable(&met)
        );
    }
    print(&text);
    Ok(if faults.is_empty() { Exit::Conforms } else { Exit::DoesNotConform })
}
