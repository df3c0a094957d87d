//! Which positions of a long record are kept.

/// A position is kept every so many moves, so that going back is quick however long the record.
const KEPT_EVERY: usize = 1024;

/// Of a long record fewer positions are kept, eight for each doubling: a position may be as large
/// as the record before it.
pub(super) fn kept_every(depth: usize) -> usize {
    let doublings = (depth / (8 * KEPT_EVERY)).checked_ilog2().unwrap_or(0);
    KEPT_EVERY << doublings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_record_eight_positions_are_kept_for_each_doubling() {
        let kept: Vec<usize> = (1..=10_000_000usize)
            .filter(|depth| depth.is_multiple_of(kept_every(*depth)))
            .collect();
        let sizes: usize = kept.iter().sum();
        // Together no more than so many times the longest of them: linear, not quadratic.
        assert!(sizes < 16 * 10_000_000, "{sizes}");
        // And the way from one to the next is never long beside the way back to the start.
        let gaps = kept.windows(2).map(|two| (two[0], two[1] - two[0]));
        assert!(gaps.into_iter().all(|(depth, gap)| gap <= KEPT_EVERY.max(depth / 7)));
        assert!(kept.len() < 100, "{}", kept.len());
    }
}
