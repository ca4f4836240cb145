//! How many rows a page of a query holds, without reading the whole of it: a load must not wait for its own reader.

/// How many members named `RowKey` stand in a JSON document.
pub(super) fn rows(body: &[u8]) -> u64 {
    memchr::memmem::find_iter(body, b"\"RowKey\"").count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted() {
        assert_eq!(rows(br#"{"value":[{"PartitionKey":"p","RowKey":"1"},{"RowKey":"2"}]}"#), 2);
        assert_eq!(rows(br#"{"value":[]}"#), 0);
    }
}
