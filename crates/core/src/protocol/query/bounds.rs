//! The bounds of query complexity as formulas, each with its theorem.

pub use crate::machine::ceil_log2;

/// ⌈log2(n + 1)⌉, a lower bound on the reads in any debate about a function of n inputs (Cor. 4, sharpened). A judge
/// with q reads is a decision tree with at most 2^q − 1 reads, and each input must be read somewhere in the tree.
pub fn lower(n: u64) -> u32 {
    ceil_log2(n + 1)
}

/// log2(1 + n/3), the same bound for a randomized judge who errs at most one time in three. It follows
/// from [`twin_score`] and is stronger than log2 n − 3, which Thm 13 states.
pub fn lower_randomised(n: u64) -> f64 {
    (1.0 + n as f64 / 3.0).log2()
}

/// log2 n + 7. By Cor. 7, if every judge needs this many reads for f, every circuit for f needs 8n
/// gates. The paper has log2 n + 6, without rounding log s up.
pub fn proves_circuits(n: u64) -> f64 {
    (n.max(1) as f64).log2() + 7.0
}

/// q + log2(2k + n) + 10. A deterministic judge with fewer reads than this can replace a randomized
/// judge with q reads, in a debate of k rounds on n input bits (Thm 14). With logarithms that are
/// rounded up, this holds for q ≥ 2.
pub fn derandomised(q: f64, k: u64, n: u64) -> f64 {
    q + (2.0 * k as f64 + n as f64).log2() + 10.0
}

/// min(1, 1/2 + (2^q − 1)/(2n)): on average, a judge with q reads is right at most this often. The judge reads a
/// transcript that is valid for two inputs, which differ in one bit (proof of Thm 13).
pub fn twin_score(q: u32, n: u64) -> f64 {
    if n == 0 {
        return 1.0;
    }
    let reads = 2f64.powi(q.min(1000) as i32) - 1.0;
    (0.5 + reads / (2.0 * n as f64)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_bound_is_rounded_up() {
        assert_eq!([0, 1, 3, 4, 7, 8, 15, 16].map(lower), [0, 1, 2, 3, 3, 4, 4, 5]);
    }

    #[test]
    fn three_reads_of_parity_of_sixteen_are_right_at_most_23_times_in_32() {
        assert_eq!(twin_score(3, 16), 0.5 + 7.0 / 32.0);
        assert_eq!(twin_score(0, 16), 0.5);
        assert_eq!(twin_score(10, 16), 1.0);
        assert_eq!(twin_score(u32::MAX, 16), 1.0);
    }

    #[test]
    fn coins_help_little() {
        assert_eq!([lower_randomised(0), lower_randomised(21)], [0.0, 3.0]);
        // The printed theorem is weaker at every n.
        for n in 1..5_000 {
            let printed = (n as f64).log2() - 3.0;
            assert!(lower_randomised(n) > printed, "{n}");
            // A judge with fewer reads errs more than one time in three.
            let fewer = (lower_randomised(n) - 1e-9).floor() as u32;
            assert!(twin_score(fewer, n) < 2.0 / 3.0 || f64::from(fewer) >= lower_randomised(n));
        }
        assert_eq!(proves_circuits(1024), 17.0);
        assert_eq!(derandomised(7.0, 512, 1024), 28.0);
    }
}
