//! A judge alone, said and shown.

mod board;

use crate::machine::location_bits;
use crate::protocol::DirectJudge;
use crate::protocol::direct_judge::Seen;
use crate::protocol::trial::words::{A_GUESS, AGAINST_WHAT_WAS_READ};
use crate::rules::{Cell, Move, Offer, Seat, Side, Verb};
use crate::text::MANY;
use crate::text::narrate::wins;
use crate::text::number::{count, plural};
use crate::text::{Asking, Board, Brief, Known, OfferWords, Words};

impl Words for DirectJudge {
    fn board(view: Seen<'_>) -> Board<'_> {
        view.board()
    }

    fn brief(view: Seen<'_>) -> Brief {
        let (most, left) = view.reads();
        let you = if view.addresses(Seat::Judge) { "You" } else { "The judge" };
        let side = |seat| wins(seat, view.eye());
        Brief {
            protocol: "direct judge".into(),
            progress: format!("{} of {} read", count((most - left) as u64), count(most as u64)),
            rule: vec![
                format!(
                    "Nobody argues. {you} may read {} of {}, and then must rule whether the claim \
                     is true.",
                    count(most as u64),
                    plural(view.inputs() as u64, "input bit", "input bits"),
                ),
                format!("True: {}. False: {}.", side(Seat::Alice), side(Seat::Bob)),
            ],
            numbers: vec![
                format!("reads: at most {}", count(most as u64)),
                format!("gate check: at most {}", gate_check(view.circuit().size())),
            ],
            warnings: Vec::new(),
            theorem: "no theorem: nobody argues".into(),
        }
    }

    fn question(view: Seen<'_>) -> Asking {
        if !view.is_judging() {
            return Asking::default();
        }
        let claimed = u8::from(view.claimed());
        Asking::of(format!("is f(x) {claimed}, as Alice claims?")).note(match view.reading() {
            Ok(Side::Alice) => "What you read makes the claim true.",
            Ok(Side::Bob) => "What you read makes the claim false.",
            Err(_) if view.reads().1 == 0 => "What you read does not decide it.",
            Err(_) => "What you read does not decide it yet.",
        })
    }

    fn offer(view: Seen<'_>, offer: &Offer) -> OfferWords {
        match offer.verb {
            Verb::Read => format!("read a bit: {} left", count(view.reads().1 as u64)).into(),
            _ => "rule: for Alice if the claim is true, else for Bob".into(),
        }
    }

    fn told(view: Seen<'_>, mv: &Move) -> Option<String> {
        match mv {
            Move::Read(Cell::Input(input)) if input.index() < view.inputs() => {
                Some(format!("read {}", view.input_name(*input)))
            }
            _ => None,
        }
    }

    fn known(view: Seen<'_>) -> Known {
        let gates = view.gates();
        Known::default()
            .plan(view.circuit().plan(), |input| view.input(input), |step| gates[step.index()])
            .number("claim", f64::from(view.claimed()))
            .number("reads", view.reads().0 as f64)
            .number("reads_left", view.reads().1 as f64)
    }

    fn why(view: Seen<'_>) -> String {
        let Some(winner) = view.ruled() else { return String::new() };
        let claim = winner == Side::Alice;
        let read = plural(view.readings().list().len() as u64, "bit", "bits");
        let why = format!("The judge read {read} and ruled that the claim is {claim}.");
        why + Self::against(view, winner)
    }

    fn mistake(view: Seen<'_>, mv: &Move) -> Option<String> {
        let Move::Rule(side) = mv else { return None };
        let output = u8::from(view.output()?);
        let right = Side::of_claim(view.output()? == view.claimed());
        match (view.reading(), view.reads().1) {
            _ if right == *side => None,
            (Ok(_), _) => Some(format!("What was read decides it: f(x) = {output}.")),
            (Err(_), 0) => Some(format!(
                "What was read leaves it open, and no read was left: this was a guess, and f(x) = \
                 {output}."
            )),
            (Err(input), left) => Some(format!(
                "What was read leaves it open, and {} left, for {} to begin with: f(x) = {output}.",
                plural(left as u64, "read was", "reads were"),
                view.input_name(input),
            )),
        }
    }

    fn is_guess(view: Seen<'_>, mv: &Move) -> bool {
        mv.verb() == Verb::Rule && view.is_judging() && view.reading().is_err()
    }

    /// The parity of a million bits is a circuit of one gate fewer.
    fn at_a_million(_: Seen<'_>) -> Option<String> {
        Some(format!(
            "The parity of a million bits: alone a judge must read all of them, in a gate check at \
             most {}.",
            gate_check(MANY as usize - 1)
        ))
    }

    fn decided_by(view: Seen<'_>) -> Option<String> {
        view.ruled()?;
        let output = u8::from(view.output()?);
        Some(format!(
            "On this input f(x) is {output}, and Alice claimed {}.",
            u8::from(view.claimed())
        ))
    }
}

impl DirectJudge {
    /// How a ruling stands to what the judge had read, as the end of a sentence about it.
    pub(in crate::protocol) fn against(view: Seen<'_>, winner: Side) -> &'static str {
        match view.reading() {
            Ok(side) if side == winner => "",
            Ok(_) => AGAINST_WHAT_WAS_READ,
            Err(_) => A_GUESS,
        }
    }
}

/// Theorem 6 of the 2026 paper: what a judge pays at most where a circuit of this size is argued about.
fn gate_check(size: usize) -> u64 {
    location_bits(size) + 3
}
