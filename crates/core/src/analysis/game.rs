//! A debate of any protocol that can be played and analysed.

use super::analysable::{Analysable, Evaluation, PayoffUnit};
use super::best_response::BestResponse;
use super::bound::PayoffGuarantee;
use super::report::{Report, Unsolved};
use super::strategy_family::StrategyFamily;
use super::value::{BoundMethod, ExactValue};
use crate::debate::{AnyDebate, BatchSimulator, Debate, NodeId, SeatPlan};
use crate::rules::Seat;
use crate::work::{CancelToken, Cancelled};

/// Work that may run on a thread other than the screen's thread.
pub type DeferredWork<T> = Box<dyn FnOnce(&CancelToken) -> T + Send>;

/// Evaluates a node of a debate, like [`Analysable::evaluate`].
pub type Evaluator =
    Box<dyn Fn(NodeId, &CancelToken) -> Result<Option<Evaluation>, Cancelled> + Send>;

/// The work that adds the results to a report.
pub type SolveTask = Box<dyn FnOnce(&mut Report, &CancelToken) -> Result<(), Unsolved> + Send>;

/// A debate of any protocol that can be played and analysed.
///
/// ```
/// use elenchus_core::debate::SeatPlan;
/// use elenchus_core::rules::Seat;
/// use elenchus_core::work::CancelToken;
///
/// # let text = "{elenchus: 1, title: T, claim: C, protocol: {cross-examination: {claim: 1}},
/// #     machine: {plan: {steps: [{ask: Is it true?, answer: no}]}}, seats: {alice: 'lie-at:1'}}";
/// let scenario = elenchus_core::scenario::read("one.yaml", text)?;
/// let game = elenchus_core::scenario::open(&scenario).map_err(|fault| fault.message)?;
/// // The claim is false, and an honest Bob finds the error against any Alice.
/// let seats = Seat::each(|seat| game.seat_plan(seat));
/// assert_eq!(game.exact(&seats, &CancelToken::default()).map(|value| value.get()), Some(0.0));
/// let evaluated = game.evaluation(game.tree().here())(&CancelToken::default())?;
/// assert_eq!(evaluated.map(|value| value.honest), Some(0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: AnyDebate {
    /// This game as a debate that can be played but not analysed.
    fn table(&mut self) -> &mut dyn AnyDebate;

    /// The unit of this game's values.
    fn payoff_unit(&self) -> PayoffUnit;

    /// The scope of an exact average from here, such as "the draws in this world". `None` if the
    /// debate has no worlds.
    fn averages_over(&self) -> Option<&'static str>;

    /// The largest possible value.
    fn max_value(&self) -> f64;

    /// The work that evaluates a node.
    fn evaluation(&self, node: NodeId) -> DeferredWork<Result<Option<Evaluation>, Cancelled>>;

    /// An evaluator for all nodes that this debate has now.
    fn evaluator(&self) -> Evaluator;

    /// The work that solves the debate from its start, like [`Analysable::report`].
    fn solving(&self) -> SolveTask;

    /// Alice's exact expected value between these players, from the start of the debate. `None` if
    /// it would take too long. [`PlayersValue::compute`](crate::batch::PlayersValue::compute) then
    /// estimates the value from played debates.
    fn exact(&self, seats: &[SeatPlan; 3], token: &CancelToken) -> Option<ExactValue>;

    /// The best response of a seat to these players, from the start of the debate. The seat knows
    /// only what the scenario reveals to it. Values are averages over the worlds that it cannot
    /// distinguish.
    ///
    /// # Errors
    /// Returns the reason if the best response is unknown.
    fn best_response(
        &self,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &CancelToken,
    ) -> Result<BestResponse, String>;

    /// The best response of a seat that also knows what the scenario hides, because a person may find out hidden facts.
    /// If the player that was found does not attain the bound, looks for a better player among the seat's own
    /// strategies.
    ///
    /// # Errors
    /// Returns the reason if the best response is unknown.
    fn best_play(
        &self,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &CancelToken,
    ) -> Result<BestResponse, String>;

    /// The debate from its start, as a seat knows it: everything that is hidden from the seat is
    /// drawn at random. `None` if nothing is hidden from the seat.
    ///
    /// # Errors
    /// Returns the reason if this view of the debate cannot be built.
    fn as_known_to(&self, seat: Seat) -> Result<Option<Box<dyn Game>>, String>;

    /// What a theorem guarantees if these players play this debate. `None` if no theorem covers
    /// this.
    ///
    /// # Errors
    /// Returns an error if the work was stopped.
    fn promise(
        &self,
        seats: &[SeatPlan; 3],
        token: &CancelToken,
    ) -> Result<Option<PayoffGuarantee>, Cancelled>;

    /// A simulator of many debates between these players, from the start of the debate. If the work
    /// is stopped, the simulator is slower, because its tables are missing.
    ///
    /// # Errors
    /// Returns an error if a seat does not have this strategy, or a person has the seat.
    fn simulator(
        &self,
        seats: &[SeatPlan; 3],
        token: &CancelToken,
    ) -> Result<Box<dyn BatchSimulator>, String>;

    /// The same debate from its start, with another seed and these players.
    ///
    /// # Errors
    /// Returns an error if a seat does not have this strategy.
    fn restart(&self, seed: u64, seats: &[SeatPlan; 3]) -> Result<Box<dyn Game>, String>;
}

