//! The primality tree: the claim "no divisor of n in [a, b]", split repeatedly.

use num_bigint::BigUint;

use super::number::{MOST_DIVISIONS, divisors, is_prime};
use crate::work::{CancelToken, Cancelled};

/// The largest number of claims of a tree. A tree with ten parts at each of six splits has 10^6 leaves and 1,111,111
/// claims.
pub const MOST_CLAIMS: usize = 1_200_000;

/// The number of divisions between two checks for cancellation. They take a few milliseconds.
const BETWEEN_QUESTIONS: u64 = 1 << 20;

/// The largest number of bits of n.
pub const MOST_BITS: u64 = 4096;

/// The claims "n has no divisor in [a, b]". The root is about [2, ⌊√n⌋] and means that n is prime.
/// Each interval is split into `width` nearly equal parts, the longer ones first, and this is
/// repeated `depth` times. An interval of at most one number is not split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DivisorIntervals {
    pub(super) n: BigUint,
    pub(super) root: BigUint,
    pub(super) width: usize,
    pub(super) depth: usize,
    /// The divisors of n in [2, ⌊√n⌋], in order.
    divisors: Vec<BigUint>,
}

/// Why a family of intervals was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IntervalsError {
    /// n is too small to have possible divisors.
    #[error("n must be at least 4, so that [2, √n] contains a number, but n is {0}")]
    Small(BigUint),
    /// n has too many bits.
    #[error("n has {0} bits, but can have at most {MOST_BITS}")]
    Large(u64),
    /// The width is too small.
    #[error("an interval must be split into at least 2 parts, not {0}")]
    Width(usize),
    /// There would be too many claims.
    #[error("splitting into {width} parts {depth} times gives more than {MOST_CLAIMS} claims")]
    TooMany {
        /// The number of parts of each interval.
        width: usize,
        /// The number of splits.
        depth: usize,
    },
    /// There are too many numbers to divide by.
    #[error(
        "{0} is composite and too large for trial division (√n is above {MOST_DIVISIONS}). List \
         its prime `factors`"
    )]
    Factors(BigUint),
    /// A factor is not prime.
    #[error("the factor {0} is not prime. List prime factors, each as often as it divides n")]
    NotPrime(BigUint),
    /// The factors do not match n.
    #[error("the product of the factors is {product}, but n is {n}")]
    Product {
        /// The product of the factors.
        product: BigUint,
        /// The number n.
        n: BigUint,
    },
    /// The work was cancelled.
    #[error(transparent)]
    Stopped(#[from] Cancelled),
    /// The number has too many divisors.
    #[error("n can have at most 100,000 divisors up to its square root")]
    Divisors,
}

impl DivisorIntervals {
    /// The family for `n`. If ⌊√n⌋ ≤ 5·10^7, trial division finds its divisors. A larger composite
    /// number needs its prime `factors`, each as often as it divides n.
    pub fn new(
        n: BigUint,
        width: usize,
        depth: usize,
        factors: &[BigUint],
        token: &CancelToken,
    ) -> Result<Self, IntervalsError> {
        if n < BigUint::from(4u32) {
            return Err(IntervalsError::Small(n));
        }
        if n.bits() > MOST_BITS {
            return Err(IntervalsError::Large(n.bits()));
        }
        if width < 2 {
            return Err(IntervalsError::Width(width));
        }
        let most = u32::try_from(depth).ok().and_then(|depth| width.checked_pow(depth));
        // The whole tree has fewer than twice as many claims as leaves.
        if most.is_none_or(|leaves| leaves > MOST_CLAIMS) {
            return Err(IntervalsError::TooMany { width, depth });
        }
        let root = n.sqrt();
        let divisors = find_divisors(&n, &root, factors, token)?;
        Ok(Self { n, root, width, depth, divisors })
    }

    /// n in decimal. A long n is shortened to its first and last digits.
    pub fn short(&self) -> String {
        abridged(&self.n)
    }

    /// True if n is prime.
    pub fn is_prime(&self) -> bool {
        self.divisors.is_empty()
    }

    /// The interval at the end of a path from the root. `None` if it is empty.
    pub fn interval(&self, path: &[usize]) -> Option<(BigUint, BigUint)> {
        let mut interval = Some((BigUint::from(2u32), self.root.clone()));
        for &place in path {
            let (from, to) = interval?;
            interval = part(&from, &to, self.width, place);
        }
        interval
    }

    /// The statement of the claim at the end of a path.
    pub fn words(&self, path: &[usize]) -> String {
        match self.interval(path) {
            _ if path.is_empty() => format!("{} is prime", abridged(&self.n)),
            None => "no divisor in an empty interval".to_owned(),
            Some((from, to)) if from == to => {
                format!("not divisible by {}", abridged(&from))
            }
            Some((from, to)) => {
                let [from, to] = ends(&from, &to, self.figures(path));
                format!("no divisor from {from} to {to}")
            }
        }
    }

