//! The real program in a real pseudo-terminal. It plays, it ends, and it always restores the
//! terminal.

use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use portable_pty::CommandBuilder;

use crate::session::{PATIENCE, Session, kept_in};

#[test]
fn a_debate_is_won_with_arrows_and_enter_and_the_terminal_is_given_back() {
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    session.begin();
    session.then("\x1b[C\x1b[C\r", "What happens now");
    // Nobody touches a key: it plays to its end by itself.
    session.at(&["Remember"], "v");
    session.at(&["Review: Find the lie"], "q");
    session.at(&["Remember"], "q");
    session.wait_for("✓ Find the lie");
    // The key that led here asks before it leaves.
    session.then("q", "q again leaves it");
    session.leave("q");
}

#[test]
fn a_window_that_is_closed_ends_it_as_a_hangup() {
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    session.closed.store(true, Ordering::SeqCst);
    session.press("\x0c");
    std::thread::sleep(Duration::from_millis(200));
    let Session { master, mut child, keys, .. } = session;
    drop((master, keys));
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a status") {
            break status;
        }
        assert!(begun.elapsed() < PATIENCE, "it does not end");
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(status.exit_code(), 129);
}

#[test]
fn the_program_ends_although_nobody_reads_its_output() {
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    session.unread.store(true, Ordering::SeqCst);
    // Each of these redraws the whole screen.
    for _ in 0..400 {
        session.press("\x0c");
        std::thread::sleep(Duration::from_millis(1));
    }
    session.signal("TERM");
    assert_eq!(session.end(), 143);
    session.unread.store(false, Ordering::SeqCst);
    session.wait_until("the shell's screen", |s| !s.alternate_screen() && !s.hide_cursor());
    assert!(session.given_back());
}

#[test]
fn many_queued_keys_and_a_resize_leave_the_keyboard_alive() {
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    for round in 0..2 {
        session.signal("STOP");
        // More bytes than one read of the terminal takes.
        session.press(&"\x1b[B\x1b[A".repeat(350));
        session.resize(100 + round, 30);
        session.signal("CONT");
        session.press("?");
        session.at(&["keys"], "\x1b[B");
        session.then("q", "START HERE");
    }
    session.leave("\x03");
}

/// Without a shortcut, the keys before the last one take minutes.
#[test]
fn the_key_to_quit_overtakes_a_long_paste_of_keys() {
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    session.then("?", "keys");
    session.leave(&("\x1b[B\x1b[A".repeat(10_000) + "\x03"));
}

#[test]
fn a_terminal_may_report_the_largest_size() {
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    session.master.resize(crate::session::size(u16::MAX, u16::MAX)).expect("a size");
    std::thread::sleep(Duration::from_millis(300));
    session.resize(100, 30);
    session.wait_for("START HERE");
    session.leave("\x03");
}

#[test]
fn a_paste_whose_end_never_comes_leaves_the_keyboard_alive() {
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    session.press("/");
    session.at(&["a word"], "\x1b[200~lazy\tbob");
    session.wait_for("lazy bob");
    session.leave("\x03");
}

#[test]
fn keys_typed_before_a_screen_changed_do_nothing_on_the_new_one() {
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    // Sends all keys at once. The first of them opens the table.
    session.then(&"\r".repeat(20), "Point at the step");
    std::thread::sleep(Duration::from_millis(300));
    assert!(session.text().contains("Point at the step"), "{}", session.text());
    session.leave("\x03");
}

#[test]
fn an_unusable_configuration_folder_is_the_only_message() {
    let data = tempfile::tempdir().unwrap();
    std::fs::write(data.path().join("config"), "a file, not a folder").unwrap();
    let command = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
    let mut command = kept_in(command, data.path());
    command.env("XDG_CONFIG_HOME", data.path().join("config"));
    let mut session = Session::start(command);
    session.wait_for(" Elenchus  ");
    session.wait_for("Your keys.yaml is not used");
    session.leave("\x03");
}

#[test]
fn a_wrong_line_in_a_settings_file_is_a_sentence_and_play_goes_on() {
    let wrong = [
        ("keys.yaml", "undoo: x\n", "there is no action `undoo`"),
        ("theme.yaml", "colour: red\n", "colour"),
        ("theme.yaml", "preset: light\nstyles:\n  wrong:\n", "wrong"),
    ];
    for (name, text, part) in wrong {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("config/elenchus");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(name), text).unwrap();
        let command = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
        let mut command = kept_in(command, data.path());
        command.env("XDG_CONFIG_HOME", data.path().join("config"));
        let mut session = Session::start(command);
        session.wait_for(&format!("Your {name} is not used"));
        let said = session.text().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(part), "{said}");
        session.begin();
        session.leave("\x03");
        assert_eq!(std::fs::read_to_string(folder.join(name)).unwrap(), text);
    }
}

