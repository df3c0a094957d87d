//! What can be said of a bisection from its start: who wins, what it costs, and which lies can
//! still be caught when.

use serde_json::json;

use super::{Bisection, rounds_for};
use crate::analysis::game_tree::pair_values;
use crate::analysis::honest::{Honest, Opponents, promised, right_wins};
use crate::analysis::{Analysed, Evaluation, Fact, PairValue, Promise, Report, Section, Unsolved};
use crate::machine::PlanRun;
use crate::machine::{Computation, Lie, Story};
use crate::rules::{Cost, Half, Seat};
use crate::work::{Stopped, Token};
use crate::{fact, protocol::cross_examination::halts};

/// A forger's every step may be wrong, and each is looked at: so many cells or steps at most.
const MOST_FORGED: u64 = 30_000_000;

impl Analysed for Bisection {
    /// With perfect play from here on Alice wins exactly if what she has named holds.
    fn evaluate(&self, _: &Token) -> Result<Option<Evaluation>, Stopped> {
        Ok(Some(Evaluation::unbeaten(f64::from(self.holds()))))
    }

    fn promise(&self, written: [&str; 3], token: &Token) -> Result<Option<Promise>, Stopped> {
        Ok(promised(right_wins(self, "Thm 5.1", None, token)?, written))
    }

    fn report(&self, report: &mut Report, token: &Token) -> Result<(), Unsolved> {
        let computation = &self.setup().computation;
        let steps = computation.steps();
        let truth = self.is_true();
        report.truth = Some(f64::from(truth));
        let honest = Honest::played(self, token)?;
        let kinds = [
            (Cost::Rounds, "rounds, ⌈log2 T⌉"),
            (Cost::Transcript, "bits of configurations, (⌈log2 T⌉ + 2) S"),
            (Cost::Oracle, "questions to the oracle"),
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
                    fact!("configurations": "a configuration takes {bits} bits; at most {rounds} rounds",
                        bits = bits, rounds = rounds),
                    halting(computation),
                ],
            ),
            Section::new("lies, and when they are lost", lies(self, token)?),
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

/// Every row of halves that Bob may choose, if they are few; and every story that is wrong at one
/// step or at the end, and some that are wrong everywhere.
fn field(steps: u32) -> Opponents<'static> {
    /// Each choice of halves, and each lie, is a debate of its own.
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
    let what = "every story wrong at one step or at the end, and eight forged throughout";
    Opponents {
        budget: if small { 100_000 } else { 0 },
        class: small.then(|| (what, Box::new(lies) as _)),
    }
}

/// The Alices that are looked at: as written in files, and the lie that each tells.
fn alices(steps: u32) -> Vec<(String, Lie)> {
    let middle = steps.div_ceil(2);
    let wrong = Lie::WrongAt { step: middle, cell: None };
    let lies = [Lie::None, Lie::FalseFinal, wrong, Lie::Forger { seed: 1 }];
    lies.map(|lie| (teller(lie), lie)).to_vec()
}

/// The Alice who tells a lie, as written in files.
fn teller(lie: Lie) -> String {
    match lie {
        Lie::None => "honest".into(),
        Lie::FalseFinal => "false-final".into(),
        Lie::WrongAt { step, .. } => format!("wrong-at:{step}"),
        Lie::Forger { seed } => format!("forger:{seed}"),
    }
}

/// Every pair of the built-in players, before the protocol's own judge.
fn values(
    rules: &Bisection,
    truth: bool,
    values: &mut Vec<PairValue>,
    token: &Token,
) -> Result<(), Stopped> {
    let setup = rules.setup();
    let computation = &setup.computation;
    for (alice, lie) in alices(computation.steps()) {
        let Ok(story) = Story::new(computation, lie, setup.claim) else { continue };
        let pairs = ["honest", "always-first", "always-second"].map(|bob| (&*alice, bob));
        values.extend(pair_values(rules, pairs, (1_000, None), token)?);
        let value = match lie {
            // A true claim, honestly argued, has nothing that a coin could hit.
            Lie::None if truth => Some(1.0),
            _ => against_random(computation, &story, lie, token)?,
        };
        values.extend(value.map(|value| PairValue::new(alice, "random", value)));
    }
    Ok(())
}

