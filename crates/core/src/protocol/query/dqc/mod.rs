//! Exact debate query complexity: DQC(f) of Definition 1 of the 2026 paper. It is the least number
//! of bits that the verifier of *any* debate for f reads in the worst case.
//!
//! # Why it can be computed
//!
//! We read the definition as follows. Both provers know x. Each message is one bit. The number of
//! rounds k is the same for all x and has no bound. V reads at most q bits of x and of the
//! messages, and it may choose each read after the ones before.
//!
//! 1. *A debate is a quantified formula.* Take a prefix of quantifiers over bits, in any order, and
//!    a decision tree V over x and those bits. f has a debate with q reads iff some prefix and some
//!    V of depth at most q satisfy, for every x: f(x) = 1 iff prefix: V = 1. By definition, a
//!    debate has the prefix ∀α_1 ∃β_1 …. Any other prefix becomes this one if we insert messages
//!    that V does not read.
//! 2. *Few bits matter.* A tree of depth q has at most 2^q − 1 reads. The prefix does not need bits
//!    that V never reads (Lemma 3). V reads each of the e inputs that f depends on. So at most m =
//!    2^q − 1 − e reads are left for messages, and there are at most m messages. This leaves
//!    finitely many prefixes and trees.
//! 3. *A tree whose first read is an input* x_i splits. For each value of x_i, the rest of V is a
//!    debate for f with that value, over the same prefix. Conversely, two such debates make one for
//!    f, with one prefix after the other. So if x_i comes first, q reads are enough for f iff q − 1
//!    reads are enough for both halves.
//! 4. *Trees of depth 0, 1, 2.* If m ≤ 0, there is no message, and V is a decision tree for f. So
//!    for q = 1, DQC(f) ≤ 1 iff D(f) ≤ 1. For q = 2, the same argument works for e = 3. For e ≤ 2,
//!    D(f) ≤ 2 in any case. Hence for q ≤ 2: DQC(f) ≤ q iff D(f) ≤ q.
//! 5. *Depth 3.* If an input comes first, steps 3 and 4 show that three reads are enough iff
//!    D(f) ≤ 3. Otherwise a message y comes first. Then e ≤ 6, and both branches are trees of depth
//!    2 that do not read y again. The search tries all of these: two trees of depth 2 over the e inputs
//!    and the m − 1 other messages, every position of y in the prefix, and every choice of
//!    quantifiers. To exchange the branches only renames y, so the order of the two trees does not
//!    matter.
//! 6. *Four inputs.* D(f) ≤ e ≤ 4, so steps 4 and 5 decide every f of at most four inputs.
//!
//! For five to seven inputs, the same search decides whether three reads are enough. Above three
//! reads, this module gives a lower and an upper bound. The lower bound is Cor. 4. The upper bounds
//! come from decision trees and step 3. If a circuit is known, its walk and its gate check are
//! upper bounds too (Thms 5 and 6). If the bounds still differ, this module looks for a circuit: it
//! splits the table into functions of separate inputs.
//!
//! # Symmetries
//!
//! To permute or negate inputs changes only names in V. To negate f, negate the leaves of V and
//! exchange ∀ and ∃. It does not matter which prover speaks first, because V can leave a message
//! unread. (The paper allows one extra read for this.)

mod classes;
mod debate;
mod found;
mod function;
mod search;

pub use classes::{FunctionClass, MOST_INPUTS, classes};
pub use debate::{QueryDebate, Variable, VerifierTree};
pub use function::{CircuitReads, Dqc, DqcMethod, depended_on};
