//! A debate of any protocol that can be played and analysed.

use super::analysed::{Analysed, Evaluation, Worth};
use super::best::Best;
use super::bound::Promise;
use super::family::Family;
use super::report::{Report, Unsolved};
use super::value::{Exact, Method};
use crate::debate::{Debate, Many, NodeId, SeatPlan, Table};
use crate::rules::Seat;
use crate::work::{Stopped, Token};

/// Work to do elsewhere: off the thread that draws.
pub type Job<T> = Box<dyn FnOnce(&Token) -> T + Send>;

/// Says what the place of a debate is worth, as [`Analysed::evaluate`].
pub type Evaluator = Box<dyn Fn(NodeId, &Token) -> Result<Option<Evaluation>, Stopped> + Send>;

/// The work of filling a report.
pub type Solving = Box<dyn FnOnce(&mut Report, &Token) -> Result<(), Unsolved> + Send>;

/// A debate that can be played and analysed, whatever its protocol.
///
/// ```
/// use elenchus_core::debate::SeatPlan;
/// use elenchus_core::rules::Seat;
/// use elenchus_core::work::Token;
///
/// # let text = "{elenchus: 1, title: T, claim: C, protocol: {cross-examination: {claim: 1}},
/// #     machine: {plan: {steps: [{ask: Is it so?, answer: no}]}}, seats: {alice: 'lie-at:1'}}";
/// let scenario = elenchus_core::scenario::read("one.yaml", text)?;
/// let game = elenchus_core::scenario::open(&scenario).map_err(|fault| fault.message)?;
/// // The claim is false, and an honest Bob finds it out whoever Alice is.
/// let seats = Seat::each(|seat| game.seat_plan(seat));
/// assert_eq!(game.exact(&seats, &Token::default()).map(|value| value.get()), Some(0.0));
/// let evaluated = game.evaluation(game.tree().here())(&Token::default())?;
/// assert_eq!(evaluated.map(|value| value.honest), Some(0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Table {
    /// This game as a table.
    fn table(&mut self) -> &mut dyn Table;

    /// What values are counted in.
    fn worth(&self) -> Worth;

    /// The largest value there can be.
    fn most(&self) -> f64;

    /// The work of evaluating a node.
    fn evaluation(&self, node: NodeId) -> Job<Result<Option<Evaluation>, Stopped>>;

    /// What evaluates the places of this debate, as it is now, one after another.
    fn evaluator(&self) -> Evaluator;

    /// The work of solving the debate from its start, as [`Analysed::report`].
    fn solving(&self) -> Solving;

    /// What Alice can expect from these players from its start; none where that cannot be said
    /// exactly in reasonable time. [`Pair::of`](crate::batch::Pair::of) then plays debates.
    fn exact(&self, seats: &[SeatPlan; 3], token: &Token) -> Option<Exact>;

    /// The best response of a seat to these players, from the start of the debate. The seat knows what
    /// the scenario tells it and no more: where it cannot tell worlds apart, values are averages over them.
    ///
    /// # Errors
    /// Why nothing is known of it.
    fn best_response(
        &self,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &Token,
    ) -> Result<Best, String>;

    /// The best play of a seat in this very debate, by one who knows what the scenario hides from the seat: a
    /// person may find it out. Where its player does not reach the limit, the best of the seat's own players.
    ///
    /// # Errors
    /// Why nothing is known of it.
    fn best_play(&self, seats: &[SeatPlan; 3], seat: Seat, token: &Token) -> Result<Best, String>;

    /// The debate from its start as a seat knows it: nature draws everything that the seat cannot tell
    /// apart. `None` if that is this debate.
    ///
    /// # Errors
    /// Why nothing can be said of it.
    fn as_known_to(&self, seat: Seat) -> Result<Option<Box<dyn Game>>, String>;

    /// What a theorem promises of these players, if one speaks of them and of this debate.
    ///
    /// # Errors
    /// If the work was stopped.
    fn promise(&self, seats: &[SeatPlan; 3], token: &Token) -> Result<Option<Promise>, Stopped>;

    /// Debates from its start by these players: for playing many. Tables that make them quicker are
    /// not made once the work is stopped.
    ///
    /// # Errors
    /// If a seat has no such strategy, or is a person's.
    fn many(&self, seats: &[SeatPlan; 3], token: &Token) -> Result<Box<dyn Many>, String>;

    /// The same debate from its start, with another seed and these players: for playing many.
    ///
    /// # Errors
    /// If a seat has no such strategy.
    fn again(&self, seed: u64, seats: &[SeatPlan; 3]) -> Result<Box<dyn Game>, String>;
}

