//! Plays many debates from tables, between players who do not look ahead. The results are the same
//! as if the rules played these debates with the same seeds.
//!
//! A round needs only a few table lookups, however many samples are drawn. A uniform number selects
//! Alice's count in the table of her votes, and her number follows from this count. Each number of
//! hers has an interval: Bob's mean is near enough if and only if his own uniform number lies in
//! this interval.

use std::collections::HashMap;
use std::ops::Range;

use crate::chance::{BinomialTables, InversionSampler, Nature, NatureKey, Probability};
use crate::debate::{BatchSimulator, DebateResult, PlayError, SeatPlan};
use crate::machine::plan::UnrolledPlan;
use crate::machine::{BitRef, Plan, Step, location_bits};
use crate::protocol::Stochastic;
use crate::protocol::stochastic::players::values::StrategyProfile;
use crate::protocol::stochastic::players::{AliceStrategy, BobStrategy, shifted};
use crate::protocol::stochastic::{Coin, Constants, SampleRule, coin, counts_within, is_near};
use crate::rules::{Cost, Outcome, Protocol, Seat, Side};
use crate::strategy::{SeatedStrategies, strategy};
use crate::work::{CancelToken, Cancelled};

/// All tables together contain at most this many numbers.
const MOST_HELD: usize = 1 << 21;

/// Debates from one start between two fixed players.
pub struct TabledDebates {
    unrolled: UnrolledPlan,
    constants: Constants,
    /// The number of votes that Alice draws in a round with a question. `None` if she draws none.
    alice: Option<u64>,
    /// The number of votes that Bob draws in a round with a question. `None` if he draws none.
    bob: Option<u64>,
    /// The distances in moves from the start of a round with a question to its draws: Alice's votes, the two shares of
    /// the coin, and Bob's votes.
    draws: [u64; 4],
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
    /// `None` if Alice may state 0 or 1.
    plain: Option<PlainRound>,
}

/// The random numbers that make a round plain: Alice's number lies in a narrow range, the coin lies outside of it, and
/// Bob goes on. Nearly all rounds between honest players are plain. They need no table, and the tables of large samples
/// are larger than a processor's cache.
struct PlainRound {
    /// Alice's votes are in the middle of their distribution if their random number is in this range.
    votes: Range<f64>,
    /// Her number is then at least the start of this range, and at most its end.
    stated: Range<f64>,
    /// Bob then goes on if his random number is in this range.
    bob: Range<f64>,
}

/// The probability that Alice's votes are in each of the two ends of their distribution, which are not plain.
const END: f64 = 1e-6;

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
        // Alice asks for votes, nature draws them, and she states her number. The coin takes three moves, and then Bob
        // asks for votes.
        let stating = if overstates.is_none() { 3 } else { 1 };
        Some(Self {
            unrolled: UnrolledPlan::new(plan, token).ok()?,
            alice: overstates.is_none().then_some(constants.alice),
            bob: samples.map(|samples| samples.count),
            draws: [1, stating, stating + 1, stating + 4],
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
            plain: PlainRound::new(votes.as_ref(), &stated),
            votes,
            stated,
            judge: InversionSampler::for_binomial(constants.judge.count, p)?,
        })
    }
}

impl PlainRound {
    fn new(votes: Option<&InversionSampler>, stated: &[StatedNumber]) -> Option<Self> {
        let (middle, votes) = match votes {
            None => (0..=0, 0.0..1.0),
            Some(law) => {
                let [low, high] = [END, 1.0 - END].map(|end| law.place(end));
                let counts = law.first() + low as u64..=law.first() + high as u64;
                let (from, to) = law.numbers(counts);
                (low..=high, from..to)
            }
        };
        let numbers = &stated[middle];
        let (first, last) = (numbers.first()?.p, numbers.last()?.p);
        let from = numbers.iter().map(|number| number.goes_on.0).fold(0.0, f64::max);
        let to = numbers.iter().map(|number| number.goes_on.1).fold(1.0, f64::min);
        (0.0 < first && last < 1.0).then_some(Self { votes, stated: first..last, bob: from..to })
    }

