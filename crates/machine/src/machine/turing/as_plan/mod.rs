//! Converts a machine with a probabilistic oracle to a plan for stochastic debate (2024 paper, Fig.
//! 2, Thms 6.2 and 7.2).
//!
//! The conversion follows every configuration that a run can reach, for all answers of the oracle and all witnesses.
//! It makes one plan in which configurations with the same future are merged and, for a small machine, another without
//! merging. The shorter plan is used.
//!
//! If there are too many configurations, or a question depends on too many of their bits, the plan follows the state,
//! the head and each cell on its own ([`by_cell`]).
//!
//! If some configuration before a step asks, that step becomes a question of the plan. Its probability depends on the
//! configuration. In configurations that do not ask, the answer is always "no" and has no effect. The state, the cells
//! and the place of the head after the step become gates, which read the bits before the step and the answer.

mod by_cell;
mod gates;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use self::gates::{CaseColumn, Gates, PlanWire};
use super::{State, Symbol, TuringMachine};
use crate::chance::Probability;
use crate::machine::plan::{Ask, PlanBuilder, PlanError};
use crate::machine::{Input, Op, Plan, Source, Step};
use crate::work::{CancelToken, Cancelled};

/// The largest number of configurations that are followed, summed over all steps. For a plan that follows each cell on
/// its own, the largest number of combinations of state, head and symbol.
pub const MOST_FOLLOWED: usize = 200_000;

/// The largest number of symbols that are compared. For each configuration, every cell is compared with every symbol.
const MOST_COMPARED: u64 = 1 << 28;

/// The largest number of bits that a question may depend on.
const MOST_GIVEN: usize = 12;

/// Why a machine cannot be converted to a plan.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotAPlan {
    /// There are too many configurations, or combinations of state, head and symbol.
    #[error(
        "up to step {step}, this machine has more than {MOST_FOLLOWED} combinations of state, head \
         and symbol. Let it run for fewer steps, or on fewer cells"
    )]
    TooMany {
        /// The machine's step, counted from 1.
        step: u32,
    },
    /// The head leaves the tape.
    #[error(
        "in some runs the head leaves the tape at step {step}. Give the ends of the tape, such \
         as `space: {{from: 1, to: 8}}`"
    )]
    Leaves {
        /// The machine's step, counted from 1.
        step: u32,
    },
    /// A question depends on too many bits.
    #[error("the question of step {step} depends on more than {MOST_GIVEN} bits")]
    Given {
        /// The machine's step, counted from 1.
        step: u32,
    },
    /// The plan is too long.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The work was cancelled.
    #[error(transparent)]
    Stopped(#[from] Cancelled),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Followed {
    state: State,
    head: u32,
    tape: Vec<Symbol>,
}

/// The configurations before one step of the machine.
#[derive(Debug, Default)]
struct StepLevel {
    all: Vec<Followed>,
    /// For each configuration, the word that it asks and the probability of yes. `None` if it asks nothing.
    asked: Vec<Option<(Vec<Symbol>, Probability)>>,
    /// The successors of each configuration after the answers no and yes.
    next: Vec<[usize; 2]>,
    /// The kind of each configuration. The plan does not distinguish configurations of one kind.
    kind: Vec<usize>,
    kinds: usize,
}

/// A property of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Likeness {
    State(State),
    Cell(u32, Symbol),
    Head(u32),
    /// The configuration is of this kind. Used only if no simpler property distinguishes the kind from all others.
    Kind(usize),
    /// The configuration accepts.
    Accepts,
}

impl TuringMachine {
    /// True if some answer of the oracle is random, or if Alice writes a part of the tape. Such a machine is converted
    /// to a plan for its debates.
    pub fn is_probabilistic(&self) -> bool {
        let unsure =
            self.oracle().is_some_and(|oracle| oracle.chances().any(|p| p.as_certain().is_none()));
        unsure || !self.0.witness.is_empty()
    }

