//! The exact analysis of a debate with a witness: first for the witness of an honest Alice, then
//! for all witnesses that an Alice may write.

use serde_json::json;

use super::players::{own_witness, then};
use super::rules::{WitnessOpening, every_witness};
use crate::analysis::{
    Analysable, BestResponse, Bound, BoundMethod, Evaluation, ExactValue, Fact, PairValue, Report,
    Section, TheoremClaim, Unsolved, is_foreseen, walked,
};
use crate::debate::SeatPlan;
use crate::fact;
use crate::machine::Bits;
use crate::rules::Seat;
use crate::work::{CancelToken, Cancelled};

/// The largest number of witnesses that get a row each in the table of values.
const MOST_ROWS: usize = 16;

#[derive(Clone, Debug, Default)]
pub(crate) struct AllWitnesses {
    /// The claims of the theorem.
    pub claims: Vec<TheoremClaim>,
    /// The bounds of the theorem.
    pub bounds: Vec<Bound>,
    /// The truth of the claim, computed from all witnesses. `None` if the merit of an honest
    /// Alice's witness already gives the truth.
    pub truth: Option<f64>,
    /// The value of the game in which Alice also chooses her witness.
    pub game: Option<f64>,
}

impl WitnessOpening {
    /// The values at the start, computed for the witness of an honest Alice. `None` if no search
    /// for this witness was made.
    pub(crate) fn evaluate(
        &self,
        token: &CancelToken,
        on: impl FnOnce(&Bits) -> Result<Option<Evaluation>, Cancelled>,
    ) -> Result<Option<Evaluation>, Cancelled> {
        let found = self.best(token)?;
        let main = if found.is_best() { on(&found.witness)? } else { None };
        // A dishonest Alice may do better with a witness other than the honest one.
        Ok(main.map(|main| Evaluation { best_alice: None, ..main }))
    }

    /// The exact value for these players. `on` computes the value for a witness, or for the current
    /// position if Alice has already written hers. If no search for the honest witness was made,
    /// this function walks the game tree instead.
    pub(crate) fn exact<R: Analysable>(
        &self,
        debate: &R,
        seats: &[SeatPlan; 3],
        token: &CancelToken,
        on: impl Fn(Option<&Bits>, &[SeatPlan; 3]) -> Option<ExactValue>,
    ) -> Option<ExactValue> {
        let mut after = seats.clone();
        let alice = &mut after[Seat::Alice.index()];
        let written = alice.program().map(str::to_owned);
        if let Some(written) = &written {
            *alice = SeatPlan::Program(then(written).to_owned());
        }
        let found = match written {
            _ if !self.is_open() => on(None, &after),
            None => None,
            Some(written) => match own_witness(&written, self.bits()).ok()? {
                Some(own) => on(Some(&own), &after),
                None => {
                    let found = self.best(token).ok().filter(|found| found.is_best())?;
                    on(Some(&found.witness), &after)
                }
            },
        };
        found.or_else(|| walked(debate, seats, token))
    }
}

/// The best response of a seat. Alice's `best-response` strategy writes the witness of an honest
/// Alice, but another witness may be better for her. So this function tries all witnesses if they
/// can be listed.
pub(crate) fn best_response<R: Analysable>(
    debate: &R,
    opening: Option<&WitnessOpening>,
    seats: &[SeatPlan; 3],
    seat: Seat,
    token: &CancelToken,
) -> Result<BestResponse, String> {
    let exact = &|seats: &[SeatPlan; 3]| debate.exact(seats, token);
    let own = BestResponse::from_roster(debate, seats, seat, exact, token)?;
    let Some(opening) = opening.filter(|opening| opening.is_open()) else { return Ok(own) };
    let is_whole = own.value.by() == BoundMethod::EveryMove;
    if seat != Seat::Alice || is_whole || !is_foreseen(seats, seat) {
        return Ok(own);
    }
    let best = every_witness(opening.bits()).and_then(|all| {
        let alike = opening.alike(&all, token).ok()?;
        let firsts = alike.iter().enumerate().filter(|(place, first)| place == *first);
        firsts.map(|(place, _)| place + 1).try_fold(own.clone(), |best, number| {
            let written = format!("witness:{number}+{}", BestResponse::NAME);
            let next = BestResponse::named(seats, seat, &written, exact).ok()?;
            Some(if next.value.played() > best.value.played() { next } else { best })
        })
    });
    let limit = best.as_ref().and_then(|best| best.value.played());
    Ok(best.unwrap_or(own).limited(limit, BoundMethod::EveryWitness))
}

