//! The strategies of a stochastic debate: their names, arguments and explanations.

use super::play;
use super::profile::{AliceStrategy, BobStrategy, DEFAULT_LEVEL, StrategyProfile};
use super::values::SolverError;
use crate::machine::Step;
use crate::protocol::stochastic::Stochastic;
use crate::protocol::witness;
use crate::rules::Seat;
use crate::strategy::argument::{ParameterValue, StrategyParameter};
use crate::strategy::{SeatedStrategies, StrategyEntry, StrategyRegistry, plays, plays_as};
use crate::work::CancelToken;

/// The largest share of a coin that a strategy's argument can give, because shares are below 1.
const BELOW_ONE: f64 = 0.999_999;

/// The upper limit on the work of checking that a player can look ahead. A check at this limit
/// takes some seconds.
const MOST_LOOKED: u64 = 1_000_000;

/// A strategy that the solver knows. A best response is computed against the seated opponent. If
/// the opponent is a person, it is computed against an honest player.
fn solved(
    seat: Seat,
    name: &'static str,
    argument: StrategyParameter,
    says: &'static str,
    kind: fn(&Stochastic, ParameterValue) -> Result<StrategyProfile, String>,
) -> StrategyEntry<Stochastic> {
    let make = move |debate: &Stochastic, given: ParameterValue, seating: &SeatedStrategies| {
        let mut players = kind(debate, given)?;
        if seat == Seat::Alice && players.alice == AliceStrategy::BestResponse {
            let seated: Option<StrategyProfile> = seating.solved(debate, Seat::Bob)?;
            players.bob = seated.map_or(BobStrategy::Honest, |seated| seated.bob);
        }
        if seat == Seat::Bob && players.bob == BobStrategy::BestResponse {
            let seated: Option<StrategyProfile> = seating.solved(debate, Seat::Alice)?;
            players.alice = seated.map_or(AliceStrategy::Honest, |seated| seated.alice);
        }
        within_reach(debate, players)?;
        // If Bob does not show his share, he can foresee hers, and no solver knows the best share against it.
        let is_foreseen = matches!(players.alice, AliceStrategy::Rig(_)) && debate.by_hand();
        if is_foreseen && !debate.departures().without_copies {
            return plays(move |sight| play::play(players, sight));
        }
        plays_as(players, move |_, sight| play::play(players, sight))
    };
    StrategyEntry::made_by(seat, name, argument, says, make)
}

/// Returns an error if the player looks ahead and the plan is too wide for this. Otherwise the
/// player would be weaker than the strategy's name says.
fn within_reach(debate: &Stochastic, players: StrategyProfile) -> Result<(), String> {
    if !players.look_ahead() {
        return Ok(());
    }
    let solver = debate.insight().solver(&CancelToken::limited(MOST_LOOKED));
    match solver.and_then(|solver| solver.reaches(players)) {
        Ok(()) | Err(SolverError::Stopped(_)) => Ok(()),
        Err(why) => Err(format!("looks ahead, which is too expensive here: {why}")),
    }
}

impl StrategyRegistry for Stochastic {
    fn roster() -> Vec<StrategyEntry<Self>> {
        let (none, alice, bob, judge) =
            (StrategyParameter::None, Seat::Alice, Seat::Bob, Seat::Judge);
        let share = StrategyParameter::RealOr("z", 0.5, 0.0, BELOW_ONE);
        vec![
            solved(
                alice,
                "honest",
                none,
                "draws her votes and states their mean; states gates exactly",
                |_, _| Ok(AliceStrategy::Honest.into()),
            ),
            solved(alice, "exact", none, "knows and states every probability", |_, _| {
                Ok(AliceStrategy::Exact.into())
            }),
            solved(
                alice,
                "shift",
                StrategyParameter::Real("δ", -1.0, 1.0),
                "overstates the probability by δ at every question",
                |_, given| Ok(AliceStrategy::Shift(given.real()).into()),
            ),
            solved(
                alice,
                "drift",
                StrategyParameter::Real("δ", -1e6, 1e6),
                "overstates the probabilities by δ in total, with an equal share at each question",
                |_, given| Ok(AliceStrategy::Drift(given.real()).into()),
            ),
            solved(
                alice,
                "late-lie",
                StrategyParameter::Number("t"),
                "states exact numbers, but at step t the bit (0 or 1) that is better for her",
                |debate, given| Ok(AliceStrategy::LateLie(step(debate, &given)?).into()),
            ),
            solved(alice, "optimal", none, "plays best against an honest Bob", |_, _| {
                Ok(AliceStrategy::Optimal.into())
            }),
            solved(
                alice,
                "best-response",
                none,
                "plays best against the seated Bob, if the judge is honest",
                |_, _| Ok(AliceStrategy::BestResponse.into()),
            ),
            solved(
                alice,
                "rig",
                share,
                "states exact numbers; picks the share of the coin that makes her win if Bob's share is z",
                |_, given| Ok(AliceStrategy::Rig(given.real()).into()),
            ),
            solved(
                alice,
                "shift-gates",
                StrategyParameter::Real("δ", 0.0, 1.0),
                "states exact numbers at questions, and overstates every gate by δ",
                |_, given| Ok(AliceStrategy::ShiftGates(given.real()).into()),
            ),
            solved(
                alice,
                "own-bits",
                none,
                "states exact numbers, but if she sets the bits herself, she sets the last bit to 1",
                |_, _| Ok(AliceStrategy::OwnBits.into()),
            ),
            solved(
                bob,
                "honest",
                none,
                "draws his votes; aborts if their mean is too far off, or if a gate is wrong",
                |_, _| Ok(BobStrategy::Honest.into()),
            ),
            solved(bob, "never", none, "never aborts", |_, _| Ok(BobStrategy::Never.into())),
            solved(bob, "always-objects", none, "aborts in the first round", |_, _| {
                Ok(BobStrategy::AbortAt(Step::new(1)).into())
            }),
            solved(
                bob,
                "abort-at",
                StrategyParameter::Number("t"),
                "aborts in round t",
                |debate, given| Ok(BobStrategy::AbortAt(step(debate, &given)?).into()),
            ),
            solved(
                bob,
                "when-losing",
                StrategyParameter::RealOr("level", DEFAULT_LEVEL, 0.0, 1.0),
                "aborts when the bits so far make an output of 1 likely: he blames Alice for unlucky coins",
                |_, given| Ok(BobStrategy::WhenLosing(given.real()).into()),
            ),
            solved(
                bob,
                "lazy",
                StrategyParameter::RealOr("f", 0.0, 0.0, 1.0),
                "plays honestly, but draws only a fraction f of the votes; without f, he draws no votes and never \
                 aborts",
                |_, given| {
                    Ok(if given.real() > 0.0 {
                        BobStrategy::Lazy(given.real())
                    } else {
                        BobStrategy::Never
                    }
                    .into())
                },
            ),
            solved(
                bob,
                "optimal",
                none,
                "plays best against an Alice who is honest from the next round on",
                |_, _| Ok(BobStrategy::Optimal.into()),
            ),
            solved(
                bob,
                "best-response",
                none,
                "plays best against the seated Alice, if the judge is honest",
                |_, _| Ok(BobStrategy::BestResponse.into()),
            ),
            StrategyEntry::new(
                bob,
                "predictable",
                share,
                "plays honestly, but his share of the coin is always z",
                |_, given| plays(move |sight| play::predictable(given.real(), sight)),
            ),
            StrategyEntry::plain(
                judge,
                "honest",
                "draws all its votes and rules by their mean; checks gates",
                |sight| play::judge(None, sight),
            ),
            StrategyEntry::new(
                judge,
                "samples",
                StrategyParameter::Number("n"),
                "draws only n votes and rules by their mean",
                |debate, given| {
                    let (n, most) = (given.number(), debate.constants().judge.count);
                    if n > most {
                        return Err(format!("the judge draws at most {most} votes in this debate"));
                    }
                    plays(move |sight| play::judge(Some(n), sight))
                },
            ),
        ]
    }

