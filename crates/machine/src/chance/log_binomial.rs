//! Logarithms of binomial probabilities and tails, for probabilities that are too small for a float.
//!
//! The point probability uses the saddle-point form (C. Loader, "Fast and accurate computation of
//! binomial probabilities", 2000). Every term is small, so no large terms cancel.

use super::Probability;

/// The error of Stirling's formula for ln n!.
fn stirling_error(n: f64) -> f64 {
    if n < 16.0 {
        let factorial: f64 = (2..=n as u64).map(|i| i as f64).product();
        if n == 0.0 {
            return 0.0;
        }
        return f64::ln(factorial) - (n + 0.5) * n.ln() + n - 0.5 * std::f64::consts::TAU.ln();
    }
    let s = n * n;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / (1188.0 * s)) / s) / s) / s)
        / n
}

/// x ln(x/m) + m − x, without cancellation if x is near m.
fn deviance(x: f64, m: f64) -> f64 {
    if (x - m).abs() >= 0.1 * (x + m) {
        return x * (x / m).ln() + m - x;
    }
    let v = (x - m) / (x + m);
    let mut sum = (x - m) * v;
    let mut term = 2.0 * x * v;
    for j in 1..1000 {
        term *= v * v;
        let next = sum + term / f64::from(2 * j + 1);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

/// ln P[X = k] for X ~ Binomial(n, p). −∞ if the probability is 0.
pub fn ln_probability(n: u64, p: Probability, k: u64) -> f64 {
    if k > n {
        return f64::NEG_INFINITY;
    }
    if let Some(bit) = p.as_certain() {
        return if k == if bit { n } else { 0 } { 0.0 } else { f64::NEG_INFINITY };
    }
    let (size, p, q) = (n as f64, p.get(), 1.0 - p.get());
    if k == 0 {
        return size * (-p).ln_1p();
    }
    if k == n {
        return size * p.ln();
    }
    let (ones, zeros) = (k as f64, (n - k) as f64);
    stirling_error(size)
        - stirling_error(ones)
        - stirling_error(zeros)
        - deviance(ones, size * p)
        - deviance(zeros, size * q)
        + 0.5 * (size / (std::f64::consts::TAU * ones * zeros)).ln()
}

/// ln P[X ≥ k]. Takes at most about √n steps.
pub fn ln_at_least(n: u64, p: Probability, k: u64) -> f64 {
    if k == 0 {
        return 0.0;
    }
    if k > n {
        return f64::NEG_INFINITY;
    }
    if (k as f64) > n as f64 * p.get() {
        ln_probability(n, p, k) + far_side(n, p.get(), k).ln()
    } else {
        // The event is likely, so subtract the small opposite tail from 1.
        (-ln_at_most(n, p, k - 1).exp()).ln_1p()
    }
}

/// ln P[X ≤ k]. Takes at most about √n steps.
pub fn ln_at_most(n: u64, p: Probability, k: u64) -> f64 {
    if k >= n { 0.0 } else { ln_at_least(n, p.complement(), n - k) }
}

/// P[X ≥ k] / P[X = k] for k above the mean. There, the ratios of neighbouring probabilities only decrease.
fn far_side(n: u64, p: f64, k: u64) -> f64 {
    let odds = p / (1.0 - p);
    let (mut term, mut sum) = (1.0, 1.0);
    for i in k..n {
        term *= (n - i) as f64 / (i + 1) as f64 * odds;
        sum += term;
        if term < sum * 1e-17 {
            break;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: f64) -> Probability {
        Probability::new(x).unwrap()
    }

    #[test]
    fn small_cases_match_counting() {
        // Binomial(5, 0.3): 5!/(2!3!) 0.3² 0.7³ = 0.3087; P[X ≥ 4] = 0.03078.
        assert!((ln_probability(5, p(0.3), 2).exp() - 0.3087).abs() < 1e-15);
        assert!((ln_at_least(5, p(0.3), 4).exp() - 0.03078).abs() < 1e-15);
        assert!((ln_at_most(5, p(0.3), 3).exp() - 0.96922).abs() < 1e-15);
        assert_eq!(ln_at_least(5, p(0.3), 0), 0.0);
        assert_eq!(ln_at_least(5, p(0.3), 6), f64::NEG_INFINITY);
        assert_eq!(ln_probability(5, Probability::ONE, 5), 0.0);
    }

    #[test]
    fn tails_far_below_the_smallest_float_have_logarithms() {
        // The probability that 10^6 fair bits are all 1 is 2^-1,000,000.
        let all = ln_at_least(1_000_000, p(0.5), 1_000_000);
        assert!((all / (-1e6 * std::f64::consts::LN_2) - 1.0).abs() < 1e-14);
        // 8,100,000 is 27 % of 3·10^7. The mean is 25 %, which is 250 standard deviations lower.
        assert!(ln_at_least(30_000_000, p(0.25), 8_100_000) < -30_000.0);
    }
}
