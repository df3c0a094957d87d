//! The evaluation of positions, and the methods of `Analysable` that are special for this protocol.

use super::guarantee::Guarantee;
use super::report::{departed, report, unsolved, without_players};
use super::witness::over_witnesses;
use super::{TabledDebates, rounds};
use crate::analysis::honest::promised;
use crate::analysis::{
    Analysable, BestResponse, BoundMethod, Evaluation, ExactValue, PayoffGuarantee, Report,
    TheoremClaim, Unsolved, walked,
};
use crate::chance::{Binomial, Probability};
use crate::debate::{BatchSimulator, SeatPlan, Simulator};
use crate::machine::Step;
use crate::protocol::Stochastic;
use crate::protocol::stochastic::players::values::{
    BobsAnswer, Checker, SolverError, StrategyProfile,
};
use crate::protocol::stochastic::players::{AliceStrategy, BobStrategy};
use crate::protocol::stochastic::{
    CoinShare, DrawingStage, Phase, StatedProbability, coin, counts_within, is_near,
};
use crate::protocol::witness::{self, every_witness};
use crate::rules::{Protocol, Seat, Side, Turn};
use crate::work::{CancelToken, Cancelled};

/// Plans with more situations are not evaluated on a screen. The command `solve` still evaluates
/// them.
const MOST_SITUATIONS: usize = 3_000_000;

/// To find a promise, only plans with at most this many situations are measured.
const MOST_MEASURED: usize = 200_000;

impl Analysable for Stochastic {
    fn simulator(
        &self,
        seats: &[SeatPlan; 3],
        token: &CancelToken,
    ) -> Result<Box<dyn BatchSimulator>, String> {
        // The simulator is created first because its error explains what is wrong with a player.
        let driver = Simulator::new(self.clone(), seats, token)?;
        Ok(match TabledDebates::new(self, seats, token) {
            Some(kernel) => Box::new(kernel),
            None => Box::new(driver),
        })
    }

    fn evaluate(&self, token: &CancelToken) -> Result<Option<Evaluation>, Cancelled> {
        if let Some(opening) = self.opening.as_ref().filter(|opening| opening.is_open()) {
            return opening.evaluate(token, |witness| self.begun_on(witness).evaluate(token));
        }
        let unrolled = if_reached(self.insight().unrolled(token))?;
        let wide = unrolled.is_none_or(|unrolled| unrolled.situations() > MOST_SITUATIONS);
        if wide || self.departures().any() {
            return Ok(None);
        }
        let worth = |players| {
            let value = worth(self, players, token);
            // A cancelled evaluation must not look like an unknown value.
            token.check().map(|()| value)
        };
        let Some(honest) = worth(StrategyProfile::HONEST)? else { return Ok(None) };
        let (best_alice, best_bob) =
            (worth(StrategyProfile::BEST_ALICE)?, worth(StrategyProfile::BEST_BOB)?);
        Ok(Some(Evaluation { honest, best_alice, best_bob }))
    }

    fn exact(&self, seats: &[SeatPlan; 3], token: &CancelToken) -> Option<ExactValue> {
        let Some(opening) = &self.opening else { return exact(self, seats, token) };
        opening.exact(self, seats, token, |witness, seats| match witness {
            Some(witness) => exact(&self.begun_on(witness), seats, token),
            None => exact(self, seats, token),
        })
    }

    fn best_response(
        &self,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &CancelToken,
    ) -> Result<BestResponse, String> {
        witness::best_response(self, self.opening.as_ref(), seats, seat, token)
    }