    fn players(&self) -> Vec<StrategyEntry<Self>> {
        witness::players(self, |debate| debate.opening.as_ref())
    }
}

fn step(debate: &Stochastic, given: &ParameterValue) -> Result<Step, String> {
    let plan = debate.plan();
    match u32::try_from(given.number()) {
        Ok(number @ 1..) if plan.has(Step::new(number)) => Ok(Step::new(number)),
        _ => Err(format!(
            "there is no round {}. Write a number from 1 to {}",
            given.number(),
            plan.len()
        )),
    }
}

impl StrategyProfile {
    /// The strategies of Alice and Bob from their written names. Each strategy is made as if the
    /// other seat were empty.
    ///
    /// # Errors
    /// Returns the errors of [`SeatedStrategies::solved`].
    pub fn written(debate: &Stochastic, [alice, bob]: [&str; 2]) -> Result<Self, String> {
        let [alice, bob] = [[Some(alice), None, None], [None, Some(bob), None]]
            .map(|seats| SeatedStrategies::new(seats.map(|name| name.map(str::to_owned))));
        let alice: Option<Self> = alice.solved(debate, Seat::Alice)?;
        let bob: Option<Self> = bob.solved(debate, Seat::Bob)?;
        let (alice, bob) = (alice.unwrap_or(Self::HONEST), bob.unwrap_or(Self::HONEST));
        Ok(Self { alice: alice.alice, bob: bob.bob })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::stochastic::players::values::testing::{debate, votes};

    #[test]
    fn players_read_back_from_their_names() {
        let debate = debate(votes(7, 0.3, crate::machine::Op::Majority), 2.0);
        let written = |names| StrategyProfile::written(&debate, names).unwrap();
        for name in [
            "honest",
            "exact",
            "shift:-0.02",
            "drift:0.3",
            "late-lie:7",
            "optimal",
            "best-response",
        ] {
            assert_eq!(written([name, "honest"]).alice.to_string(), name);
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
            assert_eq!(written(["honest", name]).bob.to_string(), name);
        }
        assert_eq!(written(["honest", "always-objects"]).bob, BobStrategy::AbortAt(Step::new(1)));
    }

    #[test]
    fn wrong_names_say_which_there_are() {
        let debate = debate(votes(3, 0.3, crate::machine::Op::Majority), 2.0);
        let alice =
            |name| StrategyProfile::written(&debate, [name, "honest"]).map(|players| players.alice);
        let bob =
            |name| StrategyProfile::written(&debate, ["honest", name]).map(|players| players.bob);
        let wrong = alice("shfit:0.1").unwrap_err();
        assert!(wrong.contains("shift:δ"), "{wrong}");
        let bare = alice("shift").unwrap_err();
        assert!(bare.contains("write δ"), "{bare}");
        for lazy in ["lazy", "lazy:0"] {
            assert_eq!(bob(lazy), Ok(BobStrategy::Never));
        }
        assert!(bob("abort-at:0").is_err() && bob("abort-at:5").is_err());
        assert!(alice("shift:nan").is_err());
    }
}