    /// The machine as a plan whose output is 1 if the state after T steps is accepting. The cells
    /// that Alice writes are its witness.
    ///
    /// # Errors
    /// Returns an error if the plan is too large, if the machine's head leaves the tape, or if the work was cancelled.
    pub fn as_plan(&self, token: &CancelToken) -> Result<Plan, NotAPlan> {
        match self.as_plan_by_configuration(token) {
            Err(NotAPlan::TooMany { .. } | NotAPlan::Given { .. }) => self.as_plan_by_cell(token),
            plan => plan,
        }
    }

    fn as_plan_by_configuration(&self, token: &CancelToken) -> Result<Plan, NotAPlan> {
        /// The plan is also made without merging if no step has more configurations than this.
        const FEW: usize = 256;
        let mut levels = self.followed(token)?;
        let few = levels.iter().all(|level| level.all.len() <= FEW);
        let apart = match few {
            true => Some(self.made(&mut levels, false, token)?),
            false => None,
        };
        // A machine often stores the answer in its state or on its tape, which needs no extra step. Then the plan
        // without merging is shorter. For a machine that only counts, the plan with merging is shorter.
        let merged = self.made(&mut levels, true, token);
        match (apart, merged) {
            (Some(apart), Ok(merged)) if merged.len() < apart.len() => Ok(merged),
            (Some(apart), _) => Ok(apart),
            (None, merged) => merged,
        }
    }

    /// The plan that follows these configurations. If `merged`, configurations with the same future are merged.
    fn made(
        &self,
        levels: &mut [StepLevel],
        merged: bool,
        token: &CancelToken,
    ) -> Result<Plan, NotAPlan> {
        self.tell_apart(levels, merged);
        let mut making = PlanInProgress::new(self);
        let bits = self.0.witness.len();
        let mut columns: Vec<CaseColumn> = (0..bits)
            .map(|bit| {
                let wire = PlanWire::Input(bit);
                CaseColumn {
                    wire,
                    values: (0..levels[0].kinds).map(|w| w >> bit & 1 == 1).collect(),
                }
            })
            .collect();
        let mut output = PlanWire::Constant(self.accepts(self.0.start));
        for (at, pair) in levels.windows(2).enumerate() {
            token.check()?;
            let last = at + 2 == levels.len();
            columns = making.step(at as u32 + 1, &pair[0], &pair[1], columns, last)?;
            if last {
                output = columns.first().map_or(output, |column| column.wire);
            }
        }
        making.plan(output)
    }

    /// All configurations that a run can reach, for each step.
    fn followed(&self, token: &CancelToken) -> Result<Vec<StepLevel>, NotAPlan> {
        let code = &*self.0;
        let witness = &code.witness;
        let start = |word: usize| {
            let mut tape = code.input.to_vec();
            for (bit, &cell) in witness.iter().enumerate() {
                tape[cell as usize] = code.bits[word >> bit & 1];
            }
            Followed { state: code.start, head: code.head, tape }
        };
        if witness.len() > 16 {
            return Err(NotAPlan::TooMany { step: 1 });
        }
        let mut levels = vec![StepLevel {
            all: (0..1usize << witness.len()).map(start).collect(),
            ..StepLevel::default()
        }];
        let mut total = levels[0].all.len();
        let cells = self.space().cells();
        let a_configuration = u64::from(cells) * self.alphabet().symbols().len() as u64;
        for step in 1..=self.steps() {
            token.check_at(step as usize)?;
            if total as u64 * a_configuration > MOST_COMPARED {
                return Err(NotAPlan::TooMany { step });
            }
            let mut after = StepLevel::default();
            let mut known: HashMap<Followed, usize> = HashMap::new();
            let Some(before) = levels.last_mut() else { break };
            for at in 0..before.all.len() {
                let own = &before.all[at];
                let word = self.word(&own.tape, own.head, own.state);
                let asked = self.oracle_in(own.state);
                let goes = |answer: bool| match asked {
                    Some(oracle) => Some(oracle.instruction(answer)),
                    None => self.next(own.state, &word),
                };
                let mut next = [0; 2];
                for (answer, next) in [false, true].into_iter().zip(&mut next) {
                    let mut to = own.clone();
                    if let Some(instruction) = goes(answer) {
                        to.tape[to.head as usize] = instruction.write;
                        to.state = instruction.next;
                        to.head =
                            self.moved(to.head, instruction.go).ok_or(NotAPlan::Leaves { step })?;
                    }
                    let all = &mut after.all;
                    *next = *known.entry(to).or_insert_with_key(|to| {
                        all.push(to.clone());
                        all.len() - 1
                    });
                }
                let asked = asked.map(|oracle| {
                    let p = oracle.chance(&word);
                    (super::oracle_state::trimmed(&word).to_vec(), p)
                });
                before.next.push(next);
                before.asked.push(asked);
            }
            total += after.all.len();
            if total > MOST_FOLLOWED {
                return Err(NotAPlan::TooMany { step });
            }
            levels.push(after);
        }
        Ok(levels)
    }

