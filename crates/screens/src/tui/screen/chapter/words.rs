//! The texts of the chapters of the shipped course.

/// The text of a chapter, and its new words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChapterText {
    /// The name of the chapter in its scenarios.
    pub chapter: &'static str,
    /// The introduction.
    pub words: &'static str,
    /// The conclusions. They appear after the last debate.
    pub learnt: &'static str,
    /// Words of the glossary that are new in this chapter.
    pub new: &'static [&'static str],
}

const CHAPTERS: [ChapterText; 6] = [
    ChapterText {
        chapter: "Read almost nothing",
        words: "A claim can rest on more steps than anybody wants to read. Alice writes all of them \
                down, and Bob points at one. The judge reads that step and the steps that it uses, \
                and rules.",
        learnt: "A false claim is wrong at a single step. Bob can show that step with a few bits, for a \
                transcript of any length. But somebody has to search for it, and Alice has to write \
                before she knows where Bob will point.",
        new: &["transcript", "relevant", "query", "gate", "copy"],
    },
    ChapterText {
        chapter: "When the oracle is unsure",
        words: "People often disagree. So Alice now states the probability of a yes, and a coin that \
                nobody controls turns her number into an answer. Bob can abort: the judge then tests \
                one number with new votes. Two debates about ten desks show K, which says how much \
                small errors can grow.",
        learnt: "The judge's cost hardly grows with the number of rounds. It grows with the square of K: \
                the more the result depends on single answers, the more votes everybody needs. A lie \
                that is too small to find must also be too small to matter.",
        new: &["vote", "sample", "tolerance", "abort", "K"],
    },
    ChapterText {
        chapter: "A million steps, a small tape",
        words: "A long computation is too long to write down, but one moment of it is not. Bob and \
                Alice agree on the start and disagree on the end. They halve the time between, until \
                one step is left, and the judge checks that step.",
        learnt: "Twenty halvings find one wrong step among a million, and the judge checks a single step \
                of the machine. Bob must be able to run the machine.",
        new: &["configuration", "interval"],
    },
    ChapterText {
        chapter: "How few bits",
        words: "A function takes many bits and gives 0 or 1. Two provers argue about it: how few of its \
                bits must a judge read? One claim comes twice: as a game that a player has to search, \
                and as steps that a player can run. Later you check single gates, walk down circuits, \
                and meet twins: inputs that differ in one bit.",
        learnt: "A few reads decide functions of very many bits. A walk needs as many as the circuit is \
                deep; a check needs about as many as its size has binary digits. With too few reads, \
                twins fool the judge. A search of sixteen quantifiers takes 4,325,376 gates, and the \
                same claim by its steps takes 7: only the second debate is doubly efficient.",
        new: &["doubly efficient", "walk", "depth", "twin"],
    },
    ChapterText {
        chapter: "Arguments too big to check",
        words: "Alice splits a claim into subclaims, and Bob picks the one that he doubts. But what if \
                an argument is wrong, and nobody can say in which subclaim?",
        learnt: "An argument can be wrong where nobody is able to find the flaw. Then a Bob who has to \
                pick a subclaim wins by luck alone, and his chance falls with each level.",
        new: &["subclaim", "obfuscated"],
    },
    ChapterText {
        chapter: "Say how likely",
        words: "In the chapter before, you knew that an argument was wrong and could not say where. Here \
                Bob need not say where: he gives each claim a probability, and its answer is drawn \
                with it. Alice says which numbers are wrong, and is paid for it. Six small debates \
                come first, and each adds one idea.",
        learnt: "Numbers that do not fit together lose even to an Alice who knows nothing. A Bob who says \
                what he knows pays par. A stable argument withstands small doubts, and an unstable one \
                fails even if it is true. Bob's own numbers made the draws, so the draws tell him \
                nothing about the world.",
        new: &["coherent", "par", "stable", "unstable", "calibrated", "prior", "ε", "ρ", "r"],
    },
];

/// The text of a chapter. `None` if it is not of the shipped course.
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
