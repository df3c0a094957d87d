//! Which steps read a step: the wires of a plan, followed forwards.

use super::Plan;
use crate::machine::{Origin, Step};

/// Longer plans are not followed forwards: the wires would take as much memory as the plan.
const MOST: usize = 1 << 21;

/// The readers of every step: those of the step at `i` are `readers[starts[i]..starts[i + 1]]`.
#[derive(Debug)]
pub(super) struct Readers {
    starts: Vec<u32>,
    readers: Vec<Step>,
}

impl Readers {
    fn of(plan: &Plan) -> Self {
        let wires = || {
            plan.steps().flat_map(|reader| {
                plan.relevant(reader).iter().filter_map(move |source| match source.get() {
                    Origin::Step(read) => Some((read, reader)),
                    Origin::Input(_) => None,
                })
            })
        };
        let mut starts = vec![0u32; plan.len() + 1];
        wires().for_each(|(read, _)| starts[read.index() + 1] += 1);
        for at in 0..plan.len() {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut readers = vec![Step::at(0); starts[plan.len()] as usize];
        for (read, reader) in wires() {
            let place = &mut next[read.index()];
            readers[*place as usize] = reader;
            *place += 1;
        }
        Self { starts, readers }
    }
}

impl Plan {
    /// The steps that read step `t`, in order, once for every wire; found for the whole plan when it
    /// is first asked. Nothing is said of a plan of more than two million steps.
    pub fn readers(&self, step: Step) -> &[Step] {
        if self.len() > MOST {
            return &[];
        }
        let all = self.code.readers.get_or_init(|| Readers::of(self));
        let at = step.index();
        &all.readers[all.starts[at] as usize..all.starts[at + 1] as usize]
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
