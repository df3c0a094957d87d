//! Players of a quantified debate: how they play bits, and what they do when the verifier is
//! cross-examined afterwards.

use crate::machine::Step;
use crate::protocol::cross_examination::{self as bob, plan::players as alice};
use crate::protocol::trial::judges as judge;
use crate::protocol::{CrossExamination, Quantified};
use crate::rules::View;
use crate::rules::{Bit, Move, Seat, Side};
use crate::strategy::argument::{Argument, Given};
use crate::strategy::listed::reading_judges;
use crate::strategy::{Choice, Listed, Players, plays};
use crate::work::Stopped;

type Seen<'a> = View<'a, Quantified>;
type Main<'a> = View<'a, CrossExamination>;

impl Players for Quantified {
    fn roster() -> Vec<Listed<Self>> {
        let mut roster = Vec::new();
        for seat in [Seat::Alice, Seat::Bob] {
            let plain = |name, says, choose| Listed::plain(seat, name, says, choose);
            roster.push(plain(
                "honest",
                "searches the game and plays perfectly; honest in the check",
                |sight| prover(sight, perfect, honest_main),
            ));
            roster.push(plain("random", "plays bits at random; honest in the check", |sight| {
                prover(sight, random, honest_main)
            }));
            roster.push(plain("zeros", "plays 0 always; honest in the check", |sight| {
                prover(sight, zeros, honest_main)
            }));
            roster.push(plain("wrong", "searches the game and plays the losing bit where there is one; honest in the check", |sight| prover(sight, losing, honest_main)));
        }
        let step = Argument::Number("t");
        roster.push(Listed::new(
            Seat::Alice,
            "lie-at",
            step,
            "plays perfectly; in the check lies at gate t and stays consistent after it",
            |debate, given| {
                let at = gate(debate, given)?;
                plays(move |sight| prover(sight, perfect, |main| alice::lie_at(at, main)))
            },
        ));
        roster.push(Listed::new(
            Seat::Alice,
            "flip",
            step,
            "plays perfectly; in the check flips gate t and nothing else",
            |debate, given| {
                let at = gate(debate, given)?;
                plays(move |sight| prover(sight, perfect, |main| alice::flip(at, main)))
            },
        ));
        roster.push(Listed::plain(
            Seat::Bob,
            "lazy",
            "plays 0 always, and concedes the check",
            |sight| prover(sight, zeros, bob::lazy),
        ));
        roster.push(Listed::plain(
            Seat::Bob,
            "always-objects",
            "plays perfectly; in the check points at a wrong gate, or else at the first",
            |sight| prover(sight, perfect, bob::always_objects),
        ));
        roster.push(Listed::new(
            Seat::Bob,
            "point",
            step,
            "plays perfectly; in the check points at gate t, whatever it says",
            |debate, given| {
                let at = gate(debate, given)?;
                plays(move |sight| prover(sight, perfect, |main| bob::point(at, main)))
            },
        ));
        roster.push(Listed::plain(
            Seat::Judge,
            "honest",
            "reads what decides the verifier, or checks the disputed gate, and rules by that",
            |sight| verify(sight, u64::MAX, 0),
        ));
        roster.extend(reading_judges(
            |budget, sight| verify(sight, budget, 0),
            |extra, sight| verify(sight, u64::MAX, extra),
        ));
        roster.push(Listed::plain(
            Seat::Judge,
            "trusting",
            "reads nothing and believes Alice",
            |sight| verify(sight, 0, 0),
        ));
        roster
    }
}

/// A prover: bits first, and then the check.
fn prover(
    sight: Seen<'_>,
    bits: impl FnOnce(Seen<'_>) -> Choice,
    main: impl FnOnce(Main<'_>) -> Choice,
) -> Choice {
    match sight.check() {
        Some(check) => main(check),
        None => bits(sight),
    }
}

fn honest_main(sight: Main<'_>) -> Choice {
    match sight.seat() {
        Some(Seat::Alice) => alice::honest(sight),
        Some(Seat::Bob) => bob::honest(sight),
        _ => judge::honest(sight),
    }
}

/// The bit that keeps a won game won; 0 where both are as good, or where the search gave up.
fn perfect(sight: Seen<'_>) -> Choice {
    match (sight.perfect(), sight.played()) {
        (Some(perfect), Some(played)) => bit(perfect.best(played, &sight.token())),
        _ => Move::Run.into(),
    }
}

fn bit(bit: Result<bool, Stopped>) -> Choice {
    bit.map(|bit| Move::Bit(Bit(bit))).into()
}

/// The bit that loses a won game, if there is one; otherwise 0.
fn losing(sight: Seen<'_>) -> Choice {
    let (Some(perfect), Some(played)) = (sight.perfect(), sight.played()) else {
        return Move::Run.into();
    };
    let token = &sight.token();
    let worst = || {
        let best = perfect.best(played, token)?;
        let mut other = played.to_vec();
        other.push(!best);
        let (value, after) = (perfect.value(played, token)?, perfect.value(&other, token)?);
        let differs = value.is_some() && after.is_some() && value != after;
        Ok(differs && !best)
    };
    bit(worst())
}

fn random(_: Seen<'_>) -> Choice {
    Choice::uniform(vec![Move::Bit(Bit(false)), Move::Bit(Bit(true))])
}

fn zeros(_: Seen<'_>) -> Choice {
    Move::Bit(Bit(false)).into()
}

/// A judge with at most `budget` reads, and `extra` needless ones at the end.
fn verify(sight: Seen<'_>, budget: u64, extra: u64) -> Choice {
    if let Some(check) = sight.check() {
        return if extra > 0 {
            judge::wasteful(extra, check)
        } else {
            judge::budget(budget, check)
        };
    }
    let read = sight.readings().list().len() as u64;
    match sight.reading() {
        Err(cell) if read < budget => Move::Read(cell).into(),
        Err(_) => Move::Rule(Side::Alice).into(),
        Ok(side) => match sight.unread().next() {
            Some(cell) if extra > 0 && read - sight.decided_after() < extra => {
                Move::Read(cell).into()
            }
            _ => Move::Rule(side).into(),
        },
    }
}

fn gate(debate: &Quantified, given: Given) -> Result<Step, String> {
    let gates = debate.setup().game.verifier().size();
    match usize::try_from(given.number()) {
        Ok(number) if (1..=gates).contains(&number) => Ok(Step::at(number - 1)),
        _ => Err(format!("there is no gate {}: they go from 1 to {gates}", given.number())),
    }
}
