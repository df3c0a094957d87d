//! The form of claim trees in files.

use std::sync::Arc;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::claim_values::{KnowledgeFile, NumberFile};
use super::is_default;
use super::located::{Located, Spot, YamlError};
use super::safe_text::SafeText;
use crate::chance::Probability;
use crate::machine::Bits;
use crate::machine::claims::{
    ClaimId, ClaimTree, ClaimsInstance, CopiedTree, DivisorIntervals, EvidenceTree, Knowledge,
    ListedArgument, ListedClaim, MOST_WORLDS, Quorum, Rule, RuleFormula, WorldDistribution, copied,
    uniform, with_evidence,
};

/// Claims to debate. One of the keys `tree`, `uniform` and `intervals` is needed. The other keys
/// say what is true, likely and known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ClaimsFile {
    /// Claims by name. The first one is the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<Located<IndexMap<String, Located<ClaimFile>>>>,
    /// A tree in which every claim has the same number of subclaims and the same rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uniform: Option<Located<UniformFile>>,
    /// The claim "n is prime": no number in an interval divides n. Each interval is split into
    /// smaller intervals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intervals: Option<Located<IntervalsFile>>,
    /// Replaces each leaf by pieces of evidence (the stable transform).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Located<EvidenceFile>>,
    /// The names of the false leaves (`3.1` in a family). All others are true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub false_leaves: Option<Vec<Located<SafeText>>>,
    /// The possible worlds. If the leaves do not say what is true, the true world is drawn at
    /// random. Otherwise, the worlds are the prior of a player who does not know the truth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<Located<WorldsFile>>,
    /// The knowledge of the players.
    #[serde(default, skip_serializing_if = "is_default")]
    pub knows: KnowsFile,
}

/// A claim: a leaf, or a claim with one or more arguments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ClaimFile {
    /// The text of the claim.
    pub claim: SafeText,
    /// The truth of the claim. Only leaves may have this key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<bool>,
    /// The claim is true if all of these subclaims are true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<Located<SafeText>>>,
    /// The claim is true if at least one of these subclaims is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub any: Option<Vec<Located<SafeText>>>,
    /// The claim is true if more than half of these subclaims are true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub majority: Option<Vec<Located<SafeText>>>,
    /// The claim is true if at least k of these subclaims are true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<ThresholdFile>,
    /// A Boolean formula over the names of at most eight subclaims, such as `(tested and reviewed)
    /// or not changed`. It can use `and`, `or`, `not`, `xor`, `->`, `<->`, and calls such as
    /// `majority(a, b, c)` and `at_least(2, a, b, c)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Located<SafeText>>,
    /// Several arguments for the claim. The claim is true if at least one of them holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<Located<ArgumentFile>>,
}

/// One of several arguments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ArgumentFile {
    /// The text of the argument.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<SafeText>,
    /// The argument holds if all of these subclaims are true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<Located<SafeText>>>,
    /// The argument holds if at least one of these subclaims is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub any: Option<Vec<Located<SafeText>>>,
    /// The argument holds if more than half of these subclaims are true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub majority: Option<Vec<Located<SafeText>>>,
    /// The argument holds if at least k of these subclaims are true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<ThresholdFile>,
    /// A Boolean formula over the names of at most eight subclaims, such as `(tested and reviewed)
    /// or not changed`. It can use `and`, `or`, `not`, `xor`, `->`, `<->`, and calls such as
    /// `majority(a, b, c)` and `at_least(2, a, b, c)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Located<SafeText>>,
}

/// A threshold over subclaims.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ThresholdFile {
    /// The number of subclaims that must be true.
    pub k: u32,
    /// The names of the subclaims.
    pub of: Vec<Located<SafeText>>,
}

