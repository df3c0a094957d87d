//! What a position in the middle of a stochastic debate is worth: a leaf of the evaluator, and the
//! evaluation bar.

use super::TabledDebates;
use super::guarantee::{Guarantee, Measured};
use super::report::{report, unsolved, without_players};
use super::witness::over_witnesses;
use crate::analysis::honest::promised;
use crate::analysis::{
    Analysed, Best, Claim, Evaluation, Exact, Promise, Report, Unsolved, walked,
};
use crate::chance::{Binomial, Probability};
use crate::debate::{Driver, Many, SeatPlan};
use crate::machine::plan::SituationValues;
use crate::protocol::Stochastic;
use crate::protocol::stochastic::players::values::{BobsAnswer, Checker, Players, SolverError};
use crate::protocol::stochastic::players::{Alice, Bob};
use crate::protocol::stochastic::{Drawing, Phase, Share, Stated, coin, is_near, near};
use crate::protocol::witness::{self, every_witness};
use crate::rules::{Protocol, Seat, Side, Turn};
use crate::work::{Stopped, Token};

/// Wider plans are not evaluated while people wait; `solve` still does them.
const MOST_SITUATIONS: usize = 3_000_000;

/// What a theorem promises is measured for plans of no more situations.
const MOST_MEASURED: usize = 200_000;

impl Analysed for Stochastic {
    fn many(&self, seats: &[SeatPlan; 3], token: &Token) -> Result<Box<dyn Many>, String> {
        // The rules speak first: they know what is wrong with a player.
        let driver = Driver::new(self.clone(), seats, token)?;
        Ok(match TabledDebates::new(self, seats, token) {
            Some(kernel) => Box::new(kernel),
            None => Box::new(driver),
        })
    }

    fn evaluate(&self, token: &Token) -> Result<Option<Evaluation>, Stopped> {
        if let Some(opening) = self.opening.as_ref().filter(|opening| opening.is_open()) {
            return opening.evaluate(token, |witness| self.begun_on(witness).evaluate(token));
        }
        let insight = self.insight();
        let unrolled = if_reached(insight.unrolled(token))?;
        let wide = unrolled.is_none_or(|unrolled| unrolled.situations() > MOST_SITUATIONS);
        if wide || self.setup().departures.any() {
            return Ok(None);
        }
        let worth = |players| {
            let value = worth(self, players, token);
            // What is out of reach because the work was stopped is not to be taken for unknown.
            token.check().map(|()| value)
        };
        let Some(honest) = worth(Players::HONEST)? else { return Ok(None) };
        let (best_alice, best_bob) = (worth(Players::BEST_ALICE)?, worth(Players::BEST_BOB)?);
        Ok(Some(Evaluation { honest, best_alice, best_bob }))
    }

    fn exact(&self, seats: &[SeatPlan; 3], token: &Token) -> Option<Exact> {
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
        token: &Token,
    ) -> Result<Best, String> {
        witness::best_response(self, self.opening.as_ref(), seats, seat, token)
    }

    /// With a departure there are moves that the roster's `best-response` does not think of.
    fn without_best_play(&self) -> Option<String> {
        let departs = self.departures().any();
        departs.then(|| "no theorem and no solver speaks of a debate with departures".into())
    }

    fn promise(&self, written: [&str; 3], token: &Token) -> Result<Option<Promise>, Stopped> {
        if let Some(opening) = &self.opening {
            let all = every_witness(opening.bits());
            return match over_witnesses(self, opening, all.as_deref(), token) {
                Ok(over) => Ok(promised(over.claims.into_iter().next(), written)),
                Err(Unsolved::Stopped(stopped)) => Err(stopped),
                Err(Unsolved::Because(_)) => Ok(None),
            };
        }
        let [alice, bob, judge] = written;
        if self.departures().without_theorem().is_some() {
            return Ok(None);
        }
        let insight = self.insight();
        let Some(solver) = if_reached(insight.solver(token))? else { return Ok(None) };
        if judge != "honest" || solver.unrolled().situations() > MOST_MEASURED {
            return Ok(None);
        }
        let truth = solver.truth(token)?;
        let measured = Measured::of(solver, token)?;
        let claims = Guarantee::of(solver, self.departures(), &measured, truth).claims();
        // Nobody needs a theorem for at least 0 and at most 1. The side that is right comes first.
        let speaks = |claim: &&Claim| {
            let honest = if claim.at_least { alice } else { bob };
            honest == "honest" && claim.limit > 0.0 && claim.limit < 1.0
        };
        let of_side = |right: bool| {
            let own = move |claim: &&Claim| (claim.at_least == (truth >= 0.5)) == right;
            claims.iter().filter(speaks).filter(own).find_map(Claim::promise)
        };
        Ok(of_side(true).or_else(|| of_side(false)))
    }

