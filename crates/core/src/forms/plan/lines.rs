//! Long lists of steps, line by line.
//!
//! The reader of YAML takes microseconds for a step, and a file may list a million. Where many
//! steps stand one to a line in the plain form `- {and: [1, 2]}`, all but the first are lifted out
//! of the text and read here, and put back behind the first once the rest has been read as YAML. A
//! line in any other form, and any file with a mistake, is left to the reader of YAML: what a file
//! means and what is wrong with it does not depend on how it was read.

use super::form::step;
use super::{At, StepFile};
use crate::forms::{MachineFile, Spot, reading};

/// A text without its long runs of plain steps.
pub(crate) struct Lifted {
    /// The rest: of every run the first line, and empty lines for the others.
    pub rest: String,
    runs: Vec<StepLines>,
}

/// Neighbouring lines that are steps of one list.
struct StepLines {
    indent: usize,
    first: Spot,
    /// Where the first line ends in the text.
    from: usize,
    others: Vec<At<StepFile>>,
}

impl Lifted {
    /// Lifts out every run where at least so many lines follow the first; none if there is none.
    pub fn new(text: &str, fewest: usize) -> Option<Self> {
        let mut lifted = Self { rest: String::new(), runs: Vec::new() };
        let (mut copied, mut at) = (0, 0);
        let mut open: Option<StepLines> = None;
        for (line, number) in text.split_inclusive('\n').zip(1..) {
            reading::read_at(number).ok()?;
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
        // What an alias repeats would have to be put back as often.
        let repeats = lifted.rest.contains('*');
        (!lifted.runs.is_empty() && !repeats).then_some(lifted)
    }

    /// Lifts out a run that ends at `end`, if it is long enough.
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

    /// Puts the runs back into the plan that the rest is of; false if it is no plan, or the first step
    /// of some run is no step of it, as where the run is a part of some text.
    pub fn put_back(self, machine: &mut MachineFile) -> bool {
        let MachineFile::Plan(plan) = machine else { return false };
        let mut runs = self.runs.into_iter().peekable();
        let mut steps: Vec<At<StepFile>> = Vec::new();
        for step in std::mem::take(&mut plan.steps) {
            let run = runs.next_if(|run| run.first == step.spot);
            steps.push(step);
            if let Some(StepLines { mut others, .. }) = run {
                // The longer list stays where it is: there may be little room for two.
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