/// A tree in which every claim has the same number of subclaims and the same rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UniformFile {
    /// The text of the root claim.
    pub claim: SafeText,
    /// The rule of every claim: all, any, majority or at-least-K.
    pub rule: Located<SafeText>,
    /// The number of subclaims of each claim.
    pub width: usize,
    /// The number of levels below the root.
    pub depth: usize,
}

/// A tree of claims about intervals without divisors of a number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct IntervalsFile {
    /// The number to test, in quotes if it is long.
    pub n: NumberFile,
    /// The number of smaller intervals into which each interval is split.
    pub width: usize,
    /// The number of levels of splits.
    pub depth: usize,
    /// The prime factors of the number, if it is too large for trial division.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factors: Vec<NumberFile>,
}

/// Evidence for each leaf.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EvidenceFile {
    /// The number of pieces for each leaf, an odd number.
    pub pieces: usize,
    /// The probability that a piece agrees with the truth.
    pub right: Located<f64>,
    /// The probability that all pieces for a leaf agree, instead of being independent.
    #[serde(default)]
    pub correlation: Located<f64>,
    /// An odd number of copies. Every claim is copied this many times if its subclaims are not
    /// leaves. Each copy has its own evidence.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub copies: usize,
}

fn one() -> usize {
    1
}

fn is_one(copies: &usize) -> bool {
    *copies == 1
}

/// The possible worlds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WorldsFile {
    /// Exactly one leaf is false. All leaves have the same probability of being the false one.
    OneFalse,
    /// Each leaf is true independently.
    Independent(IndependentFile),
    /// A list of worlds with their weights, which sum to 1.
    List(Vec<Located<WorldFile>>),
}

/// Leaves that are true or false independently of each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct IndependentFile {
    /// The probability that a leaf is true, for leaves that `but` does not name.
    pub each: Located<f64>,
    /// Other probabilities, by the name of the leaf.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub but: IndexMap<String, Located<f64>>,
}

/// A world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WorldFile {
    /// The weight of the world, from 0 to 1.
    pub weight: f64,
    /// The leaves that are false in this world. All other leaves are true.
    #[serde(default)]
    pub false_leaves: Vec<Located<SafeText>>,
}

/// The knowledge of the players. By default, Alice knows everything. In a recursive debate, Bob
/// also knows everything by default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct KnowsFile {
    /// What Alice knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alice: Option<Located<KnowledgeFile>>,
    /// What Bob knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bob: Option<Located<KnowledgeFile>>,
}

/// How to treat a rule that is a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormulaHandling {
    /// The formula stays one argument.
    Whole,
    /// A formula without `not` becomes several arguments: one for each minimal set of subclaims
    /// that makes the formula true.
    AsWays,
}

/// The four kinds of rules, each with its subclaims if the file has this rule.
type WrittenRule<'a> = [(Quorum, Option<&'a Vec<Located<SafeText>>>); 4];

/// The largest number of levels in a tree. A debate needs one round for each level, and solvers
/// visit all levels.
const DEEPEST: usize = 100;

impl ClaimsFile {
    /// Builds the claims with their truth and the players' knowledge. `bob` is Bob's knowledge if
    /// the file does not state it.
    ///
    /// # Errors
    /// Returns the first mistake in the file, with its position.
    pub fn build(
        &self,
        spot: Spot,
        bob: Knowledge,
        formulas: FormulaHandling,
    ) -> Result<ClaimsInstance, YamlError> {
        let here = Located { value: (), spot };
        let (tree, mut leaves) = self.tree(&here, formulas)?;
        if tree.depth() > DEEPEST {
            let depth = tree.depth();
            return Err(here.wrong(format!(
                "these claims have {depth} levels; at most {DEEPEST} are possible"
            )));
        }
        if let Some(names) = &self.false_leaves {
            if leaves.is_some() {
                return Err(here.wrong(
                    "the truth of the leaves is known already. Remove `false-leaves`: it belongs to \
                     `uniform`, or to a `tree` without `is`",
                ));
            }
            leaves = Some(all_but(&tree, names)?);
        }
        let case = match &self.evidence {
            None => self.case(&here, &tree, leaves)?,
            Some(file) => self.case_of_evidence(file, &tree, leaves)?,
        };
        let knowledge = |file: &Option<Located<KnowledgeFile>>, otherwise: Knowledge| match file {
            None => Ok(otherwise),
            Some(file) => file.read(case.tree()).map_err(|e| file.wrong(e)),
        };
        let (alice, bob) = match tree.intervals() {
            Some(_) => (Knowledge::root(), Knowledge::root()),
            None => (Knowledge::Everything, bob),
        };
        let alice = knowledge(&self.knows.alice, alice)?;
        let bob = knowledge(&self.knows.bob, bob)?;
        Ok(case.known_to(alice, bob))
    }

