//! Players of a quantified debate. They choose bits and, if the verifier is cross-examined, the
//! moves of that check.

use crate::machine::Step;
use crate::machine::quantified::PerfectPlay;
use crate::protocol::cross_examination::{self as bob, plan::players as alice};
use crate::protocol::quantified::Seen;
use crate::protocol::{CrossExamination, Quantified};
use crate::rules::View;
use crate::rules::{Bit, BitRef, Move, Seat};
use crate::strategy::argument::{ParameterValue, StrategyParameter};
use crate::strategy::judges::{self, BitReadingProtocol};
use crate::strategy::{Choice, StrategyEntry, StrategyRegistry, plays};
use crate::work::{CancelToken, Cancelled};

/// Describes the plain players of each prover: honest, random, zeros, wrong, and a player that cannot search the game. In
/// the check, even an honest Alice writes her claim as the output.
const PLAIN: [(Seat, [&str; 5]); 2] = [
    (
        Seat::Alice,
        [
            "searches the game and plays perfectly; in the check, writes true gates and her claim",
            "plays random bits; in the check, writes true gates and her claim",
            "always plays 0; in the check, writes true gates and her claim",
            "searches the game and plays a losing bit if there is one; in the check, writes true \
             gates and her claim",
            "plays 0, because the game is too wide to solve; in the check, writes true gates and \
             her claim",
        ],
    ),
    (
        Seat::Bob,
        [
            "searches the game and plays perfectly; in the check, points at the first wrong gate",
            "plays random bits; in the check, points at the first wrong gate",
            "always plays 0; in the check, points at the first wrong gate",
            "searches the game and plays a losing bit if there is one; in the check, points at the \
             first wrong gate",
            "plays 0, because the game is too wide to solve; in the check, points at the first \
             wrong gate",
        ],
    ),
];

type Main<'a> = View<'a, CrossExamination>;

