//! Sentences on claim trees: recursive and prover-estimator debates.

use elenchus::analysis::Standing;
use serde_json::Value as Json;

use super::{Said, numbers, read};

impl Said {
    pub(super) fn of_claims(&self, title: &str, line: &str) -> bool {
        match title {
            "the claims" => self.of_a_tree(line),
            "primality" => self.of_a_number(line),
            "stability" => self.of_stability(line),
            "the guarantee" => self.of_the_guarantee(line),
            "averages over worlds, as in the table above" => self.of_averages(line),
            "soundness beside completeness (Thm 6.1)" => self.of_soundness(line),
            "leader and follower" | "leader and follower (Thm 6.2)" => self.of_leaders(title, line),
            "open finding: a wrong and ignorant Alice is paid" => self.of_the_finding(line),
            "between players who do not know the world" => self.of_independence(line),
            "the stable transform (Def. 8.2)" => self.of_evidence(line),
            "values in the scenario's own world, where debates are played" => self.of_here(line),
            "not computed" | "left out" => self.of_what_is_missing(line),
            _ if title.starts_with("learning to within ") => self.of_learning(title, line),
            _ => false,
        }
    }

    fn of_a_tree(&self, line: &str) -> bool {
        if let Some([claims, leaves]) = numbers(line, "{} claims, {} of them leaves") {
            self.is(leaves <= claims && (leaves == claims) == (claims == 1.0), line);
        } else if let Some([depth, _]) = numbers(line, "depth {}, at most {} subclaims an argument")
        {
            self.is(self.cost("judge", "rounds") == Some(depth), line);
        } else if let Some(found) = read(
            line,
            "one false subclaim among {} at each level is found by guessing with probability {}^-{} = \
             {}",
        ) {
            let [q, base, depth, luck] = [0, 1, 2, 3].map(|at| found[at].parse::<f64>().unwrap());
            self.is(q == base, line);
            self.is((luck / base.powf(-depth) - 1.0).abs() < 1e-3, line);
            self.same(luck, self.number("/luck"), line);
            // So often a Bob who guesses meets the one false leaf of a tree all of whose arguments
            // are as wide; elsewhere it is a figure of speech about such trees.
            if let Some(value) = self.value("obfuscator", "guess") {
                self.is(value <= 1.0 - luck + 1e-9 || self.report.truth != Some(0.0), line);
            }
        } else {
            return false;
        }
        true
    }