    /// Numbers the kinds of configurations, from the last step back. If `merged` is true, two configurations are of
    /// one kind if they ask with the same probability of yes and have successors of one kind after each answer.
    fn tell_apart(&self, levels: &mut [StepLevel], merged: bool) {
        for at in (0..levels.len()).rev() {
            let (own, after) = levels[at..].split_at_mut(1);
            let own = &mut own[0];
            let mut known: HashMap<(Option<u64>, [usize; 2]), usize> = HashMap::new();
            let mut kind = Vec::with_capacity(own.all.len());
            for (number, configuration) in own.all.iter().enumerate() {
                let key = match after.first() {
                    None => (None, [usize::from(self.accepts(configuration.state)); 2]),
                    // Without merging, each configuration has a kind of its own. At the start, each
                    // witness has a kind of its own too.
                    Some(_) if at == 0 || !merged => (None, [number; 2]),
                    Some(after) => {
                        let p = own.asked[number].as_ref().map(|(_, p)| p.get().to_bits());
                        (p, own.next[number].map(|next| after.kind[next]))
                    }
                };
                let next = known.len();
                kind.push(*known.entry(key).or_insert(next));
            }
            (own.kind, own.kinds) = (kind, known.len());
        }
    }

    fn is(&self, configuration: &Followed, kind: usize, mark: Likeness) -> bool {
        match mark {
            Likeness::State(state) => configuration.state == state,
            Likeness::Cell(cell, symbol) => configuration.tape[cell as usize] == symbol,
            Likeness::Head(head) => configuration.head == head,
            Likeness::Kind(wanted) => kind == wanted,
            Likeness::Accepts => self.accepts(configuration.state),
        }
    }

    fn mark_words(&self, step: u32, mark: Likeness) -> String {
        let space = self.space();
        match mark {
            Likeness::State(state) => {
                format!("after step {step}: in state {}", self.state_name(state))
            }
            Likeness::Cell(cell, symbol) => {
                let glyph = self.alphabet().glyph(symbol);
                format!("after step {step}: cell {} holds {glyph}", space.cell(cell))
            }
            Likeness::Head(head) => {
                format!("after step {step}: the head is at cell {}", space.cell(head))
            }
            Likeness::Kind(kind) => format!("after step {step}: in situation {}", kind + 1),
            Likeness::Accepts => format!("after step {step}: the machine accepts"),
        }
    }
}

