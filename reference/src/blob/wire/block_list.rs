//! The document of Put Block List.

use crate::blob::operation::Lookup;
use crate::blob::refuse::{invalid_document, refusal};
use crate::refusal::Detailed;
use crate::rules::{Trace, id};
use crate::xml::Element;

/// The most blocks of a list.
const MOST: usize = 50_000;

/// The blocks that a document names.
///
/// # Errors
/// It is no such document, or names too many.
pub fn read(body: &[u8], trace: &mut Trace<'_>) -> Result<Vec<(Lookup, String)>, Detailed> {
    let rule = id::BLOB_BLOCK_LISTS_MALFORMED;
    let Some(root) = Element::read(body).filter(|root| root.name == "BlockList") else {
        return if trace.enforce(rule) { Err(invalid_document(body, Some(0), "", rule)) } else { Ok(Vec::new()) };
    };
    let mut list = Vec::with_capacity(root.children.len());
    for block in &root.children {
        let lookup = match block.name.as_str() {
            "Committed" => Lookup::Committed,
            "Uncommitted" => Lookup::Uncommitted,
            "Latest" => Lookup::Latest,
            _ if trace.enforce(rule) => return Err(invalid_document(body, Some(block.end), "", rule)),
            _ => continue,
        };
        list.push((lookup, block.text.trim().to_owned()));
    }
    let rule = id::BLOB_BLOCK_LISTS_MOST;
    if list.len() > MOST && trace.enforce(rule) {
        let message = "The block list may not contain more than 50,000 blocks.";
        return Err(refusal(400, "BlockListTooLong", message, rule).into());
    }
    Ok(list)
}
