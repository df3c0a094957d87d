//! A study: its debates, their players and repeats, and the limits on their cost.

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::cli::figures::digest;
use crate::cli::player_args::PlayerArgs;
use crate::cli::prepared::PreparedDebate;
use crate::cli::scenario_args::MachineQuestionArgs;
use crate::scenario::{FileError, Located, SafeText, files, write};
use crate::work::CancelToken;

/// The content of a study file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct StudyFile {
    pub(super) title: SafeText,
    /// Names of shipped scenarios, or paths.
    scenarios: Vec<Located<SafeText>>,
    players: Vec<Located<CastFile>>,
    /// The number of seeds.
    seeds: Located<u64>,
    #[serde(default = "one")]
    first_seed: u64,
    /// The number of debates with each seed. They may differ if a program draws random numbers.
    #[serde(default = "one")]
    repeats: u64,
    /// The number of further tries after a debate fails.
    #[serde(default)]
    pub(super) retries: u32,
    /// The limit on the sum of `meta.tokens` of all answers.
    #[serde(default)]
    token_limit: Option<f64>,
    /// The limit on the sum of `meta.cost` of all answers.
    #[serde(default)]
    cost_limit: Option<f64>,
    /// The number of debates for each strategy in the search for the best dishonest prover. Without
    /// it, there is no search against external programs.
    #[serde(default)]
    pub(super) attack: Option<u64>,
}

fn one() -> u64 {
    1
}

/// The players. A seat without one gets the scenario's player, or an honest one instead of a person.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CastFile {
    name: SafeText,
    alice: Option<SafeText>,
    bob: Option<SafeText>,
    judge: Option<SafeText>,
}

/// The largest number of debates in a study.
const MOST: u64 = 10_000_000;

/// A debate that is to be played.
#[derive(Debug)]
pub(super) struct StudyDebate {
    /// The index of its scenario and cast in [`StudyPlan::debates`].
    pub(super) debate: usize,
    pub(super) seed: u64,
    pub(super) repeat: u64,
    /// A hash of its scenario, players, program files, seed and repeat.
    pub(super) key: String,
}

/// The sums of `meta.tokens` and of `meta.cost` of answers.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct TokenUsage {
    pub(super) tokens: f64,
    pub(super) cost: f64,
}

impl TokenUsage {
    /// The sum of both.
    pub(super) fn and(self, other: Self) -> Self {
        Self { tokens: self.tokens + other.tokens, cost: self.cost + other.cost }
    }
}

/// A study that can be played.
pub(super) struct StudyPlan {
    pub(super) study: StudyFile,
    /// A debate for each scenario and cast.
    pub(super) debates: Vec<Matchup>,
}

/// One scenario with one cast.
pub(super) struct Matchup {
    /// The name of the scenario.
    pub(super) scenario: String,
    /// The name of the cast.
    pub(super) cast: String,
    pub(super) seated: PreparedDebate,
    /// The hash of the scenario as a file.
    pub(super) hash: String,
    /// The files of external programs, with their hashes.
    pub(super) files: Vec<(String, String)>,
}

impl StudyPlan {
    /// Reads a study, opens every debate and starts every program once.
    ///
    /// # Errors
    /// If any debate cannot be played. Nothing is played then.
    pub(super) fn read(file: &str, move_time: f64, reveal: bool) -> anyhow::Result<Self> {
        let text = files::text(file.as_ref()).map_err(|e| files::unreadable(file, &e))?;
        let study: StudyFile =
            crate::yaml::read(&text).map_err(|e| FileError::from_yaml(file, &text, e))?;
        let seeds = study.seeds.value;
        let casts = study.scenarios.len() as u64 * study.players.len() as u64;
        let all = casts.checked_mul(seeds).and_then(|all| all.checked_mul(study.repeats));
        match all {
            Some(0) => {
                bail!("{file}: this study has no debates. Give it scenarios, players and seeds")
            }
            Some(all) if all <= MOST => {}
            _ => {
                bail!("{file}: a study can have at most {MOST} debates. Lower `seeds` or `repeats`")
            }
        }
        if study.first_seed.checked_add(seeds).is_none() {
            let first = study.first_seed;
            bail!(
                "{file}: there are fewer than {seeds} seeds after `first-seed: {first}`. Lower it"
            );
        }
        for (key, limit) in [("token-limit", study.token_limit), ("cost-limit", study.cost_limit)] {
            if limit.is_some_and(|limit| limit.is_nan() || limit <= 0.0) {
                bail!("{file}: `{key}` must be a number above 0, such as 1000");
            }
        }
        let mut debates = Vec::new();
        for name in &study.scenarios {
            for players in &study.players {
                let CastFile { name: who, alice, bob, judge } = &players.value;
                let written = |player: &Option<SafeText>| player.as_ref().map(ToString::to_string);
                let players = PlayerArgs {
                    alice: written(alice),
                    bob: written(bob),
                    judge: written(judge),
                    seed: None,
                    reveal,
                    move_time,
                };
                let seated = MachineQuestionArgs::default()
                    .apply_to(&name.value)
                    .and_then(|found| players.seated_in(found))
                    .with_context(|| format!("{file}: {} with {who}", &*name.value))?;
                if !seated.sight.hidden().is_empty() {
                    bail!(
                        "{}: this scenario hides something until the review, and the log would \
                         show it. Add --reveal to allow that",
                        &*name.value
                    );
                }
                seated
                    .programs
                    .start(&CancelToken::default())
                    .with_context(|| format!("{file}: {} with {who}", &*name.value))?;
                let hash = digest(write(&seated.scenario)?.as_bytes());
                let files = seated.program_files();
                let (scenario, cast) = (name.value.to_string(), who.to_string());
                debates.push(Matchup { scenario, cast, seated, hash, files });
            }
        }
        Ok(Self { study, debates })
    }

    /// All debates, in the order of the scenarios.
    pub(super) fn jobs(&self) -> Vec<StudyDebate> {
        let StudyFile { first_seed, seeds, repeats, .. } = &self.study;
        let mut jobs = Vec::new();
        for debate in 0..self.debates.len() {
            for seed in *first_seed..first_seed + seeds.value {
                jobs.extend((1..=*repeats).map(|repeat| self.job(debate, seed, repeat)));
            }
        }
        jobs
    }

    fn job(&self, debate: usize, seed: u64, repeat: u64) -> StudyDebate {
        let Matchup { cast, seated, hash, files, .. } = &self.debates[debate];
        let players = serde_json::json!(seated.players_json());
        let key = format!("{hash} {cast} {players} {files:?} {seed} {repeat}");
        StudyDebate { debate, seed, repeat, key: digest(key.as_bytes()) }
    }

    /// The limit that is reached, in words. `None` if there is none.
    pub(super) fn over(&self, spent: TokenUsage) -> Option<String> {
        let over = |what: &str, limit: Option<f64>, spent: f64| {
            let limit = limit.filter(|limit| spent >= *limit)?;
            Some(format!("the {what} limit is reached: {spent} of {limit}"))
        };
        over("token", self.study.token_limit, spent.tokens)
            .or_else(|| over("cost", self.study.cost_limit, spent.cost))
    }
}
