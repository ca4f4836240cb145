//! Inputs drawn from a seed: random octets, and seeds of the corpus that were changed a little.

use crate::corpus::Corpus;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// The longest input that is drawn.
const LONGEST: usize = 4096;

/// Draws inputs; the same ones for the same seed and corpus.
pub(crate) struct Inputs<'c> {
    corpus: &'c Corpus,
    random: ChaCha8Rng,
}

impl<'c> Inputs<'c> {
    pub(crate) fn new(corpus: &'c Corpus, seed: u64) -> Self {
        Self { corpus, random: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// The next input: one in three is random, the others begin as a seed.
    pub(crate) fn draw(&mut self) -> Vec<u8> {
        let Some(mut input) = self.seed().filter(|_| !self.chance(3)) else {
            let longest = self.one_of(&[16, 128, 1024]);
            let length = self.below(longest);
            let mut octets = vec![0; length];
            self.random.fill_bytes(&mut octets);
            return octets;
        };
        for _ in 0..=self.below(6) {
            self.change(&mut input);
        }
        input.truncate(LONGEST);
        input
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        match self.below(7) {
            0 if at < input.len() => input[at] ^= 1 << self.below(8),
            1 if at < input.len() => input[at] = self.random.next_u32() as u8,
            2 => input.truncate(at),
            3 => {
                let end = (at + self.below(16)).min(input.len());
                input.drain(at..end);
            }
            4 => {
                let end = (at + self.below(32)).min(input.len());
                let again = input[at..end].to_vec();
                self.insert(input, &again);
            }
            5 => {
                let words = &self.corpus.words;
                if let Some(word) = words.get(self.below(words.len().max(1))) {
                    self.insert(input, word);
                }
            }
            _ => {
                if let Some(other) = self.seed() {
                    let from = self.below(other.len() + 1);
                    input.truncate(at);
                    input.extend_from_slice(&other[from..]);
                }
            }
        }
    }

    fn insert(&mut self, input: &mut Vec<u8>, octets: &[u8]) {
        let at = self.below(input.len() + 1);
        input.splice(at..at, octets.iter().copied());
    }

    fn seed(&mut self) -> Option<Vec<u8>> {
        let seeds = &self.corpus.seeds;
        let place = self.below(seeds.len().max(1));
        seeds.get(place).map(|(_, octets)| octets.clone())
    }

    fn one_of(&mut self, choices: &[usize]) -> usize {
        choices[self.below(choices.len())]
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.random.next_u64() % end.max(1) as u64) as usize
    }
}
