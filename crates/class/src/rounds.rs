//! Rounds of trios: three students play at a table and change seats each round.

use std::sync::Arc;

use crate::lobby;
use crate::roster::SeatHolder;
use crate::rules::Seat;
use crate::session::Class;

/// The strategy that plays an empty seat.
const HONEST: &str = "honest";

/// The students at each table in a round, counted from 0. A table has the seats of Alice, Bob and the judge. An empty
/// seat is `None`.
///
/// In three rounds, each student plays each seat once, together with the same two students. Then the groups change.
pub(crate) fn seated(students: &[usize], round: usize) -> Vec<[Option<usize>; 3]> {
    let tables = students.len().div_ceil(3);
    let mut seated = vec![[None; 3]; tables];
    for (at, &student) in students.iter().enumerate() {
        // The students form three columns. Each column sits one seat further on than the column before.
        let (column, row) = (at / tables, at % tables);
        seated[(row + round / 3 * column) % tables][(column + round) % 3] = Some(student);
    }
    seated
}

impl Class {
    /// Seats the connected students at tables of three for the next round, and opens the debate on their screens.
    /// Returns the students at each table, with `None` for a seat that a program plays.
    ///
    /// # Errors
    /// Returns an error if no student is connected, or a table cannot be opened.
    pub(crate) fn seat_trios(&self, debate: &str) -> Result<Vec<[Option<usize>; 3]>, String> {
        let students = self.members.students();
        let here: Vec<usize> =
            students.iter().filter(|one| one.is_here()).map(|one| one.number).collect();
        if here.is_empty() {
            return Err("no student is connected".into());
        }
        let last = self.members.roll().read().tables.iter().filter_map(|table| table.round).max();
        let round = last.map_or(0, |last| last + 1);
        let trios = seated(&here, round);
        for trio in &trios {
            let program = || SeatHolder::Program(HONEST.into());
            let seats = trio.map(|student| student.map_or_else(program, SeatHolder::Student));
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn three_rounds_give_everybody_each_seat_once_and_programs_fill_the_gaps() {
        for count in 1..=20 {
            let students: Vec<usize> = (10..10 + count).collect();
            for block in 0..3 {
                let mut had: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); count];
                for round in 3 * block..3 * block + 3 {
                    let tables = seated(&students, round);
                    assert_eq!(tables.len(), count.div_ceil(3));
                    assert!(tables.iter().all(|seats| seats.iter().any(Option::is_some)));
                    let mut sits = Vec::new();
                    for (seat, student) in tables.iter().flat_map(|t| t.iter().enumerate()) {
                        if let Some(student) = student {
                            had[student - 10].insert(seat);
                            sits.push(*student);
                        }
                    }
                    sits.sort_unstable();
                    assert_eq!(sits, students, "everybody sits once");
                }
                assert!(had.iter().all(|seats| seats.len() == 3), "{count} {block}: {had:?}");
            }
        }
        // From the fourth round on, each of nine students sits with other students than before.
        let nine: Vec<usize> = (0..9).collect();
        let mates = |round| -> BTreeSet<BTreeSet<usize>> {
            let tables = seated(&nine, round).into_iter();
            tables.map(|table| table.into_iter().flatten().collect()).collect()
        };
        assert_eq!(mates(0), mates(2));
        assert!(mates(0).is_disjoint(&mates(3)));
    }
}
