//! The table of all moves: the verb, its argument, and its word in text form.

use super::argument::{
    ArgumentChoice, Bit, BitRef, Direction, Half, SingleLine, SkippedWriter, YesNo,
};
use super::seat::Side;
use crate::chance::{ChanceOutcome, Probability};
use crate::machine::{Bits, Input, Ordinal, Source, Step};

/// Passes the table to the macro `$then`, which generates code for each row.
macro_rules! every_move {
    ($then:ident) => {
        $then! {
            /// Alice writes a complete transcript, a witness, or the values of all gates.
            Write(bits: Bits) = "write", write;
            /// Alice writes the transcript of a Turing machine as a list of differences from the
            /// real run.
            Tell(transcript: SingleLine) = "tell", tell;
            /// A prover runs the machine. Every question to the oracle during the run is a cost.
            Run = "run", run;
            /// A player asks the oracle the question that belongs to a step.
            Ask(step: Step) = "ask", ask;
            /// The oracle answers. In some debates a human judge is the oracle.
            Answer(answer: YesNo) = "answer", answer;
            /// Bob points at the step that he disputes. He concedes if he points at the output
            /// step.
            Point(step: Step) = "point", point;
            /// Bob points at a step with a wrong pointer, and names a step that wrote the same tape
            /// cell later than the pointer says (Turing machines only).
            Skipped(skip: SkippedWriter) = "skipped", skipped;
            /// The judge reads one bit.
            Read(cell: BitRef) = "read", read;
            /// The rules show the bit that the judge reads: as Alice wrote it earlier, or as she
            /// answers at this moment.
            Shows(bit: Bit) = "shows", shows;
            /// The rules show the judge a part of a Turing machine's transcript or input.
            Reveals(part: SingleLine) = "reveals", reveals;
            /// The judge rules for one of the provers.
            Rule(side: Side) = "rule", rule;
            /// Alice states the probability of yes.
            State(p: Probability) = "state", state;
            /// A prover chooses a share of the common coin: a number that is at least 0 and less
            /// than 1.
            Share(share: Probability) = "share", share;
            /// A prover draws a share of the common coin at random.
            Fair = "fair", fair;
            /// Bob lets the debate continue.
            Continue = "continue", go_on;
            /// Bob aborts. The judge then tests Alice's last probability.
            Abort = "abort", abort;
            /// A player draws this many answers of the oracle.
            Sample(count: u64) = "sample", sample;
            /// The outcome of a random draw.
            Falls(fall: ChanceOutcome) = "falls", falls;
            /// Alice names the configuration at the midpoint of the interval.
            Name(configuration: SingleLine) = "name", name;
            /// Bob says which half of the interval contains a mistake.
            Dispute(half: Half) = "dispute", dispute;
            /// A prover plays one bit of a quantified debate.
            Bit(bit: Bit) = "bit", bit;
            /// Alice says whether the top claim is true.
            Claim(answer: YesNo) = "claim", claim;
            /// Alice presents one of a claim's arguments and names the subclaims that she says are
            /// true.
            Argue(layout: ArgumentChoice) = "argue", argue;
            /// A prover picks the subclaim with which the debate continues, by its number in the
            /// argument.
            Pick(place: Ordinal) = "pick", pick;
            /// Bob states the probability of a claim.
            Estimate(p: Probability) = "estimate", estimate;
            /// Alice says that Bob's number is too low, about right, or too high.
            Say(direction: Direction) = "say", say;
            /// The rules tell a prover the truth of the claims that the prover knows, in an order
            /// that the protocol fixes.
            Knows(truths: Bits) = "knows", knows;
            /// The rules choose the leaf that the judge must decide, by its number among the
            /// leaves.
            Puts(leaf: Ordinal) = "puts", puts;
            /// The judge asks the scenario's oracle about a leaf.
            Look = "look", look;
            /// The judge decides whether a leaf is true.
            Decide(answer: YesNo) = "decide", decide;
            /// A prover points at one of the input wires of a gate.
            Wire(source: Source) = "wire", wire;
            /// After the verdict, the rules reveal the single input bit in which the twin debate
            /// differs.
            Twin(input: Input) = "twin", twin;
        }
    };
}
pub(crate) use every_move;

macro_rules! define {
    ($( $(#[$doc:meta])* $name:ident $( ( $arg:ident : $payload:ty ) )? = $word:literal, $make:ident; )*) => {
        /// A move of a player, a random draw, or a move of the rules.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Move { $( $(#[$doc])* $name $( ($payload) )?, )* }

        /// The kind of a move.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Verb { $( $(#[$doc])* $name, )* }

        impl Verb {
            /// All verbs, in the order of the table.
            pub const ALL: &'static [Self] = &[ $( Self::$name, )* ];

            /// The word for the verb in a record.
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
