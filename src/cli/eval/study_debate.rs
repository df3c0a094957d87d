//! Plays one debate of a study and describes it as a row of the log.

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::study::{StudyDebate, StudyPlan, TokenUsage};
use crate::cli::figures::{COMMIT, digest};
use crate::cli::output::SCHEMA_VERSION;
use crate::cli::prepared::{PreparedDebate, ProgramComment};
use crate::cli::progress::short_token;
use crate::rules::{Actor, Cost, Seat, Side, Turn};
use crate::work::{CancelToken, Cancelled};

/// A debate that was played, or that failed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct PlayedRow {
    #[serde(default)]
    schema: u32,
    pub(super) key: String,
    pub(super) study: String,
    pub(super) scenario: String,
    pub(super) scenario_hash: String,
    pub(super) protocol: String,
    pub(super) cast: String,
    /// The names of the players, by seat.
    pub(super) seats: [String; 3],
    /// The names of the players, as an object.
    #[serde(default)]
    pub(super) strategies: BTreeMap<Seat, String>,
    /// The complete players, as a scenario file describes them.
    pub(super) players: [serde_json::Value; 3],
    /// The files of external programs, with their hashes.
    pub(super) files: Vec<(String, String)>,
    pub(super) version: String,
    pub(super) commit: String,
    pub(super) seed: u64,
    pub(super) repeat: u64,
    /// True if the players of Alice and Bob have exchanged their seats.
    #[serde(default)]
    pub(super) swapped: bool,
    /// A hash of the machine and of Alice's claim. Scenarios with the same hash ask the same question.
    #[serde(default)]
    pub(super) question: String,
    /// True if the protocol is not that of the scenario, but a baseline of the study.
    #[serde(default)]
    pub(super) baseline: bool,
    /// True if Elenchus drew random numbers in this debate.
    #[serde(default = "unknown")]
    pub(super) drawn: bool,
    /// A hash of all moves and comments.
    #[serde(default)]
    pub(super) trace: String,
    /// The number of attempts.
    pub(super) tries: u32,
    pub(super) seconds: f64,
    pub(super) winner: Option<Side>,
    pub(super) claim_true: Option<bool>,
    /// True if the right side won. `None` if no side is known to be right.
    pub(super) right: Option<bool>,
    pub(super) payoff: Option<f64>,
    /// The judge's probability that the claim is true, from `meta.probability` of the judge's last answer.
    pub(super) probability: Option<f64>,
    /// The judge's queries of all kinds.
    pub(super) queries: u64,
    /// The number of bits of locations, transcripts and inputs among these queries.
    pub(super) bits: u64,
    pub(super) rounds: u64,
    /// The tokens and the cost of all attempts together.
    #[serde(flatten)]
    pub(super) spent: TokenUsage,
    pub(super) moves: Vec<StudyMove>,
    pub(super) comments: Vec<ProgramComment>,
    /// The reason why the last attempt failed. `None` if the debate was played to its end.
    pub(super) error: Option<String>,
    /// For each earlier attempt, the reason why it failed.
    pub(super) errors: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct StudyMove {
    pub(super) by: String,
    pub(super) r#move: String,
}

/// A log of an older version does not say whether chance had a part.
fn unknown() -> bool {
    true
}

/// The pause before the second attempt at a debate. Each later pause is twice as long.
const BACK_OFF: Duration = Duration::from_millis(500);

impl StudyPlan {
    /// Plays a debate. If it fails, plays it again, as often as the study says.
    ///
    /// # Errors
    /// Returns an error if the work was stopped.
    pub(super) fn played(
        &self,
        job: &StudyDebate,
        token: &CancelToken,
    ) -> Result<PlayedRow, Cancelled> {
        let (mut spent, mut errors) = (TokenUsage::default(), Vec::new());
        for tries in 1.. {
            token.check()?;
            let mut row = self.tried(job, tries, token);
            // If the work was stopped, the attempt did not fail.
            token.check()?;
            spent = spent.and(row.spent);
            row.spent = spent;
            if row.error.is_none() || tries > self.study.retries {
                row.errors = errors;
                return Ok(row);
            }
            errors.extend(row.error);
            let until = Instant::now() + BACK_OFF * 2u32.pow(tries.min(6) - 1);
            while Instant::now() < until {
                token.check()?;
                thread::sleep(Duration::from_millis(20));
            }
        }
        Err(Cancelled)
    }