    /// The best Alice against one of two Bobs. She does not know which of them plays.
    fn best_against_mixture(
        &self,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &CancelToken,
    ) -> Option<BestResponse> {
        let [_, SeatPlan::Mix(parts), judge] = seats else { return None };
        let other_debate = self.departures().any() || self.opening.is_some();
        if seat != Seat::Alice || !judge.is_honest() || other_debate {
            return None;
        }
        let mut bobs: Vec<(f64, BobStrategy)> = Vec::new();
        for (p, written) in parts {
            let bob = StrategyProfile::written(self, ["honest", written]).ok()?.bob;
            match bobs.iter_mut().find(|(_, known)| *known == bob) {
                Some((weight, _)) => *weight += p.get(),
                None => bobs.push((p.get(), bob)),
            }
        }
        let [(p, one), (q, two)] = bobs[..] else { return None };
        let solver = self.insight().solver(token).ok()?;
        let [low, high] = solver.best_against_two([p, q], [one, two], token).ok()??;
        let low = ExactValue::solved(low);
        Some(BestResponse::unlisted(seat, low, high, BoundMethod::Certificate))
    }

    fn promise(
        &self,
        written: [&str; 3],
        token: &CancelToken,
    ) -> Result<Option<PayoffGuarantee>, Cancelled> {
        if let Some(opening) = &self.opening {
            let all = every_witness(opening.bits());
            return match over_witnesses(self, opening, all.as_deref(), token) {
                Ok(over) => Ok(promised(over.claims.into_iter().next(), written)),
                Err(Unsolved::Stopped(stopped)) => Err(stopped),
                Err(Unsolved::Because(_)) => Ok(None),
            };
        }
        let [alice, bob, judge] = written;
        if self.departures().any() {
            return Ok(None);
        }
        let Some(solver) = if_reached(self.insight().solver(token))? else { return Ok(None) };
        if judge != "honest" || solver.unrolled().situations() > MOST_MEASURED {
            return Ok(None);
        }
        let truth = solver.truth(token)?;
        let claims = Guarantee::compute(solver, truth, token)?.claims();
        // A bound of 0 or 1 promises nothing. A promise to the side that is right comes before a
        // promise to the other side.
        let applies = |claim: &&TheoremClaim| {
            let honest = if claim.limit.is_lower() { alice } else { bob };
            honest == "honest" && claim.limit.get() > 0.0 && claim.limit.get() < 1.0
        };
        let of_side = |right: bool| {
            let own =
                move |claim: &&TheoremClaim| (claim.limit.is_lower() == (truth >= 0.5)) == right;
            claims.iter().filter(applies).filter(own).find_map(TheoremClaim::promise)
        };
        Ok(of_side(true).or_else(|| of_side(false)))
    }

    fn report(&self, whole: &mut Report, token: &CancelToken) -> Result<(), Unsolved> {
        if let Some(opening) = &self.opening {
            self.begun_on(&opening.best(token)?.witness).report(whole, token)?;
            // Honest Bob wins only with some probability, even if no witness exists.
            let how = (opening, "best-response", false);
            return witness::report(self, how, whole, token, |all| {
                over_witnesses(self, opening, all, token)
            });
        }
        let why = match self.insight().solver(token) {
            Ok(solver) if self.departures().any() => match departed(self, solver, whole, token) {
                Err(Unsolved::Because(why)) => why,
                reported => return reported,
            },
            Ok(solver) => {
                return match report(solver, whole, token) {
                    Err(Unsolved::Because(why)) => Ok(without_players(solver, &why, whole, token)?),
                    reported => reported,
                };
            }
            Err(SolverError::Stopped(stopped)) => return Err(stopped.into()),
            Err(why) => why.to_string(),
        };
        *whole = unsolved(self, &why, token)?;
        Ok(())
    }
}

/// The value from the solver if it knows the players. Otherwise, the value from a walk of the game
/// tree if the plan is short.
fn exact(debate: &Stochastic, seats: &[SeatPlan; 3], token: &CancelToken) -> Option<ExactValue> {
    const MOST_WALKED: usize = 150;
    if let Some(value) = rounds::exact(debate, seats, token) {
        return Some(ExactValue::solved(value));
    }
    let walkable = debate.plan().len() <= MOST_WALKED && !debate.departures().without_copies;
    walkable.then(|| walked(debate, seats, token)).flatten()
}

/// The value. `None` if it is too expensive to compute.
fn if_reached<T>(found: Result<T, SolverError>) -> Result<Option<T>, Cancelled> {
    match found {
        Ok(value) => Ok(Some(value)),
        Err(SolverError::Stopped(stopped)) => Err(stopped),
        Err(_) => Ok(None),
    }
}

