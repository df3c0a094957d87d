//! Checks each bound by its name: its direction, and whether its status agrees with its numbers.

use elenchus::analysis::{Bound, BoundStatus};

use super::{Found, Said};

/// Bounds from below: by the beginnings of their names.
const AT_LEAST: [&str; 5] = [
    "the prover with the true claim wins (",
    "a prover who knows every truth wins if its side is right (",
    "an honest Alice who knows every claim is paid at least 1 − ε by ",
    "completeness: honest Alice",
    "completeness': honest Alice's least winning probability, by Δ↓(c)",
];

/// Bounds from above.
const AT_MOST: [&str; 9] = [
    "judge's ",
    "the judge's ",
    "Alice's oracle ",
    "Bob's oracle ",
    "a prover's time: questions and T steps of log T each (",
    "largest Δ(ε)/ε ",
    "soundness: every Alice",
    "soundness': any Alice's largest winning probability against honest Bob, by Δ↑(b)",
    "K is at most the number of asks",
];

impl Said {
    pub(super) fn bounds_stand_where_their_numbers_put_them(&self) {
        for bound in &self.report.bounds {
            self.stands(bound);
        }
    }

    /// No pair of the table breaks a theorem that applies to the debate. If a theorem does not
    /// apply, no row is tested.
    pub(super) fn claims_stand_where_their_hypotheses_put_them(&self) {
        for claim in &self.report.claims {
            let said = format!("{claim:?}");
            let payments = self.report.values.iter().any(|row| row.sd.is_some());
            for row in self.report.values.iter().filter(|_| claim.holds() && !payments) {
                let honest = if claim.limit.is_lower() { &row.alice } else { &row.bob };
                let broken = match claim.limit.is_lower() {
                    true => row.value < claim.limit.get() - 1e-9,
                    false => row.value > claim.limit.get() + 1e-9,
                };
                self.is(!(honest == "honest" && broken), &format!("{said} {row:?}"));
            }
            let own = |bound: &&Bound| {
                let says_who_wins = ["completeness", "soundness", "the prover", "an honest Alice"];
                bound.name.contains(&*claim.theorem)
                    && says_who_wins.iter().any(|who| bound.name.starts_with(who))
            };
            for bound in self.report.bounds.iter().filter(own) {
                let silent = matches!(bound.standing, BoundStatus::DoesNotApply(_));
                self.is(silent != claim.holds(), &format!("{said} {bound:?}"));
            }
        }
    }

    fn stands(&self, bound: &Bound) {
        let said = format!("{bound:?}");
        let begins = |names: &[&str]| names.iter().any(|name| bound.name.starts_with(name));
        let from_below = begins(&AT_LEAST);
        self.is(from_below != begins(&AT_MOST), &format!("which way does it go? {said}"));
        self.is(
            from_below == bound.limit.is_lower(),
            &format!("its type goes the other way: {said}"),
        );
        let kept = match from_below {
            true => bound.value >= bound.limit.get() - 1e-9,
            false => bound.value <= bound.limit.get() * (1.0 + 1e-6) + 1e-9,
        };
        // The same as people read it: the printed bound, and the printed value.
        let number = |text: String| text.replace(',', "").replace('−', "-").parse::<f64>();
        let (shown, value) =
            (number(bound.limit.to_string()), number(format!("{:.6}", bound.value)));
        let (shown, value) = (shown.expect("a number"), value.expect("a number"));
        let reads_well = if from_below { shown <= value + 1e-9 } else { shown >= value - 1e-9 };
        self.is(reads_well || !bound.holds(), &format!("as printed, {shown} and {value}: {said}"));
        match &bound.standing {
            BoundStatus::Holds | BoundStatus::HeldInThisDebate => self.is(kept, &said),
            BoundStatus::Fails => self.is(!kept, &said),
            BoundStatus::DoesNotApply(why) => self.is(!why.is_empty(), &said),
        }
        // If a deterministic theorem holds, its row names the tested opponents. Otherwise a reader
        // would think that all were tested.
        let over_some = bound.name.contains("over every ");
        let total = bound.name.contains("every step that Bob can name");
        let deterministic =
            bound.name.starts_with("judge's ") || bound.name.starts_with("the prover");
        if deterministic && bound.standing == BoundStatus::Holds {
            self.is(over_some || total, &said);
        }
        if bound.standing == BoundStatus::HeldInThisDebate {
            self.is(!over_some, &said);
        }
        self.is_in_the_table(bound, from_below);
    }

    /// If the table has the pair of a bound, the bound has its value. No pair of the table breaks
    /// it.
    fn is_in_the_table(&self, bound: &Bound, from_below: bool) {
        let said = format!("{bound:?}");
        let pair = match bound.name.as_str() {
            name if name.starts_with("completeness") => ("honest", "best-response"),
            name if name.starts_with("soundness") => ("best-response", "honest"),
            name if name.starts_with("the prover with the true claim wins") => {
                return self.right_wins_in_the_table(bound);
            }
            _ => return,
        };
        if !bound.name.contains("witness")
            && let Some(value) = self.value(pair.0, pair.1)
        {
            self.same(bound.value, value, &said);
        }
        for row in self.report.values.iter().filter(|_| bound.holds()) {
            let named = if from_below { row.alice == pair.0 } else { row.bob == pair.1 };
            let broken = match from_below {
                true => row.value < bound.limit.get() - 1e-9,
                false => row.value > bound.limit.get() + 1e-9,
            };
            self.is(!(named && broken), &format!("{said} {row:?}"));
        }
    }

    fn right_wins_in_the_table(&self, bound: &Bound) {
        let Some(truth) = self.report.truth else { return };
        for row in self.report.values.iter().filter(|_| bound.holds()) {
            let honest = if truth > 0.5 { &row.alice } else { &row.bob };
            if honest == "honest" {
                self.same(row.value, truth, &format!("{bound:?} {row:?}"));
            }
        }
    }
}

impl Found<'_> {
    /// A number after "at least" or "at most" is never on the wrong side of the number that it
    /// stands for.
    pub(super) fn is_printed_on_its_side(&self) {
        let words = self.fact.to_string();
        for (side, is_lower) in [("at least ", true), ("at most ", false)] {
            for (at, _) in words.match_indices(side) {
                let text: String = words[at + side.len()..]
                    .chars()
                    .take_while(|c| matches!(c, '0'..='9' | '.' | ',' | '−'))
                    .collect();
                let text = text.trim_end_matches(['.', ',']).replace(',', "").replace('−', "-");
                let (Some((_, decimals)), Ok(shown)) = (text.split_once('.'), text.parse::<f64>())
                else {
                    continue;
                };
                // "If r is at least 2.7344": a ratio that is enough is rounded up.
                let of_ratio = words[..at].trim_end().ends_with(" is")
                    && words[..at].rsplit([',', '.', ':']).take(2).any(|part| part.contains(" r "));
                let is_lower = is_lower != of_ratio;
                let unit = 0.1f64.powi(decimals.len() as i32);
                let mut near = self.fact.numbers().filter(|n| (n - shown).abs() <= unit).peekable();
                let stands = |n: f64| {
                    let noise = 1e-9 * n.abs().max(1.0);
                    if is_lower { shown <= n + noise } else { shown >= n - noise }
                };
                self.is(near.peek().is_none() || near.any(stands));
            }
        }
    }
}