    /// A warning if a player has limited knowledge, but the file has only one possible world. Then
    /// this player still knows the truth.
    pub fn warning(&self) -> Option<YamlError> {
        let everything = KnowledgeFile::Word("everything".into());
        let mut told = [&self.knows.alice, &self.knows.bob].into_iter().flatten();
        let limited = told.find(|who| who.value != everything)?;
        (self.worlds.is_none() && self.evidence.is_none()).then(|| {
            limited.wrong(
                "without `worlds`, a player with limited knowledge still believes the truth. Add the \
                 other possible worlds, for example `worlds: one-false`",
            )
        })
    }

    /// The tree, and the truth of its leaves. The truth is `None` if neither the file nor the
    /// family states it.
    fn tree(
        &self,
        here: &Located<()>,
        formulas: FormulaHandling,
    ) -> Result<(ClaimTree, Option<Bits>), YamlError> {
        match (&self.tree, &self.uniform, &self.intervals) {
            (Some(file), None, None) => listed(file, formulas),
            (None, Some(file), None) => {
                let quorum: Quorum = file.rule.parse().map_err(|e: String| file.rule.wrong(e))?;
                let words: Arc<str> = Arc::from(&*file.claim as &str);
                let made = uniform(words, Rule::new(quorum), file.width, file.depth);
                file.locate_error(made).map(|tree| (tree, None))
            }
            (None, None, Some(file)) => {
                let factors: Vec<_> = file.factors.iter().map(|f| f.0.clone()).collect();
                let family = DivisorIntervals::new(
                    file.n.0.clone(),
                    file.width,
                    file.depth,
                    &factors,
                    &super::cancellable::token(),
                );
                let (tree, leaves) = file.locate_error(family.and_then(DivisorIntervals::tree))?;
                Ok((tree, Some(leaves)))
            }
            _ => Err(here.wrong(
                "describe the claims with one of the keys `tree`, `uniform` and `intervals`",
            )),
        }
    }

    fn case(
        &self,
        here: &Located<()>,
        tree: &ClaimTree,
        leaves: Option<Bits>,
    ) -> Result<ClaimsInstance, YamlError> {
        let law = match &self.worlds {
            None => None,
            Some(file) => Some(file.build(tree)?),
        };
        match (law, leaves) {
            (None, Some(leaves)) => here
                .locate_error(WorldDistribution::certain(tree, leaves))
                .map(ClaimsInstance::drawn),
            (Some(law), Some(leaves)) if law.allows(&leaves) => {
                Ok(ClaimsInstance::drawn(law).in_world(leaves))
            }
            (Some(_), Some(leaves)) => {
                let spot = self.worlds.as_ref().map_or(here.spot, |worlds| worlds.spot);
                let n = leaves.iter().filter(|truth| !truth).count();
                Err(Located { value: (), spot }.wrong(format!(
                    "the leaves describe a world with {n} false {}, but `worlds` gives it probability \
                     0. Change `worlds` or the leaves",
                    if n == 1 { "leaf" } else { "leaves" }
                )))
            }
            (Some(law), None) => Ok(ClaimsInstance::drawn(law)),
            (None, None) => Err(here.wrong(
                "the file does not say which leaves are true. Give each leaf `is: true` or \
                 `is: false`, or add `false-leaves` or `worlds`",
            )),
        }
    }

