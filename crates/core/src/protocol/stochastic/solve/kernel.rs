//! Plays many debates from tables, between players who do not look ahead. The results are the same
//! as if the rules played these debates with the same seeds.
//!
//! A round needs only a few table lookups, however many samples are drawn. A uniform number selects
//! Alice's count in the table of her votes, and her number follows from this count. Each number of
//! hers has an interval: Bob's mean is near enough if and only if his own uniform number lies in
//! this interval.

use std::collections::HashMap;

use crate::chance::{BinomialTables, InversionSampler, Nature, Probability, unit};
use crate::debate::{BatchSimulator, DebateResult, PlayError, SeatPlan};
use crate::machine::plan::{UnrolledPlan, UnrolledStep};
use crate::machine::{BitRef, Plan, Step, location_bits};
use crate::protocol::Stochastic;
use crate::protocol::stochastic::players::values::StrategyProfile;
use crate::protocol::stochastic::players::{AliceStrategy, BobStrategy, shifted};
use crate::protocol::stochastic::{Coin, Constants, SampleRule, coin, counts_within, is_near};
use crate::rules::{Cost, Outcome, Protocol, Seat, Side};
use crate::strategy::{SeatedStrategies, strategy};
use crate::work::CancelToken;

/// All tables together contain at most this many numbers.
const MOST_HELD: usize = 1 << 21;

/// Debates from one start between two fixed players.
pub struct TabledDebates {
    unrolled: UnrolledPlan,
    constants: Constants,
    /// The number of votes that Bob draws in a round with a question. `None` if he draws none.
    bob: Option<u64>,
    /// The round in which Bob aborts in any case.
    abort_at: Option<Step>,
    rounds: Vec<RoundDistribution>,
    questions: Vec<QuestionDistribution>,
    location: u64,
    truth: Option<bool>,
}

struct RoundDistribution {
    /// The index in `questions` for each row of the step's table. Empty at a gate.
    rows: Vec<usize>,
    /// The number of bits of the transcript, and of the input, that the judge reads after an abort.
    reads: [u64; 2],
}

struct QuestionDistribution {
    /// The distribution of Alice's votes. `None` if she draws none.
    votes: Option<InversionSampler>,
    /// Alice's number for each place in the table of her votes. If she draws no votes, there is
    /// only one number.
    stated: Vec<StatedNumber>,
    judge: InversionSampler,
}

/// A number that Alice states, and the interval in which Bob goes on.
#[derive(Clone, Copy)]
struct StatedNumber {
    p: f64,
    /// Bob goes on if his uniform number is at least the first bound and less than the second.
    goes_on: (f64, f64),
}

