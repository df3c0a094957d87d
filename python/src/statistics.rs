//! The statistics of studies. The Python module `elenchus.statistics` checks the arguments and names the results.

use elenchus::batch::statistics::{self, BootstrapMean};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The mean, the standard deviation, the interval and the number of units.
type Mean = (f64, Option<f64>, Option<[f64; 2]>, usize);

/// The lower and upper end, the number of probabilities, their mean, and the share of events.
type Bin = (f64, f64, usize, f64, f64);

fn parts(found: BootstrapMean) -> Mean {
    (found.mean, found.sd, found.interval, found.units)
}

#[pyfunction]
pub fn bootstrap_mean(units: Vec<f64>, seed: u64) -> Option<Mean> {
    statistics::bootstrap_mean(&units, seed).map(parts)
}

/// The two means, the difference, the number of pairs, and the share of pairs that differ.
#[pyfunction]
pub fn paired_difference(
    first: Vec<f64>,
    second: Vec<f64>,
    scenario: Vec<usize>,
    seed: u64,
) -> Option<(f64, f64, Mean, usize, f64)> {
    let found = statistics::paired_difference(&first, &second, &scenario, seed)?;
    Some((found.first, found.second, parts(found.difference), found.pairs, found.discordant))
}

/// The Brier score, the expected calibration error, and the bins.
#[pyfunction]
pub fn calibration(
    probabilities: Vec<f64>,
    happened: Vec<bool>,
    bins: usize,
) -> Option<(f64, f64, Vec<Bin>)> {
    let found = statistics::calibration(&probabilities, &happened, bins)?;
    let bins = found.bins.iter();
    let bins = bins.map(|bin| (bin.from, bin.to, bin.count, bin.stated, bin.happened)).collect();
    Some((found.brier, found.error, bins))
}

#[pyfunction]
pub fn effective_size(copies: Vec<u64>) -> f64 {
    statistics::effective_size(&copies)
}

#[pyfunction]
pub fn performance_gap_recovered(accuracy: f64, baseline: f64, ceiling: f64) -> Option<f64> {
    statistics::performance_gap_recovered(accuracy, baseline, ceiling)
}

#[pyfunction]
pub fn agent_score_difference(for_truth: Vec<f64>, against_truth: Vec<f64>) -> Option<f64> {
    statistics::agent_score_difference(&for_truth, &against_truth)
}

#[pyfunction]
pub fn scenarios_for_rates(
    difference: f64,
    discordant: f64,
    alpha: f64,
    power: f64,
) -> PyResult<f64> {
    statistics::scenarios_for_rates(difference, discordant, alpha, power)
        .map_err(PyValueError::new_err)
}

#[pyfunction]
pub fn scenarios_for_means(difference: f64, sd: f64, alpha: f64, power: f64) -> PyResult<f64> {
    statistics::scenarios_for_means(difference, sd, alpha, power).map_err(PyValueError::new_err)
}
