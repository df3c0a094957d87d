//! Debates on paper and in a real browser.

use std::path::Path;

use elenchus::debate::SeatPlan;
use elenchus::rules::Seat;
use elenchus::scenario::{journal, open, resume};

use crate::browser::{ARROW_LEFT, Browser, DESK, PHONE};
use crate::classroom::{LOST, WON, duel, saved, scenario};
use crate::kit::{self, elenchus, folder, one_in, press, printed, shows, until_evaluated};
use crate::session::{Session, kept_in};

/// The numbers of the visible moves.
fn shown(browser: &Browser) -> Vec<String> {
    let moves = "return [...document.querySelectorAll('.move')]
        .filter((one) => one.checkVisibility()).map((one) => one.dataset.move)";
    serde_json::from_value(browser.script(moves)).expect("numbers")
}

/// A browser takes seconds to start, so the pages share one.
#[test]
fn exported_pages_work_in_a_browser() {
    for size in one_in(2, [DESK, PHONE]) {
        let Some(browser) = Browser::start(size) else { return };
        a_page_asks_for_nothing_else_and_steps_through_its_moves(&browser);
        if size == DESK {
            a_page_leads_to_the_next_read_abort_or_mistake_and_plays_by_itself(&browser);
            a_page_for_a_class_shows_nothing_early(&browser);
            a_handout_names_what_is_left_out_of_it(&browser);
        }
    }
}

