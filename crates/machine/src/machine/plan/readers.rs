//! The readers of each step: the steps that use its value.

use crate::machine::Step;

/// The table of readers is made for plans of at most this many steps. For a longer plan, the table
/// would need as much memory as the plan itself.
pub(super) const MOST_FOLLOWED: usize = 1 << 21;

/// The readers of every step. The readers of the step with index `i` are `readers[starts[i]..starts[i + 1]]`.
#[derive(Clone, Debug)]
pub(super) struct Readers {
    starts: Vec<u32>,
    readers: Vec<Step>,
}

impl Readers {
    /// The table for this many steps. Each wire is a pair of a step and its reader.
    pub(super) fn new<W: Iterator<Item = (Step, Step)>>(
        steps: usize,
        wires: impl Fn() -> W,
    ) -> Self {
        let mut starts = vec![0u32; steps + 1];
        wires().for_each(|(read, _)| starts[read.index() + 1] += 1);
        for at in 0..steps {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut readers = vec![Step::at(0); starts[steps] as usize];
        for (read, reader) in wires() {
            let place = &mut next[read.index()];
            readers[*place as usize] = reader;
            *place += 1;
        }
        Self { starts, readers }
    }

    pub(super) fn get(&self, step: Step) -> &[Step] {
        let at = step.index();
        &self.readers[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use crate::machine::plan::shift_register;
    use crate::machine::{Source, Step};

    #[test]
    fn a_reader_is_a_step_that_reads() {
        let plan = shift_register(60, &[5, 2], &"10011".parse().expect("bits")).expect("a plan");
        for step in plan.steps() {
            let readers: Vec<Step> =
                plan.steps().filter(|&s| plan.relevant(s).contains(&Source::step(step))).collect();
            assert_eq!(plan.readers(step), readers);
        }
    }
}
