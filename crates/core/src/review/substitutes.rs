//! Computes the average value of play in a prover's seat: honest play, the play that the goal asks
//! for, and the best known play.

use crate::analysis::{ExactValue, Game, PayoffUnit, ResponseSummary};
use crate::debate::{SeatPlan, StrategyInfo};
use crate::rules::Seat;
use crate::scenario::Goal;
use crate::text::number::{fixed, probability};
use crate::work::CancelToken;

/// Alice's expected value with other players in a person's seat. All other players stay the same.
#[derive(Clone, Debug, PartialEq)]
pub struct SubstituteValues {
    /// The person's seat.
    pub seat: Seat,
    /// The opponent, in words.
    pub against: String,
    /// The unit of the values.
    pub worth: PayoffUnit,
    /// The value of honest play in the seat. `None` if it is not known exactly.
    pub honest: Option<ExactValue>,
    /// The value of the numbers that the goal asks for. `None` if it asks for none.
    pub asked: Option<ExactValue>,
    /// The payments to an Alice without knowledge, by honest numbers and by the numbers of the
    /// goal. `None` if the goal asks for none.
    pub ignorant: Option<[ExactValue; 2]>,
    /// The best response.
    pub best: Option<ResponseSummary>,
}

impl SubstituteValues {
    /// Computes the values for each prover's seat that a person has. If a person judges, the honest
    /// judge replaces that person. If the opponent is a person, the exact values against that
    /// opponent are unknown.
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

    /// The prices as sentences.
    pub fn sentences(&self) -> Vec<String> {
        let Self { seat, against, .. } = self;
        let name = seat.name();
        let comes_to = |value: ExactValue| match self.worth {
            PayoffUnit::Payoff => format!("Alice is paid {} on average", fixed(value.get(), 3)),
            PayoffUnit::Probability => {
                format!("Alice wins with probability {}", probability(value.get()))
            }
        };
        let honest = self.honest.map(|honest| {
            let asked = self.asked.map_or_else(String::new, |asked| {
                format!(". With the numbers that the goal asks for it is {}", fixed(asked.get(), 3))
            });
            let other = seat.opposite().name();
            format!("With an honest {name} ({other}: {against}), {}{asked}.", comes_to(honest))
        });
        let best = self.best.as_ref();
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
