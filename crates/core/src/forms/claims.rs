//! Claim trees as a file writes them, and what is wrong with them.

use std::sync::Arc;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::claim_values::{KnowledgeFile, NumberFile};
use super::is_default;
use super::place::{At, Fault, Spot};
use super::words::Words;
use crate::chance::Probability;
use crate::machine::Bits;
use crate::machine::claims::{
    Case, ClaimId, ClaimTree, CopiedTree, EvidenceTree, Formula, Intervals, Knowledge,
    ListedArgument, ListedClaim, MOST_WORLDS, Quorum, Rule, Worlds, copied, uniform, with_evidence,
};

/// Claims to debate: one of `tree`, `uniform` and `intervals`, and what is true, likely and known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ClaimsFile {
    /// Claims by name; the first is the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<At<IndexMap<String, At<ClaimFile>>>>,
    /// A tree in which every claim rests on as many subclaims by the same rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uniform: Option<At<UniformFile>>,
    /// "n is prime": no divisor in intervals that are split again and again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intervals: Option<At<IntervalsFile>>,
    /// Rest each leaf on pieces of evidence instead (the stable transform).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<At<EvidenceFile>>,
    /// The leaves that are false, by name (`3.1` in a family); all others are true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub false_leaves: Option<Vec<At<Words>>>,
    /// What might be true, where that is drawn; or what those believe who do not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<At<WorldsFile>>,
    /// Who knows what.
    #[serde(default, skip_serializing_if = "is_default")]
    pub knows: KnowsFile,
}

/// A claim: a leaf, or with one or more arguments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ClaimFile {
    /// What it says.
    pub claim: Words,
    /// Of a leaf: whether it is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<bool>,
    /// It rests on all of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<At<Words>>>,
    /// It rests on any of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub any: Option<Vec<At<Words>>>,
    /// It rests on most of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub majority: Option<Vec<At<Words>>>,
    /// It rests on at least k of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<ThresholdFile>,
    /// A Boolean formula over the names of its subclaims: `(tested and reviewed) or not changed`. It
    /// names each subclaim that it rests on, at most eight, and is written with `and`, `or`, `not`,
    /// `xor`, `->`, `<->`, and calls such as `majority(a, b, c)` and `at_least(2, a, b, c)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<At<Words>>,
    /// Several ways to argue for it; it is true if one of them holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<At<ArgumentFile>>,
}

/// One of several arguments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ArgumentFile {
    /// What it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Words>,
    /// It needs all of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<At<Words>>>,
    /// It needs any of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub any: Option<Vec<At<Words>>>,
    /// It needs most of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub majority: Option<Vec<At<Words>>>,
    /// It needs at least k of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<ThresholdFile>,
    /// A Boolean formula over the names of its subclaims: `(tested and reviewed) or not changed`. It
    /// names each subclaim that it rests on, at most eight, and is written with `and`, `or`, `not`,
    /// `xor`, `->`, `<->`, and calls such as `majority(a, b, c)` and `at_least(2, a, b, c)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<At<Words>>,
}

/// A threshold over subclaims.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ThresholdFile {
    /// How many must be true.
    pub k: u32,
    /// Of these.
    pub of: Vec<At<Words>>,
}

/// A uniform tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UniformFile {
    /// What the root says.
    pub claim: Words,
    /// all, any, majority or at-least-K.
    pub rule: At<Words>,
    /// How many subclaims each claim rests on.
    pub width: usize,
    /// How many levels there are below the root.
    pub depth: usize,
}

/// The primality tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct IntervalsFile {
    /// The number; in quotes if it is long.
    pub n: NumberFile,
    /// Into how many parts each interval is split.
    pub width: usize,
    /// How often.
    pub depth: usize,
    /// Its prime factors, where it is too large to find them by trial division.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factors: Vec<NumberFile>,
}

/// Evidence for each leaf.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EvidenceFile {
    /// How many pieces each leaf gets; odd.
    pub pieces: usize,
    /// How likely a piece is to say what is so.
    pub right: At<f64>,
    /// How likely the pieces for a leaf are to be all alike, instead of independent.
    #[serde(default)]
    pub correlation: At<f64>,
    /// In how many copies each claim stands that rests on other than leaves, each with evidence of its
    /// own; odd.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub copies: usize,
}

fn one() -> usize {
    1
}

fn is_one(copies: &usize) -> bool {
    *copies == 1
}

/// What might be true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WorldsFile {
    /// Exactly one leaf is false, each as likely.
    OneFalse,
    /// Each leaf is true independently.
    Independent(IndependentFile),
    /// Worlds with their weights, which sum to 1.
    List(Vec<At<WorldFile>>),
}

