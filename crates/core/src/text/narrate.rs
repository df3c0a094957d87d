//! Descriptions of moves, for narrated debates and reviews.

use crate::chance::ChanceOutcome;
use crate::rules::{Actor, Cost, Move, Seat, Viewer};
use crate::text::number::{self};

/// The actor at the start of a line about a move. "you" for the reader's own seat.
pub fn who(actor: Actor, you: Option<Seat>) -> &'static str {
    match actor {
        Actor::Seat(seat) if you == Some(seat) => "you",
        Actor::Seat(Seat::Alice) => "Alice",
        Actor::Seat(Seat::Bob) => "Bob",
        Actor::Seat(Seat::Judge) => "judge",
        Actor::Nature => "nature",
        Actor::Rules => "",
    }
}

/// The actor of a move, for an error message.
pub fn name(actor: Actor) -> &'static str {
    match actor {
        Actor::Seat(seat) => seat.word(),
        Actor::Nature => "nature",
        Actor::Rules => "the rules",
    }
}

/// The text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// The name of a kind of cost, in one or two words.
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

/// The text about the winner: "you win" or "Alice wins".
pub fn wins(seat: Seat, eye: Viewer) -> String {
    match eye == Viewer::Seat(seat) {
        true => "you win".into(),
        false => format!("{} wins", seat.name()),
    }
}

/// The description of a transcript shows the bits if there are at most this many.
const SHOWN_BITS: usize = 32;

/// The description of a move without its actor, such as "point at step 9".
pub fn describe(mv: &Move) -> String {
    match mv {
        Move::Write(bits) if bits.len() <= SHOWN_BITS => format!("write {bits}"),
        Move::Write(bits) => format!(
            "write {} bits, {} of them 1",
            number::count(bits.len() as u64),
            number::count(bits.ones() as u64)
        ),
        Move::Tell(text) if text.as_str() == "run" => "write the true run".into(),
        Move::Tell(text) => format!("write the run with changes: {text}"),
        Move::Run => "run the machine".into(),
        Move::Ask(step) => format!("ask the oracle about step {}", number::step(*step)),
        Move::Answer(answer) => format!("answer: {answer}"),
        Move::Point(step) => format!("point at step {}", number::step(*step)),
        Move::Skipped(skip) => {
            format!("point at step {}, because its pointer skips step {}", skip.step, skip.writer)
        }
        Move::Read(cell) => format!("read {cell}"),
        Move::Reveals(part) => format!("the judge sees {part}"),
        Move::Shows(bit) => format!("the bit is {bit}"),
        Move::Rule(side) => format!("rule for {}", side.seat().name()),
        Move::State(p) => format!("state {p}"),
        Move::Share(share) => format!("choose share {share} of the coin"),
        Move::Fair => "draw the share at random".into(),
        Move::Continue => "go on".into(),
        Move::Abort => "abort".into(),
        Move::Sample(count) => format!("draw {}", number::plural(*count, "vote", "votes")),
        Move::Falls(ChanceOutcome::Bit(bit)) => format!("bit {}", u8::from(*bit)),
        Move::Falls(ChanceOutcome::Count(count)) => format!("{count} yes"),
        Move::Falls(ChanceOutcome::Real(real)) => format!("drawn number {real:.3}"),
        Move::Falls(ChanceOutcome::Index(index)) => format!("number {}", index + 1),
        Move::Name(text) => format!("name {}", configuration(&text.to_string())),
        Move::Dispute(half) => format!("dispute the {half} half"),
        Move::Bit(bit) => format!("play {bit}"),
        Move::Claim(answer) => format!("claim: {answer}"),
        Move::Argue(layout) => format!("present argument {layout}"),
        Move::Pick(place) => format!("continue with claim {place}"),
        Move::Estimate(p) => format!("estimate {p}"),
        Move::Say(direction) => format!("say: {}", direction.words()),
        Move::Knows(truths) => match truths.len() {
            1 => "a prover learns the truth of 1 claim".into(),
            n => format!("a prover learns the truth of {n} claims"),
        },
        Move::Puts(leaf) => format!("the judge must decide leaf {leaf}"),
        Move::Look => "look it up".into(),
        Move::Decide(answer) => format!("decide: {answer}"),
        Move::Wire(source) => format!("point at wire {source}"),
        Move::Twin(input) => format!("the twin differs only in input {input}"),
    }
}

/// The description of a configuration, such as "state back, head 3, tape _1011_".
fn configuration(written: &str) -> String {
    let parts = written.split(' ').map(|part| part.replacen('=', " ", 1));
    parts.collect::<Vec<_>>().join(", ")
}

/// The description of a move in a list of choices, such as "the first half".
pub fn choice(mv: &Move) -> String {
    match mv {
        Move::Dispute(half) => format!("the {half} half"),
        Move::Pick(place) => format!("claim {place}"),
        Move::Claim(answer) | Move::Answer(answer) | Move::Decide(answer) => answer.to_string(),
        other => describe(other),
    }
}

/// A short description of a move. Shows only the length of a long row of bits.
pub fn short(mv: &Move) -> String {
    match mv {
        Move::Write(bits) if bits.len() > 24 => {
            format!("write {} bits", number::count(bits.len() as u64))
        }
        Move::Fair => "random share".into(),
        Move::State(p) | Move::Estimate(p) => {
            format!("{} {}", mv.verb().word(), number::stated(p.get()))
        }
        Move::Share(share) => format!("share {}", number::stated(share.get())),
        Move::Continue => "go on".into(),
        Move::Sample(votes) => format!("sample {}", number::count(*votes)),
        Move::Point(step) => format!("point {}", number::step(*step)),
        Move::Ask(step) => format!("ask step {}", number::step(*step)),
        Move::Rule(side) => format!("rule for {}", side.seat().name()),
        Move::Falls(ChanceOutcome::Real(share)) => format!("drawn {}", number::probability(*share)),
        Move::Falls(ChanceOutcome::Bit(bit)) => format!("bit {}", u8::from(*bit)),
        Move::Falls(ChanceOutcome::Count(n)) => format!("{} yes", number::count(*n)),
        Move::Falls(ChanceOutcome::Index(index)) => format!("number {}", index + 1),
        Move::Answer(answer) => format!("answer {answer}"),
        Move::Claim(answer) => format!("claim {answer}"),
        Move::Write(_) | Move::Shows(_) | Move::Bit(_) => mv.to_string(),
        other => describe(other),
    }
}

/// A line about a move, such as "Bob: point at step 9". `told` is the description of the move.
pub fn line(actor: Actor, told: &str, you: Option<Seat>) -> String {
    match who(actor, you) {
        "" => told.to_owned(),
        who => format!("{who}: {told}"),
    }
}
