//! Shared tools of the tests: boards as text, random legal moves, debates to play.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use elenchus::analysis::{Evaluation, Game, Report};
use elenchus::chance::Probability;
use elenchus::debate::{Advance, NodeId, RecordEntry, SeatPlan};
use elenchus::machine::{Bits, Input, Ordinal, Step};
use elenchus::review::{ReviewedMove, points};
use elenchus::rules::argument::{ArgumentChoice, BitRef, Direction, Half, SkippedWriter};
use elenchus::rules::{Actor, Bit, Cost, Domain, Move, Seat, Side, Turn, Verb, Viewer, YesNo};
use elenchus::scenario::library::{self, LibraryEntry};
use elenchus::scenario::{Scenario, open, read};
use elenchus::text::board::{CellMark, CellRole, CellValue, LazyCells, Pane};
use elenchus::text::{ArgumentPrompt, Board, Presentation, Prompt, PromptAction};
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::work::CancelToken;
use rand::{Rng, RngExt};
use tempfile::TempDir;

/// The arguments of a command: a list, or a text in which backquotes join words.
pub trait Arguments {
    fn list(&self) -> Vec<String>;
}

impl Arguments for str {
    fn list(&self) -> Vec<String> {
        let mut quoted = false;
        let apart = |c: char| {
            quoted ^= c == '`';
            !quoted && c.is_whitespace()
        };
        let words = self.split(apart).filter(|word| !word.is_empty());
        words.map(|word| word.replace('`', "")).collect()
    }
}

impl Arguments for String {
    fn list(&self) -> Vec<String> {
        self.as_str().list()
    }
}

impl Arguments for [&str] {
    fn list(&self) -> Vec<String> {
        self.iter().map(|&word| word.to_owned()).collect()
    }
}

impl<const N: usize> Arguments for [&str; N] {
    fn list(&self) -> Vec<String> {
        self[..].list()
    }
}

impl Arguments for Vec<&str> {
    fn list(&self) -> Vec<String> {
        self[..].list()
    }
}

/// The program with these arguments, before it starts.
pub fn command<A: Arguments + ?Sized>(arguments: &A) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_elenchus"));
    command.args(arguments.list());
    command
}

/// The program after it has ended.
pub fn elenchus<A: Arguments + ?Sized>(arguments: &A) -> Output {
    command(arguments).output().expect("it starts")
}

/// The output of a program that must succeed.
pub fn printed<A: Arguments + ?Sized>(arguments: &A) -> String {
    let output = elenchus(arguments);
    assert!(output.status.success(), "{:?}: {output:?}", arguments.list());
    String::from_utf8(output.stdout).expect("text")
}

/// The JSON output of a program that must succeed.
pub fn json<A: Arguments + ?Sized>(arguments: &A) -> serde_json::Value {
    serde_json::from_str(&printed(arguments)).expect("it prints JSON")
}

/// Everything that the program wrote.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

pub fn words(command: &str) -> Vec<&str> {
    command.split_whitespace().collect()
}

/// The error message of a program that refuses its arguments. It ends with 2 and prints nothing.
pub fn refused<A: Arguments + ?Sized>(arguments: &A) -> String {
    let output = elenchus(arguments);
    assert_eq!(output.status.code(), Some(2), "{:?}: {output:?}", arguments.list());
    assert!(output.stdout.is_empty(), "{:?}: {output:?}", arguments.list());
    String::from_utf8(output.stderr).expect("text")
}

pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Writes a file, and returns its path as text.
pub fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("it can be written");
    path.to_str().expect("a name").to_owned()
}

