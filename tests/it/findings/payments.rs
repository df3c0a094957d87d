//! Findings on payments of provers: averages, leaders and followers, and learned strategies.

use serde_json::Value as Json;

use super::Found;
use super::claims::{list, number};

impl Found<'_> {
    pub(super) fn of_payments(&self) -> bool {
        let said = self.said;
        match self.fact.kind {
            "averaged" => {
                let are = said.json["values_are"].as_str().expect("what they are");
                self.is(are.starts_with(self.words("over")));
            }
            "right" => self.is_right_so_often(),
            "completeness" => self.are(["promise"], [1.0 - said.number("/epsilon")]),
            "measured" => {
                let honest = said.report.values.iter().filter(|v| v.alice == "honest");
                let least = honest.map(|v| v.value).fold(f64::INFINITY, f64::min);
                self.are(["least"], [least]);
                self.same(said.value("honest", self.words("bob")).expect("the pair"), least);
                self.are(["right"], [self.rate("honest", self.words("bob"))]);
            }
            "most" => {
                let (alice, bob) = (self.words("alice"), self.words("bob"));
                let column = said.report.values.iter().filter(|v| v.bob == bob);
                let most = column.map(|v| v.value).fold(f64::NEG_INFINITY, f64::max);
                self.are(["most"], [most]);
                self.same(said.value(alice, bob).expect("the pair"), most);
                self.are(["right"], [self.rate(alice, bob)]);
            }
            "soundness" => {}
            "protecting-ratio" => {
                let [least, enough] = ["least", "enough"].map(|name| self.n(name));
                self.is(least <= enough && enough >= 1.0 - said.number("/epsilon") - 1e-6);
                self.is(self.fact.number("asked").is_none_or(|asked| enough <= asked + 1e-6));
                let paid = said.fact("least-paid").and_then(|fact| fact.number("least"));
                let (ratio, wanted) = (said.number("/ratio"), 1.0 - said.number("/epsilon"));
                self.is(paid.is_none_or(|paid| ratio < enough || paid >= wanted - 1e-6));
                let limit = said.fact("least-paid").and_then(|fact| fact.number("low"));
                self.is(limit.is_none_or(|limit| ratio >= least || limit <= wanted + 1e-6));
            }
            "who-knows" => {
                let [alice, bob, all] = ["alice", "bob", "claims"].map(|name| self.n(name));
                self.is((1.0..=all).contains(&alice) && (0.0..all).contains(&bob));
            }
            "bob-knows" => self.is(self.n("his") > 0.0 && self.n("his") <= self.n("claims")),
            "provable" => {
                self.is(self.n("known") < self.n("all"));
                // A missing promise does not count as kept.
                self.is(said
                    .report
                    .claims
                    .iter()
                    .all(|c| !c.theorem.contains("6.1") || !c.holds()));
            }
            "held" => self.is_held_to_the_least(),
            "taught" => {
                let known = &self.row()["learned"];
                let own = ["advantage", "advantage_of_any_test"].map(|key| number(known, key));
                self.are(["tests", "all"], own);
                self.is(own[0] <= 0.05 + 1e-9 && own[0] <= own[1] + 1e-9);
            }
            "best-leader" => {
                let most = self.led().iter().map(least).fold(f64::NEG_INFINITY, f64::max);
                self.are(["value"], [most]);
                self.same(least(self.row()), most);
            }
            "not-computed" => {
                for alice in self.words("alices").split(", ") {
                    let own = self.led().iter().find(|own| own["alice"] == alice).expect("her row");
                    self.is(own["not_computed"].to_string().contains(self.words("why")));
                }
            }
            "learnt" => self.is_learnt(),
            "after" => self.is_a_law_of_rho(),
            "before" => self.is(self.n("rho") > 0.0),
            "pieces-needed" => {
                let before = self.said.fact("before").expect("ρ before");
                let already = before.number("rho").expect("ρ") < 1.0;
                self.is((self.n("needed") == 1.0) == already);
            }
            "never-stable" => {}
            "same-root" => self.is_between_its_ends("same", 1.0),
            "withstands-none" => {
                let [ratio, epsilon] = ["/ratio", "/epsilon"].map(|key| said.number(key));
                self.are(["ratio", "least"], [ratio, 1.0 + 2.0 / epsilon]);
                self.is(ratio < 1.0 + 2.0 / epsilon);
            }
            "pieces-wanted" => {
                // ρ is the largest one for which the r of the debate is enough: r = 1 + 2/(ε(1 − ρ)).
                let [ratio, epsilon] = ["/ratio", "/epsilon"].map(|key| said.number(key));
                let rho = self.n("rho");
                self.is((1.0 + 2.0 / (epsilon * (1.0 - rho)) - ratio).abs() < 1e-6);
                self.is(self.n("pieces") % 2.0 == 1.0 && self.n("share") >= 90.0);
                self.is_between_its_ends("share", 100.0);
            }
            "never-wanted" => {
                self.is(self.n("share") < 90.0);
                self.is_between_its_ends("share", 100.0);
            }
            "evidence" => self.is((0.0..=1.0).contains(&self.n("right"))),
            "here" => {
                let (alice, bob) = (self.words("alice"), self.words("bob"));
                let mut rows = list(&said.json["this_world"]).iter();
                let own = rows.find(|row| row["alice"] == alice && row["bob"] == bob);
                let own = own.expect("its row");
                self.are(["value", "sd"], ["value", "sd"].map(|key| number(own, key)));
            }
            // A value that is reported as missing is not in the table.
            "missed" => {
                self.is(said.value(self.words("alice"), self.words("bob")).is_none());
            }
            "unlearned" => {
                self.is(said.report.values.iter().all(|v| !v.bob.starts_with("learned:")));
            }
            _ => return false,
        }
        true
    }

    /// The share of right answers of a pair, from the JSON.
    fn pair(&self, alice: &str, bob: &str) -> &Json {
        let mut rows = list(&self.said.json["right"]).iter();
        let own = rows.find(|row| row["alice"] == alice && row["bob"] == bob);
        own.unwrap_or_else(|| panic!("{}: {}", self.said.id, self.fact))
    }

    fn rate(&self, alice: &str, bob: &str) -> f64 {
        number(self.pair(alice, bob), "rate")
    }

    fn is_right_so_often(&self) {
        let (alice, bob) = (self.words("alice"), self.words("bob"));
        let own = self.pair(alice, bob);
        self.are(["right"], [100.0 * number(own, "rate")]);
        if let Some(varies) = self.fact.number("varies") {
            self.same(varies, number(own, "sd_of_worlds"));
            // The mean varies at most as much as the payments.
            let mut table = self.said.report.values.iter();
            let paid = table.find(|v| v.alice == alice && v.bob == bob).and_then(|v| v.sd);
            self.is(varies <= paid.expect("an sd") + 1e-4);
            self.is(self.said.number("/worlds/averaged") > 1.0 || varies < 1e-4);
        }
    }

    /// The Alices who lead.
    fn led(&self) -> &[Json] {
        list(&self.said.json["soundness"]["by_alice"])
    }

    /// The row of the Alice of this finding.
    fn row(&self) -> &Json {
        let alice = self.words("alice");
        self.led().iter().find(|own| own["alice"] == alice).expect("her row")
    }

    fn is_held_to_the_least(&self) {
        let (alice, own) = (self.words("alice"), self.row());
        self.are(["right", "least"], [number(own, "right"), least(own)]);
        self.is(self.fact.number("limit") == own["limit"].as_f64());
        // The words say "exactly" if her payment is at the limit. No limit is above her payment.
        let limit = own["limit"].as_f64();
        let near = |limit: f64| least(own) - limit <= 2e-6 * limit.abs().max(1.0);
        let held = self.words("held");
        self.is(held.contains(" exactly, ") <= limit.is_some_and(near));
        self.is(held.contains("at most ") == limit.is_none());
        self.is(limit.is_none_or(|limit| limit <= least(own) + 1e-6));
        let bobs = list(&own["bobs"]);
        let fewest = bobs.iter().map(|bob| number(bob, "value")).fold(f64::INFINITY, f64::min);
        self.is(least(own) == fewest);
        self.is(bobs.iter().any(|b| b["bob"] == self.words("bob") && number(b, "value") == fewest));
        // The table has the payment that each listed Bob makes to her.
        for bob in bobs {
            if let Some(value) = self.said.value(alice, bob["bob"].as_str().expect("a name")) {
                self.same(value, number(bob, "value"));
            }
        }
    }

    fn is_learnt(&self) {
        let [delta, outcomes, steps, most, tests, all] =
            ["delta", "outcomes", "steps", "bound", "tests", "all"].map(|name| self.n(name));
        self.is(most == (9.0 * outcomes / (2.0 * delta * delta) - 1e-6).ceil());
        self.is(steps <= most && tests <= delta + 1e-9 && tests <= all + 1e-9);
        let known = |own: &Json| {
            ["outcomes", "steps", "advantage_of_any_test"].map(|key| number(own, key))
                == [outcomes, steps, all]
        };
        self.is(list(&self.said.json["learned"]).iter().any(known));
    }

    /// An exact share equals both of its bounds.
    fn is_between_its_ends(&self, name: &str, all: f64) {
        let [low, share, high] = ["low", name, "high"].map(|name| self.n(name));
        self.is(0.0 <= low && low <= share && share <= high && high <= all);
        self.is((self.words("how") == "exact") == (low == high));
    }

    fn is_a_law_of_rho(&self) {
        let names = ["least", "low", "middle", "high", "nine", "most"];
        self.is(names.map(|name| self.n(name)).is_sorted());
        // A quantile of ρ is below 1 exactly if its share of worlds is at most the share of stable worlds.
        let stable = self.n("stable");
        for (share, name) in [(25.0, "low"), (50.0, "middle"), (75.0, "high"), (90.0, "nine")] {
            self.is((stable > share + 0.2) <= (self.n(name) < 1.0));
            self.is((stable < share - 0.2) <= (self.n(name) >= 0.9999));
        }
        self.is((0.0..=100.0).contains(&self.n("root")));
    }
}

fn least(own: &Json) -> f64 {
    number(own, "least")
}
