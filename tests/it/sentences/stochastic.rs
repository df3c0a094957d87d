//! Sentences on debates over a stochastic oracle.

use super::{Said, numbers, read};

const BY_K: &str = "by K = {}: honest Alice wins at least {} against every Bob, honest Bob at least {} \
                    against every Alice";

impl Said {
    pub(super) fn of_an_oracle(&self, title: &str, line: &str) -> bool {
        match title.strip_suffix(" on this witness").unwrap_or(title) {
            "value of the game" => self.of_the_game_value(line),
            "guarantee" => self.of_a_promise(line),
            "oracles that differ" => self.of_differing_oracles(line),
            "Lipschitz constants" => self.of_k(line),
            "the whole debate (Def. 4.1)" => self.of_the_triple(line),
            "repeated, by majority of the outcomes (both honest)" => self.of_repeating(line),
            _ => false,
        }
    }

    fn of_the_game_value(&self, line: &str) -> bool {
        let form = "{}: best-response v best-response (Appendix C)";
        let Some([value]) = numbers(line, form) else { return false };
        let cell = self.value("best-response", "best-response").expect("the cell");
        self.is((value - cell).abs() < 1e-8, line);
        // Whoever answers an answer does at least as well as one who answers anybody else.
        let column = self.report.values.iter().filter(|v| v.bob == "best-response");
        self.is(column.map(|v| v.value).all(|v| v <= cell + 1e-9), line);
        true
    }

    fn of_a_promise(&self, line: &str) -> bool {
        let truth = self.report.truth.expect("a probability");
        let [least, most] = [("honest", "best-response"), ("best-response", "honest")]
            .map(|(alice, bob)| self.value(alice, bob));
        let k = self.number("/lipschitz/stated");
        let found = [self.number("/lipschitz/worst"), self.number("/lipschitz/worst_at_most")];
        let promises = |alice: f64, bob: f64| {
            self.is(least.is_none_or(|least| least >= alice - 1e-4), line);
            self.is(most.is_none_or(|most| most <= 1.0 - bob + 1e-4), line);
        };
        let by_plan = [
            "by this plan's own Δ(c) and Δ(b), without a K: honest Alice wins at least {} against \
             every Bob, honest Bob at least {} against every Alice",
            "by this plan's own Δ at c and b widened by δ, without a K: honest Alice wins at least {} \
             against every Bob, honest Bob at least {} against every Alice",
        ];
        if let Some([own, alice, bob]) = numbers(line, BY_K) {
            self.is(own == k && found[1] <= k * (1.0 + 1e-6), line);
            promises(alice, bob);
        } else if let Some([alice, bob]) = by_plan.iter().find_map(|form| numbers(line, form)) {
            promises(alice, bob);
            // The plan's own Δ is never larger than K·ε.
            for other in self.lines("guarantee") {
                if let Some([_, by_k, by_k_bob]) = numbers(other, BY_K) {
                    self.is(alice >= by_k - 1e-4 && bob >= by_k_bob - 1e-4, line);
                }
            }
        } else if line == "the claim is right: honest Alice wins at least 3 in 5 against every Bob"
        {
            self.is(truth >= 2.0 / 3.0, line);
            promises(0.6, 0.0);
        } else if line == "the claim is wrong: every Alice wins at most 2 in 5 against honest Bob" {
            self.is(truth <= 1.0 / 3.0, line);
            promises(0.0, 0.6);
        } else if let Some([own, measured]) = numbers(line, "K = {} is too small: {} measured") {
            self.is(own == k && found[0] > k && (measured - found[0]).abs() < 0.0051, line);
        } else if let Some([from, to, own]) =
            numbers(line, "K lies between {} and {}: {} may be too small")
        {
            self.is(own == k && found[1] > k && found[0] <= k * (1.0 + 1e-6), line);
            self.same(from, found[0], line);
            self.same(to, found[1], line);
        } else if let Some([own]) = numbers(line, "K = {} was not found to be large enough") {
            self.is(own == k && found[1] > k, line);
        } else if let Some([own]) =
            numbers(line, "the output is 1 with probability {}, between 1/3 and 2/3: no 3 in 5")
        {
            self.is((own - truth).abs() < 5.1e-4 && (1.0 / 3.0..2.0 / 3.0).contains(&truth), line);
        } else if let Some([apart]) =
            numbers(line, "Thm 6.2 is for one oracle; these are off by up to {}")
        {
            self.same(apart, self.number("/oracles/delta"), line);
        } else if let Some(found) = read(
            line,
            "K·b = {} is above 2/3, which no setting of the theorem allows (Lean `Params`, K·b ≤ w): \
             it promises an honest Bob nothing",
        ) {
            let k_b = k * self.number("/lipschitz/up_to_b/b");
            self.same(found[0].parse().unwrap(), k_b, line);
            self.is(k_b > 2.0 / 3.0, line);
            let by_k = self.lines("guarantee").into_iter().find_map(|l| numbers::<3>(l, BY_K));
            self.is(by_k.is_none_or(|[.., bob]| bob == 0.0), line);
        } else {
            return line == "these constants are not those of Thm 6.2, which promises 3 in 5"
                || line.starts_with("no theorem speaks of these constants: ");
        }
        true
    }

