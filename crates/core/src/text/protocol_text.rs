//! The trait that makes the texts and boards of a protocol.

use super::{ActionText, Board, BriefPane, KnownFacts, Presentation, Prompt, QuestionText, Topic};
use crate::rules::{
    Ledger, LegalAction, LegalActions, Move, Protocol, Seat, Side, Turn, View, Viewer,
};
use crate::work::{CancelToken, Cancelled};

/// The texts and the board of a protocol for one viewer. They only describe a position, and make no
/// decisions.
///
/// ```
/// use elenchus_core::chance::Probability;
/// use elenchus_core::machine::{Op, plan::families};
/// use elenchus_core::protocol::cross_examination::{CrossExamination, CrossExaminationInstance};
/// use elenchus_core::rules::{Seat, View};
/// use elenchus_core::text::ProtocolText;
///
/// // Five votes that all say no. Alice claims that most say yes.
/// let plan = families::votes("Is it so?", 5, Probability::ZERO, Op::Majority)?;
/// let setup = CrossExaminationInstance { machine: plan, claim: true, copies: true, judge_is_oracle: false };
/// let debate = CrossExamination::new(setup)?;
/// let judge = View::for_frame(&debate, Seat::Judge);
/// assert!(CrossExamination::brief(judge).theorem.contains("Thm 5.3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ProtocolText: Protocol {
    /// The position as this viewer sees it.
    fn board(view: View<'_, Self>) -> Board<'_>;

    /// The text about the current rule, the winning condition, the numbers of this debate, and the
    /// theorem.
    fn brief(view: View<'_, Self>) -> BriefPane;

    /// The question for the player who must move, without the texts of the actions. Empty if no
    /// player must move.
    fn question(view: View<'_, Self>) -> QuestionText;

    /// The text of a legal action.
    fn offer(view: View<'_, Self>, offer: &LegalAction) -> ActionText;

    /// See [`Presentation::move_text`].
    fn move_text(_view: View<'_, Self>, _mv: &Move) -> Option<String> {
        None
    }

    /// See [`Presentation::topics`].
    fn topics(_view: View<'_, Self>) -> Vec<Topic> {
        Vec::new()
    }

    /// See [`Presentation::known`], which adds the bits that the judge read.
    fn known(_view: View<'_, Self>) -> KnownFacts {
        KnownFacts::default()
    }

    /// See [`Presentation::outcome_reason`]. The view is that of the review.
    fn outcome_reason(view: View<'_, Self>) -> String;

    /// See [`Presentation::mistake`]. The view is that of the review.
    fn mistake(view: View<'_, Self>, mv: &Move) -> Option<String>;

    /// See [`Presentation::by_its_parts`]. The view is that of the review.
    fn by_its_parts(_view: View<'_, Self>) -> Option<f64> {
        None
    }

    /// See [`Presentation::is_guess`]. The view is that of the review.
    fn is_guess(_view: View<'_, Self>, _mv: &Move) -> bool {
        false
    }

    /// See [`Presentation::settled`]. The view is that of the judge.
    fn settled(_view: View<'_, Self>) -> Option<Side> {
        None
    }

    /// See [`Presentation::at_a_million`]. The view is that of the review.
    fn at_a_million(_view: View<'_, Self>) -> Option<String> {
        None
    }

    /// See [`Presentation::computation`]. The view is that of the review.
    fn computation(_view: View<'_, Self>) -> Option<u64> {
        None
    }

    /// See [`Presentation::decided_by`]. The view is that of the review.
    fn decided_by(_view: View<'_, Self>) -> Option<String> {
        None
    }

    /// See [`Presentation::proof_rounds`]. The view is that of the review.
    fn proof_rounds(_view: View<'_, Self>, _most: usize) -> Vec<String> {
        Vec::new()
    }

    /// See [`Presentation::contradictions`]. The view is that of the review.
    fn contradictions(_view: View<'_, Self>) -> Vec<String> {
        Vec::new()
    }
}

/// Generates methods of [`ProtocolText`] that call methods of the view with the same purpose.
macro_rules! said_by_the_view {
    ($($what:ident),*) => {
        $( said_by_the_view! { @ $what } )*
    };
    (@ board) => {
        fn board(view: Seen<'_>) -> Board<'_> {
            view.board()
        }
    };
    (@ brief) => {
        fn brief(view: Seen<'_>) -> BriefPane {
            view.brief()
        }
    };
    (@ question) => {
        fn question(view: Seen<'_>) -> QuestionText {
            view.question()
        }
    };
    (@ offer) => {
        fn offer(view: Seen<'_>, offer: &LegalAction) -> ActionText {
            view.offer_words(offer)
        }
    };
    (@ mistake) => {
        fn mistake(view: Seen<'_>, mv: &Move) -> Option<String> {
            view.mistaken(mv)
        }
    };
}
pub(crate) use said_by_the_view;

fn review<R>(rules: &R) -> View<'_, R> {
    View::for_frame(rules, Viewer::All)
}

impl<R: ProtocolText> Presentation for R {
    fn turn(&self) -> Turn {
        Protocol::turn(self)
    }

    fn menu(&self) -> LegalActions {
        Protocol::menu(self)
    }

    fn ledger(&self) -> &Ledger {
        Protocol::ledger(self)
    }

    fn truth(&self, token: &CancelToken) -> Result<Option<bool>, Cancelled> {
        Protocol::truth(self, token)
    }

    fn right_side(&self, token: &CancelToken) -> Result<Option<Side>, Cancelled> {
        Protocol::right_side(self, token)
    }

    fn rounds(&self) -> u64 {
        let over = matches!(Protocol::turn(self), Turn::Over(_));
        Protocol::rounds(self).max(u64::from(over))
    }

    fn rulings(&self) -> Option<(u64, u64)> {
        Protocol::rulings(self)
    }

    fn is_series(&self) -> bool {
        Protocol::is_series(self)
    }

    fn answer_is_right(&self) -> Option<bool> {
        Protocol::answer_is_right(self)
    }

    fn board(&self, eye: Viewer) -> Board<'_> {
        R::board(View::for_frame(self, eye))
    }

    fn brief(&self, eye: Viewer) -> BriefPane {
        R::brief(View::for_frame(self, eye))
    }

    fn prompt(&self) -> Prompt {
        let next = self.next();
        let Turn::Ask(seat) = next.turn() else { return Prompt::default() };
        let view = View::for_frame(self, seat);
        Prompt::new(next.menu(), R::question(view), |offer| R::offer(view, offer))
    }

    fn move_text(&self, mv: &Move) -> Option<String> {
        R::move_text(review(self), mv)
    }

    fn topics(&self, eye: Viewer) -> Vec<Topic> {
        R::topics(View::for_frame(self, eye))
    }

    fn known(&self, eye: Viewer) -> KnownFacts {
        R::known(View::for_frame(self, eye)).reading(Protocol::ledger(self).readings())
    }

    fn outcome_reason(&self) -> String {
        R::outcome_reason(review(self))
    }

    fn mistake(&self, mv: &Move, token: &CancelToken) -> Option<String> {
        R::mistake(View::new(self, Viewer::All, token), mv)
    }

    fn by_its_parts(&self) -> Option<f64> {
        R::by_its_parts(review(self))
    }

    fn is_guess(&self, mv: &Move) -> bool {
        R::is_guess(review(self), mv)
    }

    fn settled(&self) -> Option<Side> {
        R::settled(View::for_frame(self, Seat::Judge))
    }

    fn at_a_million(&self) -> Option<String> {
        R::at_a_million(review(self))
    }

    fn computation(&self) -> Option<u64> {
        R::computation(review(self))
    }

    fn decided_by(&self) -> Option<String> {
        R::decided_by(review(self))
    }

    fn proof_rounds(&self, most: usize) -> Vec<String> {
        R::proof_rounds(review(self), most)
    }

    fn contradictions(&self, token: &CancelToken) -> Vec<String> {
        R::contradictions(View::new(self, Viewer::All, token))
    }
}
