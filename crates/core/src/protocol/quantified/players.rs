//! Players of a quantified debate: how they play bits, and what they do when the verifier is
//! cross-examined afterwards.

use crate::machine::Step;
use crate::machine::quantified::PerfectPlay;
use crate::protocol::cross_examination::{self as bob, plan::players as alice};
use crate::protocol::quantified::Seen;
use crate::protocol::{CrossExamination, Quantified};
use crate::rules::View;
use crate::rules::{Bit, Cell, Move, Seat};
use crate::strategy::argument::{Argument, Given};
use crate::strategy::judges::{self, Verified};
use crate::strategy::{Choice, Listed, Players, plays};
use crate::work::{Stopped, Token};

type Main<'a> = View<'a, CrossExamination>;

/// What a prover does about the bits, and about the check.
type BitPlay = fn(Seen<'_>) -> Choice;
type CheckPlay = fn(Main<'_>) -> Choice;

impl Players for Quantified {
    fn roster() -> Vec<Listed<Self>> {
        let mut roster = Vec::new();
        for seat in [Seat::Alice, Seat::Bob] {
            let plain = |name, says, bits| listed(seat, name, says, bits, honest_main);
            roster.extend([
                searches(plain("honest", "searches the game and plays perfectly; defends its side in the check", perfect)),
                plain("random", "plays bits at random; defends its side in the check", random),
                plain("zeros", "plays 0 always; defends its side in the check", zeros),
                searches(plain(
                    "wrong",
                    "searches the game and plays the losing bit where there is one; defends its side in the check",
                    losing,
                )),
            ]);
        }
        roster.extend([
            at_gate(
                Seat::Alice,
                "lie-at",
                "plays perfectly; in the check lies at gate t and stays consistent after it",
                alice::lie_at,
            ),
            at_gate(
                Seat::Alice,
                "flip",
                "plays perfectly; in the check flips gate t and nothing else",
                alice::flip,
            ),
            listed(Seat::Bob, "lazy", "plays 0 always, and concedes the check", zeros, bob::lazy),
            listed(
                Seat::Bob,
                "always-objects",
                "plays perfectly; in the check points at a wrong gate, or else at the first",
                perfect,
                bob::always_objects,
            ),
            at_gate(
                Seat::Bob,
                "point",
                "plays perfectly; in the check points at gate t, whatever it says",
                bob::point,
            ),
        ]);
        roster.extend(judges::reading(
            "reads what decides the verifier, or checks the disputed gate, and rules by that",
        ));
        roster.push(judges::trusting());
        roster
    }
}

/// The judge reads what decides the verifier; in the check it does as a judge of one does.
impl Verified for Quantified {
    fn next_read(view: View<'_, Self>) -> Result<Choice, Cell> {
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
) -> Listed<Quantified> {
    Listed::made_by(seat, name, Argument::None, says, move |_, _, _| {
        plays(move |sight| prover(sight, bits, check))
    })
}

/// A player who searches the game, which plays 0 if the game is too wide.
fn searches(listed: Listed<Quantified>) -> Listed<Quantified> {
    let says = listed.says;
    listed.saying(move |debate| match debate.perfect() {
        Ok(_) => says,
        Err(_) => "plays 0, as the game is too wide to solve; defends its side in the check",
    })
}

/// One who plays perfectly, and in the check does something at the gate that follows the name.
fn at_gate(
    seat: Seat,
    name: &'static str,
    says: &'static str,
    check: fn(Step, Main<'_>) -> Choice,
) -> Listed<Quantified> {
    Listed::made_by(seat, name, Argument::Number("t"), says, move |debate, given, _| {
        let at = gate(debate, given)?;
        plays(move |sight| prover(sight, perfect, |main| check(at, main)))
    })
}

/// A prover: bits first, and then the check.
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

/// The bit that keeps a won game won; 0 if both are as good, or if the game is too wide to solve.
fn perfect(sight: Seen<'_>) -> Choice {
    searching(sight, |perfect, played, token| perfect.best(played, token))
}

/// The bit that a player with the table of the game plays; one without it searches the game first.
fn searching(
    sight: Seen<'_>,
    play: impl FnOnce(&PerfectPlay, &[bool], &Token) -> Result<bool, Stopped>,
) -> Choice {
    match (sight.perfect(), sight.played()) {
        (Some(perfect), Some(played)) => {
            play(perfect, played, &sight.token()).map(|bit| Move::Bit(Bit(bit))).into()
        }
        _ if sight.too_wide().is_some() => zeros(sight),
        _ => Move::Run.into(),
    }
}

/// The bit that loses a won game, if there is one; otherwise 0.
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

fn gate(debate: &Quantified, given: Given) -> Result<Step, String> {
    let gates = debate.setup().game.verifier().size();
    match usize::try_from(given.number()) {
        Ok(number) if (1..=gates).contains(&number) => Ok(Step::at(number - 1)),
        _ => Err(format!("there is no gate {}: they go from 1 to {gates}", given.number())),
    }
}
