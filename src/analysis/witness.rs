//! What can be said of a debate with a witness: the main debate on the witness of an honest Alice.

use serde_json::json;

use super::{Analysed, Evaluation, Report, Section, Unsolved, Worth};
use crate::protocol::witness::{Main, Witnessed};
use crate::work::{Stopped, Token};

impl<M: Main + Analysed> Analysed for Witnessed<M> {
    fn worth() -> Worth {
        M::worth()
    }

    fn evaluate(&self, token: &Token) -> Result<Option<Evaluation>, Stopped> {
        match self.main() {
            Some(main) => main.evaluate(token),
            None => {
                let found = self.sought(token)?;
                let main = self.template().begun_on(&found.witness).evaluate(token)?;
                // A dishonest Alice may do better with another witness than the honest one's.
                Ok(main.map(|main| Evaluation { best_alice: None, ..main }))
            }
        }
    }

    fn report(&self, report: &mut Report, token: &Token) -> Result<(), Unsolved> {
        let found = self.sought(token)?;
        let truth = match found.is_one {
            Some(true) => "is a witness",
            Some(false) => "is not a witness: honest Bob wins whatever Alice writes",
            None => "is not a witness; there may be another",
        };
        let section = Section {
            title: "witness".into(),
            lines: vec![
                found.how.to_string(),
                format!("honest Alice writes {}, which {truth}", found.witness),
            ],
        };
        report.more.insert(
            "witness".into(),
            json!({
                "bits": found.witness.to_string(),
                "is_one": found.is_one,
                "how": found.how.to_string(),
            }),
        );
        let main = self.template().begun_on(&found.witness).report(report, token);
        report.sections.insert(0, section);
        main
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Probability;
    use crate::debate::{Debate, SeatPlan, Table};
    use crate::machine::{Ask, Bits, Input, Op, Plan, PlanBuilder, Source};
    use crate::protocol::stochastic::{Coin, ConstantSet, Constants, Lipschitz, Setup};
    use crate::protocol::{CrossExamination, Stochastic, cross_examination};
    use crate::rules::{Position, Seat, Side, Turn};

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
        let setup = cross_examination::Setup {
            plan,
            claim: true,
            words: "Alice claims: it can be satisfied.".into(),
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
        assert_eq!(debate.best().witness, "101".parse::<Bits>().unwrap());
        assert_eq!(debate.truth(), Some(true));
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
    fn where_there_is_no_witness_honest_bob_wins_whatever_alice_writes() {
        let debate = examination(conjunction(false));
        assert_eq!(debate.truth(), Some(false));
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
        let words = "Alice claims: there is a good plan.".into();
        let debate =
            Witnessed::new(Stochastic::new(Setup { plan, constants, coin: Coin::Nature, words }));
        assert_eq!(debate.best().witness, "1".parse::<Bits>().unwrap());
        assert!((debate.evaluate(&Token::default()).unwrap().unwrap().honest - 0.9).abs() < 1e-6);
        let report = debate.reported(&Token::default()).unwrap();
        assert!((report.truth.unwrap() - 0.9).abs() < 1e-12);
        assert_eq!(report.more["witness"]["bits"], "1");
    }
}