impl TabledDebates {
    /// The debates of these players from a start. `None` if no tables can be made for the players,
    /// the plan or the sample counts, or if the work was cancelled.
    pub fn new(start: &Stochastic, seats: &[SeatPlan; 3], token: &CancelToken) -> Option<Self> {
        let written = |seat: Seat| seats[seat.index()].program();
        let setup = start.setup();
        if written(Seat::Judge) != Some("honest")
            || setup.coin != Coin::Nature
            || setup.departures.any()
            || setup.oracles.any()
            || start.opening.is_some()
        {
            return None;
        }
        let known = |seat: Seat| {
            let player =
                strategy(start, seat, written(seat)?, &SeatedStrategies::default()).ok()?;
            player.solved_as()?.downcast_ref::<StrategyProfile>().copied()
        };
        let (alice, bob) = (known(Seat::Alice)?.alice, known(Seat::Bob)?.bob);
        let (plan, constants) = (&setup.plan, setup.constants);
        let overstates = alice.overstates(|| plan.asks().count());
        let samples = bob.samples(&constants);
        let abort_at = match bob {
            BobStrategy::Honest | BobStrategy::Lazy(_) | BobStrategy::Never => None,
            BobStrategy::AbortAt(step) => Some(step),
            BobStrategy::WhenLosing(_) | BobStrategy::Optimal | BobStrategy::BestResponse => {
                return None;
            }
        };
        if overstates.is_none() && alice != AliceStrategy::Honest {
            return None;
        }
        let (mut questions, mut numbers, mut held) = (Vec::new(), HashMap::new(), 0);
        let mut number = |&p: &Probability| -> Option<usize> {
            if let Some(&known) = numbers.get(&p.get().to_bits()) {
                return Some(known);
            }
            let question = QuestionDistribution::new(&constants, samples, overstates, p)?;
            held += question.stated.len() + question.judge.places();
            questions.push(question);
            numbers.insert(p.get().to_bits(), questions.len() - 1);
            (held <= MOST_HELD).then_some(questions.len() - 1)
        };
        let round = |step: Step| {
            let rows = plan.ask(step).into_iter().flat_map(|ask| ask.yes.iter()).map(&mut number);
            Some(RoundDistribution { rows: rows.collect::<Option<_>>()?, reads: reads(plan, step) })
        };
        let rounds = plan.steps().map(round).collect::<Option<_>>()?;
        Some(Self {
            unrolled: UnrolledPlan::new(plan, token).ok()?,
            bob: samples.map(|samples| samples.count),
            abort_at,
            rounds,
            questions,
            location: location_bits(plan.len()),
            truth: start.truth(token).ok()?,
            constants,
        })
    }
}

/// The number of different bits of the transcript, and of the input, that a step reads.
fn reads(plan: &Plan, step: Step) -> [u64; 2] {
    let mut sources = plan.relevant(step).to_vec();
    sources.sort_unstable();
    sources.dedup();
    let steps = sources.iter().filter(|source| matches!(source.get(), BitRef::Step(_))).count();
    [steps as u64, (sources.len() - steps) as u64]
}

impl QuestionDistribution {
    /// A question with probability `p` of yes. Alice adds `overstates` to `p`. If that is `None`,
    /// she states the mean of her votes.
    fn new(
        constants: &Constants,
        bob: Option<SampleRule>,
        overstates: Option<f64>,
        p: Probability,
    ) -> Option<Self> {
        let bob = match bob {
            Some(samples) => Some((samples, InversionSampler::for_binomial(samples.count, p)?)),
            None => None,
        };
        let stated = |stated: f64| {
            let stated = Probability::clamped(stated).get();
            let goes_on = bob.as_ref().map_or((0.0, 1.0), |(samples, law)| {
                let counts = counts_within(samples.count, stated, samples.tolerance);
                counts.map_or((1.0, 1.0), |counts| law.numbers(counts))
            });
            StatedNumber { p: stated, goes_on }
        };
        let (votes, stated) = match overstates {
            Some(by) => (None, vec![stated(shifted(p, by))]),
            None => {
                let votes = InversionSampler::for_binomial(constants.alice, p)?;
                let counts = votes.first()..votes.first() + votes.places() as u64;
                let mean = |count| stated(count as f64 / constants.alice as f64);
                (Some(votes), counts.map(mean).collect())
            }
        };
        Some(Self {
            votes,
            stated,
            judge: InversionSampler::for_binomial(constants.judge.count, p)?,
        })
    }
}

/// A running debate: the number of moves so far, as the rules count them, and its costs.
struct DebateInProgress {
    nature: Nature,
    place: u64,
    costs: [[u64; Cost::ALL.len()]; 3],
}

impl DebateInProgress {
    /// The uniform number for the move that comes `ahead` moves later.
    #[inline]
    fn number(&self, ahead: u64) -> f64 {
        unit(&mut self.nature.rng(self.place + ahead, 0))
    }

    #[inline]
    fn pay(&mut self, seat: Seat, cost: Cost, amount: u64) {
        self.costs[seat.index()][cost as usize] += amount;
    }
}