/// P[Alice wins] from this position on, between these players. `None` if it is too expensive to
/// compute, or if the work was cancelled.
fn worth(debate: &Stochastic, players: StrategyProfile, token: &CancelToken) -> Option<f64> {
    if let Turn::Over(outcome) = debate.turn() {
        return Some(f64::from(outcome.winner == Side::Alice));
    }
    if let Some(round) = debate.phase.trial() {
        return on_trial(debate, round.toss.stated.p);
    }
    let (insight, step) = (debate.insight(), debate.step());
    let table = insight.values(players, token).ok()?;
    let situation = insight.unrolled(token).ok()?.situation(debate.played().0, step.index())?;
    // Now the bit is set, and Bob decides.
    let after_bit = |stated: Probability, bit: bool| {
        let next = insight.after(&table, step, situation, token).ok()?[usize::from(bit)];
        let ahead = insight.continuation(players, step, situation, token).ok()?;
        let answer = players.answer(debate.constants(), step, &ahead);
        let accepted = accepted(debate, step, stated)?;
        let objects = objects(debate, answer, bit, (stated, accepted))?;
        Some(objects * accepted + (1.0 - objects) * next)
    };
    // Now the number is stated. The coin will be fair.
    let after_number = |stated: Probability| match stated.as_certain() {
        Some(bit) => after_bit(stated, bit),
        None => {
            let p = stated.get();
            Some(p * after_bit(stated, true)? + (1.0 - p) * after_bit(stated, false)?)
        }
    };
    match debate.phase {
        // An honest Alice states the mean of the votes that she has drawn.
        Phase::Stating(votes) | Phase::Drawing(DrawingStage::Alice(votes), _)
            if players.alice == AliceStrategy::Honest && debate.asks() && votes.all > 0 =>
        {
            after_number(Probability::clamped(votes.mean()?))
        }
        Phase::Stating(_) | Phase::Drawing(DrawingStage::Alice(_), _) => {
            Some(table.after(step.index(), situation))
        }
        Phase::Sharing(StatedProbability { p, .. }, [CoinShare::Is(a), CoinShare::Is(b)]) => {
            after_bit(p, coin(a, b) < p.get())
        }
        Phase::Sharing(StatedProbability { p, .. }, _) => after_number(p),
        Phase::Setting(toss) => after_bit(toss.stated.p, toss.required_bit()),
        phase => {
            let round = phase.round()?;
            after_bit(round.toss.stated.p, round.bit)
        }
    }
}

/// P[Bob aborts] if Alice stated this number and the judge accepts it with probability `accepted`.
fn objects(
    debate: &Stochastic,
    answer: BobsAnswer,
    bit: bool,
    (stated, accepted): (Probability, f64),
) -> Option<f64> {
    let samples = match (answer, answer.aborts(accepted)) {
        (_, Some(aborts)) => return Some(f64::from(aborts[usize::from(bit)])),
        (BobsAnswer::Checks(samples), None) if debate.asks() => samples,
        // A Bob who checks a gate knows the gate's value.
        (_, None) => return Some(1.0 - accepted),
    };
    let votes = debate.phase.round().map(|round| round.votes).filter(|votes| votes.all > 0);
    Some(match votes {
        Some(votes) => f64::from(!is_near(votes.yes, votes.all, stated.get(), samples.tolerance)),
        None => Checker::new(samples, debate.chance_by(Seat::Bob)).ok()?.objects(stated.get()),
    })
}

/// P[the judge accepts this number for this step or an earlier one], before the judge draws votes.
pub fn accepted(debate: &Stochastic, step: Step, stated: Probability) -> Option<f64> {
    let judge = debate.constants().judge;
    let honest = debate.plan().chance_in(step, debate.played().0);
    if debate.plan().ask(step).is_none() {
        let stands = debate.departures().gate_stands(stated, honest.as_certain()?, judge.tolerance);
        return Some(f64::from(stands));
    }
    let votes = debate.setup().oracles.flaws(Seat::Judge).chance(step, honest);
    Some(Checker::new(judge, votes).ok()?.passes(stated.get()))
}

