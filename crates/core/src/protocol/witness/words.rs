//! A debate with a witness, said and shown: its opening, and then what the main debate says.

use std::fmt;

use super::{How, Main, Shortfall, Witnessed};
use crate::rules::{Move, Offer, Verb, View};
use crate::text::board::{Circuit, Detail, Mark, Pane, Strip};
use crate::text::graph::{Graph, Knot};
use crate::text::number::{count, plural, probability};
use crate::text::{Asking, Board, Brief, Cells, Known, OfferWords, Topic, Words, plan_graph};

type Seen<'a, M> = View<'a, Witnessed<M>>;

impl<M: Main + Words> Words for Witnessed<M> {
    fn board(view: Seen<'_, M>) -> Board<'_> {
        let witness = Pane::Strip(witness_strip(view));
        if let Some(main) = view.main() {
            let mut board = M::board(main);
            board.panes.push(witness);
            return board;
        }
        let plan = view.plan();
        let mut lines = vec!["then these steps are debated:".to_owned()];
        lines.extend(plan.steps().take(200).map(|t| format!("step {t}: {}", plan.words(t))));
        let steps = Circuit::new(Some(lines), move |most| graph(view, most));
        let panes = vec![witness, Pane::Circuit(steps)];
        Board { title: "the witness".into(), panes }
    }

    fn brief(view: Seen<'_, M>) -> Brief {
        let theorem = "Fig. 3, Thms 7.1 and 7.2, 2024 paper".to_owned();
        if let Some(main) = view.main() {
            return Brief { theorem, ..M::brief(main) };
        }
        Brief {
            protocol: "debate with a witness".into(),
            progress: "the witness".into(),
            rule: vec![
                "Alice writes the witness: the inputs that are hers to choose.".into(),
                "Then the computation is debated on what she wrote.".into(),
            ],
            numbers: vec![format!("The witness has {} bits.", view.bits())],
            warnings: Vec::new(),
            theorem,
        }
    }

    fn question(view: Seen<'_, M>) -> Asking {
        if let Some(main) = view.main() {
            return M::question(main);
        }
        let names: Vec<&str> = (0..view.bits().min(12)).map(|at| view.name(at)).collect();
        let more = if view.bits() > names.len() { ", …" } else { "" };
        Asking::of("write the witness: everything after rests on it")
            .note(format!("its bits: {}{more}", names.join(", ")))
    }

    fn offer(view: Seen<'_, M>, offer: &Offer) -> OfferWords {
        match view.main() {
            Some(main) => M::offer(main, offer),
            None => "write the witness".into(),
        }
    }

    fn told(view: Seen<'_, M>, mv: &Move) -> Option<String> {
        M::told(view.main()?, mv)
    }

    fn topics(view: Seen<'_, M>) -> Vec<Topic> {
        view.main().map_or_else(Vec::new, M::topics)
    }

    fn known(view: Seen<'_, M>) -> Known {
        let mut known = M::known(view.main().unwrap_or(view.template()));
        // Before she has written it the witness of the scenario is nobody's.
        if view.main().is_none() {
            let names: Vec<&str> = (0..view.bits()).map(|at| view.name(at)).collect();
            let own = known.inputs.iter_mut().filter(|input| names.contains(&&*input.name));
            own.for_each(|input| input.value = None);
        }
        known.number("witness", view.bits() as f64)
    }

    fn why(view: Seen<'_, M>) -> String {
        view.main().map_or_else(String::new, M::why)
    }

    fn is_guess(view: Seen<'_, M>, mv: &Move) -> bool {
        view.main().is_some_and(|main| M::is_guess(main, mv))
    }

    fn mistake(view: Seen<'_, M>, mv: &Move) -> Option<String> {
        match (view.main(), mv) {
            (Some(main), _) => M::mistake(main, mv),
            (None, Move::Write(witness)) => Some(poor(view, &view.shortfall(witness)?)),
            _ => None,
        }
    }

    fn at_a_million(view: Seen<'_, M>) -> Option<String> {
        M::at_a_million(view.template())
    }

    fn computation(view: Seen<'_, M>) -> Option<u64> {
        <M as Words>::computation(view.template())
    }

    fn decided_by(view: Seen<'_, M>) -> Option<String> {
        M::decided_by(view.main()?)
    }

    fn contradictions(view: Seen<'_, M>) -> Vec<String> {
        view.main().map_or_else(Vec::new, M::contradictions)
    }
}

/// What a witness falls short of: the best there is.
fn poor<M: Main>(view: Seen<'_, M>, short: &Shortfall) -> String {
    let on = match (short.merit, short.best) {
        (0.0, 1.0) => "On this witness the claim is false.".to_owned(),
        (merit, best) => format!(
            "On this witness the claim is right with probability {}, on the best with {}.",
            probability(merit),
            probability(best)
        ),
    };
    let differs: Vec<&str> = short.differs.iter().map(|&at| view.name(at)).collect();
    let rest = match differs.as_slice() {
        [one] => {
            let holds = short.best >= view.enough();
            let then = if holds { "it would hold" } else { "it would be the best there is" };
            format!("With {one} turned round {then}.")
        }
        [..] if differs.len() <= 6 => format!("{} would have to be otherwise.", differs.join(", ")),
        [..] => {
            format!("{} of its {} bits would have to be otherwise.", differs.len(), view.bits())
        }
    };
    format!("{on} {rest} Everything after rests on it.")
}

/// The steps that rest on the witness, before anything of them is known.
fn graph<M: Main>(view: Seen<'_, M>, most: usize) -> Graph {
    let plan = view.plan();
    plan_graph::around(plan, None, most, |source| Knot {
        words: plan_graph::words(plan, source),
        ..Knot::default()
    })
}

fn witness_strip<M: Main>(view: Seen<'_, M>) -> Strip<'_> {
    let mark = move |at| match (view.bit(at), view.main()) {
        (Some(bit), _) if view.is_judge() => Mark::bit(bit).read_as(view.read_as(at)),
        (Some(bit), _) => Mark::bit(bit),
        (None, Some(_)) => Mark::unread(),
        (None, None) => Mark::default(),
    };
    Strip {
        answers: &[Verb::Write],
        detail: Box::new(move |at| Detail::of(view.name(at).to_owned())),
        ..Strip::new(Cells::Witness, "witness", view.bits(), mark)
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.write_str("the scenario's own witness"),
            Self::NotSearched { bits, steps } => {
                let bits = plural(*bits as u64, "bit", "bits");
                write!(
                    f,
                    "not searched for: {bits} over {}",
                    plural(*steps as u64, "step", "steps")
                )
            }
            Self::Found { among } => {
                write!(f, "found by search among {}", plural(*among, "witness", "witnesses"))
            }
            Self::NoneIs { among } => write!(f, "none of the {} witnesses is one", count(*among)),
        }
    }
}
