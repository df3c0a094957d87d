//! Makes gates from the values that they must have in all reachable configurations. Other
//! configurations do not matter.

use std::collections::HashMap;

use crate::machine::Op;

/// A bit of the plan under construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum PlanWire {
    Constant(bool),
    /// A bit of the witness.
    Input(usize),
    Node(usize),
}

/// A step of the plan under construction. It is dropped if no step reads it.
#[derive(Debug)]
pub(super) struct PlanNode {
    pub(super) op: Op,
    pub(super) over: Vec<PlanWire>,
    pub(super) words: Option<String>,
}

/// A wire with its value in each case.
#[derive(Clone, Debug)]
pub(super) struct CaseColumn {
    pub(super) wire: PlanWire,
    pub(super) values: Vec<bool>,
}

/// The steps made so far. No two of the gates are equal.
#[derive(Debug, Default)]
pub(super) struct Gates {
    pub(super) nodes: Vec<PlanNode>,
    known: HashMap<(Op, Vec<PlanWire>), usize>,
}

impl Gates {
    /// Adds a step that asks a question.
    pub(super) fn ask(&mut self, question: u32, over: Vec<PlanWire>, words: String) -> PlanWire {
        self.nodes.push(PlanNode { op: Op::Ask(question), over, words: Some(words) });
        PlanWire::Node(self.nodes.len() - 1)
    }

    fn gate(&mut self, op: Op, mut over: Vec<PlanWire>) -> PlanWire {
        over.sort_unstable();
        let nodes = &mut self.nodes;
        let at = *self.known.entry((op, over)).or_insert_with_key(|(op, over)| {
            nodes.push(PlanNode { op: *op, over: over.clone(), words: None });
            nodes.len() - 1
        });
        PlanWire::Node(at)
    }

    fn not(&mut self, wire: PlanWire) -> PlanWire {
        match wire {
            PlanWire::Constant(bit) => PlanWire::Constant(!bit),
            wire => self.gate(Op::Not, vec![wire]),
        }
    }

    /// Returns a wire that is 1 if both wires are 1.
    pub(super) fn both(&mut self, one: PlanWire, other: PlanWire) -> PlanWire {
        match (one, other) {
            (PlanWire::Constant(true), wire) | (wire, PlanWire::Constant(true)) => wire,
            (PlanWire::Constant(false), _) | (_, PlanWire::Constant(false)) => {
                PlanWire::Constant(false)
            }
            (one, other) if one == other => one,
            (one, other) => self.gate(Op::And, vec![one, other]),
        }
    }

    /// Returns a wire that is 1 if some wire is 1.
    pub(super) fn any(&mut self, mut wires: Vec<PlanWire>) -> PlanWire {
        if wires.contains(&PlanWire::Constant(true)) {
            return PlanWire::Constant(true);
        }
        wires.retain(|&wire| wire != PlanWire::Constant(false));
        wires.sort_unstable();
        wires.dedup();
        match wires[..] {
            [] => PlanWire::Constant(false),
            [wire] => wire,
            _ => self.gate(Op::Or, wires),
        }
    }

    /// Returns a wire with the wanted values in these cases. If two cases have different values, some column must
    /// distinguish them. The result is an existing wire, or one gate, or gates that branch on one column after
    /// another.
    pub(super) fn make(
        &mut self,
        columns: &[CaseColumn],
        cases: &[usize],
        wanted: &[bool],
    ) -> PlanWire {
        let first = cases.first().is_some_and(|&case| wanted[case]);
        if cases.iter().all(|&case| wanted[case] == first) {
            return PlanWire::Constant(first);
        }
        let is =
            |value: &dyn Fn(usize) -> bool| cases.iter().all(|&case| value(case) == wanted[case]);
        if let Some(same) = columns.iter().find(|column| is(&|case| column.values[case])) {
            return same.wire;
        }
        if let Some(other) = columns.iter().find(|column| is(&|case| !column.values[case])) {
            return self.not(other.wire);
        }
        for (at, one) in columns.iter().enumerate() {
            for other in &columns[at + 1..] {
                for (op, even) in [(Op::Xor, false), (Op::Xnor, true)] {
                    if is(&|case| (one.values[case] == other.values[case]) == even) {
                        return self.gate(op, vec![one.wire, other.wire]);
                    }
                }
            }
        }
        for (op, of_opposites, goal) in [(Op::And, Op::Nor, true), (Op::Or, Op::Nand, false)] {
            if let Some(literals) = literals(columns, cases, wanted, goal) {
                if literals.iter().all(|&(_, opposite)| opposite) {
                    let over = literals.into_iter().map(|(wire, _)| wire).collect();
                    return self.gate(of_opposites, over);
                }
                let over = literals
                    .into_iter()
                    .map(|(wire, opposite)| if opposite { self.not(wire) } else { wire })
                    .collect();
                return self.gate(op, over);
            }
        }
        let ones = |case: usize| columns.iter().filter(|column| column.values[case]).count();
        for k in 2..columns.len() {
            if is(&|case| ones(case) >= k) {
                let over = columns.iter().map(|column| column.wire).collect();
                return self.gate(Op::AtLeast(k as u32), over);
            }
        }
        self.choose(columns, cases, wanted)
    }

