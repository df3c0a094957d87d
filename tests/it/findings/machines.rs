//! Findings on computations, transcripts and witnesses.

use super::{Found, bits};

impl Found<'_> {
    pub(super) fn of_a_machine(&self) -> bool {
        let said = self.said;
        match self.fact.kind {
            "plan" => self.has_steps(),
            "machine" => {
                self.has_steps();
                let cell = said.fact("cell").expect("what a cell takes");
                self.same(cell.number("head").expect("bits"), bits(self.n("cells")));
            }
            "cell" => {
                let fields = ["symbol", "state", "head", "pointer"].map(|field| self.n(field));
                self.are(["all"], [fields.iter().sum()]);
                self.are(["all"], [said.number("/cell_bits")]);
                self.is(fields[3] >= bits(said.number("/steps")));
            }
            "game-worth" => {
                let [low, high] = ["low", "high"].map(|name| self.n(name));
                self.is(low <= high + 1e-9);
                let honest = said.report.values.iter().filter(|row| row.bob == "honest");
                let most = honest.map(|row| row.value).fold(f64::NAN, f64::max);
                // No player gets more against the best Bob than against an honest one.
                let judged = said.fact("judged");
                self.is(most.is_nan() || low <= most + 1e-9 || judged.is_some());
                let truth = said.report.truth.filter(|t| *t == 0.0 || *t == 1.0);
                match (said.fact("chosen"), truth) {
                    // Without an opponent, the best choice of evidence wins its stated share.
                    (Some(chosen), _) => {
                        self.are(["high"], [chosen.number("most").expect("a probability")]);
                    }
                    // If the judge's oracle is wrong, it decides. If no prover argues, the judge
                    // alone decides.
                    (None, _) if judged.is_some() => {}
                    (None, _) if said.fact("alone").is_some() => {
                        let alone = said.value("honest", "honest").expect("he judges");
                        self.are(["low", "high"], [alone; 2]);
                    }
                    (None, Some(truth)) => self.are(["low", "high"], [truth; 2]),
                    (None, None) => {}
                }
            }
            "asking-cell" => {
                let cell = said.fact("cell").expect("what a cell takes");
                let [all, pointer] = ["all", "pointer"].map(|f| cell.number(f).expect("bits"));
                self.are(["all"], [all + (self.n("pointers") - 1.0) * pointer]);
            }
            "wrong" => self.is([0.0, 1.0].contains(&self.n("output"))),
            "judged" => {
                let alice = self.words("winner") == "Alice";
                self.is(said.json["game_value"].as_f64() == Some(f64::from(alice)));
            }
            "location" => {
                let steps = said.cost("alice", "steps_run").expect("she runs them");
                self.are(["bits"], [bits(steps)]);
            }
            "claimed" => {
                let [output, claim] = ["output", "claim"].map(|bit| self.n(bit));
                self.is([output, claim].iter().all(|bit| [0.0, 1.0].contains(bit)));
                self.is((output == claim) == (said.report.truth == Some(1.0)));
            }
            "computation" => {
                self.is(self.words("what").contains(&format!("{} steps", said.number("/steps"))));
            }
            "configurations" => {
                let rounds = self.n("rounds");
                self.same(rounds, bits(said.number("/steps")));
                let of = |name| said.bound(name).expect("a bound")[1];
                self.same(of("judge's rounds"), rounds);
                self.same(of("judge's bits of configurations"), (rounds + 2.0) * self.n("bits"));
            }
            "asks" => self.is(self.n("asks") <= said.number("/steps")),
            "halts" => self.is(self.n("step") <= said.number("/steps")),
            "runs-on" | "caught" | "harmless" | "found" => {}
            "lie" => self.leads_to_its_steps(),
            "no-lie" | "doomed" => self.shows_in_the_table(),
            "honest-witness" => self.is_an_honest_witness(),
            "survey" => {
                let between = self.fact.number("between").unwrap_or_default();
                self.are(["all"], [self.n("good") + self.n("bad") + between]);
                self.are(["all"], [said.number("/witness/witnesses")]);
                self.are(
                    ["good", "bad"],
                    ["good", "bad"].map(|of| said.number(&format!("/witness/{of}"))),
                );
            }
            "too-many" => self.is(said.json["witness"]["witnesses"].is_null()),
            _ => return false,
        }
        true
    }

    fn has_steps(&self) {
        let said = self.said;
        self.are(["steps"], [said.cost("alice", "steps_run").expect("she runs them")]);
        self.are(["asks"], [said.cost("alice", "oracle_queries").unwrap_or(0.0)]);
        self.is(self.n("asks") <= self.n("steps"));
    }

    /// The rows of halves lead to the named steps, and players in the table get the stated results.
    fn leads_to_its_steps(&self) {
        let steps = self.said.number("/steps") as u32;
        let alice = format!("wrong-at:{}", self.n("step"));
        let rows: Vec<(&str, &str)> =
            self.words("rows").split(' ').map(|row| row.split_once(':').expect("a row")).collect();
        let mut caught_by_coins = 0.0;
        for (step, row) in &rows {
            let (mut from, mut to) = (0, steps);
            for half in row.chars() {
                let middle = from + (to - from) / 2;
                if half == '1' { to = middle } else { from = middle }
            }
            self.is(to - from == 1 && *step == to.to_string());
            caught_by_coins += 0.5f64.powi(row.len() as i32);
        }
        for (bob, half, lost) in [("always-first", '1', "first"), ("always-second", '2', "second")]
        {
            let rounds = rows.iter().map(|(_, row)| row.chars().position(|other| other != half));
            let caught = rounds.clone().any(|round| round.is_none());
            let round = rounds.flatten().max().map_or(1.0, |round| round as f64 + 1.0);
            self.is(self.fact.number(lost) == (!caught).then_some(round));
            if let Some(value) = self.said.value(&alice, bob) {
                self.same(value, f64::from(!caught));
            }
        }
        if let Some(value) = self.said.value(&alice, "random") {
            self.same(value, 1.0 - caught_by_coins);
        }
    }

    /// A Bob who points at random wins with the share of steps that show the lie.
    fn shows_in_the_table(&self) {
        let (alice, said) = (self.words("alice"), self.said);
        let lies = self.fact.kind == "doomed";
        if lies {
            let at = alice.split_once(':').and_then(|(_, at)| at.parse::<f64>().ok());
            self.is(at.is_none_or(|at| at == self.n("step")));
        }
        let shown = self.fact.number("wrong").unwrap_or_default() / said.number("/steps");
        if let Some(value) = said.value(alice, "random") {
            self.same(value, 1.0 - shown);
        }
        if let Some(value) = said.value(alice, "honest") {
            self.is(value == f64::from(!lies && said.report.truth == Some(1.0)));
        }
    }

    fn is_an_honest_witness(&self) {
        let (said, one) = (self.said, self.fact.get("is_one"));
        self.is(said.json["witness"]["bits"] == self.words("witness"));
        let Some(merit) = said.report.truth else { return };
        let [yes, no] = [true, false].map(|is| *one == elenchus::analysis::Datum::Flag(is));
        self.is(yes == (merit >= 2.0 / 3.0) && (!no || merit <= 1.0 / 3.0));
    }
}
