//! What can be said of a debate with a witness: of the main debate on the witness of an honest
//! Alice, and of every other witness that an Alice may write.

use rayon::prelude::*;
use serde_json::json;

use crate::analysis::honest::{EXAMINED, Honest, Opponents, claimed, promised, right_wins};
use crate::analysis::{
    Analysed, Best, Bound, Claim, Evaluation, Exact, Fact, Method, PairValue, Promise, Report,
    Section, Unsolved, Worth, is_foreseen, walked,
};
use crate::debate::SeatPlan;
use crate::fact;
use crate::machine::Bits;
use crate::protocol::stochastic::solve::over_witnesses;
use crate::protocol::witness::players::{own_witness, then};
use crate::protocol::witness::{Main, Witnessed, every_witness};
use crate::protocol::{CrossExamination, Stochastic};
use crate::rules::Seat;
use crate::text::Words;
use crate::work::{Stopped, Token};

/// Every single witness has its row in the table of values up to so many.
const MOST_ROWS: usize = 16;

/// What is found over all witnesses.
#[derive(Clone, Debug, Default)]
pub struct OverAll {
    /// What the theorem says.
    pub claims: Vec<Claim>,
    /// Its bounds.
    pub bounds: Vec<Bound>,
    /// The truth over all witnesses, where that is not the merit of the one that an honest Alice writes.
    pub truth: Option<f64>,
    /// The value of the game in which Alice chooses her witness.
    pub game: Option<f64>,
}

/// A main debate of which something can be said over all witnesses.
pub trait OverWitnesses: Main + Analysed + Words {
    /// What the theorem says and its bounds, every Alice choosing her witness as she likes; `all` are the witnesses,
    /// none if they are too many to be gone through.
    ///
    /// # Errors
    /// If the debate cannot be solved.
    fn bounds_over(
        debate: &Witnessed<Self>,
        all: Option<&[Bits]>,
        token: &Token,
    ) -> Result<OverAll, Unsolved>;

    /// What the theorem says, every Alice choosing her witness as she likes; none where that is not known.
    ///
    /// # Errors
    /// If the debate cannot be solved.
    fn claim_over(
        debate: &Witnessed<Self>,
        all: Option<&[Bits]>,
        token: &Token,
    ) -> Result<Option<Claim>, Unsolved> {
        Ok(Self::bounds_over(debate, all, token)?.claims.into_iter().next())
    }

    /// Whether an honest Bob wins for certain where there is no witness.
    fn lost_without_one(main: &Self) -> bool;

    /// How an Alice is written who does her worst after any witness.
    fn worst() -> &'static str;
}

impl OverWitnesses for CrossExamination {
    fn bounds_over(
        debate: &Witnessed<Self>,
        all: Option<&[Bits]>,
        token: &Token,
    ) -> Result<OverAll, Unsolved> {
        let count = all.map_or(0, <[Bits]>::len);
        let written = move |seat| match seat {
            Seat::Alice => (1..=count).map(|n| format!("witness:{n}")).collect(),
            _ => Vec::new(),
        };
        let class = (count > 0).then(|| ("every witness", Box::new(written) as _));
        let field = Opponents { budget: 100_000, class };
        let honest = Honest::played(debate, token)?;
        let bounds = honest.bounds(debate, "Thm 7.1", &EXAMINED, &field, token)?;
        let claim = Self::claim_over(debate, all, token)?;
        let bounds = claimed(bounds, claim.as_ref());
        let best = debate.best(token)?;
        let game = best.merit.filter(|_| best.is_best() && debate.template().setup().copies);
        Ok(OverAll { claims: claim.into_iter().collect(), bounds, truth: None, game })
    }

    fn claim_over(
        debate: &Witnessed<Self>,
        _: Option<&[Bits]>,
        token: &Token,
    ) -> Result<Option<Claim>, Unsolved> {
        let copies = debate.template().setup().copies;
        Ok(right_wins(debate, "Thm 7.1", Some(copies), token)?)
    }

    /// Without copies an Alice answers each read afresh, and a lie survives.
    fn lost_without_one(main: &Self) -> bool {
        main.setup().copies
    }

    fn worst() -> &'static str {
        "honest"
    }
}

impl OverWitnesses for Stochastic {
    fn bounds_over(
        debate: &Witnessed<Self>,
        all: Option<&[Bits]>,
        token: &Token,
    ) -> Result<OverAll, Unsolved> {
        over_witnesses(debate, all, token)
    }

    /// He wins with some probability.
    fn lost_without_one(_: &Self) -> bool {
        false
    }

    fn worst() -> &'static str {
        "best-response"
    }
}

impl<M: OverWitnesses> Analysed for Witnessed<M> {
    fn worth() -> Worth {
        M::worth()
    }

    fn evaluate(&self, token: &Token) -> Result<Option<Evaluation>, Stopped> {
        match self.main() {
            Some(main) => main.evaluate(token),
            None => {
                let found = self.best(token)?;
                if !found.is_best() {
                    return Ok(None);
                }
                let main = self.template().begun_on(&found.witness).evaluate(token)?;
                // A dishonest Alice may do better with another witness than the honest one's.
                Ok(main.map(|main| Evaluation { best_alice: None, ..main }))
            }
        }
    }

