//! Decides which positions of a long record stay in memory, so that undo is fast.

/// The smallest number of moves between two kept positions. Undo replays the moves since a kept
/// position.
const KEPT_EVERY: usize = 1024;

/// The number of moves between two kept positions at this depth. A position can be as large as its
/// record, so the number doubles whenever the depth doubles: about eight positions are kept for
/// each doubling.
pub(super) fn kept_every(depth: usize) -> usize {
    let doublings = (depth / (8 * KEPT_EVERY)).checked_ilog2().unwrap_or(0);
    KEPT_EVERY << doublings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_record_keeps_eight_positions_for_each_doubling() {
        let kept: Vec<usize> = (1..=10_000_000usize)
            .filter(|depth| depth.is_multiple_of(kept_every(*depth)))
            .collect();
        let sizes: usize = kept.iter().sum();
        // The total size of the kept positions is linear in the number of moves, not quadratic.
        assert!(sizes < 16 * 10_000_000, "{sizes}");
        // The gap between two kept positions is at most a seventh of the depth.
        let gaps = kept.windows(2).map(|two| (two[0], two[1] - two[0]));
        assert!(gaps.into_iter().all(|(depth, gap)| gap <= KEPT_EVERY.max(depth / 7)));
        assert!(kept.len() < 100, "{}", kept.len());
    }
}
