//! The command that says how many scenarios a study needs.

use crate::kit::{json, printed, refused};

#[test]
fn the_number_of_scenarios_is_that_of_statsmodels() {
    // The calls are in the tests of `batch::statistics`. For independent rates p and q, the share of scenarios on which
    // exactly one is right is p (1 - q) + q (1 - p).
    for (asked, scenarios) in [
        ("--difference 0.1 --discordant 0.3", 234),
        ("--difference -0.2 --discordant 0.2 --level 0.01", 56),
        ("--difference 0.1 --sd 0.4", 128),
        ("--difference 0.05 --sd 0.3 --power 0.9", 381),
        ("--rates 0.7,0.8", 296),
    ] {
        let found = json(&format!("power {asked} --json"));
        assert_eq!(found["scenarios"], scenarios, "{asked}: {found}");
    }
    let text = printed("power --difference 0.1 --sd 0.4");
    assert!(text.starts_with("128 scenarios show a difference of 0.1000"), "{text}");
}

#[test]
fn a_question_without_an_answer_says_what_is_missing() {
    for (asked, says) in [
        ("--difference 0.1", "--discordant"),
        ("--rates 0.7", "two rates"),
        ("--rates 0.7,1.2", "two rates"),
        ("--rates 0.7,0.7", "no number of scenarios"),
        ("--difference 0.3 --discordant 0.2", "from 0.3 to 1"),
        ("--difference 0.1 --sd 0.4 --power 1", "between 0 and 1"),
    ] {
        let said = refused(&format!("power {asked}"));
        assert!(said.contains(says), "{asked}: {said}");
    }
}
