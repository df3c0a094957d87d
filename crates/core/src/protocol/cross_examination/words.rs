//! Cross-examination, said and shown: what is the same for every machine.

use super::{Examination, Examined, Seen};
use crate::machine::Step;
use crate::protocol::trial::words::{self as trial, LIES_SURVIVE, NO_COPIES};
use crate::rules::{Move, Offer, Side};
use crate::text::number;
use crate::text::{Asking, Board, Brief, Known, OfferWords, Words};

/// A machine whose cross-examination can be put in words.
pub trait Worded: Examined {
    /// What the protocol is called, and the theorem about it.
    fn called(_: Seen<'_, Self>) -> [&'static str; 2] {
        ["cross-examination", "Thm 5.3, 2024 paper"]
    }

    /// See [`Words::board`].
    fn board(view: Seen<'_, Self>) -> Board<'_>;

    /// The rule in force, and who wins by it.
    fn rule(view: Seen<'_, Self>) -> Vec<String>;

    /// This debate's numbers.
    fn numbers(view: Seen<'_, Self>) -> Vec<String>;

    /// What Alice is asked before she has written.
    fn to_write(view: Seen<'_, Self>) -> Asking;

    /// What Alice is asked where no copy of her wrote the transcript.
    fn afresh(view: Seen<'_, Self>) -> String;

    /// What a judge who is not the oracle is asked.
    fn ruling(view: Seen<'_, Self>) -> String;

    /// Sentences that help the judge.
    fn notes(view: Seen<'_, Self>) -> Vec<String>;

    /// The words of what a prover may do.
    fn offer(view: Seen<'_, Self>, offer: &Offer) -> OfferWords;

    /// See [`Words::told`].
    fn told(_: Seen<'_, Self>, _: &Move) -> Option<String> {
        None
    }

    /// See [`Words::known`].
    fn known(view: Seen<'_, Self>) -> Known;

    /// What the judge ruled, for this side.
    fn ruled(view: Seen<'_, Self>, winner: Side) -> String;

    /// See [`Words::mistake`].
    fn mistake(view: Seen<'_, Self>, mv: &Move) -> Option<String>;

    /// See [`Words::at_a_million`].
    fn at_a_million(view: Seen<'_, Self>) -> String;

    /// How many questions the computation asks.
    fn asks(view: Seen<'_, Self>) -> u64;

    /// What Alice told the judge that is not what she had written: without copies she may.
    fn told_otherwise(view: Seen<'_, Self>) -> Vec<String>;

    /// See [`Words::decided_by`]; this side won, and Alice told the judge what she had written.
    fn decided_by(view: Seen<'_, Self>, winner: Side) -> Option<String>;

    /// See [`Words::contradictions`].
    fn contradictions(_: Seen<'_, Self>) -> Vec<String> {
        Vec::new()
    }
}

impl<M: Worded> Words for Examination<M> {
    fn board(view: Seen<'_, M>) -> Board<'_> {
        M::board(view)
    }

    fn brief(view: Seen<'_, M>) -> Brief {
        let [protocol, theorem] = M::called(view).map(str::to_owned);
        let turn = match (view.is_written(), view.on_trial()) {
            (false, _) => 1,
            (true, None) => 2,
            (true, Some(_)) => 3,
        };
        let mut rule = M::rule(view);
        rule.extend((!view.copies()).then(|| NO_COPIES.into()));
        Brief {
            protocol,
            progress: format!("turn {turn} of 3"),
            rule,
            numbers: M::numbers(view),
            warnings: (!view.copies()).then(|| LIES_SURVIVE.into()).into_iter().collect(),
            theorem,
        }
    }

    fn question(view: Seen<'_, M>) -> Asking {
        if !view.is_written() {
            return M::to_write(view);
        }
        if view.on_trial().is_none() {
            let last = number::step(Step::at(view.steps() - 1));
            return Asking::of("point at the step you think is wrong").note(format!(
                "Pointing at the last step, {last}, concedes: you lose unless it is wrong."
            ));
        }
        if !view.is_judging() {
            let bound = "Without copies you answer afresh; nobody holds you to your transcript.";
            return Asking::of(M::afresh(view)).note(bound);
        }
        let mut asking = trial::question(view, || M::ruling(view));
        asking.notes = M::notes(view);
        asking
    }

    fn offer(view: Seen<'_, M>, offer: &Offer) -> OfferWords {
        if view.is_judging() { trial::offer(view, offer) } else { M::offer(view, offer) }
    }

    fn told(view: Seen<'_, M>, mv: &Move) -> Option<String> {
        M::told(view, mv)
    }

    fn known(view: Seen<'_, M>) -> Known {
        let known = M::known(view).number("claim", f64::from(view.claim()));
        known.number("copies", f64::from(view.copies()))
    }

    fn why(view: Seen<'_, M>) -> String {
        view.winner().map_or_else(String::new, |winner| {
            M::ruled(view, winner) + trial::against(view, winner)
        })
    }

    fn mistake(view: Seen<'_, M>, mv: &Move) -> Option<String> {
        M::mistake(view, mv)
    }

    fn is_guess(view: Seen<'_, M>, mv: &Move) -> bool {
        trial::is_guess(view, mv)
    }

    fn at_a_million(view: Seen<'_, M>) -> Option<String> {
        Some(M::at_a_million(view))
    }

    fn computation(view: Seen<'_, M>) -> Option<u64> {
        Some(view.steps() as u64 + M::asks(view))
    }

    fn decided_by(view: Seen<'_, M>) -> Option<String> {
        let winner = view.winner()?;
        match &*M::told_otherwise(view) {
            [] => M::decided_by(view, winner),
            told => Some(format!(
                "Alice told the judge that {}. Without copies nobody holds her to it.",
                told.join("; that ")
            )),
        }
    }

    fn contradictions(view: Seen<'_, M>) -> Vec<String> {
        M::contradictions(view)
    }
}
