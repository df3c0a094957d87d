//! The playground works on a page in a browser as it does in the program. `bash .ci/page` makes the
//! page, and `ELENCHUS_PAGE` names it here. Without either, these tests are skipped.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use elenchus::scenario::library::{self, LibraryEntry};
use elenchus::scenario::{Scenario, archive, read, write};
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::tui::screen::START_HERE;
use elenchus_page::PageCourse;
use serde_json::json;

use super::browser::{ARROW_LEFT, Browser, DESK, ENTER, PHONE};
use super::course_keys::CHOICES;
use super::kit::{about, entry, folder};

/// The largest number of choices in a debate. Longer ones are left to other debates of their protocol.
const MOST: usize = 40;

/// A place that no debate has. The page then opens the library, also at the first start.
const NOWHERE: &str = "no-such-debate";

/// The path of the page. `None` if there is none, and the test prints that.
fn page() -> Option<PathBuf> {
    let named = std::env::var_os("ELENCHUS_PAGE").map(PathBuf::from);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join(named.unwrap_or_else(|| "target/page/elenchus.html".into()));
    if !path.exists() {
        eprintln!("skipped: `bash .ci/page` has not made {}", path.display());
        return None;
    }
    Some(path)
}

/// Opens the page and waits until it is ready. `place` is the part after `#`.
fn open(browser: &Browser, page: &Path, place: &str) {
    // Two addresses with different parts after `#` are the same page.
    browser.open("about:blank");
    browser.open(&format!("file://{}#{place}", page.display()));
    wait(browser);
}

/// The idle page in a browser of this size at this place. `None` if the page or the browser is
/// missing.
fn opened(window: (u32, u32), place: &str) -> Option<(Browser, PathBuf)> {
    let page = page()?;
    let browser = Browser::start(window)?;
    open(&browser, &page, place);
    Some((browser, page))
}

/// The median, and the 99th percentile.
fn percentiles(mut times: Vec<f64>) -> [f64; 2] {
    times.sort_by(f64::total_cmp);
    [0.5, 0.99].map(|part| times[((times.len() - 1) as f64 * part) as usize])
}

fn wait(browser: &Browser) {
    let idle = || browser.script("return window.elenchus?.idle() ?? false").as_bool() == Some(true);
    let came = browser.until(|| idle().then_some(()));
    assert!(came.is_some(), "the page does not come to rest:\n{}", browser.source().len());
}

/// Presses keys one by one, each after the page has shown the result of the last.
fn press(browser: &Browser, keys: &str) {
    let keys: Vec<&str> = keys.split_whitespace().collect();
    let body = format!(
        "const rest = async () => {{ do await new Promise((done) => setTimeout(done, 2)); \
         while (!elenchus.idle()); }}; \
         return (async () => {{ for (const key of {}) {{ elenchus.press(key); await rest(); }} }})()",
        json!(keys)
    );
    browser.script(&body);
    wait(browser);
}

fn text(browser: &Browser) -> String {
    browser.script("return elenchus.text()").as_str().expect("text").to_owned()
}

/// The stored data of the browser: names and texts of files.
fn kept(browser: &Browser) -> Vec<(String, String)> {
    let files = browser.script(
        "return new Promise((done) => { const asked = indexedDB.open('elenchus'); \
         asked.onsuccess = () => { const files = asked.result.transaction('files').objectStore('files'); \
         const names = files.getAllKeys(); const texts = files.getAll(); \
         texts.onsuccess = () => done(names.result.map((name, i) => [name, texts.result[i]])); }; })",
    );
    serde_json::from_value(files).expect("pairs of texts")
}

fn size(browser: &Browser) -> (u16, u16) {
    serde_json::from_value(browser.script("return elenchus.size()")).expect("columns and rows")
}

