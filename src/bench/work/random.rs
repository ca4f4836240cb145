//! Which of what is there an operation reads: the seed decides, and the operation's number.

/// A number below `bound` for an operation: SplitMix64 of both.
pub(super) fn below(seed: u64, number: u64, bound: u64) -> u64 {
    let mut mixed = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) % bound.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides_and_everything_is_read() {
        let drawn = |seed| (0..100).map(|number| below(seed, number, 10)).collect::<Vec<_>>();
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
        assert!((0..10).all(|wanted| drawn(1).contains(&wanted)));
        assert_eq!(below(1, 1, 0), 0);
    }
}
