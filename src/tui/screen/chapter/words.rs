//! What the chapters of the shipped course are about.

/// What a chapter is about, and the symbols that it brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The chapter, as its scenarios name it.
    pub chapter: &'static str,
    /// What it is about.
    pub words: &'static str,
    /// Words of the glossary that are new here.
    pub new: &'static [&'static str],
}

const CHAPTERS: [About; 6] = [
    About {
        chapter: "Read almost nothing",
        words: "A claim rests on many small steps, more than anybody wants to read. Alice writes \
                all of them down and Bob points at one; the judge looks at that one and at what it \
                reads, and rules. If the claim is false, some step does not follow, and that is \
                enough.",
        new: &["transcript", "relevant", "query", "gate", "copy"],
    },
    About {
        chapter: "When the oracle is unsure",
        words: "Human judgement is not yes or no: of a hundred people some say yes. Now Alice \
                states how likely yes is, and a coin that nobody controls turns her number into \
                an answer. Bob can stop the debate and put one number on trial before new votes.",
        new: &["vote", "tolerance", "abort", "K"],
    },
    About {
        chapter: "A million steps, a small tape",
        words: "A long computation cannot be written down, but any single moment of it can. Bob \
                and Alice halve the time between a moment they agree on and one they do not, until \
                one step is left, and the judge checks that.",
        new: &["configuration", "interval"],
    },
    About {
        chapter: "How few bits",
        words: "How few bits of its input must a judge read? Debates walk down a circuit, play out \
                a game of moves, or are told apart from a twin that differs in one bit: what the \
                judge did not read cannot have decided.",
        new: &["walk", "depth", "twin"],
    },
    About {
        chapter: "Arguments too big to check",
        words: "Alice splits a claim into parts and Bob picks the part he doubts. But an argument \
                can be wrong though nobody can say in which part: then every pick misses, and the \
                false claim wins.",
        new: &["subclaim"],
    },
    About {
        chapter: "Say how likely",
        words: "In the chapter before, you knew that an argument was wrong and could not say where. \
                Here Bob does not point: of each part he says how likely it is. Alice then shows \
                where he is off, and is paid by how far.",
        new: &["ε", "ρ", "r", "stable", "brittle", "coherent", "calibrated", "par"],
    },
];

/// What is said of a chapter, if it is one of the shipped course.
pub fn about(chapter: &str) -> Option<&'static About> {
    CHAPTERS.iter().find(|about| about.chapter == chapter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::library;
    use crate::show::glossary;

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
