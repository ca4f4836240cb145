//! Times as HTTP headers hold them.

use crate::datetime::DateTime;

/// A time as HTTP headers hold it.
pub fn http_date(instant: DateTime) -> String {
    let since = std::time::Duration::from_secs(u64::try_from(instant.unix_seconds()).unwrap_or(0));
    httpdate::fmt_http_date(std::time::UNIX_EPOCH + since)
}
