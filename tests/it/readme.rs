//! The statements of the README and of the pages in `docs/` are true now.

use elenchus::tui::keys::{self, Action, ActionNames as _, KeyScope, Scope as _};
use elenchus::tui::theme;

/// The table omits keys that are the same on every screen and in every program.
fn table() -> String {
    let mut text = String::from("| where | key | what it does |\n|---|---|---|\n");
    for place in KeyScope::ALL {
        for action in Action::ALL.iter().filter(|action| action.scopes().contains(&place)) {
            let keys: Vec<String> =
                action.default_keys().iter().map(|key| format!("`{key}`")).collect();
            let listed = place == KeyScope::Table && Action::LISTED_AT_TABLE.contains(action);
            let keys = if listed { vec!["`:`".to_owned()] } else { keys };
            let keys = keys.join(" ").replace('|', "\\|");
            text += &format!("| {} | {keys} | {} |\n", place.title(), action.words());
        }
    }
    text
}

const README: &str = include_str!("../../README.md");
const COMMANDS: &str = include_str!("../../docs/reference/commands.md");
const FILES: &str = include_str!("../../docs/reference/files.md");

/// The first code block of a page in this language.
fn block<'a>(page: &'a str, language: &str) -> &'a str {
    let open = format!("```{language}\n");
    let from = page.find(&open).unwrap_or_else(|| panic!("a block of {language}")) + open.len();
    page[from..].split("```").next().expect("its end")
}

#[test]
fn the_pages_count_the_debates_of_the_library() {
    let count = elenchus::scenario::library::shipped().len();
    assert!(README.contains(&format!("in {count} debates")), "{count}");
    let path = elenchus::tui::screen::START_HERE.len();
    let learn = include_str!("../../docs/learn.md");
    assert!(learn.contains(&format!("a short path of {path} debates")), "{path}");
}

#[test]
fn the_lesson_names_debates_that_ship_and_their_minutes() {
    let teach = include_str!("../../docs/teach.md");
    let from = teach.find("`elenchus class find-the-lie ").expect("the command of the lesson");
    let command = teach[from + 1..].split('`').next().expect("its end").replace('\n', " ");
    let debates = command.split_whitespace().skip(2).map(|id| {
        let entry = elenchus::scenario::library::find(id).expect("it ships");
        entry.scenario.expect("it reads").minutes.expect("minutes")
    });
    let minutes: u32 = debates.sum();
    assert!(teach.contains(&format!("that takes {minutes} minutes")), "{minutes}");
}

#[test]
fn each_debate_of_the_short_path_has_questions_for_a_discussion() {
    let page = include_str!("../../docs/discussion.md");
    let headings: Vec<&str> = page.lines().filter(|line| line.starts_with("## ")).collect();
    for id in elenchus::tui::screen::START_HERE {
        let scenario = elenchus::scenario::library::find(id).expect("it ships").scenario;
        let title = scenario.expect("it reads").title.to_string();
        let name = title.split(':').next().expect("a name");
        assert!(headings.iter().any(|heading| heading.contains(name)), "{title}");
    }
}

#[test]
fn the_readme_is_short() {
    let lines = README.lines().count();
    assert!(lines <= 150, "{lines}: reference material goes to docs/reference");
}

#[test]
fn every_page_is_in_the_index_and_every_link_leads_somewhere() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let index = include_str!("../../docs/README.md");
    let mut pages = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    for folder in ["docs", "docs/reference", "docs/results"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                let place = path.strip_prefix(root.join("docs")).expect("in docs");
                let link = format!("]({})", place.display());
                assert!(place.ends_with("README.md") || index.contains(&link), "{link}");
                pages.push(path);
            }
        }
    }
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("a page");
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.starts_with("http")) {
            let file = link.split('#').next().unwrap_or_default();
            let target = page.parent().expect("a folder").join(file);
            assert!(target.exists(), "{}: {link}", page.display());
        }
    }
}

