//! Sentences on computations that need no chance: their sizes, lies, witnesses.

use super::{Said, bits, numbers, read};

impl Said {
    /// Whether this is such a sentence; it is held against what else is known then.
    pub(super) fn of_a_computation(&self, title: &str, line: &str) -> bool {
        match title {
            "the computation" => self.of_its_size(line),
            "lies, and when they are lost" => self.of_stories(line),
            "lies, and where they show" => self.of_transcripts(line),
            "witness" => self.of_a_witness(line),
            _ => false,
        }
    }

    fn of_its_size(&self, line: &str) -> bool {
        let truth = self.report.truth.expect("a fact") > 0.5;
        if let Some([steps, asks]) = numbers(line, "{} steps, {} of them ask the oracle") {
            self.has_steps(steps, asks, line);
        } else if let Some([steps, cells, asks]) =
            numbers(line, "a Turing machine, {} steps in {} cells; {} of them ask the oracle")
        {
            self.has_steps(steps, asks, line);
            let row = self.lines("the computation");
            let [.., head, _] = cell(row[1]).expect("what a cell takes");
            self.same(head, bits(cells), line);
        } else if let Some([all, symbol, state, head, pointer]) = cell(line) {
            self.same(all, symbol + state + head + pointer, line);
            self.same(all, self.number("/cell_bits"), line);
            self.is(pointer >= bits(self.number("/steps")), line);
        } else if let Some([location]) = numbers(line, "Bob's location costs {} bits") {
            let steps = self.cost("alice", "steps_run").expect("she runs them");
            self.same(location, bits(steps), line);
        } else if let Some([output, claim]) = numbers(line, "the output is {}; Alice claims {}") {
            self.is([output, claim].iter().all(|bit| [0.0, 1.0].contains(bit)), line);
            self.is((output == claim) == truth, line);
        } else if let Some([steps]) = numbers(line, "a plan of {} steps") {
            self.same(steps, self.number("/steps"), line);
        } else if let Some([steps, _]) = numbers(line, "a Turing machine, {} steps in {} cells") {
            self.same(steps, self.number("/steps"), line);
        } else if let Some([each, rounds]) =
            numbers(line, "a configuration takes {} bits; at most {} rounds")
        {
            self.same(rounds, bits(self.number("/steps")), line);
            let of = |name| self.bound(name).expect("a bound")[1];
            self.same(of("judge's rounds"), rounds, line);
            self.same(of("judge's bits of configurations"), (rounds + 2.0) * each, line);
        } else if let Some([asks]) = numbers(line, "{} of its steps ask the oracle") {
            self.is(asks <= self.number("/steps"), line);
        } else if let Some([halts]) = numbers(line, "the machine halts after {} steps") {
            self.is(halts <= self.number("/steps"), line);
        } else {
            return line == "the machine has not halted by then";
        }
        true
    }

    fn has_steps(&self, steps: f64, asks: f64, line: &str) {
        self.same(steps, self.cost("alice", "steps_run").expect("she runs them"), line);
        self.same(asks, self.cost("alice", "oracle_queries").unwrap_or(0.0), line);
        self.is(asks <= steps, line);
    }

