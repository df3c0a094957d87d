//! Successive halving: which of many arms is the best, from samples.

/// Plays rounds of `round` samples shared out among the arms that are left; of these the better
/// half stays, until one is left. `sample` plays an arm in numbered samples, the same for every
/// arm of a round, and says what they are worth on average; an arm of which it knows nothing is
/// out. The arms in the order of their going out, the best last, with their last means; and how
/// many samples there were numbers for.
pub(super) fn halve<A: Clone>(
    arms: Vec<A>,
    round: u64,
    sample: &mut dyn FnMut(&A, std::ops::Range<u64>) -> Option<f64>,
) -> (Vec<(A, f64)>, u64) {
    let (mut left, mut out, mut from) = (arms, Vec::new(), 0);
    loop {
        let each = round.div_ceil(left.len().max(1) as u64).max(1);
        let numbers = from..from + each;
        from = numbers.end;
        let mut worth: Vec<(A, f64)> = left
            .into_iter()
            .filter_map(|arm| sample(&arm, numbers.clone()).map(|mean| (arm, mean)))
            .collect();
        worth.sort_by(|a, b| a.1.total_cmp(&b.1));
        let stay = worth.len().div_ceil(2);
        let last = worth.len() <= 1;
        let best = worth.split_off(worth.len() - if last { worth.len() } else { stay });
        out.extend(worth);
        if last {
            out.extend(best);
            return (out, from);
        }
        left = best.into_iter().map(|(arm, _)| arm).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_clear_arms_stays_to_the_end_and_those_that_fail_go() {
        let mut played = 0;
        let mut sample = |arm: &u32, numbers: std::ops::Range<u64>| {
            played += numbers.end - numbers.start;
            (*arm != 7).then(|| f64::from(*arm))
        };
        let (order, numbers) = halve((0..10).collect(), 100, &mut sample);
        assert_eq!(order.last(), Some(&(9, 9.0)));
        assert_eq!(order.len(), 9, "the one that fails is out: {order:?}");
        assert_eq!(numbers, 10 + 20 + 34 + 50 + 100, "each round shares its samples out");
        assert!(played <= 100 * 6, "{played}");
        assert_eq!(halve(Vec::<u32>::new(), 100, &mut |_, _| None), (vec![], 100));
    }
}
