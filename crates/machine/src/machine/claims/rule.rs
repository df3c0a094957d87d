//! The rules by which the truth of a claim follows from its subclaims: all, any, a majority, at
//! least k, or any Boolean formula.
//!
//! A rule may first take majorities over blocks of equal size, as the stable transform does
//! (Brown-Cohen et al. 2025, Def. 8.2): "all of 3, each by majority of 5 pieces of evidence".

use std::fmt;
use std::str::FromStr;

use super::RuleFormula;

/// The condition on the values that a rule counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quorum {
    /// All values must be true.
    All,
    /// At least one value must be true.
    Any,
    /// More than half of the values must be true.
    Majority,
    /// At least this many values must be true.
    AtLeast(u32),
    /// A formula over the values must be true.
    Formula(RuleFormula),
}

impl Quorum {
    /// The smallest sufficient number of true values, if there are `of` values. `None` for a formula, which does not
    /// count.
    pub fn threshold(self, of: usize) -> Option<usize> {
        match self {
            Self::All => Some(of),
            Self::Any => Some(1),
            Self::Majority => Some(of / 2 + 1),
            Self::AtLeast(k) => Some(k as usize),
            Self::Formula(_) => None,
        }
    }
}

impl fmt::Display for Quorum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Any => f.write_str("any"),
            Self::Majority => f.write_str("majority"),
            Self::AtLeast(k) => write!(f, "at-least-{k}"),
            Self::Formula(formula) => formula.fmt(f),
        }
    }
}

impl FromStr for Quorum {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            "any" => Ok(Self::Any),
            "majority" => Ok(Self::Majority),
            _ => text
                .strip_prefix("at-least-")
                .and_then(|k| k.parse().ok())
                .map(Self::AtLeast)
                .ok_or_else(|| {
                    format!("`{text}` is not a rule. Write all, any, majority or at-least-K")
                }),
        }
    }
}

/// The rule of an argument. All rules except formulas are monotone: a monotone rule never fails because a subclaim
/// becomes true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    quorum: Quorum,
    /// The number of subclaims whose majority gives one value of the rule. 1 if each value is a
    /// subclaim itself.
    block: u32,
}

/// Why a rule does not fit its subclaims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// There are no subclaims.
    #[error("an argument needs at least one subclaim")]
    Empty,
    /// The threshold is always or never reached.
    #[error(
        "at least {k} of {of} subclaims has the same result for all answers. Write a number \
             from 1 to {of}"
    )]
    Threshold {
        /// The threshold.
        k: u32,
        /// The number of values.
        of: usize,
    },
    /// The pieces do not form whole blocks.
    #[error("{parts} pieces of evidence cannot be divided into blocks of {block}")]
    Block {
        /// The number of subclaims.
        parts: usize,
        /// The size of a block.
        block: u32,
    },
    /// The formula does not have one name for each value.
    #[error("this formula is about {names} subclaims, not {of}")]
    Formula {
        /// The number of names in the formula.
        names: usize,
        /// The number of values.
        of: usize,
    },
}

impl Rule {
    /// Every subclaim must be true.
    pub const ALL: Self = Self::new(Quorum::All);
    /// One true subclaim suffices.
    pub const ANY: Self = Self::new(Quorum::Any);
    /// More than half of the subclaims must be true.
    pub const MAJORITY: Self = Self::new(Quorum::Majority);

    /// A rule over the subclaims themselves.
    pub const fn new(quorum: Quorum) -> Self {
        Self { quorum, block: 1 }
    }

    /// At least `k` subclaims must be true.
    pub const fn at_least(k: u32) -> Self {
        Self::new(Quorum::AtLeast(k))
    }

    /// The same condition over majorities of `block` pieces each (rule∘majority). [`Rule::fits`]
    /// refuses a block of 0.
    pub const fn over_majorities(self, block: u32) -> Self {
        Self { block, ..self }
    }

    /// The condition on the values.
    pub fn quorum(self) -> Quorum {
        self.quorum
    }

    /// The number of subclaims that give one value. It is 1 unless the values are majorities.
    pub fn block(self) -> usize {
        self.block as usize
    }

