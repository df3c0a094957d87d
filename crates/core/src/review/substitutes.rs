//! Computes the value of other players in a person's seat: an honest player, a player who does what
//! the goal asks for, and the best known player.

use crate::analysis::{ExactValue, Game, PayoffUnit, ResponseSummary, Value};
use crate::debate::{SeatPlan, StrategyInfo};
use crate::rules::Seat;
use crate::scenario::Goal;
use crate::text::number::{fixed, probability};
use crate::work::CancelToken;

/// Alice's expected value if other players replace the person in one seat. The players of the other
/// seats stay the same.
#[derive(Clone, Debug, PartialEq)]
pub struct SubstituteValues {
    /// The person's seat.
    pub seat: Seat,
    /// The name of the opponent, for a sentence.
    pub against: String,
    /// The unit of the values.
    pub worth: PayoffUnit,
    /// The value of an honest player in the seat. `None` if it is not known exactly.
    pub honest: Option<ExactValue>,
    /// The value of a player who states the numbers that the goal asks for. `None` if the goal asks
    /// for no numbers.
    pub asked: Option<ExactValue>,
    /// Two payments to an Alice who knows nothing. Bob states honest numbers in the first case, and
    /// the numbers that the goal asks for in the second case. `None` if the goal asks for no
    /// numbers.
    pub ignorant: Option<[ExactValue; 2]>,
    /// The best response in the seat. `None` if unknown.
    pub best: Option<ResponseSummary>,
}

impl SubstituteValues {
    /// Computes the values for each seat of a prover in which a person plays. If a person judges,
    /// an honest judge takes the judge's seat. If the opponent is also a person, exact values are
    /// unknown.
    pub fn compute(
        from_start: &dyn Game,
        seats: &[SeatPlan; 3],
        goal: Option<&Goal>,
        token: &CancelToken,
    ) -> Vec<Self> {
        let others = Seat::each(|seat| match &seats[seat.index()] {
            SeatPlan::Human if seat == Seat::Judge => SeatPlan::honest(),
            plan => plan.clone(),
        });
        let people = [Seat::Alice, Seat::Bob].into_iter();
        let people = people.filter(|seat| seats[seat.index()] == SeatPlan::Human);
        let price = |seat: Seat| {
            let against = |alice: Option<&str>, player: &str| {
                let mut seats = others.clone();
                if let Some(alice) = alice {
                    seats[Seat::Alice.index()] = SeatPlan::Program(alice.to_owned());
                }
                seats[seat.index()] = SeatPlan::Program(player.to_owned());
                let known = seats.iter().all(|plan| *plan != SeatPlan::Human);
                known.then(|| from_start.exact(&seats, token)).flatten()
            };
            let with = |player: &str| against(None, player);
            let by = goal.filter(|goal| goal.law.is_some()).and_then(|goal| goal.by.as_deref());
            let best = from_start.best_response(&others, seat, token).ok();
            Self {
                seat,
                against: StrategyInfo::who(
                    &from_start.strategies(seat.opposite()),
                    &others[seat.opposite().index()],
                ),
                worth: from_start.payoff_unit(),
                honest: with("honest"),
                asked: by.and_then(with),
                ignorant: by.filter(|_| seat == Seat::Bob).and_then(|by| {
                    let paid = |bob: &str| against(Some("ignorant"), bob);
                    Some([paid("honest")?, paid(by)?])
                }),
                best: best.map(ResponseSummary::from),
            }
        };
        people.map(price).collect()
    }

    /// The values as sentences.
    pub fn sentences(&self) -> Vec<String> {
        let Self { seat, against, .. } = self;
        let name = seat.name();
        let comes_to = |value: ExactValue| match self.worth {
            PayoffUnit::Payoff => {
                format!("Alice is paid {} on average over the draws", fixed(value.get(), 3))
            }
            PayoffUnit::Probability => {
                format!("Alice wins with probability {}", probability(value.get()))
            }
        };
        let honest = self.honest.map(|honest| {
            let asked = self.asked.map_or_else(String::new, |asked| {
                format!(
                    ". With the numbers that the goal asks for, Alice is paid {}",
                    fixed(asked.get(), 3)
                )
            });
            let other = seat.opposite().name();
            format!("With an honest {name} ({other}: {against}), {}{asked}.", comes_to(honest))
        });
        // Bounds that are far apart tell a player nothing.
        let is_wide = |best: &&ResponseSummary| {
            let ResponseSummary::Known { value, .. } = best else { return false };
            let [low, high] = Value::from(*value).ends();
            high - low > 1.0
        };
        let best = self.best.as_ref().filter(|best| !is_wide(best));
        let what = match self.worth {
            PayoffUnit::Payoff => "Alice's average payment",
            PayoffUnit::Probability => "Alice's probability of winning",
        };
        let best = best.map(|best| format!("{what} with {}.", best.sentence(*seat, against)));
        let ignorant = self.ignorant.map(|paid| {
            let [honest, asked] = paid.map(|paid| fixed(paid.get(), 3));
            format!(
                "An Alice who knows nothing is paid {honest} with honest numbers and {asked} \
                 with the numbers of the goal."
            )
        });
        honest.into_iter().chain(ignorant).chain(best).collect()
    }
}
