//! A fast reader for long lists of steps.
//!
//! The YAML reader needs microseconds for a step, and a file may list a million steps. So this
//! module removes long runs of steps in the simple form `- {and: [1, 2]}` from the text and reads
//! them itself. The first step of each run stays in the text. When the YAML reader has read the
//! rest, this module inserts the steps after the first step of their run. Steps in other forms, and
//! all files with a mistake, are left to the YAML reader. So the result and the error messages are
//! always the same.

use super::form::step;
use super::{Located, StepFile};
use crate::forms::{MachineFile, Spot, cancellable};

/// A text from which the long runs of simple steps were removed.
pub(crate) struct CondensedText {
    /// The rest of the text. Each removed line is empty, so that line numbers stay the same.
    pub rest: String,
    runs: Vec<StepLines>,
}

/// Consecutive lines that are steps of the same list.
struct StepLines {
    indent: usize,
    first: Spot,
    /// The byte position after the first line.
    from: usize,
    others: Vec<Located<StepFile>>,
}

impl CondensedText {
    /// Removes every run in which at least `fewest` lines follow the first line. `None` if there is
    /// no such run.
    pub fn new(text: &str, fewest: usize) -> Option<Self> {
        let mut lifted = Self { rest: String::new(), runs: Vec::new() };
        let (mut copied, mut at) = (0, 0);
        let mut open: Option<StepLines> = None;
        for (line, number) in text.split_inclusive('\n').zip(1..) {
            cancellable::read_at(number).ok()?;
            let found = step(line.strip_suffix('\n').unwrap_or(line), number);
            match (&mut open, found) {
                (Some(run), Some((indent, step))) if run.indent == indent => run.others.push(step),
                (_, found) => {
                    lifted.close(open.take(), text, &mut copied, at, fewest);
                    open = found.map(|(indent, step)| StepLines {
                        indent,
                        first: step.spot,
                        from: at + line.len(),
                        others: Vec::new(),
                    });
                }
            }
            at += line.len();
        }
        lifted.close(open, text, &mut copied, at, fewest);
        lifted.rest.push_str(&text[copied..]);
        // With a YAML alias, a file can use the same list twice. Then steps would have to be
        // inserted in several places, so leave such a file to the YAML reader.
        let repeats = lifted.rest.contains('*');
        (!lifted.runs.is_empty() && !repeats).then_some(lifted)
    }

    /// Removes a run that ends at `end`, if the run is long enough.
    fn close(
        &mut self,
        run: Option<StepLines>,
        text: &str,
        copied: &mut usize,
        end: usize,
        fewest: usize,
    ) {
        let Some(run) = run.filter(|run| run.others.len() >= fewest.max(1)) else { return };
        self.rest.push_str(&text[*copied..run.from]);
        self.rest.extend(std::iter::repeat_n('\n', run.others.len()));
        *copied = end;
        self.runs.push(run);
    }

    /// Inserts the removed runs into the plan. Returns false if the machine is not a plan, or if
    /// the first line of a run is not a step of the plan. For example, the lines of a run can be
    /// part of a text.
    pub fn put_back(self, machine: &mut MachineFile) -> bool {
        let MachineFile::Plan(plan) = machine else { return false };
        let mut runs = self.runs.into_iter().peekable();
        let mut steps: Vec<Located<StepFile>> = Vec::new();
        for step in std::mem::take(&mut plan.steps) {
            let run = runs.next_if(|run| run.first == step.spot);
            steps.push(step);
            if let Some(StepLines { mut others, .. }) = run {
                // Extend the longer list, because there may not be enough memory for a copy.
                if others.len() > steps.len() {
                    others.splice(0..0, steps);
                    steps = others;
                } else {
                    steps.append(&mut others);
                }
            }
        }
        plan.steps = steps;
        runs.next().is_none()
    }
}
