//! What a prover-estimator debate is worth from any place on, and what is promised of it.

use super::floor::floor;
use super::guarantee::promised;
use super::if_independent::{IfIndependent, if_independent};
use super::payoff::at_a_round;
use super::{average_payoff, best_bob_in, best_bob_of, estimator_report};
use crate::analysis::game_tree::{Walk, cast, if_exact};
use crate::analysis::{
    Analysed, Best, Evaluation, Exact, Method, Promise, Report, Unsolved, Worth, is_foreseen,
    walked,
};
use crate::debate::SeatPlan;
use crate::protocol::ProverEstimator;
use crate::protocol::claims::world::as_known_to;
use crate::protocol::prover_estimator::ProverEstimatorInstance;
use crate::protocol::prover_estimator::players::estimator::Estimator;
use crate::protocol::prover_estimator::players::prover::Prover;
use crate::protocol::prover_estimator::players::roster::CLAIRVOYANT;
use crate::rules::Seat;
use crate::strategy::Seating;
use crate::work::{Stopped, Token};

impl Analysed for ProverEstimator {
    fn worth() -> Worth {
        Worth::Payoff
    }

    fn most(&self) -> f64 {
        self.setup().stakes.ratio.most(self.depth())
    }

    /// The rules are walked to the start of the next round; the solver knows what follows. Before the
    /// world is drawn it knows all.
    fn evaluate(&self, token: &Token) -> Result<Option<Evaluation>, Stopped> {
        if self.world.is_untouched() {
            let (case, stakes) = (&self.setup().case, self.setup().stakes);
            let honest = (&Prover::Honest, &Estimator::Informed);
            if let Some(paid) = average_payoff(case, stakes, honest, token) {
                let honest = paid.value();
                return Ok(Some(Evaluation::honest(honest)));
            }
            token.check()?;
        }
        let Ok(cast) = cast(self, ["honest"; 3]) else { return Ok(None) };
        let leaf = |debate: &Self| at_a_round(debate, token);
        let honest = Walk::new(&cast, 50_000, token).with_leaf(&leaf).value(self);
        Ok(if_exact(honest)?.map(Evaluation::honest))
    }

    /// By what is paid over all that can be drawn, where both players are known to the solver; else
    /// by a walk.
    fn exact(&self, seats: &[SeatPlan; 3], token: &Token) -> Option<Exact> {
        self.exact_payoff(seats, token).or_else(|| walked(self, seats, token))
    }

    /// Draws the world from those that the seat cannot tell from the actual one.
    fn as_known_to(&self, seat: Seat) -> Result<Option<Self>, String> {
        let setup = self.setup();
        let Some(case) = as_known_to(&setup.case, seat)? else { return Ok(None) };
        let known = ProverEstimatorInstance { case, stakes: setup.stakes };
        Self::new(known).map(Some).map_err(|why| why.to_string())
    }

