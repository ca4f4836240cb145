//! Open questions that a request raises by what it carries, whatever becomes of it.

use super::command::Message;
use super::token;
use crate::auth::sas;
use crate::rules::{Trace, id};

/// The options that the table service is known to understand.
const OPTIONS: [&str; 8] =
    ["$filter", "$format", "$select", "$top", "NextPartitionKey", "NextRowKey", "NextTableName", "timeout"];

/// Notes the open questions that a message raises.
pub fn raise(message: &Message<'_>, trace: &mut Trace<'_>) {
    let Message { query, headers, .. } = message;
    let unasked = headers.get("accept").is_none() && query.get("$format").is_none();
    if unasked && id::TABLE_OPEN_ACCEPT_ABSENT.holds_for(message.version) {
        trace.raise(id::TABLE_OPEN_ACCEPT_ABSENT);
    }
    if headers.get("x-ms-version").is_none() && !sas::is_signed(query) {
        trace.raise(id::TABLE_OPEN_VERSION_ABSENT);
    } else if !message.version.is_known() {
        trace.raise(id::TABLE_OPEN_VERSION_UNPUBLISHED);
    }
    let inserts = message.method == "POST" && headers.get("x-http-method").is_none();
    if headers.get("if-none-match").is_some() || inserts && headers.get("if-match").is_some() {
        trace.raise(id::TABLE_OPEN_IF_NONE_MATCH);
    }
    if query.is_empty() {
        return;
    }
    let signed = sas::is_signed(query);
    let known = |name: &str| OPTIONS.contains(&name) || signed && sas::PARAMETERS.contains(&name);
    if query.names().any(|name| !known(name)) {
        trace.raise(id::TABLE_OPEN_QUERY_OPTIONS);
    }
    if query.get("timeout").is_some_and(|seconds| !seconds.parse().is_ok_and(|seconds: i64| seconds > 0)) {
        trace.raise(id::TABLE_OPEN_TIMEOUT_VALUES);
    }
    if let Some(select) = query.get("$select") {
        let names: Vec<&str> = select.split(',').map(str::trim).collect();
        let twice = (1..names.len()).any(|place| names[..place].contains(&names[place]));
        if twice || names.contains(&"*") {
            trace.raise(id::TABLE_OPEN_SELECT_FORMS);
        }
    }
    let tokens = ["NextPartitionKey", "NextRowKey", "NextTableName"];
    if tokens.iter().filter_map(|name| query.get(name)).any(|token| !token.is_empty() && !token::is_well_formed(token))
    {
        trace.raise(id::TABLE_OPEN_FOREIGN_TOKEN);
    }
}
