//! The words and symbols of the screens, each explained in a sentence or two.

/// A word or a symbol, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlossaryEntry {
    /// As it stands on a screen.
    pub word: &'static str,
    /// What it means.
    pub means: &'static str,
}

const fn entry(word: &'static str, means: &'static str) -> GlossaryEntry {
    GlossaryEntry { word, means }
}

/// Every entry, people first, then what is debated, then symbols.
pub const GLOSSARY: &[GlossaryEntry] = &[
    entry("Alice", "argues that the claim is right."),
    entry("Bob", "disputes her; in prover-estimator debate he states how likely her claims are."),
    entry("judge", "pays for every bit and every question, and rules."),
    entry("oracle", "human judgement: answers one question; counted."),
    entry("transcript", "the values of all steps, one after the other, as Alice wrote them."),
    entry("relevant", "the earlier steps and inputs that a step reads."),
    entry("query", "one bit that the judge reads, or one question to the oracle."),
    entry("location", "the bits that name a place: charged when Bob points."),
    entry(
        "gate",
        "a step that follows from its inputs alone, as and, or, not do: no oracle needed.",
    ),
    entry(
        "copy",
        "an Alice who writes without knowing where Bob will point. With one, an answer cannot be \
         fitted to the question that follows; a step called copy repeats an earlier bit.",
    ),
    entry(
        "doubly efficient",
        "a debate in which honest provers work about as long as the computation takes, and the judge \
         far less: the ending shows the bills beside the cost of one run.",
    ),
    entry("concede", "to point at the last step: loses unless that one is wrong."),
    entry(
        "configuration",
        "a machine at one step: what stands on its tape, where its head is, its state.",
    ),
    entry(
        "interval",
        "the steps between two configurations: Bob agrees to the first and not to the last.",
    ),
    entry("abort", "Bob stops a stochastic debate and puts the number just stated on trial."),
    entry("witness", "inputs that Alice may choose, and has to write down first."),
    entry("vote", "one answer of the oracle to a question that people answer differently."),
    entry(
        "sample",
        "votes drawn together; only their mean counts, and more of them make it surer.",
    ),
    entry("tolerance", "how far a stated number may lie from the mean of the votes."),
    entry(
        "coin",
        "falls so or so with a chance that is said before. In a stochastic debate it is a number from \
         0 to 1, and the bit is 1 where that is below the number stated.",
    ),
    entry(
        "share",
        "what each gives to a stochastic debate's coin, unseen by the other: the coin is the sum of \
         both shares, less 1 if it reaches 1.",
    ),
    entry(
        "teaching values",
        "wide tolerances, so that a debate needs few votes and its lies can be seen; the panel says \
         what the theorem still proves for them.",
    ),
    entry(
        "K",
        "how much the answer's chance can move if every single chance moves by a little: by at \
         most K times as much. To see errors K times as small takes K² times the votes.",
    ),
    entry("δ", "how far an oracle's answers are from the truth, at most."),
    entry("Δ", "Δ(e): how far the answer's chance moves if every single one moves by up to e."),
    entry(
        "ε",
        "an error too small to matter: numbers that are off by no more than ε count as right.",
    ),
    entry("ρ", "how far an argument moves if each of its parts is off by ε: by at most ρ times ε."),
    entry("stable", "ρ below 1: small errors in the parts make a smaller one in the whole."),
    entry(
        "brittle",
        "ρ of 1 or more: small errors in the parts make one as large or larger in the whole, so \
         that a true argument can look doubtful. No reward ratio then protects an honest Alice.",
    ),
    entry(
        "prior",
        "how likely a claim is to somebody before anything is heard: by what is known at the start.",
    ),
    entry("r", "the reward ratio: what can be won grows by this factor with every round."),
    entry(
        "calibrated",
        "of everything said to be 0.7 likely, 0.7 turns out true: the number is the chance given \
         what is known.",
    ),
    entry(
        "coherent",
        "numbers that one and the same law of chance gives: parts and whole fit together.",
    ),
    entry("subclaim", "one of the parts that an argument rests on."),
    entry(
        "obfuscated",
        "of an argument: it is wrong, and nobody in the debate can tell in which part, though everybody \
         may know that it is.",
    ),
    entry(
        "sound",
        "of a protocol: no Alice, whatever she does, makes a wrong answer pay more than is promised.",
    ),
    entry("no loss", "of a move in a review: honest play there comes to no more."),
    entry(
        "best-response",
        "a player who does what is worth most to its seat against the players opposite, by what it knows.",
    ),
    entry(
        "clairvoyant",
        "a best-response who also knows what is true in this debate, which nobody in that seat is told.",
    ),
    entry("payoff", "what Alice is paid in the end; Bob pays it."),
    entry(
        "par",
        "what honest play in a seat is worth from the start against who sits opposite, or the payment \
         that a goal names. A goal to hold it takes luck with the coins out of a payment: what each coin \
         moved of what Alice could expect.",
    ),
    entry(
        "evaluation",
        "how likely Alice wins if everybody goes on honestly; where she is paid, what on average.",
    ),
    entry(
        "depth",
        "the most gates that stand one behind the other on a way from an input to the output.",
    ),
    entry("walk", "from the output of a circuit to one input, a wire at a time."),
    entry("V", "the verifier: a circuit that says, once all bits are played, who has won."),
    entry("D(V)", "how many bits V reads at most if each is chosen by what was read before."),
    entry("∃", "there is: Bob chooses this bit, and wants V to be 1."),
    entry("∀", "for all: Alice chooses this bit, and wants V to be 0."),
    entry("α", "the bits that Alice plays."),
    entry("β", "the bits that Bob plays."),
    entry("∧", "and: 1 if both are 1."),
    entry("∨", "or: 1 if one of them is 1."),
    entry("¬", "not: 1 if it is 0."),
    entry("⊕", "exclusive or: 1 if exactly one of the two is 1."),
    entry("f(x)", "what the debate is about, 0 or 1: the claim says which."),
    entry("⌈", "⌈x⌉: x rounded up to a whole number."),
    entry(
        "log2",
        "how often a number can be halved until 1 is left: the bits that name one of so many.",
    ),
    entry("twin", "an input that differs in one bit, so that f differs too."),
];

