//! Texts and boards for consultancy.

use crate::machine::{BitRef, Input};
use crate::protocol::consultancy::Seen;
use crate::protocol::{Consultancy, DirectJudge};
use crate::rules::{LegalAction, Move, Seat, Side, Verb};
use crate::text::narrate::wins;
use crate::text::number::{count, fixed, plural};
use crate::text::{
    ActionText, ArgumentPrompt, Board, BriefPane, KnownFacts, ProtocolText, QuestionText,
};

impl ProtocolText for Consultancy {
    fn board(view: Seen<'_>) -> Board<'_> {
        let board = view.judge().board();
        Board { title: "the input, as far as the judge saw it".into(), ..board }
    }

    fn brief(view: Seen<'_>) -> BriefPane {
        let seen = view.readings().list().len();
        let (shows, reads, inputs) =
            (view.shows(), view.judge().reads().0, view.judge().inputs() as u64);
        let alice = if view.addresses(Seat::Alice) { "You show" } else { "Alice shows" };
        let judge = if view.addresses(Seat::Judge) { "you" } else { "the judge" };
        let side = |seat| wins(seat, view.eye());
        let more = match reads {
            0 => String::new(),
            reads => format!(" Then {judge} may read {} more.", count(reads as u64)),
        };
        BriefPane {
            protocol: "consultancy".into(),
            progress: format!("{} of {} seen", count(seen as u64), count(inputs)),
            rule: vec![
                format!(
                    "Nobody answers Alice. {alice} {judge} at most {} of {}, for example only bits that help the \
                     claim.{more} At the end {judge} must rule whether the claim is true.",
                    count(shows as u64),
                    plural(inputs, "input bit", "input bits"),
                ),
                format!(
                    "If the claim is true, {}. If it is false, {}.",
                    side(Seat::Alice),
                    side(Seat::Bob)
                ),
            ],
            numbers: vec![
                format!("bits shown: at most {}", count(shows as u64)),
                format!("bits read: at most {}", count(reads as u64)),
            ],
            warnings: Vec::new(),
            theorem: "no theorem, because nobody answers Alice".into(),
        }
    }

    fn question(view: Seen<'_>) -> QuestionText {
        if !view.is_arguing() {
            return DirectJudge::question(view.judge());
        }
        let claimed = u8::from(view.judge().claimed());
        let left = view.shows() - view.readings().list().len();
        let asking =
            QuestionText::new(format!("show a bit to prove that f(x) is {claimed}, or stop"))
                .note(format!("You may show {} more.", plural(left as u64, "bit", "bits")));
        match view.judge().reading() {
            Ok(Side::Alice) => asking.note("The bits that you showed prove your claim."),
            Ok(_) => asking.note("The bits that you showed prove the opposite."),
            Err(_) => asking,
        }
    }

    fn offer(view: Seen<'_>, offer: &LegalAction) -> ActionText {
        match offer.verb {
            Verb::Wire => {
                let name = |input: Input| view.judge().input_name(input).to_owned();
                ActionText::new(
                    "show a bit",
                    ArgumentPrompt::Choices(view.unseen().map(name).collect()),
                )
            }
            Verb::Continue => "stop showing bits".into(),
            _ => DirectJudge::offer(view.judge(), offer),
        }
    }

    fn move_text(view: Seen<'_>, mv: &Move) -> Option<String> {
        match mv {
            Move::Wire(source) => match source.get() {
                BitRef::Input(input) if input.index() < view.judge().inputs() => {
                    Some(format!("show {}", view.judge().input_name(input)))
                }
                _ => None,
            },
            Move::Continue => Some("stop showing bits".into()),
            _ => DirectJudge::move_text(view.judge(), mv),
        }
    }

    fn known(view: Seen<'_>) -> KnownFacts {
        DirectJudge::known(view.judge()).number("shows", view.shows() as f64)
    }

    fn outcome_reason(view: Seen<'_>) -> String {
        let Some(winner) = view.judge().ruled() else { return String::new() };
        let claim = winner == Side::Alice;
        let seen = plural(view.readings().list().len() as u64, "bit", "bits");
        let why = format!("The judge saw {seen} and ruled that the claim is {claim}.");
        let ruling = Move::Rule(winner);
        if view.judge().reading().is_err() && !is_guess(view, &ruling) {
            return why + " The bits do not prove the claim, and only Alice argued for it.";
        }
        why + DirectJudge::against(view.judge(), winner)
    }

    /// Compares a ruling with f(x), and a move of Alice with honest play.
    fn mistake(view: Seen<'_>, mv: &Move) -> Option<String> {
        if !view.is_arguing() {
            return DirectJudge::mistake(view.judge(), mv);
        }
        let (before, after) = view.honest_worths(mv)?;
        (after < before - 1e-9).then(|| {
            format!(
                "Honest play from here wins with probability {}. After this move, it wins only \
                 with probability {}.",
                fixed(before, 2),
                fixed(after, 2)
            )
        })
    }

    fn settled(view: Seen<'_>) -> Option<Side> {
        if view.is_arguing() { None } else { DirectJudge::settled(view.judge()) }
    }

    fn is_guess(view: Seen<'_>, mv: &Move) -> bool {
        !view.is_arguing() && DirectJudge::is_guess(view.judge(), mv) && is_guess(view, mv)
    }

    /// Uses the sentence for a direct judge, because nobody answers Alice.
    fn decided_by(view: Seen<'_>) -> Option<String> {
        DirectJudge::decided_by(view.judge())
    }
}

/// Called for a ruling that the judge's reads do not decide. Returns whether it is a guess. The burden of proof is
/// Alice's, so a ruling against her is no guess if the judge can read no more.
fn is_guess(view: Seen<'_>, mv: &Move) -> bool {
    *mv != Move::Rule(Side::Bob) || view.judge().reads().1 > 0
}