    /// The bit of the round. `None` if the round is not plain.
    #[inline]
    fn bit(&self, [votes, share, other_share, bob]: [f64; 4]) -> Option<bool> {
        let coin = coin(share, other_share);
        // `&` and not `&&`: comparisons are cheaper than branches that nobody can predict.
        let plain = self.votes.contains(&votes)
            & self.bob.contains(&bob)
            & !(self.stated.start <= coin && coin < self.stated.end);
        plain.then_some(coin < self.stated.start)
    }
}

/// A running debate.
#[derive(Clone, Copy)]
struct DebateInProgress {
    key: NatureKey,
    /// The number of moves so far, as the rules count them.
    place: u64,
    situation: u32,
    /// The number of rounds with a question so far.
    asked: u64,
}

/// The costs by seat and by kind.
type DebateCosts = [[u64; Cost::ALL.len()]; 3];

impl BatchSimulator for TabledDebates {
    fn play_seed(
        &self,
        seed: u64,
        tables: &mut BinomialTables,
        token: &CancelToken,
    ) -> Result<DebateResult, PlayError> {
        let mut result = None;
        self.play_seeds(&[seed], tables, token, &mut |end| result = Some(*end))?;
        result.ok_or(PlayError::Stopped(Cancelled))
    }

    /// Plays the rounds in the order of the steps, each round in all debates. The numbers of different debates do not
    /// depend on each other, so the processor computes them side by side.
    fn play_seeds(
        &self,
        seeds: &[u64],
        _: &mut BinomialTables,
        token: &CancelToken,
        tell: &mut dyn FnMut(&DebateResult),
    ) -> Result<(), PlayError> {
        let begin = |&seed: &u64| DebateInProgress {
            key: Nature::new(seed).key(),
            place: 0,
            situation: 0,
            asked: 0,
        };
        let mut debates: Vec<DebateInProgress> = seeds.iter().map(begin).collect();
        let mut numbers = vec![[0.0; 4]; debates.len()];
        let plan = self.unrolled.plan();
        let [votes, stating, other_share, bobs] = self.draws;
        let length = stating + 4 + if self.bob.is_some() { 2 } else { 0 };
        for step in plan.steps() {
            token.check()?;
            if plan.ask(step).is_some() {
                for (numbers, &DebateInProgress { key, place, .. }) in
                    numbers.iter_mut().zip(&debates)
                {
                    *numbers = key.units([
                        place + votes,
                        place + stating,
                        place + other_share,
                        place + bobs,
                    ]);
                }
            }
            let plain = self.abort_at != Some(step);
            let mut at = 0;
            while let Some(debate) = debates.get_mut(at) {
                if plain && let Some(next) = self.plain_round(step, debate.situation, numbers[at]) {
                    debate.situation = next;
                    debate.asked += 1;
                    debate.place += length;
                    at += 1;
                    continue;
                }
                match self.round(step, debate, numbers[at]) {
                    None => at += 1,
                    Some(end) => {
                        tell(&end);
                        debates.swap_remove(at);
                        numbers.swap_remove(at);
                    }
                }
            }
        }
        for debate in debates {
            let mut costs = self.costs(plan.len(), &debate);
            costs[Seat::Judge.index()][Cost::Transcript as usize] += 1;
            tell(&self.result(debate.situation == 1, costs));
        }
        Ok(())
    }
}

impl TabledDebates {
    fn result(&self, alice_wins: bool, costs: DebateCosts) -> DebateResult {
        let outcome = Outcome { winner: Side::of_claim(alice_wins), payoff: None };
        let truth = self.truth;
        let right = truth.map(Side::of_claim);
        DebateResult { outcome, truth, right, rulings: None, answer_is_right: None, costs }
    }

    /// The costs of a debate after this many rounds.
    fn costs(&self, rounds: usize, debate: &DebateInProgress) -> DebateCosts {
        let mut costs = DebateCosts::default();
        let mut pay = |seat: Seat, cost: Cost, amount: u64| {
            costs[seat.index()][cost as usize] = amount;
        };
        pay(Seat::Alice, Cost::Oracle, debate.asked * self.alice.unwrap_or(0));
        pay(Seat::Bob, Cost::Oracle, debate.asked * self.bob.unwrap_or(0));
        pay(Seat::Judge, Cost::Rounds, rounds as u64);
        costs
    }

