//! The real program in a real pseudo-terminal: it plays, it ends, and it gives the terminal back
//! whatever happens.

use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

const PATIENCE: Duration = Duration::from_secs(20);

/// A program in a pseudo-terminal, and the screen that it has drawn.
struct Session {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

impl Session {
    fn start(command: CommandBuilder) -> Self {
        let pair = native_pty_system().openpty(size(80, 24)).expect("a pseudo-terminal");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::default()));
        let mut output = pair.master.try_clone_reader().expect("a reader");
        let theirs = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = output.read(&mut bytes) {
                theirs.lock().expect("the screen").process(&bytes[..n]);
            }
        });
        let keys = pair.master.take_writer().expect("a writer");
        Self { master: pair.master, child, keys, screen }
    }

    /// The playground with its data in this folder.
    fn playground(data: &Path) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
        command.env("XDG_DATA_HOME", data);
        command.env("XDG_CONFIG_HOME", data);
        command.env("HOME", data);
        command.env("TERM", "xterm-256color");
        Self::start(command)
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys are taken");
        self.keys.flush().expect("keys are taken");
    }

    fn text(&self) -> String {
        self.screen.lock().expect("the screen").screen().contents()
    }

    fn wait_for(&self, words: &str) {
        self.wait_until(words, |screen| screen.contents().contains(words));
    }

    fn wait_until(&self, what: &str, is: impl Fn(&vt100::Screen) -> bool) {
        let begun = Instant::now();
        while !is(self.screen.lock().expect("the screen").screen()) {
            assert!(begun.elapsed() < PATIENCE, "no `{what}` on:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn signal(&self, name: &str) {
        let id = self.child.process_id().expect("it runs").to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), &id]).status();
        assert!(sent.expect("kill").success());
    }

    /// Waits for the end; the exit code.
    fn end(&mut self) -> u32 {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                // What was written last may still be on its way.
                std::thread::sleep(Duration::from_millis(100));
                return status.exit_code();
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Is the terminal as a shell wants it?
    fn given_back(&self) -> bool {
        let parser = self.screen.lock().expect("the screen");
        let screen = parser.screen();
        !screen.alternate_screen()
            && !screen.hide_cursor()
            && !screen.bracketed_paste()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
    }
}

#[test]
fn a_debate_is_won_with_arrows_and_enter_and_the_terminal_is_given_back() {
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    session.wait_for("elenchus · library");
    session.wait_for("Find the lie");
    session.press("\r");
    session.wait_for("Start the debate");
    session.press("\r");
    session.wait_for("your turn: point at");
    session.press("\x1b[C\x1b[C\r");
    session.wait_for("Bob won");
    session.press("q");
    session.wait_for("1 won");
    session.press("q");
    assert_eq!(session.end(), 0);
    assert!(session.given_back());
}

#[test]
fn a_signal_ends_it_in_good_order() {
    for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let data = tempfile::tempdir().unwrap();
        let mut session = Session::playground(data.path());
        session.wait_for("elenchus · library");
        assert!(!session.given_back(), "it has the terminal");
        session.signal(signal);
        assert_eq!(session.end(), code, "{signal}");
        assert!(session.given_back(), "{signal}");
    }
}

#[test]
fn control_z_goes_to_the_shell_and_comes_back() {
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    session.wait_for("elenchus · library");
    session.press("\x1a");
    session.wait_until("the shell's screen", |s| !s.alternate_screen() && !s.hide_cursor());
    session.signal("CONT");
    session.wait_until("the playground", |s| s.alternate_screen());
    session.wait_for("elenchus · library");
    session.press("q");
    assert_eq!(session.end(), 0);
    assert!(session.given_back());
}

#[test]
fn another_size_is_drawn_at_once_and_none_is_too_small() {
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    session.wait_for("elenchus · library");
    for (cols, rows) in [(40, 10), (1, 1), (79, 24)] {
        session.screen.lock().unwrap().screen_mut().set_size(
            std::num::NonZeroU16::new(rows).unwrap(),
            std::num::NonZeroU16::new(cols).unwrap(),
        );
        session.master.resize(size(cols, rows)).unwrap();
        if cols > 20 {
            session.wait_for("needs 80×24");
        }
    }
    session
        .screen
        .lock()
        .unwrap()
        .screen_mut()
        .set_size(std::num::NonZeroU16::new(24).unwrap(), std::num::NonZeroU16::new(80).unwrap());
    session.master.resize(size(80, 24)).unwrap();
    session.wait_for("debates, in teaching order");
    session.press("q");
    assert_eq!(session.end(), 0);
}

#[test]
fn a_debate_that_was_killed_goes_on_where_it_stopped() {
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    session.wait_for("elenchus · library");
    session.press("\r\r");
    session.wait_for("your turn: point at");
    session.press("\x1b[C\x1b[Ca");
    session.wait_for("≠");
    session.signal("KILL");
    session.end();
    let mut session = Session::playground(data.path());
    session.wait_for("left open");
    session.press("r");
    session.wait_for("your turn: point at");
    session.wait_for("1≠");
    session.press("q");
    session.wait_for("left open");
    session.press("q");
    assert_eq!(session.end(), 0);
}

#[test]
fn without_a_terminal_it_says_so() {
    let output = Command::new(env!("CARGO_BIN_EXE_elenchus")).output().unwrap();
    assert!(!output.status.success());
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(words.contains("terminal") && words.contains("run"), "{words}");
}

/// What this test program does when it is started again as the program in the terminal.
const PART: &str = "ELENCHUS_TEST_PART";

/// This test program, playing a part in a pseudo-terminal.
fn acting(part: &str) -> Session {
    let mut command = CommandBuilder::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", "terminal::the_part", "--nocapture", "--test-threads=1"]);
    command.env(PART, part);
    command.env("RUST_BACKTRACE", "0");
    command.env("TERM", "xterm-256color");
    Session::start(command)
}

#[test]
fn the_part() {
    use elenchus::tui::terminal::Guard;
    let Some(part) = std::env::var_os(PART) else { return };
    let _guard = Guard::take().expect("a terminal");
    // Long enough for the other side to see the terminal taken.
    std::thread::sleep(Duration::from_millis(300));
    if part == "panic" {
        panic!("a fault in the drawing thread");
    }
    let worker = std::thread::spawn(|| panic!("a fault in a worker"));
    let _ = worker.join();
    std::thread::sleep(PATIENCE);
}

#[test]
fn a_panic_in_any_thread_gives_the_terminal_back() {
    for part in ["panic", "panic in a worker"] {
        let mut session = acting(part);
        session.wait_until("the terminal taken", |s| s.alternate_screen());
        assert_eq!(session.end(), 101, "{part}");
        assert!(session.given_back(), "{part}: {}", session.text());
        assert!(session.text().contains("a fault in"), "the fault is told: {}", session.text());
    }
}
