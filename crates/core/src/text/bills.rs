//! The work of the judge and of the provers, compared: what makes a debate doubly efficient (2024 paper,
//! Def. 4.1).

use super::number::{count, plural};
use crate::rules::{Cost, Ledger, Seat};

/// The work of everybody in a debate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// One run of the computation without a debate. `None` if there is no computation, or it is what is
    /// debated.
    pub computation: Option<u64>,
    /// The steps that each prover ran and the questions that it asked: Alice's, then Bob's.
    pub provers: [u64; 2],
    /// The queries of the judge.
    pub judge: u64,
}

impl Work {
    /// The work in a ledger. `None` if no prover worked.
    pub fn new(ledger: &Ledger, computation: Option<u64>) -> Option<Self> {
        let provers = [Seat::Alice, Seat::Bob].map(|seat| {
            let account = ledger.account(seat);
            account.paid(Cost::Steps) + account.paid(Cost::Oracle)
        });
        let judge = ledger.account(Seat::Judge).queries();
        (provers != [0, 0]).then_some(Self { computation, provers, judge })
    }

    /// The work of the prover who worked more.
    pub fn busier(self) -> u64 {
        self.provers[0].max(self.provers[1])
    }

    /// Returns `true` if the judge did less than a tenth of a prover's work. Only then bars show something.
    pub fn is_lopsided(self) -> bool {
        self.judge < self.busier() / 10
    }

    /// How the work of the judge compares with that of the provers and with the computation.
    pub fn compared(self) -> String {
        let (busier, judge) = (self.busier(), self.judge);
        if !self.is_lopsided() {
            return format!(
                "The judge's work was {}, and the busier prover's was {}. The judge saved little here.",
                plural(judge, "query", "queries"),
                plural(busier, "step or question", "steps and questions")
            );
        }
        match self.computation {
            Some(run) if run > 0 && busier / run >= 3 => format!(
                "The judge did almost nothing, but a prover worked about {} times as long as the computation \
                 takes, which is {}.",
                count(busier / run),
                count(run)
            ),
            Some(run) if busier > 0 && run / busier >= 3 => format!(
                "The computation itself would take {}: here a prover worked for less.",
                count(run)
            ),
            Some(_) => {
                "Doubly efficient: the provers did about one computation, the judge almost nothing."
                    .into()
            }
            None => "The judge did less than a tenth of a prover's work.".into(),
        }
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
        ledger.charge(Seat::Alice, Cost::Steps, 100_000);
        let long = Work::new(&ledger, Some(100_000)).unwrap();
        assert!(long.is_lopsided() && long.compared().starts_with("Doubly efficient"));
        // A prover who worked far longer than one run, and one who left most of it out.
        let vote = Work { computation: Some(11), provers: [555, 0], judge: 20 };
        assert!(vote.compared().contains("50 times as long"), "{}", vote.compared());
        let part = Work { computation: Some(1 << 40), ..long };
        assert!(part.compared().contains("worked for less"), "{}", part.compared());
    }
}
