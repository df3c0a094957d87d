//! Statistics of studies: paired differences, calibration, scores beside a baseline, and the size of a study.

use crate::analysis::{normal_cdf, normal_quantile};
use crate::chance::{Nature, unit};

/// The number of resamples of a bootstrap.
const RESAMPLES: u64 = 10_000;

/// A mean over independent units, such as scenarios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BootstrapMean {
    /// The mean of the units.
    pub mean: f64,
    /// The standard deviation of one unit. `None` for a single unit.
    pub sd: Option<f64>,
    /// The ends of the 95 % interval. `None` if there are fewer than two units, or if all are equal: then the
    /// bootstrap cannot say how far other units would lie.
    pub interval: Option<[f64; 2]>,
    /// The number of units.
    pub units: usize,
}

/// The difference of two players over the same debates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedDifference {
    /// The mean of the first player's scores, with the same weight for every scenario.
    pub first: f64,
    /// The mean of the second player's scores, with the same weight for every scenario.
    pub second: f64,
    /// The mean of the differences (first − second), with an interval over scenarios.
    pub difference: BootstrapMean,
    /// The number of pairs of debates.
    pub pairs: usize,
    /// The share of the pairs in which the two scores differ, with the same weight for every scenario.
    pub discordant: f64,
}

/// A comparison of stated probabilities with what happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// The mean squared error of the probabilities (Brier score).
    pub brier: f64,
    /// The expected calibration error: the mean distance between the stated probability and the share of events in
    /// each bin, weighted by the number of probabilities in the bin.
    pub error: f64,
    /// The bins that have a probability, from low to high.
    pub bins: Vec<CalibrationBin>,
}

/// The probabilities in one part of the range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibrationBin {
    /// The lower end of the part.
    pub from: f64,
    /// The upper end of the part.
    pub to: f64,
    /// The number of probabilities in it.
    pub count: usize,
    /// The mean of these probabilities.
    pub stated: f64,
    /// The share of these cases in which the event happened.
    pub happened: f64,
}

/// The mean of some numbers. `None` if there are none.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The mean of independent units with its 95 % interval by a bootstrap (Efron 1987, "Better Bootstrap Confidence
/// Intervals": bias-corrected and accelerated). The result depends only on the arguments. `None` without units.
pub fn bootstrap_mean(units: &[f64], seed: u64) -> Option<BootstrapMean> {
    let (n, middle) = (units.len(), mean(units)?);
    let sum = |power: i32| units.iter().map(|x| (x - middle).powi(power)).sum::<f64>();
    let squares = sum(2);
    let sd = (n > 1).then(|| (squares / (n - 1) as f64).sqrt());
    let spread = units.iter().any(|x| *x != units[0]);
    let interval = spread.then(|| {
        let mut means: Vec<f64> =
            (0..RESAMPLES).map(|sample| resampled(units, seed, sample)).collect();
        means.sort_unstable_by(f64::total_cmp);
        let below = means.partition_point(|x| *x < middle);
        let up_to = means.partition_point(|x| *x <= middle);
        let bias = normal_quantile((below + up_to) as f64 / (2 * RESAMPLES) as f64);
        let acceleration = sum(3) / (6.0 * squares.powf(1.5));
        [0.025, 0.975].map(|level| {
            let z = bias + normal_quantile(level);
            percentile(&means, normal_cdf(bias + z / (1.0 - acceleration * z)))
        })
    });
    Some(BootstrapMean { mean: middle, sd, interval, units: n })
}

/// The mean of as many units, each drawn at random from `units`.
fn resampled(units: &[f64], seed: u64, sample: u64) -> f64 {
    let mut rng = Nature::new(seed).rng(sample, 0);
    let n = units.len() as f64;
    // Rounding can give n, which is no index.
    let mut drawn = || units[((unit(&mut rng) * n) as usize).min(units.len() - 1)];
    (0..units.len()).map(|_| drawn()).sum::<f64>() / n
}

/// The value below which this share of the sorted numbers lies, interpolated between its neighbours.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    let place = share.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    low + (high - low) * place.fract()
}

/// The difference of two players over the same debates, with a bootstrap over scenarios. The scores with the same
/// index belong together, and `scenario` numbers the scenario of each pair. Pairs of one scenario depend on each other,
/// so their mean is one unit. `None` without pairs.
///
/// # Panics
/// If the slices have different lengths.
pub fn paired_difference(
    first: &[f64],
    second: &[f64],
    scenario: &[usize],
    seed: u64,
) -> Option<PairedDifference> {
    assert!(first.len() == second.len() && first.len() == scenario.len(), "scores must be pairs");
    let of_pairs = |score: &dyn Fn(f64, f64) -> f64| {
        let scores: Vec<f64> = first.iter().zip(second).map(|(a, b)| score(*a, *b)).collect();
        group_means(&scores, scenario)
    };
    Some(PairedDifference {
        first: mean(&of_pairs(&|a, _| a))?,
        second: mean(&of_pairs(&|_, b| b))?,
        difference: bootstrap_mean(&of_pairs(&|a, b| a - b), seed)?,
        pairs: first.len(),
        discordant: mean(&of_pairs(&|a, b| f64::from(a != b)))?,
    })
}