fn a_page_asks_for_nothing_else_and_steps_through_its_moves(browser: &Browser) {
    let folder = folder();
    let path = saved(folder.path(), "won.yaml", &duel("Ada", &WON));
    let page = printed(&["export", &path, "--to", "html", "--answers"]);
    for outside in ["http:", "https:", "src=", "href=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("width=device-width"));
    let record = resume(&duel("Ada", &WON)).expect("legal");
    let moves = record.tree().line().len();
    assert_eq!(page.matches("<section class=\"move\"").count(), moves + 1);
    assert!(page.contains("Bob: play 1") && page.contains("The claim is false."), "{page}");
    let file = folder.path().join("page.html");
    std::fs::write(&file, &page).expect("it can be written");
    browser.open_file(&file);
    assert_eq!(shown(browser), ["0"], "the start is shown first, alone");
    for step in 1..=moves {
        assert!(!browser.find(".end").is_shown(), "the result is hidden before the end");
        browser.find(".on").click();
        assert_eq!(shown(browser), [step.to_string()]);
    }
    assert!(browser.find(".end").is_shown());
    assert_eq!(browser.find(".on").property("disabled"), true, "there is no further move");
    browser.press(ARROW_LEFT);
    assert_eq!(shown(browser), [(moves - 1).to_string()]);
    let wide = "return document.documentElement.scrollWidth > innerWidth";
    assert_eq!(browser.script(wide), false, "everything fits into the window");
}

fn a_page_leads_to_the_next_read_abort_or_mistake_and_plays_by_itself(browser: &Browser) {
    let folder = folder();
    let file = folder.path().join("page.html");
    let name = file.to_str().expect("a name");
    let lost = saved(folder.path(), "lost.yaml", &duel("Ben", &LOST));
    let aborted = folder.path().join("aborted.yaml");
    let aborted = aborted.to_str().expect("a name");
    printed(&["run", "rigged-coin", "--alice", "shift:0.4", "--bob", "honest", "--save", aborted]);
    let record = elenchus::scenario::library::find(aborted).expect("a file").scenario;
    let record = resume(&record.expect("it reads")).expect("legal");
    let abort = record.tree().line().iter().position(|&node| {
        record.tree().played(node).is_some_and(|p| p.mv == elenchus::rules::Move::Abort)
    });
    let abort = abort.expect("an honest Bob aborts").saturating_add(1).to_string();
    printed(&["export", aborted, "--to", "html", "--answers", "--out", name]);
    browser.open_file(&file);
    browser.find(".next-abort").click();
    assert_eq!(shown(browser), [abort.as_str()]);
    browser.find(".next-abort").click();
    assert_eq!(shown(browser), [abort], "there is one abort");
    browser.wait_for_text(".note", "no abort after this move");
    browser.press("r");
    let after: usize = shown(browser)[0].parse().expect("a number");
    let sampled = record.tree().played(record.tree().line()[after - 1]).expect("a move");
    assert_eq!(sampled.actor, elenchus::rules::Actor::Seat(Seat::Judge));

    std::fs::remove_file(&file).expect("it is there");
    printed(&["export", &lost, "--to", "html", "--answers", "--out", name]);
    browser.open_file(&file);
    browser.find(".next-mistake").click();
    let at = shown(browser)[0].clone();
    let says = browser.find(&format!("[data-move='{at}'] h2")).text();
    assert!(says.contains("Bob: play 0"), "his first bit loses: {says}");
    browser.script("document.querySelector('.speed').value = '0.25'");
    browser.find(".play").click();
    browser.wait_for_text(".end", "Alice wins");
    assert_eq!(browser.find(".play").text(), "play", "it stops at the end");
}

/// A debate of a two-faced Alice, played by programs and saved.
fn two_faced(folder: &Path) -> (String, usize) {
    let mut hidden = scenario("two-faced-alice");
    hidden.seats.set(Seat::Judge, SeatPlan::honest());
    let mut game = open(&hidden).expect("it opens");
    game.table().run().expect("legal");
    let moves = game.tree().line().len();
    (saved(folder, "played.yaml", &journal::played(&hidden, &*game)), moves)
}

fn a_page_for_a_class_shows_nothing_early(browser: &Browser) {
    let folder = folder();
    let (path, moves) = two_faced(folder.path());
    let page = folder.path().join("page.html");
    printed(&format!("export {path} --to html --projector --out {}", page.display()));
    let paper = printed(&format!("export {path} --to markdown --projector"));
    let (before, after) = paper.split_once("## everything shown").expect("a last part");
    for told in ["adaptive", "The claim is", "wins"] {
        assert!(!before.contains(told), "{before}");
        assert!(after.contains(told), "{after}");
    }
    assert!(!before.contains('✗'));
    browser.open_file(&page);
    for step in 0..=moves {
        assert_eq!(shown(browser), [step.to_string()]);
        let seen = browser.find("body").text();
        for told in ["adaptive", "The claim is", "wins", "✗"] {
            assert!(!seen.contains(told), "move {step}: {told}");
        }
        assert!(!browser.find(".to").is_shown(), "the distance to the end is hidden");
        assert!(browser.find(".next-abort").is_shown(), "so is the lack of an abort");
        browser.find(".on").click();
    }
    browser.wait_for_text(".end", "The claim is");
    browser.wait_for_text("li", "adaptive");
}

#[test]
fn without_answers_a_page_shows_nothing_that_the_review_reveals() {
    let folder = folder();
    let (path, _) = two_faced(folder.path());
    let export = |more: &str| printed(&format!("export {more}"));
    let plain = export(&format!("{path} --to markdown"));
    let answers = export(&format!("{path} --to markdown --answers"));
    for revealed in ["adaptive", "The claim is"] {
        assert!(!plain.contains(revealed), "{plain}");
        assert!(answers.contains(revealed), "{answers}");
    }
    let handout = export("--course exercises --to markdown");
    assert!(handout.contains("Games of quantifiers") && !handout.contains("Honest play"));
    assert!(export("--course exercises --to html --answers").contains("Honest play"));
    assert!(export(&format!("{path} --to svg")).starts_with("<svg"));
}

#[test]
fn the_review_covers_what_comes_and_leads_to_mistakes() {
    let folder = folder();
    let lost = duel("Ben", &LOST);
    let mut stage = kit::stage(&saved(folder.path(), "lost.yaml", &lost), (100, 40), "");
    until_evaluated(&mut stage);
    shows(&stage, &["the claim is"]);
    let moves = resume(&lost).expect("legal").tree().line().len();
    press(&mut stage, "s");
    for _ in 0..moves {
        let text = stage.text();
        for told in ["the claim is", "won", "blunder", "lost it"] {
            assert!(!text.contains(told), "{text}");
        }
        press(&mut stage, "right");
    }
    shows(&stage, &["the claim is"]);
    for (keys, words) in
        [("home m s home m", "bit 0"), ("+", "0.4 seconds"), ("a", "no abort on this line")]
    {
        press(&mut stage, keys);
        shows(&stage, &[words]);
    }
}

fn a_handout_names_what_is_left_out_of_it(browser: &Browser) {
    let folder = folder();
    let course = folder.path().join("course");
    std::fs::create_dir(&course).expect("a folder");
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/find-the-lie.yaml");
    std::fs::copy(shipped, course.join("find-the-lie.yaml")).expect("it is there");
    std::fs::write(course.join("torn.yaml"), "elenchus: 1\ntitle: [\n").expect("it is written");
    let course = course.to_str().expect("text");
    let output = elenchus(&["export", "--course", course, "--to", "html", "--answers"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(errors.contains("left out: ") && errors.contains("torn.yaml"), "{errors}");
    let page = folder.path().join("handout.html");
    std::fs::write(&page, &output.stdout).expect("it is written");
    browser.open_file(&page);
    assert!(browser.find("body").text().contains("Find the lie"));
}

/// The number of moves of a Markdown page that stay hidden before everything is shown, and the
/// number of moves.
fn covered(page: &str) -> (usize, usize) {
    let (before, _) = page.split_once("## everything shown").expect("a last part");
    let moves = before.lines().filter(|line| line.starts_with("## "));
    let hidden = moves.clone().filter(|line| line.ends_with("hidden until the end"));
    (hidden.count(), moves.count() - 1)
}

#[test]
fn a_class_that_watches_sees_only_public_moves() {
    let folder = folder();
    for (id, said) in [
        ("four-estimates", ["Bob: estimate ", "Alice: say: "]),
        ("rigged-coin", ["Alice: state ", "Bob: go on"]),
    ] {
        let scenario = scenario(id);
        let mut game = open(&scenario).expect("it opens");
        game.set_seats(&Seat::each(|_| SeatPlan::honest())).expect("they may sit");
        game.table().run().expect("legal");
        let tree = game.tree();
        let unheard = |&&node: &&elenchus::debate::NodeId| {
            tree.played(node).is_some_and(|played| !elenchus::rules::Viewer::Room.sees(played.to))
        };
        let unheard = tree.line().iter().filter(unheard).count();
        let moves = tree.line().len();
        let path = saved(folder.path(), &format!("{id}.yaml"), &journal::played(&scenario, &*game));
        let page = printed(&["export", &path, "--to", "markdown", "--projector"]);
        assert_eq!(covered(&page), (unheard, moves), "{id}: the others are votes and shares");
        let (before, _) = page.split_once("## everything shown").expect("a last part");
        for said in said {
            assert!(before.contains(said), "{id}: {said}");
        }
        // A prover's own draws of votes are private.
        let mut votes = before.split_inclusive(" yes").filter_map(|text| text.strip_suffix(" yes"));
        assert!(!votes.any(|text| text.ends_with(|c: char| c.is_ascii_digit())), "{id}");
    }
    let course = printed(&["export", "--course", "exercises", "--to", "markdown", "--projector"]);
    let debates = elenchus::scenario::course::course("exercises").expect("shipped").entries;
    assert_eq!(course.matches("\n# ").count() + 1, debates.len());
}

#[test]
fn a_handout_has_all_that_a_debate_needs_on_paper_and_its_answers_apart() {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/");
    let folder = folder();
    let course = folder.path().join("course");
    std::fs::create_dir(&course).expect("a folder");
    for id in ["contract-comma", "find-the-lie", "pull-request"] {
        let name = format!("{id}.yaml");
        let text = std::fs::read_to_string(format!("{shipped}{name}")).expect("it is there");
        let asks = "lesson:\n  question: {ask: How many bits are read?, answer: 3}\n";
        let text = match id {
            "find-the-lie" => text.replacen("lesson:\n", asks, 1) + "lang: de\n",
            _ => text + "lang: de\n",
        };
        std::fs::write(course.join(name), text).expect("it is written");
    }
    let course = course.to_str().expect("text");
    let page = printed(&["export", "--course", course, "--to", "markdown", "--answers"]);
    let (page, answers) = page.split_once("## Answers").expect("they stand apart");
    for id in ["contract-comma", "find-the-lie", "pull-request"] {
        let scenario = scenario(id);
        let from = page.find(&format!("### {}", scenario.title)).expect("its sheet");
        let to = page[from + 4..].find("\n### ").map_or(page.len(), |at| from + 4 + at);
        let sheet = &page[from..to];
        let game = resume(&scenario).expect("legal");
        let board =
            game.position().board(elenchus::rules::Viewer::Seat(scenario.seat.expect("a seat")));
        for step in 1..=board.steps().expect("steps").1.len {
            assert!(sheet.contains(&format!("step {step} ")), "{id}: step {step}\n{sheet}");
        }
        assert!(sheet.contains(&format!("{} min.", scenario.minutes.expect("minutes"))), "{id}");
        assert!(sheet.contains("Goal"), "{id}");
        assert!(sheet.contains(&"_".repeat(60)), "{id}: space to answer");
        let rule = &game
            .position()
            .brief(elenchus::rules::Viewer::Seat(scenario.seat.expect("a seat")))
            .rule;
        assert!(!rule.is_empty());
        for exhibit in &scenario.evidence {
            // The judge of the contract has to answer the question of step 9, and may read no other exhibit.
            let is_open = id != "contract-comma" || exhibit.title.starts_with("clause 9");
            let heading = format!("Evidence: {}", exhibit.title);
            assert_eq!(sheet.contains(&heading), is_open, "{id}");
            let line = exhibit.lines().find(|line| line.trim().len() > 10).expect("a line");
            assert_eq!(sheet.contains(line.trim()), is_open, "{id}: {line}");
        }
        assert!(!sheet.contains("Honest play"), "{id}");
    }
    assert!(
        page.contains("How many bits are read?") && answers.contains("How many bits are read? 3.")
    );
    assert!(answers.contains("Honest play"));
    let plain = printed(&["export", "--course", course, "--to", "html"]);
    assert!(plain.contains("<html lang=\"de\">") && !plain.contains("Honest play"));
    let alone = folder.path().join("course").join("find-the-lie.yaml");
    let alone = printed(&["export", alone.to_str().expect("text"), "--to", "html"]);
    assert!(alone.contains("<html lang=\"de\">"));
}

#[test]
fn a_partner_reads_out_what_each_bit_shows_to_a_seat_that_reads() {
    let run = kit::json("run contract-comma --judge honest --reveal --json");
    let moves = run["record"]["moves"].as_array().expect("moves");
    let written = moves.iter().find_map(|mv| mv["alice"].as_str()?.strip_prefix("write "));
    let written = written.expect("a transcript");
    for form in ["markdown", "html"] {
        let page = printed(&["export", "contract-comma", "--to", form]);
        let (sheet, partner) =
            page.split_once("comma: for a partner").expect("a page for a partner");
        assert!(!sheet.contains("the bit is"), "{form}: {sheet}");
        for (step, bit) in (1..).zip(written.chars()) {
            let line = partner.lines().find(|line| line.contains(&format!("read step {step} ")));
            // The last step is known from the claim.
            let told =
                line.map(|line| line.trim_end_matches("</pre>").ends_with(&format!("is {bit}")));
            assert_eq!(told, (step < written.len()).then_some(true), "{form}, {step}: {partner}");
        }
        assert!(!partner.contains("depend on"), "{form}: {partner}");
    }
    let adaptive = printed("export two-faced-alice --to markdown");
    assert!(adaptive.contains("can depend on the moves before it"), "{adaptive}");
    assert!(!printed("export qbf-duel --to markdown").contains("for a partner"));
}

#[test]
fn a_course_names_shipped_scenarios() {
    let folder = folder();
    let index = "title: T\ndebates: [contract-comma, find-the-lie.yaml, nowhere]\n";
    kit::file(folder.path(), "course.yaml", index);
    let course = folder.path().to_str().expect("text");
    let handout = elenchus(&["export", "--course", course, "--to", "markdown"]);
    let text = String::from_utf8_lossy(&handout.stdout);
    assert!(
        text.contains("### The contract's comma") && text.contains("### Find the lie"),
        "{text}"
    );
    let told = String::from_utf8_lossy(&handout.stderr);
    assert!(told.contains("course.yaml:2") && told.contains("`nowhere`"), "{told}");
}

#[test]
fn a_covered_record_opens_at_its_first_move() {
    let (folder, data) = (folder(), folder());
    let lost = saved(folder.path(), "lost.yaml", &duel("Ben", &LOST));
    let mut command = portable_pty::CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
    command.args(["--covered", &lost]);
    let mut session = Session::start(kept_in(command, data.path()));
    session.wait_for("The rest is covered: move 0.");
    let text = session.text();
    assert!(!text.contains("Alice won") && !text.contains("the claim is"), "{text}");
    session.press("q");
}

#[test]
fn a_question_ends_in_one_mark_on_paper() {
    for debate in ["three-lamps", "nobody-argues", "find-the-lie"] {
        let page = printed(&["export", debate, "--to", "markdown", "--projector"]);
        assert!(page.contains("is asked: "), "{debate}");
        let handout = printed(&["export", debate, "--to", "markdown"]);
        assert!(handout.contains(&"_".repeat(60)), "{debate}: one debate is a handout too");
        for text in [page, handout] {
            assert!(!text.contains("?.") && !text.contains(".."), "{text}");
        }
    }
}
