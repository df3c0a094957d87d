//! A debate with a witness, said and shown.

use std::fmt;

use crate::machine::Bits;
use crate::protocol::Witnessed;
use crate::protocol::witness::{How, Main};
use crate::rules::{Cell, Eye, Move, Seat, Verb};
use crate::show::board::{Detail, Mark, Pane, Strip};
use crate::show::number::{count, plural, probability};
use crate::show::picture::{Drawing, Graph, Knot, Lens, Picture};
use crate::show::{
    Asking, Board, Brief, Cells, Show, ShowAsking, ShowBoard, ShowBrief, Topic, plan_graph,
};
use crate::work::Token;

impl<M: Main + Show> ShowBoard for Witnessed<M> {
    fn board(&self, eye: Eye) -> Board<'_> {
        let witness = Pane::Strip(self.witness_strip(eye));
        match self.main() {
            Some(main) => {
                let mut board = main.board(eye);
                board.panes.push(witness);
                board
            }
            None => {
                let steps = self.plan().steps().take(200);
                let words = steps.map(|step| format!("step {step}: {}", self.plan().words(step)));
                let mut lines = vec!["then these steps are debated:".to_owned()];
                lines.extend(words);
                let picture = Pane::Picture(Picture {
                    title: String::new(),
                    instead_of: Some(1),
                    drawing: Drawing::Graph(Lens::new(|_, most| self.graph(most))),
                });
                let panes = vec![witness, Pane::Words(lines), picture];
                Board { title: "the witness".into(), panes }
            }
        }
    }
}

impl<M: Main + Show> ShowBrief for Witnessed<M> {
    fn brief(&self, eye: Eye) -> Brief {
        let theorem = "Fig. 3, Thms 7.1 and 7.2, 2024 paper".to_owned();
        match self.main() {
            Some(main) => Brief { theorem, ..main.brief(eye) },
            None => Brief {
                protocol: "debate with a witness".into(),
                progress: "the witness".into(),
                rule: vec![
                    "Alice writes the witness: the inputs that are hers to choose.".into(),
                    "Then the computation is debated on what she wrote.".into(),
                ],
                numbers: vec![format!("The witness has {} bits.", self.bits())],
                warnings: Vec::new(),
                theorem,
            },
        }
    }
}

impl<M: Main + Show> ShowAsking for Witnessed<M> {
    fn asking(&self) -> Asking {
        self.main().map_or_else(|| self.writing(), ShowAsking::asking)
    }
}

impl<M: Main + Show> Show for Witnessed<M> {
    fn claim(&self) -> String {
        self.template().claim()
    }

    fn topics(&self, eye: Eye) -> Vec<Topic> {
        self.main().map_or_else(Vec::new, |main| main.topics(eye))
    }

    fn why(&self) -> String {
        self.main().map_or_else(String::new, Show::why)
    }

    fn told(&self, mv: &Move) -> Option<String> {
        self.main()?.told(mv)
    }

    fn at_a_million(&self) -> Option<String> {
        self.template().at_a_million()
    }

    fn decided_by(&self) -> Option<String> {
        self.main()?.decided_by()
    }

    fn contradictions(&self) -> Vec<String> {
        self.main().map_or_else(Vec::new, Show::contradictions)
    }

    fn is_guess(&self, mv: &Move) -> bool {
        self.main().is_some_and(|main| main.is_guess(mv))
    }

    fn mistake(&self, mv: &Move) -> Option<String> {
        match (self.main(), mv) {
            (Some(main), _) => main.mistake(mv),
            (None, Move::Write(witness)) => self.poor(witness),
            _ => None,
        }
    }
}

impl<M: Main> Witnessed<M> {
    /// What a witness falls short of: the best there is.
    fn poor(&self, witness: &Bits) -> Option<String> {
        let merit = |bits: &Bits| Token::unstopped(|token| self.template().merit(bits, token));
        let (own, best) = (merit(witness)?, merit(&self.best().witness)?);
        let on = match (own, best) {
            _ if own + 1e-9 >= best => return None,
            (0.0, 1.0) => "On this witness the claim is false.".to_owned(),
            _ => format!(
                "On this witness the claim is right with probability {}, on the best with {}.",
                probability(own),
                probability(best)
            ),
        };
        let best = &self.best().witness;
        let differs: Vec<&str> = (0..self.bits())
            .filter(|&at| witness.at(at) != best.at(at))
            .map(|at| self.plan().input_name(self.plan().witness()[at]))
            .collect();
        let rest = match differs.as_slice() {
            [one] => format!("With {one} turned round it would hold."),
            [..] if differs.len() <= 6 => {
                format!("{} would have to be otherwise.", differs.join(", "))
            }
            [..] => {
                format!("{} of its {} bits would have to be otherwise.", differs.len(), self.bits())
            }
        };
        Some(format!("{on} {rest} Everything after rests on it."))
    }

    fn writing(&self) -> Asking {
        let names: Vec<&str> =
            self.plan().witness().iter().take(12).map(|&w| self.plan().input_name(w)).collect();
        let more = if self.bits() > names.len() { ", …" } else { "" };
        Asking::new("write the witness: everything after rests on it", ["write the witness"])
            .note(format!("its bits: {}{more}", names.join(", ")))
    }

    /// The steps that rest on the witness, before anything of them is known.
    fn graph(&self, most: usize) -> Graph {
        let plan = self.plan();
        plan_graph::around(plan, None, most, |source| Knot {
            name: plan_graph::name(plan, source),
            words: plan_graph::words(plan, source),
            ..Knot::default()
        })
    }

    fn witness_strip(&self, eye: Eye) -> Strip<'_> {
        let written = self.written();
        Strip {
            cells: Cells::Witness,
            answers: &[Verb::Write],
            title: "witness".into(),
            len: self.bits(),
            focus: None,
            marked: Vec::new(),
            mark: Box::new(move |at| match written {
                Some(_) if eye == Eye::Seat(Seat::Judge) => {
                    let read = self.main().and_then(|main| {
                        let cell = Cell::Input(self.plan().witness()[at]);
                        let readings = main.ledger().readings();
                        readings.bit(cell).map(|bit| (bit, readings.order(cell)))
                    });
                    match read {
                        Some((bit, order)) => Mark::bit(bit).read_as(order),
                        None => Mark::unread(),
                    }
                }
                Some(bits) => Mark::bit(bits.at(at)),
                None => Mark::default(),
            }),
            detail: Box::new(move |at| Detail {
                heading: self.plan().input_name(self.plan().witness()[at]).to_owned(),
                ..Detail::default()
            }),
        }
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
