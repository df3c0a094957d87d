//! Converts a machine with too many configurations to a plan.
//!
//! The conversion does not follow configurations. Before each step it knows the states that are possible, each with a
//! place of the head, and the symbols that each cell may hold. This covers every run, and combinations that no run
//! reaches. So the plan is longer than one that merges configurations, but its output has the same probability.

use std::collections::BTreeSet;

use super::{CaseColumn, Likeness, MOST_FOLLOWED, MOST_GIVEN, NotAPlan, PlanInProgress, PlanWire};
use crate::chance::Probability;
use crate::machine::Plan;
use crate::machine::turing::oracle_state::trimmed;
use crate::machine::turing::{OracleState, State, Symbol, TuringMachine};
use crate::work::CancelToken;

/// The state and the head, or the output of a run that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Control {
    At(State, u32),
    Halted(bool),
}

impl Control {
    fn head(self) -> Option<u32> {
        match self {
            Self::At(_, head) => Some(head),
            Self::Halted(_) => None,
        }
    }
}

/// A part of the configuration: its possible values, and the wires that distinguish them.
#[derive(Clone, Debug)]
struct Part<V> {
    values: Vec<V>,
    columns: Vec<CaseColumn>,
}

impl<V> Part<V> {
    /// The columns for cases in each of which the part has the value with this index.
    fn in_cases(&self, values: &[usize]) -> impl Iterator<Item = CaseColumn> {
        self.columns.iter().map(|column| CaseColumn {
            wire: column.wire,
            values: values.iter().map(|&value| column.values[value]).collect(),
        })
    }
}

/// What a step may begin with: the index of the control, the index of the symbol at one cell, and the oracle's answer.
type Case = (usize, usize, bool);

struct ByCell<'a> {
    making: PlanInProgress<'a>,
    control: Part<Control>,
    cells: Vec<Part<Symbol>>,
    /// The number of cases so far.
    followed: usize,
}

impl TuringMachine {
    /// The machine as a plan, without following its configurations.
    pub(super) fn as_plan_by_cell(&self, token: &CancelToken) -> Result<Plan, NotAPlan> {
        let code = &*self.0;
        let cell = |&symbol: &Symbol| Part { values: vec![symbol], columns: Vec::new() };
        let mut cells: Vec<Part<Symbol>> = code.input.iter().map(cell).collect();
        for (bit, &at) in code.witness.iter().enumerate() {
            let columns =
                vec![CaseColumn { wire: PlanWire::Input(bit), values: vec![false, true] }];
            cells[at as usize] = Part { values: code.bits.to_vec(), columns };
        }
        let start = self.control(code.start, code.head);
        let control = Part { values: vec![start], columns: Vec::new() };
        let making = PlanInProgress::new(self);
        let mut by_cell = ByCell { making, control, cells, followed: 0 };
        for number in 1..=self.steps() {
            token.check()?;
            by_cell.step(number)?;
        }
        let accepts = |control: &Control| match *control {
            Control::At(state, _) => self.accepts(state),
            Control::Halted(accepts) => accepts,
        };
        let ByCell { mut making, control, .. } = by_cell;
        let wanted: Vec<bool> = control.values.iter().map(accepts).collect();
        let cases: Vec<usize> = (0..wanted.len()).collect();
        let output = making.gates.make(&control.columns, &cases, &wanted);
        making.describe(output, self.mark_words(self.steps(), Likeness::Accepts));
        making.plan(output)
    }

    fn control(&self, state: State, head: u32) -> Control {
        let stops = self.alphabet().symbols().all(|symbol| self.next(state, &[symbol]).is_none());
        match self.oracle_in(state).is_none() && stops {
            true => Control::Halted(self.accepts(state)),
            false => Control::At(state, head),
        }
    }
}

