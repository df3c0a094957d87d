//! Texts and boards for the direct judge.

mod board;

use crate::machine::location_bits;
use crate::protocol::DirectJudge;
use crate::protocol::direct_judge::Seen;
use crate::protocol::trial::words::{A_GUESS, AGAINST_WHAT_WAS_READ};
use crate::rules::{BitRef, LegalAction, Move, Seat, Side, Verb};
use crate::text::MANY;
use crate::text::narrate::wins;
use crate::text::number::{count, plural};
use crate::text::{ActionText, Board, BriefPane, KnownFacts, ProtocolText, QuestionText};

impl ProtocolText for DirectJudge {
    fn board(view: Seen<'_>) -> Board<'_> {
        view.board()
    }

    fn brief(view: Seen<'_>) -> BriefPane {
        let (most, left) = view.reads();
        let you = if view.addresses(Seat::Judge) { "You" } else { "The judge" };
        let side = |seat| wins(seat, view.eye());
        BriefPane {
            protocol: "direct judge".into(),
            progress: format!("{} of {} read", count((most - left) as u64), count(most as u64)),
            rule: vec![
                format!(
                    "Nobody argues. {you} may read {} of {}, and must then rule whether the claim \
                     is true.",
                    count(most as u64),
                    plural(view.inputs() as u64, "input bit", "input bits"),
                ),
                format!(
                    "If the claim is true, {}. If it is false, {}.",
                    side(Seat::Alice),
                    side(Seat::Bob)
                ),
            ],
            numbers: vec![
                format!("bits read: at most {}", count(most as u64)),
                format!("a gate check would cost at most {}", gate_check(view.circuit().size())),
            ],
            warnings: Vec::new(),
            theorem: "no theorem, because nobody argues".into(),
        }
    }

    fn question(view: Seen<'_>) -> QuestionText {
        if !view.is_judging() {
            return QuestionText::default();
        }
        let claimed = u8::from(view.claimed());
        QuestionText::new(format!("is f(x) {claimed}, as Alice claims?")).note(
            match view.reading() {
                Ok(Side::Alice) => "The bits that you read prove the claim.",
                Ok(Side::Bob) => "The bits that you read disprove the claim.",
                Err(_) if view.reads().1 == 0 => "The bits that you read do not decide the claim.",
                Err(_) => "The bits that you read do not decide the claim yet.",
            },
        )
    }

    fn offer(view: Seen<'_>, offer: &LegalAction) -> ActionText {
        match offer.verb {
            Verb::Read => format!("read a bit: {} left", count(view.reads().1 as u64)).into(),
            _ => "rule: for Alice if the claim is true, else for Bob".into(),
        }
    }

    fn move_text(view: Seen<'_>, mv: &Move) -> Option<String> {
        match mv {
            Move::Read(BitRef::Input(input)) if input.index() < view.inputs() => {
                Some(format!("read {}", view.input_name(*input)))
            }
            _ => None,
        }
    }

    fn known(view: Seen<'_>) -> KnownFacts {
        let gates = view.gates();
        KnownFacts::default()
            .plan(view.circuit().plan(), |input| view.input(input), |step| gates[step.index()])
            .number("claim", f64::from(view.claimed()))
            .number("reads", view.reads().0 as f64)
            .number("reads_left", view.reads().1 as f64)
    }

    fn outcome_reason(view: Seen<'_>) -> String {
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
            (Ok(_), _) => {
                Some(format!("The bits that were read decide the claim: f(x) = {output}."))
            }
            (Err(_), 0) => Some(format!(
                "The bits that were read do not decide the claim, and no read was left. This was a \
                 guess: f(x) = {output}."
            )),
            (Err(input), left) => Some(format!(
                "The bits that were read do not decide the claim, and {} left. An honest judge reads {} next. Here \
                 f(x) = {output}.",
                plural(left as u64, "read was", "reads were"),
                view.input_name(input),
            )),
        }
    }

    fn settled(view: Seen<'_>) -> Option<Side> {
        view.is_judging().then(|| view.reading().ok()).flatten()
    }

    fn is_guess(view: Seen<'_>, mv: &Move) -> bool {
        mv.verb() == Verb::Rule && view.is_judging() && view.reading().is_err()
    }

    /// The parity of a million bits needs a circuit of 999,999 gates.
    fn at_a_million(_: Seen<'_>) -> Option<String> {
        Some(format!(
            "For the parity of a million bits, a judge alone must read them all. A gate check costs at \
             most {}.",
            gate_check(MANY as usize - 1)
        ))
    }

    fn decided_by(view: Seen<'_>) -> Option<String> {
        view.ruled()?;
        let output = u8::from(view.output()?);
        Some(format!("On this input f(x) is {output}. Alice claimed {}.", u8::from(view.claimed())))
    }
}

impl DirectJudge {
    /// A sentence to append if a ruling does not agree with what the judge read. Empty if the
    /// ruling agrees.
    pub(in crate::protocol) fn against(view: Seen<'_>, winner: Side) -> &'static str {
        match view.reading() {
            Ok(side) if side == winner => "",
            Ok(_) => AGAINST_WHAT_WAS_READ,
            Err(_) => A_GUESS,
        }
    }
}

/// The upper bound on what a judge pays for a gate check of a circuit of this size (2026 paper,
/// Theorem 6).
fn gate_check(size: usize) -> u64 {
    location_bits(size) + 3
}