impl dyn Game + '_ {
    /// Alice's value at a node if everybody is honest from that node on. `None` if it is unknown.
    pub fn honest_value(&self, node: NodeId, token: &CancelToken) -> Option<f64> {
        self.evaluation(node)(token).ok().flatten().map(|found| found.honest)
    }

    /// The present players, but with this program in one seat.
    pub fn seats_with(&self, seat: Seat, program: &str) -> [SeatPlan; 3] {
        Seat::each(|own| match own == seat {
            true => SeatPlan::Program(program.to_owned()),
            false => self.seat_plan(own),
        })
    }
}

impl<R: Analysable> Game for Debate<R> {
    fn table(&mut self) -> &mut dyn AnyDebate {
        self
    }

    fn payoff_unit(&self) -> PayoffUnit {
        R::payoff_unit()
    }

    fn averages_over(&self) -> Option<&'static str> {
        self.rules().averages_over()
    }

    fn max_value(&self) -> f64 {
        self.origin().max_value()
    }

    fn evaluation(&self, node: NodeId) -> DeferredWork<Result<Option<Evaluation>, Cancelled>> {
        let rules = self.rules_at(node);
        Box::new(move |token| rules.evaluate(token))
    }

    fn evaluator(&self) -> Evaluator {
        let debate = self.clone();
        Box::new(move |node, token| debate.rules_at(node).evaluate(token))
    }

    fn solving(&self) -> SolveTask {
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

    fn exact(&self, seats: &[SeatPlan; 3], token: &CancelToken) -> Option<ExactValue> {
        if !seats.iter().any(|seat| matches!(seat, SeatPlan::Mix(_))) {
            return self.origin().exact(seats, token);
        }
        // A strategy that is computed for one opponent cannot play against a mixture.
        if seats.contains(&SeatPlan::Human) || self.origin().simulator(seats, token).is_err() {
            return None;
        }
        // The value of a mixture is the weighted mean of the values of its parts.
        let part = |(p, seats)| Some((p, self.origin().exact(&seats, token)?));
        let parts: Option<Vec<_>> = SeatPlan::unmixed(seats).into_iter().map(part).collect();
        Some(ExactValue::mixed(parts?))
    }

    fn best_response(
        &self,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &CancelToken,
    ) -> Result<BestResponse, String> {
        match self.as_known_to(seat)? {
            None => self.best_play(seats, seat, token),
            Some(known) => known.best_play(seats, seat, token).map(BestResponse::averaged),
        }
    }

    fn best_play(
        &self,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &CancelToken,
    ) -> Result<BestResponse, String> {
        let found = self.best_found(seats, seat, token)?;
        let best = self.or_seated(self.or_listed(found, seats, seat, token), seats, seat, token);
        Ok(if R::payoff_unit() == PayoffUnit::Probability { best.or_certain() } else { best })
    }

    fn as_known_to(&self, seat: Seat) -> Result<Option<Box<dyn Game>>, String> {
        let Some(known) = self.origin().as_known_to(seat)? else { return Ok(None) };
        let mut debate = Debate::new(known, self.seed())?;
        let mut seats = Seat::each(|seat| self.seat_plan(seat));
        if debate.set_seats(&seats).is_err() {
            // A strategy that knows the world cannot play a debate in which the world is drawn at
            // random.
            seats[seat.index()] = SeatPlan::honest();
            debate.set_seats(&seats)?;
        }
        Ok(Some(Box::new(debate)))
    }

    fn promise(
        &self,
        seats: &[SeatPlan; 3],
        token: &CancelToken,
    ) -> Result<Option<PayoffGuarantee>, Cancelled> {
        // No theorem covers a person or a script.
        match seats.each_ref().map(SeatPlan::program) {
            [Some(alice), Some(bob), Some(judge)] => {
                self.origin().promise([alice, bob, judge], token)
            }
            _ => Ok(None),
        }
    }

    fn simulator(
        &self,
        seats: &[SeatPlan; 3],
        token: &CancelToken,
    ) -> Result<Box<dyn BatchSimulator>, String> {
        self.origin().simulator(seats, token)
    }

    fn restart(&self, seed: u64, seats: &[SeatPlan; 3]) -> Result<Box<dyn Game>, String> {
        let mut debate = Debate::new(self.origin().clone(), seed)?;
        debate.set_seats(seats)?;
        Ok(Box::new(debate))
    }
}