    /// The best response on average over the worlds that are drawn. In a fixed world, the best response of a
    /// player who knows that world. Alice's is exact. Bob's is the payoff of the best Bob that a search
    /// finds, with a floor if one is known.
    fn best_response(
        &self,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &Token,
    ) -> Result<Best, String> {
        let exact = &|seats: &[SeatPlan; 3]| self.exact(seats, token);
        if !is_foreseen(seats, seat) {
            return Best::of(self, seats, seat, exact, token);
        }
        let case = &self.setup().case;
        let in_a_world = case.actual().filter(|_| case.worlds().only().is_none());
        if seat == Seat::Alice {
            let name = if in_a_world.is_some() { CLAIRVOYANT } else { Best::NAME };
            return Best::named(seats, seat, name, exact).map(Best::solved);
        }
        match seats[Seat::Alice.index()].program().map(str::trim) {
            // She says too low and too high as often as one another: all she is paid on average is z,
            // and a Bob who states 0 first pays none.
            Some("random") => {
                return Best::named(seats, seat, "always-objects", exact).map(Best::solved);
            }
            Some(Best::NAME | "blind-best-response") if in_a_world.is_none() => {
                if let Some(best) = self.against_whoever_answers() {
                    return Ok(best);
                }
            }
            _ => {}
        }
        let own = || Best::named(seats, seat, Best::NAME, exact);
        let written = seats.each_ref().map(|plan| plan.program().map(str::to_owned));
        let listed = seats.each_ref().map(|plan| plan.program().is_none());
        let seating = Seating::new(written).with_unforetold(listed).under(token);
        let alice: Option<Prover> = seating.solved(self, Seat::Alice)?;
        let Some(alice) = alice else { return own() };
        // The search finds what he pays over the whole distribution, and here only some worlds are left.
        if in_a_world.is_none() && !case.is_drawn_from_the_law() {
            let floor = floor(case, self.setup().stakes, &alice);
            return own().map(|own| own.limited(floor, Method::Certificate));
        }
        let (name, found) = match in_a_world {
            None => (Best::NAME, best_bob_of(self, &alice, token)),
            Some(actual) => {
                let truths = case.tree().truths(actual);
                let found = best_bob_in(case, self.setup().stakes, &alice, truths, token);
                (CLAIRVOYANT, found)
            }
        };
        let Ok(found) = found else { return own() };
        let best = SeatPlan::Program(name.into());
        let best = Best::played_by(seat, best, Exact::solved(found.value));
        Ok(best.limited(found.limit, Method::Certificate))
    }

    fn promise(&self, [alice, _, judge]: [&str; 3], _: &Token) -> Result<Option<Promise>, Stopped> {
        let honest = alice == "honest" && judge == "honest";
        Ok(if honest { promised(self) } else { None })
    }

    fn report(&self, report: &mut Report, token: &Token) -> Result<(), Unsolved> {
        estimator_report::fill(self, report, token)
    }
}