    fn tried(&self, job: &StudyDebate, tries: u32, token: &CancelToken) -> PlayedRow {
        let began = Instant::now();
        let mut row = PlayedRow { tries, ..self.row(job) };
        match self.debates[job.debate].seated.restart(job.seed) {
            Err(why) => row.error = Some(format!("{why:#}")),
            Ok(mut seated) => {
                let played = seated.play(&mut row.comments, token);
                row.error = played.err().map(|why| format!("{why:#}"));
                row.describe(&seated);
            }
        }
        row.seconds = began.elapsed().as_secs_f64();
        row
    }

    /// The row of a debate before it is played.
    pub(super) fn row(&self, job: &StudyDebate) -> PlayedRow {
        let debate = &self.debates[job.debate];
        PlayedRow {
            key: job.key.clone(),
            study: self.study.title.to_string(),
            scenario: debate.scenario.clone(),
            scenario_hash: debate.hash.clone(),
            protocol: debate.protocol().to_owned(),
            cast: debate.cast.clone(),
            schema: SCHEMA_VERSION,
            seats: debate.seated.names.clone(),
            strategies: Seat::ALL.into_iter().zip(debate.seated.names.clone()).collect(),
            players: debate.seated.players_json(),
            files: debate.files.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: COMMIT.to_owned(),
            seed: job.seed,
            repeat: job.repeat,
            swapped: debate.swapped,
            question: debate.question.clone(),
            baseline: debate.baseline,
            ..PlayedRow::default()
        }
    }
}

impl PlayedRow {
    /// The row without moves and comments, which the table does not need.
    pub(super) fn without_moves(self) -> Self {
        Self { moves: Vec::new(), comments: Vec::new(), ..self }
    }

    /// True if both rows are about the same debate: the same scenario, players, program files, seed and repeat.
    pub(super) fn is_of_one_debate(&self, other: &Self) -> bool {
        let of = |row: &Self| {
            let names = [&row.key, &row.scenario, &row.scenario_hash, &row.protocol, &row.cast];
            let names = names.map(String::clone);
            (names, row.seats.clone(), row.players.clone(), row.files.clone(), row.seed, row.repeat)
        };
        of(self) == of(other)
    }

    fn describe(&mut self, seated: &PreparedDebate) {
        let (game, now) = (&*seated.game, seated.game.position());
        if let Turn::Over(outcome) = now.turn() {
            self.winner = Some(outcome.winner);
            self.claim_true = now.truth(&short_token()).ok().flatten();
            let right = now.right_side(&short_token()).ok().flatten();
            self.right = right.map(|right| right == outcome.winner);
            self.payoff = outcome.payoff;
        }
        let ledger = now.ledger();
        let judge = ledger.account(Seat::Judge);
        self.queries = judge.queries();
        let bits = [Cost::Location, Cost::Transcript, Cost::Input];
        self.bits = bits.into_iter().map(|cost| judge.paid(cost)).sum();
        self.rounds = now.rounds();
        let words = game.tree().moves().map(|played| format!("{} {}", played.actor, played.mv));
        let words: Vec<String> =
            words.chain(self.comments.iter().map(|said| said.comment.clone())).collect();
        self.trace = digest(words.join("\n").as_bytes());
        self.drawn = game.drew();
        let by_seats = game.tree().moves().filter(|played| matches!(played.actor, Actor::Seat(_)));
        self.moves = by_seats
            .map(|played| StudyMove { by: played.actor.to_string(), r#move: played.mv.to_string() })
            .collect();
        let sum = |key: &str| -> f64 {
            let metas = self.comments.iter().filter_map(|said| said.meta.as_ref());
            let numbers = metas.filter_map(|meta| meta.get(key)?.as_f64());
            // A number that makes no sense would disable the limits.
            numbers.filter(|number| (0.0..=1e15).contains(number)).sum()
        };
        let judged = self.comments.iter().rev().filter(|said| said.by == Seat::Judge);
        self.probability = judged
            .filter_map(|said| said.meta.as_ref()?.get("probability")?.as_f64())
            .find(|p| (0.0..=1.0).contains(p));
        self.spent = TokenUsage { tokens: sum("tokens"), cost: sum("cost") };
    }
}