pub fn scenario(text: &str) -> Scenario {
    read("test", text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// The debate of a text.
pub fn debate(text: &str) -> Box<dyn Game> {
    open(&scenario(text)).unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

/// The text of a scenario with this protocol and this machine.
pub fn about(protocol: &str, machine: &str) -> String {
    format!("{{elenchus: 1, title: t, claim: c, protocol: {{{protocol}}}, machine: {{{machine}}}}}")
}

/// The debate of a shipped scenario.
pub fn opened(id: &str) -> Box<dyn Game> {
    open(&named(id)).expect("it opens")
}

/// The smallest screen that Elenchus draws on.
pub const SMALL: (u16, u16) = (80, 24);

/// The shipped debates, read once.
static LIBRARY: LazyLock<Vec<LibraryEntry>> = LazyLock::new(library::shipped);

/// A shipped debate, or a file.
pub fn entry(id: &str) -> LibraryEntry {
    let shipped = LIBRARY.iter().find(|entry| entry.id == id).cloned();
    shipped.unwrap_or_else(|| library::find(id).expect("it is shipped, or a file"))
}

/// The seats of a debate, or the library if no debate is named, after these keys.
pub fn stage(id: &str, size: (u16, u16), keys: &str) -> HeadlessPlayground {
    let mut stage = HeadlessPlayground::new(LIBRARY.clone(), size, None);
    if !id.is_empty() {
        stage.open(&entry(id));
    }
    press(&mut stage, keys);
    stage
}

/// Presses keys, and types the text between `'`. Returns the screen after that.
pub fn press(stage: &mut HeadlessPlayground, keys: &str) -> String {
    for (at, part) in keys.split('\'').enumerate() {
        match at % 2 {
            0 => stage.press(part).expect("keys"),
            _ => stage.type_text(part),
        }
    }
    stage.text()
}

/// Replaces the content of a field with this text, and submits it.
pub fn fill(stage: &mut HeadlessPlayground, text: &str) -> String {
    press(stage, &format!("ctrl-u '{text}' enter"))
}

/// Skips the replay of an ending.
pub fn skip(stage: &mut HeadlessPlayground) {
    while stage.text().contains("What happens now") {
        press(stage, "esc");
    }
}

/// Checks that a screen contains each of these texts.
#[track_caller]
pub fn shows(stage: &HeadlessPlayground, words: &[&str]) {
    let text = stage.text();
    words.iter().for_each(|words| assert!(text.contains(words), "no {words}:\n{text}"));
}

/// Waits until a screen contains one of these texts.
#[track_caller]
pub fn until(stage: &mut HeadlessPlayground, words: &[&str]) {
    let begun = Instant::now();
    while !words.iter().any(|words| stage.text().contains(words)) {
        assert!(begun.elapsed().as_secs() < 60, "none of {words:?}:\n{}", stage.text());
        stage.wait(Duration::from_millis(50));
    }
}

/// Waits until everything in a review is evaluated.
#[track_caller]
pub fn until_evaluated(stage: &mut HeadlessPlayground) {
    while stage.text().contains("evaluating") {
        assert!(stage.wait(Duration::from_secs(60)), "{}", stage.text());
    }
}

/// The number of cells that a test compares of a long board.
const SHOWN: usize = 200;

/// True in the nightly run, which sets `ELENCHUS_NIGHT`.
pub fn at_night() -> bool {
    std::env::var_os("ELENCHUS_NIGHT").is_some()
}

/// One in `n` of the cases in `all`, or every case at night.
pub fn one_in<T>(n: usize, all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    all.into_iter().step_by(if at_night() { 1 } else { n })
}

/// The shipped debates whose machine takes long to build.
const LARGE_MACHINES: [&str; 11] = [
    "million-gates",
    "verifier-read",
    "sha-256",
    "hide-in-sha-256",
    "smuggled-cell",
    "needle",
    "needle-estimates",
    "chain-thousand-steps",
    "seating-plan",
    "one-question",
    "hundred-thousand-steps",
];

/// The shipped debates, by day without those of large machines.
pub fn quick_entries() -> Vec<LibraryEntry> {
    let mut entries = LIBRARY.clone();
    entries.retain(|entry| at_night() || !LARGE_MACHINES.contains(&&*entry.id));
    entries
}

/// The shipped scenarios, by day without those of large machines.
pub fn quick() -> Vec<(String, Scenario)> {
    quick_entries().into_iter().map(scenario_of).collect()
}

/// One in `n` of these scenarios and the first one of each protocol, or all at night.
pub fn sample(n: usize, all: Vec<(String, Scenario)>) -> impl Iterator<Item = (String, Scenario)> {
    let mut met = BTreeSet::new();
    all.into_iter().enumerate().filter_map(move |(at, own)| {
        let is_first = met.insert(own.1.protocol.value.name());
        (is_first || at % n == 0 || at_night()).then_some(own)
    })
}

fn scenario_of(entry: LibraryEntry) -> (String, Scenario) {
    match entry.scenario {
        Ok(scenario) => (entry.id, scenario),
        Err(error) => panic!("a shipped scenario is faulty: {error}"),
    }
}

/// The shipped scenarios. All of them must open.
pub fn shipped() -> Vec<(String, Scenario)> {
    LIBRARY.iter().cloned().map(scenario_of).collect()
}

/// A shipped scenario.
pub fn named(id: &str) -> Scenario {
    entry(id).scenario.expect("it reads")
}

/// Three programs, by their names.
pub fn programs(names: [&str; 3]) -> [SeatPlan; 3] {
    names.map(|name| SeatPlan::Program(name.into()))
}

/// The table of a shipped debate, on a screen of this size.
pub fn table(id: &str, size: (u16, u16)) -> HeadlessPlayground {
    self::stage(id, size, "enter")
}

/// Plays each line `debate | keys | words | keys | words …` at the debate's table. ` & ` separates the texts in
/// `words`. After the keys, the screen contains each of these texts. It does not contain a text that follows `!`.
pub fn at_tables(size: (u16, u16), lines: &str) {
    for line in lines.lines() {
        let mut parts = line.split(" | ");
        let mut stage = table(parts.next().expect("a debate"), size);
        while let Some(keys) = parts.next() {
            match keys {
                "skip" => skip(&mut stage),
                keys => stage.press(keys).expect("keys"),
            }
            let text = stage.text();
            for words in parts.next().into_iter().flat_map(|words| words.split(" & ")) {
                let (shown, words) = words.strip_prefix('!').map_or((true, words), |w| (false, w));
                assert_eq!(text.contains(words), shown, "{line}: {words}\n{text}");
            }
        }
    }
}

/// A scenario's debate with these players: a strategy, or `human`.
pub fn seated(scenario: &Scenario, players: [&str; 3], seed: u64) -> Box<dyn Game> {
    let mut scenario = scenario.clone();
    scenario.seed = Some(seed);
    scenario.moves = None;
    let mut game = open(&scenario).expect("a shipped scenario opens");
    let plans = players.map(|player| match player {
        "human" => SeatPlan::Human,
        name => SeatPlan::Program(name.into()),
    });
    game.set_seats(&plans).expect("the seats have these players");
    game
}

/// Plays on to the next choice of a person, or to the end.
pub fn settle(game: &mut dyn Game) {
    while let Ok(Advance::Moved(_)) = game.advance() {}
}

/// Plays a move of the person whose turn it is, and then all moves that need no person.
pub fn play(game: &mut dyn Game, mv: &str) {
    settle(game);
    let Turn::Ask(seat) = game.position().turn() else { panic!("{mv}: it is over") };
    game.play(seat, mv.parse().expect("a move")).unwrap_or_else(|e| panic!("{mv}: {e}"));
    settle(game);
}

/// The moves of a debate with their values. Each value gets at most `most` units of work.
pub fn valued(game: &dyn Game, most: u64) -> Vec<ReviewedMove> {
    let evaluate = game.evaluator();
    points(game, |node| {
        let value = evaluate(node, &CancelToken::limited(most)).ok()??;
        Some(value.honest)
    })
}

/// The full report of a debate from its start.
pub fn solved(game: &dyn Game) -> Result<Report, String> {
    let mut report = Report::default();
    game.solving()(&mut report, &CancelToken::default()).map_err(|why| why.to_string())?;
    Ok(report)
}

/// The value of a place of a debate. `None` if it cannot be computed.
pub fn evaluated(game: &dyn Game, node: NodeId) -> Option<Evaluation> {
    game.evaluation(node)(&CancelToken::default()).expect("nobody stops it")
}

/// The most expensive mistake of a seat.
pub fn dearest(seat: Seat, points: &[ReviewedMove]) -> Option<&ReviewedMove> {
    let own = |point: &&ReviewedMove| {
        point.played.as_ref().is_some_and(|played| played.actor == Actor::Seat(seat))
    };
    let mistakes = points.iter().filter(own).filter(|point| point.is_mistake());
    mistakes.max_by(|a, b| a.cost.partial_cmp(&b.cost).expect("a cost is a number"))
}

pub fn truth(position: &dyn Presentation) -> Option<bool> {
    position.truth(&CancelToken::default()).expect("nobody stops it")
}

/// Everything that a viewer sees, as text.
pub fn seen(position: &dyn Presentation, eye: Viewer) -> String {
    let mut text = format!("{:?}\n", position.brief(eye));
    text += &board(&position.board(eye));
    for (seat, cost) in Seat::ALL.into_iter().flat_map(|seat| Cost::ALL.map(|cost| (seat, cost))) {
        let ledger = position.ledger();
        let limit = ledger.account(seat).limit(cost);
        let _ = writeln!(text, "{seat} {cost:?} {:?} of {limit:?}", ledger.seen(eye, seat, cost));
    }
    let _ =
        writeln!(text, "{:?}", Seat::each(|seat| position.ledger().account(seat).query_limit()));
    if let Turn::Ask(seat) = position.turn()
        && eye == Viewer::Seat(seat)
    {
        let _ = writeln!(text, "{:?}", position.prompt());
    }
    text
}

/// Everything about a position, as text: the screens of each seat and of the review, the ledger,
/// the turn.
pub fn whole(position: &dyn Presentation) -> String {
    let ledger = position.ledger();
    let accounts = Seat::each(|seat| ledger.account(seat));
    let readings = ledger.readings().list();
    let mut text = format!("{:?}\n{accounts:?}\n{readings:?}\n", position.turn());
    for eye in
        [Viewer::Seat(Seat::Alice), Viewer::Seat(Seat::Bob), Viewer::Seat(Seat::Judge), Viewer::All]
    {
        text += &seen(position, eye);
    }
    text
}

/// A board as text, with its long panes cut.
pub fn board(board: &Board<'_>) -> String {
    let mut text = format!("# {}\n", board.title);
    for pane in &board.panes {
        match pane {
            Pane::Strip(strip) => {
                let _ = writeln!(
                    text,
                    "strip {} {} {:?} {:?}",
                    strip.title, strip.len, strip.focus, strip.marked
                );
                text += &cells(strip.len, &strip.mark);
                for at in (0..strip.len).take(SHOWN) {
                    let _ = writeln!(text, "{:?}", (strip.detail)(at));
                }
            }
            Pane::Table(table) => {
                let _ = writeln!(text, "table {:?} {:?}", table.columns, table.here);
                for at in (0..table.len).take(SHOWN) {
                    let _ = writeln!(text, "{:?} {:?}", (table.row)(at), (table.detail)(at));
                }
            }
            Pane::Tapes(tapes) => {
                for tape in (tapes.tapes)(0..tapes.len.min(SHOWN)) {
                    let _ = writeln!(text, "{tape:?}");
                }
            }
            Pane::Tree(tree) => {
                let _ = writeln!(text, "tree {:?} {:?} {:?}", tree.here, tree.path, tree.below);
                for at in (0..tree.len).take(SHOWN) {
                    let _ = writeln!(text, "{:?} {:?}", (tree.node)(at), (tree.children)(at));
                }
            }
            Pane::Gauge(gauge) => {
                let _ = writeln!(text, "{gauge:?}");
            }
            Pane::Votes(votes) => {
                let _ = writeln!(text, "{votes:?}");
            }
            Pane::Intervals(intervals) => {
                let _ = writeln!(text, "{intervals:?}");
            }
            Pane::Circuit(circuit) => {
                let _ = writeln!(text, "{} {:?} {}", circuit.title, circuit.words, circuit.len);
            }
            Pane::Words(words) => {
                let _ = writeln!(text, "{words:?}");
            }
        }
        // The part of a large board that is drawn.
        for at in [None, Some(0), Some(7)] {
            let _ = writeln!(text, "{:?}", pane.graph(at, 40));
        }
        if let Pane::Table(table) = pane {
            let rows = table.len.min(SHOWN);
            if let Some(rounds) = &table.rounds {
                let _ = writeln!(text, "{} {}", rounds.here, rounds.aborted);
                let _ = writeln!(text, "{:?}", (0..rows).map(&rounds.round).collect::<Vec<_>>());
            }
            if let Some(tapes) = &table.tapes {
                let _ = writeln!(text, "{:?} {:?}", tapes.here, (tapes.tapes)(0..rows));
            }
        }
    }
    text
}

fn cells(len: usize, mark: &LazyCells<'_, CellMark>) -> String {
    (0..len).take(SHOWN).map(|at| cell(&mark(at)) + " ").collect::<String>() + "\n"
}

fn cell(mark: &CellMark) -> String {
    let value = match &mark.value {
        CellValue::Blank => " ",
        CellValue::Unread => "·",
        CellValue::Hidden => "░",
        CellValue::Is(text) => text,
    };
    let read = mark.read.map_or(String::new(), |n| format!(".{n}"));
    let part = match mark.part {
        CellRole::None => "",
        CellRole::Relevant => "‹",
        CellRole::Disputed => "[",
    };
    format!("{part}{value}{read}{:?}", mark.flaw)
}

/// A legal move, drawn at random.
pub fn random_move(prompt: &Prompt, rng: &mut impl Rng) -> Move {
    let offer = &prompt.offers[rng.random_range(0..prompt.offers.len())];
    for _ in 0..200 {
        let mv = draw(offer, rng);
        if offer.domain.admit(&mv).is_ok() {
            return mv;
        }
    }
    panic!("no legal move found for {offer:?}")
}

fn draw(offer: &PromptAction, rng: &mut impl Rng) -> Move {
    let bit = rng.random_bool(0.5);
    let text = match &offer.domain {
        Domain::Nothing => String::new(),
        Domain::Step { most, .. } => rng.random_range(1..=*most).to_string(),
        Domain::Cell { steps, inputs, .. } => {
            let at = rng.random_range(0..steps + inputs);
            match at.checked_sub(*steps) {
                None => BitRef::Step(Step::at(at as usize)).to_string(),
                Some(at) => BitRef::Input(Input::at(at as usize)).to_string(),
            }
        }
        Domain::Bits { len, fixed, .. } => {
            let mut bits: Bits = (0..*len).map(|_| rng.random_bool(0.5)).collect();
            if let Some((at, bit)) = *fixed {
                bits.set(at as usize, bit);
            }
            return Move::Write(bits);
        }
        Domain::Bit => Bit(bit).to_string(),
        Domain::YesNo => YesNo(bit).to_string(),
        Domain::Side => Side::of_claim(bit).to_string(),
        Domain::Count(range) => rng.random_range(range.clone()).to_string(),
        Domain::Probability | Domain::Share => {
            Probability::clamped((rng.random_range(0..100) as f64) / 100.0).to_string()
        }
        Domain::Half => if bit { Half::First } else { Half::Second }.to_string(),
        Domain::Direction => Direction::ALL[rng.random_range(0..3)].to_string(),
        Domain::Place(menu) => rng.random_range(1..=*menu).to_string(),
        Domain::Layout(menu) => {
            let at = rng.random_range(0..menu.len());
            let argument = &menu[at];
            let count = rng.random_range(argument.named.clone()) as usize;
            let mut named: Vec<Ordinal> = (0..argument.of as usize).map(Ordinal::at).collect();
            while named.len() > count {
                named.remove(rng.random_range(0..named.len()));
            }
            ArgumentChoice { argument: Ordinal::at(at), named }.to_string()
        }
        Domain::Wire(wires) => wires[rng.random_range(0..wires.len())].to_string(),
        Domain::Text(_) => match &offer.fill {
            ArgumentPrompt::Text { start, .. } => start.clone().unwrap_or_default(),
            other => panic!("a text to write, but {other:?}"),
        },
        Domain::Skip { most } => {
            let step = rng.random_range(2..=(*most).max(2));
            let writer = rng.random_range(1..step);
            SkippedWriter { step: Step::new(step), writer: Step::new(writer) }.to_string()
        }
    };
    offer.verb.parse_argument(&text).unwrap_or_else(|e| panic!("{offer:?} with {text}: {e}"))
}

/// Plays at random in every human seat until the debate is over.
pub fn play_at_random(game: &mut dyn Game, rng: &mut impl Rng) {
    for _ in 0..100_000 {
        match game.advance().expect("programs play legal moves") {
            Advance::Moved(_) => {}
            Advance::Over(_) => return,
            Advance::Waiting(seat) => {
                let mv = random_move(&game.position().prompt(), rng);
                game.play(seat, mv.clone()).unwrap_or_else(|e| panic!("{mv}: {e}"));
            }
        }
    }
    panic!("a debate went on for 100,000 moves");
}

/// A record as lines.
pub fn lines(record: &[RecordEntry]) -> String {
    record.iter().map(|entry| format!("{entry}\n")).collect()
}

/// One move of each kind, legal or not.
pub fn any_moves() -> Vec<Move> {
    let texts = [
        (Verb::Write, "01"),
        (Verb::Run, ""),
        (Verb::Ask, "4000000000"),
        (Verb::Answer, "yes"),
        (Verb::Point, "4000000000"),
        (Verb::Skipped, "2 written 3"),
        (Verb::Read, "input 4000000000"),
        (Verb::Shows, "1"),
        (Verb::Rule, "bob"),
        (Verb::State, "0.5"),
        (Verb::Share, "1"),
        (Verb::Sample, "18446744073709551615"),
        (Verb::Falls, "count 18446744073709551615"),
        (Verb::Name, "nonsense"),
        (Verb::Tell, "nonsense"),
        (Verb::Reveals, "nonsense"),
        (Verb::Dispute, "first"),
        (Verb::Bit, "0"),
        (Verb::Claim, "no"),
        (Verb::Argue, "4000000000: 1 2"),
        (Verb::Pick, "4000000000"),
        (Verb::Estimate, "0"),
        (Verb::Say, "too-low"),
        (Verb::Decide, "no"),
        (Verb::Wire, "x4000000"),
        (Verb::Twin, "4000000"),
    ];
    texts.iter().map(|(verb, text)| verb.parse_argument(text).expect("it can be written")).collect()
}