impl<'a> ByCell<'a> {
    /// Follows one step of the machine.
    fn step(&mut self, number: u32) -> Result<(), NotAPlan> {
        let machine = self.making.machine;
        let controls = self.control.values.clone();
        let asks =
            |control: &Control| matches!(*control, Control::At(state, _) if machine.asks(state));
        let answer = match controls.iter().any(asks) {
            true => Some(self.ask(number)?),
            false => None,
        };
        let heads: BTreeSet<u32> = controls.iter().filter_map(|control| control.head()).collect();
        let heads: Vec<u32> = heads.into_iter().collect();
        if heads.is_empty() {
            return Ok(());
        }
        // The written symbols depend on the control before the step, so all cells come before the new control.
        let mut cells = Vec::with_capacity(heads.len());
        for &head in &heads {
            let cases = self.cases(number, Some(head), answer.is_some())?;
            let mut columns = self.columns(&cases, answer);
            let symbols: Vec<usize> = cases.iter().map(|&(_, symbol, _)| symbol).collect();
            columns.extend(self.cells[head as usize].in_cases(&symbols));
            let mut after = Vec::with_capacity(cases.len());
            for &(control, symbol, answer) in &cases {
                let held = self.cells[head as usize].values[symbol];
                after.push(match controls[control].head() == Some(head) {
                    true => self.outcome(number, controls[control], held, answer)?.1,
                    false => held,
                });
            }
            let marks = |values: &[Symbol]| {
                let is = |mark: Symbol| values.iter().map(|&symbol| symbol == mark).collect();
                values.iter().map(|&mark| (Likeness::Cell(head, mark), is(mark))).collect()
            };
            cells.push(self.part(number, &columns, &after, marks));
        }
        // If all runs have the head at one cell, its wires say what the head reads.
        let only = (heads.len() == 1).then_some(heads[0]);
        let cases = self.cases(number, only, answer.is_some())?;
        let mut columns = self.columns(&cases, answer);
        let mut after = Vec::with_capacity(cases.len());
        for &(control, symbol, answer) in &cases {
            let control = controls[control];
            after.push(match control.head() {
                Some(head) => {
                    let held = self.cells[head as usize].values[symbol];
                    self.outcome(number, control, held, answer)?.0
                }
                None => control,
            });
        }
        match only {
            Some(head) => {
                let symbols: Vec<usize> = cases.iter().map(|&(_, symbol, _)| symbol).collect();
                columns.extend(self.cells[head as usize].in_cases(&symbols));
            }
            None => columns.extend(self.reads(&heads, &cases)),
        }
        let marks = |values: &[Control]| {
            let is = |mark: Likeness| {
                let value = |&control: &Control| match (mark, control) {
                    (Likeness::State(mark), Control::At(state, _)) => state == mark,
                    (Likeness::Head(mark), Control::At(_, head)) => head == mark,
                    (Likeness::Accepts, Control::Halted(accepts)) => accepts,
                    _ => false,
                };
                (mark, values.iter().map(value).collect())
            };
            let states = machine.states().map(Likeness::State);
            let heads: BTreeSet<u32> = values.iter().filter_map(|value| value.head()).collect();
            let heads = heads.into_iter().map(Likeness::Head);
            [Likeness::Accepts].into_iter().chain(states).chain(heads).map(is).collect()
        };
        let control = self.part(number, &columns, &after, marks);
        for (&head, cell) in heads.iter().zip(cells) {
            self.cells[head as usize] = cell;
        }
        self.control = control;
        Ok(())
    }

    /// All cases of a step: for `cell`, each control with each symbol of this cell. For `None`, each control with each
    /// symbol at its own head.
    fn cases(&mut self, number: u32, cell: Option<u32>, asks: bool) -> Result<Vec<Case>, NotAPlan> {
        let mut cases = Vec::new();
        for (at, control) in self.control.values.iter().enumerate() {
            let cell = cell.or(control.head());
            let symbols = cell.map_or(1, |cell| self.cells[cell as usize].values.len());
            for symbol in 0..symbols {
                cases.push((at, symbol, false));
                if asks {
                    cases.push((at, symbol, true));
                }
            }
        }
        self.followed += cases.len();
        if self.followed > MOST_FOLLOWED {
            return Err(NotAPlan::TooMany { step: number });
        }
        Ok(cases)
    }

    /// The wires of the control and of the answer.
    fn columns(&self, cases: &[Case], answer: Option<PlanWire>) -> Vec<CaseColumn> {
        let controls: Vec<usize> = cases.iter().map(|&(control, ..)| control).collect();
        let mut columns: Vec<CaseColumn> = self.control.in_cases(&controls).collect();
        columns.extend(answer.map(|wire| CaseColumn {
            wire,
            values: cases.iter().map(|&(.., answer)| answer).collect(),
        }));
        columns
    }

    /// For each symbol, a wire that says whether the head reads it.
    fn reads(&mut self, heads: &[u32], cases: &[Case]) -> Vec<CaseColumn> {
        let controls: Vec<usize> = (0..self.control.values.len()).collect();
        let mut columns = Vec::new();
        for symbol in self.making.machine.alphabet().symbols() {
            let mut ways = Vec::new();
            for &head in heads {
                let cell = &self.cells[head as usize];
                let held: Vec<bool> = cell.values.iter().map(|&held| held == symbol).collect();
                let values: Vec<usize> = (0..held.len()).collect();
                let here: Vec<bool> = self
                    .control
                    .values
                    .iter()
                    .map(|control| control.head() == Some(head))
                    .collect();
                let gates = &mut self.making.gates;
                let holds = gates.make(&cell.columns, &values, &held);
                let is_here = gates.make(&self.control.columns, &controls, &here);
                ways.push(gates.both(is_here, holds));
            }
            let reads = |&(control, held, _): &Case| {
                let head = self.control.values[control].head();
                head.is_some_and(|head| self.cells[head as usize].values[held] == symbol)
            };
            let values = cases.iter().map(reads).collect();
            columns.push(CaseColumn { wire: self.making.gates.any(ways), values });
        }
        columns
    }

