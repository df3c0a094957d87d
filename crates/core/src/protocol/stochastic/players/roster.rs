//! The players of a stochastic debate, as they are listed and written.

use super::kinds::{Alice, Bob, DEFAULT_LEVEL, Players};
use super::values::{Needs, SolverError};
use super::{alice, bob};
use crate::machine::Step;
use crate::protocol::stochastic::{AskedFor, Seen, Stochastic};
use crate::protocol::witness;
use crate::rules::{Move, Seat, Verb};
use crate::strategy::argument::{Argument, Given};
use crate::strategy::{Choice, Listed, Made, Players as Roster, Seating, plays, plays_as};
use crate::work::Token;

/// A share of a coin is below 1.
const BELOW_ONE: f64 = 0.999_999;

/// An Alice for the list. One who answers her opponent reckons with the Bob who is seated; a
/// person is taken for honest.
fn alice(
    name: &'static str,
    argument: Argument,
    says: &'static str,
    kind: fn(&Stochastic, Given) -> Result<Alice, String>,
) -> Listed<Stochastic> {
    let make = move |debate: &Stochastic, given: Given, seating: &Seating| {
        let player = kind(debate, given)?;
        let opposite = match player {
            Alice::BestResponse => seating.solved(debate, Seat::Bob)?,
            _ => None,
        };
        let players = Players { alice: player, bob: opposite.unwrap_or(Bob::Honest) };
        within_reach(debate, players)?;
        plays_as(player, move |_, sight| alice::play(players, sight))
    };
    Listed::made_by(Seat::Alice, name, argument, says, make)
}

/// A Bob for the list; see [`alice`].
fn bob(
    name: &'static str,
    argument: Argument,
    says: &'static str,
    kind: fn(&Stochastic, Given) -> Result<Bob, String>,
) -> Listed<Stochastic> {
    let make = move |debate: &Stochastic, given: Given, seating: &Seating| {
        let player = kind(debate, given)?;
        let opposite = match player {
            Bob::BestResponse => seating.solved(debate, Seat::Alice)?,
            _ => None,
        };
        let players = Players { alice: opposite.unwrap_or(Alice::Honest), bob: player };
        within_reach(debate, players)?;
        plays_as(player, move |_, sight| bob::play(players, sight))
    };
    Listed::made_by(Seat::Bob, name, argument, says, make)
}

/// How often the look at a plan's width may ask whether to go on: some seconds.
const MOST_LOOKED: u64 = 1_000_000;

/// Refuses a player who would have to look ahead in a plan that is too wide for it, rather than
/// let another be played in that name.
fn within_reach(debate: &Stochastic, players: Players) -> Result<(), String> {
    if Needs::of(players).nothing() {
        return Ok(());
    }
    let found =
        debate.insight().solver(&Token::limited(MOST_LOOKED)).and_then(|s| s.reaches(players));
    match found {
        Ok(()) | Err(SolverError::Stopped(_)) => Ok(()),
        Err(why) => Err(format!("looks ahead, which is out of reach here: {why}")),
    }
}

impl Roster for Stochastic {
    fn roster() -> Vec<Listed<Self>> {
        let none = Argument::None;
        vec![
            alice(
                "honest",
                none,
                "draws her votes and states their mean; gates exactly",
                |_, _| Ok(Alice::Honest),
            ),
            alice("exact", none, "knows every probability and states it", |_, _| Ok(Alice::Exact)),
            alice(
                "shift",
                Argument::Real("δ", -1.0, 1.0),
                "overstates every ask by δ",
                |_, given| Ok(Alice::Shift(given.real())),
            ),
            alice(
                "drift",
                Argument::Real("δ", -1e6, 1e6),
                "overstates by δ in all, spread over the asks",
                |_, given| Ok(Alice::Drift(given.real())),
            ),
            alice(
                "late-lie",
                Argument::Number("t"),
                "exact, but at step t she states for certain the bit that serves her",
                |debate, given| step(debate, given).map(Alice::LateLie),
            ),
            alice("optimal", none, "does what is best against an honest Bob", |_, _| {
                Ok(Alice::Optimal)
            }),
            alice(
                "best-response",
                none,
                "does her best without departures, before an honest judge, against the seated Bob",
                |_, _| Ok(Alice::BestResponse),
            ),
            Listed::new(
                Seat::Alice,
                "rig",
                Argument::RealOr("z", 0.5, 0.0, BELOW_ONE),
                "exact, and picks her share of the coin to win should Bob's be z",
                |_, given| plays(move |sight| alice::rig(given.real(), sight)),
            ),
            Listed::new(
                Seat::Alice,
                "shift-gates",
                Argument::Real("δ", 0.0, 1.0),
                "exact at asks, and overstates every gate by δ",
                |_, given| plays(move |sight| alice::shift_gates(given.real(), sight)),
            ),
            Listed::plain(
                Seat::Alice,
                "own-bits",
                "exact, but where she sets the bits herself the last is 1",
                alice::own_bits,
            ),
            bob(
                "honest",
                none,
                "draws his votes and aborts where their mean is too far off, or a gate is wrong",
                |_, _| Ok(Bob::Honest),
            ),
            bob("never", none, "never aborts", |_, _| Ok(Bob::Never)),
            bob("always-objects", none, "aborts in the first round", |_, _| {
                Ok(Bob::AbortAt(Step::new(1)))
            }),
            bob(
                "abort-at",
                Argument::Number("t"),
                "aborts in round t, whatever happened",
                |debate, given| step(debate, given).map(Bob::AbortAt),
            ),
            bob(
                "when-losing",
                Argument::RealOr("level", DEFAULT_LEVEL, 0.0, 1.0),
                "aborts when the bits so far make the output 1 likely: blames Alice for the coins",
                |_, given| Ok(Bob::WhenLosing(given.real())),
            ),
            bob(
                "lazy",
                Argument::RealOr("f", 0.0, 0.0, 1.0),
                "honest on a fraction f of the votes; without f he draws none and never objects",
                |_, given| {
                    Ok(Some(given.real()).filter(|f| *f > 0.0).map_or(Bob::Never, Bob::Lazy))
                },
            ),
            bob(
                "optimal",
                none,
                "does what is best against an Alice who is honest from the next round on",
                |_, _| Ok(Bob::Optimal),
            ),
            bob(
                "best-response",
                none,
                "does his best without departures, before an honest judge, against the seated Alice",
                |_, _| Ok(Bob::BestResponse),
            ),
            Listed::new(
                Seat::Bob,
                "predictable",
                Argument::RealOr("z", 0.5, 0.0, BELOW_ONE),
                "honest, except that his share of the coin is always z",
                |_, given| plays(move |sight| bob::predictable(given.real(), sight)),
            ),
            Listed::plain(
                Seat::Judge,
                "honest",
                "draws all its votes and rules by their mean; checks gates",
                |sight| judge(None, sight),
            ),
            Listed::new(
                Seat::Judge,
                "samples",
                Argument::Number("n"),
                "draws n votes, fewer than it should, and rules by their mean",
                fewer_votes,
            ),
        ]
    }