impl<R: Analysable> Debate<R> {
    /// The best response from the protocol's own method, a search, an evaluation or a theorem.
    fn best_found(
        &self,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &CancelToken,
    ) -> Result<BestResponse, String> {
        let rules = self.origin();
        let others = || Seat::ALL.into_iter().filter(|&other| other != seat);
        let found = match others().all(|other| seats[other.index()].program().is_some()) {
            true => rules.best_response(seats, seat, token),
            false => rules.best_against_mixture(seats, seat, token).map_or_else(
                || {
                    let exact = |seats: &[SeatPlan; 3]| self.exact(seats, token);
                    BestResponse::from_roster(rules, seats, seat, &exact, token)
                },
                Ok,
            ),
        };
        let found =
            found.map_err(|why| if token.is_stopped() { Cancelled.to_string() } else { why });
        let known = |found: &BestResponse| found.value.is_closed();
        let honest = SeatPlan::honest();
        let of_honest = others().all(|other| seats[other.index()] == honest);
        let is_prover = seat != Seat::Judge;
        let is_known = found.as_ref().is_ok_and(known);
        if !of_honest || !is_prover || is_known {
            return found;
        }
        // The limit comes from an evaluation against honest players, or from a theorem. If the
        // honest player is certain to win, no player can do better.
        let of_seat = |value: Evaluation| {
            if seat == Seat::Alice { value.best_alice } else { value.best_bob }
        };
        let solved = rules.evaluate(token).ok().flatten().and_then(of_seat);
        let mut written = ["honest"; 3];
        written[seat.index()] = BestResponse::NAME;
        let promised = || {
            let promise = rules.promise(written, token).ok().flatten();
            promise.filter(|promise| promise.limit.is_lower() == (seat == Seat::Bob))
        };
        let own = self.exact(&Seat::each(|_| honest.clone()), token);
        let most = if seat == Seat::Alice { 1.0 } else { 0.0 };
        let certain =
            R::payoff_unit() == PayoffUnit::Probability && own.map(ExactValue::get) == Some(most);
        let found = match (solved, promised()) {
            (Some(limit), _) => BestResponse::with_limit(found, seat, limit, BoundMethod::Solved),
            (None, _) if certain => {
                BestResponse::with_limit(found, seat, most, BoundMethod::Solved)
            }
            (None, Some(promise)) => {
                BestResponse::with_limit(found, seat, promise.limit.get(), BoundMethod::Theorem)
            }
            (None, None) => found?,
        };
        Ok(match own {
            Some(own) if found.value.is_reached_by(own.get()) => found.or(honest, own),
            _ => found,
        })
    }

    /// This best response. If the present player of the seat does better, that player instead.
    fn or_seated(
        &self,
        best: BestResponse,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &CancelToken,
    ) -> BestResponse {
        let plan = &seats[seat.index()];
        if best.value.is_closed() || *plan == SeatPlan::Human {
            return best;
        }
        match self.exact(seats, token) {
            Some(value) => best.or(plan.clone(), value),
            None => best,
        }
    }

    /// This best response, if its player attains the bound. Otherwise, the function looks for a
    /// better player among the seat's own strategies. It takes the first strategy that attains the
    /// bound. If none does, it takes the strategy that comes nearest to the bound. Only strategies
    /// with an exact value count.
    fn or_listed(
        &self,
        mut best: BestResponse,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &CancelToken,
    ) -> BestResponse {
        let mut seats = seats.clone();
        let families = best.value.limit().map_or(Vec::new(), |_| StrategyFamily::all(self, seat));
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