impl StepLevel {
    /// Properties that have the same value in all configurations of a kind, with their value for each kind.
    fn marks(&self, machine: &TuringMachine) -> Vec<(Likeness, Vec<bool>)> {
        let mut candidates: Vec<Likeness> = machine.states().map(Likeness::State).collect();
        for cell in 0..machine.space().cells() {
            candidates
                .extend(machine.alphabet().symbols().map(|symbol| Likeness::Cell(cell, symbol)));
            candidates.push(Likeness::Head(cell));
        }
        let value = |mark| Some((mark, self.values(machine, mark)?));
        candidates.into_iter().filter_map(value).collect()
    }

    /// The value of a property for each kind. `None` if it differs within a kind.
    fn values(&self, machine: &TuringMachine, mark: Likeness) -> Option<Vec<bool>> {
        let mut values: Vec<Option<bool>> = vec![None; self.kinds];
        for (configuration, &kind) in self.all.iter().zip(&self.kind) {
            let is = machine.is(configuration, kind, mark);
            if *values[kind].get_or_insert(is) != is {
                return None;
            }
        }
        values.into_iter().collect()
    }
}

/// Properties that distinguish all of the kinds, with their value for each kind. Each time, the property that separates
/// the most kinds is chosen. Among equally good properties, the first of `known` is chosen.
fn separate(kinds: usize, known: &[(Likeness, Vec<bool>)]) -> Vec<(Likeness, Vec<bool>)> {
    let mut chosen: Vec<(Likeness, Vec<bool>)> = Vec::new();
    let mut block = vec![0usize; kinds];
    let mut blocks = 1;
    while blocks < kinds {
        let split = |values: &[bool]| {
            let mut seen: HashMap<(usize, bool), usize> = HashMap::new();
            let own = block.iter().zip(values).map(|(&block, &value)| {
                let next = seen.len();
                *seen.entry((block, value)).or_insert(next)
            });
            let own: Vec<usize> = own.collect();
            (seen.len(), own)
        };
        let mut best: Option<(usize, Vec<usize>, usize)> = None;
        for (at, (_, values)) in known.iter().enumerate() {
            let (count, own) = split(values);
            if best.as_ref().is_none_or(|best| count > best.0) {
                best = Some((count, own, at));
            }
        }
        if let Some((count, own, at)) = best.filter(|best| best.0 > blocks) {
            (blocks, block) = (count, own);
            chosen.push(known[at].clone());
            continue;
        }
        // No simple property separates these kinds. So a new property separates one kind from the others of its
        // block.
        let shared = |&kind: &usize| block.iter().filter(|&&own| own == block[kind]).count() > 1;
        let Some(kind) = (0..kinds).find(shared) else { break };
        let values: Vec<bool> = (0..kinds).map(|own| own == kind).collect();
        (blocks, block) = split(&values);
        chosen.push((Likeness::Kind(kind), values));
    }
    chosen
}

struct PlanInProgress<'a> {
    machine: &'a TuringMachine,
    gates: Gates,
    asks: Vec<Ask>,
}

impl<'a> PlanInProgress<'a> {
    fn new(machine: &'a TuringMachine) -> Self {
        Self { machine, gates: Gates::default(), asks: Vec::new() }
    }