    /// The control and the symbol at the head after a step.
    fn outcome(
        &self,
        step: u32,
        control: Control,
        held: Symbol,
        answer: bool,
    ) -> Result<(Control, Symbol), NotAPlan> {
        let machine = self.making.machine;
        let Control::At(state, head) = control else { return Ok((control, held)) };
        let instruction = match machine.oracle_in(state) {
            Some(oracle) => Some(oracle.instruction(answer)),
            None => machine.next(state, &[held]),
        };
        let Some(instruction) = instruction else {
            return Ok((Control::Halted(machine.accepts(state)), held));
        };
        let head = machine.moved(head, instruction.go).ok_or(NotAPlan::Leaves { step })?;
        Ok((machine.control(instruction.next, head), instruction.write))
    }

    /// A part of the configuration after a step, from its value in each case.
    fn part<V: Copy + PartialEq>(
        &mut self,
        number: u32,
        columns: &[CaseColumn],
        after: &[V],
        marks: impl FnOnce(&[V]) -> Vec<(Likeness, Vec<bool>)>,
    ) -> Part<V> {
        let mut values: Vec<V> = Vec::new();
        let mut goes = Vec::with_capacity(after.len());
        for value in after {
            let known = values.iter().position(|known| known == value);
            goes.push(known.unwrap_or(values.len()));
            if known.is_none() {
                values.push(*value);
            }
        }
        let marks = marks(&values);
        let columns = self.making.distinguish(number, columns, &goes, values.len(), marks);
        Part { values, columns }
    }

    /// Adds the plan's step for the question of this step.
    fn ask(&mut self, number: u32) -> Result<PlanWire, NotAPlan> {
        let machine = self.making.machine;
        let controls = self.control.values.clone();
        let asked = |control: usize| match controls[control] {
            Control::At(state, head) => machine.oracle_in(state).map(|oracle| (oracle, head)),
            Control::Halted(_) => None,
        };
        let heads: BTreeSet<u32> =
            (0..controls.len()).filter_map(|control| Some(asked(control)?.1)).collect();
        let heads: Vec<u32> = heads.into_iter().collect();
        // The word that the oracle sees in each case, with the oracle. `None` if the case does not ask.
        let mut words = Vec::new();
        let columns = match machine.oracle().is_some_and(|oracle| oracle.reads() == 1)
            && heads.len() > 1
        {
            true => {
                let cases = self.cases(number, None, false)?;
                for &(control, symbol, _) in &cases {
                    let word = |(oracle, head): (_, u32)| {
                        (oracle, vec![self.cells[head as usize].values[symbol]])
                    };
                    words.push(asked(control).map(word));
                }
                let mut columns = self.columns(&cases, None);
                columns.extend(self.reads(&heads, &cases));
                columns
            }
            false => {
                let reads = machine.oracle().map_or(0, |oracle| oracle.reads()) as usize;
                let cells = heads.iter().flat_map(|&head| head as usize..head as usize + reads);
                let mut cells: Vec<usize> = cells
                    .filter(|&at| self.cells.get(at).is_some_and(|cell| cell.values.len() > 1))
                    .collect();
                cells.sort_unstable();
                cells.dedup();
                // Each case is a control, and an index into the symbols of each of these cells.
                let mut cases: Vec<Vec<usize>> = (0..controls.len()).map(|at| vec![at]).collect();
                for &cell in &cells {
                    let symbols = self.cells[cell].values.len();
                    if cases.len() * symbols > 1 << MOST_GIVEN {
                        return Err(NotAPlan::Given { step: number });
                    }
                    let with = |case: Vec<usize>| {
                        (0..symbols).map(move |symbol| [&case[..], &[symbol]].concat())
                    };
                    cases = cases.into_iter().flat_map(with).collect();
                }
                for case in &cases {
                    let symbol = |at: u32| {
                        let part = cells.iter().position(|&cell| cell == at as usize);
                        let cell = self.cells.get(at as usize);
                        let value = part.map_or(0, |part| case[part + 1]);
                        cell.map_or(Symbol::BLANK, |cell| cell.values[value])
                    };
                    let word = |(oracle, head): (&'a OracleState, u32)| {
                        (oracle, (head..head + oracle.reads()).map(symbol).collect())
                    };
                    words.push(asked(case[0]).map(word));
                }
                let of_part =
                    |part: usize| cases.iter().map(|case| case[part]).collect::<Vec<usize>>();
                let mut columns: Vec<CaseColumn> = self.control.in_cases(&of_part(0)).collect();
                for (part, &cell) in cells.iter().enumerate() {
                    columns.extend(self.cells[cell].in_cases(&of_part(part + 1)));
                }
                columns
            }
        };
        let p = words.iter().map(|asked: &Option<(&OracleState, Vec<Symbol>)>| match asked {
            Some((oracle, word)) => oracle.chance(word),
            None => Probability::certain(false),
        });
        let p: Vec<Probability> = p.collect();
        let words = words.iter().flatten().map(|(_, word)| trimmed(word).to_vec()).collect();
        self.making.ask(number, &p, words, &columns)
    }
}
