//! Estimates the time, the tokens and the cost of a study from some of its debates.

use std::time::Duration;

use humantime::format_duration;
use serde::Serialize;

use super::study::TokenUsage;
use super::study_debate::PlayedRow;

/// The time, tokens and cost of some debates of a study, and an estimate for all debates at the same rate.
#[derive(Debug, Serialize)]
pub(super) struct DryRun {
    played: usize,
    pub(super) failed: usize,
    /// The number of debates in the study.
    debates: usize,
    /// The number of debates at the same time.
    parallel: u16,
    /// The total time of the played debates, in seconds. They were played one after the other.
    seconds: f64,
    /// The estimated time of the study, in seconds, with `parallel` debates at the same time.
    estimated_seconds: f64,
    #[serde(flatten)]
    spent: TokenUsage,
    estimated_tokens: f64,
    estimated_cost: f64,
    /// The reason of the first failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl DryRun {
    /// The estimate for a study of `debates` debates.
    pub(super) fn new(rows: &[PlayedRow], debates: usize, parallel: u16) -> Self {
        let spent = rows.iter().fold(TokenUsage::default(), |all, row| all.and(row.spent));
        let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
        let times = debates as f64 / rows.len() as f64;
        Self {
            played: rows.len(),
            failed: rows.iter().filter(|row| row.error.is_some()).count(),
            debates,
            parallel,
            seconds,
            estimated_seconds: seconds * times / f64::from(parallel).min(debates as f64),
            spent,
            estimated_tokens: spent.tokens * times,
            estimated_cost: spent.cost * times,
            error: rows.iter().find_map(|row| row.error.clone()),
        }
    }

    /// The estimate for people.
    pub(super) fn text(&self) -> String {
        let took = format_duration(Duration::from_millis((self.seconds * 1e3) as u64));
        let whole = format_duration(Duration::from_secs(self.estimated_seconds.ceil() as u64));
        let mut text = format!(
            "{} of {} debates were played in {took}. The study would take about {whole}",
            self.played, self.debates
        );
        if self.parallel > 1 {
            text += &format!(" with {} debates at the same time", self.parallel);
        }
        text += ".\n";
        if self.spent.tokens > 0.0 || self.spent.cost > 0.0 {
            text += &format!(
                "It would use about {:.0} tokens, at a cost of about {:.4}.\n",
                self.estimated_tokens, self.estimated_cost
            );
        }
        if let Some(error) = &self.error {
            text += &format!("{} failed. The first: {error}\n", self.failed);
        }
        text
    }
}
