//! What everybody's work came to, side by side: what makes a debate doubly efficient (2024 paper,
//! Def. 4.1).

use super::number::count;
use crate::rules::{Cost, Ledger, Seat};

/// The longest bar: with a name and seven digits it has room in the panel of a small terminal.
const WIDEST: f64 = 10.0;

/// What one party's work came to: steps run and questions asked, and bits read of the judge's.
fn work(ledger: &Ledger, seat: Seat) -> u64 {
    let account = ledger.of(seat);
    match seat {
        Seat::Judge => account.queries(),
        _ => account.paid(Cost::Steps) + account.paid(Cost::Oracle),
    }
}

/// A bar for the computation, run once, where that cost is known, and one for each party, on one log scale;
/// none where no prover worked.
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
        Some(_) => "log scale; run: the computation, once",
        None => "log scale",
    };
    let less = match all[2] {
        // Said only where the judge did at most half of it.
        judge if judge > 0 && most / judge > 1 => {
            let times = (most as f64 / judge as f64).round() as u64;
            format!(" Here the judge did 1/{} of the busier prover's work.", count(times))
        }
        _ => String::new(),
    };
    Some(format!(
        "All work, on a {scale}:\n{}\nA debate is doubly efficient if honest provers work about as \
         long as the computation takes, and the judge far less (Def. 4.1).{less}",
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
        assert!(said.contains("1/33,825 of the busier prover's work"), "{said}");
        ledger.charge(Seat::Judge, Cost::Transcript, 600_000);
        // The computation, run once, is the longest where a search took less.
        let run = bills(&ledger, Some((1 << 40) - 1)).unwrap();
        let bars: Vec<usize> =
            run.lines().skip(1).take(4).map(|line| line.matches('█').count()).collect();
        assert_eq!(bars, [10, 5, 3, 5], "{run}");
        assert!(!bills(&ledger, None).unwrap().contains("prover's work"), "{ledger:?}");
    }
}
