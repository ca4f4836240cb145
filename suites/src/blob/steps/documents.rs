//! Documents that requests about blobs carry.

use super::operations::block_id;

/// A list of blocks: for each where it is looked for, `Committed`, `Uncommitted` or `Latest`, and the name that its id stands for.
pub(crate) fn block_list(blocks: &[(&str, &str)]) -> String {
    let blocks: String = blocks.iter().map(|(from, id)| format!("<{from}>{}</{from}>", block_id(id))).collect();
    format!("<?xml version=\"1.0\" encoding=\"utf-8\"?><BlockList>{blocks}</BlockList>")
}

/// Tags.
pub(crate) fn tags_document(tags: &[(&str, &str)]) -> String {
    let tags = tags.iter().map(|(key, value)| format!("<Tag><Key>{key}</Key><Value>{value}</Value></Tag>"));
    format!("<?xml version=\"1.0\" encoding=\"utf-8\"?><Tags><TagSet>{}</TagSet></Tags>", tags.collect::<String>())
}

/// Stored access policies.
pub(crate) fn policy_document(identifiers: &[String]) -> String {
    format!("<?xml version=\"1.0\" encoding=\"utf-8\"?><SignedIdentifiers>{}</SignedIdentifiers>", identifiers.concat())
}

/// A stored access policy with these times and permissions.
pub(crate) fn identifier(id: &str, start: &str, expiry: &str, permissions: &str) -> String {
    format!(
        "<SignedIdentifier><Id>{id}</Id><AccessPolicy><Start>{start}</Start><Expiry>{expiry}</Expiry>\
         <Permission>{permissions}</Permission></AccessPolicy></SignedIdentifier>"
    )
}