    /// The number of digits shown for the ends of the intervals in one list. All ends have the same
    /// number of digits, so that neighbouring intervals visibly touch. This number is large enough
    /// to distinguish both ends of each interval.
    fn figures(&self, path: &[usize]) -> usize {
        let above = path.split_last().and_then(|(_, above)| self.interval(above));
        let Some((from, to)) = above else { return LEAST_FIGURES };
        let part = (&to - from + 1u32) / self.width;
        let [to, part] = [to, part].map(|n| n.to_string().len());
        LEAST_FIGURES.max(to - part + 2)
    }

    /// True if n has no divisor in [from, to].
    pub fn holds(&self, from: &BigUint, to: &BigUint) -> bool {
        let at = self.divisors.partition_point(|d| d < from);
        self.divisors.get(at).is_none_or(|d| d > to)
    }
}

/// The part at index `place` if [from, to] is split into `width` nearly equal parts, the longer ones first.
pub(super) fn part(
    from: &BigUint,
    to: &BigUint,
    width: usize,
    place: usize,
) -> Option<(BigUint, BigUint)> {
    let count = to - from + 1u32;
    let (short, longer) = (&count / width, &count % width);
    let start = |place: usize| from + &short * place + longer.clone().min(BigUint::from(place));
    let (first, end) = (start(place), start(place + 1));
    (first < end).then(|| (first, end - 1u32))
}

/// A number in decimal. A long number is shortened to its first and last digits.
fn abridged(n: &BigUint) -> String {
    let digits = n.to_string();
    match digits.len() {
        0..=24 => digits,
        len => format!("{}…{} ({len} digits)", &digits[..8], &digits[len - 6..]),
    }
}

/// A long number is shown with at least this many digits.
const LEAST_FIGURES: usize = 4;

/// The ends of an interval. A long end has `shown` digits and a power of ten, as in `1.0598e153`.
fn ends(from: &BigUint, to: &BigUint, shown: usize) -> [String; 2] {
    const LONG: usize = 12;
    [from, to].map(BigUint::to_string).map(|digits| match digits.len() {
        len if len <= LONG.max(shown + 2) => digits,
        len => format!("{}.{}e{}", &digits[..1], &digits[1..shown], len - 1),
    })
}

