//! A stochastic debate as a screen shows it.

use super::shown;
use crate::machine::{Input, Origin, Step};
use crate::protocol::Stochastic;
use crate::protocol::stochastic::{self, Phase, Round, Share};
use crate::rules::{Cell, Eye, Position, Seat};
use crate::show::board::{
    Detail, Flaw, Gauge, Mark, Pane, Part, Pin, PinKind, Strip, Table, Votes,
};
use crate::show::number::{self, probability};
use crate::show::picture::{self, Drawing, Graph, Knot, Lens, Picture, Rounds};
use crate::show::{Board, Cells, ShowBoard, plan_graph};

/// The column of the bits in the table of rounds.
const BIT: usize = 4;

impl ShowBoard for Stochastic {
    fn board(&self, eye: Eye) -> Board<'_> {
        let mut panes = Vec::new();
        if self.aborted() && self.asks() && !matches!(self.phase(), Phase::Submitting) {
            panes.push(Pane::Votes(self.votes_pane(eye)));
        }
        panes.push(Pane::Table(self.rounds_table(eye)));
        if !self.aborted() && self.stated_to(eye, self.step()).is_some() {
            panes.push(Pane::Gauge(self.gauge(eye, self.step())));
        }
        if !self.plan().inputs().is_empty() {
            panes.push(Pane::Strip(self.inputs_strip(eye)));
        }
        // The judge is told one number and a few bits: that is no path.
        if eye != Eye::Seat(Seat::Judge) {
            panes.push(Pane::Picture(Picture {
                title: String::new(),
                instead_of: None,
                drawing: Drawing::Rounds(self.all_rounds(eye)),
            }));
        }
        panes.push(Pane::Picture(Picture {
            title: String::new(),
            instead_of: None,
            drawing: Drawing::Graph(Lens::new(move |_, most| self.graph(eye, most))),
        }));
        let title = if self.aborted() { "votes and rounds" } else { "rounds" };
        Board { title: title.into(), panes }
    }
}

