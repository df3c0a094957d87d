//! Moves in words, for narrated debates and reviews.

use crate::chance::Fall;
use crate::rules::{Actor, Cost, Eye, Move, Seat};
use crate::text::number::{self};

/// Who made a move, as a sentence begins: "you" for the reader's own seat.
pub fn who(actor: Actor, you: Option<Seat>) -> &'static str {
    match actor {
        Actor::Seat(seat) if you == Some(seat) => "you",
        Actor::Seat(Seat::Alice) => "Alice",
        Actor::Seat(Seat::Bob) => "Bob",
        Actor::Seat(Seat::Judge) => "judge",
        Actor::Nature => "coin",
        Actor::Rules => "",
    }
}

/// Who makes a move, by name: for "it is the turn of …" and "… thinks".
pub fn name(actor: Actor) -> &'static str {
    match actor {
        Actor::Seat(seat) => seat.word(),
        Actor::Nature => "nature",
        Actor::Rules => "the rules",
    }
}

/// With a capital first letter, as a sentence begins.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// A kind of cost in a word or two.
pub const fn cost(cost: Cost) -> &'static str {
    match cost {
        Cost::Oracle => "oracle",
        Cost::Transcript => "transcript",
        Cost::Input => "input",
        Cost::Location => "location",
        Cost::Steps => "steps run",
        Cost::Rounds => "rounds",
    }
}

/// Who wins, to these eyes: "you win", "Alice wins".
pub fn wins(seat: Seat, eye: Eye) -> String {
    match eye == Eye::Seat(seat) {
        true => "you win".into(),
        false => format!("{} wins", seat.name()),
    }
}

/// As many bits of a transcript are spelled out.
const SHOWN_BITS: usize = 32;

/// What was done, without who did it: "point at step 9".
pub fn what(mv: &Move) -> String {
    match mv {
        Move::Write(bits) if bits.len() <= SHOWN_BITS => format!("write {bits}"),
        Move::Write(bits) => format!(
            "write {} bits, {} of them 1",
            number::count(bits.len() as u64),
            number::count(bits.ones() as u64)
        ),
        Move::Tell(text) if text.as_str() == "run" => "write the run as it is".into(),
        Move::Tell(text) => format!("write the run, but {text}"),
        Move::Run => "run the machine".into(),
        Move::Ask(step) => format!("ask the oracle about step {}", number::step(*step)),
        Move::Answer(answer) => format!("answer: {answer}"),
        Move::Point(step) => format!("point at step {}", number::step(*step)),
        Move::Skipped(skip) => {
            format!("point at step {}: its cell was written later, at {}", skip.step, skip.writer)
        }
        Move::Read(cell) => format!("read {cell}"),
        Move::Reveals(part) => format!("shown {part}"),
        Move::Shows(bit) => format!("it says {bit}"),
        Move::Rule(side) => format!("rule for {}", side.seat().name()),
        Move::State(p) => format!("state {p}"),
        Move::Share(share) => format!("give {share} to the coin"),
        Move::Fair => "leave the coin to nature".into(),
        Move::Continue => "go on".into(),
        Move::Abort => "abort".into(),
        Move::Sample(count) => format!("draw {count} votes"),
        Move::Falls(Fall::Bit(bit)) => format!("bit {}", u8::from(*bit)),
        Move::Falls(Fall::Count(count)) => format!("{count} yes"),
        Move::Falls(Fall::Real(real)) => format!("falls at {real:.3}"),
        Move::Falls(Fall::Index(index)) => format!("number {}", index + 1),
        Move::Name(text) => format!("name {text}"),
        Move::Dispute(half) => format!("dispute the {half} half"),
        Move::Bit(bit) => format!("say {bit}"),
        Move::Claim(answer) => format!("claim: {answer}"),
        Move::Argue(layout) => format!("lay out argument {layout}"),
        Move::Pick(place) => format!("go on with claim {place}"),
        Move::Estimate(p) => format!("say {p}"),
        Move::Say(direction) => format!("say: {}", direction.words()),
        Move::Knows(truths) => match truths.len() {
            1 => "a prover is told what they know: one truth".into(),
            n => format!("a prover is told what they know: {n} truths"),
        },
        Move::Puts(leaf) => format!("leaf {leaf} is put before the judge"),
        Move::Look => "look it up".into(),
        Move::Decide(answer) => format!("decide: {answer}"),
        Move::Wire(source) => format!("point at wire {source}"),
        Move::Twin(input) => format!("the twin differs in input {input} alone"),
    }
}

/// A move in words, as short as it can be told: a long row of bits by its length.
pub fn short(mv: &Move) -> String {
    match mv {
        Move::Write(bits) if bits.len() > 24 => {
            format!("write {} bits", number::count(bits.len() as u64))
        }
        Move::Fair => "a fair share of the coin".into(),
        Move::State(p) | Move::Estimate(p) => {
            format!("{} {}", mv.verb().word(), number::stated(p.get()))
        }
        Move::Share(share) => format!("share {}", number::stated(share.get())),
        Move::Continue => "go on".into(),
        Move::Sample(votes) => format!("sample {}", number::count(*votes)),
        Move::Point(step) => format!("point {}", number::step(*step)),
        Move::Ask(step) => format!("ask step {}", number::step(*step)),
        Move::Rule(side) => format!("rule for {}", side.seat().name()),
        Move::Falls(Fall::Real(share)) => format!("falls {}", number::probability(*share)),
        Move::Falls(Fall::Bit(bit)) => format!("bit {}", u8::from(*bit)),
        Move::Falls(Fall::Count(n)) => format!("{} yes", number::count(*n)),
        Move::Falls(fall) => fall.to_string(),
        other => other.to_string(),
    }
}

/// A whole line: "Bob: point at step 9".
pub fn line(actor: Actor, told: &str, you: Option<Seat>) -> String {
    match who(actor, you) {
        "" => told.to_owned(),
        who => format!("{who}: {told}"),
    }
}