    /// Builds claims in which pieces of evidence support each leaf. Such a leaf is called a fact.
    fn case_of_evidence(
        &self,
        file: &Located<EvidenceFile>,
        tree: &ClaimTree,
        leaves: Option<Bits>,
    ) -> Result<ClaimsInstance, YamlError> {
        let copies: CopiedTree = file.locate_error(copied(tree, file.copies))?;
        let evidence: EvidenceTree = file.locate_error(with_evidence(&copies.tree, file.pieces))?;
        // The components of a mixture. Each has a weight and the probability of each leaf. Within a
        // component, the leaves are independent.
        let truths = |leaves: Bits| leaves.iter().map(f64::from).collect();
        let of_leaves: Vec<(f64, Vec<f64>)> = match (&self.worlds, leaves) {
            (None, Some(leaves)) => vec![(1.0, truths(leaves))],
            (None, None) => vec![(1.0, vec![1.0; tree.leaf_count()])],
            (Some(worlds), None) => match &worlds.value {
                // If claims are copied, the copies of a fact must have the same truth, so they are
                // not independent.
                WorldsFile::Independent(independent) if file.copies == 1 => {
                    let leaves = independent.leaves(tree)?;
                    vec![(1.0, leaves.into_iter().map(Probability::get).collect())]
                }
                _ => {
                    let listed = worlds.build(tree)?.list(MOST_WORLDS).ok_or_else(|| {
                        worlds.wrong(format!(
                            "the facts of this tree depend on one another, so `evidence` allows at \
                             most {MOST_WORLDS} worlds. Use fewer worlds or `copies: 1`"
                        ))
                    })?;
                    listed.into_iter().map(|(weight, leaves)| (weight, truths(leaves))).collect()
                }
            },
            (Some(worlds), Some(_)) => {
                return Err(worlds.wrong(
                    "with `evidence`, use either `worlds` or the truth of the leaves, not both",
                ));
            }
        };
        let of_groups = |of_leaf: Vec<f64>| {
            let leaves = evidence.groups.iter().map(|&leaf| copies.of[leaf as usize] as usize);
            leaves.map(|leaf| of_leaf[leaf]).collect()
        };
        let facts = of_leaves.into_iter().filter(|(weight, _)| *weight > 0.0);
        let facts = facts.map(|(weight, of_leaf)| (weight, of_groups(of_leaf))).collect();
        let (right, correlation) = (probability(&file.right)?, probability(&file.correlation)?);
        file.locate_error(WorldDistribution::evidence_of(&evidence, facts, right, correlation))
            .map(ClaimsInstance::drawn)
    }
}

fn no_leaf(tree: &ClaimTree, name: &str) -> String {
    let leaves = tree.names(|claim| tree.is_leaf(claim));
    format!("there is no leaf `{name}`. Write one of these: {leaves}")
}

/// The truth of all leaves, if only the leaves with these names are false.
fn all_but(tree: &ClaimTree, names: &[Located<SafeText>]) -> Result<Bits, YamlError> {
    let mut leaves: Bits = (0..tree.leaf_count()).map(|_| true).collect();
    for name in names {
        let rank = tree.named(name).and_then(|claim| tree.leaf_rank(claim));
        let rank = rank.ok_or_else(|| name.wrong(no_leaf(tree, name)))?;
        leaves.set(rank, false);
    }
    Ok(leaves)
}

