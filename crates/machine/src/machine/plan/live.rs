//! The part of the past that still matters. In each situation, the live bits are packed into one number.
//!
//! After step t, only the values that a later step reads matter. If the only reader of a value is a
//! symmetric gate, only the running count of that gate matters. So a majority of 10,000 votes has
//! at most 5,001 situations, not 2^10,000.

use super::{Op, Plan};
use crate::machine::{BitRef, Step};

/// The live part of a history, as a packed number.
pub(super) type PackedHistory = u128;

/// There are more live bits than the packed history can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than 128 bits are live after step {step}, so exact values cannot be computed")]
pub struct TooManyLiveBits {
    /// The step with too many live bits.
    pub step: Step,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Operand {
    Fixed(bool),
    /// A bit at this position of the packed history.
    Live(u32),
}

impl Operand {
    fn read(self, key: PackedHistory) -> bool {
        match self {
            Self::Fixed(bit) => bit,
            Self::Live(at) => key >> at & 1 == 1,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum RunningCount {
    /// Only whether the count is odd or even.
    Parity,
    /// The number of ones, counted up to this threshold.
    Need(u32),
}

impl RunningCount {
    fn width(self) -> u32 {
        match self {
            Self::Parity => 1,
            Self::Need(k) => u32::BITS - k.leading_zeros(),
        }
    }

    fn reached(self, ones: u32) -> bool {
        match self {
            Self::Parity => ones % 2 == 1,
            Self::Need(k) => ones >= k,
        }
    }
}

/// A range of bits of the packed history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct KeyField {
    at: u32,
    width: u32,
}

impl KeyField {
    fn mask(self) -> PackedHistory {
        ((1 << self.width) - 1) << self.at
    }

    fn get(self, key: PackedHistory) -> u32 {
        (key >> self.at) as u32 & ((1 << self.width) - 1)
    }
}

/// How a step reads and changes the packed history.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct StepEffect {
    reads: Vec<Operand>,
    gate: Option<GateEffect>,
    /// A mask that removes the bits that are no longer live after this step.
    keeps: PackedHistory,
    writes: Write,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct GateEffect {
    op: Op,
    tally: Option<(RunningCount, KeyField)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Write {
    Nothing,
    Bit(u32),
    /// Adds the value to the count of a later gate, which reads the value `times` times. `left` further values of this
    /// gate follow.
    Count {
        tally: RunningCount,
        field: KeyField,
        times: u32,
        left: u32,
    },
}

/// The kind of a step in one situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResolvedStep {
    /// A question. Its probability is in this row of its table.
    Row(u16),
    /// A gate with this value.
    Gate(bool),
}

impl StepEffect {
    /// The kind of the step in this situation.
    pub fn reading(&self, key: PackedHistory) -> ResolvedStep {
        match &self.gate {
            None => ResolvedStep::Row(
                self.reads.iter().fold(0, |row, read| row << 1 | u16::from(read.read(key))),
            ),
            Some(GateEffect { op, tally: None }) => {
                let values = self.reads.iter().map(|read| read.read(key));
                ResolvedStep::Gate(op.gate(values).unwrap_or_default())
            }
            Some(GateEffect { op, tally: Some((tally, field)) }) => {
                let direct = self.reads.iter().filter(|read| read.read(key)).count() as u32;
                let reached = tally.reached(field.get(key) + direct);
                ResolvedStep::Gate(reached != op.is_negated())
            }
        }
    }

    /// A lower bound on the number of situations after the step, if there are `here` different situations before it.
    pub fn least_after(&self, here: usize, lies_at_gates: bool) -> usize {
        let kept = here.checked_shr((!self.keeps).count_ones()).unwrap_or(0);
        let least = match self.writes {
            Write::Bit(_) if lies_at_gates || self.gate.is_none() => kept.saturating_mul(2),
            Write::Nothing | Write::Bit(_) => kept,
            Write::Count { tally: RunningCount::Parity, .. } => kept,
            // A count no longer changes when it has reached the threshold or can no longer reach it, so situations may
            // merge.
            Write::Count { field, .. } => kept >> field.width,
        };
        least.max(1)
    }

    /// The situation after this step, if the value of the step is `bit`.
    pub fn after(&self, key: PackedHistory, bit: bool) -> PackedHistory {
        let kept = key & self.keeps;
        match self.writes {
            Write::Nothing => kept,
            Write::Bit(at) => kept | PackedHistory::from(bit) << at,
            Write::Count { tally, field, times, left } => {
                let before = field.get(kept);
                let ones = before + if bit { times } else { 0 };
                let count = match tally {
                    RunningCount::Parity => ones % 2,
                    // A count that has reached the threshold stays there. All counts that can no longer reach the
                    // threshold become 0.
                    RunningCount::Need(k) if ones >= k => k,
                    RunningCount::Need(k) if ones + left < k => 0,
                    RunningCount::Need(_) => ones,
                };
                kept & !field.mask() | PackedHistory::from(count) << field.at
            }
        }
    }
}

const NOBODY: u32 = 0;
const SEVERAL: u32 = u32::MAX;

/// Goes through a plan step by step, and returns how each step changes the packed history.
#[derive(Clone)]
pub(super) struct HistoryPacker<'a> {
    plan: &'a Plan,
    /// For each step, the number of the last step that reads it.
    last_reader: Vec<u32>,
    /// For each step, the number of its only reader.
    only_reader: Vec<u32>,
    used: PackedHistory,
    bits: std::collections::HashMap<u32, u32>,
    tallies: std::collections::HashMap<u32, Running>,
}

#[derive(Clone)]
struct Running {
    tally: RunningCount,
    field: KeyField,
    left: u32,
}

impl<'a> HistoryPacker<'a> {
    pub fn new(plan: &'a Plan) -> Self {
        let mut last_reader = vec![NOBODY; plan.len()];
        let mut only_reader = vec![NOBODY; plan.len()];
        for step in plan.steps() {
            for source in plan.relevant(step) {
                let BitRef::Step(read) = source.get() else { continue };
                let at = read.index();
                only_reader[at] = match only_reader[at] {
                    NOBODY => step.number(),
                    only if only == step.number() => only,
                    _ => SEVERAL,
                };
                last_reader[at] = step.number();
            }
        }
        Self {
            plan,
            last_reader,
            only_reader,
            used: 0,
            bits: Default::default(),
            tallies: Default::default(),
        }
    }

