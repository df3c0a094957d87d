//! What is said and shown.

use elenchus_core::machine::Step;
use elenchus_core::rules::{Cell, Move, Offer, Side, Verb, View};
use elenchus_core::text::board::{Mark, Pane, Strip};
use elenchus_core::text::{Asking, Board, Brief, Cells, OfferWords, Words};

use crate::rules::{Consultancy, Evidence};
use crate::view::Seen;

fn yes_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

impl Words for Consultancy {
    fn board(view: View<'_, Self>) -> Board<'_> {
        let mark = move |at: usize| {
            let mark = view.piece(at).map_or_else(Mark::unread, Mark::bit);
            mark.read_as(view.readings().order(Cell::Step(Step::at(at))))
        };
        let (title, pieces) = ("evidence: 1 speaks for yes", view.evidence().pieces);
        let strip =
            Strip { answers: &[Verb::Point], ..Strip::new(Cells::Steps, title, pieces, mark) };
        Board { title: "evidence".into(), panes: vec![Pane::Strip(strip)] }
    }

    fn brief(view: View<'_, Self>) -> Brief {
        let Evidence { question, pieces, reliable, shown, .. } = view.evidence();
        Brief {
            protocol: "consultancy".into(),
            progress: format!("{} of {shown} shown", view.support().1),
            rule: vec![
                match view.argued() {
                    Some(argued) => format!("{question} Alice argues for {}.", yes_no(argued)),
                    None => question.clone(),
                },
                "A coin said which answer Alice argues for. She shows evidence; the judge rules \
                 whether her answer is true."
                    .into(),
            ],
            numbers: vec![format!("each of {pieces} pieces is right with probability {reliable}")],
            warnings: Vec::new(),
            theorem: String::new(),
        }
    }

    fn question(view: View<'_, Self>) -> Asking {
        match view.is_arguing() {
            true => Asking::of("show a piece of evidence, or rest your case"),
            false => Asking::of("is what Alice argues for true?"),
        }
    }

    fn offer(_: View<'_, Self>, offer: &Offer) -> OfferWords {
        match offer.verb {
            Verb::Point => "show a piece".into(),
            Verb::Continue => "rest your case".into(),
            _ => "rule: Alice if it is true".into(),
        }
    }

    fn why(view: View<'_, Self>) -> String {
        let (Some(ruled), Some(right)) = (view.ruled(), view.is_right()) else {
            return String::new();
        };
        let believed = if ruled == Side::Alice { "believed her" } else { "did not believe her" };
        let truth = if right { "right" } else { "wrong" };
        format!("The judge {believed}, and she was {truth}.")
    }

    fn mistake(view: View<'_, Self>, mv: &Move) -> Option<String> {
        let Move::Rule(side) = mv else { return None };
        let right = view.is_right()?;
        (*side != Side::of_claim(right)).then(|| "The ruling went against the truth.".into())
    }

    fn is_guess(view: View<'_, Self>, mv: &Move) -> bool {
        mv.verb() == Verb::Rule && view.support().1 == 0
    }
}