#[test]
fn the_key_table_of_the_page_is_the_programs_own() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/keys.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let (start, end) = ("<!-- keys -->\n", "<!-- end of keys -->");
    let from = page.find(start).expect("the table begins") + start.len();
    let to = page.find(end).expect("the table ends");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let new = format!("{}{}{}", &page[..from], table(), &page[to..]);
        std::fs::write(path, new).expect("it can be written");
    } else {
        assert_eq!(&page[from..to], table(), "run this test with UPDATE_DOCS=1");
    }
}

#[test]
fn every_command_that_the_pages_show_exists() {
    let teach = include_str!("../../docs/teach.md");
    let shown = [README, COMMANDS, teach].into_iter().flat_map(str::lines);
    let shown = shown.filter_map(|line| line.strip_prefix("elenchus "));
    let commands: std::collections::BTreeSet<&str> =
        shown.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 15, "{commands:?}");
    for command in commands {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_elenchus"))
            .args([command, "--help"])
            .output()
            .expect("it starts");
        assert!(output.status.success(), "elenchus {command}");
    }
    // Some headlines have no chart.
    let folder = tempfile::tempdir().expect("a folder");
    let charts = COMMANDS.lines().filter(|line| line.starts_with("elenchus headline"));
    let charts: Vec<&str> = charts.filter(|line| line.contains("--svg")).collect();
    assert!(!charts.is_empty(), "the page draws a headline");
    for line in charts {
        let words = line.split('#').next().unwrap_or_default().split_whitespace().skip(1);
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_elenchus"));
        let output = command.args(words).current_dir(folder.path()).output().expect("it starts");
        assert!(output.status.success(), "{line}: {output:?}");
    }
}

/// The README shows the last six lines of a command.
#[test]
fn the_output_in_the_readme_is_what_the_command_prints() {
    let (command, shown) = block(README, "text").split_once('\n').expect("a command, and lines");
    let (command, _) = command.split_once(" | tail -n 6").expect("the last six lines");
    let words: Vec<&str> = command.trim_start_matches("$ ").split_whitespace().skip(1).collect();
    let printed = crate::kit::printed(&words);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(shown.lines().collect::<Vec<_>>(), lines[lines.len() - 6..]);
}

#[test]
fn the_scenarios_of_the_pages_open() {
    for page in [README, FILES] {
        let yaml = block(page, "yaml");
        let scenario = elenchus::scenario::read("page", yaml).unwrap_or_else(|e| panic!("{e}"));
        elenchus::scenario::resume(&scenario).unwrap_or_else(|fault| panic!("{fault:?}"));
    }
    assert!(block(README, "yaml").lines().count() <= 10);
}

/// The command of the README gives Bob's seat to its player, who wins.
#[test]
fn the_player_of_the_readme_wins_its_debate() {
    let Some(()) = crate::outside::python() else { return };
    let player = block(README, "python");
    assert_eq!(player.lines().count(), 6);
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("player.py"), player).expect("a file");
    let seat = "'program:python3 player.py'";
    let command = README.lines().find(|line| line.ends_with(seat)).expect("its command");
    let words = command.trim_end_matches(seat).split_whitespace().skip(1);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_elenchus"))
        .args(words)
        .arg(seat.trim_matches('\''))
        .current_dir(folder.path())
        .output()
        .expect("it starts");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.contains("Bob wins"), "{output:?}");
}

#[test]
fn the_settings_of_the_page_are_accepted() {
    let from = FILES.find("# keys.yaml").expect("there are keys");
    let settings = FILES[from..].split("```").next().expect("a block");
    let (own, colours) = settings.split_once("# theme.yaml").expect("there is a theme");
    keys::read(own).unwrap_or_else(|e| panic!("{e}"));
    theme::read(colours).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn the_constants_that_the_page_checks_prove_what_it_says() {
    let command = COMMANDS.lines().find(|line| line.contains("--check 0")).expect("it is shown");
    let arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
    let found = crate::kit::printed(&arguments);
    let proved = found.rsplit_once("prove is ").expect("the largest d").1;
    let d = proved.split(". ").next().expect("a number");
    assert!(COMMANDS.contains(&format!("the constants above prove d = {d}")), "{found}");
}

#[test]
fn the_page_for_teachers_can_be_read_in_five_minutes() {
    let words = include_str!("../../docs/teach.md").split_whitespace().count();
    assert!(words <= 900, "{words} words");
}
