//! Sentences on query complexity, from the sizes in it.

use super::{Said, bits, numbers, read};

impl Said {
    pub(super) fn of_reads(&self, title: &str, line: &str) -> bool {
        match title {
            "query complexity" => self.of_complexity(line),
            "the game" => self.of_a_game(line),
            "the lower bound, played" => self.of_twins(line),
            _ => false,
        }
    }

    fn q(&self, key: &str) -> f64 {
        self.number(&format!("/query_complexity/{key}"))
    }

    /// The fewest reads of all debates that are named.
    fn fewest(&self) -> f64 {
        let read = self.json.pointer("/query_complexity/upper_read").and_then(|n| n.as_f64());
        let all = ["upper_walk", "upper_check", "upper_input"].map(|key| self.q(key));
        all.into_iter().chain(read).fold(f64::INFINITY, f64::min)
    }

    fn of_complexity(&self, line: &str) -> bool {
        const LONG: &str = "the best debate";
        let label = if line.starts_with(LONG) { 15 } else { 14 };
        let Some((at, _)) = line.char_indices().nth(label) else { return false };
        let (label, told) = line.split_at(at);
        let (told, n) = (told.trim(), self.q("n"));
        match label.trim() {
            "f(x)" => {
                // Where there is a debate about f(x) itself, Alice claims 0.
                let of_f = self.lines("the computation").is_empty();
                if let (Ok(f), Some(truth), true) = (told.parse::<f64>(), self.report.truth, of_f) {
                    self.same(truth, 1.0 - f, line);
                }
                self.is(told == "0" || told == "1" || told.starts_with("not known"), line);
                if let Some(found) = self.lines("the computation").last()
                    && let Some([output, _]) = numbers(found, "the output is {}; Alice claims {}")
                {
                    self.is(told == output.to_string(), line);
                }
            }
            "depends on" => {
                let all =
                    told.rsplit_once(", of ").and_then(|(_, t)| t.split(' ').next()?.parse().ok());
                self.same(all.expect("how many inputs"), self.q("inputs"), line);
                self.is(n <= self.q("inputs") && told.starts_with(&n.to_string()), line);
            }
            "circuit" => {
                let sizes = read(told, "{} gate{}, {} deep").expect("sizes");
                self.is(sizes[0] == self.q("size").to_string(), line);
                self.is(sizes[2] == self.q("circuit_depth").to_string(), line);
                self.is(self.q("circuit_depth") <= self.q("size"), line);
            }
            "over ∧ and ∨" => {
                self.is(told.contains(&format!(", {} deep", self.q("depth"))), line);
            }
            "any debate" => {
                let [least] = numbers(told, "at least {} reads (Cor. 4)").expect("a number");
                self.same(least, bits(n + 1.0), line);
                self.is(least <= self.fewest(), line);
            }
            "with coins" => {
                let least = numbers(told, "at least {} reads, erring 1 time in 3 (Thm 13)");
                match least {
                    Some([least]) => self.is((least - n.log2() + 3.0).abs() < 0.0051, line),
                    None => self.is(n <= 8.0 && told.starts_with("no lower bound: "), line),
                }
            }
            "circuit walk" => {
                let [most] = numbers(told, "at most {} reads (Thm 5)").expect("a number");
                self.same(most, self.q("depth") + 1.0, line);
            }
            "gate check" => {
                let [most] = numbers(told, "at most {} reads (Thm 6)").expect("a number");
                self.same(most, bits(self.q("size")) + 3.0, line);
            }
            "reading x" => {
                let most: f64 = read(told, "at most {} read{}").expect("reads")[0].parse().unwrap();
                self.same(most, self.q("upper_input"), line);
                let all = told.ends_with(", all of x");
                self.is(!all || most == self.q("inputs"), line);
                // A decision tree is as deep as log2 of what f depends on, and no deeper than that.
                self.is(all || most <= n && most >= bits(n + 1.0), line);
            }
            "verifier read" => {
                let most: f64 = read(told, "at most {} read{}").expect("reads")[0].parse().unwrap();
                self.same(most, self.q("upper_read"), line);
            }
            "the best debate" => {
                let exact: f64 =
                    read(told, "exactly {} read{}").expect("reads")[0].parse().unwrap();
                self.is(exact >= bits(n + 1.0) && exact <= self.fewest(), line);
            }
            "without coins" => {
                let form = "a judge with coins and q reads can be replaced by one without and fewer \
                            than q + {} (Thm 14, k = {}, n = {})";
                let [more, k, n] = numbers(told, form).expect("numbers");
                self.is((more - (2.0 * k + n).log2() - 10.0).abs() < 0.0051, line);
                self.is(n == self.q("inputs") && k == self.q("rounds"), line);
            }
            "to prove more" => {
                let form = "that {} reads are needed would prove that f needs {} gates; this circuit {} \
                            (Cor. 7)";
                let found = read(told, form).expect("numbers");
                let [needed, gates] = [0, 1].map(|at| found[at].parse::<f64>().unwrap());
                self.is((needed - n.log2() - 6.0).abs() < 0.0051 && gates == 8.0 * n, line);
                let open = self.fewest() >= n.log2() + 6.0 - 1e-9;
                self.is((found[2] == "leaves it open") == open, line);
            }
            _ => return false,
        }
        true
    }

    fn of_a_game(&self, line: &str) -> bool {
        let dropped = self.json["quantified"]["droppable_rounds"].as_array().map_or(0, Vec::len);
        let (rounds, all) = (self.number("/quantified/rounds"), self.number("/quantified/bits"));
        if let Some(prefix) = line.strip_suffix(": V") {
            let bits = prefix.chars().filter(|c| "∀∃".contains(*c)).count();
            self.is(bits as f64 == all, line);
        } else if let Some([own, bits]) = numbers(line, "rounds: {}, with {} bits") {
            self.is(own == rounds && bits == all && bits <= 2.0 * rounds, line);
        } else if line == "no round can be dropped (Lemma 3)" {
            self.is(dropped == 0, line);
        } else if line.ends_with(" is dropped: V reads neither bit (Lemma 3)") {
            self.is(dropped == 1, line);
        } else if let Some([own]) =
            numbers(line, "{} rounds are dropped: V reads neither bit (Lemma 3)")
        {
            self.is(own == dropped as f64, line);
        } else {
            return line.starts_with("the search gave up on the first bit: ");
        }
        true
    }

    fn of_twins(&self, line: &str) -> bool {
        let [n, reads] = ["n", "reads"].map(|key| self.number(&format!("/twins/{key}")));
        let most = (0.5 + (reads.exp2() - 1.0) / (2.0 * n)).min(1.0);
        let form = "{} reads of a transcript that fits two inputs; f depends on {}";
        if let Some(own) = numbers::<2>(line, form) {
            self.is(own == [reads, n], line);
        } else if let Some([own]) =
            numbers(line, "right at most {} of the time (from the proof of Thm 13)")
        {
            self.same(own, most, line);
        } else if let Some([_, own]) =
            numbers(line, "of all judges with {} reads the best, `best`, is right {} of the time")
        {
            self.is((0.5..=most + 1e-9).contains(&own), line);
        } else if let Some([own]) = numbers(line, "no judge with under {} reads is always right") {
            self.same(own, bits(n + 1.0), line);
        } else {
            return line.starts_with("the best judge is found for smaller games: ");
        }
        true
    }
}