    /// Checks that the rule can be applied to `parts` subclaims.
    pub fn fits(self, parts: usize) -> Result<(), RuleError> {
        if parts == 0 {
            return Err(RuleError::Empty);
        }
        if self.block == 0 || !parts.is_multiple_of(self.block as usize) {
            return Err(RuleError::Block { parts, block: self.block });
        }
        let of = parts / self.block as usize;
        match self.quorum {
            Quorum::AtLeast(k) if k == 0 || k as usize > of => Err(RuleError::Threshold { k, of }),
            Quorum::Formula(formula) if formula.names() != of => {
                Err(RuleError::Formula { names: formula.names(), of })
            }
            _ => Ok(()),
        }
    }

    /// The state of this rule over `parts` subclaims before the first answer.
    pub fn tally(self, parts: usize) -> PartialRule {
        let block = self.block.max(1);
        PartialRule {
            block,
            values: match self.quorum {
                Quorum::Formula(formula) => Values::Left(formula),
                quorum => Values::Counted {
                    // Only a formula has no threshold.
                    threshold: quorum.threshold(parts / block as usize).unwrap_or_default() as u32,
                    won: 0,
                },
            },
            seen: 0,
            yes: 0,
        }
    }

    /// True if the argument holds for these answers, in order.
    pub fn holds(self, answers: impl ExactSizeIterator<Item = bool>) -> bool {
        let tally = self.tally(answers.len());
        answers.fold(tally, PartialRule::after_answer).holds()
    }

    /// True if the rule fails when, of `parts` subclaims, only the one at `place` is false. Places count from 0.
    pub fn breaks_without(self, place: usize, parts: usize) -> bool {
        let of = parts / self.block().max(1);
        match self.quorum.threshold(of) {
            // The rule only counts, so the place does not matter. A block of one or two pieces loses its strict
            // majority if one piece is false.
            Some(threshold) => threshold > of - usize::from(self.block <= 2).min(of),
            None => !self.holds((0..parts).map(|at| at != place)),
        }
    }

    /// True if the rule never fails because a subclaim becomes true.
    pub fn is_monotone(self) -> bool {
        match self.quorum {
            Quorum::Formula(formula) => formula.is_monotone(),
            _ => true,
        }
    }

    /// (`P[fails]`, `P[holds]`) if the subclaims are independent with these odds. Both are sums of products, so a
    /// small probability keeps its precision.
    pub fn chances(self, parts: impl ExactSizeIterator<Item = Odds>) -> Odds {
        let (block, of) = (self.block(), parts.len() / self.block());
        let mut values = Vec::with_capacity(of);
        let mut pieces = Vec::with_capacity(block);
        for part in parts {
            pieces.push(part);
            if pieces.len() == block {
                values.push(match pieces[..] {
                    [one] => one,
                    _ => count(&pieces, block / 2 + 1),
                });
                pieces.clear();
            }
        }
        match self.quorum {
            Quorum::Formula(formula) => formula.chances(&values),
            quorum => count(&values, quorum.threshold(of).unwrap_or_default()),
        }
    }
}

/// The odds of a yes/no event. Both probabilities are stored, so that a small one keeps its precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// `P[no]`.
    pub no: f64,
    /// `P[yes]`.
    pub yes: f64,
}

impl Odds {
    /// The odds of an event of this probability.
    pub fn from_probability(yes: f64) -> Self {
        Self { no: 1.0 - yes, yes }
    }

    /// The odds of a certain or impossible event.
    pub fn certain(yes: bool) -> Self {
        Self { no: f64::from(!yes), yes: f64::from(yes) }
    }

    /// Scales the odds so that they sum to 1.
    pub(super) fn normalized(self) -> Self {
        let all = self.no + self.yes;
        Self { no: self.no / all, yes: self.yes / all }
    }
}

