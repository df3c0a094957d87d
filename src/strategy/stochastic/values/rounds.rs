//! The rounds of one pair of players, from the last to the first.

use std::collections::HashMap;
use std::sync::Arc;

use super::ahead::{Ahead, Needs};
use super::round::Outcome;
use super::solver::{How, Kernel, Solved, Solver, SolverError, Stating, gate_round};
use super::stated::{Answer, exactly};
use crate::chance::Probability;
use crate::machine::plan::Spot;
use crate::machine::{Op, Step};
use crate::strategy::stochastic::kinds::{Alice, Bob, Players};
use crate::work::{Stopped, Token};

/// What a situation comes to between two players, and what they see in it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Here {
    pub value: f64,
    truth: f64,
    hope: f64,
    fear: f64,
    aborts: f64,
    /// Expected rounds that ask, from here on.
    asked: f64,
    /// P[Bob aborts in a round that asks].
    trials: f64,
}

/// What queries come to, from expected rounds that ask and trials on an ask.
fn solved(
    solver: &Solver,
    players: Players,
    truth: f64,
    [value, aborts, asked, trials]: [f64; 4],
) -> Solved {
    let constants = solver.constants();
    let alice = if players.alice == Alice::Honest { constants.alice } else { 0 };
    let bob = solver.bob_samples(players.bob).map_or(0, |samples| samples.count);
    Solved {
        value,
        truth,
        aborts,
        alice_queries: asked * alice as f64,
        bob_queries: asked * bob as f64,
        judge_queries: trials * constants.judge.count as f64,
    }
}

/// Players who look at nothing ahead: every round is affine in the two values that follow it, with
/// coefficients that depend on the step and what it reads.
pub(super) struct Fixed<'a> {
    solver: &'a Solver,
    players: Players,
    /// For each step, which coefficients.
    which: Vec<u32>,
    /// By an ask's row or a gate's value.
    coefficients: Vec<Vec<Affine>>,
}

/// A round by itself, and P[the answer is yes].
#[derive(Clone, Copy)]
struct Affine {
    outcome: Outcome,
    yes: f64,
}

impl<'a> Fixed<'a> {
    /// The coefficients of two players; none if they look ahead.
    pub fn of(solver: &'a Solver, players: Players) -> Result<Option<Self>, SolverError> {
        if !Needs::of(players).nothing() {
            return Ok(None);
        }
        let plan = solver.unrolled().plan();
        let ahead = Ahead::default();
        let mut fixed = Self { solver, players, which: Vec::new(), coefficients: Vec::new() };
        // The question put (none for a gate), and whether Bob answers as he always does; then the
        // steps at which the oracles differ in different ways.
        type Asked = (Option<u32>, bool);
        let mut known: HashMap<Asked, Vec<(Step, u32)>> = HashMap::new();
        for step in plan.steps() {
            let question = match plan.op(step) {
                Op::Ask(question) => Some(question),
                _ => None,
            };
            let key = (question, players.bob == Bob::AbortAt(step));
            let alike = |known: &Vec<(Step, u32)>| {
                known.iter().find(|(other, _)| solver.oracles().alike(step, *other)).map(|k| k.1)
            };
            if let Some(at) = known.get(&key).and_then(alike) {
                fixed.which.push(at);
                continue;
            }
            let answer = solver.answer(players.bob, step, &ahead);
            let rows: Result<Vec<Affine>, SolverError> = match plan.ask(step) {
                None => Ok([false, true]
                    .map(|gate| Affine {
                        outcome: gate_round(gate, gate, answer),
                        yes: f64::from(u8::from(gate)),
                    })
                    .to_vec()),
                Some(ask) => ask
                    .yes
                    .iter()
                    .map(|&p| {
                        let stating = solver.stating(players, step, p, &ahead);
                        let chances = solver.chances(step, p);
                        let kernel = solver.kernel(chances, stating.how(), answer)?;
                        Ok(Affine { outcome: settled(&kernel, answer), yes: p.get() })
                    })
                    .collect(),
            };
            let at = fixed.coefficients.len() as u32;
            fixed.coefficients.push(rows?);
            known.entry(key).or_default().push((step, at));
            fixed.which.push(at);
        }
        Ok(Some(fixed))
    }