fn listed(
    file: &Located<IndexMap<String, Located<ClaimFile>>>,
    formulas: FormulaHandling,
) -> Result<(ClaimTree, Option<Bits>), YamlError> {
    let mut claims = Vec::with_capacity(file.len());
    for (name, claim) in &file.value {
        if SafeText::new(name).is_err() || name.is_empty() {
            return Err(
                claim.wrong("the name of a claim is empty or has control characters. Change it")
            );
        }
        let arguments = claim.arguments(name, formulas)?;
        if !arguments.is_empty() && claim.is.is_some() {
            return Err(claim
                .wrong(format!("the truth of `{name}` follows from its subclaims. Remove `is`")));
        }
        let words = Arc::from(&*claim.claim as &str);
        claims.push(ListedClaim { name: name.as_str().into(), words, arguments });
    }
    let tree = ClaimTree::listed(&claims).map_err(|error| {
        let claim = error.claim().and_then(|name| file.get(name));
        match (claim.zip(error.part()).and_then(|(claim, part)| claim.naming(part)), claim) {
            (Some(named), _) => named.wrong(error.to_string()),
            (None, Some(claim)) => claim.wrong(error.to_string()),
            (None, None) => file.wrong(error.to_string()),
        }
    })?;
    let mut truths = Vec::with_capacity(tree.leaf_count());
    let mut silent = None;
    for leaf in tree.leaves() {
        let name = tree.name(leaf);
        let Some(claim) = file.get(&*name) else { continue };
        match claim.is {
            Some(truth) => truths.push(truth),
            None => silent = Some((name, claim)),
        }
    }
    match silent {
        None => Ok((tree, Some(truths.into_iter().collect()))),
        Some(_) if truths.is_empty() => Ok((tree, None)),
        Some((name, claim)) => Err(claim.wrong(format!(
            "other leaves have `is`, but `{name}` does not. Add `is: true` or `is: false` to \
             `{name}`"
        ))),
    }
}

impl ClaimFile {
    fn written(&self) -> WrittenRule<'_> {
        written([&self.all, &self.any, &self.majority], &self.at_least)
    }

    /// The position of the last list in the file that contains this subclaim. If no list contains the subclaim, the
    /// position of the formula.
    fn naming(&self, part: &str) -> Option<&Located<SafeText>> {
        let written = self.arguments.iter().flat_map(|file| file.written());
        self.written()
            .into_iter()
            .chain(written)
            .filter_map(|(_, parts)| parts)
            .flatten()
            .rfind(|name| *name.value == *part)
            .or(self.rule.as_ref())
    }
}

impl ArgumentFile {
    fn written(&self) -> WrittenRule<'_> {
        written([&self.all, &self.any, &self.majority], &self.at_least)
    }
}

impl Located<ClaimFile> {
    fn arguments(
        &self,
        name: &str,
        formulas: FormulaHandling,
    ) -> Result<Vec<ListedArgument>, YamlError> {
        let mut arguments = ruled(self, self.written(), &self.rule, (name, None, formulas))?;
        if !arguments.is_empty() && !self.arguments.is_empty() {
            return Err(self.wrong("this claim has a rule and `arguments`. Keep one of them"));
        }
        for file in &self.arguments {
            let words = file.words.as_ref().map(|words| Arc::from(&**words as &str));
            let own = ruled(file, file.written(), &file.rule, (name, words, formulas))?;
            if own.is_empty() {
                let needed =
                    "an argument needs one of these keys: all, any, majority, at-least, rule";
                return Err(file.wrong(needed));
            }
            arguments.extend(own);
        }
        Ok(arguments)
    }
}

/// The arguments of the rule in the file, which may be a formula. Empty if there is no rule.
fn ruled<T>(
    file: &Located<T>,
    written: WrittenRule<'_>,
    formula: &Option<Located<SafeText>>,
    (claim, words, formulas): (&str, Option<Arc<str>>, FormulaHandling),
) -> Result<Vec<ListedArgument>, YamlError> {
    let other = one_of(file, written, words.clone())?;
    match formula {
        None => Ok(other),
        Some(rule) if other.is_empty() => by_formula(rule, claim, words, formulas),
        Some(rule) => {
            Err(rule.wrong("use either a formula or one of all, any, majority and at-least"))
        }
    }
}

