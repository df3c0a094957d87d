//! A bisection as a screen shows it: the rounds so far, and the configurations at the ends of the
//! disputed interval.

use crate::machine::PlanRun;
use crate::machine::{Computation, Configuration, Input, Plan};
use crate::protocol::bisection::{Bisection, Round, Span};
use crate::rules::{Cell, Half, View};
use crate::text::Board;
use crate::text::board::{Flaw, Interval, Intervals, Mark, Pane, Part, Strip, Tape, Tapes};
use crate::text::number::{self, count};

/// A configuration to be shown.
struct ShownConfiguration<'a> {
    title: String,
    step: u32,
    configuration: &'a Configuration,
    /// What it is compared with, and what a difference means.
    against: Option<(&'a Configuration, Compared)>,
}

/// What a difference from another configuration means.
#[derive(Clone, Copy, PartialEq)]
enum Compared {
    /// It is not what this seat computed.
    Own,
    /// It is wrong.
    Truth,
    /// It is what the last step changed.
    Step,
}

impl<'a> View<'a, Bisection> {
    pub(super) fn board(self) -> Board<'a> {
        let mut panes = vec![Pane::Intervals(Intervals { rounds: self.intervals() })];
        let shown = self.shown();
        panes.push(Pane::Tapes(Tapes {
            tapes: shown.into_iter().map(move |shown| self.tape(shown)).collect(),
        }));
        if let Computation::Plan(PlanRun { live, .. }) = self.computation()
            && !live.plan().inputs().is_empty()
        {
            panes.push(Pane::Strip(self.input_strip(live.plan())));
        }
        if let Some(span) = self.span().filter(|_| self.is_judging()) {
            let rule = self.computation().rule_words(&span.start, span.from);
            panes.push(Pane::Words(vec![rule]));
        }
        panes.extend(self.pictures());
        Board { title: "disputed interval".into(), panes }
    }

    /// The rounds so far, and the interval that stands now.
    pub(super) fn intervals(self) -> Vec<Interval> {
        let row = |span: &Span, kept: Option<Half>, lie: Option<Half>| Interval {
            from: u64::from(span.from),
            middle: u64::from(span.middle()),
            to: u64::from(span.to),
            kept,
            lie,
        };
        let round = |round: &Round| row(&round.span, round.kept, self.lie(round));
        let mut rows: Vec<Interval> =
            self.rounds().iter().chain(self.open_round()).map(round).collect();
        let open = self.open_round().is_some() || self.on_trial().is_some();
        rows.extend(self.span().filter(|_| !open).map(|span| row(span, None, None)));
        rows
    }

    /// The configurations on the board, in the order of their time.
    fn shown(self) -> Vec<ShownConfiguration<'a>> {
        let at = |place: &str, step: u32, says: &str| match step {
            0 => format!("{place}, before step 1: {says}"),
            _ => format!("{place}, after step {}: {says}", count(u64::from(step))),
        };
        let Some(span) = self.span() else {
            let (title, configuration) = (at("start", 0, "the machine's own"), self.start());
            return vec![ShownConfiguration { title, step: 0, configuration, against: None }];
        };
        let start = match span.from {
            0 => "the machine's own".to_owned(),
            _ => "both agree".to_owned(),
        };
        let mut shown = vec![ShownConfiguration {
            title: at("start", span.from, &start),
            step: span.from,
            configuration: &span.start,
            against: None,
        }];
        let whose = if self.eye().is_review() { "Bob's" } else { "your own" };
        let agrees = format!("{whose} run agrees");
        if let Some(round) = self.open_round() {
            let middle = span.middle();
            let own = self.found(round);
            let truth = self.follows(round).map(|follows| (follows, Compared::Truth));
            let against = truth.or(own.map(|own| (own, Compared::Own)));
            let configuration = &round.middle;
            // A run that comes to what she says needs no tape of its own.
            let same = own == Some(configuration);
            let title = at("middle", middle, if same { &agrees } else { "Alice says" });
            shown.push(ShownConfiguration { title, step: middle, configuration, against });
            if let Some(configuration) = own.filter(|_| !same) {
                let title = at("middle", middle, &format!("{whose} run"));
                shown.push(ShownConfiguration {
                    title,
                    step: middle,
                    configuration,
                    against: None,
                });
            }
        }
        // What Bob found there when it was a middle stays known to him.
        let own = (self.rounds().iter().rev().find(|round| round.span.middle() == span.to))
            .and_then(|round| self.found(round));
        let against = self.on_trial().map(|_| (&span.start, Compared::Step));
        let same = own == Some(&span.end);
        let title = at("end", span.to, if same { &agrees } else { "Alice says" });
        shown.push(ShownConfiguration { title, step: span.to, configuration: &span.end, against });
        shown
    }

    fn tape(self, shown: ShownConfiguration<'a>) -> Tape<'a> {
        let ShownConfiguration { title, step, configuration, against } = shown;
        match (self.computation(), configuration) {
            (Computation::Turing(run), Configuration::Tape(tape)) => {
                let machine = run.machine();
                let mark = move |at: usize| {
                    let Some(&symbol) = tape.tape().get(at) else { return Mark::default() };
                    let mark = Mark::text(machine.alphabet().glyph(symbol).to_string());
                    let differs = against.is_some_and(|(other, _)| match other {
                        Configuration::Tape(other) => other.tape().get(at) != Some(&symbol),
                        Configuration::Live(_) => false,
                    });
                    compare(mark, differs, against.map(|(_, compared)| compared))
                };
                let mut state = machine.state_name(tape.state()).to_owned();
                if let Some((Configuration::Tape(other), compared)) = against {
                    let elsewhere = other.head() != tape.head() || other.state() != tape.state();
                    state += match (elsewhere, compared) {
                        (true, Compared::Own) => " ≠",
                        (true, Compared::Truth) => " ✗",
                        _ => "",
                    };
                }
                Tape {
                    title,
                    len: tape.tape().len(),
                    first: i64::from(machine.space().from()),
                    head: Some(tape.head() as usize),
                    state,
                    mark: Box::new(mark),
                }
            }
            (_, Configuration::Live(bits)) => {
                let mark = move |at: usize| {
                    let Some(bit) = bits.get(at) else { return Mark::default() };
                    let differs = against.is_some_and(|(other, compared)| match other {
                        // Live bits before and after a step belong to different steps.
                        Configuration::Live(other) => {
                            compared != Compared::Step && other.get(at) != Some(bit)
                        }
                        Configuration::Tape(_) => false,
                    });
                    compare(Mark::bit(bit), differs, against.map(|(_, compared)| compared))
                };
                Tape {
                    title: format!("{title}{}", self.live_words(step)),
                    len: bits.len(),
                    first: 1,
                    head: None,
                    state: String::new(),
                    mark: Box::new(mark),
                }
            }
            // A configuration of another kind cannot be named.
            (Computation::Plan(_), Configuration::Tape(_)) => Tape {
                title,
                len: 0,
                first: 1,
                head: None,
                state: String::new(),
                mark: Box::new(|_| Mark::default()),
            },
        }
    }

    /// Which steps the live bits after a step belong to.
    fn live_words(self, step: u32) -> String {
        const LISTED: usize = 6;
        let Computation::Plan(PlanRun { live, .. }) = self.computation() else {
            return String::new();
        };
        let steps = live.live_after(step);
        let (Some(first), Some(last)) = (steps.first(), steps.last()) else {
            return ", no live bits".into();
        };
        if steps.len() == 1 {
            return format!(", step {}", number::step(*first));
        }
        if last.index() - first.index() + 1 == steps.len() {
            return format!(", {} to {}", number::step(*first), number::step(*last));
        }
        let names: Vec<String> = steps.iter().take(LISTED).map(|&at| number::step(at)).collect();
        let more = if steps.len() > LISTED { " …" } else { "" };
        format!(", {}{more}", names.join(" "))
    }

    fn input_strip(self, plan: &'a Plan) -> Strip<'a> {
        let mark = move |input: Input| {
            let read = self.readings().order(Cell::Input(input));
            let part = if read.is_some() { Part::Relevant } else { Part::None };
            Mark::bit(plan.inputs().at(input.index())).read_as(read).part(part)
        };
        let name = |input| format!("input {}", plan.input_name(input));
        Strip::inputs("inputs", plan.inputs().len(), mark, name)
    }
}

/// Marks a difference.
fn compare(mark: Mark, differs: bool, compared: Option<Compared>) -> Mark {
    match compared.filter(|_| differs) {
        None => mark,
        Some(Compared::Own) => mark.flaw(Flaw::Differs),
        Some(Compared::Truth) => mark.flaw(Flaw::Wrong),
        Some(Compared::Step) => mark.part(Part::Disputed),
    }
}
