//! What the chapters of the shipped course are about.

/// What a chapter is about, and the symbols that it brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChapterText {
    /// The chapter, as its scenarios name it.
    pub chapter: &'static str,
    /// What it is about.
    pub words: &'static str,
    /// What was learnt, once it was played to its end.
    pub learnt: &'static str,
    /// Words of the glossary that are new here.
    pub new: &'static [&'static str],
}

const CHAPTERS: [ChapterText; 6] = [
    ChapterText {
        chapter: "Read almost nothing",
        words: "A claim rests on many small steps, more than anybody wants to read. Alice writes \
                all of them down and Bob points at one; the judge looks at that one and at what it \
                reads, and rules. If the claim is false, some step does not follow, and that is \
                enough.",
        learnt: "A false claim is wrong at some single step. Whoever finds it can show it with a \
                few bits, however long the transcript is. But somebody has to look, and Alice \
                has to write before she knows where.",
        new: &["transcript", "relevant", "query", "gate", "copy"],
    },
    ChapterText {
        chapter: "When the oracle is unsure",
        words: "Human judgement is not yes or no: of a hundred people some say yes. Now Alice \
                states how likely yes is, and a coin that nobody controls turns her number into \
                an answer. Bob can stop the debate and put one number on trial before new votes. \
                Two debates about ten desks show what K is: how far small errors in single \
                numbers move the answer, and so how closely everybody has to look.",
        learnt: "What the judge pays hardly grows with the number of rounds, but with the square \
                of K, with how far the answer moves if the single chances do. A lie that is too \
                small to be seen must also be too small to matter.",
        new: &["vote", "sample", "tolerance", "abort", "K"],
    },
    ChapterText {
        chapter: "A million steps, a small tape",
        words: "A long computation cannot be written down, but any single moment of it can. Bob \
                and Alice halve the time between a moment they agree on and one they do not, until \
                one step is left, and the judge checks that.",
        learnt: "Halving the time finds one wrong step among a million in twenty rounds, and the \
                judge checks a single step of the machine. Finding it takes somebody who can run \
                the machine.",
        new: &["configuration", "interval"],
    },
    ChapterText {
        chapter: "How few bits",
        words: "A function takes many bits and gives one, 0 or 1. If two sides argue about it, \
                how few of its bits must a judge read to be sure? You walk down a circuit a wire \
                at a time, check a single gate, or play a game bit by bit. A twin is \
                an input that differs in one bit alone: what the judge did not read cannot have \
                decided. At the end one claim is debated twice, as a game that an honest player \
                has to search and as steps that one can run.",
        learnt: "A few reads settle functions of very many bits: by a walk as many as the circuit \
                is deep, by a check about as many as its size has binary digits. With too few \
                reads a judge is fooled by one of two twins. An honest player has to be somebody: \
                a search of sixteen quantifiers takes 4,325,376 gates, the same claim by its \
                steps takes 7. What a player simulates in the time of the computation, a system \
                can be trained to do.",
        new: &["walk", "depth", "twin", "doubly efficient"],
    },
    ChapterText {
        chapter: "Arguments too big to check",
        words: "Alice splits a claim into parts and Bob picks the part he doubts. But an argument \
                can be wrong though nobody can say in which part: then every pick misses, and the \
                false claim wins.",
        learnt: "An argument can be wrong where nobody is able to find it. Then whoever has to \
                pick a part wins by luck alone, and with every level there is less of it.",
        new: &["subclaim", "obfuscated"],
    },
    ChapterText {
        chapter: "Say how likely",
        words: "In the chapter before, you knew that an argument was wrong and could not say \
                where. Here Bob does not point: of each part he says how likely it is. Alice \
                then shows where he is off, and is paid by how far. The first debates are small: \
                numbers that fit and numbers that do not, what laziness costs, and what three \
                small doubts make of a whole.",
        learnt: "Numbers that do not fit together lose even to an Alice who knows nothing; who \
                says what he knows pays par. A stable argument bears small doubts, an unstable one \
                fails though it is true. And answers drawn by Bob's own numbers tell him nothing \
                of the world: following them can cost him.",
        new: &["ε", "ρ", "r", "stable", "unstable", "coherent", "calibrated", "prior", "par"],
    },
];

/// What is said of a chapter, if it is one of the shipped course.
pub fn about(chapter: &str) -> Option<&'static ChapterText> {
    CHAPTERS.iter().find(|about| about.chapter == chapter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::library;
    use crate::text::glossary;

    #[test]
    fn every_chapter_of_the_course_is_introduced_and_its_words_are_explained() {
        for entry in library::shipped() {
            let chapter = entry.scenario.expect("it reads").chapter.to_string();
            assert!(about(&chapter).is_some(), "{}: {chapter}", entry.id);
        }
        for word in CHAPTERS.iter().flat_map(|about| about.new) {
            assert!(glossary::find(word).is_some(), "{word}");
        }
    }
}
