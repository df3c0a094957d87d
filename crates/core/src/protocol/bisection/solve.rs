//! The analysis of a whole bisection: the winner, the costs, and the round in which each lie is caught.

use serde_json::json;

use super::{Bisection, rounds_for};
use crate::analysis::game_tree::pair_values;
use crate::analysis::honest::{HonestDebate, Opponents, promised, right_wins};
use crate::analysis::{
    Analysable, Evaluation, Fact, PairValue, PayoffGuarantee, Report, Section, Unsolved,
};
use crate::machine::PlanRun;
use crate::machine::{ClaimedRun, Computation, Lie};
use crate::rules::{Cost, Half, Seat};
use crate::work::{CancelToken, Cancelled};
use crate::{fact, protocol::cross_examination::halts};

/// A forger may lie at every step. Its story is checked only if the check takes at most this number of cells or steps.
const MOST_FORGED: u64 = 30_000_000;

impl Analysable for Bisection {
    /// With perfect play from here, Alice wins exactly if the disputed interval is right.
    fn evaluate(&self, _: &CancelToken) -> Result<Option<Evaluation>, Cancelled> {
        Ok(Some(Evaluation::unbeaten(f64::from(self.holds()))))
    }

    fn promise(
        &self,
        written: [&str; 3],
        token: &CancelToken,
    ) -> Result<Option<PayoffGuarantee>, Cancelled> {
        Ok(promised(right_wins(self, "Thm 5.1", None, token)?, written))
    }

    fn report(&self, report: &mut Report, token: &CancelToken) -> Result<(), Unsolved> {
        let computation = &self.setup().computation;
        let steps = computation.steps();
        let truth = self.is_true();
        report.truth = Some(f64::from(truth));
        let honest = HonestDebate::played(self, token)?;
        let kinds = [
            (Cost::Rounds, "rounds, ⌈log2 T⌉"),
            (Cost::Transcript, "bits of configurations, (⌈log2 T⌉ + 2) S"),
            (Cost::Oracle, "queries to the oracle"),
        ];
        report.claims.extend(right_wins(self, "Thm 5.1", None, token)?);
        report.bounds = honest.bounds(self, "Thm 5.1", &kinds, &field(steps), token)?;
        report.costs = honest.costs;
        let rounds = rounds_for(steps);
        let bits = computation.most_bits();
        let more = &mut report.more;
        more.insert("steps".into(), json!(steps));
        more.insert("rounds".into(), json!(rounds));
        more.insert("configuration_bits".into(), json!(bits));
        report.sections = vec![
            Section::new(
                "the computation",
                vec![
                    fact!("computation": "{what}", what = computation.to_string()),
                    fact!("configurations": "a configuration takes {bits} bits; a debate takes at most {rounds} rounds",
                        bits = bits, rounds = rounds),
                    halting(computation),
                ],
            ),
            Section::new("lies and how Bob finds them", lie_facts(self, token)?),
        ];
        Ok(values(self, truth, &mut report.values, token)?)
    }
}

fn halting(computation: &Computation) -> Fact {
    match computation {
        Computation::Plan(PlanRun { live, .. }) => {
            fact!("asks": "{asks} of its steps ask the oracle", asks = live.plan().asks().count())
        }
        Computation::Turing(run) => halts(run),
    }
}

/// The opponents that the report tries. There is one Bob for each sequence of halves, if there are few sequences.
/// There is one Alice for each lie at one step or at the end, and for each of eight forgeries.
fn field(steps: u32) -> Opponents<'static> {
    /// The largest number of steps for which all lies are tried. Every lie is a separate debate.
    const MOST: u32 = 1_000;
    let lies = move |seat| match seat {
        Seat::Alice => (1..=steps)
            .map(|step| teller(Lie::WrongAt { step, cell: None }))
            .chain(["false-final".to_owned()])
            .chain((1..=8).map(|seed| format!("forger:{seed}")))
            .collect(),
        _ => Vec::new(),
    };
    let small = steps <= MOST;
    let what = "every lie at one step or at the end, and eight forgeries";
    Opponents {
        budget: if small { 100_000 } else { 0 },
        class: small.then(|| (what, Box::new(lies) as _)),
    }
}

