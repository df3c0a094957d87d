//! The texts of the chapters of the shipped course.

/// The text of a chapter, and its new words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChapterText {
    /// The name of the chapter in its scenarios.
    pub chapter: &'static str,
    pub words: &'static str,
    /// The conclusions of the chapter. They appear after its last debate.
    pub learnt: &'static str,
    /// Words of the glossary that are new in this chapter.
    pub new: &'static [&'static str],
}

const CHAPTERS: [ChapterText; 6] = [
    ChapterText {
        chapter: "Read almost nothing",
        words: "A claim can rest on more steps than anybody wants to read. Alice writes all of them \
                down, and Bob points at one step. The judge reads that step and the steps that it uses, \
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
        learnt: "The judge's cost hardly grows with the number of rounds. It grows with the square of K. If the \
                result depends more on single answers, everybody needs more votes. A lie \
                that is too small to find must also be too small to matter.",
        new: &["vote", "sample", "tolerance", "abort", "K"],
    },
    ChapterText {
        chapter: "A million steps, a small tape",
        words: "A long computation is too long to write down, but its state at one moment is short. Bob and \
                Alice agree on the start and disagree on the end. They halve the time between start and end until \
                one step is left. The judge checks that step.",
        learnt: "Twenty halvings find one wrong step among a million, and the judge checks a single step \
                of the machine. Bob must be able to run the machine.",
        new: &["configuration", "interval"],
    },
    ChapterText {
        chapter: "How few bits",
        words: "A function takes many bits and gives 0 or 1. Two provers argue about its value. How few bits must a \
                judge read? One claim comes in two forms: as a game that a player has to search, \
                and as steps that a player can run. Later you check single gates, walk down circuits, \
                and meet twins: inputs that differ in one bit.",
        learnt: "A few reads decide functions of very many bits. A walk needs one read for each level of \
                the circuit. A check needs about as many reads as the circuit's size has binary digits. \
                With too few reads, twins fool the judge. A search of sixteen quantifiers takes 4,325,376 gates. \
                The same claim, written as steps, takes 7 steps. Only the second debate is doubly efficient.",
        new: &["doubly efficient", "walk", "depth", "twin"],
    },
    ChapterText {
        chapter: "Arguments too big to check",
        words: "Alice splits a claim into subclaims, and Bob picks the one that he doubts. But what if \
                an argument is wrong, and nobody can say in which subclaim?",
        learnt: "An argument can have a flaw that nobody is able to find. Then a Bob who has to \
                pick a subclaim wins by luck alone, and his chance falls with each level.",
        new: &["subclaim", "obfuscated"],
    },
    ChapterText {
        chapter: "Say how likely",
        words: "In the chapter before, you knew that an argument was wrong and could not say where. Here Bob need \
                not say where. He gives each claim a probability, and the claim's answer is drawn with this \
                probability. Alice says which numbers are wrong, and is paid for it. Six small debates \
                come first, and each adds one idea.",
        learnt: "A Bob whose numbers do not fit together loses even to an Alice who knows nothing. A Bob who says \
                what he knows pays par. A stable argument withstands small doubts, and an unstable one \
                fails even if it is true. Bob's own numbers made the draws, so the draws tell him \
                nothing about the world.",
        new: &["coherent", "par", "stable", "unstable", "calibrated", "prior", "ε", "ρ", "r"],
    },
];

/// The text of a chapter. `None` if the chapter is not part of the shipped course.
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
