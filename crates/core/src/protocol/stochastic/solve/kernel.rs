//! Many debates between players who state and check numbers without looking ahead: the very
//! debates that the rules play, seed for seed and draw for draw, from tables.
//!
//! A round costs a few lookups whatever the sample counts, because nothing but comparisons of
//! uniform numbers is left of it: where in its law Alice's count falls says what she states; and
//! for each such number Bob's mean is near enough if and only if the number that nature draws for
//! him lies between two running sums of his law.

use std::collections::HashMap;

use crate::chance::{Inversion, Nature, Probability, Tables, unit};
use crate::debate::{End, Many, SeatPlan, Stuck};
use crate::machine::location_bits;
use crate::machine::plan::{Spot, Unrolled};
use crate::machine::{Cell, Plan, Step};
use crate::protocol::Stochastic;
use crate::protocol::stochastic::players::{Alice, Bob, shifted};
use crate::protocol::stochastic::{Coin, Constants, Samples, coin, is_near, near};
use crate::rules::{Cost, Outcome, Protocol, Seat, Side};
use crate::strategy::{Seating, strategy};
use crate::work::Token;

/// All tables together hold no more numbers than this.
const MOST_HELD: usize = 1 << 21;

/// The debates of one start and two players.
pub struct TabledDebates {
    unrolled: Unrolled,
    constants: Constants,
    /// How many votes Bob draws in a round that asks.
    bob: Option<u64>,
    /// The round in which Bob aborts, whatever happened.
    abort_at: Option<Step>,
    rounds: Vec<RoundLaw>,
    questions: Vec<QuestionLaw>,
    location: u64,
    truth: Option<bool>,
}

/// What a round is like before anything is drawn.
struct RoundLaw {
    /// The question of each row of the ask's table; none at a gate.
    rows: Vec<usize>,
    /// The bits that the judge reads if this round is put on trial: of the transcript, of the input.
    reads: [u64; 2],
}

/// One question with one probability of yes.
struct QuestionLaw {
    /// Alice's votes, if she draws any.
    votes: Option<Inversion>,
    /// What she states, by the place of her count in its table; one number if she draws none.
    stated: Vec<StatedNumber>,
    judge: Inversion,
}

/// A number that Alice states, and when Bob goes on.
#[derive(Clone, Copy)]
struct StatedNumber {
    p: f64,
    /// Bob goes on if nature's number for him is from the first up to, but not, the second.
    goes_on: (f64, f64),
}

impl TabledDebates {
    /// The debates of these players from a start; none if the players, the plan or the sample counts
    /// are not such that tables serve, or the work was stopped.
    pub fn new(start: &Stochastic, seats: &[SeatPlan; 3], token: &Token) -> Option<Self> {
        let written = |seat: Seat| seats[seat.index()].program();
        if written(Seat::Judge) != Some("honest")
            || start.setup().coin != Coin::Nature
            || start.setup().departures.any()
            || start.setup().oracles.any()
            || start.opening.is_some()
        {
            return None;
        }
        let known = |seat: Seat| strategy(start, seat, written(seat)?, &Seating::default()).ok();
        let alice = *known(Seat::Alice)?.solved_as()?.downcast_ref::<Alice>()?;
        let bob = *known(Seat::Bob)?.solved_as()?.downcast_ref::<Bob>()?;
        let abort_at = match bob {
            Bob::Honest | Bob::Lazy(_) | Bob::Never => None,
            Bob::AbortAt(step) => Some(step),
            Bob::WhenLosing(_) | Bob::Optimal | Bob::BestResponse => return None,
        };
        let plan = start.plan();
        let constants = *start.constants();
        let samples = bob.samples(&constants);
        let overstates = overstated(alice, plan)?;
        let mut questions = Questions::new(&constants, samples, overstates);
        let rounds: Option<Vec<RoundLaw>> =
            plan.steps().map(|step| RoundLaw::new(plan, step, &mut questions)).collect();
        Some(Self {
            unrolled: Unrolled::new(plan, token).ok()?,
            bob: samples.map(|samples| samples.count),
            abort_at,
            rounds: rounds?,
            questions: questions.made,
            location: location_bits(plan.len()),
            truth: start.truth(token).ok()?,
            constants,
        })
    }
}

/// By how much this Alice overstates every ask; `Some(None)` if she states the mean of her votes.
/// None for one who looks ahead.
fn overstated(alice: Alice, plan: &Plan) -> Option<Option<f64>> {
    match alice {
        Alice::Honest => Some(None),
        Alice::Exact => Some(Some(0.0)),
        Alice::Shift(by) => Some(Some(by)),
        Alice::Drift(by) => Some(Some(by / plan.asks().count() as f64)),
        Alice::Given(_) | Alice::LateLie(_) | Alice::Optimal | Alice::BestResponse => None,
    }
}

impl RoundLaw {
    fn new(plan: &Plan, step: Step, questions: &mut Questions<'_>) -> Option<Self> {
        let chances = plan.ask(step).into_iter().flat_map(|ask| ask.yes.iter());
        let rows: Option<Vec<usize>> = chances.map(|&p| questions.number(p)).collect();
        let mut sources = plan.relevant(step).to_vec();
        sources.sort_unstable();
        sources.dedup();
        let steps = sources.iter().filter(|s| matches!(s.get(), Cell::Step(_))).count();
        Some(Self { rows: rows?, reads: [steps as u64, (sources.len() - steps) as u64] })
    }
}

