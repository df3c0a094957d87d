//! What a study is: which debates are played, by whom, how often, and what they may cost.

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::cli::figures::digest;
use crate::cli::players::Players;
use crate::cli::question::MachineQuestion;
use crate::cli::seated::Seated;
use crate::scenario::{At, FileError, Words, files, write};
use crate::work::Token;

/// A study as it stands in a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct StudyFile {
    pub(super) title: Words,
    /// Names of shipped scenarios, or paths.
    scenarios: Vec<At<Words>>,
    players: Vec<At<CastFile>>,
    /// How many seeds there are.
    seeds: At<u64>,
    #[serde(default = "one")]
    first_seed: u64,
    /// How often each seed is played: players that draw their own coins may differ.
    #[serde(default = "one")]
    repeats: u64,
    /// How often a debate that fails is begun again.
    #[serde(default)]
    pub(super) retries: u32,
    /// `meta.tokens` of all answers together stay below this.
    #[serde(default)]
    token_limit: Option<f64>,
    /// `meta.cost` of all answers together stays below this.
    #[serde(default)]
    cost_limit: Option<f64>,
    /// Where the best dishonest prover is not known exactly, it is searched for, and what is found is
    /// played in so many debates; not at all without it.
    #[serde(default)]
    pub(super) attack: Option<u64>,
}

fn one() -> u64 {
    1
}

/// Who sits in the seats; a seat that is not named is the scenario's, a person's an honest program's.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CastFile {
    name: Words,
    alice: Option<Words>,
    bob: Option<Words>,
    judge: Option<Words>,
}

/// More debates than this are no study.
const MOST: u64 = 10_000_000;

/// A debate that is to be played.
#[derive(Debug)]
pub(super) struct Job {
    /// Which scenario and cast.
    pub(super) debate: usize,
    pub(super) seed: u64,
    pub(super) repeat: u64,
    /// What it follows from: scenario, players, program files, seed and repeat.
    pub(super) key: String,
}

/// Sums of `meta.tokens` and `meta.cost` of answers.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Spent {
    pub(super) tokens: f64,
    pub(super) cost: f64,
}

impl Spent {
    /// Both together.
    pub(super) fn and(self, other: Self) -> Self {
        Self { tokens: self.tokens + other.tokens, cost: self.cost + other.cost }
    }
}

/// A study that can be played.
pub(super) struct Plan {
    pub(super) study: StudyFile,
    /// A debate for each scenario and cast.
    pub(super) debates: Vec<Debate>,
}

/// One scenario with one cast.
pub(super) struct Debate {
    /// The names of both.
    pub(super) scenario: String,
    pub(super) cast: String,
    pub(super) seated: Seated,
    /// Of the scenario as a file.
    pub(super) hash: String,
    /// The files that programs are run from, with their hashes.
    pub(super) files: Vec<(String, String)>,
}

impl Plan {
    /// Reads a study, opens every debate and starts every program once.
    ///
    /// # Errors
    /// What cannot be played, before anything is.
    pub(super) fn read(file: &str, move_time: f64, reveal: bool) -> anyhow::Result<Self> {
        let text = files::text(file.as_ref()).map_err(|e| files::unreadable(file, &e))?;
        let study: StudyFile =
            crate::yaml::read(&text).map_err(|e| FileError::from_yaml(file, &text, e))?;
        let seeds = study.seeds.value;
        let casts = study.scenarios.len() as u64 * study.players.len() as u64;
        let all = casts.checked_mul(seeds).and_then(|all| all.checked_mul(study.repeats));
        match all {
            Some(0) => bail!("{file}: there is no debate in it: name scenarios, players and seeds"),
            Some(all) if all <= MOST => {}
            _ => bail!("{file}: these are more than {MOST} debates"),
        }
        if study.first_seed.checked_add(seeds).is_none() {
            bail!("{file}: there are no {seeds} seeds from {} on", study.first_seed);
        }
        for (key, limit) in [("token-limit", study.token_limit), ("cost-limit", study.cost_limit)] {
            if limit.is_some_and(|limit| limit.is_nan() || limit <= 0.0) {
                bail!("{file}: expected a number above 0 as `{key}`");
            }
        }
        let mut debates = Vec::new();
        for name in &study.scenarios {
            for players in &study.players {
                let CastFile { name: who, alice, bob, judge } = &players.value;
                let written = |player: &Option<Words>| player.as_ref().map(ToString::to_string);
                let players = Players {
                    alice: written(alice),
                    bob: written(bob),
                    judge: written(judge),
                    seed: None,
                    reveal,
                    move_time,
                };
                let seated = MachineQuestion::default()
                    .of(&name.value)
                    .and_then(|found| players.seated_in(found))
                    .with_context(|| format!("{file}: {} with {who}", &*name.value))?;
                if !seated.sight.hidden().is_empty() {
                    bail!(
                        "{}: this debate hides something until its review, and a log tells \
                         everything; --reveal agrees to that",
                        &*name.value
                    );
                }
                seated
                    .programs
                    .start(&Token::default())
                    .with_context(|| format!("{file}: {} with {who}", &*name.value))?;
                let hash = digest(write(&seated.scenario)?.as_bytes());
                let files = seated.program_files();
                let (scenario, cast) = (name.value.to_string(), who.to_string());
                debates.push(Debate { scenario, cast, seated, hash, files });
            }
        }
        Ok(Self { study, debates })
    }

    /// All its debates, scenario by scenario.
    pub(super) fn jobs(&self) -> Vec<Job> {
        let StudyFile { first_seed, seeds, repeats, .. } = &self.study;
        let mut jobs = Vec::new();
        for debate in 0..self.debates.len() {
            for seed in *first_seed..first_seed + seeds.value {
                jobs.extend((1..=*repeats).map(|repeat| self.job(debate, seed, repeat)));
            }
        }
        jobs
    }

    fn job(&self, debate: usize, seed: u64, repeat: u64) -> Job {
        let Debate { cast, seated, hash, files, .. } = &self.debates[debate];
        let players = serde_json::json!(seated.whole());
        let key = format!("{hash} {cast} {players} {files:?} {seed} {repeat}");
        Job { debate, seed, repeat, key: digest(key.as_bytes()) }
    }

    /// Which limit was reached by all that was spent.
    pub(super) fn over(&self, spent: Spent) -> Option<String> {
        let over = |what: &str, limit: Option<f64>, spent: f64| {
            let limit = limit.filter(|limit| spent >= *limit)?;
            Some(format!("{spent} {what} were spent, of {limit}"))
        };
        over("tokens", self.study.token_limit, spent.tokens)
            .or_else(|| over("units of cost", self.study.cost_limit, spent.cost))
    }
}
