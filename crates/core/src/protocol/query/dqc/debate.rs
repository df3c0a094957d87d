//! A debate for a function as a prefix and a verifier, and as a quantified formula.

use crate::machine::quantified::BitPlayer;

/// A bit that a verifier can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variable {
    /// An input of f, given by its index. The first index is 0.
    Input(usize),
    /// A message, given by its position in the prefix. The first position is 0.
    Message(usize),
}

/// A verifier, which is a decision tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifierTree {
    /// The verdict.
    Leaf(bool),
    /// Reads a bit.
    Read {
        /// The bit.
        variable: Variable,
        /// Two trees: the first follows if the bit is 0, the second if the bit is 1.
        branches: [Box<VerifierTree>; 2],
    },
}

/// A debate for a function. f(x) = 1 iff the quantified verifier says 1. The quantifiers have the
/// order of the messages. "For all" binds a message of Alice, and "there is" binds a message of
/// Bob.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryDebate {
    /// The sender of each message.
    pub prefix: Vec<BitPlayer>,
    /// The verifier.
    pub verifier: VerifierTree,
}

impl VerifierTree {
    /// A tree that reads one bit first.
    pub fn read(variable: Variable, zero: Self, one: Self) -> Self {
        Self::Read { variable, branches: [Box::new(zero), Box::new(one)] }
    }

    /// The number of reads on the longest path.
    pub fn depth(&self) -> u32 {
        match self {
            Self::Leaf(_) => 0,
            Self::Read { branches: [zero, one], .. } => 1 + zero.depth().max(one.depth()),
        }
    }

    /// The same tree with other names for the bits.
    pub fn renamed(&self, name: &impl Fn(Variable) -> Variable) -> Self {
        match self {
            Self::Leaf(bit) => Self::Leaf(*bit),
            Self::Read { variable, branches: [zero, one] } => {
                Self::read(name(*variable), zero.renamed(name), one.renamed(name))
            }
        }
    }

    /// The verdict for these bits.
    pub fn verdict(&self, bit: &impl Fn(Variable) -> bool) -> bool {
        match self {
            Self::Leaf(bit) => *bit,
            Self::Read { variable, branches } => branches[usize::from(bit(*variable))].verdict(bit),
        }
    }

    fn formula(&self, name: &impl Fn(Variable) -> String) -> String {
        let Self::Read { variable, branches } = self else {
            return u8::from(*self == Self::Leaf(true)).to_string();
        };
        let v = name(*variable);
        let part = |tree: &Self| match tree.formula(name) {
            text if text.contains(' ') => format!("({text})"),
            text => text,
        };
        match [&*branches[0], &*branches[1]] {
            [Self::Leaf(false), Self::Leaf(true)] => v,
            [Self::Leaf(true), Self::Leaf(false)] => format!("!{v}"),
            [zero, one] if zero == one => zero.formula(name),
            [zero, Self::Leaf(false)] => format!("!{v} & {}", part(zero)),
            [zero, Self::Leaf(true)] => format!("{v} | {}", part(zero)),
            [Self::Leaf(false), one] => format!("{v} & {}", part(one)),
            [Self::Leaf(true), one] => format!("!{v} | {}", part(one)),
            [zero, one] => format!("({v} & {}) | (!{v} & {})", part(one), part(zero)),
        }
    }
}

impl QueryDebate {
    /// A debate without messages, in which the verifier is a decision tree for f.
    pub fn without_words(verifier: VerifierTree) -> Self {
        Self { prefix: Vec::new(), verifier }
    }

    /// The reads of the verifier in the worst case.
    pub fn reads(&self) -> u32 {
        self.verifier.depth()
    }

    /// The value of the function at an input, under perfect play.
    pub fn value(&self, x: &[bool]) -> bool {
        self.value_after(x, &mut Vec::new())
    }

    fn value_after(&self, x: &[bool], said: &mut Vec<bool>) -> bool {
        let Some(side) = self.prefix.get(said.len()) else {
            return self.verifier.verdict(&|variable| match variable {
                Variable::Input(at) => x[at],
                Variable::Message(at) => said[at],
            });
        };
        let [zero, one] = [false, true].map(|bit| {
            said.push(bit);
            let value = self.value_after(x, said);
            said.pop();
            value
        });
        match side {
            BitPlayer::Alpha => zero && one,
            BitPlayer::Beta => zero || one,
        }
    }

    /// Combines two debates into a debate that first reads an input. The first of the two is for f
    /// with this input set to 0, the second is for f with this input set to 1.
    pub fn by_input(input: usize, [zero, one]: [Self; 2]) -> Self {
        let before = zero.prefix.len();
        let after = |variable| match variable {
            Variable::Message(at) => Variable::Message(before + at),
            other => other,
        };
        let verifier =
            VerifierTree::read(Variable::Input(input), zero.verifier, one.verifier.renamed(&after));
        Self { prefix: zero.prefix.into_iter().chain(one.prefix).collect(), verifier }
    }

    /// The debate as a quantified formula over x1, x2, …, such as `forall a1 exists b1: …`. Alice's
    /// messages are a1, a2, …, and Bob's are b1, b2, …. A debate without messages gets one message
    /// of Alice that V does not read.
    pub fn formula(&self) -> String {
        let mut sent = [0, 0];
        let names: Vec<String> = self
            .prefix
            .iter()
            .map(|side| {
                let (letter, at) = if *side == BitPlayer::Alpha { ('a', 0) } else { ('b', 1) };
                sent[at] += 1;
                format!("{letter}{}", sent[at])
            })
            .collect();
        let quantified = self.prefix.iter().zip(&names).map(|(side, name)| match side {
            BitPlayer::Alpha => format!("forall {name}"),
            BitPlayer::Beta => format!("exists {name}"),
        });
        let prefix = match quantified.collect::<Vec<_>>().join(" ") {
            empty if empty.is_empty() => "forall a1".into(),
            prefix => prefix,
        };
        let name = |variable| match variable {
            Variable::Input(at) => format!("x{}", at + 1),
            Variable::Message(at) => names[at].clone(),
        };
        format!("{prefix}: {}", self.verifier.formula(&name))
    }
}
