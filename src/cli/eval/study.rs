//! A study: its debates, their players and repeats, and the limits on their cost.

use std::collections::BTreeSet;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::cli::figures::digest;
use crate::cli::player_args::PlayerArgs;
use crate::cli::prepared::PreparedDebate;
use crate::cli::scenario_args::{MachineQuestionArgs, ScenarioArgs};
use crate::debate::SeatPlan;
use crate::rules::Seat;
use crate::scenario::{FileError, Located, SafeText, ScenarioQuestion, files, open, write};
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
    /// True if each debate is played twice, the second time with the players of Alice and Bob in each other's seats.
    #[serde(default)]
    swap: bool,
    /// Protocols that play the same questions again, such as `direct-judge`.
    #[serde(default)]
    baselines: Vec<Located<SafeText>>,
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

impl CastFile {
    /// Returns whether Alice and Bob are named, so that they can exchange their seats.
    fn can_swap(&self) -> bool {
        self.alice.is_some() && self.bob.is_some()
    }

    /// The players of this cast in a scenario. In a baseline, seats that make no moves get no player, because a strategy of
    /// the scenario's own protocol may be unknown there.
    fn players(&self, found: &ScenarioArgs, swapped: bool, is_baseline: bool) -> PlayerArgs {
        let form = found.scenario.protocol.value.form();
        let player = |seat: Seat, written: &Option<SafeText>| {
            let named = written.as_ref().filter(|_| !is_baseline || form.plays(seat));
            named.map(ToString::to_string)
        };
        let (alice, bob) =
            if swapped { (&self.bob, &self.alice) } else { (&self.alice, &self.bob) };
        PlayerArgs {
            alice: player(Seat::Alice, alice),
            bob: player(Seat::Bob, bob),
            judge: player(Seat::Judge, &self.judge),
            ..PlayerArgs::default()
        }
    }
}

/// The question of a scenario in another protocol. `None` if the protocol cannot play its machine.
fn baseline(name: &str, protocol: &Located<SafeText>) -> anyhow::Result<Option<ScenarioArgs>> {
    let mut found = MachineQuestionArgs::default().apply_to(name)?;
    let claimed = found.scenario.protocol.value.form().claimed();
    let question = ScenarioQuestion {
        protocol: Some(protocol.value.to_string()),
        claim: claimed.map(|claim| u8::from(claim).to_string()),
        ..ScenarioQuestion::default()
    };
    if found.scenario.ask(&question).is_err() {
        return Ok(None);
    }
    for seat in Seat::ALL {
        if !found.scenario.protocol.value.form().plays(seat) {
            found.scenario.seats.set(seat, SeatPlan::honest());
        }
    }
    let mut honest = found.scenario.clone();
    Seat::ALL.into_iter().for_each(|seat| honest.seats.set(seat, SeatPlan::honest()));
    Ok(open(&honest).is_ok().then_some(found))
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
    /// True if the players of Alice and Bob have exchanged their seats.
    pub(super) swapped: bool,
    /// True if the protocol is a baseline of the study.
    pub(super) baseline: bool,
    /// A hash of the machine and of Alice's claim.
    pub(super) question: String,
}

impl Matchup {
    /// The debate of a scenario with these players. Both have a name in the study.
    fn new(
        [scenario, cast]: [&SafeText; 2],
        found: ScenarioArgs,
        players: &PlayerArgs,
    ) -> anyhow::Result<Self> {
        let seated = players.seated_in(found)?;
        if !seated.sight.hidden().is_empty() {
            bail!(
                "this scenario hides something until the review, and the log would show it. Add \
                 --reveal to allow that"
            );
        }
        let hash = digest(write(&seated.scenario)?.as_bytes());
        let claimed = seated.scenario.protocol.value.form().claimed();
        let question = serde_json::to_vec(&(&seated.scenario.machine.value, claimed))?;
        Ok(Self {
            scenario: scenario.to_string(),
            cast: cast.to_string(),
            question: digest(&question),
            files: seated.program_files(),
            seated,
            hash,
            swapped: false,
            baseline: false,
        })
    }