    fn report(&self, whole: &mut Report, token: &Token) -> Result<(), Unsolved> {
        if let Some(opening) = &self.opening {
            self.begun_on(&opening.best(token)?.witness).report(whole, token)?;
            // An honest Bob wins with some probability.
            let how = (opening, "best-response", false);
            return witness::report(self, how, whole, token, |all| {
                over_witnesses(self, opening, all, token)
            });
        }
        let insight = self.insight();
        if let Some(why) = self.without_best_play() {
            *whole = unsolved(self, &why, token)?;
            return Ok(());
        }
        match insight.solver(token) {
            Ok(solver) => match report(solver, whole, token) {
                Err(Unsolved::Because(why)) => Ok(without_players(solver, &why, whole, token)?),
                reported => reported,
            },
            Err(SolverError::Stopped(stopped)) => Err(stopped.into()),
            Err(why) => {
                *whole = unsolved(self, &why.to_string(), token)?;
                Ok(())
            }
        }
    }
}

/// By the solver where it knows the players; else by a walk, where the plan is short.
fn exact(debate: &Stochastic, seats: &[SeatPlan; 3], token: &Token) -> Option<Exact> {
    const MOST_WALKED: usize = 150;
    let departures = debate.setup().departures;
    let solved = || {
        let [alice, bob, judge] = Seat::each(|seat| seats[seat.index()].program().map(str::trim));
        if judge? != "honest" || departures.any() {
            return None;
        }
        let alice = Alice::written(debate, alice?).ok()?;
        let bob = Bob::written(debate, bob?).ok()?;
        let insight = debate.insight();
        let solver = insight.solver(token).ok()?;
        Some(Exact::solved(solver.solve(Players { alice, bob }, token).ok()?.value))
    };
    if seats.iter().any(|seat| matches!(seat, SeatPlan::Script { .. } | SeatPlan::Rounds { .. }))
        && let Some(value) = super::rounds::exact(debate, seats, token)
    {
        return Some(Exact::solved(value));
    }
    let walkable = debate.plan().len() <= MOST_WALKED && !departures.without_copies;
    solved().or_else(|| walkable.then(|| walked(debate, seats, token)).flatten())
}

/// A value, or none where it is out of reach.
fn if_reached<T>(found: Result<T, SolverError>) -> Result<Option<T>, Stopped> {
    match found {
        Ok(value) => Ok(Some(value)),
        Err(SolverError::Stopped(stopped)) => Err(stopped),
        Err(_) => Ok(None),
    }
}

/// P[Alice wins] from a position on, if she and Bob go on like these; none if that is out of
/// reach, or the work was stopped.
fn worth(debate: &Stochastic, players: Players, token: &Token) -> Option<f64> {
    if let Turn::Over(outcome) = debate.turn() {
        return Some(f64::from(outcome.winner == Side::Alice));
    }
    if let Some(round) = debate.phase.trial() {
        return on_trial(debate, round.toss.stated.p);
    }
    let (here, insight) = (Evaluating { debate, players, token }, debate.insight());
    let table = insight.values(players, token).ok()?;
    let (transcript, _) = debate.played();
    let at = debate.step().index();
    let situation = insight.unrolled(token).ok()?.situation(transcript, at)?;
    match debate.phase {
        // Alice has drawn her votes and goes by them.
        Phase::Stating(votes) | Phase::Drawing(Drawing::Alice(votes), _)
            if players.alice == Alice::Honest && debate.asks() && votes.all > 0 =>
        {
            let mean = Probability::clamped(votes.mean()?);
            here.after_number(mean, situation, &table)
        }
        Phase::Stating(_) | Phase::Drawing(Drawing::Alice(_), _) => {
            Some(table.after(at, situation))
        }
        Phase::Sharing(Stated { p, .. }, [Share::Is(a), Share::Is(b)]) => {
            here.after_bit(p, coin(a, b) < p.get(), situation, &table)
        }
        Phase::Sharing(Stated { p, .. }, _) => here.after_number(p, situation, &table),
        Phase::Setting(toss) => here.after_bit(toss.stated.p, toss.due(), situation, &table),
        phase => {
            let round = phase.round()?;
            here.after_bit(round.toss.stated.p, round.bit, situation, &table)
        }
    }
}

