//! Findings on debates over a stochastic oracle.

use elenchus::analysis::Datum;

use super::{Found, Said};

impl Said {
    /// The largest change of the plan's output: K by its key.
    fn k(&self, key: &str) -> f64 {
        self.number(&format!("/lipschitz/{key}"))
    }
}

impl Found<'_> {
    pub(super) fn of_an_oracle(&self) -> bool {
        let said = self.said;
        let stated = || said.k("stated");
        match self.fact.kind {
            "game-value" => {
                let cell = said.value("best-response", "best-response").expect("the cell");
                self.are(["value"], [cell]);
                // A best response does at least as well as a response to another player.
                let column = said.report.values.iter().filter(|v| v.bob == "best-response");
                self.is(column.map(|v| v.value).all(|v| v <= cell + 1e-9));
            }
            "three-in-five" => self.promises_what_is_kept(),
            "proved" => self.is_kept(self.n("alice"), self.n("bob")),
            "invalid" => self.is(said.json["guarantee"]["by_k"].is_null()),
            "k-unknown" => self.is(self.n("k") == stated() && said.k("worst_at_most") > stated()),
            "k-b" => {
                let k_b = stated() * said.number("/lipschitz/up_to_b/b");
                self.are(["k_b"], [k_b]);
                self.is(k_b > 2.0 / 3.0);
                let by_k = &said.json["guarantee"]["by_k"]["soundness"];
                self.is(by_k.as_f64().is_none_or(|bob| bob == 0.0));
            }
            "k-local" => {
                self.are(["k"], [said.k("local")]);
                self.is(self.n("k") <= said.k("worst_at_most") * (1.0 + 1e-6));
            }
            "k-worst" => {
                self.are(
                    ["k", "at", "at_most"],
                    ["worst", "worst_at", "worst_at_most"].map(|key| said.k(key)),
                );
                // No output moves by more than 1.
                self.is(self.n("k") * self.n("at") <= 1.0 + 1e-9);
                self.is(self.n("k") <= self.n("at_most"));
                if let Some([value, _]) = said.bound("largest Δ(ε)/ε by prefix is at most K") {
                    self.are(["k"], [value]);
                }
            }
            "k-up-to-b" => {
                let own =
                    ["worst", "b", "worst_at_most"].map(|key| said.k(&format!("up_to_b/{key}")));
                self.are(["k", "b", "at_most"], own);
                self.is(own[0] <= own[2] && own[0] <= said.k("worst_at_most") * (1.0 + 1e-6));
            }
            "k-by-query" => {
                let of = |key: &str| said.k(&format!("by_query/{key}"));
                self.are(["local", "k", "at"], ["local", "worst", "worst_at"].map(of));
                self.is(self.n("k") <= said.k("worst_at_most") * (1.0 + 1e-6));
                self.is(self.n("local") <= said.k("local") * (1.0 + 1e-6) + 1e-9);
            }
            "k-no-query" => self.is(said.json["lipschitz"]["by_query"].is_null()),
            "k-parted" => {
                self.is(said.k("by_query/worst") <= stated() && said.k("worst") > stated());
                self.is(said.json["guarantee"]["holds"] == false);
            }
            "k-stated" => self.are(["k"], [stated()]),
            "prover-time" => {
                self.are(["time"], [said.bound("a prover's time: questions").expect("it")[0]]);
            }
            "judge-time" => {
                let of = |name: &str| said.bound(name).expect("a bound")[0];
                let read =
                    of("the judge's location bits") + of("the judge's transcript and input bits");
                // A step that reads nothing counts for one bit in the bound.
                self.is((self.n("time") - of("the judge's oracle queries") - read).abs() <= 1.0);
            }
            "judge-asks" => {
                self.are(["queries"], [said.bound("the judge's oracle queries").expect("it")[0]]);
            }
            "repeated" => self.is_a_majority_of_debates(),
            "off-truth" => {
                let most = ["alice", "bob", "judge"]
                    .map(|seat| self.n(seat))
                    .into_iter()
                    .fold(0.0, f64::max);
                self.same(most, said.number("/oracles/delta"));
            }
            "off-judge" => {
                // Two oracles with errors of at most δ are at most 2δ apart.
                let most = 2.0 * said.number("/oracles/delta") + 1e-9;
                self.is(["alice", "bob"].into_iter().all(|seat| self.n(seat) <= most));
            }
            "k-delta" => {
                let delta = said.number("/oracles/delta");
                self.are(["delta", "k_delta"], [delta, stated() * delta]);
                let large_enough = said.k("worst_at_most") <= stated();
                self.is(!large_enough || self.n("moved") <= self.n("k_delta") + 1e-9);
            }
            "loss" => {
                self.are(["less"], [self.n("value") - self.n("truth")]);
                let (alice, bob) = self.words("players").split_once(" v ").expect("two players");
                self.are(["value"], [said.value(alice, bob).expect("the pair")]);
            }
            "repeated-worst" => {
                let [debates, least, most] = ["debates", "least", "most"].map(|name| self.n(name));
                let majority = |one: f64| {
                    (0..=debates as u64)
                        .filter(|wins| 2 * wins > debates as u64)
                        .map(|wins| {
                            let ways = (0..wins).fold(1.0, |ways, i| {
                                ways * (debates - i as f64) / (i as f64 + 1.0)
                            });
                            ways * one.powi(wins as i32)
                                * (1.0 - one).powi((debates as u64 - wins) as i32)
                        })
                        .sum::<f64>()
                };
                let of = |alice, bob| majority(said.value(alice, bob).expect("the pair"));
                self.same(least, of("honest", "best-response"));
                self.same(most, of("best-response", "honest"));
            }
            "estimated-truth" => {
                let [mean, error] = ["mean", "error"].map(|name| self.n(name));
                self.is((0.0..=1.0).contains(&mean) && error > 0.0);
            }
            "estimated-k" => {
                let [low, high] = ["low", "high"].map(|name| self.n(name));
                let width = self.n("low_error") + self.n("high_error");
                self.is(low <= high + width && high <= said.k("at_most") + 1e-9);
            }
            "unsolved" | "valued" => self.is(said.report.values.is_empty()),
            "k-declared" => self.are(["asks", "k"], ["at_most", "declared"].map(|key| said.k(key))),
            _ => return false,
        }
        true
    }

    /// No player in the table wins more than the promise against them.
    fn is_kept(&self, alice: f64, bob: f64) {
        let least = self.said.value("honest", "best-response");
        let most = self.said.value("best-response", "honest");
        self.is(least.is_none_or(|least| least >= alice - 1e-9));
        self.is(most.is_none_or(|most| most <= 1.0 - bob + 1e-9));
    }

    fn promises_what_is_kept(&self) {
        let truth = self.said.report.truth.expect("a probability");
        let k = ["stated", "worst_at_most"].map(|key| self.said.k(key));
        if *self.fact.get("holds") == Datum::Flag(true) {
            self.is(k[1] <= k[0] * (1.0 + 1e-6) && self.said.json["oracles"].is_null());
            match truth >= 2.0 / 3.0 {
                true => self.is_kept(0.6, 0.0),
                false => {
                    self.is(truth <= 1.0 / 3.0);
                    self.is_kept(0.0, 0.6);
                }
            }
        } else {
            self.is(!self.words("words").is_empty());
        }
    }

    /// A binomial distribution of the honest value, added up here.
    fn is_a_majority_of_debates(&self) {
        let (n, p) = (self.n("debates"), self.said.value("honest", "honest").expect("the pair"));
        let mut law = vec![1.0];
        for _ in 0..n as usize {
            let mut next = vec![0.0; law.len() + 1];
            for (at, chance) in law.iter().enumerate() {
                next[at] += chance * (1.0 - p);
                next[at + 1] += chance * p;
            }
            law = next;
        }
        self.are(["value"], [law.iter().skip(n as usize / 2 + 1).sum()]);
        for seat in ["alice", "bob", "judge"] {
            let one = self.said.cost(seat, "oracle_queries").expect("a cost");
            self.are([seat], [n * one]);
        }
    }
}