/// The Alices in the report. Each has her strategy, as written in files, and her lie.
fn alices(steps: u32) -> Vec<(String, Lie)> {
    let middle = steps.div_ceil(2);
    let wrong = Lie::WrongAt { step: middle, cell: None };
    let lies = [Lie::None, Lie::FalseFinal, wrong, Lie::Forger { seed: 1 }];
    lies.map(|lie| (teller(lie), lie)).to_vec()
}

/// The strategy that tells a lie, as written in files.
fn teller(lie: Lie) -> String {
    match lie {
        Lie::None => "honest".into(),
        Lie::FalseFinal => "false-final".into(),
        Lie::WrongAt { step, .. } => format!("wrong-at:{step}"),
        Lie::Forger { seed } => format!("forger:{seed}"),
    }
}

/// The value of every pair of built-in players, with the protocol's own judge.
fn values(
    rules: &Bisection,
    truth: bool,
    values: &mut Vec<PairValue>,
    token: &CancelToken,
) -> Result<(), Cancelled> {
    let setup = rules.setup();
    let computation = &setup.computation;
    for (alice, lie) in alices(computation.steps()) {
        let Ok(story) = ClaimedRun::new(computation, lie, setup.claim) else { continue };
        let pairs = ["honest", "always-first", "always-second"].map(|bob| (&*alice, bob));
        values.extend(pair_values(rules, pairs, (1_000, None), token)?);
        let value = match lie {
            // An honest Alice with a true claim writes no wrong step.
            Lie::None if truth => Some(1.0),
            _ => against_random(computation, &story, lie, token)?,
        };
        values.extend(value.map(|value| PairValue::new(alice, "random", value)));
    }
    Ok(())
}

/// The probability that Alice wins with this story against a Bob who disputes random halves. He catches her if the last
/// remaining step is wrong. `None` if too many steps would have to be checked.
fn against_random(
    computation: &Computation,
    story: &ClaimedRun,
    lie: Lie,
    token: &CancelToken,
) -> Result<Option<f64>, Cancelled> {
    let Some(wrong) = wrong_steps(computation, story, lie, token)? else { return Ok(None) };
    let ends_at = |&step: &u32| 0.5f64.powi(halves(computation.steps(), step).len() as i32);
    Ok(Some(1.0 - wrong.iter().map(ends_at).sum::<f64>()))
}

/// The steps of a story that do not follow from the step before. `None` if too many steps would
/// have to be checked.
fn wrong_steps(
    computation: &Computation,
    story: &ClaimedRun,
    lie: Lie,
    token: &CancelToken,
) -> Result<Option<Vec<u32>>, Cancelled> {
    let steps = computation.steps();
    let suspects: Vec<u32> = match lie {
        Lie::None | Lie::FalseFinal => vec![steps],
        Lie::WrongAt { step, .. } if step == steps => vec![steps],
        Lie::WrongAt { step, .. } => vec![step, steps],
        Lie::Forger { .. } => {
            // The work of checking one step. For a plan, the check may go through all earlier steps.
            let each = match computation {
                Computation::Plan(_) => steps,
                Computation::Turing(_) => computation.most_bits(),
            };
            let looked_at = u64::from(steps) * u64::from(each);
            if looked_at > MOST_FORGED {
                return Ok(None);
            }
            (1..=steps).collect()
        }
    };
    let mut wrong = Vec::new();
    for step in suspects {
        token.check()?;
        if computation.advance(&story.at(step - 1), step - 1, step) != story.at(step) {
            wrong.push(step);
        }
    }
    Ok(Some(wrong))
}

/// The halves that Bob must dispute, round by round, to end at a step.
pub(super) fn halves(steps: u32, step: u32) -> Vec<Half> {
    let (mut from, mut to) = (0, steps);
    let mut halves = Vec::new();
    while to - from > 1 {
        let middle = from + (to - from) / 2;
        if step <= middle {
            halves.push(Half::First);
            to = middle;
        } else {
            halves.push(Half::Second);
            from = middle;
        }
    }
    halves
}

