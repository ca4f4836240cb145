//! What requests carry: content, lists of blocks, tags, policies.

use super::pool::Pool;
use crate::fuzz::dice::Dice;
use crate::fuzz::mutation::documents::{self, Letters};
use crate::fuzz::mutation::text;
use tablestakes_reference::blob::{Ask, Operation};
use tablestakes_reference::history::Content;
use tablestakes_reference::history::symbol::literal;

/// Permissions of policies: those of blobs, those of others, and some that are out of order.
const LETTERS: Letters = Letters { own: "racwdl", foreign: "uq", disordered: "wr" };
/// Lengths at which something changes, and some between.
const LENGTHS: [u32; 10] = [0, 1, 2, 511, 512, 513, 1024, 4096, 4097, 70_000];
const PAGE: u32 = 512;
const LOOKUPS: [&str; 4] = ["Latest", "Latest", "Uncommitted", "Committed"];
/// Tags, as elements or as none: each with what it tries.
const TAGS: [&str; 9] = [
    "<Tag><Key>a</Key><Value>1</Value></Tag>",
    "<Tag><Key>a</Key><Value>1</Value></Tag><Tag><Key>b</Key><Value>2</Value></Tag>",
    "<Tag><Key>b</Key><Value>2</Value></Tag>",
    "",
    "<Tag><Key>a</Key><Value></Value></Tag>",
    "<Tag><Key>a</Key><Value>1</Value></Tag><Tag><Key>a</Key><Value>2</Value></Tag>",
    "<Tag><Key></Key><Value>1</Value></Tag>",
    "<Tag><Key>a</Key><Value>#</Value></Tag>",
    "<Tag><Key>a b+c-d.e:f=g_h/i</Key><Value> </Value></Tag>",
];
const NO_DOCUMENTS: [&str; 4] = ["<", "<a/>", "not XML", "<?xml version=\"1.0\"?>"];

/// A body for what is asked, if it carries one.
pub(super) fn of(ask: &Ask, pool: &Pool, dice: &mut Dice) -> Option<Content> {
    Some(match ask.operation {
        Operation::PutBlob | Operation::PutBlock | Operation::AppendBlock => content(dice),
        Operation::PutPage => Content::Pattern { seed: 1, length: PAGE * dice.pick(&[1, 1, 2, 0])? },
        Operation::PutBlockList => block_list(pool, dice),
        Operation::SetBlobTags => tags(dice),
        Operation::SetContainerAcl => match documents::policies(LETTERS, dice) {
            none if none.is_empty() => Content::None,
            text => Content::Text { text },
        },
        _ => return None,
    })
}

fn content(dice: &mut Dice) -> Content {
    match dice.below(6) {
        0 | 1 => Content::Pattern { seed: 1, length: dice.pick(&LENGTHS).unwrap_or(1) },
        2 => Content::Octets { octets: vec![0xff; dice.below(40)] },
        3 => Content::text("<Error><Code>X</Code></Error>"),
        _ => Content::text(literal(&text::for_value(dice))),
    }
}

/// A list of blocks, of those that the history puts, or something else.
fn block_list(pool: &Pool, dice: &mut Dice) -> Content {
    if dice.one_in(12) {
        return Content::text(dice.pick(&NO_DOCUMENTS).unwrap_or("<"));
    }
    let block = |dice: &mut Dice| {
        let (lookup, id) = (dice.pick(&LOOKUPS).unwrap_or("Latest"), pool.block(dice));
        format!("<{lookup}>{id}</{lookup}>")
    };
    let blocks: String = (0..dice.below(4)).map(|_| block(dice)).collect();
    Content::text(format!("<?xml version=\"1.0\" encoding=\"utf-8\"?><BlockList>{blocks}</BlockList>"))
}

fn tags(dice: &mut Dice) -> Content {
    if dice.one_in(12) {
        return Content::text(dice.pick(&NO_DOCUMENTS).unwrap_or("<"));
    }
    let tags = dice.pick(&TAGS).unwrap_or_default();
    Content::text(format!("<?xml version=\"1.0\" encoding=\"utf-8\"?><Tags><TagSet>{tags}</TagSet></Tags>"))
}
