//! The values of a prover-estimator debate from any position, its best responses, and its promise.

use super::best_bob_bounds::floor;
use super::guarantee::promised;
use super::if_independent::{IndependentValue, if_independent};
use super::payoff::at_a_round;
use super::{average_payoff, best_bob_in, best_bob_of, estimator_report};
use crate::analysis::game_tree::{GameTreeWalk, cast, if_exact};
use crate::analysis::{
    Analysable, BestResponse, BoundMethod, Evaluation, ExactValue, PayoffGuarantee, PayoffUnit,
    Report, Unsolved, is_foreseen, walked,
};
use crate::debate::SeatPlan;
use crate::protocol::ProverEstimator;
use crate::protocol::claims::words::scope;
use crate::protocol::claims::world::as_known_to;
use crate::protocol::prover_estimator::ProverEstimatorInstance;
use crate::protocol::prover_estimator::players::estimator::EstimatorStrategy;
use crate::protocol::prover_estimator::players::prover::ProverStrategy;
use crate::protocol::prover_estimator::players::registry::CLAIRVOYANT;
use crate::rules::Seat;
use crate::strategy::SeatedStrategies;
use crate::work::{CancelToken, Cancelled};

impl Analysable for ProverEstimator {
    fn payoff_unit() -> PayoffUnit {
        PayoffUnit::Payoff
    }

    fn max_value(&self) -> f64 {
        self.setup().stakes.ratio.max_payment(self.depth())
    }

    fn averages_over(&self) -> Option<&'static str> {
        Some(scope(&self.world))
    }

    /// Walks the rules to the start of the next round, where the solver takes over. Before the
    /// world is drawn, the solver does all.
    fn evaluate(&self, token: &CancelToken) -> Result<Option<Evaluation>, Cancelled> {
        if self.world.is_untouched() {
            let (case, stakes) = (&self.setup().case, self.setup().stakes);
            let honest = (&ProverStrategy::Honest, &EstimatorStrategy::Informed);
            if let Some(paid) = average_payoff(case, stakes, honest, token) {
                let honest = paid.value();
                return Ok(Some(Evaluation::honest(honest)));
            }
            token.check()?;
        }
        let Ok(cast) = cast(self, ["honest"; 3]) else { return Ok(None) };
        let leaf = |debate: &Self| at_a_round(debate, token);
        let honest = GameTreeWalk::new(&cast, 50_000, token).with_leaf(&leaf).value(self);
        Ok(if_exact(honest)?.map(Evaluation::honest))
    }

    /// The solver's exact value if the solver knows both strategies. Otherwise the value from a
    /// walk of the game tree.
    fn exact(&self, seats: &[SeatPlan; 3], token: &CancelToken) -> Option<ExactValue> {
        self.exact_payoff(seats, token).or_else(|| walked(self, seats, token))
    }

    /// This debate, but nature draws the world from those that the seat cannot distinguish from the
    /// actual one.
    fn as_known_to(&self, seat: Seat) -> Result<Option<Self>, String> {
        let setup = self.setup();
        let Some(case) = as_known_to(&setup.case, seat)? else { return Ok(None) };
        let known = ProverEstimatorInstance { case, stakes: setup.stakes };
        Self::new(known).map(Some).map_err(|why| why.to_string())
    }

    /// The best response, on average over the worlds that nature may draw. If the world is fixed,
    /// the best response of a player who knows it. The result is exact for Alice. For Bob, it is
    /// the payoff of the best Bob that a search finds, with a lower bound if one is known.
    fn best_response(
        &self,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &CancelToken,
    ) -> Result<BestResponse, String> {
        let exact = &|seats: &[SeatPlan; 3]| self.exact(seats, token);
        if !is_foreseen(seats, seat) {
            return BestResponse::from_roster(self, seats, seat, exact, token);
        }
        let case = &self.setup().case;
        let in_a_world = case.actual().filter(|_| case.worlds().only().is_none());
        if seat == Seat::Alice {
            let name = if in_a_world.is_some() { CLAIRVOYANT } else { BestResponse::NAME };
            return BestResponse::named(seats, seat, name, exact).map(BestResponse::solved);
        }
        match seats[Seat::Alice.index()].program().map(str::trim) {
            // A random Alice says "too low" and "too high" equally often, so on average she is paid
            // only z. If Bob first states 0, he pays her nothing.
            Some("random") => {
                return BestResponse::named(seats, seat, "always-objects", exact)
                    .map(BestResponse::solved);
            }
            Some(BestResponse::NAME | "blind-best-response") if in_a_world.is_none() => {
                if let Some(best) = self.against_whoever_answers() {
                    return Ok(best);
                }
            }
            _ => {}
        }
        let own = || BestResponse::named(seats, seat, BestResponse::NAME, exact);
        let written = seats.each_ref().map(|plan| plan.program().map(str::to_owned));
        let listed = seats.each_ref().map(|plan| plan.program().is_none());
        let seating = SeatedStrategies::new(written).with_not_solvable(listed).under(token);
        let alice: Option<ProverStrategy> = seating.solved(self, Seat::Alice)?;
        let Some(alice) = alice else { return own() };
        // The search covers the complete distribution, but only some of its worlds are possible
        // here.
        if in_a_world.is_none() && !case.is_drawn_from_the_law() {
            let floor = floor(case, self.setup().stakes, &alice);
            return own().map(|own| own.limited(floor, BoundMethod::Certificate));
        }
        let (name, found) = match in_a_world {
            None => (BestResponse::NAME, best_bob_of(self, &alice, token)),
            Some(actual) => {
                let truths = case.tree().truths(actual);
                let found = best_bob_in(case, self.setup().stakes, &alice, truths, token);
                (CLAIRVOYANT, found)
            }
        };
        let Ok(found) = found else { return own() };
        let best = SeatPlan::Program(name.into());
        let best = BestResponse::played_by(seat, best, ExactValue::solved(found.value));
        Ok(best.limited(found.limit, BoundMethod::Certificate))
    }

    fn promise(
        &self,
        [alice, _, judge]: [&str; 3],
        _: &CancelToken,
    ) -> Result<Option<PayoffGuarantee>, Cancelled> {
        let honest = alice == "honest" && judge == "honest";
        Ok(if honest { promised(self) } else { None })
    }

    fn report(&self, report: &mut Report, token: &CancelToken) -> Result<(), Unsolved> {
        estimator_report::fill(self, report, token)
    }
}