    /// Makes the bits for the configurations after a step from the bits before it.
    fn step(
        &mut self,
        number: u32,
        before: &StepLevel,
        after: &StepLevel,
        mut columns: Vec<CaseColumn>,
        last: bool,
    ) -> Result<Vec<CaseColumn>, NotAPlan> {
        let mut of_kind = vec![0; before.kinds];
        before.kind.iter().enumerate().for_each(|(at, &kind)| of_kind[kind] = at);
        let asks = before.asked.iter().any(Option::is_some);
        let answer = match asks {
            true => {
                let never = Probability::certain(false);
                let asked = |&at: &usize| before.asked[at].as_ref().map_or(never, |(_, p)| *p);
                let p: Vec<Probability> = of_kind.iter().map(asked).collect();
                let words = before.asked.iter().flatten().map(|(word, _)| word.clone()).collect();
                Some(self.ask(number, &p, words, &columns)?)
            }
            false => None,
        };
        // A case is a kind before the step, together with the answer if the step asks.
        let answers = if asks { 2 } else { 1 };
        let cases: Vec<usize> = (0..before.kinds * answers).collect();
        for column in &mut columns {
            column.values = cases.iter().map(|case| column.values[case / answers]).collect();
        }
        if let Some(wire) = answer {
            columns.push(CaseColumn {
                wire,
                values: cases.iter().map(|case| case % 2 == 1).collect(),
            });
        }
        let goes: Vec<usize> = cases
            .iter()
            .map(|case| after.kind[before.next[of_kind[case / answers]][case % answers]])
            .collect();
        if !last {
            let marks = after.marks(self.machine);
            return Ok(self.distinguish(number, &columns, &goes, after.kinds, marks));
        }
        // The kinds after the last step are the accepting and the rejecting configurations.
        let accepts = after.values(self.machine, Likeness::Accepts);
        Ok(accepts
            .map(|values| self.column(number, &columns, &goes, Likeness::Accepts, values))
            .into_iter()
            .collect())
    }

    /// Makes bits that distinguish the kinds after a step. For each case, `goes` is the kind after the step. `marks`
    /// are properties with their value for each kind. A property that the plan already has is preferred.
    fn distinguish(
        &mut self,
        number: u32,
        columns: &[CaseColumn],
        goes: &[usize],
        kinds: usize,
        mut marks: Vec<(Likeness, Vec<bool>)>,
    ) -> Vec<CaseColumn> {
        let there = |values: &[bool]| {
            columns.iter().any(|column| {
                column.values.iter().zip(goes).all(|(&value, &kind)| value == values[kind])
            })
        };
        marks.sort_by_cached_key(|(_, values)| !there(values));
        let marks = separate(kinds, &marks).into_iter();
        marks.map(|(mark, values)| self.column(number, columns, goes, mark, values)).collect()
    }

    /// Makes the bit for a property after a step.
    fn column(
        &mut self,
        number: u32,
        columns: &[CaseColumn],
        goes: &[usize],
        mark: Likeness,
        values: Vec<bool>,
    ) -> CaseColumn {
        let wanted: Vec<bool> = goes.iter().map(|&kind| values[kind]).collect();
        let cases: Vec<usize> = (0..goes.len()).collect();
        let wire = self.gates.make(columns, &cases, &wanted);
        self.describe(wire, self.machine.mark_words(number, mark));
        CaseColumn { wire, values }
    }

    /// Says what a gate means, unless that is known.
    fn describe(&mut self, wire: PlanWire, words: String) {
        if let PlanWire::Node(at) = wire {
            self.gates.nodes[at].words.get_or_insert(words);
        }
    }

    /// Adds the plan's step for the question that the machine asks at this step. `p` is the probability of yes in each
    /// case, and `words` are the words that the oracle may see.
    fn ask(
        &mut self,
        number: u32,
        p: &[Probability],
        mut words: Vec<Vec<Symbol>>,
        columns: &[CaseColumn],
    ) -> Result<PlanWire, NotAPlan> {
        let never = Probability::certain(false);
        let row = |given: &[&CaseColumn], kind: usize| {
            given.iter().fold(0usize, |row, column| row << 1 | usize::from(column.values[kind]))
        };
        let table = |given: &[&CaseColumn]| {
            let mut rows: HashMap<usize, Probability> = HashMap::new();
            let agree = p
                .iter()
                .enumerate()
                .all(|(kind, &p)| *rows.entry(row(given, kind)).or_insert(p) == p);
            agree.then_some(rows)
        };
        let mut given: Vec<&CaseColumn> = columns.iter().collect();
        let mut at = 0;
        while at < given.len() {
            let left_out = given.remove(at);
            if table(&given).is_none() {
                given.insert(at, left_out);
                at += 1;
            }
        }
        if given.len() > MOST_GIVEN {
            return Err(NotAPlan::Given { step: number });
        }
        let rows = table(&given).unwrap_or_default();
        let yes: Vec<Probability> = (0..1usize << given.len())
            .map(|row| rows.get(&row).copied().unwrap_or(never))
            .collect();
        words.sort_unstable();
        words.dedup();
        let asked = OracleWords { machine: self.machine, words: &words };
        let state = self.machine.oracle().map(|oracle| oracle.state());
        let question = match (&words[..], state) {
            ([word], Some(state)) => self.machine.question(state, word).unwrap_or_default(),
            _ => format!("{}{asked}, given the run so far?", Ask::SEVERAL_WORDS),
        };
        let said = format!("step {number}: the oracle says yes to {asked}");
        self.asks.push(Ask { question: question.into(), yes: yes.into() });
        let over = given.iter().map(|column| column.wire).collect();
        Ok(self.gates.ask(self.asks.len() as u32 - 1, over, said))
    }

