//! What can be said of a debate with a witness: of the debate on the witness of an honest Alice, and of
//! every other witness that an Alice may write.

use serde_json::json;

use super::players::{own_witness, then};
use super::rules::{Opening, every_witness};
use crate::analysis::{
    Analysed, Best, Bound, Claim, Evaluation, Exact, Fact, Method, PairValue, Report, Section,
    Unsolved, is_foreseen, walked,
};
use crate::debate::SeatPlan;
use crate::fact;
use crate::machine::Bits;
use crate::rules::Seat;
use crate::work::{Stopped, Token};

/// Every single witness has its row in the table of values up to so many.
const MOST_ROWS: usize = 16;

/// What is found over all witnesses.
#[derive(Clone, Debug, Default)]
pub(crate) struct OverAll {
    /// What the theorem says.
    pub claims: Vec<Claim>,
    /// Its bounds.
    pub bounds: Vec<Bound>,
    /// The truth over all witnesses, where that is not the merit of the one that an honest Alice writes.
    pub truth: Option<f64>,
    /// The value of the game in which Alice chooses her witness.
    pub game: Option<f64>,
}

impl Opening {
    /// What the start is worth: that of the debate on an honest Alice's witness; none if it was not
    /// searched for.
    pub(crate) fn evaluate(
        &self,
        token: &Token,
        on: impl FnOnce(&Bits) -> Result<Option<Evaluation>, Stopped>,
    ) -> Result<Option<Evaluation>, Stopped> {
        let found = self.best(token)?;
        let main = if found.is_best() { on(&found.witness)? } else { None };
        // A dishonest Alice may do better with another witness than the honest one's.
        Ok(main.map(|main| Evaluation { best_alice: None, ..main }))
    }