impl ProverEstimator {
    /// The best Bob against an Alice who plays her best response to him, if both know only the
    /// distribution. The marginal Bob pays her m for a *yes* and 1 − m for a *no*, whatever else
    /// she does. Against every Bob, some Alice is paid at least the lower bounds
    /// (`docs/results/open-finding.md`).
    fn against_whoever_answers(&self) -> Option<BestResponse> {
        let setup = self.setup();
        if setup.case.alice_is_told() || setup.case.bob_is_told() {
            return None;
        }
        let IndependentValue { yes, no, .. } =
            if_independent(&setup.case, setup.stakes.ratio.get())?;
        let played = ExactValue::solved(yes.high.max(no.high));
        let best = BestResponse::played_by(Seat::Bob, SeatPlan::Program("marginal".into()), played);
        Some(best.limited(Some(yes.low.max(no.low)), BoundMethod::Theorem))
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
    use crate::machine::claims::{ClaimTree, ClaimsInstance, Rule, WorldDistribution, uniform};
    use crate::protocol::prover_estimator::players::prover::BestResponseProver;
    use crate::protocol::prover_estimator::players::prover::DrawCache;
    use crate::protocol::prover_estimator::solve::averaged::WorldAverage;
    use crate::protocol::prover_estimator::solve::payoff_table::columns;
    use crate::protocol::prover_estimator::solve::{AveragePayoff, payoff};
    use crate::protocol::prover_estimator::{ProverEstimatorInstance, RewardParams, StatedRatio};
    use crate::rules::{Protocol, Turn, View};
    use crate::strategy::strategy;

    fn debate(case: ClaimsInstance, ratio: f64) -> ProverEstimator {
        let stakes = RewardParams::new(&case, 0.1, StatedRatio::Ratio(ratio)).unwrap();
        ProverEstimator::new(ProverEstimatorInstance { case, stakes }).unwrap()
    }

    fn walked(debate: &ProverEstimator, alice: &str, bob: &str) -> f64 {
        let cast = cast(debate, [alice, bob, "honest"]).unwrap();
        GameTreeWalk::new(&cast, 2_000_000, &CancelToken::default()).value(debate).unwrap()
    }

    fn solved(debate: &ProverEstimator, alice: &ProverStrategy, bob: &EstimatorStrategy) -> f64 {
        let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
        let drawings = DrawCache::default();
        let of = |truths: &Arc<Truths>| {
            payoff(
                case,
                stakes,
                alice,
                bob,
                truths,
                (1_000_000, &drawings),
                &CancelToken::default(),
            )
        };
        WorldAverage::over(&debate.setup().case).average(of).unwrap().value()
    }

    fn p(value: f64) -> Probability {
        Probability::new(value).unwrap()
    }

    fn cases() -> Vec<ClaimsInstance> {
        let of = |rule, width, depth| uniform("x", rule, width, depth).unwrap();
        let certain = |tree: &ClaimTree, leaves: &str| {
            ClaimsInstance::drawn(
                WorldDistribution::certain(tree, leaves.parse::<Bits>().unwrap()).unwrap(),
            )
        };
        let all = of(Rule::ALL, 3, 1);
        let majority = of(Rule::MAJORITY, 3, 1);
        vec![
            certain(&of(Rule::ALL, 2, 0), "1"),
            certain(&majority, "110"),
            certain(&of(Rule::ANY, 2, 2), "0001"),
            ClaimsInstance::drawn(WorldDistribution::one_false(&all)),
            ClaimsInstance::drawn(WorldDistribution::one_false(&of(Rule::ALL, 2, 2)))
                .known_to(Knowledge::Everything, Knowledge::Nothing),
            ClaimsInstance::drawn(
                WorldDistribution::independent(&majority, &[p(0.3), p(0.9), p(0.5)]).unwrap(),
            )
            .known_to(Knowledge::root(), Knowledge::root()),
        ]
    }

    #[test]
    fn the_solver_agrees_with_a_walk_through_the_rules() {
        let obfuscator = ProverStrategy::Obfuscator { towards: Arc::from([]) };
        let bobs = [
            ("calibrated", EstimatorStrategy::Calibrated),
            ("informed", EstimatorStrategy::Informed),
            ("independent:1", EstimatorStrategy::Independent { false_parts: 1.0, root: None }),
            ("constant:0.7", EstimatorStrategy::Constant(p(0.7))),
            ("shading:0.15", EstimatorStrategy::Shading(p(0.15))),
        ];
        for (n, case) in cases().into_iter().enumerate() {
            let debate = debate(case, 3.0);
            for (alice, prover) in
                [("honest", &ProverStrategy::Honest), ("obfuscator", &obfuscator)]
            {
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
                    debate.evaluate(&CancelToken::default()).unwrap().unwrap().honest,
                    honest_value(&debate, &CancelToken::default()).unwrap(),
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
                        let choice =
                            player.choose(View::new(&debate, seat, &CancelToken::default()));
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
            let hunter = BestResponseProver::new(case, stakes, &EstimatorStrategy::Calibrated);
            let blind = hunter.payoff_uninformed().unwrap().0.mean;
            let found = walked(&debate, "blind-hunter", "calibrated");
            assert!((found - blind).abs() < 1e-9, "case {n}, blind: {found} {blind}");
            if *case.alice() == Knowledge::Everything {
                let of = |truths: &Arc<Truths>| {
                    hunter
                        .payoff_in_world(truths)
                        .map(|(paid, right)| AveragePayoff::in_world(paid, right))
                };
                let knowing = WorldAverage::over(&debate.setup().case).average(of).unwrap().value();
                let found = walked(&debate, "hunter", "calibrated");
                assert!((found - knowing).abs() < 1e-9, "case {n}, knowing: {found} {knowing}");
            }
        }
    }

    #[test]
    fn a_hunter_is_paid_what_is_promised_by_a_bob_who_sees_some_of_the_world() {
        let tree = uniform("x", Rule::ALL, 2, 2).unwrap();
        let law = WorldDistribution::independent(&tree, &[0.9, 0.6, 0.8, 0.7].map(p)).unwrap();
        let leaves: Vec<_> = tree.leaves().collect();
        let only =
            |at: &[usize]| Knowledge::Only(Arc::new(at.iter().map(|&at| leaves[at]).collect()));
        for (alice, bob) in [(only(&[1]), only(&[0, 3])), (Knowledge::root(), Knowledge::root())] {
            let debate = debate(ClaimsInstance::drawn(law.clone()).known_to(alice, bob), 3.0);
            let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
            for (name, bob) in [
                ("informed", EstimatorStrategy::Informed),
                ("shading:0.2", EstimatorStrategy::Shading(p(0.2))),
            ] {
                let hunter = BestResponseProver::new(case, stakes, &bob);
                for (seat, promised) in [
                    ("best-response", hunter.payoff_as_informed().unwrap().0),
                    ("blind-best-response", hunter.payoff_uninformed().unwrap().0),
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
        let law = WorldDistribution::independent(&tree, &[p(0.6); 3]).unwrap();
        let debate = debate(ClaimsInstance::drawn(law).in_world("110".parse().unwrap()), 3.0);
        let token = CancelToken::default();
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
        let case = ClaimsInstance::drawn(
            WorldDistribution::certain(&tree, "111".parse().unwrap()).unwrap(),
        );
        let stakes = RewardParams::new(&case, 0.1, StatedRatio::Nothing).unwrap();
        assert!((stakes.ratio.get() - 28.777_777_777_8).abs() < 1e-9);
        let debate = ProverEstimator::new(ProverEstimatorInstance { case, stakes }).unwrap();
        let report = debate.reported(&CancelToken::default()).unwrap();
        let json = report.to_json();
        assert!((json["stability"][0]["rho"].as_f64().unwrap() - 0.28).abs() < 1e-12);
        assert_eq!(json["stability"][0]["claim"], "root");
        assert!(json["values"][0]["sd"].is_number() && json["values"][0]["alice"] == "honest");
        let guarantee = report.bounds.iter().find(|bound| bound.name.contains("1 − ε")).unwrap();
        assert!(guarantee.holds() && (guarantee.value - 0.9).abs() < 1e-9);
        // Some Alices can be wrong, and none of these Alices earns more than an honest Alice. Each Alice is paid here
        // by the Bob who is best against her. There is only one world, so an Alice who tolerates no error earns ε
        // more.
        let best = report.facts("best-leader").next().unwrap();
        assert_eq!(best.words("alice"), Some("marginal"));
        for (alice, paid) in [("honest", 0.9), ("marginal", 1.0)] {
            let mut held = report.facts("held");
            let held = held.find(|held| held.words("alice") == Some(alice)).unwrap();
            assert!((held.number("least").unwrap() - paid).abs() < 1e-6, "{held}");
            assert!(held.to_string().contains(" exactly, "), "{held}");
        }
    }
}
