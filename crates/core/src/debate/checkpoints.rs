//! The positions of a long record that are kept in memory.

/// The number of moves between two kept positions. Undo starts from one of them, so it is fast in
/// every record.
const KEPT_EVERY: usize = 1024;

/// The interval between kept positions at this depth, in moves. A position may be as large as the
/// record before it, so a long record keeps only eight positions for each doubling.
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
        // The total size grows linearly with the longest position, not quadratically.
        assert!(sizes < 16 * 10_000_000, "{sizes}");
        // The gap between two kept positions stays short, compared with the way back to the start.
        let gaps = kept.windows(2).map(|two| (two[0], two[1] - two[0]));
        assert!(gaps.into_iter().all(|(depth, gap)| gap <= KEPT_EVERY.max(depth / 7)));
        assert!(kept.len() < 100, "{}", kept.len());
    }
}