fn find_divisors(
    n: &BigUint,
    root: &BigUint,
    factors: &[BigUint],
    token: &CancelToken,
) -> Result<Vec<BigUint>, IntervalsError> {
    const MOST: usize = 100_000;
    if !factors.is_empty() {
        for factor in factors {
            if !is_prime(factor, token)? {
                return Err(IntervalsError::NotPrime(factor.clone()));
            }
        }
        let product: BigUint = factors.iter().product();
        if product != *n {
            return Err(IntervalsError::Product { product, n: n.clone() });
        }
        return divisors(factors, root, MOST).ok_or(IntervalsError::Divisors);
    }
    if is_prime(n, token)? {
        return Ok(Vec::new());
    }
    match (u64::try_from(n), u64::try_from(root)) {
        (Ok(n), Ok(root)) if root <= MOST_DIVISIONS => {
            let mut divisors = Vec::new();
            for d in 2..=root {
                if d.is_multiple_of(BETWEEN_QUESTIONS) {
                    token.check()?;
                }
                if n.is_multiple_of(d) {
                    divisors.push(BigUint::from(d));
                }
            }
            Ok(divisors)
        }
        _ => Err(IntervalsError::Factors(n.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Bits;
    use crate::machine::claims::ClaimId;
    use crate::machine::claims::ClaimTree;
    use proptest::prelude::*;

    fn tree(n: u64, width: usize, depth: usize) -> (ClaimTree, Bits) {
        DivisorIntervals::new(n.into(), width, depth, &[], &CancelToken::default())
            .unwrap()
            .tree()
            .unwrap()
    }

    #[test]
    fn intervals_of_221_are_those_of_the_example() {
        let (tree, leaves) = tree(221, 4, 1);
        let words: Vec<_> = tree.claims().map(|c| tree.words(c).to_string()).collect();
        assert_eq!(
            words,
            [
                "221 is prime",
                "no divisor from 2 to 5",
                "no divisor from 6 to 8",
                "no divisor from 9 to 11",
                "no divisor from 12 to 14",
            ]
        );
        assert_eq!(leaves.to_string(), "1110", "13 divides 221");
    }

    #[test]
    fn the_ends_of_an_interval_of_long_numbers_are_short_and_differ() {
        let number = |text: &str| text.parse::<BigUint>().unwrap();
        let words =
            |from: &str, to: &str, shown| ends(&number(from), &number(to), shown).join(" to ");
        assert_eq!(words("2", "123456789012", 4), "2 to 123456789012");
        assert_eq!(words("2", &format!("10598{}", "0".repeat(149)), 4), "2 to 1.059e153");
        let [from, to] = ["42", "57"].map(|end| format!("1059{end}{}", "7".repeat(100)));
        assert_eq!(words(&from, &to, 6), "1.05942e105 to 1.05957e105");
        let end = "1".repeat(13);
        assert_eq!(words(&end, &format!("{}2", &end[1..]), 12), format!("{end} to {}2", &end[1..]));
    }

    #[test]
    fn neighbouring_intervals_of_a_list_visibly_touch() {
        // The Mersenne prime 2^521 - 1, so the ends have 79 digits.
        let n: BigUint = (BigUint::from(1u32) << 521u32) - 1u32;
        let intervals = DivisorIntervals::new(
            n.clone(),
            10,
            4,
            std::slice::from_ref(&n),
            &CancelToken::default(),
        )
        .unwrap();
        let mut touched = 0;
        for path in [vec![], vec![1], vec![1, 0], vec![9, 9], vec![1, 0, 0], vec![4, 9, 3]] {
            let words = |place| {
                let words = intervals.words(&[&path[..], &[place]].concat());
                let (_, ends) = words.split_once("from ").expect("an interval");
                let (from, to) = ends.split_once(" to ").expect("two ends");
                (from.to_owned(), to.to_owned())
            };
            for place in 0..9 {
                let ((from, to), next) = (words(place), words(place + 1));
                assert_ne!(from, to, "{path:?}");
                assert_eq!(to, next.0, "{path:?}, part {place}");
                touched += 1;
            }
        }
        assert_eq!(touched, 54);
    }

    #[test]
    fn an_empty_part_is_true_and_is_a_leaf() {
        let (tree, leaves) = tree(9, 4, 3);
        // [2, 3] in four parts: [2], [3] and two empty ones.
        assert_eq!(tree.leaf_count(), 4);
        assert_eq!(leaves.to_string(), "1011");
        assert!(!tree.truths(&leaves).is_true(ClaimId::ROOT));
    }

    #[test]
    fn a_large_product_needs_its_factors() {
        let p: BigUint = "1000000000000000003".parse().unwrap();
        let q: BigUint = "1000000000000000009".parse().unwrap();
        let n = &p * &q;
        assert!(matches!(
            DivisorIntervals::new(n.clone(), 10, 2, &[], &CancelToken::default()),
            Err(IntervalsError::Factors(_))
        ));
        let two = BigUint::from(2u32);
        assert!(matches!(
            DivisorIntervals::new(n.clone(), 10, 2, &[p.clone(), two], &CancelToken::default()),
            Err(IntervalsError::Product { .. })
        ));
        let intervals = DivisorIntervals::new(n, 10, 2, &[p, q], &CancelToken::default()).unwrap();
        assert!(!intervals.is_prime());
        let (tree, leaves) = intervals.tree().unwrap();
        assert_eq!((tree.len(), leaves.ones()), (111, 99));
    }

    #[test]
    fn sizes_are_bounded() {
        let of = |width, depth| {
            DivisorIntervals::new(221u32.into(), width, depth, &[], &CancelToken::default())
                .map(|_| ())
        };
        assert!(matches!(of(10, 7), Err(IntervalsError::TooMany { .. })));
        assert!(matches!(of(usize::MAX, 2), Err(IntervalsError::TooMany { .. })));
        assert_eq!(of(1, 2), Err(IntervalsError::Width(1)));
        assert!(matches!(
            DivisorIntervals::new(3u32.into(), 2, 1, &[], &CancelToken::default()),
            Err(IntervalsError::Small(_))
        ));
    }

    #[test]
    fn a_million_leaves_fit() {
        let (tree, leaves) = tree(1_000_003 * 1_000_033, 10, 6);
        assert_eq!(tree.len(), 1_111_111);
        assert_eq!(leaves.len() - leaves.ones(), 1);
        assert!(!tree.truths(&leaves).is_true(ClaimId::ROOT));
    }

    proptest! {
        #[test]
        fn the_root_is_true_exactly_of_primes(n in 4u64..5000, width in 2usize..6, depth in 0usize..4) {
            let (tree, leaves) = tree(n, width, depth);
            let prime = (2..n).all(|d| !n.is_multiple_of(d));
            prop_assert_eq!(tree.truths(&leaves).is_true(ClaimId::ROOT), prime);
        }

        #[test]
        fn parts_tile_the_interval(from in 0u64..1000, len in 1u64..50, width in 2usize..9) {
            let (a, b) = (BigUint::from(from), BigUint::from(from + len - 1));
            let parts: Vec<_> = (0..width).filter_map(|i| part(&a, &b, width, i)).collect();
            prop_assert_eq!(&parts[0].0, &a);
            prop_assert_eq!(&parts[parts.len() - 1].1, &b);
            for pair in parts.windows(2) {
                prop_assert_eq!(&pair[0].1 + 1u32, pair[1].0.clone());
                prop_assert!(&pair[0].1 - &pair[0].0 >= &pair[1].1 - &pair[1].0);
            }
        }
    }
}