    /// By trial division, where the number is short.
    fn of_a_number(&self, line: &str) -> bool {
        let Some(found) = read(line, "{} is {}, by the Miller–Rabin test") else { return false };
        if let Ok(n) = found[0].parse::<u64>() {
            let prime = n > 1 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0);
            self.is(found[1] == if prime { "prime" } else { "composite" }, line);
        }
        found[1] == "prime" || found[1] == "composite"
    }

    fn of_stability(&self, line: &str) -> bool {
        let list = self.json["stability"].as_array().expect("a list");
        let rho_of = |claim: &str| {
            let own = list.iter().find(|entry| entry["claim"] == claim);
            own.and_then(|own| own["rho"].as_f64()).unwrap_or_else(|| panic!("{line}"))
        };
        let form = "{}: ρ = {} {} ({}), worst with every number {} {}; {}";
        if let Some(found) = read(line, form) {
            let rho: f64 = found[1].parse().unwrap();
            self.same(rho, rho_of(found[0]), line);
            self.is(found[4].parse() == Ok(self.number("/epsilon")), line);
            self.is(found[6] == if rho_of(found[0]) < 1.0 { "stable" } else { "brittle" }, line);
            self.is(found[6] != "stable" || rho <= 1.0, line);
            // Whoever asks for all of n true answers gets (1 − (1 − ε)^n)/ε; of one false answer
            // among them, 1: both from scratch.
            let (epsilon, q) = (self.number("/epsilon"), found[3].strip_prefix("all of "));
            if let Some(Ok(q)) = q.map(str::parse::<i32>) {
                let all_true = (1.0 - (1.0 - epsilon).powi(q)) / epsilon;
                let false_ones = (0..q).map(|more| epsilon.powi(more));
                let mut possible = false_ones.chain([all_true]);
                self.is(possible.any(|own| (own - rho).abs() < 1e-4), line);
            }
        } else if let Some(found) = read(line, "{}: its other argument, {} of {}, has ρ = {}") {
            let rho: f64 = found[3].parse().unwrap();
            self.is(rho >= rho_of(found[0]) - 1e-4, line);
        } else if let Some([more]) = numbers(line, "{} more claims, none with a larger ρ") {
            self.is(more as usize + 12 == list.len(), line);
        } else {
            return line == "a leaf alone has ρ = 0";
        }
        true
    }

    fn of_the_guarantee(&self, line: &str) -> bool {
        let (epsilon, r) = (self.number("/epsilon"), self.number("/ratio"));
        let needed = |rho: f64| 1.0 + 2.0 / (epsilon * (1.0 - rho));
        let bound = self.bound("an all-knowing honest Alice");
        let stable = "the tree is stable enough for this r in {} % of the worlds; largest ρ = {}, of \
                      claim {}";
        if let Some(found) = read(line, "r = {}: {}") {
            self.same(found[0].parse().unwrap(), r, line);
            let rho = found[1].split_once("ρ = ").map(|(_, text)| {
                let end =
                    text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
                text[..end].parse::<f64>().unwrap()
            });
            // The ρ is rounded to four places.
            if let Some(rho) = rho {
                self.is((needed(rho) / r - 1.0).abs() < 1e-3, line);
            }
            self.is(rho.is_some() || found[1] == "the scenario's own", line);
        } else if let Some(found) = read(line, stable) {
            let [share, rho] = [0, 1].map(|at| found[at].parse::<f64>().unwrap());
            let enough = rho < 1.0 && r >= needed(rho) * (1.0 - 1e-3);
            self.is((share == 100.0) == enough, line);
            if self.lines("stability").iter().any(|line| line.contains(" in the worst world ")) {
                let list = self.json["stability"].as_array().expect("a list");
                let largest = list.iter().map(|own| number(own, "rho")).fold(0.0, f64::max);
                self.same(rho, largest, line);
            }
        } else if let Some(found) = read(
            line,
            "in {}, an Alice who knows every claim and is honest is paid {} at least, by a Bob who \
             begins with {}; Bobs were searched who know the world, adapt to all that is drawn, and \
             choose from {} errors at each estimate",
        ) {
            let least: f64 = found[1].parse().unwrap();
            self.same(least, bound.expect("its bound")[0], line);
            self.pays_her_no_less(least, line);
        } else if let Some(found) = read(line, "Thm 6.1 promises nothing here: {}") {
            let why = Standing::DoesNotApply(found[0].to_owned());
            self.is(self.report.bounds.iter().any(|bound| bound.standing == why), line);
        } else if let Some(found) = read(
            line,
            "Thm 6.1 promises nothing: human judgement of a leaf is right with {}, not always",
        ) {
            self.is(found[0].parse::<f64>().is_ok_and(|p| p < 1.0), line);
            self.is(self.report.bounds.is_empty(), line);
        } else {
            return line.starts_with("no search over Bobs: ")
                || line == "there are too many worlds to say in how many the tree is stable";
        }
        true
    }

    /// No Bob of the table of one world pays an all-knowing honest Alice less than the search found.
    fn pays_her_no_less(&self, least: f64, line: &str) {
        let held = self.report.bounds.iter().any(|b| b.holds() && b.name.contains("Thm 6.1"));
        let here: Vec<f64> = match self.json["this_world"].as_array() {
            Some(rows) => {
                let honest = rows.iter().filter(|row| row["alice"] == "honest");
                honest.filter_map(|row| row["value"].as_f64()).collect()
            }
            None if self.number("/worlds/averaged") == 1.0 => {
                let honest = self.report.values.iter().filter(|v| v.alice == "honest");
                honest.map(|v| v.value).collect()
            }
            None => Vec::new(),
        };
        // Where Alice does not know every claim she may fare worse.
        for paid in here.into_iter().filter(|_| held) {
            self.is(paid >= least - 1e-6, &format!("{line}: {paid}"));
        }
    }

    fn of_averages(&self, line: &str) -> bool {
        let are = self.json["values_are"].as_str().expect("what they are");
        if are.starts_with(line) {
            return true;
        }
        let Some((alice, rest)) = line.split_once(" against ") else { return false };
        let Some((bob, rest)) = rest.split_once(": right ") else { return false };
        let right = self.json["right"].as_array().expect("a list");
        let own = right.iter().find(|row| row["alice"] == alice && row["bob"] == bob);
        let own = own.unwrap_or_else(|| panic!("{}: {line}", self.id));
        let (percent, varies) = rest.split_once(" %").expect("a share");
        self.is((percent.parse::<f64>().unwrap() / 100.0 - number(own, "rate")).abs() < 6e-4, line);
        let sd = self.report.values.iter().find(|v| v.alice == alice && v.bob == bob);
        if let Some([varies]) = numbers(varies, "; mean payoff varies from world to world by {}") {
            // The mean varies by no more than what is paid.
            self.is(varies <= sd.and_then(|v| v.sd).expect("an sd") + 1e-4, line);
            self.is(self.number("/worlds/averaged") > 1.0 || varies < 1e-4, line);
            self.same(varies, number(own, "sd_of_worlds"), line);
        }
        true
    }

    fn of_soundness(&self, line: &str) -> bool {
        let honest = || self.report.values.iter().filter(|v| v.alice == "honest");
        let completeness = "completeness: an honest Alice who can know every claim of a stable tree is \
                            promised {} or more from every Bob if r is 1 + 2/(ε(1 − ρ)) or more";
        let measured = "measured, with what Alice knows here: {} at least over the Bobs above, from \
                        {}; her answer is right with {}";
        let most = "most from {} of the Alices above: {}, by {}, whose answer is right with {}";
        if let Some([promise]) = numbers(line, completeness) {
            self.same(promise, 1.0 - self.number("/epsilon"), line);
        } else if let Some(found) = read(line, measured) {
            let least = honest().map(|v| v.value).fold(f64::INFINITY, f64::min);
            self.same(found[0].parse().unwrap(), least, line);
            self.same(self.value("honest", found[1]).expect("the pair"), least, line);
            self.is_right_so_often("honest", found[1], found[2], line);
        } else if let Some(found) = read(line, most) {
            let column = self.report.values.iter().filter(|v| v.bob == found[0]);
            let most = column.map(|v| v.value).fold(f64::NEG_INFINITY, f64::max);
            self.same(found[1].parse().unwrap(), most, line);
            self.same(self.value(found[2], found[0]).expect("the pair"), most, line);
            self.is_right_so_often(found[2], found[0], found[3], line);
        } else {
            return line
                .starts_with("soundness: against every Alice some Bob is promised who pays ");
        }
        true
    }

    fn is_right_so_often(&self, alice: &str, bob: &str, said: &str, line: &str) {
        let rows = self.json["right"].as_array().expect("a list");
        let own = rows.iter().find(|row| row["alice"] == alice && row["bob"] == bob);
        let own = own.unwrap_or_else(|| panic!("{line}"));
        self.same(said.parse().unwrap(), number(own, "rate"), line);
    }

    fn of_leaders(&self, title: &str, line: &str) -> bool {
        let led = self.json["soundness"]["by_alice"].as_array().expect("a list");
        let best = "of these Alices, each against the Bob found here who pays her least, {} is paid most: {}";
        let taught = "  the Bob who learned against her: advantage {} over his tests, {} over all tests \
                      in [−1, 1]";
        let least_of = |alice: &Json| number(alice, "least");
        if let Some([tests, all]) = numbers(line, taught) {
            let known = |own: &&Json| {
                !own["learned"].is_null()
                    && (number(&own["learned"], "advantage") - tests).abs() < 1e-4
                    && (number(&own["learned"], "advantage_of_any_test") - all).abs() < 1e-4
            };
            self.is(led.iter().any(|own| known(&own)), line);
            self.is(tests <= 0.05 + 1e-9 && tests <= all + 1e-4, line);
        } else if let Some(found) = read(line, best) {
            let most = led.iter().map(least_of).fold(f64::NEG_INFINITY, f64::max);
            self.same(found[1].parse().unwrap(), most, line);
            let own = led.iter().find(|own| own["alice"] == found[0]).expect("her row");
            self.same(least_of(own), most, line);
        } else if let Some(found) = read(line, "{}: right with {}; held to {}") {
            let own = led.iter().find(|own| own["alice"] == found[0]).expect("her row");
            self.same(found[1].parse().unwrap(), number(own, "right"), line);
            let limit = own["limit"].as_f64();
            let near = |limit: f64| least_of(own) - limit <= 2e-6 * limit.abs().max(1.0);
            let (least, bob) = if let Some(held) = read(found[2], "{} exactly, by {}") {
                self.is(limit.is_some_and(near), line);
                (held[0], held[1])
            } else if let Some(held) = read(found[2], "{} by {}, and by nobody to less than {}") {
                let limit = limit.expect("a certificate");
                self.same(held[2].parse().unwrap(), limit, line);
                self.is(limit <= least_of(own) + 1e-9, line);
                (held[0], held[1])
            } else {
                let held = read(found[2], "{} or less, by {}").expect("a form");
                self.is(limit.is_none(), line);
                (held[0], held[1])
            };
            self.same(least.parse().unwrap(), least_of(own), line);
            let bobs = own["bobs"].as_array().expect("Bobs");
            let fewest = bobs.iter().map(|bob| number(bob, "value")).fold(f64::INFINITY, f64::min);
            self.is(least_of(own) == fewest, line);
            self.is(bobs.iter().any(|b| b["bob"] == bob && number(b, "value") == fewest), line);
            // What a Bob of the table pays her is in the table.
            for bob in bobs {
                let name = bob["bob"].as_str().expect("a name");
                if let Some(value) = self.value(found[0], name) {
                    self.is(
                        (value - number(bob, "value")).abs() < 1e-9 * value.abs().max(1.0),
                        line,
                    );
                }
            }
        } else if line.starts_with("Thm 6.2 promises nothing here: ") {
            let held = self.report.bounds.iter().all(|b| b.holds() && b.name.contains("Thm 6.1"));
            self.is(!title.contains("Thm 6.2"), line);
            // It is the reason that stands beside Thm 6.1, or else too few worlds are stable.
            let why = line.strip_prefix("Thm 6.2 promises nothing here: ").expect("a reason");
            let same = Standing::DoesNotApply(why.to_owned());
            let few = "the tree is stable enough for r in {} % of the worlds (largest ρ = {})";
            let said = self.lines("the guarantee");
            match read(why, few) {
                Some(share) => self.is(
                    held && said.iter().any(|l| share.iter().all(|number| l.contains(number))),
                    line,
                ),
                None => self.is(
                    self.report.bounds.iter().any(|bound| bound.standing == same)
                        || said.iter().any(|l| l.ends_with(why)),
                    line,
                ),
            }
        } else if let Some(found) = read(line, "{} is not computed for {}: {}") {
            for alice in found[1].split(", ") {
                let own = led.iter().find(|own| own["alice"] == alice).expect("her row");
                let missing = own["not_computed"].to_string();
                self.is(missing.contains(found[2]), line);
            }
        } else {
            return false;
        }
        true
    }

    /// The marginal Alice and Bob of the table of averages are paid m.
    fn of_independence(&self, line: &str) -> bool {
        let [m, root] = ["m", "root"].map(|key| self.number(&format!("/if_independent/{key}")));
        let held =
            |answer: &str, key: &str| self.number(&format!("/if_independent/{answer}/{key}"));
        if let Some([own, chance]) = numbers(
            line,
            "were the leaves independent, each as likely as it is, the root would be true with m = {}; \
             it is with {}",
        ) {
            self.same(own, m, line);
            self.same(chance, root, line);
            self.is((self.number("/if_independent/gap") - (m - root)).abs() < 1e-12, line);
            if self.json["worlds"]["exact"] == true {
                for (alice, paid) in [("marginal", m), ("marginal-no", 1.0 - m)] {
                    let value = self.value(alice, "marginal");
                    let near = 1e-9 * self.number("/ratio").powi(2);
                    self.is(value.is_none_or(|value| (value - paid).abs() < near), line);
                }
            }
        } else if let Some(found) =
            read(line, "an Alice who answers {} is right with {} and can be held to {}")
        {
            let (answer, right) = (found[0], found[1].parse().unwrap());
            let yes = answer == "yes";
            self.same(right, if yes { root } else { 1.0 - root }, line);
            self.same(held(answer, "high"), if yes { m } else { 1.0 - m }, line);
            let (low, from) = (held(answer, "low"), held(answer, "from_ratio"));
            self.is(low <= held(answer, "high") && from >= 1.0, line);
            if let Some([high, ratio, least]) =
                numbers(found[2], "{}, exactly: r = {} is {} or more")
            {
                self.same(high, low, line);
                self.same(ratio, self.number("/ratio"), line);
                self.same(least, from, line);
                self.is(low == held(answer, "high"), line);
            } else if let Some([own, high, again, least]) =
                numbers(found[2], "{} to {}; it would be {} exactly from r = {} on")
            {
                self.same(own, low, line);
                self.same(high, held(answer, "high"), line);
                self.is(high == again && self.number("/ratio") < from, line);
                self.same(least, from, line);
            } else if let Some([own]) = numbers(found[2], "{} exactly") {
                self.same(own, low, line);
                self.is(low == held(answer, "high"), line);
            } else {
                return false;
            }
        } else if let Some(found) = read(
            line,
            "a marginal Bob pays a yes {} {} than its chance to be right, and a no as much {}, \
             whatever r is; docs/open-finding.md has the proof",
        ) {
            self.same(found[0].parse().unwrap(), (m - root).abs(), line);
            let more = if m > root { ["more", "less"] } else { ["less", "more"] };
            self.is(found[1..] == more, line);
        } else {
            self.is((m - root).abs() < 1e-9, line);
            return line.starts_with("m is the chance of a yes to be right: ");
        }
        true
    }

    /// (1 − 1/q)^q and q·(1 − (1 − 1/q)^q), from scratch.
    fn of_the_finding(&self, line: &str) -> bool {
        let q = self.number("/open_finding/subclaims");
        let floor = (0..q as usize).fold(1.0, |all, _| all * (q - 1.0) / q);
        let from = q * (1.0 - floor);
        let least = self.number("/open_finding/least");
        if let Some([own, power, minus, ratio, paid]) = numbers_between(line) {
            self.is((own - from).abs() < 1e-4 && own == ratio, line);
            self.is(power == q && minus == q, line);
            self.same(paid, floor, line);
        } else if let Some(found) = read(
            line,
            "here r = {}; the least found over Bobs who choose each number from {}, by what was drawn: \
             {}; she is `ignorant` at the table",
        ) {
            self.same(found[0].parse().unwrap(), self.number("/ratio"), line);
            self.same(found[2].parse().unwrap(), least, line);
            self.is(self.number("/ratio") < from || least >= floor - 1e-9, line);
            // Bobs of the table who do not see the world pay her no less.
            for bob in ["calibrated", "independent:1", "constant:0.5", "lazy", "learned:0.05"] {
                let value = self.value("ignorant", bob);
                self.is(value.is_none_or(|value| value >= least - 1e-6), &format!("{line}: {bob}"));
            }
        } else if let Some([own]) = numbers(
            line,
            "all of {}, exactly one false, and nobody knows which: an Alice who says yes is always \
             wrong, and Thm 6.1 promises a Bob who pays her about 0",
        ) {
            self.is(own == q && self.report.truth != Some(1.0), line);
        } else {
            return line
                .starts_with("in our reading of Fig. 2 she is paid p_0 ± r·(P[rule] − p_0) + ")
                || line
                    .starts_with("either the proof of Lemma A.4 has a gap where it passes from ");
        }
        true
    }

    fn of_learning(&self, title: &str, line: &str) -> bool {
        let delta: f64 = title
            .strip_prefix("learning to within ")
            .and_then(|t| t.split(' ').next())
            .unwrap()
            .parse()
            .unwrap();
        let form = "{}, {} outcomes: {} steps of at most {}; remaining advantage {} over the tests, {} \
                    over all tests in [−1, 1]";
        let Some(found) = read(line, form) else { return false };
        let [outcomes, steps, most, tests, all] =
            [1, 2, 3, 4, 5].map(|at| found[at].parse::<f64>().unwrap());
        self.is(most == (9.0 * outcomes / (2.0 * delta * delta) - 1e-6).ceil(), line);
        self.is(steps <= most && tests <= delta + 1e-9 && tests <= all + 1e-4, line);
        let rounds = self.json["learned"].as_array().expect("rounds");
        let known = |own: &Json| {
            number(own, "outcomes") == outcomes
                && number(own, "steps") == steps
                && (number(own, "advantage_of_any_test") - all).abs() < 1e-4
        };
        self.is(rounds.iter().any(known), line);
        true
    }

    fn of_evidence(&self, line: &str) -> bool {
        let law = "{}: ρ from {} to {} (quartiles {}, {}, {}; 9 in 10 at most {}); below 1 in {} % of {} \
                   worlds; root true in {} %";
        if let Some(found) = read(line, law) {
            let n = |at: usize| found[at].parse::<f64>().unwrap();
            let order = [n(1), n(3), n(4), n(5), n(6), n(2)];
            self.is(order.is_sorted(), line);
            // A share of worlds below 1 puts the quantiles on their side of 1.
            for (share, rho) in [(25.0, n(3)), (50.0, n(4)), (75.0, n(5)), (90.0, n(6))] {
                self.is((n(7) > share + 0.2) <= (rho < 1.0), line);
                self.is((n(7) < share - 0.2) <= (rho >= 0.9999), line);
            }
            self.is((0.0..=100.0).contains(&n(9)), line);
        } else if let Some([rho]) = numbers(line, "before, over the facts themselves: ρ = {}") {
            self.is(rho > 0.0, line);
        } else {
            let form = "{} pieces of evidence a fact, each right with probability {}";
            return numbers::<2>(line, form).is_some_and(|[_, p]| (0.0..=1.0).contains(&p));
        }
        true
    }

    fn of_here(&self, line: &str) -> bool {
        let Some(found) = read(line, "{} against {}: {} (sd {})") else { return false };
        let rows = self.json["this_world"].as_array().expect("a list");
        let own = rows.iter().find(|row| row["alice"] == found[0] && row["bob"] == found[1]);
        let own = own.unwrap_or_else(|| panic!("{line}"));
        self.same(found[2].parse().unwrap(), number(own, "value"), line);
        self.same(found[3].parse().unwrap(), number(own, "sd"), line);
        true
    }

    /// What is said to be missing is not in the table.
    fn of_what_is_missing(&self, line: &str) -> bool {
        let pair = read(line, "{} against {}: {}").or_else(|| read(line, "{} v {}: {}"));
        match pair {
            Some(found) => self.is(self.value(found[0], found[1]).is_none(), line),
            None => {
                let learned = line.starts_with("a learned estimator: ");
                let none = self.report.values.iter().all(|v| !v.bob.starts_with("learned:"));
                return learned && none;
            }
        }
        true
    }
}

/// The numbers of the sentence that states the floor.
fn numbers_between(line: &str) -> Option<[f64; 5]> {
    let found = read(
        line,
        "|P[rule] − c^{}| is at most {} = {}·(1 − c^{}) times that E[max], so for r from {} on every \
         such Bob pays her c^{} = {} or more",
    )?;
    let n = |at: usize| found[at].parse::<f64>().ok();
    (found[0] == found[2] && found[2] == found[3] && found[3] == found[5])
        .then(|| Some([n(1)?, n(0)?, n(2)?, n(4)?, n(6)?]))?
}

#[track_caller]
fn number(of: &Json, key: &str) -> f64 {
    of[key].as_f64().unwrap_or_else(|| panic!("no `{key}` in {of}"))
}