/// Plays a debate in the program by keys alone to its end. Returns the keys and the saved record.
/// `None` if it has too many choices.
fn played(entry: &LibraryEntry, size: (u16, u16)) -> Option<(String, Scenario)> {
    let data = folder();
    let mut stage = HeadlessPlayground::new(library::shipped(), size, Some(data.path().to_owned()));
    stage.play(entry);
    let mut keys = String::new();
    for _ in 0..MOST {
        if !stage.text().contains("your turn") {
            break;
        }
        let before = stage.node();
        CHOICES.iter().find(|choice| {
            stage.press(choice).expect("keys");
            keys += " ";
            keys += choice;
            stage.node() != before
        })?;
    }
    let mut kept = archive::list(&archive::folder(data.path())).into_iter();
    Some((keys, kept.next()?.record.expect("it reads")))
}

fn moves(record: &Scenario) -> Vec<String> {
    let moves = record.moves.as_deref().unwrap_or_default();
    moves.iter().map(|line| line.value.0.to_string()).collect()
}

#[test]
#[ignore = "needs the page, and takes minutes: .ci/nightly runs it"]
fn a_debate_of_every_protocol_is_played_on_the_page_and_its_record_is_the_programs() {
    let begun = Instant::now();
    let Some((browser, page)) = opened(DESK, NOWHERE) else { return };
    eprintln!("opened and at rest after {:?}", begun.elapsed());
    eprintln!("first frame: {} ms", browser.script("return Math.round(elenchus.times.first)"));
    let size = size(&browser);
    let protocol = |entry: &LibraryEntry| {
        entry.scenario.as_ref().map(|s| s.protocol.value.name()).expect("a shipped debate reads")
    };
    let all: BTreeSet<&str> = library::shipped().iter().map(protocol).collect();
    let (mut done, mut times) = (BTreeSet::new(), Vec::new());
    for entry in library::shipped() {
        let long = ["chain-thousand-steps", "million-gates", "needle", "smuggled-cell"];
        if done.contains(protocol(&entry)) || long.contains(&&*entry.id) {
            continue;
        }
        let Some((keys, own)) = played(&entry, size) else { continue };
        open(&browser, &page, &entry.id);
        press(&browser, &keys);
        let name = format!("elenchus/archive/{}-", entry.id);
        let file = kept(&browser).into_iter().find(|(file, _)| file.starts_with(&name));
        let (file, record) = file.unwrap_or_else(|| panic!("{name}: {}", text(&browser)));
        let record = read(&file, &record).expect("the page's record reads");
        let goal = |record: &Scenario| record.attempt.as_ref().and_then(|attempt| attempt.goal);
        assert_eq!(moves(&record), moves(&own), "{}", entry.id);
        assert_eq!((record.seed, &record.seats), (own.seed, &own.seats), "{}", entry.id);
        assert_eq!(goal(&record), goal(&own), "{}", entry.id);
        let list = browser.script("return elenchus.times.list");
        times.extend(serde_json::from_value::<Vec<f64>>(list).expect("milliseconds"));
        done.insert(protocol(&entry));
    }
    assert_eq!(done, all, "protocols that were played to their end");
    let count = times.len();
    let [median, most] = percentiles(times);
    eprintln!("{count} keys to their frames: median {median:.1} ms, 99 of 100 within {most:.1} ms");
    // The page requests its own files, and nothing from other machines.
    let asked = browser.requests();
    assert!(asked.iter().any(|url| url.ends_with("elenchus.html")), "{asked:?}");
    let own = ["file:", "blob:", "data:", "about:", "chrome:"];
    let foreign = |url: &&String| !own.iter().any(|scheme| url.starts_with(scheme));
    assert_eq!(asked.iter().filter(foreign).collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
#[ignore = "needs the page: .ci/nightly runs it"]
fn a_tab_that_is_killed_loses_nothing_and_the_debate_is_offered_again() {
    let Some((browser, page)) = opened(DESK, "contract-comma") else { return };
    press(&browser, "tab space");
    let journal = |browser: &Browser| {
        let files = kept(browser).into_iter();
        files.filter(|(name, _)| name.starts_with("elenchus/journals/")).collect::<Vec<_>>()
    };
    let before = journal(&browser);
    assert_eq!(before.len(), 1, "{}", text(&browser));
    browser.crash();
    open(&browser, &page, NOWHERE);
    assert!(text(&browser).contains("GO ON"), "{}", text(&browser));
    assert_eq!(journal(&browser), before);
    press(&browser, "r");
    assert!(text(&browser).contains("comma"), "{}", text(&browser));
}

#[test]
#[ignore = "needs the page: .ci/nightly runs it"]
fn a_position_that_is_saved_opens_as_a_file_and_as_a_link_and_a_broken_link_says_so() {
    let Some((browser, page)) = opened(DESK, "find-the-lie") else { return };
    press(&browser, ": s a v e enter enter");
    let saved = browser.script("return elenchus.saved");
    let (name, text_saved) = (saved[0][0].as_str(), saved[0][1].as_str());
    let record = read(name.expect("a name"), text_saved.expect("a text")).expect("it reads");
    assert_eq!(&*record.title, "Find the lie");
    let link = browser.until(|| {
        let link = browser.script("return elenchus.link");
        link.as_str().map(str::to_owned)
    });
    let link = link.expect("a link");
    let (_, code) = link.split_once('#').expect("a place");
    open(&browser, &page, code);
    assert!(text(&browser).contains("Find the lie"), "{}", text(&browser));
    for broken in [&code[..code.len() / 2], "AAAA", "no-such-debate", "%25"] {
        open(&browser, &page, broken);
        let shown = text(&browser);
        assert!(
            shown.contains("not whole") || shown.contains("no such") || shown.contains("link.yaml"),
            "{broken}: {shown}"
        );
        assert!(shown.contains("Elenchus"), "the library is open: {shown}");
    }
}

#[test]
#[ignore = "needs the page: .ci/nightly runs it"]
fn the_page_reports_forbidden_storage_and_plays_without() {
    let Some(page) = page() else { return };
    let Some(browser) = Browser::start(DESK) else { return };
    // Like a browser in which the person has forbidden storage.
    let forbidden = folder();
    let html = std::fs::read_to_string(&page).expect("the page");
    let refuse = "<head><script>Object.defineProperty(window, 'indexedDB', \
                  { get() { throw new DOMException('no', 'SecurityError') } })</script>";
    let path = forbidden.path().join("forbidden.html");
    std::fs::write(&path, html.replacen("<head>", refuse, 1)).expect("it can be written");
    open(&browser, &path, "");
    browser.wait_for_text("#told", "keeps nothing here");
    press(&browser, "3 enter enter");
    assert!(text(&browser).contains("Bob won"), "{}", text(&browser));
}

#[test]
#[ignore = "needs the page: .ci/nightly runs it"]
fn wide_letters_keep_their_columns_and_a_small_window_shows_the_whole_screen() {
    for window in [DESK, (768, 1024)] {
        let Some((browser, _)) = opened(window, "") else { return };
        let (columns, rows) = size(&browser);
        assert!(columns >= 80 && rows >= 24, "{columns}×{rows}");
        // A filter with letters of two columns. No font has one of them that wide.
        press(&browser, "q /");
        browser.script("elenchus.tell({ paste: '契約 🚗 ẅx' }); return 0");
        wait(&browser);
        let shown = browser.until(|| text(&browser).contains("契約").then_some(()));
        assert!(shown.is_some(), "{}", text(&browser));
        let off = browser.script(
            "const cell = document.querySelector('.row').getBoundingClientRect().width / elenchus.size()[0]; \
             const off = (x) => Math.abs(x / cell - Math.round(x / cell)); \
             return [...document.querySelectorAll('.row')].flatMap((row) => [...row.children].map((run) => \
             [off(run.getBoundingClientRect().left - row.getBoundingClientRect().left), run.textContent, \
             run.getBoundingClientRect().width / cell]))",
        );
        let runs: Vec<(f64, String, f64)> = serde_json::from_value(off).expect("runs");
        assert!(runs.len() > 24 && runs.iter().all(|(off, _, _)| *off < 0.02), "{runs:?}");
        let wide = runs.iter().filter(|(_, text, _)| ["契", "約", "🚗"].contains(&&**text));
        assert_eq!(wide.map(|run| run.2.round()).collect::<Vec<f64>>(), [2.0; 3]);
    }
}

#[test]
#[ignore = "needs the page: .ci/nightly runs it"]
fn a_phone_is_shown_headings_lines_and_buttons_and_plays_by_them() {
    let Some((browser, _)) = opened(PHONE, "contract-comma") else { return };
    assert!(browser.find("#face").is_shown() && !browser.find("#screen").is_shown());
    browser.wait_for_text("#face h1", "The contract's comma");
    browser.wait_for_text("#face h2", "Your ruling");
    let wide = browser.script("return document.documentElement.scrollWidth").as_u64();
    assert!(wide <= Some(360), "{wide:?}");
    // A screen reader gets headings with their ranks and buttons with their names.
    let told = browser.accessibility();
    let named =
        |role: &str, part: &str| told.iter().any(|(own, name)| own == role && name.contains(part));
    assert!(named("heading", "The contract's comma") && named("heading", "Alice's transcript"));
    assert!(named("heading", "Your ruling") && named("button", "hint") && named("button", "help"));
    assert!(named("button", "Yes") && named("button", "No"));
    assert!(!told.iter().any(|(role, name)| role == "button" && name.is_empty()), "{told:?}");
    let before = browser.find("#face h1").text();
    for button in [".choices button", ".bar button[data-key='enter']"] {
        browser.find(&format!("#face {button}")).click();
        wait(&browser);
    }
    assert!(browser.until(|| (browser.find("#face h1").text() != before).then_some(())).is_some());
    if let Some(folder) = std::env::var_os("PICTURES") {
        browser.picture(&Path::new(&folder).join("phone.png"));
    }
}

#[test]
#[ignore = "needs the page: .ci/nightly runs it"]
fn on_a_phone_the_question_comes_first_and_buttons_and_letters_are_large_enough() {
    let Some((browser, page)) = opened(PHONE, START_HERE[0]) else { return };
    for id in START_HERE {
        if id != START_HERE[0] {
            open(&browser, &page, id);
        }
        let shown = browser.until(|| browser.all("#face .asks").into_iter().next());
        assert!(shown.is_some(), "{id}: {}", browser.find("#face").text());
        let first = browser.script("return document.querySelector('#face .card').className");
        assert!(first.as_str().is_some_and(|name| name.contains("asks")), "{id}: {first}");
        let small = browser.script(
            "return [...document.querySelectorAll('#text button')].filter((one) => { \
             const { width, height } = one.getBoundingClientRect(); return width < 44 || height < 44; }) \
             .map((one) => one.textContent)",
        );
        assert_eq!(small, json!([]), "{id}: buttons that are too small for a finger");
        let letters = browser.script(
            "return Math.min(...[...document.querySelectorAll('#face pre')] \
             .map((one) => parseFloat(getComputedStyle(one).fontSize)))",
        );
        assert!(letters.as_f64() >= Some(14.0), "{id}: {letters}");
        let wide = browser.script("return document.getElementById('text').scrollWidth");
        assert!(wide.as_u64() <= Some(360), "{id}: {wide}");
    }
}

#[test]
#[ignore = "needs the page: .ci/nightly runs it"]
fn a_narrow_window_shows_text_and_a_wide_one_characters() {
    let Some((browser, _)) = opened(DESK, "contract-comma") else { return };
    assert!(browser.find("#screen").is_shown() && !browser.find("#text").is_shown());
    browser.resize((520, 900));
    browser.wait_for_text("#face h2", "Your ruling");
    assert!(!browser.find("#screen").is_shown());
    // Somebody who wants characters there gets them, and only there.
    browser.find("#turner").click();
    let cells = || browser.find("#screen").is_shown().then_some(());
    assert!(browser.until(cells).is_some());
    browser.resize(DESK);
    wait(&browser);
    browser.find("#turner").click();
    browser.wait_for_text("#face h2", "Your ruling");
    browser.resize((520, 900));
    assert!(browser.until(cells).is_some());
}

#[test]
#[ignore = "needs the page: .ci/nightly runs it"]
fn a_screen_reader_is_told_what_changed_and_keeps_its_place() {
    let Some((browser, _)) = opened(PHONE, "find-the-lie") else { return };
    browser.wait_for_text("#face h2", "Your move");
    let said =
        || browser.script("return document.querySelector('[role=status].unseen').textContent");
    let active = || {
        browser
            .script("return document.activeElement.dataset.key ?? document.activeElement.tagName")
    };
    std::thread::sleep(std::time::Duration::from_millis(1100));
    browser.script("document.querySelector('#face button[data-key=down]').focus(); return 0");
    browser.press(ENTER);
    wait(&browser);
    let moved = said();
    assert!(moved.as_str().is_some_and(|said| said.contains("2^10 = 1,024?")), "{moved}");
    assert!(moved.as_str().is_some_and(|said| !said.contains("Alice claims")), "{moved}");
    assert_eq!(active(), "down", "the button keeps the focus");
    browser.script("document.querySelector('#face button[data-key=enter]').focus(); return 0");
    browser.press(ENTER);
    browser.wait_for_text("#face h2", "Why");
    assert_eq!(active(), "H1", "a new screen begins at its title");
    assert!(said().as_str().is_some_and(|said| said.contains("Find the lie")), "{}", said());
}

#[test]
#[ignore = "needs the page: .ci/nightly runs it"]
fn the_bar_of_keys_follows_the_theme_and_stays_away_where_there_is_a_keyboard() {
    let Some((browser, _)) = opened((1000, 700), "find-the-lie") else { return };
    let paper = || {
        browser.script(
            "return ['#keys', 'body'].map((css) => getComputedStyle(document.querySelector(css)).backgroundColor)",
        )
    };
    let shown = || browser.all("#keys button").iter().filter(|one| one.is_shown()).count();
    let (before, first) = (shown(), paper());
    press(&browser, "f9");
    let second = paper();
    assert_eq!((&first[0], &second[0]), (&first[1], &second[1]), "bar and page");
    assert_ne!(first, second);
    browser.press(ARROW_LEFT);
    wait(&browser);
    assert_eq!(shown(), 1, "a key hides the others of {before}");
    assert!(browser.find("#turner").is_shown());
}

/// Seats, table, hints, an undone choice and a new one, variations, the end, its review with honest
/// play beside it, and the lab.
const TOURS: [(&str, &str); 2] = [
    ("contract-comma", "i|i|1 enter|u|n|enter|enter|enter|r|left left|b|esc|H|esc|q"),
    // Esc skips the frames of the ending.
    ("find-the-lie", "right|right|i|u|enter esc ctrl-l|v|q|L|down|esc"),
];

#[test]
#[ignore = "needs the page: .ci/nightly runs it"]
fn seats_hints_undo_lines_review_and_lab_look_as_in_the_program() {
    for (id, keys) in TOURS {
        // What was played before would change the ways to go on.
        let Some((browser, page)) = opened(DESK, NOWHERE) else { return };
        open(&browser, &page, id);
        // A page has no disk to keep moves on.
        let told = |text: &str| -> Vec<String> {
            let line = |line: &str| line.replace(" on disk.", ".").trim_end().to_owned();
            text.lines().map(line).collect()
        };
        let data = folder();
        let data = Some(data.path().to_owned());
        let mut stage = HeadlessPlayground::new(library::shipped(), size(&browser), data);
        stage.play(&entry(id));
        for (at, keys) in keys.split('|').enumerate() {
            press(&browser, keys);
            stage.press(keys).expect("keys");
            let own = told(&text(&browser));
            // The program works beside its screen.
            let begun = Instant::now();
            while told(&stage.text()) != own && begun.elapsed().as_secs() < 10 {
                stage.wait(std::time::Duration::from_millis(20));
            }
            let theirs = told(&stage.text());
            let pairs = own.iter().zip(&theirs);
            let differ: Vec<_> = pairs.filter(|(own, theirs)| own != theirs).collect();
            assert!(own == theirs, "{id}, after {keys} ({at}): {differ:#?}");
        }
    }
}

#[test]
#[ignore = "needs the page: .ci/nightly runs it"]
fn a_page_made_for_a_debate_opens_it_and_one_made_for_a_course_shows_that_course_alone() {
    let Some(page) = page() else { return };
    let Some(browser) = Browser::start(DESK) else { return };
    let html = std::fs::read_to_string(&page).expect("the page");
    let room = folder();
    let made = |name: &str, course: &PageCourse| {
        let path = room.path().join(name);
        let json = serde_json::to_string(course).expect("JSON").replace('<', "\\u003c");
        let place = r#"id="course">"#;
        let html = html.replacen(&format!("{place}null"), &format!("{place}{json}"), 1);
        std::fs::write(&path, html).expect("it can be written");
        path
    };
    let of = |id: &str| {
        let scenario = library::find(id).and_then(|entry| entry.scenario).expect("it reads");
        (format!("{id}.yaml"), write(&scenario).expect("it can be written"))
    };
    let one =
        PageCourse { title: "The comma".into(), debates: vec![of("contract-comma")], opens: true };
    open(&browser, &made("one.html", &one), "");
    assert!(text(&browser).contains("The contract's comma"), "{}", text(&browser));
    let two = ["contract-comma", "find-the-lie"].map(of).into();
    let two = PageCourse { title: "Two of them".into(), debates: two, opens: false };
    open(&browser, &made("two.html", &two), "");
    press(&browser, "q");
    let shown = text(&browser);
    assert!(shown.contains("The contract's comma") && shown.contains("Find the lie"), "{shown}");
    assert!(!shown.contains("Read almost nothing"), "{shown}");
    assert_eq!(browser.script("return document.title"), "Two of them – Elenchus");
}

#[test]
#[ignore = "needs the page: .ci/nightly runs it"]
fn the_page_reports_full_storage_and_plays_on() {
    let Some((browser, _)) = opened(DESK, "contract-comma") else { return };
    browser.script(
        "IDBObjectStore.prototype.put = () => { throw new DOMException('no', 'QuotaExceededError') }; \
         return 0",
    );
    press(&browser, ": s a v e enter enter");
    assert_eq!(browser.script("return elenchus.saved.length"), 1, "{}", text(&browser));
    press(&browser, "y enter");
    browser.wait_for_text("#told", "nothing is kept from here on (QuotaExceededError)");
    let shown = text(&browser);
    assert!(shown.contains("Alice won"), "the move was made: {shown}");
}

/// Drops a file on the page.
fn drop_file(browser: &Browser, name: &str, text: &str) {
    browser.script(&format!(
        "const dropped = new DataTransfer(); dropped.items.add(new File([{}], {})); \
         dispatchEvent(new DragEvent('drop', {{ dataTransfer: dropped, cancelable: true }})); return 0",
        json!(text),
        json!(name)
    ));
}

#[test]
#[ignore = "needs the page: .ci/nightly runs it"]
fn a_dropped_file_opens_and_one_that_does_not_read_says_its_line() {
    let Some((browser, _)) = opened(DESK, "") else { return };
    press(&browser, "q");
    let scenario = library::find("contract-comma").and_then(|entry| entry.scenario);
    let own = write(&scenario.expect("it reads")).expect("it can be written");
    let shows = |part: &str| browser.until(|| text(&browser).contains(part).then_some(()));
    drop_file(&browser, "mine.yaml", &own.replacen("claim: ", "clam: ", 1));
    assert!(shows("mine.yaml").is_some() && shows("clam").is_some(), "{}", text(&browser));
    drop_file(&browser, "mine.yaml", &own.replace("The contract's comma", "The comma of mine"));
    assert!(shows("The comma of mine").is_some(), "{}", text(&browser));
}

#[test]
#[ignore = "needs the page: .ci/nightly runs it"]
fn a_finger_taps_a_button_and_a_line_and_moves_the_screen() {
    let Some((browser, _)) = opened(PHONE, "") else { return };
    // As cells, in the library: a tap marks another debate, and an upward swipe moves down the
    // list.
    browser.tap("#turner", (0, 0));
    let cells = browser.until(|| browser.find("#screen").is_shown().then_some(()));
    assert!(cells.is_some());
    press(&browser, "q");
    let before = text(&browser);
    browser.swipe((180, 300), (180, 100));
    let moved = browser.until(|| (text(&browser) != before).then_some(()));
    assert!(moved.is_some(), "{before}");
    let enter = "#keys button[aria-label='enter']";
    let before = text(&browser);
    browser.tap(enter, (0, 0));
    assert!(browser.until(|| (text(&browser) != before).then_some(())).is_some(), "{before}");
}

#[test]
#[ignore = "needs the page: .ci/nightly runs it"]
fn work_that_is_too_long_for_a_page_says_so_and_the_keys_go_on() {
    let Some((browser, _)) = opened(DESK, "") else { return };
    // A run of many debates of a hundred thousand moves.
    press(&browser, "q");
    let walk = about(
        "circuit-walk: {}",
        "shift-register: {steps: 262144, taps: [3, 20], start: '10000000000000000000'}",
    );
    drop_file(&browser, "walk.yaml", &walk);
    let shows = |part: &str| browser.until(|| text(&browser).contains(part).then_some(()));
    assert!(shows("circuit").is_some(), "{}", text(&browser));
    press(&browser, "L");
    assert!(shows("Lab ·").is_some(), "{}", text(&browser));
    browser.script("elenchus.press('enter'); return 0");
    let said = "takes too long for a page";
    let told = browser.until(|| text(&browser).contains(said).then_some(()));
    assert!(told.is_some(), "{}", text(&browser));
    wait(&browser);
    press(&browser, "f10");
    assert!(!text(&browser).contains("Lab ·"), "{}", text(&browser));
}

/// Keys that change nothing, at the first question of a debate.
const LOOKING: &str =
    "right down up left tab right down up left pagedown end home tab v v ? esc right left";

#[test]
#[ignore = "needs the page, and takes minutes: .ci/nightly runs it"]
fn every_shipped_debate_opens_on_the_page() {
    let Some((browser, page)) = opened(DESK, "") else { return };
    let (mut times, mut slow) = (Vec::new(), Vec::new());
    for entry in library::shipped() {
        let title = entry.scenario.as_ref().expect("a shipped debate reads").title.to_string();
        open(&browser, &page, &entry.id);
        press(&browser, "enter");
        let shown = browser.until(|| text(&browser).contains(&title).then_some(()));
        assert!(shown.is_some(), "{title}: {}", text(&browser));
        browser.script("elenchus.times.list.length = 0; return 0");
        press(&browser, LOOKING);
        let list = browser.script("return elenchus.times.list");
        let own: Vec<f64> = serde_json::from_value(list).expect("milliseconds");
        slow.push((percentiles(own.clone())[0], entry.id.clone()));
        times.extend(own);
    }
    slow.sort_by(|a, b| b.0.total_cmp(&a.0));
    let [median, most] = percentiles(times);
    eprintln!("{} debates: median {median:.1} ms, 99 of 100 within {most:.1} ms", slow.len());
    eprintln!("slowest at the median: {:?}", &slow[..3]);
}
