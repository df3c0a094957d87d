//! A real browser, driven as a person drives it: Chromium through chromedriver. They speak
//! WebDriver (<https://www.w3.org/TR/webdriver2/>), plain HTTP with JSON.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The longest time that a page may take to show an expected text.
const PATIENCE: Duration = Duration::from_secs(20);

/// The key of an element in WebDriver's JSON.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Switches that keep the browser quiet and offline.
const QUIET: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// Width and height of the test windows in CSS pixels.
pub const DESK: (u32, u32) = (1280, 900);
/// A small phone in portrait orientation.
pub const PHONE: (u32, u32) = (360, 640);

/// The left arrow key in WebDriver's notation.
pub const ENTER: &str = "\u{E007}";
pub const ARROW_LEFT: &str = "\u{E012}";

/// One browser with a separate profile. It shares nothing with another browser.
pub struct Browser {
    driver: Child,
    agent: ureq::Agent,
    session: String,
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser with a window of this size. At a phone's size it acts as a phone with
    /// touch. `None` if no browser is installed. Then it prints that, and the test is skipped.
    pub fn start(size: (u32, u32)) -> Option<Self> {
        let driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut driver = match driver {
            Ok(driver) => driver,
            Err(e) => {
                eprintln!("skipped: no browser is installed (chromedriver: {e})");
                return None;
            }
        };
        let port = port(&mut driver);
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        let agent = ureq::Agent::new_with_config(config.proxy(None).build());
        let profile = tempfile::tempdir().expect("a folder");
        let mut switches: Vec<String> = QUIET.map(str::to_owned).into();
        switches.push(format!("--user-data-dir={}", profile.path().display()));
        switches.push(format!("--window-size={},{}", size.0, size.1));
        let mut options = json!({ "args": switches });
        if size == PHONE {
            let metrics = json!({ "width": size.0, "height": size.1, "pixelRatio": 1.0 });
            options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        let log = json!({ "performance": "ALL" });
        let wanted = json!({ "goog:chromeOptions": options, "goog:loggingPrefs": log });
        let root = format!("http://127.0.0.1:{port}/session");
        let mut browser = Self { driver, agent, session: root, _profile: profile };
        let begun = browser.post("", &json!({ "capabilities": { "alwaysMatch": wanted } }));
        let begun = begun.unwrap_or_else(|e| panic!("the browser does not start: {e}"));
        browser.session += "/";
        browser.session += begun["sessionId"].as_str().expect("a session has an id");
        Some(browser)
    }

    /// Opens an address.
    pub fn open(&self, address: &str) {
        self.post("/url", &json!({ "url": address })).expect("the page opens");
    }

    /// Opens a file.
    pub fn open_file(&self, path: &Path) {
        self.open(&format!("file://{}", path.display()));
    }

    /// The first element of a CSS selector. Waits until there is one.
    pub fn find(&self, css: &str) -> Element<'_> {
        let found = self.until(|| self.all(css).into_iter().next());
        found.unwrap_or_else(|| panic!("nothing is `{css}` on {}", self.source()))
    }

