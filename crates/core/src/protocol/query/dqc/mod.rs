//! Debate query complexity, exactly: DQC(f) of Definition 1 of the 2026 paper, the least number of
//! bits that the verifier of *any* debate for f reads in the worst case.
//!
//! # Why it is finite
//!
//! Our reading of the definition: both provers know x; each message is one bit; k is fixed for all
//! x and is not bounded; V reads at most q bits of x and of the messages, adaptively.
//!
//! 1. *A debate is a quantified formula.* There is a debate for f with q reads iff there are a
//!    prefix of quantifiers over bits, in any order, and a decision tree V of depth at most q over
//!    x and those bits, such that f(x) = 1 iff prefix: V = 1. A debate is one by its definition,
//!    with the prefix ∀α_1 ∃β_1 …; any other prefix becomes that one by messages between, which
//!    V does not read.
//! 2. *Few bits matter.* A tree of depth q has at most 2^q − 1 reads. Bits that are in no read can
//!    be struck from the prefix (Lemma 3), and each of the e inputs that f depends on is in one.
//!    So at most m = 2^q − 1 − e reads are of messages, and there are at most m messages: finitely
//!    many prefixes and trees.
//! 3. *A tree whose first read is an input* x_i splits: V after it is, for either value, a debate
//!    for f with x_i set so, over the same prefix. Conversely two such debates with prefixes one
//!    after the other make one for f. So with x_i first, q reads will do iff q − 1 will for both.
//! 4. *Trees of depth 0, 1, 2.* If m ≤ 0 there is no message, and V is a decision tree for f. So
//!    with q = 1, DQC(f) ≤ 1 iff D(f) ≤ 1; and with q = 2 the same holds of e = 3, while for
//!    e ≤ 2 already D(f) ≤ 2. Hence for q ≤ 2: DQC(f) ≤ q iff D(f) ≤ q.
//! 5. *Depth 3.* By 3 and 4, with an input first, three reads will do iff D(f) ≤ 3. Otherwise
//!    a message y is first, and then e ≤ 6 and both branches are trees of depth 2 that do not read
//!    y again. These are all looked through: two trees of depth 2 over the e inputs
//!    and the m − 1 other messages, for every place of y in the prefix and every choice of its
//!    quantifiers. Exchanging the branches renames y, so that pairs are not ordered.
//! 6. *Four inputs.* D(f) ≤ e ≤ 4, so that 4 and 5 decide every f of at most four inputs.
//!
//! For five to seven inputs the same search decides whether three reads will do. Beyond that a
//! bracket is given, from Cor. 4 below and from decision trees and 3 above. If a circuit is known,
//! the walk down it and the check of its gates also bound it from above (Thms 5 and 6). Where that is not exact, a
//! circuit is looked for in the table, which is taken apart into functions of inputs of their own.
//!
//! # Symmetries
//!
//! Permuting and negating inputs changes names in V alone. Negating f is a symmetry too: negate V's
//! leaves and exchange ∀ and ∃. Which prover speaks first costs nothing, as a message can be left
//! unread (the paper allows for one read).

mod classes;
mod debate;
mod found;
mod function;
mod search;

pub use classes::{FunctionClass, MOST_INPUTS, classes};
pub use debate::{QueryDebate, Tree, Variable};
pub use function::{By, Dqc, OnCircuit, depended_on};