    /// What the two come to: from the start on, how likely the debate goes on to every situation,
    /// and beside it how likely the plan does.
    pub fn solve(&self, token: &Token) -> Result<Solved, Stopped> {
        let unrolled = self.solver.unrolled();
        let plan = unrolled.plan();
        let (mut here, mut after) = (vec![[1.0, 1.0]], Vec::new());
        let mut passed = 0;
        let [mut value, mut aborts, mut asked, mut trials] = [0.0; 4];
        for step in plan.steps() {
            token.check_after(&mut passed, here.len())?;
            let rows = &self.coefficients[self.which[step.index()] as usize];
            let [mut reached, mut won, mut aborted] = [0.0; 3];
            unrolled.pass_on(step, &here, &mut after, |row, [reach, chance]| {
                let Affine { outcome: Outcome { win, abort, one, zero }, yes } = rows[row];
                reached += reach;
                won += reach * win;
                aborted += reach * abort;
                [[reach * zero, chance * (1.0 - yes)], [reach * one, chance * yes]]
            });
            value += won;
            aborts += aborted;
            if plan.ask(step).is_some() {
                asked += reached;
                trials += aborted;
            }
            std::mem::swap(&mut here, &mut after);
        }
        let [accepted, truth] = here[1];
        let sums = [value + accepted, aborts, asked, trials];
        Ok(solved(self.solver, self.players, truth, sums))
    }
}

/// What a kernel comes to where the number does not depend on what follows.
fn settled(kernel: &Kernel, answer: Answer) -> Outcome {
    match kernel {
        Kernel::Fixed(outcome) => *outcome,
        Kernel::Mean(mean) => mean.outcome(answer),
        Kernel::Exactly { stated, accepted } => exactly(*stated, *accepted, 0.0, answer),
        Kernel::Free(_) | Kernel::Given { .. } => Outcome::default(),
    }
}

/// The places of a row's kernels for hopes and fears.
const HOPE: usize = 2;
const FEAR: usize = 3;

/// The rounds of any two players, for one sweep.
pub(super) struct Rounds<'a> {
    solver: &'a Solver,
    players: Players,
    needs: Needs,
    /// The kernels of the question at hand by row: of the number's making, of the number once made,
    /// and for hopes and fears.
    rows: Vec<[Option<Arc<Kernel>>; 4]>,
    question: Option<(u32, Step)>,
    error: Option<SolverError>,
}

impl<'a> Rounds<'a> {
    pub const ENDS: [Here; 2] = [
        Here { value: 0.0, truth: 0.0, hope: 0.0, fear: 0.0, aborts: 0.0, asked: 0.0, trials: 0.0 },
        Here { value: 1.0, truth: 1.0, hope: 1.0, fear: 1.0, aborts: 0.0, asked: 0.0, trials: 0.0 },
    ];

    pub fn new(solver: &'a Solver, players: Players) -> Result<Self, SolverError> {
        let overlooks_gates = match players.bob {
            Bob::Never | Bob::AbortAt(_) | Bob::WhenLosing(_) => true,
            Bob::Honest | Bob::Lazy(_) | Bob::Optimal | Bob::BestResponse => false,
        };
        let lies_at_gates = match players.alice {
            Alice::BestResponse => overlooks_gates,
            Alice::LateLie(step) => solver.unrolled().plan().ask(step).is_none(),
            Alice::Honest | Alice::Exact | Alice::Shift(_) | Alice::Drift(_) | Alice::Optimal => {
                false
            }
        };
        if lies_at_gates && !solver.unrolled().lies_at_gates() {
            return Err(SolverError::GateLies);
        }
        let needs = Needs::of(players);
        Ok(Self { solver, players, needs, rows: Vec::new(), question: None, error: None })
    }

