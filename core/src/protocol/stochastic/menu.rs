//! What each seat may do.

use super::{MOST_SAMPLES, Phase, Stochastic, Votes};
use crate::rules::{Audience, Domain, Menu, Offer, Seat, Verb};

/// A prover may draw votes so often in one round: every debate ends.
const MOST_DRAWS: u32 = 64;

impl Stochastic {
    pub(super) fn offered(&self) -> Menu {
        match self.phase {
            Phase::Stating => {
                let state = Offer::answer(Verb::State, Domain::Probability);
                self.with_votes([state.seen_by(Audience::PROVERS)], Seat::Alice)
            }
            Phase::Sharing(seat) => {
                let own = self.sees_share(seat);
                Menu::of(Offer::answer(Verb::Fair, Domain::Nothing).seen_by(own))
                    .and(Offer::answer(Verb::Share, Domain::Share).seen_by(own))
            }
            Phase::Setting => {
                Menu::of(Offer::answer(Verb::Bit, Domain::Bit).seen_by(Audience::PROVERS))
            }
            Phase::Deciding => {
                let go_on = Offer::answer(Verb::Continue, Domain::Nothing);
                let abort = Offer::answer(Verb::Abort, Domain::Nothing);
                self.with_votes([go_on, abort], Seat::Bob)
            }
            Phase::Judging => {
                self.with_votes([Offer::answer(Verb::Rule, Domain::Side)], Seat::Judge)
            }
            _ => Menu::default(),
        }
    }

    /// These answers; and before them the drawing of votes, if there is a question to draw them on
    /// and some are left. A prover draws in private: as many as an honest one, or any number.
    fn with_votes<const N: usize>(&self, answers: [Offer; N], seat: Seat) -> Menu {
        let constants = self.constants();
        let (votes, most, usual) = match seat {
            Seat::Alice => (self.prover_votes(seat), MOST_SAMPLES, Some(constants.alice)),
            Seat::Bob => (self.prover_votes(seat), MOST_SAMPLES, Some(constants.bob.count)),
            Seat::Judge => (self.votes, constants.judge.count, None),
        };
        let menu: Menu = answers.into_iter().collect();
        let left = most.saturating_sub(votes.all);
        if !self.asks() || left == 0 || votes.draws >= MOST_DRAWS {
            return menu;
        }
        let to = if usual.is_some() { Audience::only(seat) } else { Audience::ALL };
        let draw = |range| Offer::before(Verb::Sample, Domain::Count(range)).seen_by(to);
        let usual = usual.map(|usual| usual.min(left));
        menu.and_perhaps(usual.map(|usual| draw(usual..=usual))).and(draw(1..=left))
    }

    fn prover_votes(&self, seat: Seat) -> Votes {
        self.now.votes[seat.index()]
    }
}
