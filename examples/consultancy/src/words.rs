//! The text and the board of a debate for one viewer.

use elenchus_core::machine::Step;
use elenchus_core::rules::{BitRef, LegalAction, Move, Side, Verb, View};
use elenchus_core::text::board::{CellMark, Pane, StripPane};
use elenchus_core::text::{ActionText, Board, BriefPane, ProtocolText, QuestionText, StripCells};

use crate::rules::{Consultancy, Evidence};
use crate::view::Seen;

fn yes_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

impl ProtocolText for Consultancy {
    fn board(view: View<'_, Self>) -> Board<'_> {
        let mark = move |at: usize| {
            let mark = view.piece(at).map_or_else(CellMark::unread, CellMark::bit);
            mark.read_as(view.readings().order(BitRef::Step(Step::at(at))))
        };
        let (title, pieces) = ("evidence: 1 supports yes, 0 supports no", view.evidence().pieces);
        let strip = StripPane {
            answers: &[Verb::Point],
            ..StripPane::new(StripCells::Steps, title, pieces, mark)
        };
        Board { title: "evidence".into(), panes: vec![Pane::Strip(strip)] }
    }

    fn brief(view: View<'_, Self>) -> BriefPane {
        let Evidence { question, pieces, reliable, shown, .. } = view.evidence();
        BriefPane {
            protocol: "consultancy".into(),
            progress: format!("{} of {shown} shown", view.support().1),
            rule: vec![
                match view.argued() {
                    Some(argued) => format!("{question} Alice argues for {}.", yes_no(argued)),
                    None => question.clone(),
                },
                "A random draw gave Alice the answer that she argues for. She shows evidence, and \
                 the judge rules whether her answer is true."
                    .into(),
            ],
            numbers: vec![format!(
                "each of the {pieces} pieces is right with probability {reliable}"
            )],
            warnings: Vec::new(),
            theorem: String::new(),
        }
    }

    fn question(view: View<'_, Self>) -> QuestionText {
        match view.is_arguing() {
            true => QuestionText::new("show a piece of evidence, or stop"),
            false => QuestionText::new("is Alice's answer true?"),
        }
    }

    fn offer(_: View<'_, Self>, offer: &LegalAction) -> ActionText {
        match offer.verb {
            Verb::Point => "show a piece".into(),
            Verb::Continue => "stop showing pieces".into(),
            _ => "rule for Alice if her answer is true".into(),
        }
    }

    fn outcome_reason(view: View<'_, Self>) -> String {
        let (Some(ruled), Some(right)) = (view.ruled(), view.is_right()) else {
            return String::new();
        };
        let believed = if ruled == Side::Alice { "believed" } else { "did not believe" };
        let truth = if right { "true" } else { "false" };
        format!("The judge {believed} Alice, and her answer is {truth}.")
    }

    fn mistake(view: View<'_, Self>, mv: &Move) -> Option<String> {
        let Move::Rule(side) = mv else { return None };
        let right = view.is_right()?;
        (*side != Side::of_claim(right)).then(|| "The ruling is wrong.".into())
    }

    fn is_guess(view: View<'_, Self>, mv: &Move) -> bool {
        mv.verb() == Verb::Rule && view.support().1 == 0
    }
}
