//! What the README says is true now.

use elenchus::tui::keys::{self, Action, KeyScope, Scope as _, Table as _};
use elenchus::tui::theme;

/// The keys that are the same on every screen and in every program are not listed one by one.
fn table() -> String {
    let mut text = String::from("| where | key | what it does |\n|---|---|---|\n");
    for place in KeyScope::ALL {
        for action in Action::ALL.iter().filter(|action| action.scopes().contains(&place)) {
            let keys: Vec<String> =
                action.default_keys().iter().map(|key| format!("`{key}`")).collect();
            let keys = keys.join(" ").replace('|', "\\|");
            text += &format!("| {} | {keys} | {} |\n", place.title(), action.words());
        }
    }
    text
}

#[test]
fn the_key_table_of_the_readme_is_the_programs_own() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let readme = std::fs::read_to_string(path).expect("there is a README");
    let (start, end) = ("<!-- keys -->\n", "<!-- end of keys -->");
    let from = readme.find(start).expect("the table begins") + start.len();
    let to = readme.find(end).expect("the table ends");
    if std::env::var_os("UPDATE_README").is_some() {
        let new = format!("{}{}{}", &readme[..from], table(), &readme[to..]);
        std::fs::write(path, new).expect("it can be written");
    } else {
        assert_eq!(&readme[from..to], table(), "run this test with UPDATE_README=1");
    }
}

#[test]
fn every_command_that_the_readme_shows_exists() {
    let readme = include_str!("../../README.md");
    let shown = readme.lines().filter_map(|line| line.strip_prefix("elenchus "));
    let mut commands: Vec<&str> = shown.filter_map(|line| line.split_whitespace().next()).collect();
    commands.dedup();
    assert!(commands.len() > 5, "{commands:?}");
    for command in commands {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_elenchus"))
            .args([command, "--help"])
            .output()
            .expect("it starts");
        assert!(output.status.success(), "elenchus {command}");
    }
    // Not every headline has a chart.
    let folder = tempfile::tempdir().expect("a folder");
    let charts = readme.lines().filter(|line| line.starts_with("elenchus headline"));
    let charts: Vec<&str> = charts.filter(|line| line.contains("--svg")).collect();
    assert!(!charts.is_empty(), "the readme draws a headline");
    for line in charts {
        let words = line.split('#').next().unwrap_or_default().split_whitespace().skip(1);
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_elenchus"));
        let output = command.args(words).current_dir(folder.path()).output().expect("it starts");
        assert!(output.status.success(), "{line}: {output:?}");
    }
}

#[test]
fn the_scenario_of_the_readme_opens() {
    let readme = include_str!("../../README.md");
    let yaml = readme.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next());
    let yaml = yaml.expect("there is one");
    let scenario = elenchus::scenario::read("README.md", yaml).unwrap_or_else(|e| panic!("{e}"));
    elenchus::scenario::resume(&scenario).unwrap_or_else(|fault| panic!("{fault:?}"));
}

#[test]
fn the_settings_of_the_readme_are_accepted() {
    let readme = include_str!("../../README.md");
    let from = readme.find("# keys.yaml").expect("there are keys");
    let settings = readme[from..].split("```").next().expect("a block");
    let (own, colours) = settings.split_once("# theme.yaml").expect("there is a theme");
    keys::read(own).unwrap_or_else(|e| panic!("{e}"));
    theme::read(colours).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn the_setting_that_the_readme_checks_proves_what_it_says() {
    let readme = include_str!("../../README.md");
    let command = readme.lines().find(|line| line.contains("--check")).expect("it is shown");
    let arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
    let found = crate::kit::printed(&arguments);
    let proved = found.rsplit_once("at least ").expect("the largest d").1;
    let d = proved.split(':').next().expect("a number");
    assert!(readme.contains(&format!("they prove: {d} for those above")), "{found}");
}
