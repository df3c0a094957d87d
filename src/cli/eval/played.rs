//! One debate of a study, played and written down.

use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::study::{Job, Plan, Spent};
use crate::cli::figures::COMMIT;
use crate::cli::long::patient;
use crate::cli::seated::{Comment, Seated};
use crate::rules::{Actor, Cost, Seat, Side, Turn};
use crate::work::{Stopped, Token};

/// A debate that was played, or that failed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct PlayedRow {
    pub(super) key: String,
    pub(super) study: String,
    pub(super) scenario: String,
    pub(super) scenario_hash: String,
    pub(super) protocol: String,
    pub(super) cast: String,
    /// Who sits in the seats, as it is written.
    pub(super) seats: [String; 3],
    /// The same players whole, as a file writes them.
    pub(super) players: [serde_json::Value; 3],
    /// The files that programs were run from, with their hashes.
    pub(super) files: Vec<(String, String)>,
    pub(super) version: String,
    pub(super) commit: String,
    pub(super) seed: u64,
    pub(super) repeat: u64,
    /// How often it was begun.
    pub(super) tries: u32,
    pub(super) seconds: f64,
    pub(super) winner: Option<Side>,
    pub(super) claim_true: Option<bool>,
    /// Whether the side that is right won.
    pub(super) right: Option<bool>,
    pub(super) payoff: Option<f64>,
    /// How likely the claim is to the judge, where its last answer says so in `meta.probability`.
    pub(super) probability: Option<f64>,
    /// The judge's queries of all kinds.
    pub(super) queries: u64,
    /// The bits among them: of locations, transcripts and inputs.
    pub(super) bits: u64,
    pub(super) rounds: u64,
    /// By all its tries.
    #[serde(flatten)]
    pub(super) spent: Spent,
    pub(super) moves: Vec<Made>,
    pub(super) comments: Vec<Comment>,
    /// Why it failed; none if it was played to its end.
    pub(super) error: Option<String>,
    /// Why each try before the last failed.
    pub(super) errors: Vec<String>,
}

/// A move of a debate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Made {
    pub(super) by: String,
    pub(super) r#move: String,
}

/// How long a debate that failed waits before it is begun again, for the first time.
const BACK_OFF: Duration = Duration::from_millis(500);

impl Plan {
    /// Plays a debate; again, as often as the study says, if it fails.
    ///
    /// # Errors
    /// If the work was stopped.
    pub(super) fn played(&self, job: &Job, token: &Token) -> Result<PlayedRow, Stopped> {
        let (mut spent, mut errors) = (Spent::default(), Vec::new());
        for tries in 1.. {
            token.check()?;
            let mut row = self.tried(job, tries, token);
            // What was stopped has not failed.
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
        Err(Stopped)
    }

    fn tried(&self, job: &Job, tries: u32, token: &Token) -> PlayedRow {
        let began = Instant::now();
        let mut row = PlayedRow { tries, ..self.row(job) };
        match self.debates[job.debate].seated.again(job.seed) {
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

    /// What is known of a debate before it is played.
    pub(super) fn row(&self, job: &Job) -> PlayedRow {
        let debate = &self.debates[job.debate];
        PlayedRow {
            key: job.key.clone(),
            study: self.study.title.to_string(),
            scenario: debate.scenario.clone(),
            scenario_hash: debate.hash.clone(),
            protocol: debate.seated.scenario.protocol.value.name().to_owned(),
            cast: debate.cast.clone(),
            seats: debate.seated.names.clone(),
            players: debate.seated.whole(),
            files: debate.files.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: COMMIT.to_owned(),
            seed: job.seed,
            repeat: job.repeat,
            ..PlayedRow::default()
        }
    }
}

impl PlayedRow {
    /// What a table is made of.
    pub(super) fn without_moves(self) -> Self {
        Self { moves: Vec::new(), comments: Vec::new(), ..self }
    }

    /// Whether both are of one debate: its scenario, players, program files, seed and repeat.
    pub(super) fn is_of_one_debate(&self, other: &Self) -> bool {
        let of = |row: &Self| {
            let names = [&row.key, &row.scenario, &row.scenario_hash, &row.protocol, &row.cast];
            let names = names.map(String::clone);
            (names, row.seats.clone(), row.players.clone(), row.files.clone(), row.seed, row.repeat)
        };
        of(self) == of(other)
    }

    fn describe(&mut self, seated: &Seated) {
        let (game, now) = (&*seated.game, seated.game.now());
        if let Turn::Over(outcome) = now.turn() {
            self.winner = Some(outcome.winner);
            self.claim_true = now.truth(&patient()).ok().flatten();
            let right = now.right_side(&patient()).ok().flatten();
            self.right = right.map(|right| right == outcome.winner);
            self.payoff = outcome.payoff;
        }
        let ledger = now.ledger();
        let judge = ledger.of(Seat::Judge);
        self.queries = judge.queries();
        let bits = [Cost::Location, Cost::Transcript, Cost::Input];
        self.bits = bits.into_iter().map(|cost| judge.paid(cost)).sum();
        self.rounds = now.rounds();
        let by_seats = game.tree().moves().filter(|played| matches!(played.actor, Actor::Seat(_)));
        self.moves = by_seats
            .map(|played| Made { by: played.actor.to_string(), r#move: played.mv.to_string() })
            .collect();
        let sum = |key: &str| -> f64 {
            let metas = self.comments.iter().filter_map(|said| said.meta.as_ref());
            let numbers = metas.filter_map(|meta| meta.get(key)?.as_f64());
            // What no answer can have cost would make limits say nothing.
            numbers.filter(|number| (0.0..=1e15).contains(number)).sum()
        };
        let judged = self.comments.iter().rev().filter(|said| said.by == Seat::Judge);
        self.probability = judged
            .filter_map(|said| said.meta.as_ref()?.get("probability")?.as_f64())
            .find(|p| (0.0..=1.0).contains(p));
        self.spent = Spent { tokens: sum("tokens"), cost: sum("cost") };
    }
}
