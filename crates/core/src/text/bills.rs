//! The work of all parties, side by side. It shows whether a debate is doubly efficient (2024
//! paper, Def. 4.1).

use super::number::count;
use crate::rules::{Cost, Ledger, Seat};

/// The length of the longest bar, in cells. It fits a small terminal together with a name and seven
/// digits.
const WIDEST: f64 = 10.0;

/// The work of one party. For provers, machine steps and oracle queries; for the judge, all
/// queries.
fn work(ledger: &Ledger, seat: Seat) -> u64 {
    let account = ledger.account(seat);
    match seat {
        Seat::Judge => account.queries(),
        _ => account.paid(Cost::Steps) + account.paid(Cost::Oracle),
    }
}

/// A bar for each party, and one for the computation if its cost is known, on one log scale. `None`
/// if no prover worked.
pub fn bills(ledger: &Ledger, computation: Option<u64>) -> Option<String> {
    let all = Seat::each(|seat| work(ledger, seat));
    let most = all[0].max(all[1]);
    if most == 0 {
        return None;
    }
    let scale = (1.0 + most.max(all[2]).max(computation.unwrap_or(0)) as f64).ln();
    let bar = |work: u64| {
        let len = (WIDEST * (1.0 + work as f64).ln() / scale).round() as usize;
        format!("{} {}", "█".repeat(len), count(work))
    };
    let parties = [("Alice", all[0]), ("Bob  ", all[1]), ("judge", all[2])];
    let run = computation.map(|work| ("run  ", work));
    let lines = run.into_iter().chain(parties);
    let lines: Vec<String> =
        lines.map(|(who, work)| format!("{who} {}", bar(work).trim_start())).collect();
    let scale = match computation {
        Some(_) => "log scale (run: one run of the computation)",
        None => "log scale",
    };
    let less = match all[2] {
        // This appears only if the judge did at most half of it.
        judge if judge > 0 && most / judge > 1 => {
            let times = (most as f64 / judge as f64).round() as u64;
            format!(" Here the judge did 1/{} of the work of the busier prover.", count(times))
        }
        _ => String::new(),
    };
    Some(format!(
        "All work, on a {scale}:\n{}\nIn a doubly-efficient debate (Def. 4.1), each honest prover \
         works about as long as the computation, and the judge works far less.{less}",
        lines.join("\n")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_the_logarithms_of_the_work() {
        let mut ledger = Ledger::default();
        assert_eq!(bills(&ledger, Some(7)), None);
        ledger.charge(Seat::Alice, Cost::Steps, 1_048_575);
        ledger.charge(Seat::Bob, Cost::Steps, 1023);
        ledger.charge(Seat::Judge, Cost::Location, 31);
        let said = bills(&ledger, None).unwrap();
        let bars: Vec<usize> =
            said.lines().skip(1).take(3).map(|line| line.matches('█').count()).collect();
        assert_eq!(bars, [10, 5, 3]);
        assert!(said.contains("Alice ██████████ 1,048,575"), "{said}");
        assert!(said.contains("1/33,825 of the work of the busier prover"), "{said}");
        ledger.charge(Seat::Judge, Cost::Transcript, 600_000);
        // The computation has the longest bar if a search took less.
        let run = bills(&ledger, Some((1 << 40) - 1)).unwrap();
        let bars: Vec<usize> =
            run.lines().skip(1).take(4).map(|line| line.matches('█').count()).collect();
        assert_eq!(bars, [10, 5, 3, 5], "{run}");
        assert!(!bills(&ledger, None).unwrap().contains("busier prover"), "{ledger:?}");
    }
}