    /// Branches on the column that tells the most about the value.
    fn choose(&mut self, columns: &[CaseColumn], cases: &[usize], wanted: &[bool]) -> PlanWire {
        let tells = |column: &&CaseColumn| {
            let same = cases.iter().filter(|&&case| column.values[case] == wanted[case]).count();
            same.abs_diff(cases.len() - same)
        };
        let splits = |column: &&CaseColumn| {
            let ones = cases.iter().filter(|&&case| column.values[case]).count();
            ones > 0 && ones < cases.len()
        };
        let Some(by) = columns.iter().filter(splits).max_by_key(tells) else {
            return PlanWire::Constant(false);
        };
        let [no, yes] = [false, true].map(|bit| {
            let own = cases.iter().copied().filter(|&case| by.values[case] == bit);
            self.make(columns, &own.collect::<Vec<usize>>(), wanted)
        });
        match (no, yes) {
            (PlanWire::Constant(false), yes) => self.gate(Op::And, vec![by.wire, yes]),
            (no, PlanWire::Constant(true)) => self.gate(Op::Or, vec![by.wire, no]),
            (PlanWire::Constant(true), yes) => {
                let opposite = self.not(by.wire);
                self.gate(Op::Or, vec![opposite, yes])
            }
            (no, PlanWire::Constant(false)) => {
                let opposite = self.not(by.wire);
                self.gate(Op::And, vec![opposite, no])
            }
            (no, yes) => {
                let opposite = self.not(by.wire);
                let then = self.gate(Op::And, vec![by.wire, yes]);
                let otherwise = self.gate(Op::And, vec![opposite, no]);
                self.gate(Op::Or, vec![then, otherwise])
            }
        }
    }
}

/// A few columns, some of them negated. In every case with the value `goal`, all of them have the
/// value `goal`. If `goal` is `true`, their conjunction has the wanted values. If `goal` is
/// `false`, their disjunction has the wanted values.
fn literals(
    columns: &[CaseColumn],
    cases: &[usize],
    wanted: &[bool],
    goal: bool,
) -> Option<Vec<(PlanWire, bool)>> {
    let value =
        |&(column, opposite): &(&CaseColumn, bool), case: usize| column.values[case] != opposite;
    let fits = |literals: &[(&CaseColumn, bool)]| {
        let other = |case: usize| literals.iter().any(|literal| value(literal, case) != goal);
        cases.iter().all(|&case| wanted[case] == goal || other(case))
    };
    let both = columns.iter().flat_map(|column| [(column, true), (column, false)]);
    let mut literals: Vec<(&CaseColumn, bool)> = both
        .filter(|literal| {
            cases.iter().all(|&case| wanted[case] != goal || value(literal, case) == goal)
        })
        .collect();
    if !fits(&literals) {
        return None;
    }
    // A negated column needs one more gate, so negated columns are dropped first.
    literals.sort_by_key(|&(_, opposite)| !opposite);
    let mut at = 0;
    while at < literals.len() {
        let left_out = literals.remove(at);
        if !fits(&literals) {
            literals.insert(at, left_out);
            at += 1;
        }
    }
    Some(literals.into_iter().map(|(column, opposite)| (column.wire, opposite)).collect())
}