    fn players(&self) -> Vec<Listed<Self>> {
        witness::players(self, |debate| debate.opening.as_ref())
    }
}

fn fewer_votes(debate: &Stochastic, given: Given) -> Made<Stochastic> {
    let (n, most) = (given.number(), debate.setup().constants.judge.count);
    if n > most {
        return Err(format!("the judge draws at most {most} votes in this debate"));
    }
    plays(move |sight| judge(Some(n), sight))
}

/// Draws what it should, or `fewer`, and rules by the mean; at a gate, by what it read.
fn judge(fewer: Option<u64>, sight: Seen<'_>) -> Choice {
    let wanted = fewer.unwrap_or(sight.constants().judge.count);
    let left = wanted.saturating_sub(sight.votes().all);
    let may_draw = left > 0 && sight.menu().offer(Verb::Sample).is_some();
    match sight.asked() {
        AskedFor::Verdict { verdict, .. } if !may_draw => Move::Rule(verdict).into(),
        _ => Move::Sample(left).into(),
    }
}

/// A step that the plan has.
fn step(debate: &Stochastic, given: Given) -> Result<Step, String> {
    let plan = &debate.setup().plan;
    match u32::try_from(given.number()) {
        Ok(number @ 1..) if plan.has(Step::new(number)) => Ok(Step::new(number)),
        _ => Err(format!("there is no round {}: they go from 1 to {}", given.number(), plan.len())),
    }
}

impl Alice {
    /// The Alice that is written so, if the solver knows her.
    ///
    /// # Errors
    /// As [`Seating::solved`].
    pub fn written(debate: &Stochastic, written: &str) -> Result<Self, String> {
        let seating = Seating::new([Some(written.to_owned()), None, None]);
        Ok(seating.solved(debate, Seat::Alice)?.unwrap_or(Self::Honest))
    }
}

impl Bob {
    /// The Bob that is written so, if the solver knows him.
    ///
    /// # Errors
    /// As [`Seating::solved`].
    pub fn written(debate: &Stochastic, written: &str) -> Result<Self, String> {
        let seating = Seating::new([None, Some(written.to_owned()), None]);
        Ok(seating.solved(debate, Seat::Bob)?.unwrap_or(Self::Honest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::stochastic::players::values::testing::{debate, votes};

    #[test]
    fn players_read_back_from_their_names() {
        let debate = debate(votes(7, 0.3, crate::machine::Op::Majority), 2.0);
        for name in [
            "honest",
            "exact",
            "shift:-0.02",
            "drift:0.3",
            "late-lie:7",
            "optimal",
            "best-response",
        ] {
            assert_eq!(Alice::written(&debate, name).unwrap().to_string(), name);
        }
        for name in [
            "honest",
            "never",
            "abort-at:2",
            "when-losing",
            "lazy:0.25",
            "optimal",
            "best-response",
        ] {
            assert_eq!(Bob::written(&debate, name).unwrap().to_string(), name);
        }
        assert_eq!(Bob::written(&debate, "always-objects"), Ok(Bob::AbortAt(Step::new(1))));
    }

    #[test]
    fn wrong_names_say_which_there_are() {
        let debate = debate(votes(3, 0.3, crate::machine::Op::Majority), 2.0);
        let wrong = Alice::written(&debate, "shfit:0.1").unwrap_err();
        assert!(wrong.contains("shift:δ"), "{wrong}");
        let bare = Alice::written(&debate, "shift").unwrap_err();
        assert!(bare.contains("needs δ"), "{bare}");
        for lazy in ["lazy", "lazy:0"] {
            assert_eq!(Bob::written(&debate, lazy), Ok(Bob::Never));
        }
        assert!(Bob::written(&debate, "abort-at:0").is_err());
        assert!(Bob::written(&debate, "abort-at:5").is_err());
        assert!(Alice::written(&debate, "shift:nan").is_err());
    }
}