fn written<'a>(
    [all, any, majority]: [&'a Option<Vec<Located<SafeText>>>; 3],
    at_least: &'a Option<ThresholdFile>,
) -> WrittenRule<'a> {
    let k = at_least.as_ref().map_or(1, |file| file.k);
    [
        (Quorum::All, all.as_ref()),
        (Quorum::Any, any.as_ref()),
        (Quorum::Majority, majority.as_ref()),
        (Quorum::AtLeast(k), at_least.as_ref().map(|file| &file.of)),
    ]
}

/// The arguments of a formula: the formula itself, or one argument for each minimal set of
/// subclaims that makes the formula true.
fn by_formula(
    rule: &Located<SafeText>,
    claim: &str,
    words: Option<Arc<str>>,
    formulas: FormulaHandling,
) -> Result<Vec<ListedArgument>, YamlError> {
    let (formula, names) =
        RuleFormula::read(rule).map_err(|e| rule.wrong(format!("the rule of `{claim}`: {e}")))?;
    if formulas == FormulaHandling::Whole || !formula.is_monotone() {
        let written = Some(Arc::from(&**rule as &str));
        let rule = Rule::new(Quorum::Formula(formula));
        return Ok(vec![ListedArgument { words, formula: written, rule, parts: names }]);
    }
    let way = |places: Vec<usize>| ListedArgument {
        words: words.clone(),
        formula: None,
        rule: Rule::ALL,
        parts: places.into_iter().map(|at| Arc::clone(&names[at])).collect(),
    };
    Ok(formula.ways().into_iter().map(way).collect())
}

/// The argument of the file's rule, if the file has a rule that is not a formula. Otherwise empty.
fn one_of<T>(
    file: &Located<T>,
    written: WrittenRule<'_>,
    words: Option<Arc<str>>,
) -> Result<Vec<ListedArgument>, YamlError> {
    let mut found = written.into_iter().filter_map(|(quorum, parts)| Some((quorum, parts?)));
    let Some((quorum, parts)) = found.next() else { return Ok(Vec::new()) };
    if let Some((second, _)) = found.next() {
        return Err(file.wrong(format!("this has two rules, {quorum} and {second}. Keep one")));
    }
    let parts = parts.iter().map(|part| Arc::from(&**part as &str)).collect();
    Ok(vec![ListedArgument { words, formula: None, rule: Rule::new(quorum), parts }])
}

impl Located<WorldsFile> {
    fn build(&self, tree: &ClaimTree) -> Result<WorldDistribution, YamlError> {
        match &self.value {
            WorldsFile::OneFalse => Ok(WorldDistribution::one_false(tree)),
            WorldsFile::Independent(file) => {
                self.locate_error(WorldDistribution::independent(tree, &file.leaves(tree)?))
            }
            WorldsFile::List(list) => {
                let mut worlds = Vec::with_capacity(list.len());
                for world in list {
                    worlds.push((world.weight, all_but(tree, &world.false_leaves)?));
                }
                self.locate_error(WorldDistribution::listed(tree, worlds))
            }
        }
    }
}

fn probability(p: &Located<f64>) -> Result<Probability, YamlError> {
    p.locate_error(Probability::new(p.value))
}

impl IndependentFile {
    fn leaves(&self, tree: &ClaimTree) -> Result<Vec<Probability>, YamlError> {
        let mut leaves = vec![probability(&self.each)?; tree.leaf_count()];
        for (name, p) in &self.but {
            let rank = tree.named(name).and_then(|claim: ClaimId| tree.leaf_rank(claim));
            let rank = rank.ok_or_else(|| p.wrong(no_leaf(tree, name)))?;
            leaves[rank] = probability(p)?;
        }
        Ok(leaves)
    }
}
