//! Families of stochastic plans: long plans that a few numbers describe, and an example from the paper.

use super::{Ask, Op, Plan, PlanBuilder, PlanError};
use crate::chance::Probability;
use crate::machine::{Source, Step};

/// Asks the same question `votes` times, with independent answers, and puts one gate over all of them. The gate must
/// accept that many sources: and, or, xor, majority, at-least-k, and so on.
pub fn votes(question: &str, votes: usize, yes: Probability, gate: Op) -> Result<Plan, PlanError> {
    let mut plan = PlanBuilder::over([]);
    let ask = plan.question(Ask::constant(question, yes));
    let mut all = Vec::new();
    for _ in 0..votes {
        all.push(Source::step(plan.step(Op::Ask(ask), &[])?));
    }
    plan.step(gate, &all)?;
    plan.finish()
}

/// A chain of two states that asks one question at each step. The first answer is 1 with
/// probability `start`. If the step before is 0, the next answer is 1 with probability `yes[0]`. If
/// the step before is 1, the next answer is 1 with probability `yes[1]`. The output is the last
/// state.
pub fn chain(
    question: &str,
    steps: usize,
    start: Probability,
    yes: [Probability; 2],
) -> Result<Plan, PlanError> {
    let mut plan = PlanBuilder::over([]);
    let first = plan.question(Ask::constant(question, start));
    let later = plan.question(Ask { question: question.into(), yes: yes.into() });
    let mut last: Option<Step> = None;
    for _ in 0..steps {
        last = Some(match last {
            None => plan.step(Op::Ask(first), &[])?,
            Some(before) => plan.step(Op::Ask(later), &[Source::step(before)])?,
        });
    }
    plan.finish()
}

/// The probabilities that a random rater sees a clear flaw in the studies A, B and C of [`caffeine`].
pub const CAFFEINE_FLAWS: [f64; 3] = [0.10, 0.62, 0.35];

/// The example of the 2024 paper: a meta-analysis of three studies on the effect of caffeine on
/// learning. Each of three questions is about one study, and asks whether the study has a clear
/// flaw. `flaws` has the probabilities of yes. Another question asks whether the pooled effect of
/// the studies without flaws is above 0. The last asks whether the studies explain the differences
/// between them. The output is a gate.
pub fn caffeine(flaws: [Probability; 3]) -> Result<Plan, PlanError> {
    let studies = [
        ("A", "96 students, eight weeks, random groups, better results"),
        ("B", "210 students, self-reported use, no effect"),
        ("C", "54 students, random groups, a quarter of them left, better results"),
    ];
    let mut plan = PlanBuilder::over([]);
    let mut flawed = Vec::new();
    for ((name, words), p) in studies.into_iter().zip(flaws) {
        let question = format!("Does study {name}, {words}, have a clear flaw?");
        let step = plan.ask(Ask::constant(question, p), &[])?;
        plan.describe(step, format!("{name}: clear flaw?"));
        flawed.push(Source::step(step));
    }
    // There is one row for each combination of flaws in A, B and C. The pooled effect leaves out a study with a flaw.
    // A and C found an effect, and B found none.
    let pooled = |flaws: [bool; 3]| {
        let found = [0, 2].iter().filter(|&&study| !flaws[study]).count();
        let table = if flaws[1] { [0.10, 0.70, 0.85] } else { [0.02, 0.20, 0.35] };
        Probability::clamped(table[found])
    };
    let rows = (0..8).map(|row| pooled([row & 4 != 0, row & 2 != 0, row & 1 != 0]));
    let effect = plan.ask(
        Ask {
            question: "Is the pooled effect of the studies without a clear flaw above 0?".into(),
            yes: rows.collect(),
        },
        &flawed,
    )?;
    plan.describe(effect, "pooled effect > 0?");
    let explained = plan.ask(
        Ask {
            question: "Do the studies themselves explain the differences between them?".into(),
            yes: [Probability::clamped(0.30), Probability::clamped(0.55)].into(),
        },
        &[Source::step(effect)],
    )?;
    plan.describe(explained, "differences explained?");
    let both = plan.step(Op::And, &[Source::step(effect), Source::step(explained)])?;
    plan.describe(both, "4 and 5");
    plan.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: f64) -> Probability {
        Probability::new(x).unwrap()
    }

    #[test]
    fn votes_are_asks_and_one_gate() {
        let plan = votes("Is it right?", 5, p(0.3), Op::Majority).unwrap();
        assert_eq!(plan.len(), 6);
        assert_eq!(plan.asks().count(), 5);
        assert_eq!(plan.relevant(plan.output()).len(), 5);
        assert!(votes("?", 5, p(0.3), Op::AtLeast(6)).is_err());
    }

    #[test]
    fn a_chain_reads_one_step_back() {
        let plan = chain("Still so?", 100, p(0.5), [p(0.1), p(0.8)]).unwrap();
        assert_eq!(plan.len(), 100);
        assert!(plan.relevant(Step::new(1)).is_empty());
        assert_eq!(plan.relevant(Step::new(100)), [Source::step(Step::new(99))]);
        assert_eq!(chain("?", 0, p(0.5), [p(0.1), p(0.8)]).unwrap_err(), PlanError::Empty);
    }

    #[test]
    fn the_caffeine_plan_asks_in_words() {
        let plan = caffeine(CAFFEINE_FLAWS.map(p)).unwrap();
        assert_eq!(plan.len(), 6);
        assert_eq!(plan.words(Step::new(2)), "B: clear flaw?");
        assert!(plan.ask(Step::new(2)).unwrap().question.contains("210 students"));
    }
}