    /// Every element of a CSS selector at this moment.
    pub fn all(&self, css: &str) -> Vec<Element<'_>> {
        let query = json!({ "using": "css selector", "value": css });
        let found = self.post("/elements", &query).expect("a selector");
        let ids = found.as_array().expect("a list").iter();
        ids.map(|one| Element { browser: self, id: one[ELEMENT].as_str().expect("an id").into() })
            .collect()
    }

    /// Waits until an element's text contains this. Fails if that does not happen.
    pub fn wait_for_text(&self, css: &str, part: &str) {
        let shown = || self.all(css).iter().any(|one| one.text().contains(part));
        let came = self.until(|| shown().then_some(()));
        assert!(came.is_some(), "`{part}` does not come in `{css}`: {}", self.source());
    }

    /// Runs a script, the body of a function, and returns its result.
    pub fn script(&self, body: &str) -> Value {
        let call = json!({ "script": body, "args": [] });
        self.post("/execute/sync", &call).unwrap_or_else(|e| panic!("{body}: {e}"))
    }

    /// Types keys into the element with the focus.
    pub fn press(&self, keys: &str) {
        let strokes: Vec<Value> = keys
            .chars()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key })))
            .collect();
        let hands = json!([{ "type": "key", "id": "keyboard", "actions": strokes }]);
        self.post("/actions", &json!({ "actions": hands })).expect("keys");
    }

    /// Taps with a finger near the first element of this selector, at this distance from its
    /// middle.
    pub fn tap(&self, css: &str, (x, y): (i32, i32)) {
        let element = json!({ ELEMENT: self.find(css).id });
        let place =
            json!({ "type": "pointerMove", "duration": 0, "origin": element, "x": x, "y": y });
        self.touch(&[place, json!({ "type": "pointerDown" }), json!({ "type": "pointerUp" })]);
    }

    /// Moves a finger over the window from one place to another.
    pub fn swipe(&self, from: (i32, i32), to: (i32, i32)) {
        let at = |(x, y), duration: u32| json!({ "type": "pointerMove", "duration": duration, "origin": "viewport", "x": x, "y": y });
        let (down, up) = (json!({ "type": "pointerDown" }), json!({ "type": "pointerUp" }));
        self.touch(&[at(from, 0), down, at(to, 200), up]);
    }

    fn touch(&self, strokes: &[Value]) {
        let kind = json!({ "pointerType": "touch" });
        let finger =
            json!({ "type": "pointer", "id": "finger", "parameters": kind, "actions": strokes });
        self.post("/actions", &json!({ "actions": [finger] })).expect("a finger");
    }

    /// Every address that the page requested since the last call.
    pub fn requests(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({ "type": "performance" })).expect("a log");
        let entries = log.as_array().expect("a list").iter();
        let messages = entries
            .filter_map(|entry| serde_json::from_str::<Value>(entry["message"].as_str()?).ok());
        let asked = messages.filter(|m| m["message"]["method"] == "Network.requestWillBeSent");
        // Some messages contain the request themselves.
        let short = |url: &str| url.chars().take(100).collect();
        let url = |m: Value| m["message"]["params"]["request"]["url"].as_str().map(short);
        asked.filter_map(url).collect()
    }

    /// The page as a screen reader gets it: the role and the name of every element.
    pub fn accessibility(&self) -> Vec<(String, String)> {
        let ask = json!({ "cmd": "Accessibility.getFullAXTree", "params": {} });
        let tree = self.post("/goog/cdp/execute", &ask).expect("a tree");
        let nodes = tree["nodes"].as_array().expect("a list").iter();
        let seen = nodes.filter(|node| node["ignored"] != true);
        let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
        seen.map(|node| (text(&node["role"]), text(&node["name"]))).collect()
    }

    /// Changes the size of the window.
    pub fn resize(&self, (width, height): (u32, u32)) {
        let size = json!({ "width": width, "height": height });
        self.post("/window/rect", &size).expect("another size");
    }

    /// Crashes the page, as a fault of the browser does, and continues in an empty window.
    pub fn crash(&self) {
        let next = self.post("/window/new", &json!({ "type": "tab" })).expect("a window");
        // A window that has crashed does not answer.
        let _ = self.post("/url", &json!({ "url": "chrome://crash" }));
        self.post("/window", &json!({ "handle": next["handle"] })).expect("the other window");
    }

    /// The HTML of the page at this moment.
    pub fn source(&self) -> String {
        let source = self.get("/source").expect("a page");
        source.as_str().expect("text").to_owned()
    }

    /// Saves a picture of the window, as PNG.
    pub fn picture(&self, path: &Path) {
        let png = self.get("/screenshot").expect("a picture");
        let png = BASE64_STANDARD.decode(png.as_str().expect("text")).expect("base 64");
        std::fs::write(path, png).expect("it can be written");
    }

    /// The first result within the time limit of pages.
    pub fn until<T>(&self, mut look: impl FnMut() -> Option<T>) -> Option<T> {
        let end = Instant::now() + PATIENCE;
        loop {
            match look() {
                None if Instant::now() < end => std::thread::sleep(Duration::from_millis(30)),
                found => return found,
            }
        }
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value, String> {
        let sent = self.agent.post(format!("{}{path}", self.session)).send_json(body);
        answer(sent)
    }

    fn get(&self, path: &str) -> Result<Value, String> {
        answer(self.agent.get(format!("{}{path}", self.session)).call())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // If the session ends, so does the browser. The driver alone would leave it running.
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

pub struct Element<'a> {
    browser: &'a Browser,
    id: String,
}

impl Element<'_> {
    /// Clicks or touches the element at its visible place. Fails if another element covers it.
    pub fn click(&self) {
        self.post("click", &json!({})).expect("it can be clicked");
    }

    /// Types into the element.
    pub fn type_keys(&self, keys: &str) {
        self.post("value", &json!({ "text": keys })).expect("it takes keys");
    }

    /// The visible text of the element, without hidden parts.
    pub fn text(&self) -> String {
        self.get("text").as_str().unwrap_or_default().to_owned()
    }

    /// A value that scripts see, such as `value` or `disabled`.
    pub fn property(&self, name: &str) -> Value {
        self.get(&format!("property/{name}"))
    }

    pub fn is_shown(&self) -> bool {
        self.get("displayed") == Value::Bool(true)
    }

    fn post(&self, what: &str, body: &Value) -> Result<Value, String> {
        self.browser.post(&format!("/element/{}/{what}", self.id), body)
    }

    /// Null if the element has disappeared in the meantime.
    fn get(&self, what: &str) -> Value {
        self.browser.get(&format!("/element/{}/{what}", self.id)).unwrap_or_default()
    }
}

