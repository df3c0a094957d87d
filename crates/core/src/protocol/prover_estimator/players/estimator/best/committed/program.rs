//! The best plan for a number: a linear program, of which only the rows of numbers that matter are written down.
//! What the best Bob states against a plan becomes a row, until no Bob pays less for the plan than the program
//! says.

use std::rc::Rc;

use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

use super::super::argued::mix;
use super::{Committed, Plan, Span, Stated, Then, place};

/// All that a plan for one number rests on.
struct Program<'a> {
    of: &'a Committed,
    paid: Vec<Vec<Stated>>,
    /// The class of each error: those of a class are one.
    classes: Vec<usize>,
    /// How likely each class is together with each of the first stage, in all 1.
    weights: Vec<Vec<f64>>,
    /// An error of each class.
    firsts: Vec<usize>,
    /// A unit of weight by what is paid.
    scale: f64,
    /// By node: which numbers have a row.
    rows: Vec<Vec<usize>>,
}

/// Rounds of rows, at most.
const MOST: usize = 40;

/// What a plan comes to may be so far below the best, by its unit.
const NEAR: f64 = 1e-10;

impl Committed {
    /// A plan for the next number, with what no Bob gets below who states it, after the answers no and yes: the
    /// best plan, or the first found that comes to a goal. None if no plan was found.
    pub(in super::super) fn planned(
        &self,
        p: f64,
        known: &[&Rc<Plan>],
        goal: f64,
    ) -> Option<([f64; 2], Rc<Plan>)> {
        let mut program = Program::new(self, p);
        for plan in known {
            let least = program.held(plan);
            if mix(p, least) >= goal {
                return Some((least, Rc::clone(plan)));
            }
        }
        known.iter().for_each(|plan| program.add(&plan.rows));
        let mut best: Option<([f64; 2], Plan)> = None;
        for _ in 0..MOST {
            let Some((most, mut plan)) = program.solved() else { break };
            let none = vec![Vec::new(); self.nodes.len()];
            let before = std::mem::replace(&mut program.rows, none);
            let least = program.held(&plan);
            plan.rows = program.rows.clone();
            program.add(&before);
            let [no, yes] = self.starts;
            let reached = if no.0 == yes.0 { least[0] } else { least[0] + least[1] };
            let is_best = reached >= most - NEAR * self.unit;
            let count = |rows: &[Vec<usize>]| rows.iter().map(Vec::len).sum::<usize>();
            let is_new = count(&before) < count(&program.rows);
            if best.as_ref().is_none_or(|best| mix(p, best.0) < mix(p, least)) {
                best = Some((least, plan));
            }
            if is_best || !is_new || mix(p, least) >= goal {
                break;
            }
        }
        best.map(|(least, plan)| (least, Rc::new(plan)))
    }
}

impl<'a> Program<'a> {
    fn new(of: &'a Committed, p: f64) -> Self {
        let spans = of.spans([p; 2]);
        let paid = (0..of.stages.len()).map(|at| of.paid(at, &spans)).collect();
        let mut different: Vec<Span> = Vec::new();
        let classes: Vec<usize> = spans.iter().map(|span| place(&mut different, *span)).collect();
        let all: f64 = of.weights.iter().flatten().sum();
        let mut weights = vec![vec![0.0; of.weights[0].len()]; different.len()];
        for (class, own) in classes.iter().zip(&of.weights) {
            weights[*class].iter_mut().zip(own).for_each(|(sum, own)| *sum += own / all);
        }
        let first = |class: usize| classes.iter().position(|own| *own == class).unwrap_or(0);
        let firsts = (0..different.len()).map(first).collect();
        let rows = vec![Vec::new(); of.nodes.len()];
        Self { of, paid, classes, weights, firsts, scale: all / of.unit, rows }
    }

    /// What no Bob gets below against a plan, after the answers no and yes; what he may state gets rows.
    fn held(&mut self, plan: &Plan) -> [f64; 2] {
        let rows = &mut self.rows;
        let mut states = |node: usize, number| {
            place(&mut rows[node], number);
        };
        self.of.values(plan, &self.paid, &mut states).map(|ends| ends[0])
    }

    /// Gives rows to numbers at these places.
    fn add(&mut self, rows: &[Vec<usize>]) {
        for (at, rows) in rows.iter().enumerate() {
            let count = self.paid[self.of.nodes[at].stage].len();
            for number in rows.iter().filter(|number| **number < count) {
                place(&mut self.rows[at], *number);
            }
        }
    }

    fn is_start(&self, node: usize) -> bool {
        self.of.starts.iter().any(|start| start.0 == node)
    }

