//! Every move there is, in one table: the verb, its argument, and its word.

use super::argument::{Bit, Cell, Direction, Half, Layout, Phrase, Skip, YesNo};
use super::seat::Side;
use crate::chance::{Fall, Probability};
use crate::machine::{Bits, Input, Place, Source, Step};

/// The table, for a macro that makes something of every row.
macro_rules! every_move {
    ($then:ident) => {
        $then! {
            /// Alice writes a whole transcript, a witness, or every gate's value.
            Write(bits: Bits) = "write", write;
            /// Alice writes the transcript of a Turing machine: how it differs from the machine's own run.
            Tell(transcript: Phrase) = "tell", tell;
            /// A prover runs the machine on their own; charged with every question it asks.
            Run = "run", run;
            /// A seat puts the question of a step to the oracle.
            Ask(step: Step) = "ask", ask;
            /// The oracle answers; or a human judge, who is the oracle, does.
            Answer(answer: YesNo) = "answer", answer;
            /// Bob points at the step he disputes. Pointing at the output step concedes.
            Point(step: Step) = "point", point;
            /// Bob points at a step and at a later writer that its pointer skipped (Turing machines).
            Skipped(skip: Skip) = "skipped", skipped;
            /// The judge pays for one bit.
            Read(cell: Cell) = "read", read;
            /// The bit that the judge paid for, as it was written, or as Alice answers.
            Shows(bit: Bit) = "shows", shows;
            /// The judge is shown part of a Turing machine's transcript, or of its input.
            Reveals(part: Phrase) = "reveals", reveals;
            /// The judge rules for one of the provers.
            Rule(side: Side) = "rule", rule;
            /// Alice states how likely yes is.
            State(p: Probability) = "state", state;
            /// A prover chooses their share of the coin by hand: a number from 0 up to 1.
            Share(share: Probability) = "share", share;
            /// A prover leaves their share of the coin to nature.
            Fair = "fair", fair;
            /// Bob lets the debate go on.
            Continue = "continue", go_on;
            /// Bob aborts: Alice's last number is put on trial.
            Abort = "abort", abort;
            /// A seat draws this many votes.
            Sample(count: u64) = "sample", sample;
            /// Nature draws.
            Falls(fall: Fall) = "falls", falls;
            /// Alice names the configuration at the midpoint.
            Name(configuration: Phrase) = "name", name;
            /// Bob says which half is wrong.
            Dispute(half: Half) = "dispute", dispute;
            /// A prover plays one bit of a quantified debate.
            Bit(bit: Bit) = "bit", bit;
            /// Alice answers the root claim.
            Claim(answer: YesNo) = "claim", claim;
            /// Alice lays out one of a claim's arguments, with the subclaims that she says are true.
            Argue(layout: Layout) = "argue", argue;
            /// A prover picks a subclaim, by its place in the argument, to go on with.
            Pick(place: Place) = "pick", pick;
            /// Bob says how likely a claim is.
            Estimate(p: Probability) = "estimate", estimate;
            /// Alice says of Bob's number that it is too low, about right, or too high.
            Say(direction: Direction) = "say", say;
            /// The rules show a prover what they know: truths, in an order that the protocol sets.
            Knows(truths: Bits) = "knows", knows;
            /// The rules put a leaf before the judge: its place among the leaves.
            Puts(leaf: Place) = "puts", puts;
            /// The judge looks up what the scenario's oracle says of a leaf.
            Look = "look", look;
            /// The judge decides a leaf.
            Decide(answer: YesNo) = "decide", decide;
            /// A prover points from a gate at one of the wires into it.
            Wire(source: Source) = "wire", wire;
            /// After the verdict: the one input bit in which the twin differs.
            Twin(input: Input) = "twin", twin;
        }
    };
}
pub(crate) use every_move;

macro_rules! define {
    ($( $(#[$doc:meta])* $name:ident $( ( $arg:ident : $payload:ty ) )? = $word:literal, $make:ident; )*) => {
        /// A move of a player, of nature, or of the rules.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Move { $( $(#[$doc])* $name $( ($payload) )?, )* }

        /// What kind of move it is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Verb { $( $(#[$doc])* $name, )* }

        impl Verb {
            /// All verbs, in the order of the table.
            pub const ALL: &'static [Self] = &[ $( Self::$name, )* ];

            /// Its word in a record.
            pub const fn word(self) -> &'static str {
                match self { $( Self::$name => $word, )* }
            }
        }

        impl Move {
            /// What kind of move it is.
            pub const fn verb(&self) -> Verb {
                match self { $( Self::$name { .. } => Verb::$name, )* }
            }
        }
    };
}

every_move!(define);