    /// The situation after a plain round. `None` if the round is not plain, or has no question.
    #[inline]
    fn plain_round(&self, step: Step, situation: u32, numbers: [f64; 4]) -> Option<u32> {
        let row = usize::from(self.unrolled.reading(step, situation));
        let question = &self.questions[*self.rounds[step.index()].rows.get(row)?];
        let bit = question.plain.as_ref()?.bit(numbers)?;
        self.unrolled.next(step, situation, bit)
    }

    /// Plays a round with these random numbers. Returns the result if the debate ends.
    #[inline]
    fn round(
        &self,
        step: Step,
        debate: &mut DebateInProgress,
        numbers: [f64; 4],
    ) -> Option<DebateResult> {
        let reading = self.unrolled.reading(step, debate.situation);
        let (bit, asked, goes_on) = match self.rounds[step.index()].rows.get(usize::from(reading)) {
            // Two moves: Alice states the number, and Bob responds.
            None => {
                debate.place += 2;
                (reading == 1, None, true)
            }
            Some(&row) => {
                let question = &self.questions[row];
                let (stated, bit, goes_on) = self.ask(question, debate, numbers);
                (bit, Some((question, stated)), goes_on)
            }
        };
        if !goes_on || self.abort_at == Some(step) {
            return Some(self.judge(step, asked, debate));
        }
        match self.unrolled.next(step, debate.situation, bit) {
            Some(next) => {
                debate.situation = next;
                None
            }
            // These Alices never state a wrong bit at a gate.
            None => Some(self.result(false, self.costs(step.index() + 1, debate))),
        }
    }

    /// Plays a round with a question. Returns Alice's number, the bit, and true if Bob goes on.
    #[inline]
    fn ask(
        &self,
        question: &QuestionDistribution,
        debate: &mut DebateInProgress,
        [votes, share, other_share, bobs]: [f64; 4],
    ) -> (f64, bool, bool) {
        let stated = match &question.votes {
            None => question.stated[0],
            Some(law) => question.stated[law.place(votes)],
        };
        debate.asked += 1;
        // A number of 0 or 1 needs no coin, so Bob's votes are drawn three moves earlier.
        let certain = stated.p == 0.0 || stated.p == 1.0;
        let bit = if certain { stated.p == 1.0 } else { coin(share, other_share) < stated.p };
        let number = if certain { other_share } else { bobs };
        let [_, stating, ..] = self.draws;
        let coin = if certain { 0 } else { 3 };
        let bob = if self.bob.is_some() { 2 } else { 0 };
        debate.place += stating + coin + bob + 1;
        (stated.p, bit, stated.goes_on.0 <= number && number < stated.goes_on.1)
    }

    /// Rules after Bob has aborted. Alice wins if her number is accepted. At a gate, her number is always accepted.
    #[cold]
    fn judge(
        &self,
        step: Step,
        asked: Option<(&QuestionDistribution, f64)>,
        debate: &DebateInProgress,
    ) -> DebateResult {
        let [transcript, input] = self.rounds[step.index()].reads;
        let mut costs = self.costs(step.index() + 1, debate);
        let judges = &mut costs[Seat::Judge.index()];
        judges[Cost::Location as usize] = self.location;
        judges[Cost::Transcript as usize] = transcript;
        judges[Cost::Input as usize] = input;
        let SampleRule { count, tolerance } = self.constants.judge;
        let accepted = asked.is_none_or(|(question, stated)| {
            judges[Cost::Oracle as usize] = count;
            // The judge receives the number and the bits, asks for votes, and then nature draws them.
            let [number] = debate.key.units([debate.place + 1 + transcript + input + 1]);
            let votes = question.judge.first() + question.judge.place(number) as u64;
            is_near(votes, count, stated, tolerance)
        });
        self.result(accepted, costs)
    }
}