    /// The best plan by the rows there are, and what it comes to by them.
    fn solved(&self) -> Option<(f64, Plan)> {
        let of = self.of;
        let mut program = Problem::new(OptimizationDirection::Maximize);
        let counts = |at: usize| f64::from(self.is_start(at));
        let worth: Vec<Variable> =
            (0..of.nodes.len()).map(|at| program.add_var(counts(at), (-100.0, 100.0))).collect();
        let mut goes_on: Vec<Vec<Vec<Variable>>> = Vec::with_capacity(of.nodes.len());
        for (at, node) in of.nodes.iter().enumerate() {
            let width = match node.then {
                Then::Nodes(_) => of.stages[node.stage].parts.len(),
                Then::Paid(_) => 0,
            };
            let most = |class: usize, rest: usize| match self.is_start(at) {
                true => self.weights[class][rest],
                false => 1.0,
            };
            let mut own = |class| {
                (0..width).map(|rest| program.add_var(0.0, (0.0, most(class, rest)))).collect()
            };
            goes_on.push((0..self.firsts.len()).map(&mut own).collect());
        }
        for (at, node) in of.nodes.iter().enumerate() {
            let is_start = self.is_start(at);
            let arrived = |class: usize, rest: usize| {
                let next = (!is_start).then(|| &of.stages[node.stage - 1].next);
                let from = next.into_iter().flatten().enumerate();
                from.filter(move |(_, to)| **to == rest)
                    .map(move |(from, _)| (class, from))
                    .map(|(class, from)| goes_on[node.parent][class][from])
            };
            for (class, own) in goes_on[at].iter().enumerate().filter(|_| !is_start) {
                for (rest, own) in own.iter().enumerate() {
                    let come = arrived(class, rest).map(|from| (from, -1.0));
                    let row: Vec<_> = come.chain([(*own, 1.0)]).collect();
                    program.add_constraint(row, ComparisonOp::Le, 0.0);
                }
            }
            let rows = self.rows[at].iter().map(|number| &self.paid[node.stage][*number]);
            for Stated { p, each, less } in rows {
                let (mut row, mut most) = (vec![(worth[at], 1.0)], -less / of.unit);
                for (class, &first) in self.firsts.iter().enumerate() {
                    let now = each[first].iter().map(|ends| ends[0] * self.scale).enumerate();
                    for (rest, now) in now.filter(|now| now.1 != 0.0) {
                        match is_start {
                            true => most += self.weights[class][rest] * now,
                            false => row.extend(arrived(class, rest).map(|from| (from, -now))),
                        }
                        row.extend(goes_on[at][class].get(rest).map(|own| (*own, now)));
                    }
                }
                match node.then {
                    Then::Paid(outcomes) => most += mix(*p, outcomes) / of.unit,
                    Then::Nodes([no, yes]) if no == yes => row.push((worth[no], -1.0)),
                    Then::Nodes([no, yes]) => {
                        let after = [(worth[no], p - 1.0), (worth[yes], -p)];
                        row.extend(after.into_iter().filter(|term| term.1 != 0.0));
                    }
                }
                program.add_constraint(row, ComparisonOp::Le, most);
            }
        }
        let solved = program.solve().ok()?.into_solution().ok()?;
        let (mut shares, mut come) = (Vec::new(), Vec::new());
        for (at, node) in of.nodes.iter().enumerate() {
            let own = match self.is_start(at) {
                true => self.weights.clone(),
                false => {
                    let before = &of.stages[node.stage - 1];
                    let width = of.stages[node.stage].parts.len();
                    let mut own = vec![vec![0.0; width]; self.firsts.len()];
                    for (class, own) in own.iter_mut().enumerate() {
                        for (from, &to) in before.next.iter().enumerate() {
                            let come: &Vec<Vec<f64>> = &come[node.parent];
                            let shares: &Vec<Vec<f64>> = &shares[node.parent];
                            own[to] += come[class][from] * shares[class][from];
                        }
                    }
                    own
                }
            };
            let share = |(on, come): (&Variable, &f64)| match *come > 1e-300 {
                true => (solved.var_value(*on) / come).clamp(0.0, 1.0),
                false => 0.0,
            };
            let each = goes_on[at].iter().zip(&own);
            shares.push(each.map(|(on, come)| on.iter().zip(come).map(share).collect()).collect());
            come.push(own);
        }
        Some((
            solved.objective() * of.unit,
            Plan { classes: self.classes.clone(), goes_on: shares, rows: Vec::new() },
        ))
    }
}
