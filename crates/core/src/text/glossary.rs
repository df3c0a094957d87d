//! The glossary: words and symbols of the screens, with their explanations.

/// A word or a symbol with its explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlossaryEntry {
    /// The word or symbol, as screens show it.
    pub word: &'static str,
    /// The explanation.
    pub means: &'static str,
}

const fn entry(word: &'static str, means: &'static str) -> GlossaryEntry {
    GlossaryEntry { word, means }
}

/// All entries: first people, then the parts of a debate, then symbols.
pub const GLOSSARY: &[GlossaryEntry] = &[
    entry("Alice", "the first prover: argues that the claim is right."),
    entry(
        "Bob",
        "the second prover: disputes the claim. In prover-estimator debate he states \
         probabilities.",
    ),
    entry("judge", "reads a few bits, asks a few questions, and decides who wins."),
    entry("oracle", "a source of human judgement. It answers questions, and each question counts."),
    entry("transcript", "the values of all steps, in order, as Alice wrote them."),
    entry("relevant", "earlier steps and inputs that a step reads."),
    entry("query", "one bit that the judge reads, or one question to the oracle."),
    entry("location", "the bits that name the step that Bob points at. They count as a cost."),
    entry(
        "gate",
        "a step that combines earlier bits, for example with and, or, not. It needs no oracle.",
    ),
    entry(
        "copy",
        "a second Alice, who writes before Bob points, so she cannot fit an answer to his question. A \
         step called copy repeats an earlier bit.",
    ),
    entry(
        "doubly efficient",
        "a debate in which each honest prover works about as long as the computation, and the judge \
         works far less. The end of a debate shows all costs.",
    ),
    entry("concede", "to point at the last step. Bob then loses, unless that step is wrong."),
    entry(
        "configuration",
        "a machine at one moment: its tape, the position of its head, and its state.",
    ),
    entry(
        "interval",
        "the steps between two configurations. Bob accepts the first and disputes the last.",
    ),
    entry("abort", "Bob stops a stochastic debate. The judge then tests Alice's last number."),
    entry("witness", "inputs that Alice chooses. She writes them down first."),
    entry("vote", "one answer of the oracle, to a question that people answer differently."),
    entry(
        "sample",
        "votes drawn together. Only their mean counts, and more votes make it more accurate.",
    ),
    entry(
        "tolerance",
        "the largest accepted difference between a stated number and the mean of the votes.",
    ),
    entry(
        "coin",
        "the shared random number of a stochastic debate, from 0 to 1. If it is below the probability \
         that Alice stated, the bit is 1.",
    ),
    entry(
        "share",
        "a prover's secret part of the coin in a stochastic debate. The coin is the sum of both shares, \
         minus 1 if the sum reaches 1.",
    ),
    entry(
        "teaching values",
        "settings with wide tolerances, so that a debate needs few votes and a class can see the lies. \
         The panel says what the theorem still proves for them.",
    ),
    entry(
        "K",
        "the Lipschitz constant. If every probability changes by at most a small amount, the result's probability \
         changes by at most K times this amount. Errors K times as small need K² times the votes.",
    ),
    entry("δ", "the largest error in an oracle's probabilities."),
    entry(
        "Δ",
        "Δ(e): the largest change of the result's probability if the probability of each step \
         changes by up to e.",
    ),
    entry("ε", "a tolerated error: a number with an error of at most ε counts as right."),
    entry(
        "ρ",
        "the instability of an argument: errors of ε in the subclaims change the claim by at most \
         ρ times ε.",
    ),
    entry(
        "stable",
        "of an argument: small errors in the subclaims cause a smaller error in the claim (ρ below \
         1).",
    ),
    entry(
        "unstable",
        "of an argument: small errors in the subclaims can cause an equal or larger error in the claim \
         (ρ of 1 or more). A true argument can look doubtful. If ρ is more than 1, no reward ratio \
         protects an honest Alice.",
    ),
    entry(
        "prior",
        "the probability of a claim before any move, given what a player knows at the start.",
    ),
    entry("r", "the reward ratio: the possible reward grows by this factor in every round."),
    entry(
        "calibrated",
        "of probabilities: for example, 70 % of the claims with the number 0.7 are true.",
    ),
    entry(
        "coherent",
        "of probabilities: one distribution gives all of them, so that subclaims and claims agree.",
    ),
    entry("subclaim", "a claim that supports a larger claim."),
    entry(
        "obfuscated",
        "of an argument: it is wrong, but nobody in the debate can find the wrong subclaim, even if everybody knows \
         that it exists.",
    ),
    entry("sound", "of a protocol: no Alice earns more than the stated bound with a wrong answer."),
    entry("no loss", "of a move in a review: honest play was not worth more."),
    entry(
        "best-response",
        "a program that plays optimally against the other players, given what its seat knows.",
    ),
    entry(
        "clairvoyant",
        "a best-response that also knows the truth in this debate. Its seat does not normally know \
         it.",
    ),
    entry("payoff", "the amount that Bob pays Alice at the end."),
    entry(
        "par",
        "the value of honest play in a seat against the same opponents, or an amount that a goal names. \
         If the goal is to reach par, the luck in random draws does not count.",
    ),
    entry(
        "evaluation",
        "the probability that Alice wins if all continue honestly. If she is paid, her average \
         payment over the draws.",
    ),
    entry("depth", "the largest number of gates on a path from an input to the output."),
    entry("walk", "a path from the output of a circuit to one input, one wire at a time."),
    entry("V", "the verifier: a circuit that computes the winner from the bits that were played."),
    entry(
        "D(V)",
        "the largest number of bits that V reads if each read depends on the bits before.",
    ),
    entry("∃", "\"there is\": Bob chooses this bit, and wants V to be 1."),
    entry("∀", "\"for all\": Alice chooses this bit, and wants V to be 0."),
    entry("α", "the bits that Alice plays."),
    entry("β", "the bits that Bob plays."),
    entry("∧", "and: 1 if both are 1."),
    entry("∨", "or: 1 if one of them is 1."),
    entry("¬", "not: 1 if it is 0."),
    entry("⊕", "exclusive or: 1 if exactly one of the two is 1."),
    entry("f(x)", "the bit that the debate is about. The claim says that it is 0 or that it is 1."),
    entry("⌈", "⌈x⌉: x rounded up to a whole number."),
    entry(
        "log2",
        "the number of halvings that lead from a number to 1. log2 n bits name one of n things.",
    ),
    entry("twin", "an input that differs in one bit, and for which f has the other value."),
];

/// The entry for a word or symbol.
pub fn find(word: &str) -> Option<&'static GlossaryEntry> {
    GLOSSARY.iter().find(|entry| entry.word == word)
}

/// Returns whether a word occurs in a text as a separate word. A word of several letters may have
/// the ending -s: "gate" occurs in "gates", but "query" does not occur in "queries". A symbol such
/// as ∧ may be anywhere.
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
        // A "95 % interval" is a confidence interval, not an interval of steps.
        let is_other = text[..at].ends_with("% ");
        free(before) && free(after.chars().next()) && !is_other
    })
}

/// The entries for all words that occur in a text, in the order of the glossary.
pub fn entries_in(text: &str) -> Vec<&'static GlossaryEntry> {
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
