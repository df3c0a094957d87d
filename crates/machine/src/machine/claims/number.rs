//! Whole numbers of any size: primality and divisors.

use num_bigint::BigUint;

use crate::work::{CancelToken, Cancelled};

/// Trial division tries at most this many divisors. They take about a tenth of a second.
pub const MOST_DIVISIONS: u64 = 50_000_000;

/// Miller–Rabin with these bases is exact below 3.3·10^24 (Sorenson and Webster 2015).
const BASES: [u32; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];
/// Further prime bases for larger numbers. For each base, a composite number passes the test with probability at most
/// 1/4.
const MORE_BASES: [u32; 27] = [
    43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127, 131, 137, 139,
    149, 151, 157, 163, 167, 173,
];

/// The Miller–Rabin test for primes. It is exact below 3.3·10^24. For larger numbers it tries 40 bases, and accepts a
/// composite number with a probability of about 4^-40.
///
/// # Errors
/// Returns an error if the work was cancelled. For 4096 bits, each base takes some hundredths of a second.
pub fn is_prime(n: &BigUint, token: &CancelToken) -> Result<bool, Cancelled> {
    let one = BigUint::from(1u32);
    if *n <= one {
        return Ok(false);
    }
    for &small in BASES.iter().chain(&MORE_BASES) {
        let small = BigUint::from(small);
        if *n == small {
            return Ok(true);
        }
        if n % &small == BigUint::ZERO {
            return Ok(false);
        }
    }
    let less = n - &one;
    let twos = less.trailing_zeros().unwrap_or(0);
    let odd = &less >> twos;
    let exact = n.bits() <= 81;
    let more = if exact { &[][..] } else { &MORE_BASES[..] };
    let passes = |base: u32| {
        let mut power = BigUint::from(base).modpow(&odd, n);
        power == one
            || power == less
            || (1..twos).any(|_| {
                power = &power * &power % n;
                power == less
            })
    };
    for &base in BASES.iter().chain(more) {
        token.check()?;
        if !passes(base) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The divisors of the product of `primes` that are between 2 and `limit`, in order. `None` if there are more than
/// `most`.
pub fn divisors(primes: &[BigUint], limit: &BigUint, most: usize) -> Option<Vec<BigUint>> {
    let mut all = vec![BigUint::from(1u32)];
    for prime in primes {
        let more: Vec<BigUint> = all.iter().map(|d| d * prime).filter(|d| d <= limit).collect();
        all.extend(more);
        all.sort();
        all.dedup();
        if all.len() > most {
            return None;
        }
    }
    all.remove(0);
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_prime(n: &BigUint) -> bool {
        CancelToken::unstopped(|token| super::is_prime(n, token))
    }

    fn big(text: &str) -> BigUint {
        text.parse().unwrap()
    }

    #[test]
    fn the_first_thousand_numbers_are_sorted_rightly() {
        for n in 0u32..1000 {
            let prime = n > 1 && (2..n).all(|d| !n.is_multiple_of(d));
            assert_eq!(is_prime(&BigUint::from(n)), prime, "{n}");
        }
    }

    #[test]
    fn numbers_that_fool_weaker_tests_do_not_fool_it() {
        // The first number is a Carmichael number. The second is a strong pseudoprime to the bases 2 to 37 (Sorenson
        // and Webster).
        assert!(!is_prime(&big("825265")));
        assert!(!is_prime(&big("318665857834031151167461")));
        assert!(is_prime(&big("170141183460469231731687303715884105727")), "2^127 − 1");
        assert!(!is_prime(&big("340282366920938463463374607431768211457")), "2^128 + 1");
    }

    #[test]
    fn divisors_of_a_product() {
        let primes = [big("2"), big("2"), big("3"), big("5")];
        let found = divisors(&primes, &big("12"), 100).unwrap();
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, ["2", "3", "4", "5", "6", "10", "12"]);
        assert_eq!(divisors(&primes, &big("60"), 5), None);
    }
}
