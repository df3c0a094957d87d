//! Who moves when, and what a move does.

use std::sync::Arc;

use super::state::Neighbours;
use super::{Phase, Point, Tableau};
use crate::machine::turing::Reading;
use crate::protocol::cross_examination::location_bits;
use crate::rules::{
    Audience, Cost, Ledger, Menu, Move, Outcome, Phrase, Position, Refusal, Rules, Seat, Turn,
    YesNo,
};

impl Position for Tableau {
    fn turn(&self) -> Turn {
        match &self.phase {
            Phase::Writing => Turn::Ask(Seat::Alice),
            Phase::Pointing => Turn::Ask(Seat::Bob),
            Phase::Showing(..) if self.asked_afresh().is_some() => Turn::Ask(Seat::Alice),
            Phase::Showing(_, neighbours) => {
                let cells = |step| self.cell(step);
                let text = self.machine().write_readings(self.next_shown(neighbours), cells);
                match text.parse::<Phrase>() {
                    Ok(part) => Turn::Reveal { mv: Move::Reveals(part), to: Audience::ALL },
                    // What is shown is never empty and has no control characters in it.
                    Err(_) => Turn::Ask(Seat::Judge),
                }
            }
            Phase::Judging(..) => Turn::Ask(Seat::Judge),
            Phase::Answering(point, neighbours) => Turn::Reveal {
                mv: Move::Answer(YesNo(self.answer(*point, neighbours))),
                to: Audience::ALL,
            },
            Phase::Over(_, _, _, side) => Turn::Over(Outcome { winner: *side, payoff: None }),
        }
    }

    fn menu(&self) -> Menu {
        self.offered()
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn truth(&self) -> Option<bool> {
        let run = &self.setup().run;
        Some(self.machine().accepts(run.at(run.steps()).state()) == self.setup().claim)
    }
}

impl Rules for Tableau {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        match (self.phase.clone(), mv) {
            (Phase::Writing, Move::Tell(text)) => {
                self.told = Some(Self::read(self.setup(), text.as_str())?);
                self.phase = Phase::Pointing;
            }
            (phase @ (Phase::Writing | Phase::Pointing), Move::Run) => {
                let seat = if matches!(phase, Phase::Writing) { Seat::Alice } else { Seat::Bob };
                let (steps, asked) = (self.setup().run.steps(), self.setup().run.asked());
                self.ran[seat.index()] = true;
                self.ledger.charge(seat, Cost::Steps, u64::from(steps));
                self.ledger.charge(seat, Cost::Oracle, u64::from(asked));
            }
            (Phase::Pointing, Move::Point(step)) => self.point_at(Point::Step(*step)),
            (Phase::Pointing, Move::Skipped(skip)) => self.point_at(Point::Skip(*skip)),
            (Phase::Showing(point, neighbours), Move::Reveals(_)) => {
                for &reading in self.next_shown(&neighbours) {
                    self.show(reading);
                }
                self.go_on(point, neighbours);
            }
            (Phase::Showing(point, _), Move::Name(text)) => {
                let Some((step, field)) = self.asked_afresh() else {
                    return Err(Refusal::out_of_place(mv));
                };
                let cell = self.said(step, field, text.as_str())?;
                Arc::make_mut(&mut self.afresh).insert(step, cell);
                self.show(Reading::Transcript(step, field));
                // What the judge reads next may depend on what she said.
                self.go_on(point, Arc::new(self.neighbours(point, None)));
            }
            (Phase::Judging(point, neighbours, _), Move::Ask(_)) => {
                self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                self.phase = Phase::Answering(point, neighbours);
            }
            (Phase::Answering(point, neighbours), Move::Answer(YesNo(yes))) => {
                self.phase = Phase::Judging(point, neighbours, Some(*yes));
            }
            (Phase::Judging(point, neighbours, None), Move::Answer(YesNo(yes))) => {
                self.ledger.charge(Seat::Judge, Cost::Oracle, 1);
                let side = self.neighbours(point, Some(*yes)).winner;
                self.phase = Phase::Over(point, neighbours, Some(*yes), side);
            }
            (Phase::Judging(point, neighbours, answer), Move::Rule(side)) => {
                self.phase = Phase::Over(point, neighbours, answer, *side);
            }
            _ => return Err(Refusal::out_of_place(mv)),
        }
        Ok(())
    }
}

impl Tableau {
    fn point_at(&mut self, point: Point) {
        let named = if matches!(point, Point::Skip(_)) { 2 } else { 1 };
        let location = location_bits(self.setup().run.steps() as usize);
        self.ledger.charge(Seat::Judge, Cost::Location, named * location);
        self.phase = Phase::Showing(point, Arc::new(self.neighbours(point, None)));
    }

    /// The judge is shown what is left of a neighbourhood, and rules once that is nothing.
    fn go_on(&mut self, point: Point, neighbours: Arc<Neighbours>) {
        self.phase = match self.next_shown(&neighbours).is_empty() {
            true => Phase::Judging(point, neighbours, None),
            false => Phase::Showing(point, neighbours),
        };
    }

    /// The readings that are shown next: those of one step, or one input cell.
    fn next_shown<'a>(&self, neighbours: &'a Neighbours) -> &'a [Reading] {
        let rest = neighbours.readings.get(self.shown.len()..).unwrap_or_default();
        rest.chunk_by(Reading::is_beside).next().unwrap_or_default()
    }

    /// Hands the judge one reading: charges it, and remembers it as shown.
    fn show(&mut self, reading: Reading) {
        let (cost, pointers) = match reading {
            Reading::Transcript(step, _) => (Cost::Transcript, self.cell(step).from.len() as u32),
            Reading::Input(_) => (Cost::Input, 1),
        };
        let bits = reading.bits(self.machine().cell_bits(), pointers);
        self.ledger.charge(Seat::Judge, cost, u64::from(bits));
        Arc::make_mut(&mut self.shown).push(reading);
    }
}