/// Computes what a prover plays: `BitPlay` for the bits of the game, `CheckPlay` for the check of the verifier.
type BitPlay = fn(Seen<'_>) -> Choice;
type CheckPlay = fn(Main<'_>) -> Choice;

impl StrategyRegistry for Quantified {
    fn roster() -> Vec<StrategyEntry<Self>> {
        let mut roster = Vec::new();
        for (seat, [honest, at_random, only_zeros, wrong, without_search]) in PLAIN {
            let plain = |name, says, bits| listed(seat, name, says, bits, honest_main);
            roster.extend([
                searches(plain("honest", honest, perfect), without_search),
                plain("random", at_random, random),
                plain("zeros", only_zeros, zeros),
                searches(plain("wrong", wrong, losing), without_search),
            ]);
        }
        roster.extend([
            at_gate(
                Seat::Alice,
                "lie-at",
                "plays perfectly; in the check, lies at gate t and computes the later gates from \
                 the lie",
                alice::lie_at,
            ),
            at_gate(
                Seat::Alice,
                "flip",
                "plays perfectly; in the check, lies only at gate t",
                alice::flip,
            ),
            listed(Seat::Bob, "lazy", "always plays 0, and concedes the check", zeros, bob::lazy),
            listed(
                Seat::Bob,
                "always-objects",
                "plays perfectly; in the check, points at a wrong gate, or at the first gate if none \
                 is wrong",
                perfect,
                bob::always_objects,
            ),
            at_gate(
                Seat::Bob,
                "point",
                "plays perfectly; in the check, always points at gate t",
                bob::point,
            ),
        ]);
        roster.extend(judges::reading(
            "reads until the bits decide the verifier, or checks the disputed gate; rules \
             accordingly",
        ));
        roster.push(judges::trusting());
        roster
    }
}

/// The judge reads until the bits decide the verifier. In the check, it acts as the judge of a gate
/// check.
impl BitReadingProtocol for Quantified {
    fn next_read(view: View<'_, Self>) -> Result<Choice, BitRef> {
        match view.check() {
            Some(check) => CrossExamination::next_read(check),
            None => view.reading().map(|side| Move::Rule(side).into()),
        }
    }

    fn decided_after(view: View<'_, Self>) -> Option<u64> {
        match view.check() {
            Some(check) => CrossExamination::decided_after(check),
            None => Some(view.decided_after()),
        }
    }
}

fn listed(
    seat: Seat,
    name: &'static str,
    says: &'static str,
    bits: BitPlay,
    check: CheckPlay,
) -> StrategyEntry<Quantified> {
    StrategyEntry::made_by(seat, name, StrategyParameter::None, says, move |_, _, _| {
        plays(move |sight| prover(sight, bits, check))
    })
}

/// The entry of a player that searches the game. The player plays 0 if the game is too wide.
fn searches(
    listed: StrategyEntry<Quantified>,
    without_search: &'static str,
) -> StrategyEntry<Quantified> {
    let says = listed.says;
    listed.saying(move |debate| if debate.perfect().is_ok() { says } else { without_search })
}

/// The entry of a player that plays the bits perfectly. In the check, the player acts at the gate that its name gives.
fn at_gate(
    seat: Seat,
    name: &'static str,
    says: &'static str,
    check: fn(Step, Main<'_>) -> Choice,
) -> StrategyEntry<Quantified> {
    StrategyEntry::made_by(
        seat,
        name,
        StrategyParameter::Number("t"),
        says,
        move |debate, given, _| {
            let at = gate(debate, given)?;
            plays(move |sight| prover(sight, perfect, |main| check(at, main)))
        },
    )
}

/// The choice of a prover: bits first, and then the check.
fn prover(sight: Seen<'_>, bits: BitPlay, main: impl FnOnce(Main<'_>) -> Choice) -> Choice {
    match sight.check() {
        Some(check) => main(check),
        None => bits(sight),
    }
}

fn honest_main(sight: Main<'_>) -> Choice {
    match sight.seat() {
        Some(Seat::Alice) => alice::honest(sight),
        Some(Seat::Bob) => bob::honest(sight),
        _ => judges::honest(sight),
    }
}

/// The bit that keeps a won game won. It is 0 if both are equally good, or if the game is too wide
/// to solve.
fn perfect(sight: Seen<'_>) -> Choice {
    searching(sight, |perfect, played, token| perfect.best(played, token))
}

/// The bit of a player that knows the values of the game. A player without them searches the game
/// first.
fn searching(
    sight: Seen<'_>,
    play: impl FnOnce(&PerfectPlay, &[bool], &CancelToken) -> Result<bool, Cancelled>,
) -> Choice {
    match (sight.perfect(), sight.played()) {
        (Some(perfect), Some(played)) => {
            play(perfect, played, &sight.token()).map(|bit| Move::Bit(Bit(bit))).into()
        }
        _ if sight.too_wide().is_some() => zeros(sight),
        _ => Move::Run.into(),
    }
}

/// The bit that loses a won game, if there is one. Otherwise 0.
fn losing(sight: Seen<'_>) -> Choice {
    searching(sight, |perfect, played, token| {
        let best = perfect.best(played, token)?;
        let after = perfect.value(&[played, &[!best]].concat(), token)?;
        Ok(!best && perfect.value(played, token)? != after)
    })
}

fn random(_: Seen<'_>) -> Choice {
    Choice::uniform(vec![Move::Bit(Bit(false)), Move::Bit(Bit(true))])
}

fn zeros(_: Seen<'_>) -> Choice {
    Move::Bit(Bit(false)).into()
}

fn gate(debate: &Quantified, given: ParameterValue) -> Result<Step, String> {
    let gates = debate.setup().game.verifier().size();
    match usize::try_from(given.number()) {
        Ok(number) if (1..=gates).contains(&number) => Ok(Step::at(number - 1)),
        _ => Err(format!("there is no gate {}. Write a number from 1 to {gates}", given.number())),
    }
}