/// Independent leaves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct IndependentFile {
    /// How likely each leaf is to be true that is not named.
    pub each: At<f64>,
    /// How likely others are, by name.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub but: IndexMap<String, At<f64>>,
}

/// A world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WorldFile {
    /// Its weight, from 0 to 1.
    pub weight: f64,
    /// The leaves that are false in it; all others are true.
    #[serde(default)]
    pub false_leaves: Vec<At<Words>>,
}

/// Who knows what; by default Alice knows everything, and in a recursive debate Bob does.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct KnowsFile {
    /// What Alice knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alice: Option<At<KnowledgeFile>>,
    /// What Bob knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bob: Option<At<KnowledgeFile>>,
}

/// What becomes of rules that are formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulas {
    /// They stay as they are written.
    Whole,
    /// A formula without `not` becomes the ways to argue by it: the least sets of subclaims that make
    /// it hold, each an argument of its own.
    AsWays,
}

/// A rule with its subclaims, as a file may write them.
type Written<'a> = [(Quorum, Option<&'a Vec<At<Words>>>); 4];

/// Debates go down a tree one level a round; solvers go down all of it.
const DEEPEST: usize = 100;

impl ClaimsFile {
    /// The case.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn build(&self, spot: Spot, bob: Knowledge, formulas: Formulas) -> Result<Case, Fault> {
        let here = At { value: (), spot };
        let (tree, mut leaves) = self.tree(&here, formulas)?;
        if tree.depth() > DEEPEST {
            let depth = tree.depth();
            return Err(
                here.wrong(format!("these claims are {depth} deep; at most {DEEPEST} is possible"))
            );
        }
        if let Some(names) = &self.false_leaves {
            if leaves.is_some() {
                return Err(here.wrong(
                    "the leaves' truths are known already; `false-leaves` belongs to `uniform`, or \
                     to a `tree` without `is`",
                ));
            }
            leaves = Some(all_but(&tree, names)?);
        }
        let case = match &self.evidence {
            None => self.case(&here, &tree, leaves)?,
            Some(file) => self.case_of_evidence(file, &tree, leaves)?,
        };
        let knowledge = |file: &Option<At<KnowledgeFile>>, otherwise: Knowledge| match file {
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

    /// That somebody is to know little, where nothing says what else might be true: then there is nothing to
    /// doubt.
    pub fn warning(&self) -> Option<Fault> {
        let everything = KnowledgeFile::Word("everything".into());
        let mut told = [&self.knows.alice, &self.knows.bob].into_iter().flatten();
        let limited = told.find(|who| who.value != everything)?;
        (self.worlds.is_none() && self.evidence.is_none()).then(|| {
            limited.wrong(
                "without `worlds` there is nothing to doubt: whoever does not know the leaves believes \
                 them to be as they are; say what else might be true, such as `worlds: one-false`",
            )
        })
    }

    /// The tree, and the truth of its leaves where the file or the family says it.
    fn tree(&self, here: &At<()>, formulas: Formulas) -> Result<(ClaimTree, Option<Bits>), Fault> {
        match (&self.tree, &self.uniform, &self.intervals) {
            (Some(file), None, None) => listed(file, formulas),
            (None, Some(file), None) => {
                let quorum: Quorum = file.rule.parse().map_err(|e: String| file.rule.wrong(e))?;
                let words: Arc<str> = Arc::from(&*file.claim as &str);
                let made = uniform(words, Rule::of(quorum), file.width, file.depth);
                file.told(made).map(|tree| (tree, None))
            }
            (None, None, Some(file)) => {
                let factors: Vec<_> = file.factors.iter().map(|f| f.0.clone()).collect();
                let family = Intervals::new(
                    file.n.0.clone(),
                    file.width,
                    file.depth,
                    &factors,
                    &super::reading::token(),
                );
                let (tree, leaves) = file.told(family.and_then(Intervals::tree))?;
                Ok((tree, Some(leaves)))
            }
            _ => Err(here.wrong("give the claims as one of `tree`, `uniform` and `intervals`")),
        }
    }

    fn case(&self, here: &At<()>, tree: &ClaimTree, leaves: Option<Bits>) -> Result<Case, Fault> {
        let law = match &self.worlds {
            None => None,
            Some(file) => Some(file.build(tree)?),
        };
        match (law, leaves) {
            (None, Some(leaves)) => here.told(Worlds::certain(tree, leaves)).map(Case::drawn),
            (Some(law), Some(leaves)) if law.allows(&leaves) => {
                Ok(Case::drawn(law).in_world(leaves))
            }
            (Some(_), Some(leaves)) => {
                let spot = self.worlds.as_ref().map_or(here.spot, |worlds| worlds.spot);
                let n = leaves.iter().filter(|truth| !truth).count();
                Err(At { value: (), spot }.wrong(format!(
                    "these worlds rule out the one that the leaves' own truths describe, with {n} \
                     false {}: change `worlds`, or what is true",
                    if n == 1 { "leaf" } else { "leaves" }
                )))
            }
            (Some(law), None) => Ok(Case::drawn(law)),
            (None, None) => Err(here.wrong(
                "nothing says which leaves are true: give each leaf `is: true` or `is: false`, or \
                 list `false-leaves`, or give `worlds`",
            )),
        }
    }

    /// A case in which each leaf, a fact, rests on pieces of evidence.
    fn case_of_evidence(
        &self,
        file: &At<EvidenceFile>,
        tree: &ClaimTree,
        leaves: Option<Bits>,
    ) -> Result<Case, Fault> {
        let copies: CopiedTree = file.told(copied(tree, file.copies))?;
        let evidence: EvidenceTree = file.told(with_evidence(&copies.tree, file.pieces))?;
        // Each way in which the leaves may be likely, and independent of one another then.
        let truths = |leaves: Bits| leaves.iter().map(f64::from).collect();
        let of_leaves: Vec<(f64, Vec<f64>)> = match (&self.worlds, leaves) {
            (None, Some(leaves)) => vec![(1.0, truths(leaves))],
            (None, None) => vec![(1.0, vec![1.0; tree.leaf_count()])],
            (Some(worlds), None) => match &worlds.value {
                // Copies of a claim share its facts: they go together unless they are certain.
                WorldsFile::Independent(independent) if file.copies == 1 => {
                    let leaves = independent.leaves(tree)?;
                    vec![(1.0, leaves.into_iter().map(Probability::get).collect())]
                }
                _ => {
                    let listed = worlds.build(tree)?.list(MOST_WORLDS).ok_or_else(|| {
                        worlds.wrong(format!(
                            "with evidence at most {MOST_WORLDS} worlds of the facts are possible, if \
                             facts go together or their claims are copied"
                        ))
                    })?;
                    listed.into_iter().map(|(weight, leaves)| (weight, truths(leaves))).collect()
                }
            },
            (Some(worlds), Some(_)) => {
                return Err(worlds.wrong("with evidence, give either worlds or truths"));
            }
        };
        let of_groups = |of_leaf: Vec<f64>| {
            let leaves = evidence.groups.iter().map(|&leaf| copies.of[leaf as usize] as usize);
            leaves.map(|leaf| of_leaf[leaf]).collect()
        };
        let facts = of_leaves.into_iter().filter(|(weight, _)| *weight > 0.0);
        let facts = facts.map(|(weight, of_leaf)| (weight, of_groups(of_leaf))).collect();
        let (right, correlation) = (likely(&file.right)?, likely(&file.correlation)?);
        file.told(Worlds::evidence_of(&evidence, facts, right, correlation)).map(Case::drawn)
    }
}

fn no_leaf(tree: &ClaimTree, name: &str) -> String {
    let leaves = tree.names(|claim| tree.is_leaf(claim));
    format!("there is no leaf called `{name}`: {leaves}")
}

/// All leaves true but these.
fn all_but(tree: &ClaimTree, names: &[At<Words>]) -> Result<Bits, Fault> {
    let mut leaves: Bits = (0..tree.leaf_count()).map(|_| true).collect();
    for name in names {
        let rank = tree.named(name).and_then(|claim| tree.leaf_rank(claim));
        let rank = rank.ok_or_else(|| name.wrong(no_leaf(tree, name)))?;
        leaves.set(rank, false);
    }
    Ok(leaves)
}

fn listed(
    file: &At<IndexMap<String, At<ClaimFile>>>,
    formulas: Formulas,
) -> Result<(ClaimTree, Option<Bits>), Fault> {
    let mut claims = Vec::with_capacity(file.len());
    for (name, claim) in &file.value {
        if Words::new(name).is_err() || name.is_empty() {
            return Err(claim.wrong("a claim has a name that cannot be shown"));
        }
        let arguments = claim.arguments(name, formulas)?;
        if !arguments.is_empty() && claim.is.is_some() {
            return Err(claim.wrong(format!(
                "`{name}` rests on others, so its truth follows from theirs: remove `is`"
            )));
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
            "other leaves say whether they are true, but `{name}` does not: add `is: true` or \
             `is: false`"
        ))),
    }
}

