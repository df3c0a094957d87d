//! The tapes of a bisection: all named configurations. Those at the ends and in the middle of the disputed interval
//! have titles.

use std::collections::BTreeMap;

use crate::machine::PlanRun;
use crate::machine::{Computation, Configuration};
use crate::protocol::bisection::{Bisection, BisectionRound};
use crate::rules::View;
use crate::text::board::{CellFlaw, CellMark, CellRole, TapeCell, TapeRow, TapesPane};
use crate::text::number::{self, count};

struct ShownConfiguration<'a> {
    /// Empty if the configuration is no longer in play.
    title: String,
    step: u32,
    configuration: &'a Configuration,
    /// The configuration to compare with, and the meaning of a difference.
    against: Option<(&'a Configuration, Compared)>,
}

/// The meaning of a difference from another configuration.
#[derive(Clone, Copy, PartialEq)]
enum Compared {
    /// The configuration differs from the one that this seat computed.
    Own,
    /// It is wrong.
    Truth,
    /// The last step made this change.
    Step,
}

impl<'a> View<'a, Bisection> {
    pub(super) fn tapes(self) -> TapesPane<'a> {
        let in_play = self.in_play();
        let is_past = |step: &u32| in_play.iter().all(|shown| shown.step != *step);
        let past = self.timeline(self.open_round()).into_iter().filter(|(step, _)| is_past(step));
        let past = past.map(|(step, configuration)| ShownConfiguration {
            title: String::new(),
            step,
            configuration,
            against: None,
        });
        let mut named: Vec<_> = past.collect();
        let before = in_play.first().map_or(0, |shown| shown.step);
        let first = named.iter().filter(|past| past.step < before).count();
        let open = first..first + in_play.len();
        named.splice(first..first, in_play);
        TapesPane {
            cells: named.iter().map(|shown| cells(shown.configuration)).max().unwrap_or(0),
            first: match self.computation() {
                Computation::Turing(run) => i64::from(run.machine().space().from()),
                Computation::Plan(_) => 1,
            },
            len: named.len(),
            here: self.span().map(|_| first),
            open,
            tapes: Box::new(move |some| {
                let some = named.get(some).unwrap_or_default().iter();
                some.map(|shown| self.tape(shown)).collect()
            }),
        }
    }

    /// The configurations named so far, each with the number of its step, in order. They include the true start and
    /// the configurations of the round `open`.
    pub(super) fn timeline(
        self,
        open: Option<&'a BisectionRound>,
    ) -> Vec<(u32, &'a Configuration)> {
        let mut named: BTreeMap<u32, &Configuration> = BTreeMap::from([(0, self.start())]);
        for round in self.rounds().iter().chain(open) {
            named.insert(round.span.from, &round.span.start);
            named.insert(round.span.to, &round.span.end);
            named.insert(round.span.middle(), &round.middle);
        }
        if let Some(span) = self.span() {
            named.insert(span.from, &span.start);
            named.insert(span.to, &span.end);
        }
        named.into_iter().collect()
    }

    /// The configurations at the ends and in the middle of the interval, in order of time.
    fn in_play(self) -> Vec<ShownConfiguration<'a>> {
        let at = |place: &str, step: u32, says: &str| match step {
            0 => format!("{place}, before step 1: {says}"),
            _ => format!("{place}, after step {}: {says}", count(u64::from(step))),
        };
        let Some(span) = self.span() else {
            let (title, configuration) = (at("start", 0, "set by the machine"), self.start());
            return vec![ShownConfiguration { title, step: 0, configuration, against: None }];
        };
        let start = match span.from {
            0 => "set by the machine".to_owned(),
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
            // If Bob's run agrees with Alice, one tape is enough.
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
        // Bob still knows the configuration that he computed there in an earlier round.
        let own = (self.rounds().iter().rev().find(|round| round.span.middle() == span.to))
            .and_then(|round| self.found(round));
        let against = self.on_trial().map(|_| (&span.start, Compared::Step));
        let same = own == Some(&span.end);
        let title = at("end", span.to, if same { &agrees } else { "Alice says" });
        shown.push(ShownConfiguration { title, step: span.to, configuration: &span.end, against });
        shown
    }

    fn tape(self, shown: &ShownConfiguration<'a>) -> TapeRow {
        let &ShownConfiguration { ref title, step, configuration, against } = shown;
        let ends = self.span().map(|span| [span.from, span.to]);
        let mut tape = TapeRow {
            title: title.clone(),
            step: u64::from(step),
            disputed: !title.is_empty() && ends.is_some_and(|ends| ends.contains(&step)),
            ..TapeRow::default()
        };
        let marked = |mark, differs| compare(mark, differs, against.map(|(_, compared)| compared));
        match (self.computation(), configuration) {
            (Computation::Turing(run), Configuration::Tape(named)) => {
                let machine = run.machine();
                let other = against.and_then(|(other, _)| match other {
                    Configuration::Tape(other) => Some(other),
                    Configuration::Live(_) => None,
                });
                let cell = |(at, &symbol): (usize, &crate::machine::turing::Symbol)| {
                    let differs = other.is_some_and(|other| other.tape().get(at) != Some(&symbol));
                    let glyph = machine.alphabet().glyph(symbol).to_string();
                    TapeCell {
                        symbol: symbol.index(),
                        mark: marked(CellMark::text(glyph), differs),
                    }
                };
                tape.cells = named.tape().iter().enumerate().map(cell).collect();
                tape.head = Some(named.head() as usize);
                tape.state = machine.state_name(named.state()).to_owned();
                let elsewhere = other.is_some_and(|other| {
                    other.head() != named.head() || other.state() != named.state()
                });
                tape.state += match against.filter(|_| elsewhere) {
                    Some((_, Compared::Own)) => " ≠",
                    Some((_, Compared::Truth)) => " ✗",
                    _ => "",
                };
            }
            (_, Configuration::Live(bits)) => {
                let other = against.and_then(|(other, compared)| match other {
                    // The live bits before and after a step belong to different steps.
                    Configuration::Live(other) if compared != Compared::Step => Some(other),
                    _ => None,
                });
                let cell = |at: usize| {
                    let bit = bits.at(at);
                    let differs = other.is_some_and(|other| other.get(at) != Some(bit));
                    TapeCell { symbol: usize::from(bit), mark: marked(CellMark::bit(bit), differs) }
                };
                tape.cells = (0..bits.len()).map(cell).collect();
                if !title.is_empty() {
                    tape.title += &self.live_words(step);
                }
            }
            // The rules refuse a configuration of another kind.
            (Computation::Plan(_), Configuration::Tape(_)) => {}
        }
        tape
    }

    /// The steps that the live bits after a step belong to, in words.
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
}

fn cells(configuration: &Configuration) -> usize {
    match configuration {
        Configuration::Tape(tape) => tape.tape().len(),
        Configuration::Live(bits) => bits.len(),
    }
}

fn compare(mark: CellMark, differs: bool, compared: Option<Compared>) -> CellMark {
    match compared.filter(|_| differs) {
        None => mark,
        Some(Compared::Own) => mark.flaw(CellFlaw::Differs),
        Some(Compared::Truth) => mark.flaw(CellFlaw::Wrong),
        Some(Compared::Step) => mark.part(CellRole::Disputed),
    }
}