impl BatchSimulator for TabledDebates {
    fn play_seed(
        &self,
        seed: u64,
        _: &mut BinomialTables,
        _: &CancelToken,
    ) -> Result<DebateResult, PlayError> {
        let mut debate =
            DebateInProgress { nature: Nature::new(seed), place: 0, costs: Default::default() };
        let stands = self.play(&mut debate);
        let outcome = Outcome { winner: Side::of_claim(stands), payoff: None };
        let (truth, costs) = (self.truth, debate.costs);
        let right = truth.map(Side::of_claim);
        Ok(DebateResult { outcome, truth, right, rulings: None, answer_is_right: None, costs })
    }
}

impl TabledDebates {
    /// Returns `true` if Alice wins.
    fn play(&self, debate: &mut DebateInProgress) -> bool {
        let mut situation = 0;
        for step in self.unrolled.plan().steps() {
            let (bit, asked, goes_on) = match self.unrolled.spot(step, situation) {
                // Two moves: Alice states the number, and Bob responds.
                UnrolledStep::Gate(bit) => {
                    debate.place += 2;
                    (bit, None, true)
                }
                UnrolledStep::Ask { row, .. } => {
                    let question =
                        &self.questions[self.rounds[step.index()].rows[usize::from(row)]];
                    let (stated, bit, goes_on) = self.ask(question, debate);
                    (bit, Some((question, stated)), goes_on)
                }
            };
            debate.pay(Seat::Judge, Cost::Rounds, 1);
            if !goes_on || self.abort_at == Some(step) {
                return self.judge(step, asked, debate);
            }
            match self.unrolled.next(step, situation, bit) {
                Some(next) => situation = next,
                // These Alices never state a wrong bit at a gate.
                None => return false,
            }
        }
        debate.pay(Seat::Judge, Cost::Transcript, 1);
        situation == 1
    }

    /// Plays a round with a question. Returns Alice's number, the bit, and true if Bob goes on.
    #[inline]
    fn ask(
        &self,
        question: &QuestionDistribution,
        debate: &mut DebateInProgress,
    ) -> (f64, bool, bool) {
        let stated = match &question.votes {
            None => question.stated[0],
            Some(votes) => {
                // Alice asks for votes, and then nature draws them.
                let at = votes.place(debate.number(1));
                debate.place += 2;
                debate.pay(Seat::Alice, Cost::Oracle, self.constants.alice);
                question.stated[at]
            }
        };
        debate.place += 1;
        let bit = match Probability::clamped(stated.p).as_certain() {
            Some(bit) => bit,
            None => {
                let falls = coin(debate.number(0), debate.number(1));
                debate.place += 3;
                falls < stated.p
            }
        };
        let goes_on = match self.bob {
            None => true,
            Some(votes) => {
                let number = debate.number(1);
                debate.place += 2;
                debate.pay(Seat::Bob, Cost::Oracle, votes);
                stated.goes_on.0 <= number && number < stated.goes_on.1
            }
        };
        debate.place += 1;
        (stated.p, bit, goes_on)
    }

    /// Rules after Bob has aborted. Returns true if Alice's number is accepted. At a gate, her number is always
    /// accepted.
    fn judge(
        &self,
        step: Step,
        asked: Option<(&QuestionDistribution, f64)>,
        debate: &mut DebateInProgress,
    ) -> bool {
        let [transcript, input] = self.rounds[step.index()].reads;
        debate.pay(Seat::Judge, Cost::Location, self.location);
        debate.pay(Seat::Judge, Cost::Transcript, transcript);
        debate.pay(Seat::Judge, Cost::Input, input);
        // The judge receives the number and the bits, and then asks for votes.
        debate.place += 1 + transcript + input;
        let SampleRule { count, tolerance } = self.constants.judge;
        asked.is_none_or(|(question, stated)| {
            debate.pay(Seat::Judge, Cost::Oracle, count);
            let votes = question.judge.first() + question.judge.place(debate.number(1)) as u64;
            is_near(votes, count, stated, tolerance)
        })
    }
}