/// The questions of a plan, each made once.
struct Questions<'a> {
    constants: &'a Constants,
    bob: Option<Samples>,
    overstates: Option<f64>,
    made: Vec<QuestionLaw>,
    by_chance: HashMap<u64, usize>,
    held: usize,
}

impl<'a> Questions<'a> {
    fn new(constants: &'a Constants, bob: Option<Samples>, overstates: Option<f64>) -> Self {
        let (made, by_chance) = Default::default();
        Self { constants, bob, overstates, made, by_chance, held: 0 }
    }

    /// The number of the question that is answered yes with this probability.
    fn number(&mut self, p: Probability) -> Option<usize> {
        if let Some(&known) = self.by_chance.get(&p.get().to_bits()) {
            return Some(known);
        }
        let question = self.make(p)?;
        self.held += question.stated.len() + question.judge.places();
        if self.held > MOST_HELD {
            return None;
        }
        self.made.push(question);
        self.by_chance.insert(p.get().to_bits(), self.made.len() - 1);
        Some(self.made.len() - 1)
    }

    fn make(&self, p: Probability) -> Option<QuestionLaw> {
        let bob = match self.bob {
            Some(samples) => Some((samples, Inversion::of(samples.count, p)?)),
            None => None,
        };
        let stated = |stated: f64| {
            let stated = Probability::clamped(stated).get();
            let goes_on = match &bob {
                None => (0.0, 1.0),
                Some((samples, law)) => match near(samples.count, stated, samples.tolerance) {
                    Some(counts) => law.numbers(counts),
                    None => (1.0, 1.0),
                },
            };
            StatedNumber { p: stated, goes_on }
        };
        let all = self.constants.alice;
        let (votes, stated) = match self.overstates {
            Some(by) => (None, vec![stated(shifted(p, by))]),
            None => {
                let votes = Inversion::of(all, p)?;
                let counts = votes.first()..votes.first() + votes.places() as u64;
                let means = counts.map(|count| stated(count as f64 / all as f64)).collect();
                (Some(votes), means)
            }
        };
        Some(QuestionLaw { votes, stated, judge: Inversion::of(self.constants.judge.count, p)? })
    }
}

/// A debate under way: the place in it, as the rules count moves, and what was paid.
struct Under {
    nature: Nature,
    place: u64,
    costs: [[u64; Cost::ALL.len()]; 3],
}

impl Under {
    /// Nature's number for the move `ahead` moves from here.
    #[inline]
    fn number(&self, ahead: u64) -> f64 {
        unit(&mut self.nature.rng(self.place + ahead, 0))
    }

    #[inline]
    fn pay(&mut self, seat: Seat, cost: Cost, amount: u64) {
        self.costs[seat.index()][cost as usize] += amount;
    }
}

impl Many for TabledDebates {
    fn end(&self, seed: u64, _: &mut Tables, _: &Token) -> Result<End, Stuck> {
        let mut debate = Under { nature: Nature::new(seed), place: 0, costs: Default::default() };
        let stands = self.play(&mut debate);
        let outcome = Outcome { winner: Side::of_claim(stands), payoff: None };
        let (truth, costs) = (self.truth, debate.costs);
        let right = truth.map(Side::of_claim);
        Ok(End { outcome, truth, right, rulings: None, answer_is_right: None, costs })
    }
}

impl TabledDebates {
    /// Whether Alice wins.
    fn play(&self, debate: &mut Under) -> bool {
        let mut situation = 0;
        for step in self.unrolled.plan().steps() {
            let (bit, asked, goes_on) = match self.unrolled.spot(step, situation) {
                // The number, and Bob's answer.
                Spot::Gate(bit) => {
                    debate.place += 2;
                    (bit, None, true)
                }
                Spot::Ask { row, .. } => {
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
                // These Alices state every gate as it is.
                None => return false,
            }
        }
        debate.pay(Seat::Judge, Cost::Transcript, 1);
        situation == 1
    }

    /// A round that asks: what Alice states, the bit that the coin makes, and if Bob goes on.
    #[inline]
    fn ask(&self, question: &QuestionLaw, debate: &mut Under) -> (f64, bool, bool) {
        let stated = match &question.votes {
            None => question.stated[0],
            Some(votes) => {
                // She asks for votes, and they fall.
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

    /// Bob aborted: whether what was stated of the question stands. A gate's number does.
    fn judge(&self, step: Step, asked: Option<(&QuestionLaw, f64)>, debate: &mut Under) -> bool {
        let [transcript, input] = self.rounds[step.index()].reads;
        debate.pay(Seat::Judge, Cost::Location, self.location);
        debate.pay(Seat::Judge, Cost::Transcript, transcript);
        debate.pay(Seat::Judge, Cost::Input, input);
        // The number is submitted, the bits are read; then the judge asks for its votes.
        debate.place += 1 + transcript + input;
        let Samples { count, tolerance } = self.constants.judge;
        asked.is_none_or(|(question, stated)| {
            debate.pay(Seat::Judge, Cost::Oracle, count);
            let votes = question.judge.first() + question.judge.place(debate.number(1)) as u64;
            is_near(votes, count, stated, tolerance)
        })
    }
}