impl ClaimFile {
    /// The rules that it may have, but for a formula.
    fn written(&self) -> Written<'_> {
        written([&self.all, &self.any, &self.majority], &self.at_least)
    }

    /// Where a subclaim is named, the last time; the formula where there is one.
    fn naming(&self, part: &str) -> Option<&At<Words>> {
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
    /// The rules that it may have, but for a formula.
    fn written(&self) -> Written<'_> {
        written([&self.all, &self.any, &self.majority], &self.at_least)
    }
}

impl At<ClaimFile> {
    fn arguments(&self, name: &str, formulas: Formulas) -> Result<Vec<ListedArgument>, Fault> {
        let mut arguments = ruled(self, self.written(), &self.rule, (name, None, formulas))?;
        if !arguments.is_empty() && !self.arguments.is_empty() {
            return Err(self.wrong("give either one rule or several `arguments`, not both"));
        }
        for file in &self.arguments {
            let words = file.words.as_ref().map(|words| Arc::from(&**words as &str));
            let own = ruled(file, file.written(), &file.rule, (name, words, formulas))?;
            if own.is_empty() {
                let needed = "an argument needs a rule: all, any, majority, at-least or a formula";
                return Err(file.wrong(needed));
            }
            arguments.extend(own);
        }
        Ok(arguments)
    }
}

