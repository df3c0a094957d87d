//! Findings on query complexity.

use super::{Found, Said, bits};

impl Said {
    fn q(&self, key: &str) -> f64 {
        self.number(&format!("/query_complexity/{key}"))
    }

    /// The fewest reads of all named debates.
    fn fewest(&self) -> f64 {
        let read = self.json.pointer("/query_complexity/upper_read").and_then(|n| n.as_f64());
        let all = ["upper_walk", "upper_check", "upper_input"].map(|key| self.q(key));
        all.into_iter().chain(read).fold(f64::INFINITY, f64::min)
    }
}

impl Found<'_> {
    pub(super) fn of_reads(&self) -> bool {
        let said = self.said;
        let q = |key: &str| said.q(key);
        let twins = |key: &str| said.number(&format!("/twins/{key}"));
        let dropped = || said.json["quantified"]["droppable_rounds"].as_array().map_or(0, Vec::len);
        match self.fact.kind {
            "f" => {
                let claimed = said.fact("claimed");
                // Without a computation, the debate is about f(x) itself: Alice claims 0.
                match (self.fact.number("value"), said.report.truth, claimed) {
                    (Some(f), _, Some(claimed)) => self.is(claimed.number("output") == Some(f)),
                    (Some(f), Some(truth), None) if said.fact("machine").is_none() => {
                        self.same(truth, 1.0 - f);
                    }
                    (f, ..) => self.is(f.is_none_or(|f| f == 0.0 || f == 1.0)),
                }
            }
            "depends-on" => {
                self.are(["n", "inputs"], ["n", "inputs"].map(q));
                self.is(self.n("n") <= self.n("inputs"));
            }
            "circuit" => {
                self.are(["gates", "depth"], ["size", "circuit_depth"].map(q));
                self.is(self.n("depth") <= self.n("gates"));
            }
            "normal-form" => self.are(["gates", "depth"], ["normal_size", "depth"].map(q)),
            "any-debate" => {
                self.are(["reads", "n"], [bits(q("n") + 1.0), q("n")]);
                self.is(self.n("reads") <= said.fewest());
            }
            "with-coins" => {
                let least = self.n("reads");
                self.are(["reads"], [(1.0 + q("n") / 3.0).log2()]);
                // The least score of a judge who errs one time in three.
                let score = 0.5 + (2f64.powf(least) - 1.0) / (2.0 * q("n").max(1.0));
                self.is(q("n") == 0.0 || (score - 2.0 / 3.0).abs() < 1e-9);
            }
            "walk" => self.are(["reads"], [q("depth") + 1.0]),
            "check" => self.are(["reads"], [bits(q("size")) + 3.0]),
            "read-x" => {
                self.are(["reads"], [q("upper_input")]);
                // A decision tree is at least as deep as log2 of the number of inputs that f
                // depends on, and at most that number.
                match self.fact.get("exact") {
                    elenchus::analysis::Datum::Flag(true) => {
                        let (reads, n) = (self.n("reads"), q("n"));
                        self.is(reads <= n && reads >= bits(n + 1.0));
                    }
                    _ => self.are(["reads"], [q("inputs")]),
                }
            }
            "read-verifier" => self.are(["reads"], [q("upper_read")]),
            "best-debate" => {
                let exact = self.n("reads");
                self.is(exact >= bits(q("n") + 1.0) && exact <= said.fewest());
            }
            "without-coins" => {
                self.are(["n", "k"], ["inputs", "rounds"].map(q));
                self.are(["more"], [(2.0 * self.n("k") + self.n("n")).log2() + 10.0]);
            }
            "to-prove-more" => {
                let needed = q("n").log2() + 7.0;
                self.are(["reads", "gates"], [needed, 8.0 * q("n")]);
                let open = elenchus::analysis::Datum::Flag(said.fewest() >= needed - 1e-9);
                self.is(*self.fact.get("open") == open);
            }
            "game" => {
                let bits = self.words("prefix").chars().filter(|c| "∀∃".contains(*c)).count();
                self.is(bits as f64 == said.number("/quantified/bits"));
            }
            "rounds" => {
                let own = ["rounds", "bits"].map(|key| said.number(&format!("/quantified/{key}")));
                self.are(["rounds", "bits"], own);
                self.is(self.n("bits") <= 2.0 * self.n("rounds"));
            }
            "none-dropped" => self.is(dropped() == 0),
            "one-dropped" => {
                self.is(said.json["quantified"]["droppable_rounds"]
                    == serde_json::json!([self.n("round") as u64]));
            }
            "dropped" => self.is(self.n("rounds") == dropped() as f64),
            "too-wide" => self.is(said.report.truth.is_none()),
            "twins" => self.are(["reads", "n"], ["reads", "n"].map(twins)),
            "right-at-most" => self.are(["score"], [most_right(twins("reads"), twins("n"))]),
            "best-judge" => {
                let most = most_right(twins("reads"), twins("n"));
                self.is((0.5..=most + 1e-9).contains(&self.n("score")));
                self.are(["score"], [twins("best_judge")]);
            }
            "no-best-judge" => self.is(said.json["twins"]["best_judge"].is_null()),
            "alone" => {
                let own =
                    ["reads", "inputs"].map(|key| said.number(&format!("/direct_judge/{key}")));
                self.are(["reads", "inputs"], own);
                self.is(self.n("reads") <= q("inputs"));
                self.is(said.cost("judge", "input_bits").is_some_and(|bits| bits <= own[0]));
            }
            "consulted" => {
                let keys = ["shows", "inputs", "reads"];
                self.are(keys, keys.map(|key| said.number(&format!("/consultancy/{key}"))));
                let seen = self.n("shows") + self.n("reads");
                self.is(said.cost("judge", "input_bits").is_some_and(|bits| bits <= seen));
            }
            "chosen" => {
                // The best choice is no worse than the choices that are listed before an honest
                // judge.
                let most = self.n("most");
                let listed = ["honest", "advocate"].map(|alice| said.value(alice, "honest"));
                let honest = self.fact.words("judge") == Some("honest");
                self.is(listed.iter().flatten().all(|value| !honest || most >= value - 1e-12));
                self.is(honest || Some(most) <= said.report.truth.or(Some(1.0)));
            }
            "no-promise" => self.is(said.report.claims.iter().all(|claim| !claim.holds())),
            "enough" | "too-few" => {
                self.are(
                    ["reads", "depth"],
                    [said.number("/direct_judge/reads"), q("upper_input")],
                );
                let enough = self.n("reads") >= self.n("depth");
                self.is(enough == (self.fact.kind == "enough"));
                // A judge who has read enough is right.
                self.is(!enough || said.value("honest", "honest") == said.report.truth);
            }
            "always-right" => self.are(["reads"], [bits(twins("n") + 1.0)]),
            _ => return false,
        }
        true
    }
}

/// 1/2 + (2^q − 1)/(2n), from the proof of Thm 13.
fn most_right(reads: f64, n: f64) -> f64 {
    (0.5 + (reads.exp2() - 1.0) / (2.0 * n)).min(1.0)
}