impl dyn Game + '_ {
    /// What a place is worth to Alice if everybody is honest from there on, if that is known.
    pub fn honest_value(&self, node: NodeId, token: &Token) -> Option<f64> {
        self.evaluation(node)(token).ok().flatten().map(|found| found.honest)
    }

    /// Who sits where, but for this program in a seat.
    pub fn seats_with(&self, seat: Seat, program: &str) -> [SeatPlan; 3] {
        Seat::each(|own| match own == seat {
            true => SeatPlan::Program(program.to_owned()),
            false => self.seat_plan(own),
        })
    }
}

impl<R: Analysed> Game for Debate<R> {
    fn table(&mut self) -> &mut dyn Table {
        self
    }

    fn worth(&self) -> Worth {
        R::worth()
    }

    fn most(&self) -> f64 {
        self.origin().most()
    }

    fn evaluation(&self, node: NodeId) -> Job<Result<Option<Evaluation>, Stopped>> {
        let rules = self.rules_at(node);
        Box::new(move |token| rules.evaluate(token))
    }

    fn evaluator(&self) -> Evaluator {
        let debate = self.clone();
        Box::new(move |node, token| debate.rules_at(node).evaluate(token))
    }

    fn solving(&self) -> Solving {
        let rules = self.origin().clone();
        Box::new(move |report, token| {
            rules.report(report, token)?;
            if !report.more.contains_key("game_value") {
                let found = rules.evaluate(token)?;
                report.value_of_the_game(
                    found.and_then(|found| Some([found.best_bob?, found.best_alice?])),
                );
            }
            Ok(())
        })
    }

    fn exact(&self, seats: &[SeatPlan; 3], token: &Token) -> Option<Exact> {
        if !seats.iter().any(|seat| matches!(seat, SeatPlan::Mix(_))) {
            return self.origin().exact(seats, token);
        }
        let strategies = |seat| matches!(seat, &SeatPlan::Program(_) | &SeatPlan::Mix(_));
        if !seats.iter().all(strategies) {
            return None;
        }
        // The value of a mixture is the mixture of the values.
        let part = |(p, seats)| Some((p, self.origin().exact(&seats, token)?));
        let parts: Option<Vec<_>> = SeatPlan::unmixed(seats).into_iter().map(part).collect();
        Some(Exact::mixed(parts?))
    }

    fn best_response(
        &self,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &Token,
    ) -> Result<Best, String> {
        match self.as_known_to(seat)? {
            None => self.best_play(seats, seat, token),
            Some(known) => known.best_play(seats, seat, token).map(Best::averaged),
        }
    }

    fn best_play(&self, seats: &[SeatPlan; 3], seat: Seat, token: &Token) -> Result<Best, String> {
        let found = self.best_found(seats, seat, token)?;
        let best = self.or_listed(found, seats, seat, token);
        Ok(if R::worth() == Worth::Probability { best.or_certain() } else { best })
    }

    fn as_known_to(&self, seat: Seat) -> Result<Option<Box<dyn Game>>, String> {
        let Some(known) = self.origin().as_known_to(seat)? else { return Ok(None) };
        let mut debate = Debate::new(known, self.seed())?;
        let mut seats = Seat::each(|seat| self.seat_plan(seat));
        if debate.set_seats(&seats).is_err() {
            // A player who knows the world cannot sit where it is drawn.
            seats[seat.index()] = SeatPlan::honest();
            debate.set_seats(&seats)?;
        }
        Ok(Some(Box::new(debate)))
    }

