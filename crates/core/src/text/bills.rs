//! Compares the work of the judge with the work of the provers. A debate is doubly efficient if the
//! provers work about as long as the computation, and the judge works far less (2024 paper, Def.
//! 4.1).

use std::cmp::Ordering;

use super::narrate::capital;
use super::number::{count, plural};
use crate::rules::{Cost, Ledger, Seat};

/// The work of all players in a debate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// The work of one run of the computation without a debate. `None` if there is no computation,
    /// or if its cost is disputed.
    pub computation: Option<u64>,
    /// The work of Alice and of Bob: the number of steps that the prover ran, plus the number of
    /// questions to the oracle.
    pub provers: [u64; 2],
    /// The number of the judge's queries.
    pub judge: u64,
}

impl Work {
    /// Takes the work from a ledger. `None` if both provers did no work.
    pub fn new(ledger: &Ledger, computation: Option<u64>) -> Option<Self> {
        let provers = [Seat::Alice, Seat::Bob].map(|seat| {
            let account = ledger.account(seat);
            account.paid(Cost::Steps) + account.paid(Cost::Oracle)
        });
        let judge = ledger.account(Seat::Judge).queries();
        (provers != [0, 0]).then_some(Self { computation, provers, judge })
    }

    /// The larger work of the two provers.
    pub fn busier(self) -> u64 {
        self.provers[0].max(self.provers[1])
    }

    /// Returns whether the judge did less than a tenth of a prover's work. Only then is it useful
    /// to draw the work as bars.
    pub fn is_lopsided(self) -> bool {
        self.judge < self.busier() / 10
    }

    /// A sentence that compares the work of the judge, of the provers and of the computation.
    pub fn compared(self) -> String {
        let busier = self.busier();
        if !self.is_lopsided() {
            return self.side_by_side();
        }
        match self.computation {
            Some(run) if run > 0 && busier / run >= 3 => format!(
                "The judge did almost nothing, but a prover worked about {} times as long as one \
                 run of the computation, which takes {}.",
                count(busier / run),
                count(run)
            ),
            Some(run) if busier > 0 && run / busier >= 3 => format!(
                "The computation itself would take {}. In this debate, the provers did less work.",
                count(run)
            ),
            Some(_) => {
                "Doubly efficient: each prover worked about as long as the computation takes, and \
                 the judge did almost nothing."
                    .into()
            }
            None => "The judge did less than a tenth of a prover's work.".into(),
        }
    }
}

impl Work {
    /// The work of the judge beside that of the prover who worked more.
    fn side_by_side(self) -> String {
        let (busier, judge) = (self.busier(), self.judge);
        let [alice, bob] = self.provers;
        let prover = match alice.cmp(&bob) {
            Ordering::Less => "Bob",
            Ordering::Equal => "each prover",
            Ordering::Greater => "Alice",
        };
        let times = |more: u64, less: u64| match (more + less / 2) / less.max(1) {
            0 | 1 => "more".to_owned(),
            times => format!("about {times} times as much"),
        };
        let compared = if 3 * judge < 2 * busier {
            format!("{} worked {}.", capital(prover), times(busier, judge))
        } else if 2 * judge > 3 * busier {
            format!(
                "The judge worked {}: this debate saves the judge nothing.",
                times(judge, busier)
            )
        } else {
            "The judge worked about as much as a prover.".into()
        };
        format!(
            "The judge's work was {}, and {prover}'s was {}. {compared}",
            plural(judge, "query", "queries"),
            plural(busier, "step or question", "steps and questions")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_for_a_judge_who_did_less_than_a_tenth_of_a_provers_work() {
        let mut ledger = Ledger::default();
        assert_eq!(Work::new(&ledger, Some(7)), None);
        ledger.charge(Seat::Alice, Cost::Steps, 7);
        ledger.charge(Seat::Judge, Cost::Location, 5);
        let short = Work::new(&ledger, Some(7)).unwrap();
        assert!(!short.is_lopsided());
        assert!(
            short.compared().contains("The judge's work was 5 queries"),
            "{}",
            short.compared()
        );
        // The sentence says which side worked more, and by how much.
        for (provers, judge, words) in [
            ([11, 4], 5, "Alice's was 11 steps and questions. Alice worked about 2 times as much."),
            (
                [7, 7],
                6,
                "each prover's was 7 steps and questions. The judge worked about as much as a prover.",
            ),
            (
                [0, 8],
                9,
                "Bob's was 8 steps and questions. The judge worked about as much as a prover.",
            ),
            (
                [10, 1],
                16,
                "The judge worked about 2 times as much: this debate saves the judge nothing.",
            ),
            ([1_368_163, 9], 8_583_279, "The judge worked about 6 times as much"),
        ] {
            let said = Work { computation: None, provers, judge }.compared();
            assert!(said.contains(words), "{said}");
        }
        ledger.charge(Seat::Alice, Cost::Steps, 100_000);
        let long = Work::new(&ledger, Some(100_000)).unwrap();
        assert!(long.is_lopsided() && long.compared().starts_with("Doubly efficient"));
        // In the first debate, a prover works far longer than one run of the computation. In the
        // second, the provers skip most of the computation.
        let vote = Work { computation: Some(11), provers: [555, 0], judge: 20 };
        assert!(vote.compared().contains("50 times as long"), "{}", vote.compared());
        let part = Work { computation: Some(1 << 40), ..long };
        assert!(part.compared().contains("did less work"), "{}", part.compared());
    }
}
