//! The secondary location: what is asked there alone, and what is not asked there.

use crate::addressing::Location;
use crate::datetime::DateTime;
use crate::lexical::http_date;
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace, id};

fn refusal(status: u16, code: &'static str, message: &str, rule: RuleId, layer: Layer) -> Refusal {
    Refusal { status, code, message: message.to_owned(), rule, layer }
}

/// Why what is asked is refused at the secondary location, whatever it is about.
pub(super) fn refused(method: &str, is_statistics: bool, trace: &mut Trace<'_>) -> Option<Refusal> {
    let rule = id::TABLE_SECONDARY_READ_ONLY;
    if !matches!(method, "GET" | "HEAD" | "OPTIONS") {
        let message = "Write operations are not allowed.";
        let told = || refusal(403, "InsufficientAccountPermissions", message, rule, Layer::FrontEnd);
        return trace.enforce(rule).then(told);
    }
    let rule = id::TABLE_SECONDARY_READS;
    (!is_statistics && !trace.enforce(rule))
        .then(|| refusal(400, "InvalidInput", "One of the request inputs is not valid.", rule, Layer::Entities))
}

/// Get Table Service Stats. The reference's secondary location is always up to date.
pub(super) fn statistics(location: Location, now: DateTime, trace: &mut Trace<'_>) -> Result<String, Refusal> {
    let rule = id::TABLE_SECONDARY_STATISTICS_THERE_ALONE;
    if location.is_primary() && trace.enforce(rule) {
        let message = "Value for one of the query parameters specified in the request URI is invalid.";
        return Err(refusal(400, "InvalidQueryParameterValue", message, rule, Layer::FrontEnd));
    }
    let told = trace.enforce(id::TABLE_SECONDARY_STATISTICS);
    let time = if told { format!("<LastSyncTime>{}</LastSyncTime>", http_date(now)) } else { String::new() };
    Ok(format!(
        "<StorageServiceStats><GeoReplication><Status>live</Status>{time}</GeoReplication></StorageServiceStats>"
    ))
}
