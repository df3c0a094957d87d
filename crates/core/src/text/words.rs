//! The words of a protocol, said of a view.

use super::{Asking, Board, Brief, Known, OfferWords, Prompt, Show, Topic};
use crate::rules::{Eye, Ledger, Menu, Move, Offer, Protocol, Side, Turn, View};
use crate::work::{Stopped, Token};

/// What a protocol says and shows of a view. Nothing here decides anything.
///
/// ```
/// use elenchus_core::chance::Probability;
/// use elenchus_core::machine::{Op, plan::families};
/// use elenchus_core::protocol::cross_examination::{CrossExamination, CrossExaminationInstance};
/// use elenchus_core::rules::{Seat, View};
/// use elenchus_core::text::Words;
///
/// // Five votes that all say no; Alice claims that most say yes.
/// let plan = families::votes("Is it so?", 5, Probability::ZERO, Op::Majority)?;
/// let setup = CrossExaminationInstance { machine: plan, claim: true, copies: true, judge_is_oracle: false };
/// let debate = CrossExamination::new(setup)?;
/// let judge = View::at_hand(&debate, Seat::Judge);
/// assert!(CrossExamination::brief(judge).theorem.contains("Thm 5.3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Words: Protocol {
    /// The state as this eye sees it.
    fn board(view: View<'_, Self>) -> Board<'_>;

    /// The rule in force in words, what wins, this debate's numbers, and the theorem.
    fn brief(view: View<'_, Self>) -> Brief;

    /// What the seat that is asked is asked, without the words of its offers; empty when nobody is.
    fn question(view: View<'_, Self>) -> Asking;

    /// The words of an offer that is made here.
    fn offer(view: View<'_, Self>, offer: &Offer) -> OfferWords;

    /// See [`Show::told`].
    fn told(_view: View<'_, Self>, _mv: &Move) -> Option<String> {
        None
    }

    /// See [`Show::topics`].
    fn topics(_view: View<'_, Self>) -> Vec<Topic> {
        Vec::new()
    }

    /// See [`Show::known`]; what the judge read is added there.
    fn known(_view: View<'_, Self>) -> Known {
        Known::default()
    }

    /// See [`Show::why`]; the view is the review's.
    fn why(view: View<'_, Self>) -> String;

    /// See [`Show::mistake`]; the view is the review's.
    fn mistake(view: View<'_, Self>, mv: &Move) -> Option<String>;

    /// See [`Show::by_its_parts`]; the view is the review's.
    fn by_its_parts(_view: View<'_, Self>) -> Option<f64> {
        None
    }

    /// See [`Show::is_guess`]; the view is the review's.
    fn is_guess(_view: View<'_, Self>, _mv: &Move) -> bool {
        false
    }

    /// See [`Show::at_a_million`]; the view is the review's.
    fn at_a_million(_view: View<'_, Self>) -> Option<String> {
        None
    }

    /// See [`Show::computation`]; the view is the review's.
    fn computation(_view: View<'_, Self>) -> Option<u64> {
        None
    }

    /// See [`Show::decided_by`]; the view is the review's.
    fn decided_by(_view: View<'_, Self>) -> Option<String> {
        None
    }

    /// See [`Show::contradictions`]; the view is the review's.
    fn contradictions(_view: View<'_, Self>) -> Vec<String> {
        Vec::new()
    }
}

/// What a room's words leave to its view, whose methods stand in files of their own.
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
        fn brief(view: Seen<'_>) -> Brief {
            view.brief()
        }
    };
    (@ question) => {
        fn question(view: Seen<'_>) -> Asking {
            view.question()
        }
    };
    (@ offer) => {
        fn offer(view: Seen<'_>, offer: &Offer) -> OfferWords {
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
    View::at_hand(rules, Eye::All)
}

impl<R: Words> Show for R {
    fn turn(&self) -> Turn {
        Protocol::turn(self)
    }

    fn menu(&self) -> Menu {
        Protocol::menu(self)
    }

    fn ledger(&self) -> &Ledger {
        Protocol::ledger(self)
    }

    fn truth(&self, token: &Token) -> Result<Option<bool>, Stopped> {
        Protocol::truth(self, token)
    }

    fn right_side(&self, token: &Token) -> Result<Option<Side>, Stopped> {
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

    fn board(&self, eye: Eye) -> Board<'_> {
        R::board(View::at_hand(self, eye))
    }

    fn brief(&self, eye: Eye) -> Brief {
        R::brief(View::at_hand(self, eye))
    }

    fn prompt(&self) -> Prompt {
        let next = self.next();
        let Turn::Ask(seat) = next.turn() else { return Prompt::default() };
        let view = View::at_hand(self, seat);
        Prompt::new(next.menu(), R::question(view), |offer| R::offer(view, offer))
    }

    fn told(&self, mv: &Move) -> Option<String> {
        R::told(review(self), mv)
    }

    fn topics(&self, eye: Eye) -> Vec<Topic> {
        R::topics(View::at_hand(self, eye))
    }

    fn known(&self, eye: Eye) -> Known {
        R::known(View::at_hand(self, eye)).reading(Protocol::ledger(self).readings())
    }

    fn why(&self) -> String {
        R::why(review(self))
    }

    fn mistake(&self, mv: &Move, token: &Token) -> Option<String> {
        R::mistake(View::new(self, Eye::All, token), mv)
    }

    fn by_its_parts(&self) -> Option<f64> {
        R::by_its_parts(review(self))
    }

    fn is_guess(&self, mv: &Move) -> bool {
        R::is_guess(review(self), mv)
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

    fn contradictions(&self, token: &Token) -> Vec<String> {
        R::contradictions(View::new(self, Eye::All, token))
    }
}
