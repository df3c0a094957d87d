//! The state of a stochastic debate: what was stated, tossed and drawn so far.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use super::{Constants, Departures, Distances, Oracles, Round, Votes};
use crate::chance::Probability;
use crate::machine::plan::{TooWide, Unrolled, change, lipschitz};
use crate::machine::{Bits, Origin, Plan, Step};
use crate::rules::{Cell, Cost, Ledger, Seat, Side};
use crate::work::{Kept, Stopped, Token};

/// What a stochastic debate is about.
#[derive(Clone, Debug)]
pub struct StochasticInstance {
    /// The computation.
    pub plan: Plan,
    /// How many samples, and how near is near enough.
    pub constants: Constants,
    /// Who gives the shares of the coin.
    pub coin: Coin,
    /// What is played otherwise than proved.
    pub departures: Departures,
    /// Whose oracle answers otherwise than the truth.
    pub oracles: Oracles,
    /// The claim in words, with what 1 means.
    pub words: String,
}

/// Who gives the two shares of each coin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coin {
    /// Nature gives both: what honest provers leave it to do.
    #[default]
    Nature,
    /// The provers are asked; each chooses by hand or leaves it to nature.
    Hands,
}

/// A stochastic debate, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct Stochastic {
    pub(super) shared: Arc<Shared>,
    pub(super) phase: Phase,
    /// The step of the round being played.
    pub(super) step: Step,
    /// The round being played.
    pub(super) now: Round,
    /// The rounds before it.
    pub(super) rounds: Arc<Vec<Round>>,
    /// The bits so far; zeros from the step being played on.
    pub(super) transcript: Bits,
    /// The judge's votes on the number on trial.
    pub(super) votes: Votes,
    /// (yes, all) of each batch that the judge drew.
    pub(super) batches: Arc<Vec<(u64, u64)>>,
    pub(super) ledger: Ledger,
}

/// What never changes during a debate.
#[derive(Debug)]
pub(super) struct Shared {
    setup: StochasticInstance,
    /// For each step, the number of the last step that reads it; 0 if none does.
    pub(super) last_reader: Vec<u32>,
    /// How far the oracles are apart.
    apart: Distances,
    truth: Kept<Option<f64>>,
    /// The largest Δ(ε)/ε over (0, 1], if the plan is narrow enough to say at once.
    worst: OnceLock<Option<f64>>,
    /// Δ(δ), where oracles are off by δ, if the plan is narrow enough to say at once.
    moved: OnceLock<Option<f64>>,
    /// What players and analysis worked out about the debate from its start.
    insight: OnceLock<Arc<dyn Any + Send + Sync>>,
}

/// Where a round stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// Alice states a number.
    Stating,
    /// Votes that this seat paid for are on their way.
    Sampling(Seat, u64),
    /// A prover gives a share of the coin.
    Sharing(Seat),
    /// Nature draws the share of a prover who left it to nature.
    Tossing(Seat),
    /// The coin is shown.
    Showing,
    /// Alice sets the bit herself.
    Setting,
    /// Bob goes on or aborts.
    Deciding,
    /// Bob aborted: the number on trial is handed to the judge.
    Submitting,
    /// The bits it rests on are handed to the judge, this one next.
    Reading(Cell),
    /// The judge draws votes and rules.
    Judging,
    /// The last bit is handed to the judge.
    Ending,
    /// After an abort, the judge ruled.
    Ruled(Side),
    /// Nobody aborted; this was the last bit.
    Ended(bool),
}

/// How often the measuring that screens ask for may ask whether to go on: some ten
/// milliseconds at most.
const MEASURED_AT_ONCE: u64 = 2_000;

/// Plans of more steps are not measured there.
const MOST_STEPS_MEASURED: usize = 20_000;

impl Stochastic {
    /// A debate about to begin.
    pub fn new(setup: StochasticInstance) -> Self {
        let plan = &setup.plan;
        let mut last_reader = vec![0; plan.len()];
        for step in plan.steps() {
            for source in plan.relevant(step) {
                if let Origin::Step(read) = source.get() {
                    last_reader[read.index()] = step.number();
                }
            }
        }
        let asks = plan.asks().count() as u64;
        let constants = &setup.constants;
        let ledger = Ledger::default()
            .with_limit(Seat::Alice, Cost::Oracle, asks.saturating_mul(constants.alice))
            .with_limit(Seat::Bob, Cost::Oracle, asks.saturating_mul(constants.bob.count))
            .with_limit(Seat::Judge, Cost::Oracle, constants.judge.count)
            .with_limit(Seat::Judge, Cost::Rounds, plan.len() as u64);
        Self {
            phase: Phase::Stating,
            step: Step::new(1),
            now: Round::default(),
            rounds: Arc::default(),
            transcript: Bits::zeros(plan.len()),
            votes: Votes::default(),
            batches: Arc::default(),
            ledger,
            shared: Arc::new(Shared {
                apart: match setup.oracles.any() {
                    true => setup.oracles.distances(&setup.plan),
                    false => Distances::default(),
                },
                setup,
                last_reader,
                truth: Kept::default(),
                worst: OnceLock::new(),
                moved: OnceLock::new(),
                insight: OnceLock::new(),
            }),
        }
    }