    /// The finished plan. It has only the steps that the output needs, in order.
    fn plan(self, output: PlanWire) -> Result<Plan, NotAPlan> {
        let machine = self.machine;
        let cells = machine.0.witness.iter().map(|&at| machine.space().cell(at));
        let names = cells.clone().map(|cell| match cell {
            0.. => format!("cell{cell}"),
            before => format!("cell-before{}", -before),
        });
        let written = machine.0.witness.iter().map(|&at| machine.0.input[at as usize]);
        let inputs = names.zip(written.map(|symbol| symbol == machine.0.bits[1]));
        let mut plan = PlanBuilder::new(inputs);
        (0..cells.len()).for_each(|at| plan.mark_witness(Input::at(at)));
        self.asks.into_iter().for_each(|ask| {
            plan.question(ask);
        });
        let mut needed = vec![false; self.gates.nodes.len()];
        let mut open = vec![output];
        while let Some(wire) = open.pop() {
            if let PlanWire::Node(at) = wire
                && !std::mem::replace(&mut needed[at], true)
            {
                open.extend(&self.gates.nodes[at].over);
            }
        }
        let mut steps: Vec<Option<Step>> = vec![None; needed.len()];
        let source = |wire: PlanWire, steps: &[Option<Step>]| match wire {
            PlanWire::Input(at) => Some(Source::input(Input::at(at))),
            PlanWire::Node(at) => steps[at].map(Source::step),
            PlanWire::Constant(_) => None,
        };
        for (at, node) in self.gates.nodes.into_iter().enumerate().filter(|(at, _)| needed[*at]) {
            let over: Vec<Source> =
                node.over.iter().filter_map(|&wire| source(wire, &steps)).collect();
            let step = plan.step(node.op, &over)?;
            if let Some(words) = node.words {
                plan.describe(step, Arc::<str>::from(words));
            }
            steps[at] = Some(step);
        }
        // All sources of the output come before it, so the output is already the last step.
        let extra = match output {
            PlanWire::Constant(bit) => Some(plan.step(Op::Constant(bit), &[])?),
            PlanWire::Input(at) => Some(plan.step(Op::Copy, &[Source::input(Input::at(at))])?),
            PlanWire::Node(_) => None,
        };
        if let Some(step) = extra {
            plan.describe(step, "the machine accepts");
        }
        Ok(plan.finish()?)
    }
}

/// Writes the words that the oracle may see at a step, as a list.
struct OracleWords<'a> {
    machine: &'a TuringMachine,
    words: &'a [Vec<Symbol>],
}

impl fmt::Display for OracleWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 4;
        for (at, word) in self.words.iter().take(SHOWN).enumerate() {
            f.write_str(if at > 0 { " or " } else { "" })?;
            if word.is_empty() {
                f.write_str("blank")?;
            }
            word.iter().try_for_each(|&s| write!(f, "{}", self.machine.alphabet().glyph(s)))?;
        }
        if self.words.len() > SHOWN {
            f.write_str(" or others")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