/// The mean of each group, in the order of their numbers.
pub fn group_means(values: &[f64], group: &[usize]) -> Vec<f64> {
    let mut groups = std::collections::BTreeMap::<usize, (f64, f64)>::new();
    for (value, group) in values.iter().zip(group) {
        let (sum, count) = groups.entry(*group).or_default();
        *sum += value;
        *count += 1.0;
    }
    groups.into_values().map(|(sum, count)| sum / count).collect()
}

/// The number of independent debates that are worth as much as debates of which some are copies of each other.
/// `copies` has the number of copies of each distinct debate. If all numbers are equal, this is the number of distinct
/// debates; otherwise it is less (Kish 1965, "Survey Sampling": the effective sample size of a weighted mean).
pub fn effective_size(copies: &[u64]) -> f64 {
    let all: f64 = copies.iter().map(|n| *n as f64).sum();
    let squares: f64 = copies.iter().map(|n| (*n as f64).powi(2)).sum();
    if squares > 0.0 { all * all / squares } else { 0.0 }
}

/// The share of the gap between a weak judge alone (`baseline`) and a judge who knows everything (`ceiling`) that a
/// protocol closes. It is 0 if the protocol is as accurate as the baseline, 1 if it is as accurate as the ceiling, and
/// negative if it misleads the judge. `None` if there is no gap.
pub fn performance_gap_recovered(accuracy: f64, baseline: f64, ceiling: f64) -> Option<f64> {
    let gap = ceiling - baseline;
    (gap > 0.0).then(|| (accuracy - baseline) / gap)
}

/// The mean score of the provers that argued for the truth, minus that of the provers that argued against it
/// (arXiv 2504.03731). Above 0, the protocol rewards honesty. `None` if one of the lists is empty.
pub fn agent_score_difference(for_truth: &[f64], against_truth: &[f64]) -> Option<f64> {
    Some(mean(for_truth)? - mean(against_truth)?)
}

/// Compares probabilities with what happened, in `bins` equal parts of the range. `None` without probabilities.
///
/// # Panics
/// If the slices have different lengths.
pub fn calibration(probabilities: &[f64], happened: &[bool], bins: usize) -> Option<Calibration> {
    assert_eq!(probabilities.len(), happened.len(), "each probability needs an event");
    let events: Vec<f64> = happened.iter().map(|event| f64::from(*event)).collect();
    let squares: Vec<f64> =
        probabilities.iter().zip(&events).map(|(p, e)| (p - e).powi(2)).collect();
    let bin_of = |p: f64| ((p * bins as f64) as usize).min(bins - 1);
    let bin = |at: usize| {
        let (stated, events): (Vec<f64>, Vec<f64>) =
            probabilities.iter().zip(&events).filter(|(p, _)| bin_of(**p) == at).unzip();
        Some(CalibrationBin {
            from: at as f64 / bins as f64,
            to: (at + 1) as f64 / bins as f64,
            count: stated.len(),
            stated: mean(&stated)?,
            happened: mean(&events)?,
        })
    };
    let brier = mean(&squares)?;
    let bins: Vec<CalibrationBin> = (0..bins).filter_map(bin).collect();
    let off = bins.iter().map(|bin| bin.count as f64 * (bin.stated - bin.happened).abs());
    Some(Calibration { brier, error: off.sum::<f64>() / probabilities.len() as f64, bins })
}

/// The number of scenarios, not rounded, that show a difference of two rates on the same scenarios (Connor 1987,
/// "Sample Size for Testing Differences in Proportions for the Paired-Sample Design"). `discordant` is the share of
/// scenarios on which exactly one of the two players is right. `alpha` is the level of the two-sided test.
///
/// # Errors
/// Returns an error if a number is out of its range.
pub fn scenarios_for_rates(
    difference: f64,
    discordant: f64,
    alpha: f64,
    power: f64,
) -> Result<f64, String> {
    let (z_alpha, z_power) = quantiles(difference, alpha, power)?;
    let gap = difference.abs();
    if !(discordant >= gap && discordant <= 1.0) {
        return Err(format!(
            "{discordant} of the scenarios cannot tell the players apart if their rates differ by {gap}. Give \
             a share from {gap} to 1"
        ));
    }
    let root = z_alpha * discordant.sqrt() + z_power * (discordant - gap * gap).sqrt();
    Ok((root / gap).powi(2))
}

