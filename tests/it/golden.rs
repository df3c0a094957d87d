//! Whole debates as text: the moves, and each seat's screen at the end.

use elenchus::rules::{Seat, Viewer};

use crate::kit::{board, lines, seated, shipped};

#[test]
fn honest_debates_are_played_as_they_always_were() {
    for (id, scenario) in shipped() {
        let mut game = seated(&scenario, ["honest"; 3], 221);
        game.table().run().expect("the honest debate is legal");
        let shorten = |line: &str| match line.char_indices().nth(100) {
            Some((at, _)) => format!("{}…", &line[..at]),
            None => line.to_owned(),
        };
        let record: Vec<String> = lines(game.record()).lines().take(60).map(shorten).collect();
        let judge = board(&game.position().board(Viewer::Seat(Seat::Judge)));
        let judge: Vec<String> = judge.lines().take(12).map(shorten).collect();
        let text = format!(
            "{}\n\n{}\n\n{:?}\n{}\n\nthe judge's board\n{}\n",
            scenario.claim,
            record.join("\n"),
            game.position().turn(),
            game.position().outcome_reason(),
            judge.join("\n")
        );
        insta::assert_snapshot!(format!("golden_{id}"), text);
    }
}