/// The odds that at least `threshold` of these independent events happen (a Poisson binomial tail).
///
/// Drops counts that already decide the result, and counts with almost no probability. For "all"
/// and "any", one count remains. For a majority, the counts in a range of about sixty standard
/// deviations remain.
fn count(events: &[Odds], threshold: usize) -> Odds {
    const NOTHING: f64 = 1e-300;
    /// Up to this many events are summed without dropping counts.
    const SHORT: usize = 64;
    let (mut no, mut yes) = (0.0, 0.0);
    match threshold {
        0 => return Odds { no: 0.0, yes: 1.0 },
        _ if threshold > events.len() => return Odds { no: 1.0, yes: 0.0 },
        _ => {}
    }
    if events.len() <= SHORT {
        let mut law = vec![0.0; events.len() + 1];
        law[0] = 1.0;
        for (seen, event) in events.iter().enumerate() {
            for k in (0..=seen).rev() {
                law[k + 1] += law[k] * event.yes;
                law[k] *= event.no;
            }
        }
        return Odds { no: law[..threshold].iter().sum(), yes: law[threshold..].iter().sum() };
    }
    // The distribution of the count after some events, starting at the count `first`. It contains only counts that
    // leave the result open.
    let mut law = vec![0.0; threshold];
    law[0] = 1.0;
    let (mut first, mut last) = (0, 0);
    for (seen, event) in events.iter().enumerate() {
        for k in (first..=last).rev() {
            let more = law[k] * event.yes;
            law[k] *= event.no;
            match law.get_mut(k + 1) {
                Some(next) => *next += more,
                None => yes += more,
            }
        }
        last = (last + 1).min(threshold - 1);
        let to_come = events.len() - seen - 1;
        while first < last && (first + to_come < threshold || law[first] < NOTHING) {
            no += std::mem::take(&mut law[first]);
            first += 1;
        }
        while first < last && law[last] < NOTHING {
            yes += std::mem::take(&mut law[last]);
            last -= 1;
        }
    }
    Odds { no: no + law[first..=last].iter().sum::<f64>(), yes }
}

/// The state of a rule after some answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PartialRule {
    block: u32,
    values: Values,
    /// The number of answers in the current block, and the number of true answers among them.
    seen: u32,
    yes: u32,
}

/// The result of the answers so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Values {
    /// The number of true values so far, and the number that suffices.
    Counted { threshold: u32, won: u32 },
    /// The formula over the values that are still open.
    Left(RuleFormula),
}

impl PartialRule {
    /// The state after one more answer.
    #[inline]
    pub fn after_answer(mut self, answer: bool) -> Self {
        self.seen += 1;
        self.yes += u32::from(answer);
        if self.seen == self.block {
            let value = 2 * self.yes > self.block;
            match &mut self.values {
                Values::Counted { won, .. } => *won += u32::from(value),
                Values::Left(formula) => *formula = formula.after(value),
            }
            self.seen = 0;
            self.yes = 0;
        }
        self
    }

    /// Returns whether the rule can still fail, and whether it can still hold. `left` is the number of open answers.
    #[inline]
    pub fn can(self, left: usize) -> [bool; 2] {
        let monotone = match self.values {
            Values::Counted { .. } => true,
            Values::Left(formula) => formula.is_monotone(),
        };
        if monotone {
            let all = |answer| (0..left).fold(self, |tally, _| tally.after_answer(answer)).holds();
            return [!all(false), all(true)];
        }
        let mut open = vec![self];
        for _ in 0..left {
            open = open
                .into_iter()
                .flat_map(|tally| [false, true].map(|a| tally.after_answer(a)))
                .collect();
            open.sort_unstable();
            open.dedup();
        }
        [open.iter().any(|tally| !tally.holds()), open.iter().any(|tally| tally.holds())]
    }