/// The number of scenarios, not rounded, that show a mean difference of two scores on the same scenarios (Guenther 1981,
/// "Sample Size Formulas for Normal Theory t Tests"). `sd` is the standard deviation of the difference over scenarios.
/// `alpha` is the level of the two-sided test.
///
/// # Errors
/// Returns an error if a number is out of its range.
pub fn scenarios_for_means(
    difference: f64,
    sd: f64,
    alpha: f64,
    power: f64,
) -> Result<f64, String> {
    let (z_alpha, z_power) = quantiles(difference, alpha, power)?;
    if !(sd > 0.0 && sd.is_finite()) {
        return Err(format!("the standard deviation is {sd}. Give a number above 0"));
    }
    Ok(((z_alpha + z_power) * sd / difference).powi(2) + z_alpha * z_alpha / 2.0)
}

/// The normal quantiles of the level and the power of a two-sided test.
fn quantiles(difference: f64, alpha: f64, power: f64) -> Result<(f64, f64), String> {
    if !(difference.abs() > 0.0 && difference.is_finite()) {
        return Err(format!("no number of scenarios shows a difference of {difference}"));
    }
    for (what, value) in [("level", alpha), ("power", power)] {
        if !(value > 0.0 && value < 1.0) {
            return Err(format!("the {what} is {value}. Give a number between 0 and 1"));
        }
    }
    if power <= alpha / 2.0 {
        return Err(format!("the power {power} is below the chance of a false result. Raise it"));
    }
    Ok((normal_quantile(1.0 - alpha / 2.0), normal_quantile(power)))
}