    /// That of the main debate on what she writes; none where she writes the scenario's own witness
    /// for want of a search: another may be worth more.
    fn exact(&self, seats: &[SeatPlan; 3], token: &Token) -> Option<Exact> {
        let alice = &seats[Seat::Alice.index()];
        let on = |main: &M| {
            let mut seats = seats.clone();
            if let SeatPlan::Program(written) = alice {
                seats[Seat::Alice.index()] = SeatPlan::Program(then(written).to_owned());
            }
            main.exact(&seats, token)
        };
        let found = match (self.main(), alice.program()) {
            (Some(main), _) => on(main),
            (None, Some(written)) => {
                let witness = match own_witness(written, self.bits()).ok()? {
                    Some(own) => own,
                    None => match self.best(token).ok()? {
                        found if found.is_best() => found.witness.clone(),
                        _ => return None,
                    },
                };
                on(&self.template().begun_on(&witness))
            }
            (None, None) => None,
        };
        found.or_else(|| walked(self, seats, token))
    }

    fn without_best_play(&self) -> Option<String> {
        self.template().without_best_play()
    }

    /// Her `best-response` writes the witness that an honest Alice writes. The best of all Alices writes the
    /// best of all witnesses first, where they can be gone through.
    fn best_response(
        &self,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &Token,
    ) -> Result<Best, String> {
        let exact = &|seats: &[SeatPlan; 3]| self.exact(seats, token);
        let own = Best::of(self, seats, seat, exact, token)?;
        let is_whole = self.main().is_some() || own.value.by() == Method::EveryMove;
        if seat != Seat::Alice || is_whole || !is_foreseen(seats, seat) {
            return Ok(own);
        }
        let best = every_witness(self.bits()).and_then(|all| {
            (1..=all.len()).try_fold(own.clone(), |best, number| {
                let written = format!("witness:{number}+{}", Best::NAME);
                let next = Best::named(seats, seat, &written, exact).ok()?;
                Some(if next.value.played() > best.value.played() { next } else { best })
            })
        });
        let limit = best.as_ref().and_then(|best| best.value.played());
        Ok(best.unwrap_or(own).limited(limit, Method::EveryWitness))
    }

    fn promise(&self, written: [&str; 3], token: &Token) -> Result<Option<Promise>, Stopped> {
        let all = every_witness(self.bits());
        match M::claim_over(self, all.as_deref(), token) {
            Ok(claim) => Ok(promised(claim, written)),
            Err(Unsolved::Stopped(stopped)) => Err(stopped),
            Err(Unsolved::Because(_)) => Ok(None),
        }
    }

    fn report(&self, report: &mut Report, token: &Token) -> Result<(), Unsolved> {
        let found = self.best(token)?;
        self.template().begun_on(&found.witness).report(report, token)?;
        let bits = self.bits();
        let all = every_witness(bits);
        let one = match found.is_one {
            Some(true) => "is a witness",
            Some(false) => match M::lost_without_one(self.template()) {
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
        let over = M::bounds_over(self, all.as_deref(), token)?;
        (report.claims, report.bounds) = (over.claims, over.bounds);
        report.truth = over.truth.or(report.truth);
        // Of one witness it is no value of the game, in which she chooses it.
        report.sections.retain(|section| section.title != "value of the game");
        report.more.insert("game_value".into(), json!(over.game));
        report.value_of_the_game(over.game.map(|value| [value; 2]));
        let survey = match &all {
            Some(all) => Some(WitnessSurvey::of(self, all, token)?),
            None => None,
        };
        if let Some(survey) = &survey {
            facts.push(survey.fact());
            report.values.extend(rows(self, survey, token));
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
}

/// All witnesses, by what each is worth.
struct WitnessSurvey {
    merits: Vec<f64>,
    /// How many are witnesses, and how many surely none.
    good: usize,
    bad: usize,
}

impl WitnessSurvey {
    fn of<M: Main>(debate: &Witnessed<M>, all: &[Bits], token: &Token) -> Result<Self, Stopped> {
        let main = debate.template();
        let merit = |witness| Ok(main.merit(witness, token)?.unwrap_or(f64::NAN));
        let merits: Vec<f64> = all.par_iter().map(merit).collect::<Result<_, Stopped>>()?;
        let good = merits.iter().filter(|merit| **merit >= main.enough()).count();
        let bad = merits.iter().filter(|merit| **merit <= main.little()).count();
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
fn rows<M: OverWitnesses>(
    debate: &Witnessed<M>,
    survey: &WitnessSurvey,
    token: &Token,
) -> Vec<PairValue> {
    let best = (0..survey.merits.len())
        .max_by(|&a, &b| survey.merits[a].total_cmp(&survey.merits[b]).then(b.cmp(&a)));
    let few = survey.merits.len() <= MOST_ROWS;
    let numbers =
        (1..=survey.merits.len()).filter(|n| few || best.is_some_and(|best| *n == best + 1));
    let row = |number: usize| {
        let alice = match M::worst() {
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

    fn examination(plan: Plan) -> Witnessed<CrossExamination> {
        let setup = cross_examination::CrossExaminationInstance {
            machine: plan,
            claim: true,
            copies: true,
            judge_is_oracle: false,
        };
        Witnessed::new(CrossExamination::new(setup).unwrap())
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
        assert_eq!(debate.best(&Token::default()).unwrap().witness, "101".parse::<Bits>().unwrap());
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
        let debate = Witnessed::new(Stochastic::new(StochasticInstance {
            plan,
            constants,
            coin: Coin::Nature,
            departures: Default::default(),
            oracles: Default::default(),
        }));
        assert_eq!(debate.best(&Token::default()).unwrap().witness, "1".parse::<Bits>().unwrap());
        assert!((debate.evaluate(&Token::default()).unwrap().unwrap().honest - 0.9).abs() < 1e-6);
        let report = debate.reported(&Token::default()).unwrap();
        assert!((report.truth.unwrap() - 0.9).abs() < 1e-12);
        assert_eq!(report.more["witness"]["bits"], "1");
    }
}