    /// The effect of the next step. Steps must come in order.
    pub fn step(&mut self, step: Step) -> Result<StepEffect, TooManyLiveBits> {
        let mut keeps = PackedHistory::MAX;
        let tally = self.tallies.remove(&step.number());
        if let Some(running) = &tally {
            keeps &= !running.field.mask();
            self.used &= !running.field.mask();
        }
        let mut reads = Vec::new();
        let mut dead = Vec::new();
        for source in self.plan.relevant(step) {
            match source.get() {
                BitRef::Input(input) => {
                    reads.push(Operand::Fixed(self.plan.inputs().at(input.index())));
                }
                BitRef::Step(read) => {
                    // A step without a bit of its own was already added to the count.
                    let Some(&at) = self.bits.get(&read.number()) else { continue };
                    reads.push(Operand::Live(at));
                    if self.last_reader[read.index()] == step.number() {
                        dead.push((read.number(), at));
                    }
                }
            }
        }
        for (read, at) in dead {
            self.bits.remove(&read);
            keeps &= !(1 << at);
            self.used &= !(1 << at);
        }
        let op = self.plan.op(step);
        let gate = match op {
            Op::Ask(_) => None,
            op => Some(GateEffect { op, tally: tally.map(|r| (r.tally, r.field)) }),
        };
        let writes = self.write(step)?;
        Ok(StepEffect { reads, gate, keeps, writes })
    }

    fn write(&mut self, step: Step) -> Result<Write, TooManyLiveBits> {
        let reader = match self.only_reader[step.index()] {
            NOBODY => return Ok(Write::Nothing),
            SEVERAL => None,
            only => Some(Step::new(only)),
        };
        let Some((reader, tally)) = reader.and_then(|r| Some((r, tally(self.plan, r)?))) else {
            let field = self.allot(1, step)?;
            self.bits.insert(step.number(), field.at);
            return Ok(Write::Bit(field.at));
        };
        let sources = self.plan.relevant(reader);
        let times = sources.iter().filter(|s| s.get() == BitRef::Step(step)).count() as u32;
        if !self.tallies.contains_key(&reader.number()) {
            let field = self.allot(tally.width(), step)?;
            let left = sources.len() as u32;
            self.tallies.insert(reader.number(), Running { tally, field, left });
        }
        let Some(running) = self.tallies.get_mut(&reader.number()) else {
            return Ok(Write::Nothing);
        };
        running.left -= times;
        Ok(Write::Count { tally, field: running.field, times, left: running.left })
    }

    fn allot(&mut self, width: u32, step: Step) -> Result<KeyField, TooManyLiveBits> {
        (0..=PackedHistory::BITS - width)
            .map(|at| KeyField { at, width })
            .find(|field| self.used & field.mask() == 0)
            .inspect(|field| self.used |= field.mask())
            .ok_or(TooManyLiveBits { step })
    }
}

/// The running count of the gate at `step`. `None` for a question and for a gate that reads only one value.
fn tally(plan: &Plan, step: Step) -> Option<RunningCount> {
    let sources = plan.relevant(step).len() as u32;
    match plan.op(step) {
        Op::Xor | Op::Xnor => Some(RunningCount::Parity),
        op => op.threshold(sources).map(RunningCount::Need),
    }
}