/// The numbers in these tests were computed with scipy 1.17.1, statsmodels 0.15.0 and numpy 2.4.6.
#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() <= within, "{found}, but {wanted} is right");
    }

    #[test]
    fn normal_numbers_are_those_of_scipy() {
        // scipy.stats.norm.ppf(share)
        for (share, z) in [
            (0.975, 1.959_963_984_540_054),
            (0.8, 0.841_621_233_572_914_3),
            (1e-12, -7.034_483_825_301_131),
            (0.5, 0.0),
        ] {
            near(normal_quantile(share), z, 1e-12);
        }
        // scipy.stats.norm.cdf(z)
        near(normal_cdf(-1.2), 0.115_069_670_221_708_22, 1e-15);
        near(normal_cdf(4.0), 0.999_968_328_758_166_9, 1e-15);
    }

    #[test]
    fn the_interval_of_a_bootstrap_is_that_of_scipy() {
        // scipy.stats.bootstrap((units,), numpy.mean, n_resamples=1_000_000, method="BCa",
        //                       rng=numpy.random.default_rng(1)).confidence_interval
        let units = [0.2, 0.0, -0.1, 0.4, 0.1, 0.0, 0.3, 0.05, -0.2, 0.6];
        let found = bootstrap_mean(&units, 1).unwrap();
        let [low, high] = found.interval.unwrap();
        near(found.mean, 0.135, 1e-12);
        near(found.sd.unwrap(), 0.242_727_556_463_345_68, 1e-12); // numpy.std(units, ddof=1)
        near(low, 0.01, 0.006);
        near(high, 0.3, 0.006);
        // Most resamples of these scores have equal means, so the interval ends at multiples of 1/12.
        let rare = [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        let [low, high] = bootstrap_mean(&rare, 1).unwrap().interval.unwrap();
        near(low, 1.0 / 12.0, 1e-12);
        near(high, 7.0 / 12.0, 1e-12);
        assert_eq!(bootstrap_mean(&units, 1), bootstrap_mean(&units, 1));
        assert_ne!(bootstrap_mean(&units, 1), bootstrap_mean(&units, 2));
    }

    #[test]
    fn a_bootstrap_without_spread_claims_no_interval() {
        assert_eq!(bootstrap_mean(&[], 1), None);
        assert_eq!(bootstrap_mean(&[0.5], 1).unwrap().sd, None);
        for units in [&[0.5][..], &[1.0, 1.0, 1.0]] {
            assert_eq!(bootstrap_mean(units, 1).unwrap().interval, None);
        }
    }

    #[test]
    fn pairs_of_one_scenario_are_one_unit() {
        // Scenario 7 has three pairs, and each of the others one.
        let first = [1.0, 1.0, 0.0, 1.0, 1.0];
        let second = [0.0, 1.0, 0.0, 0.0, 1.0];
        let found = paired_difference(&first, &second, &[7, 7, 7, 2, 3], 1).unwrap();
        assert_eq!((found.pairs, found.difference.units), (5, 3));
        let thirds = |scores: [f64; 3]| scores.iter().sum::<f64>() / 3.0;
        near(found.first, thirds([2.0 / 3.0, 1.0, 1.0]), 1e-12);
        near(found.second, thirds([1.0 / 3.0, 0.0, 1.0]), 1e-12);
        near(found.difference.mean, thirds([1.0 / 3.0, 1.0, 0.0]), 1e-12);
        near(found.discordant, thirds([1.0 / 3.0, 1.0, 0.0]), 1e-12);
        let copied =
            paired_difference(&first.repeat(9), &second.repeat(9), &[7, 7, 7, 2, 3].repeat(9), 1);
        near(
            copied.unwrap().difference.interval.unwrap()[1],
            found.difference.interval.unwrap()[1],
            1e-12,
        );
    }

    #[test]
    fn copies_of_a_debate_are_worth_one_debate() {
        assert_eq!(effective_size(&[200, 200]), 2.0);
        assert_eq!(effective_size(&[1; 30]), 30.0);
        // Half of the weight lies on one debate.
        near(effective_size(&[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10]), 400.0 / 110.0, 1e-12);
        assert_eq!(effective_size(&[]), 0.0);
    }

    #[test]
    fn calibration_in_tenths_is_that_of_numpy() {
        let stated = [0.05, 0.12, 0.2, 0.35, 0.38, 0.5, 0.62, 0.77, 0.91, 0.95, 1.0, 0.0];
        let happened = [0, 0, 1, 0, 1, 1, 0, 1, 1, 1, 1, 0].map(|event| event == 1);
        let found = calibration(&stated, &happened, 10).unwrap();
        // p, y = stated, happened; b = numpy.minimum((p * 10).astype(int), 9)
        near(found.brier, 0.155_141_666_666_666_68, 1e-15); // numpy.mean((p - y) ** 2)
        // sum((b == k).sum() * abs(p[b == k].mean() - y[b == k].mean()) for k in numpy.unique(b)) / len(p)
        near(found.error, 0.2275, 1e-12);
        assert_eq!(found.bins.iter().map(|bin| bin.count).sum::<usize>(), 12);
        assert_eq!(found.bins.last().map(|bin| (bin.from, bin.count)), Some((0.9, 3)));
        assert_eq!(calibration(&[], &[], 10), None);
    }

    #[test]
    fn the_size_of_a_study_is_that_of_statsmodels() {
        // statsmodels.stats.power.normal_sample_size_one_tail(difference, power, alpha / 2,
        //     std_null=discordant ** 0.5, std_alternative=(discordant - difference ** 2) ** 0.5)
        for (difference, discordant, alpha, power, size) in [
            (0.1, 0.3, 0.05, 0.8, 233.094_538_204_673_9),
            (0.05, 0.2, 0.05, 0.9, 836.431_776_783_049_8),
            (-0.2, 0.2, 0.01, 0.8, 55.397_830_530_278_79),
        ] {
            near(scenarios_for_rates(difference, discordant, alpha, power).unwrap(), size, 1e-9);
        }
        // statsmodels.stats.power.TTestPower().solve_power(effect_size=difference / sd, alpha=alpha, power=power)
        for (difference, sd, alpha, power, size) in [
            (0.1, 0.4, 0.05, 0.8, 127.515_830_515_552_21),
            (0.05, 0.3, 0.05, 0.9, 380.193_026_535_807_35),
            (0.3, 0.4, 0.01, 0.8, 24.139_780_131_489_342),
        ] {
            near(scenarios_for_means(difference, sd, alpha, power).unwrap(), size, 0.1);
        }
    }

    #[test]
    fn numbers_without_a_study_size_are_refused() {
        assert!(scenarios_for_rates(0.0, 0.3, 0.05, 0.8).is_err());
        assert!(scenarios_for_rates(0.3, 0.2, 0.05, 0.8).unwrap_err().contains("from 0.3 to 1"));
        assert!(scenarios_for_rates(0.1, f64::NAN, 0.05, 0.8).is_err());
        assert!(scenarios_for_means(0.1, 0.0, 0.05, 0.8).is_err());
        assert!(scenarios_for_means(0.1, 0.4, 1.0, 0.8).unwrap_err().contains("level"));
        assert!(scenarios_for_means(0.1, 0.4, 0.05, 0.02).unwrap_err().contains("power"));
    }

    #[test]
    fn a_protocol_is_scored_beside_its_baseline() {
        near(performance_gap_recovered(0.85, 0.7, 1.0).unwrap(), 0.5, 1e-12);
        near(performance_gap_recovered(0.6, 0.7, 1.0).unwrap(), -1.0 / 3.0, 1e-12);
        assert_eq!(performance_gap_recovered(1.0, 1.0, 1.0), None);
        assert_eq!(agent_score_difference(&[1.0, 1.0, 0.0, 1.0], &[0.0, 1.0]), Some(0.25));
        assert_eq!(agent_score_difference(&[1.0], &[]), None);
    }
}