    fn of_k(&self, line: &str) -> bool {
        let [local, worst, most, stated] = ["local", "worst", "worst_at_most", "stated"]
            .map(|key| self.number(&format!("/lipschitz/{key}")));
        if let Some([own]) = numbers(line, "{} as ε goes to 0") {
            self.same(own, local, line);
            self.is(local <= most * (1.0 + 1e-6), line);
        } else if let Some([own, at, at_most]) =
            numbers(line, "{} at worst, for ε = {} (at most {})")
        {
            self.same(at, self.number("/lipschitz/worst_at"), line);
            // Nothing moves by more than 1.
            self.is(own * at <= 1.0 + 1e-3, line);
            self.same(own, worst, line);
            self.same(at_most, most, line);
            self.is(own <= at_most, line);
            if let Some([value, _]) = self.bound("largest Δ(ε)/ε is at most K") {
                self.same(value, own, line);
            }
        } else if let Some([own, b, at_most]) =
            numbers(line, "{} for ε up to b = {}, as far as the proof looks (at most {})")
        {
            self.same(b, self.number("/lipschitz/up_to_b/b"), line);
            self.same(at_most, self.number("/lipschitz/up_to_b/worst_at_most"), line);
            self.is(own <= at_most && own <= most * (1.0 + 1e-6), line);
        } else if let Some([own]) = numbers(line, "{} stated as K") {
            self.is(own == stated, line);
        } else {
            return false;
        }
        true
    }

    fn of_the_triple(&self, line: &str) -> bool {
        let of = |name: &str| self.bound(name).expect("a bound")[0];
        let queries = of("the judge's oracle queries");
        let read = of("the judge's location bits") + of("the judge's transcript and input bits");
        if let Some([own]) = numbers(line, "an honest prover's time: {} questions and steps") {
            self.is(own == of("a prover's time: questions"), line);
        } else if let Some([own]) = numbers(line, "the judge's time: {} questions and bits at most")
        {
            // A step that reads nothing counts for one bit in the bound.
            self.is((own - queries - read).abs() <= 1.0, line);
        } else if let Some([own]) = numbers(line, "the judge's questions: {} at most") {
            self.is(own == queries, line);
        } else {
            return false;
        }
        true
    }

    /// A binomial law of the honest value, added up here.
    fn of_repeating(&self, line: &str) -> bool {
        let form = "{} debates: Alice wins {}; queries {} / {} / {}";
        let Some([n, wins, alice, bob, judge]) = numbers(line, form) else { return false };
        let p = self.value("honest", "honest").expect("the pair");
        let mut law = vec![1.0];
        for _ in 0..n as usize {
            let mut next = vec![0.0; law.len() + 1];
            for (at, chance) in law.iter().enumerate() {
                next[at] += chance * (1.0 - p);
                next[at + 1] += chance * p;
            }
            law = next;
        }
        let majority: f64 = law.iter().skip(n as usize / 2 + 1).sum();
        self.is((majority - wins).abs() < 1e-6, line);
        for (seat, own) in [("alice", alice), ("bob", bob), ("judge", judge)] {
            let one = self.cost(seat, "oracle_queries").expect("a cost");
            self.is((own - n * one).abs() <= 0.51, line);
        }
        true
    }

    fn of_differing_oracles(&self, line: &str) -> bool {
        let (k, delta) = (self.number("/lipschitz/stated"), self.number("/oracles/delta"));
        let truth = "off the truth by at most: Alice's {}, Bob's {}, the judge's {}";
        if let Some(off) = numbers::<3>(line, truth) {
            self.same(off.into_iter().fold(0.0, f64::max), delta, line);
        } else if let Some(off) =
            numbers::<2>(line, "off the judge's by at most: Alice's {}, Bob's {}")
        {
            // Two oracles that are each off by δ are 2δ apart at most.
            self.is(off.into_iter().all(|off| off <= 2.0 * delta + 1e-4), line);
        } else if let Some([k_delta, own, moved]) = numbers(
            line,
            "K·δ = {} with δ = {}; measured, Δ(δ) = {}: so far the output moves if all share one \
             oracle",
        ) {
            self.same(own, delta, line);
            self.same(k_delta, k * delta, line);
            let large_enough = self.number("/lipschitz/worst_at_most") <= k;
            self.is(!large_enough || moved <= k_delta + 1e-4, line);
        } else if let Some(found) =
            read(line, "{} v {}: Alice wins {}; with the true oracle {}; {}")
        {
            let [value, true_one, less] = [2, 3, 4].map(|at| found[at].parse::<f64>().unwrap());
            self.is((value - true_one - less).abs() < 2e-6, line);
            let cell = self.value(found[0], found[1]).expect("the pair");
            self.is((cell - value).abs() < 1e-6, line);
        } else {
            return false;
        }
        true
    }
}
