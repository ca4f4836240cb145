//! The query string: system query options and continuation tokens.

use super::operation::Page;
use super::path::query_value;
use tablestakes_reference::table::Query;

/// The options of a query and the place where it goes on, from `?` on; empty if there are none.
pub(super) fn options(query: &Query, page: &Page) -> String {
    let options = [
        ("$filter", &query.filter),
        ("$select", &query.select),
        ("$top", &query.top),
        ("NextTableName", &page.table),
        ("NextPartitionKey", &page.partition),
        ("NextRowKey", &page.row),
    ];
    let mut text = String::new();
    for (name, value) in options {
        if let Some(value) = value {
            text.push(if text.is_empty() { '?' } else { '&' });
            text.push_str(name);
            text.push('=');
            text.push_str(&query_value(value));
        }
    }
    text
}