    pub fn finish<T>(self, result: T) -> Result<T, SolverError> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(result),
        }
    }

    pub fn solved(&self, start: &Here) -> Solved {
        let Here { value, truth, aborts, asked, trials, .. } = *start;
        solved(self.solver, self.players, truth, [value, aborts, asked, trials])
    }

    pub fn value(&mut self, step: Step, spot: Spot, after: [Here; 2]) -> Here {
        if self.error.is_some() {
            return Here::default();
        }
        self.round(step, spot, after).unwrap_or_else(|error| {
            self.error = Some(error);
            Here::default()
        })
    }

    fn round(
        &mut self,
        step: Step,
        spot: Spot,
        [zero, one]: [Here; 2],
    ) -> Result<Here, SolverError> {
        let both = |what: fn(&Here) -> f64| [what(&zero), what(&one)];
        let ahead = Ahead {
            truths: both(|h| h.truth),
            values: both(|h| h.value),
            hopes: both(|h| h.hope),
            fears: both(|h| h.fear),
        };
        let outcome = match spot {
            Spot::Gate(bit) => self.gate(self.players, step, bit, &ahead),
            Spot::Ask { p, row } => {
                self.at_question(step);
                self.ask(step, p, row, &ahead)?
            }
        };
        let hope = match self.needs.hopes {
            true => self.imagined(Players::BEST_ALICE, step, (spot, HOPE), &ahead, ahead.hopes)?,
            false => 0.0,
        };
        let fear = match self.needs.fears {
            true => self.imagined(Players::BEST_BOB, step, (spot, FEAR), &ahead, ahead.fears)?,
            false => 0.0,
        };
        let onward = |what: fn(&Here) -> f64| outcome.one * what(&one) + outcome.zero * what(&zero);
        let asks = f64::from(u8::from(matches!(spot, Spot::Ask { .. })));
        Ok(Here {
            value: outcome.win + onward(|h| h.value),
            truth: spot.mean(ahead.truths),
            hope,
            fear,
            aborts: outcome.abort + onward(|h| h.aborts),
            asked: asks + onward(|h| h.asked),
            trials: asks * outcome.abort + onward(|h| h.trials),
        })
    }

    /// The value between two other players, whose values after the bits are `values`.
    fn imagined(
        &mut self,
        players: Players,
        step: Step,
        (spot, which): (Spot, usize),
        ahead: &Ahead,
        values: [f64; 2],
    ) -> Result<f64, SolverError> {
        let ahead = Ahead { values, ..*ahead };
        let outcome = match spot {
            Spot::Gate(bit) => self.gate(players, step, bit, &ahead),
            Spot::Ask { p, row } => {
                let answer = self.solver.answer(players.bob, step, &ahead);
                let stating = self.solver.stating(players, step, p, &ahead);
                let chances = self.solver.chances(step, p);
                let make = |solver: &Solver| solver.kernel(chances, stating.how(), answer);
                let kernel = self.kept(row, which, make)?;
                self.best_or_settled(&kernel, stating, answer)?
            }
        };
        Ok(outcome.worth(values))
    }

    fn best_or_settled(
        &self,
        kernel: &Kernel,
        stating: Stating,
        answer: Answer,
    ) -> Result<Outcome, SolverError> {
        match (kernel, stating) {
            (Kernel::Free(candidates), Stating::Best(answer, values)) => {
                self.solver.within_reach(candidates)?;
                Ok(candidates.best(answer, values).1)
            }
            _ => Ok(settled(kernel, answer)),
        }
    }

    fn gate(&self, players: Players, step: Step, bit: bool, ahead: &Ahead) -> Outcome {
        let stated = self.solver.gate_number(players, step, bit, ahead);
        gate_round(stated, bit, self.solver.answer(players.bob, step, ahead))
    }

    /// Forgets the kernels of another question.
    fn at_question(&mut self, step: Step) {
        let question = match self.solver.unrolled().plan().op(step) {
            Op::Ask(question) => Some((question, step)),
            _ => None,
        };
        let same = |one: (u32, Step), other: (u32, Step)| {
            one.0 == other.0 && self.solver.oracles().alike(one.1, other.1)
        };
        if !self.question.zip(question).is_some_and(|(one, other)| same(one, other)) {
            self.rows.clear();
        }
        self.question = question;
    }

    fn kept(
        &mut self,
        row: u16,
        which: usize,
        make: impl FnOnce(&Solver) -> Result<Arc<Kernel>, SolverError>,
    ) -> Result<Arc<Kernel>, SolverError> {
        let row = usize::from(row);
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Default::default);
        }
        if let Some(known) = &self.rows[row][which] {
            return Ok(Arc::clone(known));
        }
        let made = make(self.solver)?;
        self.rows[row][which] = Some(Arc::clone(&made));
        Ok(made)
    }

    fn ask(
        &mut self,
        step: Step,
        p: Probability,
        row: u16,
        ahead: &Ahead,
    ) -> Result<Outcome, SolverError> {
        let players = self.players;
        let chances = self.solver.chances(step, p);
        let answer = self.solver.answer(players.bob, step, ahead);
        let stating = self.solver.stating(players, step, p, ahead);
        if players.alice == Alice::LateLie(step) {
            // This one number depends on more than the row.
            return Ok(settled(&*self.solver.kernel(chances, stating.how(), answer)?, answer));
        }
        let Stating::Best(reckoned, values) = stating else {
            let kernel =
                self.kept(row, 0, |solver| solver.kernel(chances, stating.how(), answer))?;
            return Ok(settled(&kernel, answer));
        };
        let kernel = self.kept(row, 0, |solver| solver.kernel(chances, How::Free, reckoned))?;
        let Kernel::Free(candidates) = &*kernel else { return Ok(Outcome::default()) };
        self.solver.within_reach(candidates)?;
        let (stated, outcome) = candidates.best(reckoned, values);
        if reckoned == answer {
            return Ok(outcome);
        }
        // She reckons with another Bob than the one who answers.
        match &*self.kept(row, 1, |solver| solver.kernel(chances, How::Given, answer))? {
            Kernel::Given { judge, bob } => {
                let objects = bob.as_ref().map_or(0.0, |bob| bob.objects(stated));
                Ok(exactly(stated, judge.passes(stated), objects, answer))
            }
            _ => Ok(Outcome::default()),
        }
    }
}