impl ProverEstimator {
    /// The best Bob against an Alice who answers whoever sits opposite, between players who know the law
    /// alone: the marginal Bob pays her m for a *yes* and 1 − m for a *no*, whatever she does else, and
    /// whoever estimates, some Alice is paid the lower ends at least (`docs/results/open-finding.md`).
    fn against_whoever_answers(&self) -> Option<Best> {
        let setup = self.setup();
        if setup.case.alice_is_told() || setup.case.bob_is_told() {
            return None;
        }
        let IfIndependent { yes, no, .. } = if_independent(&setup.case, setup.stakes.ratio.get())?;
        let played = Exact::solved(yes.high.max(no.high));
        let best = Best::played_by(Seat::Bob, SeatPlan::Program("marginal".into()), played);
        Some(best.limited(Some(yes.low.max(no.low)), Method::Theorem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::analysis::game_tree::honest_value;
    use crate::chance::Probability;
    use crate::machine::Bits;
    use crate::machine::claims::Knowledge;
    use crate::machine::claims::Truths;
    use crate::machine::claims::{Case, ClaimTree, Rule, Worlds, uniform};
    use crate::protocol::prover_estimator::players::prover::Drawings;
    use crate::protocol::prover_estimator::players::prover::Hunter;
    use crate::protocol::prover_estimator::solve::averaged::Averaged;
    use crate::protocol::prover_estimator::solve::payoff_table::columns;
    use crate::protocol::prover_estimator::solve::{Payoff, payoff};
    use crate::protocol::prover_estimator::{ProverEstimatorInstance, Stakes, Stated};
    use crate::rules::{Protocol, Turn, View};
    use crate::strategy::strategy;

    fn debate(case: Case, ratio: f64) -> ProverEstimator {
        let stakes = Stakes::new(&case, 0.1, Stated::Ratio(ratio)).unwrap();
        ProverEstimator::new(ProverEstimatorInstance { case, stakes }).unwrap()
    }

    fn walked(debate: &ProverEstimator, alice: &str, bob: &str) -> f64 {
        let cast = cast(debate, [alice, bob, "honest"]).unwrap();
        Walk::new(&cast, 2_000_000, &Token::default()).value(debate).unwrap()
    }

    fn solved(debate: &ProverEstimator, alice: &Prover, bob: &Estimator) -> f64 {
        let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
        let drawings = Drawings::default();
        let of = |truths: &Arc<Truths>| {
            payoff(case, stakes, alice, bob, truths, (1_000_000, &drawings), &Token::default())
        };
        Averaged::over(&debate.setup().case).average(of).unwrap().value()
    }

    fn p(value: f64) -> Probability {
        Probability::new(value).unwrap()
    }

    fn cases() -> Vec<Case> {
        let of = |rule, width, depth| uniform("x", rule, width, depth).unwrap();
        let certain = |tree: &ClaimTree, leaves: &str| {
            Case::drawn(Worlds::certain(tree, leaves.parse::<Bits>().unwrap()).unwrap())
        };
        let all = of(Rule::ALL, 3, 1);
        let majority = of(Rule::MAJORITY, 3, 1);
        vec![
            certain(&of(Rule::ALL, 2, 0), "1"),
            certain(&majority, "110"),
            certain(&of(Rule::ANY, 2, 2), "0001"),
            Case::drawn(Worlds::one_false(&all)),
            Case::drawn(Worlds::one_false(&of(Rule::ALL, 2, 2)))
                .known_to(Knowledge::Everything, Knowledge::Nothing),
            Case::drawn(Worlds::independent(&majority, &[p(0.3), p(0.9), p(0.5)]).unwrap())
                .known_to(Knowledge::root(), Knowledge::root()),
        ]
    }

    #[test]
    fn the_solver_agrees_with_a_walk_through_the_rules() {
        let obfuscator = Prover::Obfuscator { towards: Arc::from([]) };
        let bobs = [
            ("calibrated", Estimator::Calibrated),
            ("informed", Estimator::Informed),
            ("independent:1", Estimator::Independent { false_parts: 1.0, root: None }),
            ("constant:0.7", Estimator::Constant(p(0.7))),
            ("shading:0.15", Estimator::Shading(p(0.15))),
        ];
        for (n, case) in cases().into_iter().enumerate() {
            let debate = debate(case, 3.0);
            for (alice, prover) in [("honest", &Prover::Honest), ("obfuscator", &obfuscator)] {
                for (bob, estimator) in &bobs {
                    let (a, b) = (walked(&debate, alice, bob), solved(&debate, prover, estimator));
                    assert!((a - b).abs() < 1e-9, "case {n}, {alice} against {bob}: {a} {b}");
                }
            }
        }
    }

    #[test]
    fn the_evaluation_agrees_with_a_walk_at_every_move() {
        for case in cases() {
            let mut debate = debate(case, 3.0);
            let nature = crate::chance::Nature::new(4);
            for place in 0..200 {
                let (quick, slow) = (
                    debate.evaluate(&Token::default()).unwrap().unwrap().honest,
                    honest_value(&debate, &Token::default()).unwrap(),
                );
                assert!((quick - slow.unwrap()).abs() < 1e-9, "move {place}");
                let mv = match debate.turn() {
                    Turn::Over(_) => break,
                    Turn::Reveal { mv, .. } => mv,
                    Turn::Draw { law, .. } => {
                        crate::rules::Move::Falls(nature.draw(&law, place, 0))
                    }
                    Turn::Ask(seat) => {
                        let name = if seat == Seat::Bob { "random" } else { "honest" };
                        let player = strategy(&debate, seat, name, &Default::default()).unwrap();
                        let choice = player.choose(View::new(&debate, seat, &Token::default()));
                        choice.draw(&mut nature.rng(place, 1)).unwrap()
                    }
                };
                debate.play(&mv).unwrap();
            }
        }
    }

    #[test]
    fn a_hunter_at_the_table_is_paid_what_the_solver_promises() {
        for (n, case) in cases().into_iter().enumerate() {
            let debate = debate(case, 3.0);
            let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
            let hunter = Hunter::new(case, stakes, &Estimator::Calibrated);
            let blind = hunter.blind().unwrap().0.mean;
            let found = walked(&debate, "blind-hunter", "calibrated");
            assert!((found - blind).abs() < 1e-9, "case {n}, blind: {found} {blind}");
            if *case.alice() == Knowledge::Everything {
                let of = |truths: &Arc<Truths>| {
                    hunter.knowing(truths).map(|(paid, right)| Payoff::in_world(paid, right))
                };
                let knowing = Averaged::over(&debate.setup().case).average(of).unwrap().value();
                let found = walked(&debate, "hunter", "calibrated");
                assert!((found - knowing).abs() < 1e-9, "case {n}, knowing: {found} {knowing}");
            }
        }
    }

    #[test]
    fn a_hunter_is_paid_what_is_promised_by_a_bob_who_sees_some_of_the_world() {
        let tree = uniform("x", Rule::ALL, 2, 2).unwrap();
        let law = Worlds::independent(&tree, &[0.9, 0.6, 0.8, 0.7].map(p)).unwrap();
        let leaves: Vec<_> = tree.leaves().collect();
        let only =
            |at: &[usize]| Knowledge::Only(Arc::new(at.iter().map(|&at| leaves[at]).collect()));
        for (alice, bob) in [(only(&[1]), only(&[0, 3])), (Knowledge::root(), Knowledge::root())] {
            let debate = debate(Case::drawn(law.clone()).known_to(alice, bob), 3.0);
            let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
            for (name, bob) in
                [("informed", Estimator::Informed), ("shading:0.2", Estimator::Shading(p(0.2)))]
            {
                let hunter = Hunter::new(case, stakes, &bob);
                for (seat, promised) in [
                    ("best-response", hunter.told().unwrap().0),
                    ("blind-best-response", hunter.blind().unwrap().0),
                ] {
                    let found = walked(&debate, seat, name);
                    assert!(
                        (found - promised.mean).abs() < 1e-9,
                        "{seat} {name}: {found} {promised:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn payoffs_in_the_scenarios_own_world_are_those_of_its_debates() {
        let tree = uniform("x", Rule::MAJORITY, 3, 1).unwrap();
        let law = Worlds::independent(&tree, &[p(0.6); 3]).unwrap();
        let debate = debate(Case::drawn(law).in_world("110".parse().unwrap()), 3.0);
        let token = Token::default();
        let (bobs, _) = columns(&debate, &token).unwrap();
        let found = debate.in_this_world(&bobs, 100_000, &token).unwrap().unwrap();
        for value in found.iter().filter(|value| value.alice == "honest") {
            let walked = walked(&debate, "honest", &value.bob);
            assert!((value.value - walked).abs() < 1e-9, "{value:?} {walked}");
        }
        assert!(found.len() > 10);
    }

    #[test]
    fn the_report_has_what_programs_look_for() {
        let tree = uniform("x", Rule::MAJORITY, 3, 1).unwrap();
        let case = Case::drawn(Worlds::certain(&tree, "111".parse().unwrap()).unwrap());
        let stakes = Stakes::new(&case, 0.1, Stated::Nothing).unwrap();
        assert!((stakes.ratio.get() - 28.777_777_777_8).abs() < 1e-9);
        let debate = ProverEstimator::new(ProverEstimatorInstance { case, stakes }).unwrap();
        let report = debate.reported(&Token::default()).unwrap();
        let json = report.to_json();
        assert!((json["stability"][0]["rho"].as_f64().unwrap() - 0.28).abs() < 1e-12);
        assert_eq!(json["stability"][0]["claim"], "root");
        assert!(json["values"][0]["sd"].is_number() && json["values"][0]["alice"] == "honest");
        let guarantee = report.bounds.iter().find(|bound| bound.name.contains("1 − ε")).unwrap();
        assert!(guarantee.holds() && (guarantee.value - 0.9).abs() < 1e-9);
        // Nobody who can be wrong is paid more by the Bob who answers them best than an honest Alice;
        // where all is certain, one who lets no error pass is paid ε more.
        let best = report.facts("best-leader").next().unwrap();
        assert_eq!(best.words("alice"), Some("marginal"));
        for (alice, paid) in [("honest", 0.9), ("marginal", 1.0)] {
            let mut held = report.facts("held");
            let held = held.find(|held| held.words("alice") == Some(alice)).unwrap();
            assert!((held.number("least").unwrap() - paid).abs() < 1e-6, "{held}");
            assert!(held.to_string().contains(" exactly, by "), "{held}");
        }
    }
}