/// The entry of a word.
pub fn find(word: &str) -> Option<&'static GlossaryEntry> {
    GLOSSARY.iter().find(|entry| entry.word == word)
}

/// Does a word occur in a text, as a word of its own? A word of several letters may have an ending:
/// "queries" is not found by "query", "gates" is by "gate". A sign such as ∧ may stand anywhere.
pub fn occurs(word: &str, text: &str) -> bool {
    if !word.chars().any(char::is_alphanumeric) {
        return text.contains(word);
    }
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = &text[at + word.len()..];
        let after =
            if word.chars().count() > 1 { after.strip_prefix('s').unwrap_or(after) } else { after };
        let free = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
        // A 95 % interval is another word.
        let is_other = text[..at].ends_with("% ");
        free(before) && free(after.chars().next()) && !is_other
    })
}

/// The entries whose words stand in a text, in the order of the glossary.
pub fn on(text: &str) -> Vec<&'static GlossaryEntry> {
    GLOSSARY.iter().filter(|entry| occurs(entry.word, text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_is_found_as_a_word_of_its_own() {
        assert!(occurs("K", "If K = 2, the side"));
        assert!(!occurs("K", "Keys and marks"));
        assert!(occurs("gate", "settle these 7 gates."));
        assert!(!occurs("r", "read more"));
        assert!(!occurs("interval", "95 % interval") && occurs("interval", "an interval of 8"));
        assert!(occurs("ρ", "ρ = 0.28, stable"));
        assert!(occurs("⌈", "⌈log2 79⌉ + 3") && occurs("log2", "⌈log2 79⌉ + 3"));
    }

    #[test]
    fn every_word_stands_once() {
        for (at, entry) in GLOSSARY.iter().enumerate() {
            assert!(
                GLOSSARY[..at].iter().all(|before| before.word != entry.word),
                "{}",
                entry.word
            );
        }
    }
}