impl Stochastic {
    fn inputs_strip(&self, eye: Eye) -> Strip<'_> {
        let (plan, readings) = (self.plan(), self.ledger().readings());
        Strip {
            cells: Cells::Inputs,
            answers: &[],
            title: "inputs".into(),
            len: plan.inputs().len(),
            focus: None,
            marked: Vec::new(),
            mark: Box::new(move |at| {
                let order = readings.order(Cell::Input(Input::at(at)));
                match order {
                    None if eye == Eye::Seat(Seat::Judge) => Mark::unread(),
                    order => Mark::bit(plan.inputs().at(at)).read_as(order),
                }
            }),
            detail: Box::new(move |at| Detail {
                heading: format!("input {}", plan.input_name(Input::at(at))),
                ..Detail::default()
            }),
        }
    }

    /// The number stated for a step, as far as this eye knows it.
    fn stated_to(&self, eye: Eye, step: Step) -> Option<f64> {
        let on_trial = self.aborted() && self.phase() != Phase::Submitting && step == self.step();
        let known = eye != Eye::Seat(Seat::Judge) || on_trial;
        self.round_of(step)?.stated.filter(|_| known).map(|p| p.get())
    }

    /// The votes of a prover that this eye knows of.
    fn votes_to(&self, eye: Eye, seat: Seat, step: Step) -> Option<stochastic::Votes> {
        let known = eye.is(seat) || eye.is_review();
        let votes = self.round_of(step)?.votes[seat.index()];
        (known && votes.all > 0).then_some(votes)
    }

    /// The seat whose own votes the table shows.
    fn own(eye: Eye) -> Option<Seat> {
        match eye {
            Eye::Seat(Seat::Judge) => None,
            Eye::Seat(prover) => Some(prover),
            Eye::All => Some(Seat::Bob),
        }
    }

    fn rounds_table(&self, eye: Eye) -> Table<'_> {
        let mut columns: Vec<String> =
            [">round", "question", ">Alice", ">coin", ">bit"].map(String::from).into();
        match eye {
            Eye::All => columns.extend([">Bob".into(), ">true".into()]),
            Eye::Seat(Seat::Judge) => {}
            Eye::Seat(_) => columns.push(">you".into()),
        }
        Table {
            answers: &[],
            columns,
            len: self.plan().len(),
            here: Some(self.step().index()),
            row: Box::new(move |at| self.row(eye, Step::at(at))),
            detail: Box::new(move |at| self.round_in_words(eye, Step::at(at))),
        }
    }

    /// The plan around the round that stands, what was stated as bars.
    fn graph(&self, eye: Eye, most: usize) -> Graph {
        let (plan, readings) = (self.plan(), self.ledger().readings());
        let judge = eye == Eye::Seat(Seat::Judge);
        plan_graph::around(plan, Some(self.step()), most, |source| {
            let knot = Knot {
                name: plan_graph::name(plan, source),
                words: plan_graph::words(plan, source),
                ..Knot::default()
            };
            match source.get() {
                Origin::Step(step) => {
                    let stated = self.stated_to(eye, step).filter(|_| plan.ask(step).is_some());
                    let mark = self.row(eye, step).into_iter().nth(BIT).unwrap_or_default();
                    let here = step == self.step() && mark.part == Part::None;
                    let part = if here { Part::Disputed } else { mark.part };
                    let note =
                        stated.map_or_else(String::new, |p| format!("Alice {}", probability(p)));
                    Knot { chance: stated, note, mark: mark.part(part), ..knot }
                }
                Origin::Input(input) => {
                    let order = readings.order(Cell::Input(input));
                    let mark = match judge && order.is_none() {
                        true => Mark::unread(),
                        false => Mark::bit(plan.inputs().at(input.index())),
                    };
                    Knot { mark: mark.read_as(order), ..knot }
                }
            }
        })
    }

    fn all_rounds(&self, eye: Eye) -> Rounds<'_> {
        Rounds {
            len: self.plan().len(),
            here: self.step().index(),
            aborted: self.aborted(),
            round: Box::new(move |at| self.drawn_round(eye, Step::at(at))),
        }
    }

    fn drawn_round(&self, eye: Eye, step: Step) -> picture::Round {
        let ask = self.plan().ask(step).is_some();
        let own = Self::own(eye).and_then(|own| self.votes_to(eye, own, step));
        let played = self.round_of(step);
        let truth = || Some(self.plan().chance_in(step, self.played().0).get());
        picture::Round {
            stated: self.stated_to(eye, step),
            tolerance: ask.then(|| self.constants().bob.tolerance),
            measured: own.and_then(|votes| votes.mean()),
            truth: played.filter(|_| eye.is_review()).and_then(|_| truth()),
            bit: match played.and_then(|round| round.bit) {
                Some(bit) => Mark::bit(bit),
                None => Mark::default(),
            },
        }
    }

    fn row(&self, eye: Eye, step: Step) -> Vec<Mark> {
        let plan = self.plan();
        let relevant = plan.relevant(self.step()).iter().any(|s| s.get() == Origin::Step(step));
        let part = match step == self.step() {
            true if self.aborted() => Part::Disputed,
            true => Part::None,
            false if relevant => Part::Relevant,
            false => Part::None,
        };
        let mut words = plan.words(step).into_owned();
        if plan.ask(step).is_none() {
            words += " (gate)";
        }
        let mut row = vec![Mark::text(step.to_string()), Mark::text(words)];
        // The judge sees that a round was played when Bob goes on or aborts, not before.
        let judge = eye == Eye::Seat(Seat::Judge);
        let closed = step < self.step()
            || self.aborted()
            || matches!(self.phase(), Phase::Ending | Phase::Ended(_));
        let begun = |round: &&Round| round.stated.is_some() && (closed || !judge);
        let Some(round) = self.round_of(step).filter(begun) else {
            row.resize_with(self.columns(eye), Mark::default);
            // Alice draws her votes before she states anything.
            if let (Eye::Seat(Seat::Alice), Some(last)) = (eye, row.last_mut()) {
                let votes = self.votes_to(eye, Seat::Alice, step);
                *last = votes
                    .and_then(|v| v.mean())
                    .map_or_else(Mark::default, |mean| Mark::text(probability(mean)));
            }
            if eye.is_review() {
                row.pop();
                row.push(self.truth_mark(step));
            }
            return row;
        };
        row.push(self.stated_mark(eye, step, round));
        row.push(match round.coin {
            // No mark at all: whether there was a coin says something of Alice's number.
            _ if judge => Mark::default(),
            Some(coin) => Mark::text(format!("{coin:.2}")),
            None => Mark::default(),
        });
        let cell = Cell::Step(step);
        let read = self.ledger().readings().order(cell);
        row.push(
            match round.bit {
                Some(_) if judge && read.is_none() => Mark::unread(),
                Some(bit) => Mark::bit(bit),
                None => Mark::default(),
            }
            .read_as(read)
            .part(part),
        );
        if let Some(own) = Self::own(eye) {
            row.push(match self.votes_to(eye, own, step).and_then(|votes| votes.mean()) {
                Some(mean) => Mark::text(probability(mean)),
                None => Mark::default(),
            });
        }
        if eye.is_review() {
            row.push(self.truth_mark(step));
        }
        row
    }

    fn columns(&self, eye: Eye) -> usize {
        match eye {
            Eye::All => 7,
            Eye::Seat(Seat::Judge) => 5,
            Eye::Seat(_) => 6,
        }
    }

    /// The true probability of a step, given the bits as they fell; review only.
    fn truth_mark(&self, step: Step) -> Mark {
        let (transcript, played) = self.played();
        let relevant = self.plan().relevant(step).iter();
        let known = relevant.into_iter().all(|source| match source.get() {
            Origin::Step(read) => read.index() < played,
            Origin::Input(_) => true,
        });
        if known {
            Mark::text(probability(self.plan().chance_in(step, transcript).get()))
        } else {
            Mark::default()
        }
    }

    fn stated_mark(&self, eye: Eye, step: Step, round: &Round) -> Mark {
        let Some(stated) = round.stated else { return Mark::default() };
        if self.stated_to(eye, step).is_none() {
            return Mark::hidden();
        }
        let flaw = if eye.is_review() {
            let truth = self.plan().chance_in(step, self.played().0).get();
            let off = (stated.get() - truth).abs();
            let ask = self.plan().ask(step).is_some();
            let wrong = if ask { off >= self.constants().judge.tolerance } else { off > 0.0 };
            if wrong { Flaw::Wrong } else { Flaw::None }
        } else {
            let votes = Self::own(eye).and_then(|own| self.votes_to(eye, own, step));
            let off = votes.and_then(|v| v.mean()).map(|mean| (mean - stated.get()).abs());
            match off {
                Some(off) if off >= self.constants().bob.tolerance => Flaw::Differs,
                _ => Flaw::None,
            }
        };
        Mark::text(shown(stated)).flaw(flaw)
    }

    fn gauge(&self, eye: Eye, step: Step) -> Gauge {
        let stated = self.stated_to(eye, step).unwrap_or_default();
        let tolerance = self.constants().bob.tolerance;
        let mut pins = vec![Pin {
            kind: PinKind::Stated,
            at: stated,
            words: format!("Alice {}", probability(stated)),
        }];
        for seat in [Seat::Alice, Seat::Bob] {
            let Some(votes) = self.votes_to(eye, seat, step) else { continue };
            let Some(mean) = votes.mean() else { continue };
            let whose = if eye == Eye::Seat(seat) { "you" } else { seat.name() };
            pins.push(Pin {
                kind: PinKind::Measured,
                at: mean,
                words: format!(
                    "{whose} {}/{}, off {:.3}",
                    votes.yes,
                    votes.all,
                    (mean - stated).abs()
                ),
            });
        }
        if eye.is_review() {
            let truth = self.plan().chance_in(step, self.played().0).get();
            let words = format!("true {}", probability(truth));
            pins.push(Pin { kind: PinKind::True, at: truth, words });
        }
        let ask = self.plan().ask(step).is_some();
        let furthest = pins.iter().map(|pin| (pin.at - stated).abs()).fold(tolerance, f64::max);
        let reach = 2.0 * furthest;
        let (from, to) = if !ask || reach > 0.35 {
            (0.0, 1.0)
        } else {
            ((stated - reach).max(0.0), (stated + reach).min(1.0))
        };
        Gauge {
            title: self.coin_in_words(eye, step).unwrap_or_default(),
            from,
            to,
            band: ask.then_some((stated - tolerance, stated + tolerance)),
            band_words: "honest Bob goes on".into(),
            pins,
        }
    }

    /// "coin 0.410 (you 0.640 + Alice 0.770 − 1): bit 1": the sum, less 1 if it reaches 1, with as
    /// many decimals as make it agree as printed.
    fn coin_in_words(&self, eye: Eye, step: Step) -> Option<String> {
        let round = self.round_of(step)?;
        let seat = match eye {
            Eye::Seat(Seat::Judge) => return None,
            Eye::Seat(seat) => seat,
            Eye::All => Seat::Bob,
        };
        let own = round.shares[seat.index()].and_then(Share::number);
        let Some(coin) = round.coin else {
            return own.map(|own| format!("coin: your share is {own:.3}"));
        };
        let own = own?;
        // What the other gave follows from the coin and one's own share.
        let other = (coin - own).rem_euclid(1.0);
        let (me, them) = match eye {
            Eye::All => ("Bob", "Alice"),
            _ if seat == Seat::Bob => ("you", "Alice"),
            _ => ("you", "Bob"),
        };
        let bit = u8::from(round.bit.unwrap_or_default());
        let over = |digits: i32| {
            let unit = 10f64.powi(digits);
            let [own, other, coin] = [own, other, coin].map(|x| (x * unit).round());
            (own + other - coin) / unit
        };
        let agrees = (3..=5).find(|&digits| [0.0, 1.0].contains(&over(digits)));
        let (about, digits) = agrees.map_or(("about ", 3), |digits| ("", digits as usize));
        let less = if over(digits as i32) > 0.5 { " − 1" } else { "" };
        Some(format!(
            "coin {about}{coin:.digits$} ({me} {own:.digits$} + {them} {other:.digits$}{less}): bit \
             {bit}"
        ))
    }

    fn round_in_words(&self, eye: Eye, step: Step) -> Vec<String> {
        let plan = self.plan();
        let mut lines = Vec::new();
        match plan.ask(step) {
            Some(ask) => lines.push(format!(
                "step {} asks: \"{}\"",
                number::step(step),
                ask.question.replace("{t}", &step.to_string())
            )),
            None => lines.push(format!("step {}: {}", number::step(step), plan.formula(step))),
        }
        let (_, played) = self.played();
        let given: Vec<String> = plan
            .relevant(step)
            .iter()
            .take(12)
            .map(|&source| match source.get() {
                Origin::Step(read) => {
                    let known = match eye {
                        Eye::Seat(Seat::Judge) => self.ledger().readings().bit(source.into()),
                        _ => (read.index() < played).then(|| self.played().0.at(read.index())),
                    };
                    let value = match (known, plan.ask(read).is_some()) {
                        (None, _) => "?",
                        (Some(true), true) => "yes",
                        (Some(false), true) => "no",
                        (Some(true), false) => "1",
                        (Some(false), false) => "0",
                    };
                    format!("{}: {value}", plan.words(read))
                }
                Origin::Input(input) => {
                    let bit = match eye {
                        Eye::Seat(Seat::Judge) => self.ledger().readings().bit(source.into()),
                        _ => Some(plan.inputs().at(input.index())),
                    };
                    let value = bit.map_or("?".to_owned(), |bit| u8::from(bit).to_string());
                    format!("{} = {value}", plan.input_name(input))
                }
            })
            .collect();
        if !given.is_empty() {
            lines.push(format!("given: {}", given.join(", ")));
        }
        lines.extend(self.coin_in_words(eye, step));
        lines
    }

    fn votes_pane(&self, eye: Eye) -> Votes {
        let stated = self.round().stated.unwrap_or_default();
        let bob = self.round().votes[Seat::Bob.index()].mean();
        let others = match eye {
            Eye::Seat(Seat::Judge) => vec![("Bob's own mean".to_owned(), None)],
            _ if eye.is(Seat::Bob) => vec![("Bob's own mean".to_owned(), bob)],
            _ => Vec::new(),
        };
        Votes {
            title: format!("Alice said {}: \"{}\"", shown(stated), self.plan().words(self.step())),
            stated,
            tolerance: self.constants().judge.tolerance,
            batches: self.batches().to_vec(),
            planned: self.constants().judge.count,
            others,
            truth: eye.is_review().then(|| self.chance().get()),
        }
    }
}
