//! All moves in one table: the verb, its argument and its word.

use super::argument::{
    ArgumentChoice, Bit, BitRef, Direction, Half, SingleLine, SkippedWriter, YesNo,
};
use super::seat::Side;
use crate::chance::{ChanceOutcome, Probability};
use crate::machine::{Bits, Input, Ordinal, Source, Step};

/// Passes the table to a macro, which generates code for each row.
macro_rules! every_move {
    ($then:ident) => {
        $then! {
            /// Alice writes a whole transcript, a witness, or the value of every gate.
            Write(bits: Bits) = "write", write;
            /// Alice writes the transcript of a Turing machine as its differences from the real
            /// run.
            Tell(transcript: SingleLine) = "tell", tell;
            /// A prover runs the machine alone and pays for every question that the run asks.
            Run = "run", run;
            /// A player asks the oracle the question of a step.
            Ask(step: Step) = "ask", ask;
            /// The oracle answers. In some debates a human judge is the oracle.
            Answer(answer: YesNo) = "answer", answer;
            /// Bob points at the step that he disputes. He concedes if he points at the output
            /// step.
            Point(step: Step) = "point", point;
            /// Bob points at a step and at a later writer that its pointer skipped (Turing machines
            /// only).
            Skipped(skip: SkippedWriter) = "skipped", skipped;
            /// The judge reads one bit.
            Read(cell: BitRef) = "read", read;
            /// The rules show the bit that the judge reads, as Alice wrote it or as she answers
            /// now.
            Shows(bit: Bit) = "shows", shows;
            /// The rules show the judge a part of a Turing machine's transcript or input.
            Reveals(part: SingleLine) = "reveals", reveals;
            /// The judge rules for one of the provers.
            Rule(side: Side) = "rule", rule;
            /// Alice states the probability of yes.
            State(p: Probability) = "state", state;
            /// A prover chooses a share of the coin: a number from 0 up to, but not including, 1.
            Share(share: Probability) = "share", share;
            /// A prover draws a share of the coin at random.
            Fair = "fair", fair;
            /// Bob lets the debate go on.
            Continue = "continue", go_on;
            /// Bob aborts. The judge then tests Alice's last probability.
            Abort = "abort", abort;
            /// A player draws this many answers.
            Sample(count: u64) = "sample", sample;
            /// Nature draws an outcome.
            Falls(fall: ChanceOutcome) = "falls", falls;
            /// Alice names the configuration at the midpoint.
            Name(configuration: SingleLine) = "name", name;
            /// Bob says which half is wrong.
            Dispute(half: Half) = "dispute", dispute;
            /// A prover plays one bit of a quantified debate.
            Bit(bit: Bit) = "bit", bit;
            /// Alice answers the top claim.
            Claim(answer: YesNo) = "claim", claim;
            /// Alice presents one of a claim's arguments and names the subclaims that she says are
            /// true.
            Argue(layout: ArgumentChoice) = "argue", argue;
            /// A prover picks a subclaim to continue with, by its number in the argument.
            Pick(place: Ordinal) = "pick", pick;
            /// Bob states the probability of a claim.
            Estimate(p: Probability) = "estimate", estimate;
            /// Alice says that Bob's number is too low, about right, or too high.
            Say(direction: Direction) = "say", say;
            /// The rules show a prover which claims are true, as far as the prover knows, in an
            /// order that the protocol sets.
            Knows(truths: Bits) = "knows", knows;
            /// The rules put a leaf before the judge, by its number among the leaves.
            Puts(leaf: Ordinal) = "puts", puts;
            /// The judge looks up the answer of the scenario's oracle for a leaf.
            Look = "look", look;
            /// The judge decides a leaf.
            Decide(answer: YesNo) = "decide", decide;
            /// A prover points from a gate at one of the wires into it.
            Wire(source: Source) = "wire", wire;
            /// After the verdict, the rules reveal the one input bit in which the twin differs.
            Twin(input: Input) = "twin", twin;
        }
    };
}
pub(crate) use every_move;

macro_rules! define {
    ($( $(#[$doc:meta])* $name:ident $( ( $arg:ident : $payload:ty ) )? = $word:literal, $make:ident; )*) => {
        /// A move of a player, of nature or of the rules.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Move { $( $(#[$doc])* $name $( ($payload) )?, )* }

        /// The kind of a move.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Verb { $( $(#[$doc])* $name, )* }

        impl Verb {
            /// All verbs, in the order of the table.
            pub const ALL: &'static [Self] = &[ $( Self::$name, )* ];

            /// The word for it in a record.
            pub const fn word(self) -> &'static str {
                match self { $( Self::$name => $word, )* }
            }
        }

        impl Move {
            /// The kind of this move.
            pub const fn verb(&self) -> Verb {
                match self { $( Self::$name { .. } => Verb::$name, )* }
            }
        }
    };
}

every_move!(define);
