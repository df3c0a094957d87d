//! The real program in a real pseudo-terminal, and its screen.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The longest time that a test waits for an event.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The longest wait for the last output of a program that has ended.
const LAST_OUTPUT: Duration = Duration::from_secs(5);

/// A program in a pseudo-terminal, and the screen that it has drawn.
pub struct Session {
    pub master: Box<dyn MasterPty + Send>,
    pub child: Box<dyn Child + Send + Sync>,
    pub keys: Box<dyn Write + Send>,
    pub screen: Arc<Mutex<vt100::Parser>>,
    /// Everything that the program wrote.
    pub written: Arc<Mutex<Vec<u8>>>,
    /// True if nobody reads the output of the program.
    pub unread: Arc<AtomicBool>,
    /// True if the terminal closes at the next output of the program.
    pub closed: Arc<AtomicBool>,
    /// Reads the output until nobody can write any more.
    reader: JoinHandle<()>,
}

pub fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

/// A command with its data and configuration in this folder, at its first start.
pub fn fresh_in(mut command: CommandBuilder, data: &Path) -> CommandBuilder {
    for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"] {
        command.env(name, data);
    }
    command.env("TERM", "xterm-256color");
    command
}

/// The same after the first start.
pub fn kept_in(command: CommandBuilder, data: &Path) -> CommandBuilder {
    let kept = data.join("elenchus");
    std::fs::create_dir_all(&kept).expect("a folder");
    std::fs::write(kept.join("welcomed"), "").expect("a file");
    fresh_in(command, data)
}

impl Session {
    pub fn start(command: CommandBuilder) -> Self {
        let pair = native_pty_system().openpty(size(80, 24)).expect("a pseudo-terminal");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::default()));
        let mut output = pair.master.try_clone_reader().expect("a reader");
        let theirs = Arc::clone(&screen);
        let written = Arc::new(Mutex::new(Vec::new()));
        let bytes_too = Arc::clone(&written);
        let unread = Arc::new(AtomicBool::new(false));
        let looked_away = Arc::clone(&unread);
        let closed = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&closed);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = output.read(&mut bytes) {
                while looked_away.load(Ordering::SeqCst) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                theirs.lock().expect("the screen").process(&bytes[..n]);
                bytes_too.lock().expect("the bytes").extend_from_slice(&bytes[..n]);
                if ended.load(Ordering::SeqCst) {
                    break;
                }
            }
        });
        let keys = pair.master.take_writer().expect("a writer");
        Self { master: pair.master, child, keys, screen, written, unread, closed, reader }
    }

    /// The playground with its data in this folder, at its library.
    pub fn playground(data: &Path) -> Self {
        let command = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
        let session = Self::start(kept_in(command, data));
        session.wait_for(" Elenchus  ");
        session
    }

    /// A text that must be on the screen at a stop, and then the keys to press.
    pub fn at(&mut self, read: &[&str], keys: &str) {
        read.iter().for_each(|words| self.wait_for(words));
        self.press(keys);
    }

    /// Goes from the library to the first turn of the first debate.
    pub fn begin(&mut self) {
        self.at(&["▸ · Find the lie"], "\r");
        self.wait_for("Your move");
    }

    /// Leaves the program by these keys, without errors.
    pub fn leave(&mut self, keys: &str) {
        self.press(keys);
        assert_eq!(self.end(), 0, "{}", self.text());
        assert!(self.given_back(), "{}", self.text());
    }

    /// Presses keys, and waits until the screen contains this.
    pub fn then(&mut self, keys: &str, words: &str) {
        self.press(keys);
        self.wait_for(words);
    }

    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys are taken");
        self.keys.flush().expect("keys are taken");
    }

    pub fn resize(&self, cols: u16, rows: u16) {
        let number = |n| NonZeroU16::new(n).expect("a size");
        let mut parser = self.screen.lock().expect("the screen");
        parser.screen_mut().set_size(number(rows), number(cols));
        self.master.resize(size(cols, rows)).expect("a size");
    }

    pub fn text(&self) -> String {
        self.screen.lock().expect("the screen").screen().contents()
    }

    pub fn wait_for(&self, words: &str) {
        self.wait_until(words, |screen| screen.contents().contains(words));
    }

    pub fn wait_until(&self, what: &str, is: impl Fn(&vt100::Screen) -> bool) {
        let begun = Instant::now();
        while !is(self.screen.lock().expect("the screen").screen()) {
            assert!(begun.elapsed() < PATIENCE, "no `{what}` on:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub fn signal(&self, name: &str) {
        let id = self.child.process_id().expect("it runs").to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), &id]).status();
        assert!(sent.expect("kill").success());
    }

    /// True if the program still runs.
    pub fn is_on(&mut self) -> bool {
        self.child.try_wait().expect("a status").is_none()
    }

    /// Waits for the end. Returns the exit code.
    pub fn end(&mut self) -> u32 {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                // The last output may still be on its way. If a program that outlives its parent keeps the terminal
                // open, its end never comes.
                let ended = Instant::now();
                let goes_on = || !self.reader.is_finished() && !self.unread.load(Ordering::SeqCst);
                while goes_on() && ended.elapsed() < LAST_OUTPUT {
                    std::thread::sleep(Duration::from_millis(5));
                }
                return status.exit_code();
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// True if the terminal is in the state that a shell wants.
    pub fn given_back(&self) -> bool {
        let parser = self.screen.lock().expect("the screen");
        let screen = parser.screen();
        !screen.alternate_screen()
            && !screen.hide_cursor()
            && !screen.bracketed_paste()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
    }
}