/// P[the judge accepts the number on trial], given its votes so far.
fn on_trial(debate: &Stochastic, stated: Probability) -> Option<f64> {
    let votes = debate.votes();
    if !debate.asks() || votes.all == 0 {
        return accepted(debate, debate.step(), stated);
    }
    let judge = debate.constants().judge;
    let to_come = judge.count.saturating_sub(votes.all);
    let Some(passing) = counts_within(votes.all + to_come, stated.get(), judge.tolerance) else {
        return Some(0.0);
    };
    let (first, last) = passing.into_inner();
    let Some(last) = last.checked_sub(votes.yes) else { return Some(0.0) };
    let law = Binomial::new(to_come, debate.chance_by(Seat::Judge)).ok()?;
    Some(law.probability_within(first.saturating_sub(votes.yes)..=last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::game_tree::{GameTreeWalk, cast};
    use crate::protocol::stochastic::players::values::testing::{self, forked, votes};
    use crate::protocol::stochastic::{Coin, ProtocolVariant, StochasticInstance};
    use crate::rules::{Move, Protocol};
    use crate::strategy::Choice;
    use crate::strategy::{SeatedStrategies, strategy};

    fn tiny(plan: crate::machine::Plan) -> Stochastic {
        testing::small(plan, [3, 2, 3], [0.55, 0.4], Coin::Hands)
    }

    /// Checks that a walk through the rules gives the same value as the solver.
    fn the_walk_agrees(debate: &Stochastic) {
        the_walk_agrees_on(
            debate,
            &[
                ("honest", "honest"),
                ("shift:0.2", "honest"),
                ("late-lie:1", "lazy:0.5"),
                ("drift:0.3", "when-losing:0.6"),
                ("honest", "abort-at:2"),
                ("exact", "never"),
                // `optimal` is the best response to an honest opponent, and `best-response` to the real
                // one.
                ("optimal", "never"),
                ("best-response", "never"),
                ("optimal", "lazy:0.5"),
                ("best-response", "when-losing:0.6"),
                ("drift:0.3", "optimal"),
                ("drift:0.3", "best-response"),
                ("late-lie:2", "best-response"),
                ("optimal", "optimal"),
                ("best-response", "optimal"),
                ("optimal", "best-response"),
                ("best-response", "best-response"),
            ],
        );
    }

    fn the_walk_agrees_on(debate: &Stochastic, pairs: &[(&str, &str)]) {
        let insight = debate.insight();
        for &(alice, bob) in pairs {
            let cast = cast(debate, [alice, bob, "honest"]).unwrap();
            let walked =
                GameTreeWalk::new(&cast, 5_000_000, &CancelToken::default()).value(debate).unwrap();
            let players = StrategyProfile::written(debate, [alice, bob]).unwrap();
            let solver = insight.solver(&CancelToken::default()).unwrap();
            let solved = solver.solve(players, &CancelToken::default()).unwrap().value;
            assert!((walked - solved).abs() < 1e-10, "{alice} v {bob}: {walked}, not {solved}");
        }
    }

    #[test]
    fn the_rules_walked_have_the_values_of_the_solver() {
        the_walk_agrees(&tiny(forked()));
        the_walk_agrees(&tiny(votes(3, 0.3, crate::machine::Op::Xor)));
    }

    /// In each variant that a walk can enumerate. No listed Alice gets more than `best-response`.
    #[test]
    fn the_variants_walked_have_the_values_of_the_solver() {
        let alices = ["honest", "exact", "shift:0.2", "late-lie:3", "shift-gates:0.3", "own-bits"];
        let bobs = [
            "honest",
            "never",
            "abort-at:2",
            "lazy:0.5",
            "when-losing:0.6",
            "optimal",
            "best-response",
        ];
        let variant = |tolerant_gates, alice_sets_bits| ProtocolVariant {
            tolerant_gates,
            alice_sets_bits,
            ..ProtocolVariant::default()
        };
        for variant in [variant(true, false), variant(false, true), variant(true, true)] {
            let start = tiny(forked());
            let setup = StochasticInstance { departures: variant, ..start.setup().clone() };
            let debate = Stochastic::new(setup);
            for bob in bobs {
                let pairs = alices.into_iter().chain(["optimal", "best-response"]);
                let pairs: Vec<(&str, &str)> = pairs.map(|alice| (alice, bob)).collect();
                the_walk_agrees_on(&debate, &pairs);
                let value = |alice: &str| {
                    let players = StrategyProfile::written(&debate, [alice, bob]).unwrap();
                    let solver = debate.insight().solver(&CancelToken::default()).unwrap();
                    solver.solve(players, &CancelToken::default()).unwrap().value
                };
                if bob != "best-response" {
                    let best = value("best-response");
                    for alice in alices {
                        let own = value(alice);
                        assert!(own <= best + 1e-9, "{variant:?}: {alice} v {bob}: {own} {best}");
                    }
                }
            }
        }
    }

    #[test]
    fn memory_of_situations_changes_no_value() {
        let debate = tiny(votes(2, 0.4, crate::machine::Op::And));
        let cast = cast(&debate, ["honest", "honest", "honest"]).unwrap();
        let with =
            GameTreeWalk::new(&cast, 5_000_000, &CancelToken::default()).value(&debate).unwrap();
        let without = GameTreeWalk::new(&cast, 50_000_000, &CancelToken::default())
            .forgetful()
            .value(&debate)
            .unwrap();
        assert!((with - without).abs() < 1e-12);
    }

    #[test]
    fn every_position_of_a_debate_is_worth_what_a_walk_from_there_says() {
        let start = tiny(forked());
        let honest = cast(&start, ["honest"; 3]).unwrap();
        let mut seen = 0;
        for seed in 0..12 {
            let mut debate = start.clone();
            let nature = crate::chance::Nature::new(seed);
            let bob = if seed % 3 == 0 { "abort-at:2" } else { "honest" };
            let players = [
                strategy(&start, Seat::Alice, "honest", &SeatedStrategies::default()).unwrap(),
                strategy(&start, Seat::Bob, bob, &SeatedStrategies::default()).unwrap(),
                strategy(&start, Seat::Judge, "honest", &SeatedStrategies::default()).unwrap(),
            ];
            for place in 0.. {
                let walked = GameTreeWalk::new(&honest, 5_000_000, &CancelToken::default())
                    .value(&debate)
                    .unwrap();
                let value =
                    worth(&debate, StrategyProfile::HONEST, &CancelToken::default()).unwrap();
                assert!((walked - value).abs() < 1e-10, "{walked}, not {value}: {debate:?}");
                seen += 1;
                let mv = match debate.turn() {
                    Turn::Over(_) => break,
                    Turn::Reveal { mv, .. } => mv,
                    Turn::Draw { law, .. } => Move::Falls(nature.draw(&law, place, 0)),
                    Turn::Ask(seat) => {
                        let token = CancelToken::default();
                        let sight = crate::rules::View::new(&debate, seat, &token);
                        match players[seat.index()].choose(sight) {
                            Choice::Play(mv) => mv,
                            _ => panic!("these players do not mix"),
                        }
                    }
                };
                debate.play(&mv).unwrap();
            }
        }
        assert!(seen > 100);
    }

    #[test]
    fn best_play_in_the_rules_earns_the_value_of_the_solver() {
        let debate = tiny(forked());
        let start = debate.evaluate(&CancelToken::default()).unwrap().unwrap();
        for (names, value) in [
            (["optimal", "honest", "honest"], start.best_alice.unwrap()),
            (["honest", "optimal", "honest"], start.best_bob.unwrap()),
        ] {
            let cast = cast(&debate, names).unwrap();
            let walked = GameTreeWalk::new(&cast, 5_000_000, &CancelToken::default())
                .value(&debate)
                .unwrap();
            assert!((walked - value).abs() < 1e-9, "{names:?}: {walked}, not {value}");
        }
        assert!(start.best_bob <= Some(start.honest) && Some(start.honest) <= start.best_alice);
    }
}