/// The disk becomes full in the middle of a line. A limit on the size of files simulates that.
#[cfg(target_os = "linux")]
#[test]
fn a_move_that_the_full_disk_does_not_take_is_not_made_and_can_be_made_later() {
    let data = tempfile::tempdir().unwrap();
    let command = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
    let mut session = Session::start(kept_in(command, data.path()));
    let id = session.child.process_id().expect("it runs").to_string();
    let limit = |to: &str| {
        let set = Command::new("prlimit").args(["--pid", &id, &format!("--fsize={to}:")]).status();
        assert!(set.expect("prlimit").success());
    };
    session.wait_for(" Elenchus  ");
    session.begin();
    let journals = data.path().join("elenchus/journals");
    let journal = elenchus::scenario::journal::in_folder(&journals).remove(0);
    let before = std::fs::read(&journal).unwrap();
    limit(&(before.len() + 5).to_string());
    session.then("\x1b[C\x1b[C\r", "cannot be written");
    session.wait_for("Your move");
    assert_eq!(std::fs::read(&journal).unwrap(), before, "no torn line is left");
    limit("unlimited");
    session.then("\r", "Bob won");
    session.signal("KILL");
    session.end();
    let kept = std::fs::read_to_string(&journal).unwrap();
    let moves = kept.rsplit("moves:\n").next().unwrap();
    assert!(moves.contains("- bob: point 3\n") && kept.ends_with('\n'), "{moves}");
    assert_eq!(moves.matches("bob: point").count(), 1, "{moves}");
}

#[test]
fn control_z_goes_to_the_shell_and_comes_back() {
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    session.press("\x1a");
    session.wait_until("the shell's screen", |s| !s.alternate_screen() && !s.hide_cursor());
    // A signal that comes before the process has stopped is lost, so it is sent until the process goes on.
    session.wait_until("the playground", |s| {
        session.signal("CONT");
        s.alternate_screen()
    });
    session.wait_for(" Elenchus  ");
    session.leave("q");
}

#[test]
fn another_size_is_drawn_at_once_and_none_is_too_small() {
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    for (cols, rows) in [(40, 10), (1, 1), (79, 24)] {
        session.resize(cols, rows);
        if cols > 20 {
            session.wait_for("needs 80×24");
        }
    }
    session.resize(80, 24);
    session.wait_for("START HERE");
    session.leave("q");
}

#[test]
fn a_debate_that_was_killed_goes_on_where_it_stopped() {
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    session.begin();
    session.then("\x1b[C\x1b[Ca", "≠");
    session.signal("KILL");
    session.end();
    let mut session = Session::playground(data.path());
    session.at(&["GO ON"], "r");
    session.at(&["Your move", "1≠"], "q");
    session.wait_for("GO ON");
    session.leave("qq");
}

#[test]
fn without_a_terminal_it_says_so() {
    let output = Command::new(env!("CARGO_BIN_EXE_elenchus")).output().unwrap();
    assert!(!output.status.success());
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(words.contains("terminal") && words.contains("run"), "{words}");
}

/// The role of this test program when the test starts it again inside the terminal.
const PART: &str = "ELENCHUS_TEST_PART";

/// Starts this test program in a role, in a pseudo-terminal.
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
    use elenchus::tui::terminal::TerminalGuard;
    let Some(part) = std::env::var_os(PART) else { return };
    let _guard = TerminalGuard::acquire().expect("a terminal");
    // Long enough for the other side to see that the program has the terminal.
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
        assert!(
            session.text().contains("a fault in"),
            "the terminal has no message of the fault: {}",
            session.text()
        );
    }
}

#[test]
fn the_library_behind_a_named_debate_has_its_cursor_there() {
    let data = tempfile::tempdir().unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
    command.arg("twins");
    let mut session = Session::start(kept_in(command, data.path()));
    // The screen has the round already while programs think before the first question.
    session.at(&["round 1 of 10", "your turn"], "q");
    session.wait_for("▸ · Twins");
    session.leave("\x03");
}

#[test]
fn leaving_the_help_while_programs_think_about_a_million_gates_crashes_nothing() {
    for pause in [0, 20, 100, 400].map(Duration::from_millis) {
        let data = tempfile::tempdir().unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_elenchus"));
        command.arg("million-gates");
        let mut session = Session::start(kept_in(command, data.path()));
        session.wait_until("the terminal taken", |s| s.alternate_screen());
        // The programs choose their first moves while the help opens and closes. Elenchus may drop a key that was
        // pressed before a screen changed. So any screen may be open at the end, or the last key may have left the
        // library.
        for key in ["?", "q", "?", "\r", "?", "q"] {
            session.press(key);
            std::thread::sleep(pause);
        }
        std::thread::sleep(2 * pause);
        session.leave("\x03");
    }
}

/// Line mode with echo: a shell needs it, and a program that draws must not have it.
#[cfg(unix)]
#[test]
fn drawing_anew_never_leaves_raw_mode() {
    const ICANON: u32 = 0o2;
    let data = tempfile::tempdir().unwrap();
    let mut session = Session::playground(data.path());
    let by_lines = |session: &Session| {
        let modes = session.master.get_termios().expect("the modes of the terminal");
        modes.local_flags.bits() & ICANON != 0
    };
    let mut looked = 0;
    for _ in 0..50 {
        session.press("\x0c");
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(5) {
            assert!(!by_lines(&session), "after {looked} looks");
            looked += 1;
        }
    }
    assert!(looked > 1000, "{looked} looks");
    session.leave("\x03");
    assert!(by_lines(&session), "the shell has its lines again");
}
