//! A stochastic debate as a screen shows it.

use super::{Seen, shown};
use crate::machine::{Input, Source, Step};
use crate::protocol::stochastic::RoundSeen;
use crate::rules::{Cell, Eye, Seat};
use crate::text::board::{
    DrawnRound, Flaw, Gauge, Mark, Pane, Part, Pin, PinKind, Rounds, Strip, Table, Votes,
};
use crate::text::graph::{Graph, Knot};
use crate::text::number::{self, probability};
use crate::text::{Board, plan_graph};

/// The column of the bits in the table of rounds.
const BIT: usize = 4;

pub(super) fn board(view: Seen<'_>) -> Board<'_> {
    let mut panes = Vec::new();
    panes.extend(votes_pane(view).map(Pane::Votes));
    panes.push(Pane::Table(rounds_table(view)));
    panes.extend(gauge(view).map(Pane::Gauge));
    if !view.plan().inputs().is_empty() {
        let name = move |input| format!("input {}", view.plan().input_name(input));
        let mark = move |input| input_mark(view, input);
        panes.push(Pane::Strip(Strip::inputs("inputs", view.plan().inputs().len(), mark, name)));
    }
    let title = if view.aborted() { "votes and rounds" } else { "rounds" };
    Board { title: title.into(), panes }
}

fn input_mark(view: Seen<'_>, input: Input) -> Mark {
    let mark = view.known(Source::input(input)).map_or_else(Mark::unread, Mark::bit);
    mark.read_as(view.readings().order(Cell::Input(input)))
}

/// The mean of the votes that a prover drew for themselves, as far as this eye knows of them: its own,
/// and in a review Bob's.
fn own_mean(view: Seen<'_>, round: &RoundSeen) -> Option<f64> {
    let own = match view.eye() {
        Eye::Seat(Seat::Judge) | Eye::Room => return None,
        Eye::Seat(prover) => prover,
        Eye::All => Seat::Bob,
    };
    round.votes[own.index()]?.mean()
}

fn rounds_table(view: Seen<'_>) -> Table<'_> {
    let mut columns: Vec<String> =
        [">round", "question", ">Alice", ">coin", ">bit"].map(String::from).into();
    match view.eye() {
        Eye::All => columns.extend([">Bob".into(), ">true".into()]),
        Eye::Seat(Seat::Judge) | Eye::Room => {}
        Eye::Seat(_) => columns.push(">you".into()),
    }
    Table {
        answers: &[],
        columns,
        len: view.steps(),
        here: Some(view.step().index()),
        row: Box::new(move |at| row(view, Step::at(at))),
        detail: Box::new(move |at| round_in_words(view, Step::at(at))),
        // The judge is told one number and a few bits: that is no path.
        rounds: (!view.hears_nothing()).then(|| Rounds {
            here: view.step().index(),
            aborted: view.aborted(),
            round: Box::new(move |at| drawn_round(view, Step::at(at))),
        }),
        tapes: None,
        graph: Some(Box::new(move |at, most| graph(view, at.map_or(view.step(), Step::at), most))),
    }
}

/// The plan around a round, what was stated as bars.
fn graph(view: Seen<'_>, at: Step, most: usize) -> Graph {
    let plan = view.plan();
    plan_graph::around(plan, Some(at), most, |source| {
        let knot = Knot { words: plan_graph::words(plan, source), ..Knot::default() };
        match source.get() {
            Cell::Step(step) => {
                let stated = view.round(step).stated.filter(|_| view.asks(step));
                let mark = row(view, step).into_iter().nth(BIT).unwrap_or_default();
                let here = step == view.step() && mark.part == Part::None;
                let part = if here { Part::Disputed } else { mark.part };
                let note =
                    stated.map_or_else(String::new, |p| format!("Alice {}", probability(p.get())));
                let chance = stated.map(|p| p.get());
                Knot { chance, note, mark: mark.part(part), ..knot }
            }
            Cell::Input(input) => Knot { mark: input_mark(view, input), ..knot },
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
        bit: round.bit.map_or_else(Mark::default, Mark::bit),
    }
}

fn row(view: Seen<'_>, step: Step) -> Vec<Mark> {
    let text = |number: Option<f64>| {
        number.map_or_else(Mark::default, |number| Mark::text(probability(number)))
    };
    let round = view.round(step);
    let words = view.question(step) + if view.asks(step) { "" } else { " (gate)" };
    let mut row = vec![Mark::text(step.to_string()), Mark::text(words)];
    row.push(match round.stated {
        Some(stated) => Mark::text(shown(stated)).flaw(flaw(view, step, &round, stated.get())),
        None if round.begun => Mark::hidden(),
        None => Mark::default(),
    });
    row.push(round.coin.map_or_else(Mark::default, |coin| Mark::text(format!("{coin:.2}"))));
    let relevant = view.plan().relevant(view.step()).contains(&Source::step(step));
    let part = match step == view.step() {
        _ if !round.begun => Part::None,
        true if view.aborted() => Part::Disputed,
        true => Part::None,
        false if relevant => Part::Relevant,
        false => Part::None,
    };
    let bit = match round.bit {
        Some(bit) => Mark::bit(bit),
        None if view.hears_nothing() && round.begun => Mark::unread(),
        None => Mark::default(),
    };
    row.push(bit.read_as(view.readings().order(Cell::Step(step))).part(part));
    match view.eye() {
        Eye::Seat(Seat::Judge) | Eye::Room => {}
        Eye::Seat(_) => row.push(text(own_mean(view, &round))),
        Eye::All => {
            row.push(text(own_mean(view, &round)));
            row.push(text(view.honest_chance(step).map(|p| p.get())));
        }
    }
    row
}

/// What is to be seen of a stated number: that it is wrong, in a review; else that it differs from
/// one's own votes.
fn flaw(view: Seen<'_>, step: Step, round: &RoundSeen, stated: f64) -> Flaw {
    if let Some(honest) = view.honest_chance(step) {
        let off = (stated - honest.get()).abs();
        let judge = view.constants().judge.tolerance;
        let wrong = if view.asks(step) { off >= judge } else { off > 0.0 };
        return if wrong { Flaw::Wrong } else { Flaw::None };
    }
    match own_mean(view, round) {
        Some(mean) if (mean - stated).abs() >= view.constants().bob.tolerance => Flaw::Differs,
        _ => Flaw::None,
    }
}

/// The number of this round on a scale, with what was measured beside it; none before it is stated or
/// after it went to trial.
fn gauge(view: Seen<'_>) -> Option<Gauge> {
    let step = view.step();
    let round = view.round(step);
    let stated = round.stated.filter(|_| !view.aborted())?.get();
    let tolerance = view.constants().bob.tolerance;
    let mut pins = vec![Pin {
        kind: PinKind::Stated,
        at: stated,
        words: format!("Alice {}", probability(stated)),
    }];
    for seat in [Seat::Alice, Seat::Bob] {
        let Some(votes) = round.votes[seat.index()] else { continue };
        let Some(mean) = votes.mean() else { continue };
        let whose = if view.addresses(seat) { "you" } else { seat.name() };
        let off = (mean - stated).abs();
        pins.push(Pin {
            kind: PinKind::Measured,
            at: mean,
            words: format!("{whose} {}/{}, off {off:.3}", votes.yes, votes.all),
        });
    }
    if let Some(truth) = view.honest_chance(step) {
        let words = format!("true {}", probability(truth.get()));
        pins.push(Pin { kind: PinKind::True, at: truth.get(), words });
    }
    let ask = view.asks(step);
    let furthest = pins.iter().map(|pin| (pin.at - stated).abs()).fold(tolerance, f64::max);
    let reach = 2.0 * furthest;
    let (from, to) = if !ask || reach > 0.35 {
        (0.0, 1.0)
    } else {
        ((stated - reach).max(0.0), (stated + reach).min(1.0))
    };
    Some(Gauge {
        title: coin_in_words(view, &round).unwrap_or_default(),
        from,
        to,
        band: ask.then_some((stated - tolerance, stated + tolerance)),
        band_words: "honest Bob goes on".into(),
        pins,
    })
}

/// "coin 0.410 (you 0.640 + Alice 0.770 − 1): bit 1": the sum, less 1 if it reaches 1, with as
/// many decimals as make it agree as printed.
fn coin_in_words(view: Seen<'_>, round: &RoundSeen) -> Option<String> {
    let own = round.share?;
    let Some(coin) = round.coin else { return Some(format!("coin: your share is {own:.3}")) };
    // What the other gave follows from the coin and one's own share.
    let other = (coin - own).rem_euclid(1.0);
    let (me, them) = match view.eye() {
        Eye::Room | Eye::All => ("Bob", "Alice"),
        Eye::Seat(Seat::Bob) => ("you", "Alice"),
        Eye::Seat(_) => ("you", "Bob"),
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
    let plan = view.plan();
    let name = number::step(step);
    let mut lines = vec![match plan.ask(step) {
        Some(ask) => {
            let question = ask.question.replace("{t}", &step.to_string());
            format!("step {name} asks: \"{question}\"")
        }
        None => format!("step {name}: {}", plan.formula(step)),
    }];
    let given = plan.relevant(step).iter().take(12).map(|&source| {
        let known = view.known(source);
        match source.get() {
            Cell::Step(read) => {
                let value = match (known, view.asks(read)) {
                    (None, _) => "?",
                    (Some(true), true) => "yes",
                    (Some(false), true) => "no",
                    (Some(true), false) => "1",
                    (Some(false), false) => "0",
                };
                format!("{}: {value}", plan.words(read))
            }
            Cell::Input(input) => {
                let value = known.map_or("?".to_owned(), |bit| u8::from(bit).to_string());
                format!("{} = {value}", plan.input_name(input))
            }
        }
    });
    let given: Vec<String> = given.collect();
    if !given.is_empty() {
        lines.push(format!("given: {}", given.join(", ")));
    }
    lines.extend(coin_in_words(view, &view.round(step)));
    lines
}

/// The votes on the number on trial; none before it was handed over, or at a gate.
fn votes_pane(view: Seen<'_>) -> Option<Votes> {
    let step = view.step();
    let stated = view.on_trial().filter(|_| view.asks(step))?;
    let bob = view.round(step).votes[Seat::Bob.index()].and_then(|votes| votes.mean());
    let others = match view.eye() {
        Eye::Seat(Seat::Alice) | Eye::Room => Vec::new(),
        _ => vec![("Bob's own mean".to_owned(), bob)],
    };
    Some(Votes {
        title: format!("Alice said {}: \"{}\"", shown(stated), view.question(step)),
        stated,
        tolerance: view.constants().judge.tolerance,
        batches: view.batches().to_vec(),
        planned: view.constants().judge.count,
        others,
        truth: view.honest_chance(step).map(|p| p.get()),
    })
}