/// The port that the driver reports.
fn port(driver: &mut Child) -> u16 {
    let said = BufReader::new(driver.stdout.take().expect("it is piped"));
    let mut said = said.lines().map_while(Result::ok);
    let line = said.find(|line| line.contains("started successfully on port"));
    let line = line.expect("chromedriver prints its port");
    // The driver's later output needs a reader, or a closed pipe kills the driver.
    std::thread::spawn(move || said.for_each(drop));
    let digits = line.trim_end_matches('.').rsplit(' ').next();
    digits.and_then(|text| text.parse().ok()).expect("a port")
}

/// The value of an answer, or an error.
fn answer(
    response: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
) -> Result<Value, String> {
    let mut response = response.map_err(|e| e.to_string())?;
    let mut answer: Value = response.body_mut().read_json().map_err(|e| e.to_string())?;
    let value = answer["value"].take();
    match value.get("error") {
        Some(error) => Err(format!("{error}: {}", value["message"])),
        None => Ok(value),
    }
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn a_page_is_opened_clicked_typed_into_and_pictured() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    let html = "<meta name=viewport content='width=device-width'><p id=said>nothing</p><input>\
                <button onclick=\"said.textContent = document.querySelector('input').value\">Say\
                </button><script>onkeydown = (e) => { document.title += e.key }</script>";
    std::fs::write(&page, html).expect("it can be written");
    for size in [DESK, PHONE] {
        let Some(browser) = Browser::start(size) else { return };
        browser.open_file(&page);
        browser.find("input").type_keys("twelve");
        browser.find("button").click();
        browser.wait_for_text("#said", "twelve");
        browser.press(ARROW_LEFT);
        assert_eq!(browser.script("return document.title"), "twelveArrowLeft");
        assert_eq!(browser.find("input").property("value"), "twelve");
        assert!(browser.all("video").is_empty() && browser.find("#said").is_shown());
        assert!(browser.script("return innerWidth").as_u64() <= Some(size.0.into()));
        let picture = folder.path().join("page.png");
        browser.picture(&picture);
        let png = std::fs::read(&picture).expect("it is kept");
        assert!(png.starts_with(b"\x89PNG") && png.ends_with(b"IEND\xaeB`\x82"));
    }
}