    /// What `debate` comes to between these players: that `on` the witness that Alice writes, or from
    /// here on once she has. None where she writes the scenario's own witness for want of a search:
    /// another may be worth more.
    pub(crate) fn exact<R: Analysed>(
        &self,
        debate: &R,
        seats: &[SeatPlan; 3],
        token: &Token,
        on: impl Fn(Option<&Bits>, &[SeatPlan; 3]) -> Option<Exact>,
    ) -> Option<Exact> {
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

/// The best response of a seat. Her `best-response` writes the witness that an honest Alice writes. The
/// best of all Alices writes the best of all witnesses first, where they can be gone through.
pub(crate) fn best_response<R: Analysed>(
    debate: &R,
    opening: Option<&Opening>,
    seats: &[SeatPlan; 3],
    seat: Seat,
    token: &Token,
) -> Result<Best, String> {
    let exact = &|seats: &[SeatPlan; 3]| debate.exact(seats, token);
    let own = Best::of(debate, seats, seat, exact, token)?;
    let Some(opening) = opening.filter(|opening| opening.is_open()) else { return Ok(own) };
    let is_whole = own.value.by() == Method::EveryMove;
    if seat != Seat::Alice || is_whole || !is_foreseen(seats, seat) {
        return Ok(own);
    }
    let best = every_witness(opening.bits()).and_then(|all| {
        (1..=all.len()).try_fold(own.clone(), |best, number| {
            let written = format!("witness:{number}+{}", Best::NAME);
            let next = Best::named(seats, seat, &written, exact).ok()?;
            Some(if next.value.played() > best.value.played() { next } else { best })
        })
    });
    let limit = best.as_ref().and_then(|best| best.value.played());
    Ok(best.unwrap_or(own).limited(limit, Method::EveryWitness))
}

/// Adds to a report on the debate on an honest Alice's witness what is found `over` all. `worst` is how
/// an Alice is written who does her worst after any witness, and `lost`: whether an honest Bob wins for
/// certain where there is no witness.
pub(crate) fn report<R: Analysed>(
    debate: &R,
    (opening, worst, lost): (&Opening, &str, bool),
    report: &mut Report,
    token: &Token,
    over: impl FnOnce(Option<&[Bits]>) -> Result<OverAll, Unsolved>,
) -> Result<(), Unsolved> {
    let (found, bits) = (opening.best(token)?, opening.bits());
    let all = every_witness(bits);
    let one = match found.is_one {
        Some(true) => "is a witness",
        Some(false) => match lost {
            true => "is not a witness: honest Bob wins whatever Alice writes",
            false => "is not a witness, and none is",
        },
        None if all.is_some() => {
            "is not enough for a witness and too much for none: nothing is promised"
        }
        None => "is not a witness; there may be another",
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
    // Of one witness it is no value of the game, in which she chooses it.
    report.sections.retain(|section| section.title != "value of the game");
    report.more.insert("game_value".into(), json!(over.game));
    report.value_of_the_game(over.game.map(|value| [value; 2]));
    let survey = match &all {
        Some(all) => Some(WitnessSurvey::of(opening, all, token)?),
        None => None,
    };
    if let Some(survey) = &survey {
        facts.push(survey.fact());
        report.values.extend(rows(debate, survey, worst, token));
    } else {
        facts.push(fact!("too-many": "2^{bits} witnesses are too many: bounds are not tested \
            over all", bits = bits));
    }
    for section in report.sections.iter_mut().filter(|section| section.of_input) {
        section.title += " on this witness";
    }
    report.sections.insert(0, Section::new("witness", facts));
    let values_are = match found.is_best() {
        true => "on the witness that an honest Alice writes, where a row names no other",
        false => "on the scenario's own witness: there may be a better one",
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

/// All witnesses, by what each is worth.
struct WitnessSurvey {
    merits: Vec<f64>,
    /// How many are witnesses, and how many surely none.
    good: usize,
    bad: usize,
}

impl WitnessSurvey {
    fn of(opening: &Opening, all: &[Bits], token: &Token) -> Result<Self, Stopped> {
        let merits = opening.merits(all, token)?;
        let good = merits.iter().filter(|merit| **merit >= opening.enough()).count();
        let bad = merits.iter().filter(|merit| **merit <= opening.little()).count();
        Ok(Self { merits, good, bad })
    }

    fn fact(&self) -> Fact {
        let (all, good, bad) = (self.merits.len(), self.good, self.bad);
        match all - good - bad {
            0 => fact!("survey": "of {all} witnesses {good} are good and {bad} are not", all = all,
                good = good, bad = bad),
            between => fact!("survey": "of {all} witnesses {good} are good, {bad} are not, and \
                {between} lie between: of these nothing is promised", all = all, good = good,
                bad = bad, between = between),
        }
    }
}

/// Alices who choose their witness and then do their worst, against an honest Bob: every witness if
/// they are few, else the best one to write.
fn rows<R: Analysed>(
    debate: &R,
    survey: &WitnessSurvey,
    worst: &str,
    token: &Token,
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
    use crate::debate::{Debate, SeatPlan, Table};
    use crate::machine::{Ask, Bits, Input, Op, Plan, PlanBuilder, Source};
    use crate::protocol::stochastic::{
        Coin, ConstantSet, Constants, Lipschitz, StochasticInstance,
    };
    use crate::protocol::{CrossExamination, Stochastic, cross_examination};
    use crate::rules::{Protocol, Seat, Side, Turn};

    fn marked(mut plan: PlanBuilder, bits: usize) -> PlanBuilder {
        (0..bits).for_each(|at| plan.mark_witness(Input::at(at)));
        plan
    }

    /// x1 and not x2 and x3, so that 101 alone is a witness; or nothing at all.
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

    fn winner<R: Analysed>(rules: R, alice: &str) -> Side {
        let mut debate = Debate::new(rules, 3).unwrap();
        debate.seat(Seat::Alice, &SeatPlan::Program(alice.into())).unwrap();
        let table: &mut dyn Table = &mut debate;
        table.run().unwrap();
        let Turn::Over(outcome) = table.now().turn() else { panic!("it ends") };
        outcome.winner
    }

    #[test]
    fn an_honest_alice_finds_the_one_witness_and_wins() {
        let debate = examination(conjunction(true));
        assert_eq!(
            debate.opening.as_ref().unwrap().best(&Token::default()).unwrap().witness,
            "101".parse::<Bits>().unwrap()
        );
        assert_eq!(debate.truth(&Token::default()), Ok(Some(true)));
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
    fn the_claim_stays_true_where_a_false_witness_loses_it() {
        for number in 1..=8 {
            let mut debate = Debate::new(examination(conjunction(true)), 3).unwrap();
            let alice = SeatPlan::Program(format!("witness:{number}"));
            debate.seat(Seat::Alice, &alice).unwrap();
            let table: &mut dyn Table = &mut debate;
            table.run().unwrap();
            assert_eq!(table.now().truth(&Token::default()), Ok(Some(true)), "witness {number}");
        }
    }

    #[test]
    fn where_there_is_no_witness_honest_bob_wins_whatever_alice_writes() {
        let debate = examination(conjunction(false));
        assert_eq!(debate.truth(&Token::default()), Ok(Some(false)));
        for number in 1..=8 {
            let alice = format!("witness:{number}");
            assert_eq!(winner(debate.clone(), &alice), Side::Bob);
        }
    }

    #[test]
    fn a_plan_is_chosen_and_then_debated_with_a_stochastic_oracle() {
        // The witness picks a plan; the second is likely to be judged good.
        let mut plan = marked(PlanBuilder::over([false]), 1);
        let yes = [0.2, 0.9].map(|p| Probability::new(p).unwrap()).into();
        let good = Ask { question: "Is the chosen plan good?".into(), yes };
        plan.ask(good, &[Source::input(Input::at(0))]).unwrap();
        let plan = plan.finish().unwrap();
        let k = Lipschitz::new(1.0).unwrap();
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
            debate.opening.as_ref().unwrap().best(&Token::default()).unwrap().witness,
            "1".parse::<Bits>().unwrap()
        );
        assert!((debate.evaluate(&Token::default()).unwrap().unwrap().honest - 0.9).abs() < 1e-6);
        let report = debate.reported(&Token::default()).unwrap();
        assert!((report.truth.unwrap() - 0.9).abs() < 1e-12);
        assert_eq!(report.more["witness"]["bits"], "1");
    }
}
