//! Blocks that were put and not committed yet.

use crate::datetime::{DateTime, TICKS_PER_SECOND};
use bytes::Bytes;

/// A block: its id as it was written, and its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its id.
    pub id: String,
    /// Its content.
    pub data: Bytes,
}

/// For how long blocks are kept that nobody commits: a week after the last.
const KEPT: i64 = 7 * 86_400 * TICKS_PER_SECOND;

/// The uncommitted blocks of a blob.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Staged {
    blocks: Vec<Block>,
    last: DateTime,
}

impl Staged {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The blocks in the order of their ids.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = self.blocks.clone();
        blocks.sort_by(|one, other| one.id.cmp(&other.id));
        blocks
    }

    /// Forgets blocks that nobody committed for a week.
    pub fn expire(&mut self, now: DateTime) {
        if now.ticks() - self.last.ticks() >= KEPT {
            self.blocks.clear();
        }
    }

    /// The length of the ids, as they are written.
    pub fn id_length(&self) -> Option<usize> {
        self.blocks.first().map(|block| block.id.len())
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.blocks.len()
    }

    /// A block.
    pub fn get(&self, id: &str) -> Option<&Block> {
        self.blocks.iter().find(|block| block.id == id)
    }

    /// Puts a block, in the place of the one with its id.
    pub fn put(&mut self, block: Block, now: DateTime, replaces: bool) {
        self.last = now;
        match self.blocks.iter_mut().find(|held| held.id == block.id) {
            Some(held) if replaces => *held = block,
            Some(_) => {}
            None => self.blocks.push(block),
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.blocks.clear();
    }
}