/// P[Alice wins] with a story against a Bob who chooses each half by a fair coin: 1 less the
/// probability that the last step left is one of those at which the story goes wrong. None where
/// too many steps would have to be looked at.
fn against_random(
    computation: &Computation,
    story: &Story,
    lie: Lie,
    token: &Token,
) -> Result<Option<f64>, Stopped> {
    let Some(wrong) = wrong_steps(computation, story, lie, token)? else { return Ok(None) };
    let ends_at = |&step: &u32| 0.5f64.powi(halves(computation.steps(), step).len() as i32);
    Ok(Some(1.0 - wrong.iter().map(ends_at).sum::<f64>()))
}

/// The steps at which a story does not follow from what it says of the step before. None where too
/// many would have to be looked at.
fn wrong_steps(
    computation: &Computation,
    story: &Story,
    lie: Lie,
    token: &Token,
) -> Result<Option<Vec<u32>>, Stopped> {
    let steps = computation.steps();
    let suspects: Vec<u32> = match lie {
        Lie::None | Lie::FalseFinal => vec![steps],
        Lie::WrongAt { step, .. } if step == steps => vec![steps],
        Lie::WrongAt { step, .. } => vec![step, steps],
        Lie::Forger { .. } => {
            // To find the live bits of a plan, all its steps before are looked at.
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

/// The halves to dispute, round by round, to be left with a step.
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

/// For stories that go wrong at a step: where they are wrong, the rows of halves that catch each,
/// and where a Bob who does not look loses it.
fn lies(rules: &Bisection, token: &Token) -> Result<Vec<Fact>, Stopped> {
    let setup = rules.setup();
    let (computation, steps) = (&setup.computation, setup.computation.steps());
    let mut lines =
        vec![fact!("caught": "A story is caught by the rows of halves that end at a step \
        where it is wrong, and by no others.")];
    let mut at = vec![1, steps.div_ceil(2), steps];
    at.dedup();
    for step in at {
        let lie = Lie::WrongAt { step, cell: None };
        let Ok(story) = Story::new(computation, lie, setup.claim) else { continue };
        let Some(wrong) = wrong_steps(computation, &story, lie, token)? else { continue };
        let ways: Vec<(u32, Vec<Half>)> =
            wrong.into_iter().map(|step| (step, halves(steps, step))).collect();
        let lost = |half: Half| {
            // Caught by the last of its wrong steps that is left.
            let mut rounds = ways.iter().map(|(_, way)| way.iter().position(|&h| h != half));
            match rounds.try_fold(0, |lost: usize, round| Some(lost.max(round? + 1))) {
                Some(round) => (Some(round), format!("loses it in round {round}")),
                None => (None, "catches it".to_owned()),
            }
        };
        if ways.is_empty() {
            lines.push(fact!("harmless":
                "wrong-at:{step}: wrong nowhere: what it changes is not read again", step = step));
            continue;
        }
        let digit = |half: &Half| if *half == Half::First { '1' } else { '2' };
        let rows: Vec<(u32, String)> =
            ways.iter().map(|(step, way)| (*step, way.iter().map(digit).collect())).collect();
        let caught = rows.iter().map(|(step, digits)| {
            let digits = if digits.is_empty() { "none to choose" } else { digits };
            format!("at step {step} (halves {digits})")
        });
        let at: Vec<String> = caught.collect();
        let rows: Vec<String> = rows.iter().map(|(step, row)| format!("{step}:{row}")).collect();
        let [first, second] = [Half::First, Half::Second].map(lost);
        lines.push(
            fact!("lie": "wrong-at:{step}: wrong {at}; always first {first}, always second \
            {second}", step = step, at = at.join(" and "), first = first.0 => first.1,
            second = second.0 => second.1; rows = rows.join(" ")),
        );
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use crate::analysis::game_tree::{Walk, cast};
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

    #[test]
    fn a_false_claim_loses_to_an_honest_bob_and_beats_a_lazy_one() {
        let report = counter(4, 50).reported(&Token::default()).expect("a report");
        let value = |alice: &str, bob: &str| {
            let found = report.values.iter().find(|v| v.alice == alice && v.bob == bob);
            found.map(|v| v.value)
        };
        for alice in ["honest", "false-final", "wrong-at:25", "forger:1"] {
            assert_eq!(value(alice, "honest"), Some(0.0), "{alice}");
        }
        assert_eq!(value("false-final", "always-first"), Some(1.0));
        assert_eq!(value("false-final", "always-second"), Some(0.0));
        assert_eq!(report.truth, Some(0.0));
        assert!(report.bounds.iter().all(|bound| bound.holds()), "{:?}", report.bounds);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn random_bobs_value_is_that_of_the_game_tree(steps in 1u32..40, lie in 0usize..4) {
            let rules = counter(3, steps);
            let (alice, lie) = alices(steps).swap_remove(lie);
            let computation = &rules.setup().computation;
            let story = Story::new(computation, lie, true).expect("a story");
            let cast = cast(&rules, [&alice, "random", "honest"]).expect("a cast");
            let walked = Walk::new(&cast, 100_000, &Token::default()).value(&rules).expect("a value");
            let truth = rules.is_true();
            let known = match lie {
                Lie::None if truth => 1.0,
                _ => against_random(computation, &story, lie, &Token::default()).expect("nobody stops it").expect("a value"),
            };
            prop_assert!((walked - known).abs() < 1e-12, "{walked} {known}");
        }

        #[test]
        fn honest_bob_beats_every_story_that_is_not_the_truth(
            machine in crate::machine::testing::any_machine(),
            lie in any_lie(),
            claim in any::<bool>(),
        ) {
            always_wins_who_is_right(Computation::turing(machine), lie, claim)?;
        }

        #[test]
        fn honest_bob_beats_every_story_about_a_plan_that_is_not_the_truth(
            plan in crate::machine::testing::any_plan(),
            lie in any_lie(),
            claim in any::<bool>(),
        ) {
            always_wins_who_is_right(Computation::plan(plan), lie, claim)?;
        }
    }

    fn any_lie() -> impl Strategy<Value = Lie> {
        prop_oneof![
            Just(Lie::FalseFinal),
            (1u32..60).prop_map(|step| Lie::WrongAt { step, cell: None }),
            (1u64..1000).prop_map(|seed| Lie::Forger { seed }),
        ]
    }

    /// An honest Bob wins against a story that is not the truth, an honest Alice with a true claim
    /// against every Bob, and the judge keeps to the theorem's bounds.
    fn always_wins_who_is_right(
        computation: Computation,
        lie: Lie,
        claim: bool,
    ) -> Result<(), TestCaseError> {
        let setup =
            BisectionInstance { computation: computation.clone(), claim, judge_is_oracle: false };
        let Ok(rules) = Bisection::new(setup) else { return Ok(()) };
        let written = teller(lie);
        if let (Ok(story), Ok(cast)) =
            (Story::new(&computation, lie, claim), cast(&rules, [&written, "honest", "honest"]))
        {
            let steps = 0..=computation.steps();
            let told_true = steps.clone().all(|step| story.at(step) == computation.at(step));
            let ends_true = story.at(computation.steps()) == computation.at(computation.steps());
            let value = Walk::new(&cast, 10_000, &Token::default()).value(&rules).expect("a value");
            // A story that is wrong only on the way may meet no question that shows it.
            prop_assert!(value == 0.0 || ends_true, "{written} wins with a false end");
            prop_assert!(!told_true || value == 1.0, "the truth loses to an honest Bob");
        }
        if rules.is_true() {
            for bob in ["honest", "always-first", "always-second", "random"] {
                let cast = cast(&rules, ["honest", bob, "honest"]).expect("a cast");
                prop_assert_eq!(
                    Walk::new(&cast, 100_000, &Token::default()).value(&rules),
                    Ok(1.0),
                    "{}",
                    bob
                );
            }
        }
        for paid in Honest::played(&rules, &Token::default()).expect("it ends").costs {
            prop_assert!(paid.limit.is_none_or(|limit| paid.expected <= limit), "{:?}", paid);
        }
        Ok(())
    }
}