    /// True if the rule holds.
    #[inline]
    pub fn holds(self) -> bool {
        match self.values {
            Values::Counted { threshold, won } => won >= threshold,
            Values::Left(formula) => formula.holds(),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.block {
            1 => self.quorum.fmt(f),
            block => write!(f, "{} of majorities of {block}", self.quorum),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_rule() -> impl Strategy<Value = (Rule, usize)> {
        (1usize..5, 1u32..4, 0u8..5, 0usize..4).prop_map(|(groups, block, kind, k)| {
            let quorum = match kind {
                4 if groups == 3 => {
                    Quorum::Formula(RuleFormula::read("(a and b) or c").expect("a formula").0)
                }
                0 => Quorum::All,
                1 => Quorum::Any,
                2 => Quorum::Majority,
                _ => Quorum::AtLeast((k % groups) as u32 + 1),
            };
            (Rule::new(quorum).over_majorities(block), groups * block as usize)
        })
    }

    fn answers(word: usize, parts: usize) -> impl ExactSizeIterator<Item = bool> {
        (0..parts).map(move |at| word >> at & 1 == 1)
    }

    #[test]
    fn a_majority_is_strictly_more_than_half() {
        assert!(!Rule::MAJORITY.holds([true, true, false, false].into_iter()));
        assert!(Rule::MAJORITY.holds([true, true, false].into_iter()));
        assert!(Rule::MAJORITY.over_majorities(3).fits(10).is_err());
    }

    #[test]
    fn a_threshold_that_decides_nothing_is_refused() {
        assert_eq!(Rule::at_least(0).fits(3), Err(RuleError::Threshold { k: 0, of: 3 }));
        assert_eq!(Rule::at_least(4).fits(3), Err(RuleError::Threshold { k: 4, of: 3 }));
        assert_eq!(Rule::ALL.fits(0), Err(RuleError::Empty));
        assert_eq!(
            Rule::ALL.over_majorities(0).fits(3),
            Err(RuleError::Block { parts: 3, block: 0 })
        );
    }

    #[test]
    fn rules_read_back_from_their_words() {
        for text in ["all", "any", "majority", "at-least-2"] {
            assert_eq!(text.parse::<Quorum>().map(|q| q.to_string()), Ok(text.to_owned()));
        }
        assert!("most".parse::<Quorum>().is_err());
    }

    proptest! {
        #[test]
        fn a_true_subclaim_never_hurts((rule, parts) in any_rule(), word in 0usize..4096, at in 0usize..12) {
            let word = word & ((1 << parts) - 1);
            if rule.holds(answers(word, parts)) {
                prop_assert!(rule.holds(answers(word | 1 << (at % parts), parts)));
            }
        }

        #[test]
        fn the_odds_are_the_sum_over_all_answers((rule, parts) in any_rule(), seed in 0u64..1000) {
            let odds: Vec<Odds> =
                (0..parts).map(|i| Odds::from_probability(((seed * 31 + i as u64 * 17) % 101) as f64 / 100.0)).collect();
            let mut sum = 0.0;
            for word in 0..1usize << parts {
                if rule.holds(answers(word, parts)) {
                    sum += odds.iter().enumerate()
                        .map(|(i, o)| if word >> i & 1 == 1 { o.yes } else { o.no })
                        .product::<f64>();
                }
            }
            let got = rule.chances(odds.into_iter());
            prop_assert!((got.yes - sum).abs() < 1e-12 && (got.no + got.yes - 1.0).abs() < 1e-12);
        }

        #[test]
        fn one_false_subclaim_breaks_a_rule_where_it_fails_without_it((rule, parts) in any_rule(), at in 0usize..12) {
            let at = at % parts;
            prop_assert_eq!(rule.breaks_without(at, parts), !rule.holds((0..parts).map(|i| i != at)));
        }
    }

    #[test]
    fn a_long_law_counts_as_the_exact_one_does() {
        let events: Vec<Odds> = (0..100_000).map(|_| Odds { no: 0.25, yes: 0.75 }).collect();
        let all = count(&events[..200], 200);
        assert!((all.yes / 0.75f64.powi(200) - 1.0).abs() < 1e-12 && (all.no - 1.0).abs() < 1e-12);
        let any = count(&events[..200], 1);
        assert!((any.no / 0.25f64.powi(200) - 1.0).abs() < 1e-12);
        let half: Vec<Odds> = (0..201).map(|_| Odds { no: 0.5, yes: 0.5 }).collect();
        let majority = count(&half, 101);
        assert!((majority.yes - 0.5).abs() < 1e-12 && (majority.no - 0.5).abs() < 1e-12);
        assert!(count(&events, 100_000).yes < 1e-300, "fast even for 10^5 events");
    }
}
