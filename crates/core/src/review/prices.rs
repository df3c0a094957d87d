//! What the play of a prover's seat is worth on average, against whoever sat opposite: by honest play, by
//! what the goal asks for, by the best that is known.

use crate::analysis::{Exact, Game, Response, Worth};
use crate::debate::{SeatPlan, StrategyInfo};
use crate::rules::Seat;
use crate::scenario::Goal;
use crate::text::number::{fixed, probability};
use crate::work::Token;

/// What Alice can expect if other players sit where a person sat; everybody else is who they were.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    /// The person's seat.
    pub seat: Seat,
    /// Who sat opposite, in words.
    pub against: String,
    /// What values are counted in.
    pub worth: Worth,
    /// By honest play in the seat; none where it is not known exactly.
    pub honest: Option<Exact>,
    /// By the numbers that the goal asks for; none where it asks for none.
    pub asked: Option<Exact>,
    /// To an Alice who knows nothing, by honest numbers and by those that the goal asks for; none where it
    /// asks for none.
    pub ignorant: Option<[Exact; 2]>,
    /// By the best play.
    pub best: Option<Response>,
}

impl Prices {
    /// The prices of each prover's seat that a person has. A person judges as the honest program does;
    /// who else is a person is not known.
    pub fn of(
        from_start: &dyn Game,
        seats: &[SeatPlan; 3],
        goal: Option<&Goal>,
        token: &Token,
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
                worth: from_start.worth(),
                honest: with("honest"),
                asked: by.and_then(with),
                ignorant: by.filter(|_| seat == Seat::Bob).and_then(|by| {
                    let paid = |bob: &str| against(Some("ignorant"), bob);
                    Some([paid("honest")?, paid(by)?])
                }),
                best: best.map(Response::from),
            }
        };
        people.map(price).collect()
    }

    /// They in sentences.
    pub fn said(&self) -> Vec<String> {
        let Self { seat, against, .. } = self;
        let name = seat.name();
        let comes_to = |value: Exact| match self.worth {
            Worth::Payoff => format!("Alice is paid {} on average", fixed(value.get(), 3)),
            Worth::Probability => {
                format!("Alice wins with probability {}", probability(value.get()))
            }
        };
        let honest = self.honest.map(|honest| {
            let asked = self.asked.map_or_else(String::new, |asked| {
                format!("; with the numbers that the goal asks for, {}", fixed(asked.get(), 3))
            });
            let other = seat.opposite().name();
            format!("An honest {name}, {other} {against}: {}{asked}.", comes_to(honest))
        });
        let best = self.best.as_ref();
        let what = match self.worth {
            Worth::Payoff => "What Alice is paid",
            Worth::Probability => "How likely Alice wins",
        };
        let best = best.map(|best| format!("{what} with {}.", best.told(*seat, against)));
        let ignorant = self.ignorant.map(|paid| {
            let [honest, asked] = paid.map(|paid| fixed(paid.get(), 3));
            format!(
                "An Alice who knows nothing is paid {honest} by the one and {asked} by the other."
            )
        });
        honest.into_iter().chain(ignorant).chain(best).collect()
    }
}
