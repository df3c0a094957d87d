//! The rounds of the debates of three: everybody is seated anew for each, and what came of them is told.

use std::sync::Arc;

use crate::lobby;
use crate::roll::{Holder, Kept};
use crate::rules::Seat;
use crate::session::Class;
use crate::trios;
use crate::tui::chair::Source;
use crate::work::Token;

/// Who fills a gap in a trio.
const HONEST: &str = "honest";

impl Class {
    /// Seats those who are here at tables of three for the next round of this debate, and sends them
    /// there; gives who sits at each, none where a program does.
    ///
    /// # Errors
    /// If nobody is here, or a table cannot be opened.
    pub(crate) fn seat_trios(
        self: &Arc<Self>,
        debate: &str,
    ) -> Result<Vec<[Option<usize>; 3]>, String> {
        let students = self.students();
        let here: Vec<usize> =
            students.iter().filter(|one| one.is_here()).map(|one| one.number).collect();
        if here.is_empty() {
            return Err("nobody is here".into());
        }
        let round = self.rounds();
        let trios = trios::seated(&here, round);
        for trio in &trios {
            let program = || Holder::Program(HONEST.into());
            let seats = trio.map(|student| student.map_or_else(program, Holder::Student));
            let table = self.seat(debate, seats, Some(round))?;
            for (seat, student) in Seat::ALL.into_iter().zip(trio) {
                let student = students.iter().find(|one| Some(one.number) == *student);
                if let Some(student) = student {
                    let (table, number) = (Arc::clone(&table), student.number);
                    student.order(move |app| {
                        let sitting = table.sitting(Some(seat), number);
                        app.show(|context| lobby::sit(sitting, context));
                    });
                }
            }
        }
        Ok(trios)
    }

    /// How many rounds of the trios there were.
    pub(crate) fn rounds(&self) -> usize {
        let last = self.roll.read().tables.iter().filter_map(|table| table.round).max();
        last.map_or(0, |last| last + 1)
    }

    /// What those debates of the trios came to that are over.
    pub(crate) fn results(&self, token: &Token) -> Vec<trios::Result> {
        let kept = |table: &Kept| (table.round, table.before.clone());
        let kept: Vec<_> = self.roll.read().tables.iter().map(kept).collect();
        let mut results = Vec::new();
        for (table, (round, before)) in self.tables().into_iter().zip(kept) {
            let found =
                round.and_then(|round| table.result((round + 1, table.number() + 1), before));
            let Some((mut result, fresh)) = found else { continue };
            let known = self.chances.lock().get(&result.debate).copied();
            result.chance = known.unwrap_or_else(|| {
                let chance = trios::chance(&*fresh, token);
                if !token.is_stopped() {
                    self.chances.lock().insert(result.debate.clone(), chance);
                }
                chance
            });
            results.push(result);
        }
        results
    }

    /// Those of them that may be exported: everybody who had a seat has said so, and the end is told.
    pub(crate) fn exported(&self, token: &Token) -> Vec<trios::Result> {
        let results = self.results(token);
        let tables = self.tables();
        let roll = self.roll.read();
        let told = |result: &trios::Result| {
            let table = tables.get(result.table - 1);
            !(roll.holding && table.is_some_and(|table| table.may_be_kept_back()))
        };
        let consents = |who: &str| match who.parse::<usize>() {
            Ok(student) => roll.students.get(student).and_then(|p| p.consents) == Some(true),
            Err(_) => who != "teacher",
        };
        let all = |result: &trios::Result| {
            let sat = [&result.alice, &result.bob, &result.judge];
            sat.into_iter().flat_map(|seat| seat.split('+')).all(consents)
        };
        results.into_iter().filter(|result| told(result) && all(result)).collect()
    }

    /// Closes the vote, and tells everybody what came of it; the same in words. Whether debates may be
    /// exported is noted of everybody.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub(crate) fn count(&self) -> Result<String, String> {
        let ballot = &self.shared.ballot;
        ballot.close()?;
        self.call_all();
        let vote = ballot.now();
        let outcome = vote.outcome();
        if vote.consent {
            self.change(&mut self.roll.upgradable_read(), |roll| {
                for (student, yes) in vote.said {
                    if let Some(pupil) = roll.students.get_mut(student) {
                        pupil.consents = Some(yes);
                    }
                }
            })?;
        }
        Ok(outcome)
    }
}