    /// The name of the protocol.
    pub(super) fn protocol(&self) -> &'static str {
        self.seated.scenario.protocol.value.name()
    }
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
        let versions = (1 + study.baselines.len() as u64) * if study.swap { 2 } else { 1 };
        let casts =
            (study.scenarios.len() as u64 * study.players.len() as u64).saturating_mul(versions);
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
        if let Some(cast) = study.players.iter().find(|cast| study.swap && !cast.value.can_swap()) {
            let alone = format!(
                "`swap` exchanges `alice` and `bob`, but `{}` does not name both. Name both, or leave \
                 `swap` out",
                cast.value.name
            );
            return Err(FileError::at(file, &text, cast.wrong(alone)).into());
        }
        let mut debates: Vec<Matchup> = Vec::new();
        for name in &study.scenarios {
            let of = || format!("{file}: {}", &*name.value);
            let own = MachineQuestionArgs::default().apply_to(&name.value).with_context(of)?;
            let mut versions = vec![(own, false)];
            for protocol in &study.baselines {
                versions.extend(baseline(&name.value, protocol)?.map(|found| (found, true)));
            }
            for cast in study.players.iter().map(|cast| &cast.value) {
                for (found, is_baseline) in &versions {
                    let form = found.scenario.protocol.value.form();
                    let swaps = study.swap && form.plays(Seat::Alice) && form.plays(Seat::Bob);
                    for swapped in [false, true].into_iter().filter(|swapped| swaps || !swapped) {
                        let players = cast.players(found, swapped, *is_baseline);
                        let players = PlayerArgs { reveal, move_time, ..players };
                        let names = [&name.value, &cast.name];
                        let debate =
                            Matchup::new(names, found.clone(), &players).with_context(|| {
                                let protocol = found.scenario.protocol.value.name();
                                format!("{file}: {} ({protocol}) with {}", &*name.value, cast.name)
                            })?;
                        debates.push(Matchup { swapped, baseline: *is_baseline, ..debate });
                    }
                }
            }
            // A baseline keeps only a part of its scenario, so two of them can be equal.
            let own = debates.iter().filter(|debate| !debate.baseline);
            let same = |other: &&Matchup| {
                other.scenario != *name.value
                    && own.clone().any(|own| own.scenario == *name.value && own.hash == other.hash)
            };
            if let Some(other) = own.clone().find(same) {
                let message = format!(
                    "`{}` and `{}` are the same scenario. Remove one",
                    other.scenario, &*name.value
                );
                return Err(FileError::at(file, &text, name.wrong(message)).into());
            }
        }
        let is_used = |protocol: &&Located<SafeText>| {
            let mut used = debates.iter().filter(|debate| debate.baseline);
            used.any(|debate| protocol.value.starts_with(debate.protocol()))
        };
        if let Some(unused) = study.baselines.iter().find(|protocol| !is_used(protocol)) {
            let message = format!(
                "no scenario of this study can be played by `{}`. A baseline needs a circuit",
                &*unused.value
            );
            return Err(FileError::at(file, &text, unused.wrong(message)).into());
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

    /// Returns whether a seat makes moves in a protocol of this study.
    pub(super) fn plays(&self, protocol: &str, seat: Seat) -> bool {
        let own = self.debates.iter().find(|debate| debate.protocol() == protocol);
        own.is_some_and(|debate| debate.seated.scenario.protocol.value.form().plays(seat))
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
        let Matchup { cast, seated, hash, files, swapped, .. } = &self.debates[debate];
        let players = serde_json::json!(seated.players_json());
        let swapped = if *swapped { " swapped" } else { "" };
        let key = format!("{hash} {cast} {players} {files:?} {seed} {repeat}{swapped}");
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
