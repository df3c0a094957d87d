//! The board of a stochastic debate.

use super::{Seen, shown};
use crate::machine::{Input, Source, Step};
use crate::protocol::stochastic::RoundView;
use crate::rules::{BitRef, Seat, Viewer};
use crate::text::board::{
    CellFlaw, CellMark, CellRole, DrawnRound, GaugePane, GaugePoint, GaugePointKind, Pane,
    RoundsPane, StripPane, TablePane, VotesPane,
};
use crate::text::graph::{Graph, GraphNode};
use crate::text::number::{self, probability};
use crate::text::{Board, plan_graph};

/// The index of the column with the bits in the table of rounds.
const BIT: usize = 4;

pub(super) fn board(view: Seen<'_>) -> Board<'_> {
    let mut panes = Vec::new();
    panes.extend(votes_pane(view).map(Pane::Votes));
    panes.push(Pane::Table(rounds_table(view)));
    panes.extend(gauge(view).map(Pane::Gauge));
    if !view.plan().inputs().is_empty() {
        let name = move |input| format!("input {}", view.plan().input_name(input));
        let mark = move |input| input_mark(view, input);
        panes.push(Pane::Strip(StripPane::inputs(
            "inputs",
            view.plan().inputs().len(),
            mark,
            name,
        )));
    }
    let title = if view.aborted() { "votes and rounds" } else { "rounds" };
    Board { title: title.into(), panes }
}

fn input_mark(view: Seen<'_>, input: Input) -> CellMark {
    let mark = view.known(Source::input(input)).map_or_else(CellMark::unread, CellMark::bit);
    mark.read_as(view.readings().order(BitRef::Input(input)))
}

/// The mean of a prover's own votes. A prover sees only the prover's own mean, and a review sees
/// Bob's mean. `None` for other viewers.
fn own_mean(view: Seen<'_>, round: &RoundView) -> Option<f64> {
    let own = match view.eye() {
        Viewer::Seat(Seat::Judge) | Viewer::Room => return None,
        Viewer::Seat(prover) => prover,
        Viewer::All => Seat::Bob,
    };
    round.votes[own.index()]?.mean()
}

fn rounds_table(view: Seen<'_>) -> TablePane<'_> {
    let more: &[&str] = match view.eye() {
        Viewer::All => &[">Bob", ">true"],
        Viewer::Seat(Seat::Judge) | Viewer::Room => &[],
        Viewer::Seat(_) => &[">you"],
    };
    let columns = [">round", "question", ">Alice", ">coin", ">bit"];
    TablePane {
        answers: &[],
        columns: columns.iter().chain(more).copied().map(String::from).collect(),
        len: view.steps(),
        here: Some(view.step().index()),
        row: Box::new(move |at| row(view, Step::at(at))),
        detail: Box::new(move |at| round_in_words(view, Step::at(at))),
        // The judge knows only one number and a few bits, too little to draw a path.
        rounds: (!view.hears_nothing()).then(|| RoundsPane {
            here: view.step().index(),
            aborted: view.aborted(),
            round: Box::new(move |at| drawn_round(view, Step::at(at))),
        }),
        tapes: None,
        graph: Some(Box::new(move |at, most| graph(view, at.map_or(view.step(), Step::at), most))),
    }
}

/// The part of the plan around a round. Bars show the stated numbers.
fn graph(view: Seen<'_>, at: Step, most: usize) -> Graph {
    let plan = view.plan();
    plan_graph::around(plan, Some(at), most, |source| {
        let knot = GraphNode { words: plan_graph::words(plan, source), ..GraphNode::default() };
        match source.get() {
            BitRef::Step(step) => {
                let chance = view.round(step).stated.filter(|_| view.asks(step)).map(|p| p.get());
                let mark = row(view, step).into_iter().nth(BIT).unwrap_or_default();
                let here = step == view.step() && mark.part == CellRole::None;
                let part = if here { CellRole::Disputed } else { mark.part };
                let note = chance.map_or_else(String::new, |p| format!("Alice {}", probability(p)));
                GraphNode { chance, note, mark: mark.part(part), ..knot }
            }
            BitRef::Input(input) => GraphNode { mark: input_mark(view, input), ..knot },
        }
    })
}

fn drawn_round(view: Seen<'_>, step: Step) -> DrawnRound {
    let round = view.round(step);
    let played = step <= view.step();
    DrawnRound {
        stated: round.stated.map(|p| p.get()),
        tolerance: view.asks(step).then(|| view.constants().bob.tolerance),
        measured: own_mean(view, &round),
        truth: view.honest_chance(step).filter(|_| played).map(|p| p.get()),
        bit: round.bit.map_or_else(CellMark::default, CellMark::bit),
    }
}

fn row(view: Seen<'_>, step: Step) -> Vec<CellMark> {
    let number = |number: Option<f64>| {
        number.map_or_else(CellMark::default, |number| CellMark::text(probability(number)))
    };
    let round = view.round(step);
    let words = view.question(step) + if view.asks(step) { "" } else { " (gate)" };
    let stated = match round.stated {
        Some(stated) => CellMark::text(shown(stated)).flaw(flaw(view, step, &round, stated.get())),
        None if round.begun => CellMark::hidden(),
        None => CellMark::default(),
    };
    let coin =
        round.coin.map_or_else(CellMark::default, |coin| CellMark::text(format!("{coin:.2}")));
    let relevant = view.plan().relevant(view.step()).contains(&Source::step(step));
    let part = match step == view.step() {
        true if round.begun && view.aborted() => CellRole::Disputed,
        false if round.begun && relevant => CellRole::Relevant,
        _ => CellRole::None,
    };
    let bit = match round.bit {
        Some(bit) => CellMark::bit(bit),
        None if view.hears_nothing() && round.begun => CellMark::unread(),
        None => CellMark::default(),
    };
    let bit = bit.read_as(view.readings().order(BitRef::Step(step))).part(part);
    let mut row = vec![CellMark::text(step.to_string()), CellMark::text(words), stated, coin, bit];
    if !matches!(view.eye(), Viewer::Seat(Seat::Judge) | Viewer::Room) {
        row.push(number(own_mean(view, &round)));
    }
    if view.eye() == Viewer::All {
        row.push(number(view.honest_chance(step).map(|p| p.get())));
    }
    row
}

/// The flaw of a stated number. In a review, the flaw says that the number is wrong. Before the
/// review, the flaw says that the number differs from the viewer's own votes.
fn flaw(view: Seen<'_>, step: Step, round: &RoundView, stated: f64) -> CellFlaw {
    if let Some(honest) = view.honest_chance(step) {
        let off = (stated - honest.get()).abs();
        let judge = view.constants().judge.tolerance;
        let wrong = if view.asks(step) { off >= judge } else { off > 0.0 };
        return if wrong { CellFlaw::Wrong } else { CellFlaw::None };
    }
    match own_mean(view, round) {
        Some(mean) if (mean - stated).abs() >= view.constants().bob.tolerance => CellFlaw::Differs,
        _ => CellFlaw::None,
    }
}

/// The number of this round on a scale, with the measured numbers. `None` before Alice states her
/// number, or after an abort.
fn gauge(view: Seen<'_>) -> Option<GaugePane> {
    let (step, tolerance) = (view.step(), view.constants().bob.tolerance);
    let round = view.round(step);
    let stated = round.stated.filter(|_| !view.aborted())?.get();
    let pin = |kind, at, words| GaugePoint { kind, at, words };
    let mut pins =
        vec![pin(GaugePointKind::Stated, stated, format!("Alice {}", probability(stated)))];
    for seat in [Seat::Alice, Seat::Bob] {
        let Some(votes) = round.votes[seat.index()] else { continue };
        let Some(mean) = votes.mean() else { continue };
        let whose = if view.addresses(seat) { "you" } else { seat.name() };
        let off = (mean - stated).abs();
        let words = format!("{whose} {}/{}, off {off:.3}", votes.yes, votes.all);
        pins.push(pin(GaugePointKind::Measured, mean, words));
    }
    if let Some(truth) = view.honest_chance(step).map(|p| p.get()) {
        pins.push(pin(GaugePointKind::True, truth, format!("true {}", probability(truth))));
    }
    let ask = view.asks(step);
    let furthest = pins.iter().map(|pin| (pin.at - stated).abs()).fold(tolerance, f64::max);
    let reach = 2.0 * furthest;
    let (from, to) = match ask && reach <= 0.35 {
        true => ((stated - reach).max(0.0), (stated + reach).min(1.0)),
        false => (0.0, 1.0),
    };
    Some(GaugePane {
        title: coin_in_words(view, &round).unwrap_or_default(),
        from,
        to,
        band: ask.then_some((stated - tolerance, stated + tolerance)),
        band_words: "honest Bob goes on".into(),
        pins,
    })
}

/// The sum of the shares, for example "coin 0.410 (you 0.640 + Alice 0.770 − 1): bit 1". If the sum
/// is 1 or more, 1 is subtracted. The text uses enough decimals for the printed sum to be correct.
fn coin_in_words(view: Seen<'_>, round: &RoundView) -> Option<String> {
    let own = round.share?;
    let Some(coin) = round.coin else { return Some(format!("coin: your share is {own:.3}")) };
    // The viewer's own share and the coin determine the other share.
    let other = (coin - own).rem_euclid(1.0);
    let (me, them) = match view.eye() {
        Viewer::Room | Viewer::All => ("Bob", "Alice"),
        Viewer::Seat(Seat::Bob) => ("you", "Alice"),
        Viewer::Seat(_) => ("you", "Bob"),
    };
    let over = |digits: i32| {
        let unit = 10f64.powi(digits);
        let [own, other, coin] = [own, other, coin].map(|x| (x * unit).round());
        (own + other - coin) / unit
    };
    let agrees = (3..=5).find(|&digits| [0.0, 1.0].contains(&over(digits)));
    let (about, digits) = agrees.map_or(("~", 3), |digits| ("", digits as usize));
    let less = if over(digits as i32) > 0.5 { " − 1" } else { "" };
    let bit = round.bit.map_or_else(String::new, |bit| format!(": bit {}", u8::from(bit)));
    Some(format!(
        "coin {about}{coin:.digits$} ({me} {own:.digits$} + {them} {other:.digits$}{less}){bit}"
    ))
}

fn round_in_words(view: Seen<'_>, step: Step) -> Vec<String> {
    let (plan, name) = (view.plan(), number::step(step));
    let mut lines = vec![match plan.ask(step) {
        Some(ask) => {
            let question = ask.question.replace("{t}", &step.to_string());
            format!("step {name} asks: \"{question}\"")
        }
        None => format!("step {name}: {}", plan.formula(step)),
    }];
    let given = |&source: &Source| {
        let bit = |zero, one| view.known(source).map_or("?", |bit| if bit { one } else { zero });
        match source.get() {
            BitRef::Step(read) if view.asks(read) => {
                format!("{}: {}", plan.words(read), bit("no", "yes"))
            }
            BitRef::Step(read) => format!("{}: {}", plan.words(read), bit("0", "1")),
            BitRef::Input(input) => format!("{} = {}", plan.input_name(input), bit("0", "1")),
        }
    };
    let given: Vec<String> = plan.relevant(step).iter().take(12).map(given).collect();
    if !given.is_empty() {
        lines.push(format!("given: {}", given.join(", ")));
    }
    lines.extend(coin_in_words(view, &view.round(step)));
    lines
}

/// The votes about the number that the judge tests. `None` at a gate, or before the judge receives
/// the number.
fn votes_pane(view: Seen<'_>) -> Option<VotesPane> {
    let step = view.step();
    let stated = view.on_trial().filter(|_| view.asks(step))?;
    let bob = view.round(step).votes[Seat::Bob.index()].and_then(|votes| votes.mean());
    let others = match view.eye() {
        Viewer::Seat(Seat::Alice) | Viewer::Room => Vec::new(),
        _ => vec![("Bob's own mean".to_owned(), bob)],
    };
    Some(VotesPane {
        title: format!("Alice said {}: \"{}\"", shown(stated), view.question(step)),
        stated,
        tolerance: view.constants().judge.tolerance,
        batches: view.batches().to_vec(),
        planned: view.constants().judge.count,
        others,
        truth: view.honest_chance(step).map(|p| p.get()),
    })
}