    /// What the debate is about.
    pub fn setup(&self) -> &StochasticInstance {
        &self.shared.setup
    }

    /// How far the oracles of the seats are from the truth and from one another.
    pub fn apart(&self) -> Distances {
        self.shared.apart
    }

    /// P[output = 1], if the plan is narrow enough to say. Worked out once.
    pub fn chance_of_output(&self) -> Option<f64> {
        self.chance_under(&Token::default()).unwrap_or_default()
    }

    /// As [`Stochastic::chance_of_output`].
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn chance_under(&self, token: &Token) -> Result<Option<f64>, Stopped> {
        let chance = || match Unrolled::new(self.plan(), token) {
            Ok(unrolled) => unrolled.truth(token).map(Some),
            Err(TooWide::Stopped(stopped)) => Err(stopped),
            Err(_) => Ok(None),
        };
        self.shared.truth.get_or(token, chance).copied()
    }

    /// The Lipschitz constant that Thm 6.2 needs K to reach, if the plan is small enough to say at
    /// once. Worked out once.
    pub fn measured_k(&self) -> Option<f64> {
        *self.shared.worst.get_or_init(|| {
            self.measured_at_once(|unrolled, token| Some(lipschitz(unrolled, token).ok()?.worst))
        })
    }

    /// Δ(δ): how far the output moves at most if all share an oracle that is off by δ, the largest
    /// distance of any from the truth; if the plan is small enough to say at once.
    pub fn measured_change(&self) -> Option<f64> {
        *self.shared.moved.get_or_init(|| {
            let delta = self.apart().delta();
            self.measured_at_once(|unrolled, token| {
                let (down, up) = change(unrolled, delta, token).ok()?;
                Some(down.max(up))
            })
        })
    }

    fn measured_at_once(&self, measure: impl Fn(&Unrolled, &Token) -> Option<f64>) -> Option<f64> {
        if self.plan().len() > MOST_STEPS_MEASURED {
            return None;
        }
        let token = Token::limited(MEASURED_AT_ONCE);
        measure(&Unrolled::new(self.plan(), &token).ok()?, &token)
    }

    /// What `make` works out about the debate from its start: made once, then shared by everyone
    /// who holds this debate at any position. All callers must use one type.
    pub fn insight<T: Send + Sync + 'static>(
        &self,
        make: impl Fn(&StochasticInstance) -> T,
    ) -> Arc<T> {
        let kept = self.shared.insight.get_or_init(|| Arc::new(make(self.setup())));
        // If somebody keeps another type, work it out again rather than fail.
        Arc::clone(kept).downcast().unwrap_or_else(|_| Arc::new(make(self.setup())))
    }

    /// The computation.
    pub fn plan(&self) -> &Plan {
        &self.shared.setup.plan
    }

    /// How many samples, and how near is near enough.
    pub fn constants(&self) -> &Constants {
        &self.shared.setup.constants
    }

    /// Where the round being played stands.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// (yes, all) of each batch that the judge drew.
    pub fn batches(&self) -> &[(u64, u64)] {
        &self.batches
    }

    /// The step of the round being played, or of the last one.
    pub fn step(&self) -> Step {
        self.step
    }

    /// The round being played, or the last one.
    pub fn round(&self) -> &Round {
        &self.now
    }

    /// The bits so far, and how many of them are settled.
    pub fn played(&self) -> (&Bits, usize) {
        (&self.transcript, self.step.index() + usize::from(self.now.bit.is_some()))
    }

    /// The judge's votes on the number on trial.
    pub fn votes(&self) -> Votes {
        self.votes
    }

    /// P[y_t = 1 | a_I(t)] of the step being played.
    pub fn chance(&self) -> Probability {
        self.plan().chance_in(self.step, &self.transcript)
    }

    /// The same by the oracle of a seat, where the step asks.
    pub fn chance_by(&self, seat: Seat) -> Probability {
        self.shared.setup.oracles.chances(self.step, self.chance()).by(seat)
    }

    /// Whether the step being played asks the oracle.
    pub fn asks(&self) -> bool {
        self.plan().ask(self.step).is_some()
    }

    /// Whether the number stated has been put on trial.
    pub fn aborted(&self) -> bool {
        matches!(
            self.phase,
            Phase::Submitting
                | Phase::Reading(_)
                | Phase::Judging
                | Phase::Sampling(Seat::Judge, _)
                | Phase::Ruled(_)
        )
    }

    /// The round of a step, if it was played or is being played.
    pub fn round_of(&self, step: Step) -> Option<&Round> {
        if step == self.step { Some(&self.now) } else { self.rounds.get(step.index()) }
    }
}
