//! Findings on claim trees: their shape, their stability, and the promises for debates on them.

use elenchus::analysis::{BoundStatus, Datum};
use serde_json::Value as Json;

use super::{Found, Said};

impl Found<'_> {
    pub(super) fn of_claims(&self) -> bool {
        let said = self.said;
        match self.fact.kind {
            "claims" => {
                let [claims, leaves] = ["claims", "leaves"].map(|of| self.n(of));
                self.is(leaves <= claims && (leaves == claims) == (claims == 1.0));
            }
            "shape" => {
                let rounds = said.cost("judge", "rounds").expect("it");
                self.is(rounds <= self.n("depth") + 1e-9);
            }
            "luck" => {
                let luck = self.n("named").powf(-self.n("depth"));
                self.are(["luck"], [luck]);
                self.same(luck, said.number("/luck"));
                // A Bob who guesses meets a false leaf at least this often.
                if let Some(value) = said.value("obfuscator", "guess") {
                    self.is(value <= 1.0 - luck + 1e-9 || said.report.truth != Some(0.0));
                }
            }
            "primality" => {
                // If the number is short, trial division checks whether it is prime.
                if let Ok(n) = self.words("number").parse::<u64>() {
                    let prime = n > 1 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0);
                    self.is(*self.fact.get("prime") == Datum::Flag(prime));
                }
            }
            "stability" => self.is_as_stable_as_is_said(),
            "other-argument" => {
                self.is(self.n("rho") >= said.rho(self.words("claim")) - 1e-9);
            }
            "more-claims" => {
                self.is(self.n("more") as usize + 12 == list(&said.json["stability"]).len());
            }
            "leaf-alone" => {
                self.is(list(&said.json["stability"]).is_empty() || said.number("/luck") > 0.0)
            }
            "ratio" => {
                self.are(["r"], [said.number("/ratio")]);
                if let Some(rho) = self.fact.number("rho") {
                    self.are(["r"], [said.needed(rho)]);
                }
            }
            "stable" => {
                let rho = self.n("rho");
                let enough = rho < 1.0 && said.number("/ratio") >= said.needed(rho) - 1e-9;
                self.is((self.n("share") >= 100.0 - 1e-9) == enough);
                let worst = said
                    .report
                    .facts("stability")
                    .any(|s| s.words("when") == Some("in the worst world"));
                if worst {
                    let all = list(&said.json["stability"]).iter().map(|own| number(own, "rho"));
                    self.are(["rho"], [all.fold(0.0, f64::max)]);
                }
            }
            "unsurveyed" | "no-search" => {}
            "least-paid" => {
                let bound =
                    said.bound("an honest Alice who knows every claim is paid").expect("its bound");
                self.are(["least"], [bound[0]]);
                self.pays_her_no_less();
            }
            "unpromised" => {
                // No bound over all worlds holds, or too few worlds are stable.
                let why = BoundStatus::DoesNotApply(self.words("why").to_owned());
                let stable = said.fact("stable").and_then(|stable| stable.number("share"));
                self.is(said.report.bounds.iter().any(|bound| bound.standing == why)
                    || said.report.bounds.is_empty()
                    || stable.is_none_or(|share| share < 100.0));
            }
            "independent" => self.is_paid_m(),
            "answer" => self.is_held_to(),
            "least-ratio" => self.is_the_least_ratio(),
            "gap" | "sound" => {
                let [m, root] =
                    ["m", "root"].map(|key| said.number(&format!("/if_independent/{key}")));
                match self.fact.kind {
                    "gap" => {
                        self.are(["gap"], [(m - root).abs()]);
                        let more = if m > root { ["more", "less"] } else { ["less", "more"] };
                        self.is(["more", "less"].map(|of| self.words(of)) == more);
                    }
                    _ => self.is((m - root).abs() < 1e-9),
                }
            }
            "wrong-alice" | "her-payment" | "floor" | "found-here" | "open" => {
                self.is_the_finding()
            }
            _ => return false,
        }
        true
    }

    fn is_as_stable_as_is_said(&self) {
        let (rho, epsilon) = (self.n("rho"), self.said.number("/epsilon"));
        self.same(rho, self.said.rho(self.words("claim")));
        self.same(self.n("epsilon"), epsilon);
        self.is(*self.fact.get("stable") == Datum::Flag(rho < 1.0));
        // If Alice needs all of n true answers, the value is (1 − (1 − ε)^n)/ε. With one false
        // answer among them it is 1. Both are computed independently.
        if self.words("rule") == "all" {
            let q = self.n("parts") as i32;
            let all_true = (1.0 - (1.0 - epsilon).powi(q)) / epsilon;
            let false_ones = (0..q).map(|more| epsilon.powi(more));
            let mut possible = false_ones.chain([all_true]);
            self.is(possible.any(|own| (own - rho).abs() < 1e-9));
        }
    }

    /// In the table of one world, no Bob pays an honest Alice who knows every claim less than the
    /// search found.
    fn pays_her_no_less(&self) {
        let said = self.said;
        let held = said.report.bounds.iter().any(|b| b.holds() && b.name.contains("Thm 6.1"));
        let here: Vec<f64> = match said.json["this_world"].as_array() {
            Some(rows) => {
                let honest = rows.iter().filter(|row| row["alice"] == "honest");
                honest.filter_map(|row| row["value"].as_f64()).collect()
            }
            None if said.number("/worlds/averaged") == 1.0 => {
                let honest = said.report.values.iter().filter(|v| v.alice == "honest");
                honest.map(|v| v.value).collect()
            }
            None => Vec::new(),
        };
        // If Alice does not know every claim, she can get less.
        for paid in here.into_iter().filter(|_| held) {
            self.is(paid >= self.n("least") - 1e-6);
        }
    }

    /// The payment of the marginal Alice and Bob in the table of averages is m.
    fn is_paid_m(&self) {
        let said = self.said;
        let own = ["m", "root"].map(|key| said.number(&format!("/if_independent/{key}")));
        self.are(["m", "root"], own);
        self.same(said.number("/if_independent/gap"), own[0] - own[1]);
        if said.json["worlds"]["exact"] == true {
            for (alice, paid) in [("marginal", own[0]), ("marginal-no", 1.0 - own[0])] {
                let near = 1e-9 * said.number("/ratio").powi(2);
                let value = said.value(alice, "marginal");
                self.is(value.is_none_or(|value| (value - paid).abs() < near));
            }
        }
    }

    fn is_held_to(&self) {
        let said = self.said;
        let of = |key: &str| said.number(&format!("/if_independent/{key}"));
        let (answer, m, root) = (self.words("answer"), of("m"), of("root"));
        let mine = |chance: f64| if answer == "yes" { chance } else { 1.0 - chance };
        self.are(["right"], [mine(root)]);
        let (low, high, from) = (self.n("low"), self.n("high"), self.n("from"));
        self.is(low <= high && high <= mine(m) + 1e-4 && from >= 1.0);
        // No row of the report contradicts the bounds. Some rows have the payment of a marginal Alice by every Bob, and
        // other rows the payment of any Alice by these Bobs.
        let name = if answer == "yes" { "marginal" } else { "marginal-no" };
        let led = list(&said.json["soundness"]["by_alice"]).iter().find(|own| own["alice"] == name);
        let least = led.and_then(|own| own["limit"].as_f64());
        self.is(least.is_none_or(|least| low >= least.min(high) - 1e-4));
        for bob in ["calibrated", "independent:1", "constant:0.5", "lazy", "marginal"] {
            let most = said.value("blind-best-response", bob);
            let exact = said.json["worlds"]["exact"] == true;
            self.is(!exact || most.is_none_or(|most| high <= most + 1e-4));
        }
        let exact = low == high || said.number("/ratio") >= from;
        self.is(*self.fact.get("exact") == Datum::Flag(exact) && (!exact || low == high));
    }

    /// If r is at least `from`, an answer has a single value. `from` is at most L.
    fn is_the_least_ratio(&self) {
        let of = |key: &str| {
            self.said.number(&format!("/if_independent/{}/{key}", self.words("answer")))
        };
        let (least, from) = (self.n("least"), self.n("from"));
        self.is(1.0 <= least && least <= from && from - least < 0.02 * from);
        self.is(from <= of("from_ratio") + 1e-4);
        self.is(self.said.number("/ratio") < from || of("low") == of("high"));
    }

    /// (1 − 1/q)^q and q·(1 − (1 − 1/q)^q), computed independently.
    fn is_the_finding(&self) {
        let said = self.said;
        let q = said.number("/open_finding/subclaims");
        let floor = (0..q as usize).fold(1.0, |all, _| all * (q - 1.0) / q);
        let from = q * (1.0 - floor);
        if let Some(own) = self.fact.number("q") {
            self.is(own == q && said.report.truth != Some(1.0));
        }
        match self.fact.kind {
            "floor" => self.are(["from", "floor"], [from, floor]),
            "found-here" => {
                let (r, least) = (said.number("/ratio"), said.number("/open_finding/least"));
                self.are(["r", "least"], [r, least]);
                self.is(r < from || least >= floor - 1e-9);
                // Bobs of the table who do not see the world pay her no less.
                for bob in ["calibrated", "independent:1", "constant:0.5", "lazy", "learned:0.05"] {
                    let value = said.value("ignorant", bob);
                    self.is(value.is_none_or(|value| value >= least - 1e-6));
                }
            }
            _ => {}
        }
    }
}

impl Said {
    /// 1 + 2/(ε(1 − ρ)).
    fn needed(&self, rho: f64) -> f64 {
        1.0 + 2.0 / (self.number("/epsilon") * (1.0 - rho))
    }

    fn rho(&self, claim: &str) -> f64 {
        let own = list(&self.json["stability"]).iter().find(|entry| entry["claim"] == claim);
        number(own.unwrap_or_else(|| panic!("{}: no ρ of {claim}", self.id)), "rho")
    }
}

pub(super) fn list(of: &Json) -> &[Json] {
    of.as_array().map_or(&[], Vec::as_slice)
}

#[track_caller]
pub(super) fn number(of: &Json, key: &str) -> f64 {
    of[key].as_f64().unwrap_or_else(|| panic!("no `{key}` in {of}"))
}