/// The facts about lies at some steps: the wrong steps, the sequences of halves that end there, and the results of a
/// Bob who does not run the machine.
fn lie_facts(rules: &Bisection, token: &CancelToken) -> Result<Vec<Fact>, Cancelled> {
    let setup = rules.setup();
    let (computation, steps) = (&setup.computation, setup.computation.steps());
    let mut lines = vec![
        fact!("caught": "Bob catches a lie if his sequence of halves ends at a wrong step, and only then."),
    ];
    let mut at = vec![1, steps.div_ceil(2), steps];
    at.dedup();
    for step in at {
        let lie = Lie::WrongAt { step, cell: None };
        let Ok(story) = ClaimedRun::new(computation, lie, setup.claim) else { continue };
        let Some(wrong) = wrong_steps(computation, &story, lie, token)? else { continue };
        let ways: Vec<(u32, Vec<Half>)> =
            wrong.into_iter().map(|step| (step, halves(steps, step))).collect();
        let lost = |half: Half| {
            // Bob catches the lie if his choices lead to a step that the lie makes wrong.
            let mut rounds = ways.iter().map(|(_, way)| way.iter().position(|&h| h != half));
            match rounds.try_fold(0, |lost: usize, round| Some(lost.max(round? + 1))) {
                Some(round) => {
                    (Some(round), format!("drops the half with the lie in round {round}"))
                }
                None => (None, "catches the lie".to_owned()),
            }
        };
        if ways.is_empty() {
            lines.push(fact!("harmless":
                "wrong-at:{step} has no wrong step, because no later step reads the \
                 change", step = step));
            continue;
        }
        let digit = |half: &Half| if *half == Half::First { '1' } else { '2' };
        let rows: Vec<(u32, String)> =
            ways.iter().map(|(step, way)| (*step, way.iter().map(digit).collect())).collect();
        let caught = rows.iter().map(|(step, digits)| {
            let digits = if digits.is_empty() { "none" } else { digits };
            format!("at step {step} (halves: {digits})")
        });
        let at: Vec<String> = caught.collect();
        let rows: Vec<String> = rows.iter().map(|(step, row)| format!("{step}:{row}")).collect();
        let [first, second] = [Half::First, Half::Second].map(lost);
        lines.push(
            fact!("lie": "With wrong-at:{step}, the run is wrong {at}. If Bob always disputes the first half, \
                he {first}. If he always disputes the second half, he {second}.", step = step,
                at = at.join(" and "), first = first.0 => first.1,
                second = second.0 => second.1; rows = rows.join(" ")),
        );
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use crate::analysis::game_tree::{GameTreeWalk, cast};
    use proptest::prelude::*;

    use super::*;
    use crate::machine::turing::dialect::parse;
    use crate::protocol::bisection::BisectionInstance;

    fn counter(bits: usize, steps: u32) -> Bisection {
        let text = format!(
            "{{input: '{}', blank: ' ', start state: add, head: {bits}, time limit: {steps}, \
             space: {{from: 0, to: {}}}, table: {{add: {{1: {{write: 0, L}}, 0: {{write: 1, \
             R: back}}, ' ': {{R: accept}}}}, back: {{[0, 1]: R, ' ': {{L: add}}}}, accept: }}}}",
            "0".repeat(bits),
            bits + 1
        );
        let computation = Computation::turing(parse(&text).expect("a machine"));
        let setup = BisectionInstance { computation, claim: true, judge_is_oracle: false };
        Bisection::new(setup).expect("a debate")
    }

    #[test]
    fn the_halves_that_lead_to_a_step_are_at_most_as_many_as_the_rounds() {
        assert_eq!(halves(1, 1), []);
        assert_eq!(halves(3, 3), [Half::Second, Half::Second]);
        let way = halves(1_048_556, 700_001);
        assert_eq!(way.len(), 20);
        assert_eq!(way[..5], [Half::Second, Half::First, Half::Second, Half::First, Half::Second]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn random_bobs_value_is_that_of_the_game_tree(steps in 1u32..40, lie in 0usize..4) {
            let rules = counter(3, steps);
            let (alice, lie) = alices(steps).swap_remove(lie);
            let computation = &rules.setup().computation;
            let story = ClaimedRun::new(computation, lie, true).expect("a story");
            let cast = cast(&rules, [&alice, "random", "honest"]).expect("a cast");
            let walked = GameTreeWalk::new(&cast, 100_000, &CancelToken::default()).value(&rules).expect("a \
                                                                                            value");
            let truth = rules.is_true();
            let known = match lie {
                Lie::None if truth => 1.0,
                _ => against_random(computation, &story, lie, &CancelToken::default()).expect("no cancellation").expect("a value"),
            };
            prop_assert!((walked - known).abs() < 1e-12, "{walked} {known}");
        }
    }
}