struct Evaluating<'a> {
    debate: &'a Stochastic,
    players: Players,
    token: &'a Token,
}

impl Evaluating<'_> {
    /// The values that follow the bits 0 and 1; 0 for a bit that leads nowhere.
    fn values(&self, situation: u32, table: &SituationValues<f64>) -> Option<[f64; 2]> {
        let unrolled = self.debate.insight().unrolled(self.token).ok()?;
        let step = self.debate.step();
        Some([false, true].map(|bit| match unrolled.next(step, situation, bit) {
            Some(next) => table.after(step.index() + 1, next),
            None => 0.0,
        }))
    }

    /// A number was stated, and the coin will be fair.
    fn after_number(
        &self,
        stated: Probability,
        situation: u32,
        table: &SituationValues<f64>,
    ) -> Option<f64> {
        let [zero, one] = [false, true].map(|bit| self.after_bit(stated, bit, situation, table));
        let p = stated.get();
        match stated.as_certain() {
            Some(true) => one,
            Some(false) => zero,
            None => Some(p * one? + (1.0 - p) * zero?),
        }
    }

    /// The bit is there, and Bob decides.
    fn after_bit(
        &self,
        stated: Probability,
        bit: bool,
        situation: u32,
        table: &SituationValues<f64>,
    ) -> Option<f64> {
        let values = self.values(situation, table)?;
        let next = values[usize::from(bit)];
        let accepted = accepted(self.debate, stated)?;
        let step = self.debate.step();
        let ahead = self.debate.insight().ahead(self.players, step, situation, self.token).ok()?;
        let answer =
            self.debate.insight().solver(self.token).ok()?.answer(self.players.bob, step, &ahead);
        let objects = match (answer, answer.aborts(accepted)) {
            (_, Some(aborts)) => f64::from(aborts[usize::from(bit)]),
            (BobsAnswer::Checks(samples), None) if self.debate.asks() => {
                let votes = self.debate.phase.round().map(|round| round.votes);
                if let Some(votes) = votes.filter(|votes| votes.all > 0) {
                    let passes = is_near(votes.yes, votes.all, stated.get(), samples.tolerance);
                    f64::from(!passes)
                } else {
                    let chance = self.debate.chance_by(Seat::Bob);
                    Checker::new(samples, chance).ok()?.objects(stated.get())
                }
            }
            // Who checks a gate looks at it.
            (_, None) => 1.0 - accepted,
        };
        Some(objects * accepted + (1.0 - objects) * next)
    }
}

/// P[the judge accepts a number for the step being played], before any votes.
pub fn accepted(debate: &Stochastic, stated: Probability) -> Option<f64> {
    let judge = debate.constants().judge;
    if !debate.asks() {
        let gate = debate.chance().as_certain()?;
        let stands = debate.departures().gate_stands(stated, gate, judge.tolerance);
        return Some(f64::from(stands));
    }
    Some(Checker::new(judge, debate.chance_by(Seat::Judge)).ok()?.passes(stated.get()))
}

