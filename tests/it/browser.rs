//! A real browser, driven as a person drives it: Chromium through chromedriver, which speaks
//! WebDriver (<https://www.w3.org/TR/webdriver2/>), plain HTTP with JSON.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The longest that a page may take to show what a test waits for.
const PATIENCE: Duration = Duration::from_secs(20);

/// The name under which WebDriver hands over an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Switches with which the browser stays quiet and asks nobody for anything.
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

/// Width and height in CSS pixels of the windows that tests look through.
pub const DESK: (u32, u32) = (1280, 900);
/// A small phone, held upright.
pub const PHONE: (u32, u32) = (360, 640);

/// The key to the left, as WebDriver writes it.
pub const ENTER: &str = "\u{E007}";
pub const ARROW_LEFT: &str = "\u{E012}";

/// One browser with a profile of its own, which shares nothing with another one.
pub struct Browser {
    driver: Child,
    agent: ureq::Agent,
    session: String,
    _profile: TempDir,
}

impl Browser {
    /// Starts one with a window of this size; at a phone's size it is a phone, which is touched.
    /// None where no browser is installed, which is printed: such a test is skipped.
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
        browser.session += begun["sessionId"].as_str().expect("a session has a name");
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

    /// The element that a CSS selector finds first; waits for one to be there.
    pub fn find(&self, css: &str) -> Element<'_> {
        let found = self.until(|| self.all(css).into_iter().next());
        found.unwrap_or_else(|| panic!("nothing is `{css}` on {}", self.source()))
    }

    /// Every element that a CSS selector finds now.
    pub fn all(&self, css: &str) -> Vec<Element<'_>> {
        let query = json!({ "using": "css selector", "value": css });
        let found = self.post("/elements", &query).expect("a selector");
        let ids = found.as_array().expect("a list").iter();
        ids.map(|one| Element { browser: self, id: one[ELEMENT].as_str().expect("an id").into() })
            .collect()
    }

    /// Waits until an element's text holds this; it fails if it does not come.
    pub fn wait_for_text(&self, css: &str, part: &str) {
        let shown = || self.all(css).iter().any(|one| one.text().contains(part));
        let came = self.until(|| shown().then_some(()));
        assert!(came.is_some(), "`{part}` does not come in `{css}`: {}", self.source());
    }

    /// Runs a script, the body of a function, and gives back what it returns.
    pub fn script(&self, body: &str) -> Value {
        let call = json!({ "script": body, "args": [] });
        self.post("/execute/sync", &call).unwrap_or_else(|e| panic!("{body}: {e}"))
    }

    /// Types keys into whatever has the focus.
    pub fn press(&self, keys: &str) {
        let strokes: Vec<Value> = keys
            .chars()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key })))
            .collect();
        let hands = json!([{ "type": "key", "id": "keyboard", "actions": strokes }]);
        self.post("/actions", &json!({ "actions": hands })).expect("keys");
    }

    /// Taps the first element of this selector with a finger, so far from its middle.
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

    /// Every address that was asked for since this was last asked.
    pub fn requests(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({ "type": "performance" })).expect("a log");
        let entries = log.as_array().expect("a list").iter();
        let messages = entries
            .filter_map(|entry| serde_json::from_str::<Value>(entry["message"].as_str()?).ok());
        let asked = messages.filter(|m| m["message"]["method"] == "Network.requestWillBeSent");
        // Some hold what is asked for themselves.
        let short = |url: &str| url.chars().take(100).collect();
        let url = |m: Value| m["message"]["params"]["request"]["url"].as_str().map(short);
        asked.filter_map(url).collect()
    }

    /// What the page tells a screen reader: the role and the name of everything on it.
    pub fn accessibility(&self) -> Vec<(String, String)> {
        let ask = json!({ "cmd": "Accessibility.getFullAXTree", "params": {} });
        let tree = self.post("/goog/cdp/execute", &ask).expect("a tree");
        let nodes = tree["nodes"].as_array().expect("a list").iter();
        let seen = nodes.filter(|node| node["ignored"] != true);
        let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
        seen.map(|node| (text(&node["role"]), text(&node["name"]))).collect()
    }

    /// Kills the page, as a fault of the browser does, and goes on in an empty window.
    pub fn crash(&self) {
        let next = self.post("/window/new", &json!({ "type": "tab" })).expect("a window");
        // A window that has crashed does not answer.
        let _ = self.post("/url", &json!({ "url": "chrome://crash" }));
        self.post("/window", &json!({ "handle": next["handle"] })).expect("the other window");
    }

    /// The page as it stands.
    pub fn source(&self) -> String {
        let source = self.get("/source").expect("a page");
        source.as_str().expect("text").to_owned()
    }

    /// Keeps a picture of the window, as PNG.
    pub fn picture(&self, path: &Path) {
        let png = self.get("/screenshot").expect("a picture");
        let png = BASE64_STANDARD.decode(png.as_str().expect("text")).expect("base 64");
        std::fs::write(path, png).expect("it can be written");
    }

    /// The first thing that comes within the time that pages have.
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
        // Ending the session ends the browser; the driver would leave it running.
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Something on a page.
pub struct Element<'a> {
    browser: &'a Browser,
    id: String,
}

impl Element<'_> {
    /// Clicks or touches it where it is seen; it fails where something else covers it.
    pub fn click(&self) {
        self.post("click", &json!({})).expect("it can be clicked");
    }

    /// Types into it.
    pub fn type_keys(&self, keys: &str) {
        self.post("value", &json!({ "text": keys })).expect("it takes keys");
    }

    /// Its text as it is seen: what is hidden is not part of it.
    pub fn text(&self) -> String {
        self.get("text").as_str().unwrap_or_default().to_owned()
    }

    /// A value that scripts see, such as `value` or `disabled`.
    pub fn property(&self, name: &str) -> Value {
        self.get(&format!("property/{name}"))
    }

    /// Whether it is seen.
    pub fn is_shown(&self) -> bool {
        self.get("displayed") == Value::Bool(true)
    }

    fn post(&self, what: &str, body: &Value) -> Result<Value, String> {
        self.browser.post(&format!("/element/{}/{what}", self.id), body)
    }

    /// Null if the element has gone in the meantime.
    fn get(&self, what: &str) -> Value {
        self.browser.get(&format!("/element/{}/{what}", self.id)).unwrap_or_default()
    }
}

/// The port that the driver says it listens at.
fn port(driver: &mut Child) -> u16 {
    let said = BufReader::new(driver.stdout.take().expect("it is piped"));
    let mut said = said.lines().map_while(Result::ok);
    let line = said.find(|line| line.contains("started successfully on port"));
    let line = line.expect("chromedriver says where it listens");
    // What it says later must find a reader, or it dies of a closed pipe.
    std::thread::spawn(move || said.for_each(drop));
    let digits = line.trim_end_matches('.').rsplit(' ').next();
    digits.and_then(|text| text.parse().ok()).expect("a port")
}

/// The value of an answer, or what went wrong.
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
