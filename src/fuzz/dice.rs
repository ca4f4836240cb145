//! Chance, drawn from the campaign's seed and the number of the history, and from nothing else.

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use sha2::{Digest, Sha256};

/// The dice of one history.
#[derive(Debug, Clone)]
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    /// The dice of the history with this number.
    pub(crate) fn new(seed: u64, number: u64) -> Self {
        let mut digest = Sha256::new();
        digest.update(b"tablestakes fuzz 1\n");
        digest.update(seed.to_le_bytes());
        digest.update(number.to_le_bytes());
        Self(ChaCha8Rng::from_seed(digest.finalize().into()))
    }

    /// A number below this one; 0 of nothing.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { self.0.random_range(0..end) }
    }

    /// True once in so many throws.
    pub(crate) fn one_in(&mut self, count: u32) -> bool {
        self.0.random_ratio(1, count.max(1))
    }

    /// One of these.
    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        from.choose(&mut self.0).copied()
    }

    /// One of these, where it stands.
    pub(crate) fn any<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        from.choose(&mut self.0)
    }

    /// One of these, the likelier the heavier; nothing if all together weigh nothing.
    pub(crate) fn weighted(&mut self, weights: &[u64]) -> Option<usize> {
        let whole: u64 = weights.iter().sum();
        if whole == 0 {
            return None;
        }
        let mut left = self.0.random_range(0..whole);
        weights.iter().position(|&weight| {
            let hit = left < weight;
            left = left.saturating_sub(weight);
            hit
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throws(mut dice: Dice) -> Vec<usize> {
        (0..40).map(|_| dice.below(1000)).collect()
    }

    #[test]
    fn seed_and_number_decide() {
        assert_eq!(throws(Dice::new(1, 2)), throws(Dice::new(1, 2)));
        assert_ne!(throws(Dice::new(1, 2)), throws(Dice::new(1, 3)));
        assert_ne!(throws(Dice::new(1, 2)), throws(Dice::new(2, 2)));
    }

    #[test]
    fn what_weighs_nothing_is_not_picked() {
        let mut dice = Dice::new(1, 1);
        let picked: Vec<_> = (0..50).map(|_| dice.weighted(&[0, 3, 0, 1])).collect();
        assert!(picked.iter().all(|place| matches!(place, Some(1 | 3))));
        assert!(picked.contains(&Some(1)) && picked.contains(&Some(3)));
        assert_eq!((dice.weighted(&[0, 0]), dice.below(0), dice.pick::<u8>(&[])), (None, 0, None));
    }
}