    fn promise(&self, seats: &[SeatPlan; 3], token: &Token) -> Result<Option<Promise>, Stopped> {
        // Of a person or a script no theorem speaks.
        match seats.each_ref().map(SeatPlan::program) {
            [Some(alice), Some(bob), Some(judge)] => {
                self.origin().promise([alice, bob, judge], token)
            }
            _ => Ok(None),
        }
    }

    fn many(&self, seats: &[SeatPlan; 3], token: &Token) -> Result<Box<dyn Many>, String> {
        self.origin().many(seats, token)
    }

    fn again(&self, seed: u64, seats: &[SeatPlan; 3]) -> Result<Box<dyn Game>, String> {
        let mut debate = Debate::new(self.origin().clone(), seed)?;
        debate.set_seats(seats)?;
        Ok(Box::new(debate))
    }
}

impl<R: Analysed> Debate<R> {
    /// What the rules, a search, an evaluation or a theorem say of a best response.
    fn best_found(&self, seats: &[SeatPlan; 3], seat: Seat, token: &Token) -> Result<Best, String> {
        let rules = self.origin();
        let others = || Seat::ALL.into_iter().filter(|&other| other != seat);
        let found = match others().all(|other| seats[other.index()].program().is_some()) {
            true => rules.best_response(seats, seat, token),
            false => Best::of(rules, seats, seat, &|seats| self.exact(seats, token), token),
        };
        let is_stopped = || token.is_stopped() && rules.without_best_play().is_none();
        let found = found.map_err(|why| if is_stopped() { Stopped.to_string() } else { why });
        let known = |found: &Best| found.value.is_closed();
        let honest = SeatPlan::honest();
        let of_honest = others().all(|other| seats[other.index()] == honest);
        let is_prover = seat != Seat::Judge;
        let is_known = found.as_ref().is_ok_and(known) || rules.without_best_play().is_some();
        if !of_honest || !is_prover || is_known {
            return found;
        }
        // What an evaluation says of honest others, or else a theorem; nobody is better than certain.
        let of_seat = |value: Evaluation| {
            if seat == Seat::Alice { value.best_alice } else { value.best_bob }
        };
        let solved = rules.evaluate(token).ok().flatten().and_then(of_seat);
        let mut written = ["honest"; 3];
        written[seat.index()] = Best::NAME;
        let promised = || {
            let promise = rules.promise(written, token).ok().flatten();
            promise.filter(|promise| promise.at_least == (seat == Seat::Bob))
        };
        let own = self.exact(&Seat::each(|_| honest.clone()), token);
        let most = if seat == Seat::Alice { 1.0 } else { 0.0 };
        let certain = R::worth() == Worth::Probability && own.map(Exact::get) == Some(most);
        let found = match (solved, promised()) {
            (Some(limit), _) => Best::within(found, seat, limit, Method::Solved),
            (None, _) if certain => Best::within(found, seat, most, Method::Solved),
            (None, Some(promise)) => Best::within(found, seat, promise.limit, Method::Theorem),
            (None, None) => found?,
        };
        Ok(match own {
            Some(own) if found.value.is_reached_by(own.get()) => found.or(honest, own),
            _ => found,
        })
    }

    /// This best response; where its player does not reach what nobody gets past, with the first of
    /// everything that the seat has who does, or who comes nearest, of those whose value is exact.
    fn or_listed(&self, mut best: Best, seats: &[SeatPlan; 3], seat: Seat, token: &Token) -> Best {
        let mut seats = seats.clone();
        let families = best.value.limit().map_or(Vec::new(), |_| Family::all(self, seat));
        for family in families {
            for at in family.grid() {
                if best.value.is_closed() || token.is_stopped() {
                    return best;
                }
                let plan = family.plan(at);
                seats[seat.index()] = plan.clone();
                if let Some(value) = self.exact(&seats, token) {
                    best = best.or(plan, value);
                }
            }
        }
        best
    }
}