/// P[the judge accepts the number on trial], with the votes that it has drawn so far and those to
/// come.
fn on_trial(debate: &Stochastic, stated: Probability) -> Option<f64> {
    let votes = debate.votes();
    if !debate.asks() || votes.all == 0 {
        return accepted(debate, stated);
    }
    let judge = debate.setup().constants.judge;
    let to_come = judge.count.saturating_sub(votes.all);
    let passing = near(votes.all + to_come, stated.get(), judge.tolerance);
    let Some((first, last)) = passing.map(std::ops::RangeInclusive::into_inner) else {
        return Some(0.0);
    };
    let Some(last) = last.checked_sub(votes.yes) else { return Some(0.0) };
    let law = Binomial::new(to_come, debate.chance_by(Seat::Judge)).ok()?;
    Some(law.within(first.saturating_sub(votes.yes)..=last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::game_tree::{Walk, cast};
    use crate::protocol::stochastic::Coin;
    use crate::protocol::stochastic::players::values::testing::{self, forked, votes};
    use crate::rules::{Move, Protocol};
    use crate::strategy::Choice;
    use crate::strategy::{Seating, strategy};

    fn tiny(plan: crate::machine::Plan) -> Stochastic {
        testing::small(plan, [3, 2, 3], [0.55, 0.4], Coin::Hands)
    }

    /// The rules themselves, walked, against the solver: from the start and from every position
    /// of a debate.
    fn the_walk_agrees(debate: &Stochastic) {
        let insight = debate.insight();
        for (alice, bob) in [
            ("honest", "honest"),
            ("shift:0.2", "honest"),
            ("late-lie:1", "lazy:0.5"),
            ("drift:0.3", "when-losing:0.6"),
            ("honest", "abort-at:2"),
            ("exact", "never"),
            // `optimal` answers an honest opponent, whoever sits there; `best-response` answers
            // whoever does.
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
        ] {
            let cast = cast(debate, [alice, bob, "honest"]).unwrap();
            let walked = Walk::new(&cast, 5_000_000, &Token::default()).value(debate).unwrap();
            let players = Players {
                alice: Alice::written(debate, alice).unwrap(),
                bob: Bob::written(debate, bob).unwrap(),
            };
            let solved = insight
                .solver(&Token::default())
                .unwrap()
                .solve(players, &Token::default())
                .unwrap()
                .value;
            assert!((walked - solved).abs() < 1e-10, "{alice} v {bob}: {walked}, not {solved}");
        }
    }

    #[test]
    fn the_rules_walked_have_the_values_of_the_solver() {
        the_walk_agrees(&tiny(forked()));
        the_walk_agrees(&tiny(votes(3, 0.3, crate::machine::Op::Xor)));
    }

    #[test]
    fn memory_of_situations_changes_no_value() {
        let debate = tiny(votes(2, 0.4, crate::machine::Op::And));
        let cast = cast(&debate, ["honest", "honest", "honest"]).unwrap();
        let with = Walk::new(&cast, 5_000_000, &Token::default()).value(&debate).unwrap();
        let without =
            Walk::new(&cast, 50_000_000, &Token::default()).forgetful().value(&debate).unwrap();
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
                strategy(&start, Seat::Alice, "honest", &Seating::default()).unwrap(),
                strategy(&start, Seat::Bob, bob, &Seating::default()).unwrap(),
                strategy(&start, Seat::Judge, "honest", &Seating::default()).unwrap(),
            ];
            for place in 0.. {
                let walked =
                    Walk::new(&honest, 5_000_000, &Token::default()).value(&debate).unwrap();
                let value = worth(&debate, Players::HONEST, &Token::default()).unwrap();
                assert!((walked - value).abs() < 1e-10, "{walked}, not {value}: {debate:?}");
                seen += 1;
                let mv = match debate.turn() {
                    Turn::Over(_) => break,
                    Turn::Reveal { mv, .. } => mv,
                    Turn::Draw { law, .. } => Move::Falls(nature.draw(&law, place, 0)),
                    Turn::Ask(seat) => {
                        let token = Token::default();
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
        let start = debate.evaluate(&Token::default()).unwrap().unwrap();
        for (names, value) in [
            (["optimal", "honest", "honest"], start.best_alice.unwrap()),
            (["honest", "optimal", "honest"], start.best_bob.unwrap()),
        ] {
            let cast = cast(&debate, names).unwrap();
            let walked = Walk::new(&cast, 5_000_000, &Token::default()).value(&debate).unwrap();
            assert!((walked - value).abs() < 1e-9, "{names:?}: {walked}, not {value}");
        }
        assert!(start.best_bob <= Some(start.honest) && Some(start.honest) <= start.best_alice);
    }
}