/// Adds results for all witnesses to a report on the witness of an honest Alice. `over` computes
/// these results. `worst` is the strategy that a dishonest Alice uses after she has written a
/// witness. `lost` is true if honest Bob is certain to win when no witness exists.
pub(crate) fn report<R: Analysable>(
    debate: &R,
    (opening, worst, lost): (&WitnessOpening, &str, bool),
    report: &mut Report,
    token: &CancelToken,
    over: impl FnOnce(Option<&[Bits]>) -> Result<AllWitnesses, Unsolved>,
) -> Result<(), Unsolved> {
    let (found, bits) = (opening.best(token)?, opening.bits());
    let all = every_witness(bits);
    let one = match found.is_one {
        Some(true) => "is a witness",
        Some(false) => match lost {
            true => "is not a witness. None exists, so honest Bob always wins",
            false => "is not a witness. None exists",
        },
        None if all.is_some() => {
            "is neither a witness nor clearly a non-witness, so nothing is guaranteed"
        }
        None => "is not a witness, but one may exist",
    };
    let mut facts = vec![
        fact!("found": "{how}", how = found.how.to_string()),
        fact!("honest-witness": "honest Alice writes {witness}, which {one}",
            witness = found.witness.to_string(), one = one; is_one = found.is_one),
    ];
    report.truth = if found.is_best() { found.merit.or(report.truth) } else { None };
    let over = over(all.as_deref())?;
    (report.claims, report.bounds) = (over.claims, over.bounds);
    report.truth = over.truth.or(report.truth);
    // The value on one witness is not the value of the game, in which Alice chooses the witness.
    report.sections.retain(|section| section.title != "value of the game");
    report.more.insert("game_value".into(), json!(over.game));
    report.value_of_the_game(over.game.map(|value| [value; 2]));
    let survey = match &all {
        Some(all) => Some(WitnessSurvey::run(opening, all, token)?),
        None => None,
    };
    if let Some(survey) = &survey {
        facts.push(survey.fact());
        report.values.extend(rows(debate, survey, worst, token));
    } else {
        facts.push(
            fact!("too-many": "2^{bits} candidates are too many, so the bounds are not tested \
            on all of them", bits = bits),
        );
    }
    for section in report.sections.iter_mut().filter(|section| section.of_input) {
        section.title += " on this witness";
    }
    report.sections.insert(0, Section::new("witness", facts));
    let values_are = match found.is_best() {
        true => "on the witness of an honest Alice, unless a row names another witness",
        false => "on the scenario's own witness, although a better one may exist",
    };
    report.more.insert("values_are".into(), json!(values_are));
    report.more.insert(
        "witness".into(),
        json!({
            "bits": found.witness.to_string(), "is_one": found.is_one, "how": found.how.to_string(),
            "merit": found.merit, "witnesses": all.as_ref().map(Vec::len),
            "good": survey.as_ref().map(|survey| survey.good),
            "bad": survey.as_ref().map(|survey| survey.bad),
        }),
    );
    token.check().map_err(Unsolved::from)
}

struct WitnessSurvey {
    merits: Vec<f64>,
    /// `good` counts the candidates that are witnesses, and `bad` counts those that are clearly
    /// not.
    good: usize,
    bad: usize,
}

impl WitnessSurvey {
    fn run(opening: &WitnessOpening, all: &[Bits], token: &CancelToken) -> Result<Self, Cancelled> {
        let merits = opening.merits(all, token)?;
        let good = merits.iter().filter(|merit| **merit >= opening.enough()).count();
        let bad = merits.iter().filter(|merit| **merit <= opening.little()).count();
        Ok(Self { merits, good, bad })
    }