    /// The rows of halves lead to the steps named, and players in the table fare as is said.
    fn of_stories(&self, line: &str) -> bool {
        let Some(found) = read(line, "{}: wrong {}; always first {}, always second {}") else {
            return line.starts_with("A story is caught by the rows of halves that end at a step ")
                || line.ends_with(": wrong nowhere: what it changes is not read again");
        };
        let [alice, wrong, first, second] = found[..] else { return false };
        let steps = self.number("/steps") as u32;
        let at = alice.strip_prefix("wrong-at:").expect("where");
        self.is(wrong.contains(&format!("at step {at} ")), line);
        let mut caught_by_coins = 0.0;
        let mut rows = Vec::new();
        for part in wrong.split(" and ") {
            let found = read(part, "at step {} (halves {})").unwrap_or_else(|| panic!("{line}"));
            let (mut from, mut to) = (0, steps);
            let row = if found[1] == "none to choose" { "" } else { found[1] };
            for half in row.chars() {
                let middle = from + (to - from) / 2;
                if half == '1' { to = middle } else { from = middle }
            }
            self.is(to - from == 1 && found[0] == to.to_string(), line);
            caught_by_coins += 0.5f64.powi(row.len() as i32);
            rows.push(row);
        }
        for (bob, half, said) in [("always-first", '1', first), ("always-second", '2', second)] {
            let lost = rows.iter().map(|row| row.chars().position(|other| other != half));
            let caught = lost.clone().any(|lost| lost.is_none());
            let round = lost.flatten().max().unwrap_or(0) + 1;
            let right =
                if caught { "catches it".into() } else { format!("loses it in round {round}") };
            self.is(said == right, line);
            if let Some(value) = self.value(alice, bob) {
                self.same(value, f64::from(u8::from(!caught)), line);
            }
        }
        if let Some(value) = self.value(alice, "random") {
            self.same(value, 1.0 - caught_by_coins, line);
        }
        true
    }

    /// A Bob who points at random finds a lie as often as there are steps that show it.
    fn of_transcripts(&self, line: &str) -> bool {
        let Some((alice, told)) = line.split_once(": ") else { return false };
        let steps = self.number("/steps");
        let doomed = told.strip_prefix("doomed: step ");
        let shown = if told == "no lie" {
            0.0
        } else if let Some([shown, all]) =
            told.split_once("; ").and_then(|(_, tail)| numbers(tail, "{} steps of {} show it"))
        {
            self.same(all, steps, line);
            shown / all
        } else if told.ends_with(", and at no other step is it seen") {
            1.0 / steps
        } else {
            0.0
        };
        if told != "no lie" {
            let Some(doomed) = doomed else { return false };
            let step: f64 = doomed.split(' ').next().and_then(|t| t.parse().ok()).expect("a step");
            let at = alice.split_once(':').and_then(|(_, at)| at.parse::<f64>().ok());
            self.is(at.unwrap_or(steps) == step, line);
        }
        if let Some(value) = self.value(alice, "random") {
            self.same(value, 1.0 - shown, line);
        }
        if let Some(value) = self.value(alice, "honest") {
            let ends_well = told == "no lie" && self.report.truth == Some(1.0);
            self.same(value, f64::from(u8::from(ends_well)), line);
        }
        true
    }

    fn of_a_witness(&self, line: &str) -> bool {
        let merit = self.report.truth.expect("a best witness");
        if let Some([all]) = numbers(line, "found by search among {} witnesses") {
            self.same(all, self.number("/witness/witnesses"), line);
        } else if let Some([all]) = numbers(line, "none of the {} witnesses is one") {
            self.same(all, self.number("/witness/witnesses"), line);
            self.is(self.number("/witness/good") == 0.0, line);
        } else if let Some(found) = read(line, "honest Alice writes {}, which {}") {
            self.is(self.json["witness"]["bits"] == found[0], line);
            let good = found[1] == "is a witness";
            self.is(good == (merit >= 2.0 / 3.0), line);
            if found[1].starts_with("is not a witness: honest Bob wins") {
                self.is(merit <= 1.0 / 3.0, line);
            }
        } else if let Some([all, good, bad]) =
            numbers(line, "of {} witnesses {} are good and {} are not")
        {
            self.same(all, good + bad, line);
        } else if let Some([all, good, bad, between]) = numbers(
            line,
            "of {} witnesses {} are good, {} are not, and {} lie between: of these nothing is promised",
        ) {
            self.same(all, good + bad + between, line);
        } else {
            return line == "the scenario's own";
        }
        true
    }
}

fn cell(line: &str) -> Option<[f64; 5]> {
    numbers(line, "a transcript cell takes {} bits: symbol {}, state {}, head {}, pointer {}")
}
