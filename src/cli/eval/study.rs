//! A study: its debates, their players and repeats, and the limits on their cost.

use std::collections::BTreeSet;

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
    /// The number of debates with each seed. These debates may differ if a program draws random numbers.
    #[serde(default = "one")]
    repeats: u64,
    /// The number of further attempts after a debate fails.
    #[serde(default)]
    pub(super) retries: u32,
    /// The limit on the sum of `meta.tokens` of all answers.
    #[serde(default)]
    token_limit: Option<f64>,
    /// The limit on the sum of `meta.cost` of all answers.
    #[serde(default)]
    cost_limit: Option<f64>,
    /// The number of debates for each strategy in the search for the best dishonest prover. If it is `None`, there is
    /// no search against external programs.
    #[serde(default)]
    pub(super) attack: Option<u64>,
}

fn one() -> u64 {
    1
}

/// Checks that no two names are the same. The error is the first repeated name, and its place.
fn distinct<'a, T>(
    mut names: impl Iterator<Item = (&'a SafeText, &'a Located<T>)>,
) -> Result<(), (&'a SafeText, &'a Located<T>)> {
    let mut known = BTreeSet::new();
    names.find(|(name, _)| !known.insert(name.to_string())).map_or(Ok(()), Err)
}

/// The players of a cast. If a seat is missing here, the scenario's player takes it. An honest program takes it if the
/// scenario's player is a person.
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

/// A debate that the study must play.
#[derive(Debug)]
pub(super) struct StudyDebate {
    /// The index of the debate's scenario and cast in [`StudyPlan::debates`].
    pub(super) debate: usize,
    pub(super) seed: u64,
    pub(super) repeat: u64,
    /// A hash of the scenario, the players, the program files, the seed and the repeat.
    pub(super) key: String,
}

/// The sums of `meta.tokens` and of `meta.cost` of answers.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct TokenUsage {
    pub(super) tokens: f64,
    pub(super) cost: f64,
}

impl TokenUsage {
    /// Adds two sums.
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
    /// The hash of the scenario's file.
    pub(super) hash: String,
    /// The files of external programs, with their hashes.
    pub(super) files: Vec<(String, String)>,
}

impl StudyPlan {
    /// Reads a study and opens every debate.
    ///
    /// # Errors
    /// Returns an error if a debate cannot be opened, or if two scenarios or two players are the same.
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
        let names = study.scenarios.iter().map(|name| (&name.value, name));
        distinct(names).map_err(|(name, at)| {
            let twice = at.wrong(format!("the scenario `{name}` is in the list twice. Remove one"));
            FileError::at(file, &text, twice)
        })?;
        let names = study.players.iter().map(|players| (&players.value.name, players));
        distinct(names).map_err(|(name, at)| {
            let twice = format!("two players have the name `{name}`. Give each one its own name");
            FileError::at(file, &text, at.wrong(twice))
        })?;
        let mut debates: Vec<Matchup> = Vec::new();
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
                let hash = digest(write(&seated.scenario)?.as_bytes());
                let same = |other: &&Matchup| other.hash == hash && other.scenario != *name.value;
                if let Some(other) = debates.iter().find(same) {
                    let message = format!(
                        "`{}` and `{}` are the same scenario. Remove one",
                        other.scenario, &*name.value
                    );
                    return Err(FileError::at(file, &text, name.wrong(message)).into());
                }
                let files = seated.program_files();
                let (scenario, cast) = (name.value.to_string(), who.to_string());
                debates.push(Matchup { scenario, cast, seated, hash, files });
            }
        }
        Ok(Self { study, debates })
    }

    /// Starts every program and requires one legal move of it, in a debate that does not count.
    ///
    /// # Errors
    /// Returns an error if a program cannot be started, ends, or gives no legal move.
    pub(super) fn try_programs(&self, token: &CancelToken) -> anyhow::Result<()> {
        let mut tried = BTreeSet::new();
        for debate in &self.debates {
            let commands = debate.seated.programs.commands.clone();
            if !debate.seated.programs.is_empty() && tried.insert(commands) {
                self.try_cast(debate, token)
                    .with_context(|| format!("{} with {}", debate.scenario, debate.cast))?;
            }
        }
        Ok(())
    }

    fn try_cast(&self, debate: &Matchup, token: &CancelToken) -> anyhow::Result<()> {
        for left in (0..=self.study.retries).rev() {
            let mut seated = debate.seated.restart(self.study.first_seed)?;
            let mut programs = seated.programs.start(token)?;
            match programs.try_out(seated.game.table(), token) {
                Ok(()) => break,
                Err(why) => {
                    token.check()?;
                    if left == 0 {
                        return Err(why.into());
                    }
                }
            }
        }
        Ok(())
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

    /// The limit that these sums have reached, in words. `None` if they are below all limits.
    pub(super) fn over(&self, spent: TokenUsage) -> Option<String> {
        let over = |what: &str, limit: Option<f64>, spent: f64| {
            let limit = limit.filter(|limit| spent >= *limit)?;
            Some(format!("the {what} limit is reached: {spent} of {limit}"))
        };
        over("token", self.study.token_limit, spent.tokens)
            .or_else(|| over("cost", self.study.cost_limit, spent.cost))
    }
}