    fn fact(&self) -> Fact {
        let (all, good, bad) = (self.merits.len(), self.good, self.bad);
        match all - good - bad {
            0 => {
                fact!("survey": "of {all} candidates, {good} are witnesses and {bad} are not", all = all,
                good = good, bad = bad)
            }
            between => {
                fact!("survey": "of {all} candidates, {good} are witnesses and {bad} are not; \
                for the other {between}, nothing is guaranteed", all = all, good = good,
                bad = bad, between = between)
            }
        }
    }
}

/// The values of Alices who write a given witness and then play `worst` against honest Bob. Each
/// witness has a row if there are few witnesses. Otherwise, only the best one has a row.
fn rows<R: Analysable>(
    debate: &R,
    survey: &WitnessSurvey,
    worst: &str,
    token: &CancelToken,
) -> Vec<PairValue> {
    let best = (0..survey.merits.len())
        .max_by(|&a, &b| survey.merits[a].total_cmp(&survey.merits[b]).then(b.cmp(&a)));
    let few = survey.merits.len() <= MOST_ROWS;
    let numbers =
        (1..=survey.merits.len()).filter(|n| few || best.is_some_and(|best| *n == best + 1));
    let row = |number: usize| {
        let alice = match worst {
            "honest" => format!("witness:{number}"),
            worst => format!("witness:{number}+{worst}"),
        };
        let seats = [SeatPlan::Program(alice.clone()), SeatPlan::honest(), SeatPlan::honest()];
        let value = debate.exact(&seats, token)?.get();
        Some(PairValue::new(alice, "honest", value))
    };
    numbers.filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Probability;
    use crate::debate::{AnyDebate, Debate, SeatPlan};
    use crate::machine::{Ask, Bits, Input, Op, Plan, PlanBuilder, Source};
    use crate::protocol::stochastic::{
        Coin, ConstantSet, Constants, LipschitzBound, StochasticInstance,
    };
    use crate::protocol::{CrossExamination, Stochastic, cross_examination};
    use crate::rules::{Protocol, Seat, Side, Turn};

    fn marked(mut plan: PlanBuilder, bits: usize) -> PlanBuilder {
        (0..bits).for_each(|at| plan.mark_witness(Input::at(at)));
        plan
    }

    /// The plan "x1 and not x2 and x3", which has only one witness, 101. If `satisfiable` is false,
    /// the plan has no witness.
    fn conjunction(satisfiable: bool) -> Plan {
        let mut plan = marked(PlanBuilder::over([false; 3]), 3);
        let x = |at| Source::input(Input::at(at));
        let not = plan.step(Op::Not, &[x(1)]).unwrap();
        let other = if satisfiable { x(2) } else { x(1) };
        plan.step(Op::And, &[x(0), Source::step(not), other]).unwrap();
        plan.finish().unwrap()
    }

    fn examination(plan: Plan) -> CrossExamination {
        let setup = cross_examination::CrossExaminationInstance {
            machine: plan,
            claim: true,
            copies: true,
            judge_is_oracle: false,
        };
        CrossExamination::new(setup).unwrap().with_a_witness()
    }

    fn winner<R: Analysable>(rules: R, alice: &str) -> Side {
        let mut debate = Debate::new(rules, 3).unwrap();
        debate.seat(Seat::Alice, &SeatPlan::Program(alice.into())).unwrap();
        let table: &mut dyn AnyDebate = &mut debate;
        table.run().unwrap();
        let Turn::Over(outcome) = table.position().turn() else { panic!("it ends") };
        outcome.winner
    }

    #[test]
    fn an_honest_alice_finds_the_one_witness_and_wins() {
        let debate = examination(conjunction(true));
        assert_eq!(
            debate.opening.as_ref().unwrap().best(&CancelToken::default()).unwrap().witness,
            "101".parse::<Bits>().unwrap()
        );
        assert_eq!(debate.truth(&CancelToken::default()), Ok(Some(true)));
        assert_eq!(winner(debate, "honest"), Side::Alice);
    }

    #[test]
    fn a_false_witness_loses_to_an_honest_bob() {
        for number in [1, 2, 5, 8] {
            let alice = format!("witness:{number}");
            assert_eq!(winner(examination(conjunction(true)), &alice), Side::Bob);
        }
        assert_eq!(winner(examination(conjunction(true)), "witness:6"), Side::Alice);
    }

    #[test]
    fn the_claim_stays_true_if_a_false_witness_loses_it() {
        for number in 1..=8 {
            let mut debate = Debate::new(examination(conjunction(true)), 3).unwrap();
            let alice = SeatPlan::Program(format!("witness:{number}"));
            debate.seat(Seat::Alice, &alice).unwrap();
            let table: &mut dyn AnyDebate = &mut debate;
            table.run().unwrap();
            assert_eq!(
                table.position().truth(&CancelToken::default()),
                Ok(Some(true)),
                "witness {number}"
            );
        }
    }

    #[test]
    fn honest_bob_wins_every_debate_without_a_witness() {
        let debate = examination(conjunction(false));
        assert_eq!(debate.truth(&CancelToken::default()), Ok(Some(false)));
        for number in 1..=8 {
            let alice = format!("witness:{number}");
            assert_eq!(winner(debate.clone(), &alice), Side::Bob);
        }
    }

    /// The plan asks with a number that two bits choose, and again with one that the parity of the
    /// others chooses. So 2^5 witnesses make 8 debates.
    #[test]
    fn witnesses_that_make_equal_plans_are_one_class() {
        let mut plan = marked(PlanBuilder::over([false; 5]), 5);
        let x = |at| Source::input(Input::at(at));
        let p = |all: &[f64]| all.iter().map(|&p| Probability::new(p).unwrap()).collect();
        let first = Ask { question: "a".into(), yes: p(&[0.2, 0.5, 0.8, 0.4]) };
        let first = plan.ask(first, &[x(0), x(1)]).unwrap();
        let parity = plan.step(Op::Xor, &[x(2), x(3), x(4)]).unwrap();
        let second = Ask { question: "b".into(), yes: p(&[0.3, 0.9]) };
        let second = plan.ask(second, &[Source::step(parity)]).unwrap();
        plan.step(Op::And, &[Source::step(first), Source::step(second)]).unwrap();
        let plan = plan.finish().unwrap();
        let opening = WitnessOpening::new(&plan, None);
        let (all, token) = (every_witness(5).unwrap(), CancelToken::default());
        let alike = opening.alike(&all, &token).unwrap();
        let merits = opening.merits(&all, &token).unwrap();
        let mut firsts: Vec<usize> = alike.clone();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 8, "{alike:?}");
        for (place, &first) in alike.iter().enumerate() {
            let same = |at: usize| [all[place].at(at), all[first].at(at)];
            assert!(same(0)[0] == same(0)[1] && same(1)[0] == same(1)[1], "{place} {first}");
            assert!((merits[place] - merits[first]).abs() < 1e-15);
        }
        // A deterministic claim has a class for each witness.
        let sure = WitnessOpening::new(&conjunction(true), Some(true));
        let all = every_witness(3).unwrap();
        assert_eq!(sure.alike(&all, &token).unwrap(), (0..8).collect::<Vec<_>>());
    }

    #[test]
    fn a_plan_is_chosen_and_then_debated_with_a_stochastic_oracle() {
        // The witness picks one of two plans. The oracle is likely to call the second plan good.
        let mut plan = marked(PlanBuilder::over([false]), 1);
        let yes = [0.2, 0.9].map(|p| Probability::new(p).unwrap()).into();
        let good = Ask { question: "Is the chosen plan good?".into(), yes };
        plan.ask(good, &[Source::input(Input::at(0))]).unwrap();
        let plan = plan.finish().unwrap();
        let k = LipschitzBound::new(1.0).unwrap();
        let constants = Constants::new(ConstantSet::Lean, k, 1).unwrap();
        let debate = Stochastic::new(StochasticInstance {
            plan,
            constants,
            coin: Coin::Nature,
            departures: Default::default(),
            oracles: Default::default(),
        })
        .with_a_witness();
        assert_eq!(
            debate.opening.as_ref().unwrap().best(&CancelToken::default()).unwrap().witness,
            "1".parse::<Bits>().unwrap()
        );
        assert!(
            (debate.evaluate(&CancelToken::default()).unwrap().unwrap().honest - 0.9).abs() < 1e-6
        );
        let report = debate.reported(&CancelToken::default()).unwrap();
        assert!((report.truth.unwrap() - 0.9).abs() < 1e-12);
        assert_eq!(report.more["witness"]["bits"], "1");
    }
}