/// The arguments of the one rule that was written, a formula or another; none if none was.
fn ruled<T>(
    file: &At<T>,
    written: Written<'_>,
    formula: &Option<At<Words>>,
    (claim, words, formulas): (&str, Option<Arc<str>>, Formulas),
) -> Result<Vec<ListedArgument>, Fault> {
    let other = one_of(file, written, words.clone())?;
    match formula {
        None => Ok(other),
        Some(rule) if other.is_empty() => by_formula(rule, claim, words, formulas),
        Some(rule) => {
            Err(rule.wrong("give either a formula or one of all, any, majority and at-least"))
        }
    }
}

fn written<'a>(
    [all, any, majority]: [&'a Option<Vec<At<Words>>>; 3],
    at_least: &'a Option<ThresholdFile>,
) -> Written<'a> {
    let k = at_least.as_ref().map_or(1, |file| file.k);
    [
        (Quorum::All, all.as_ref()),
        (Quorum::Any, any.as_ref()),
        (Quorum::Majority, majority.as_ref()),
        (Quorum::AtLeast(k), at_least.as_ref().map(|file| &file.of)),
    ]
}

/// The arguments of a rule that is a formula: one, or one for each way to argue by it.
fn by_formula(
    rule: &At<Words>,
    claim: &str,
    words: Option<Arc<str>>,
    formulas: Formulas,
) -> Result<Vec<ListedArgument>, Fault> {
    let (formula, names) =
        Formula::read(rule).map_err(|e| rule.wrong(format!("the rule of `{claim}`: {e}")))?;
    if formulas == Formulas::Whole || !formula.is_monotone() {
        let written = Some(Arc::from(&**rule as &str));
        let rule = Rule::of(Quorum::Formula(formula));
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

/// The one rule that was written, if one was.
fn one_of<T>(
    file: &At<T>,
    written: Written<'_>,
    words: Option<Arc<str>>,
) -> Result<Vec<ListedArgument>, Fault> {
    let mut found = written.into_iter().filter_map(|(quorum, parts)| Some((quorum, parts?)));
    let Some((quorum, parts)) = found.next() else { return Ok(Vec::new()) };
    if let Some((second, _)) = found.next() {
        return Err(file.wrong(format!("use one rule, not both {quorum} and {second}")));
    }
    let parts = parts.iter().map(|part| Arc::from(&**part as &str)).collect();
    Ok(vec![ListedArgument { words, formula: None, rule: Rule::of(quorum), parts }])
}

impl At<WorldsFile> {
    fn build(&self, tree: &ClaimTree) -> Result<Worlds, Fault> {
        match &self.value {
            WorldsFile::OneFalse => Ok(Worlds::one_false(tree)),
            WorldsFile::Independent(file) => {
                self.told(Worlds::independent(tree, &file.leaves(tree)?))
            }
            WorldsFile::List(list) => {
                let mut worlds = Vec::with_capacity(list.len());
                for world in list {
                    worlds.push((world.weight, all_but(tree, &world.false_leaves)?));
                }
                self.told(Worlds::listed(tree, worlds))
            }
        }
    }
}

/// A number that is to be a probability.
fn likely(p: &At<f64>) -> Result<Probability, Fault> {
    p.told(Probability::new(p.value))
}

impl IndependentFile {
    fn leaves(&self, tree: &ClaimTree) -> Result<Vec<Probability>, Fault> {
        let mut leaves = vec![likely(&self.each)?; tree.leaf_count()];
        for (name, p) in &self.but {
            let rank = tree.named(name).and_then(|claim: ClaimId| tree.leaf_rank(claim));
            let rank = rank.ok_or_else(|| p.wrong(no_leaf(tree, name)))?;
            leaves[rank] = likely(p)?;
        }
        Ok(leaves)
    }
}
