//! A consultancy, said and shown.

use crate::machine::{Cell, Input};
use crate::protocol::consultancy::Seen;
use crate::protocol::{Consultancy, DirectJudge};
use crate::rules::{Move, Offer, Seat, Side, Verb};
use crate::text::narrate::wins;
use crate::text::number::{count, fixed, plural};
use crate::text::{Asking, Board, Brief, Fill, Known, OfferWords, Words};

impl Words for Consultancy {
    fn board(view: Seen<'_>) -> Board<'_> {
        let board = view.judge().board();
        Board { title: "the input, as far as the judge saw it".into(), ..board }
    }

    fn brief(view: Seen<'_>) -> Brief {
        let seen = view.readings().list().len();
        let (shows, reads, inputs) =
            (view.shows(), view.judge().reads().0, view.judge().inputs() as u64);
        let alice = if view.addresses(Seat::Alice) { "You show" } else { "Alice shows" };
        let judge = if view.addresses(Seat::Judge) { "you" } else { "the judge" };
        let side = |seat| wins(seat, view.eye());
        let more = match reads {
            0 => String::new(),
            reads => format!(", who may read {} more", count(reads as u64)),
        };
        Brief {
            protocol: "consultancy".into(),
            progress: format!("{} of {} seen", count(seen as u64), count(inputs)),
            rule: vec![
                format!(
                    "Nobody answers Alice. {alice} {judge} at most {} of {}, those that speak for her \
                     if she likes{more}; then {judge} must rule whether the claim is true.",
                    count(shows as u64),
                    plural(inputs, "input bit", "input bits"),
                ),
                format!("True: {}. False: {}.", side(Seat::Alice), side(Seat::Bob)),
            ],
            numbers: vec![
                format!("shown: at most {}", count(shows as u64)),
                format!("reads: at most {}", count(reads as u64)),
            ],
            warnings: Vec::new(),
            theorem: "no theorem: nobody answers Alice".into(),
        }
    }

    fn question(view: Seen<'_>) -> Asking {
        if !view.is_arguing() {
            return DirectJudge::question(view.judge());
        }
        let claimed = u8::from(view.judge().claimed());
        let left = view.shows() - view.readings().list().len();
        let asking = Asking::of(format!("show that f(x) is {claimed}, or rest your case"))
            .note(format!("You may show {} more.", plural(left as u64, "bit", "bits")));
        match view.judge().reading() {
            Ok(Side::Alice) => asking.note("What you showed proves it."),
            Ok(_) => asking.note("What you showed proves the opposite."),
            Err(_) => asking,
        }
    }

    fn offer(view: Seen<'_>, offer: &Offer) -> OfferWords {
        match offer.verb {
            Verb::Wire => {
                let name = |input: Input| view.judge().input_name(input).to_owned();
                OfferWords::new("show a bit", Fill::Choices(view.unseen().map(name).collect()))
            }
            Verb::Continue => "rest your case".into(),
            _ => DirectJudge::offer(view.judge(), offer),
        }
    }

    fn told(view: Seen<'_>, mv: &Move) -> Option<String> {
        match mv {
            Move::Wire(source) => match source.get() {
                Cell::Input(input) if input.index() < view.judge().inputs() => {
                    Some(format!("show {}", view.judge().input_name(input)))
                }
                _ => None,
            },
            Move::Continue => Some("rest the case".into()),
            _ => DirectJudge::told(view.judge(), mv),
        }
    }

    fn known(view: Seen<'_>) -> Known {
        DirectJudge::known(view.judge()).number("shows", view.shows() as f64)
    }

    fn why(view: Seen<'_>) -> String {
        let Some(winner) = view.judge().ruled() else { return String::new() };
        let claim = winner == Side::Alice;
        let seen = plural(view.readings().list().len() as u64, "bit", "bits");
        let why = format!("The judge saw {seen} and ruled that the claim is {claim}.");
        why + DirectJudge::against(view.judge(), winner)
    }

    /// A ruling is held against f(x); what Alice shows, or leaves out, against honest play from here on.
    fn mistake(view: Seen<'_>, mv: &Move) -> Option<String> {
        if !view.is_arguing() {
            return DirectJudge::mistake(view.judge(), mv);
        }
        let (before, after) = view.honest_worths(mv)?;
        (after < before - 1e-9).then(|| {
            format!(
                "Honest play from here wins with probability {}, after this move with {}.",
                fixed(before, 2),
                fixed(after, 2)
            )
        })
    }

    fn is_guess(view: Seen<'_>, mv: &Move) -> bool {
        !view.is_arguing() && DirectJudge::is_guess(view.judge(), mv)
    }

    /// What one side shows proves no more of a million bits.
    fn decided_by(view: Seen<'_>) -> Option<String> {
        DirectJudge::decided_by(view.judge())
    }
}
