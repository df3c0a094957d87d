//! The loop: key → action → update → draw.

use std::cell::OnceCell;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::canvas::Canvas;
use crate::clock::Instant;
use crate::edit::Edit;
use crate::event::{KeyCode, KeyModifiers, MouseEvent, MouseEventKind};
use crate::face;
use crate::footer::{self, FooterEntry};
use crate::keys::{Action, Chord, KeyMap};
use crate::layout::{Anatomy, LEAST};
use crate::screen::{Context, Offer, Program, Screen, Step};
use crate::terminal::{Event, Taken, Waker};
use crate::text::{clean, cut, rows, width, wrap};
use crate::theme::{Glyphs, Preset, Role, Theme, to_ascii};

/// The whole program, without its terminal.
pub struct App<P: Program> {
    stack: Vec<Box<dyn Screen<P>>>,
    context: Context<P>,
    looks: Looks<P>,
    /// Since when the screen that is up can be seen.
    seen: Option<Instant>,
    /// Does the screen that is up know that it is?
    entered: bool,
    /// The screen as it is, until something changes.
    view: OnceCell<View<P>>,
}

/// A screen as it is drawn and what its keys do: made once after a change, for everybody who asks.
struct View<P: Program> {
    drawn: Buffer,
    offers: Vec<Offer<P>>,
    /// The keys that act: a character that is taken as text is no key.
    keys: KeyMap<P::Action>,
    footer: Vec<FooterEntry<P::Action>>,
}

/// Keys and colours.
#[derive(Debug)]
pub struct Looks<P: Program> {
    /// Which keys do what.
    pub keys: KeyMap<P::Action>,
    /// Styles and glyphs.
    pub theme: Theme<P::Role>,
    /// The preset that the theme began as.
    pub preset: Preset,
    /// Takes every colour away, also from themes chosen later.
    pub colourless: bool,
    /// Has the terminal only sixteen colours? Then presets chosen later use no other.
    pub sixteen: bool,
}

impl<P: Program> Clone for Looks<P> {
    fn clone(&self) -> Self {
        Self { keys: self.keys.clone(), theme: self.theme.clone(), ..*self }
    }
}

impl<P: Program> Default for Looks<P> {
    fn default() -> Self {
        let (keys, theme, preset) = (KeyMap::default(), Theme::default(), Preset::default());
        Self { keys, theme, preset, colourless: false, sixteen: false }
    }
}

impl<P: Program> Looks<P> {
    /// The same in another preset.
    #[must_use]
    pub fn in_preset(self, preset: Preset) -> Self {
        let theme = preset.dressed(self.sixteen);
        Self { theme: theme.with_glyphs(self.theme.glyphs), preset, ..self }
    }
}

/// The exit code of a program whose terminal is gone.
pub const HANGUP: i32 = 129;

/// Work that is done sooner than this is waited for, so that nothing flickers.
const PATIENCE: Duration = Duration::from_millis(10);

/// What the terminal's side has to do after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Draw and wait for the next.
    Go,
    /// Draw everything anew: the terminal may show something else.
    Redraw,
    /// Take the terminal again, which a shell had, and draw everything anew.
    Retake,
    /// Stop the process until the shell continues it.
    Stop,
    /// Leave with this exit code.
    Leave(i32),
}

impl<P: Program> App<P> {
    /// A program that starts with this screen, and with this shared by its screens.
    pub fn new(first: Box<dyn Screen<P>>, looks: Looks<P>, shared: P, waker: Waker) -> Self {
        let context = Context {
            keys: KeyMap::default(),
            size: Rect::ZERO,
            due: Instant::now(),
            waker,
            notice: None,
            changed: false,
            before: None,
            shared,
        };
        let mut app = Self {
            stack: vec![first],
            context,
            looks: Looks::default(),
            seen: None,
            entered: false,
            view: OnceCell::new(),
        };
        app.wear(looks);
        app
    }

    /// What the screens share. What is changed in it is seen after the next event.
    pub fn shared(&mut self) -> &mut P {
        &mut self.context.shared
    }

    /// Has these keys and colours from here on.
    pub fn wear(&mut self, mut looks: Looks<P>) {
        self.context.keys = looks.keys.clone();
        if looks.colourless {
            looks.theme = looks.theme.without_colour();
        }
        self.looks = looks;
        self.view.take();
    }

    /// Tells it the size of the screen.
    pub fn resize(&mut self, size: Rect) {
        if self.context.size != size {
            self.context.size = size;
            self.view.take();
        }
    }

    /// Opens a screen above the first one, before anything was pressed.
    pub fn push_with(&mut self, open: impl FnOnce(&mut Context<P>) -> Step<P>) {
        // The screen below tells what it knows when it is looked at.
        self.look();
        self.context.due = Instant::now() + PATIENCE;
        let step = open(&mut self.context);
        self.follow(step);
    }

    /// Puts a screen in place of all but the first.
    pub fn show(&mut self, open: impl FnOnce(&mut Context<P>) -> Step<P>) {
        self.stack.truncate(1);
        (self.seen, self.context.notice) = (None, None);
        self.push_with(open);
    }

    /// Takes one event.
    pub fn handle(&mut self, event: Event) -> Flow {
        self.context.due = Instant::now() + PATIENCE;
        let flow = match event {
            Event::Key(chord) => self.key(chord),
            Event::Paste(text) => {
                self.edit(Edit::Paste(clean(&text).into_owned()));
                Flow::Go
            }
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Stop => Flow::Stop,
            Event::Continue => Flow::Retake,
            Event::End(code) => Flow::Leave(code),
            Event::Gone => Flow::Leave(HANGUP),
            Event::Resized | Event::Woken => Flow::Go,
        };
        // Before the next event, so that it finds the screen as it is by now.
        if flow == Flow::Go { self.look() } else { flow }
    }

    /// Takes an event out of the queue. What was typed before this screen could be seen was not meant
    /// for it, and does nothing on it. Leaving and going to the shell are the same on every screen.
    pub fn take(&mut self, Taken { event, at }: Taken) -> Flow {
        match event {
            event if self.seen.is_some_and(|seen| seen <= at) => self.handle(event),
            Event::Key(chord) => {
                let everywhere =
                    |action: P::Action| action == P::Action::QUIT || action == P::Action::SUSPEND;
                let acts = self.context.keys.actions(chord).any(everywhere);
                if acts { self.handle(event) } else { Flow::Go }
            }
            Event::Paste(_) | Event::Mouse(_) => Flow::Go,
            other => self.handle(other),
        }
    }

    /// The screen that is up is drawn, and is about to be shown.
    pub fn was_drawn(&mut self) {
        self.seen.get_or_insert_with(Instant::now);
    }

    /// Lets the screen look at finished work and at the clock.
    pub fn poll(&mut self) -> Flow {
        self.context.due = Instant::now() + PATIENCE;
        self.look()
    }

    fn look(&mut self) -> Flow {
        loop {
            self.view.take();
            let Some(screen) = self.stack.last_mut() else { return Flow::Leave(0) };
            let knew = std::mem::replace(&mut self.entered, true);
            let said = self.context.notice.clone();
            let step = match knew {
                true => screen.poll(&mut self.context),
                false => screen.entered(&mut self.context),
            };
            let stays = matches!(step, Step::Stay);
            // What was said on a screen that ends by itself is not about the next.
            if knew && !stays && self.context.notice == said {
                self.context.notice = None;
            }
            let flow = self.follow(step);
            if (knew && stays) || flow != Flow::Go {
                return flow;
            }
        }
    }

    /// How soon [`App::poll`] is due even if nothing happens.
    pub fn clock(&self) -> Option<Duration> {
        self.stack.last().and_then(|screen| screen.clock())
    }

    /// Does the screen on top wait for work that will wake the loop?
    pub fn is_working(&self) -> bool {
        self.stack.last().is_some_and(|screen| screen.is_working())
    }

    /// Does the screen on top move by itself?
    pub fn is_playing(&self) -> bool {
        self.stack.last().is_some_and(|s| s.is_playing())
    }

    fn key(&mut self, chord: Chord) -> Flow {
        self.context.notice = None;
        if self.too_small() {
            // Nothing can be seen, so nothing is done but leaving.
            return match self.context.keys.actions(chord).next() {
                _ if !self.context.may_leave() => Flow::Go,
                Some(action) if action == P::Action::QUIT || action == P::Action::BACK => {
                    Flow::Leave(0)
                }
                Some(action) if action == P::Action::SUSPEND => Flow::Stop,
                _ => Flow::Go,
            };
        }
        if let Some(edit) = edit_of(chord)
            && self.edit(edit)
        {
            self.context.before = None;
            return Flow::Go;
        }
        let view = self.take_view();
        if let Some(action) = footer::chosen(&view.offers, &self.context.keys, chord) {
            let flow = self.act(action, &view);
            self.context.before = Some(action);
            return flow;
        }
        self.context.before = None;
        let Some(screen) = self.stack.last_mut() else { return Flow::Leave(0) };
        if screen.any_key(&mut self.context) {
            return Flow::Go;
        }
        let why = self.context.keys.actions(chord).find_map(|action| screen.idle(action));
        let (key, help) = (chord.label(), lists_keys(&view));
        self.context.say(match chord.code() {
            KeyCode::Char('0'..='9') => {
                format!("no number is asked for here: {key} does nothing{help}")
            }
            _ => why.unwrap_or_else(|| format!("{key} does nothing here{help}")),
        });
        Flow::Go
    }

    /// What can be done on every screen.
    fn everywhere(&self) -> impl Iterator<Item = Offer<P>> + use<P> {
        let everywhere = [P::Action::THEME, P::Action::REDRAW, P::Action::SUSPEND, P::Action::QUIT];
        // The shell and the program's end are the owner's. A page has neither.
        let count = if self.context.may_leave() && cfg!(unix) { everywhere.len() } else { 2 };
        let offer = |action: P::Action| Offer::new(&[action], action.words()).quietly();
        everywhere.into_iter().take(count).map(offer)
    }

    /// The screen as it is now.
    fn view(&self) -> &View<P> {
        self.view.get_or_init(|| self.view_on(self.context.size))
    }

    /// The same, before something is changed.
    fn take_view(&mut self) -> View<P> {
        self.view.take().unwrap_or_else(|| self.view_on(self.context.size))
    }

    fn view_on(&self, area: Rect) -> View<P> {
        let takes = |edit| self.stack.last().is_some_and(|s| s.takes(&edit));
        let keys = self.context.keys.without(|chord| edit_of(chord).is_some_and(takes));
        let (mut drawn, mut offers, mut footer) = (Buffer::empty(area), Vec::new(), Vec::new());
        let theme = &self.looks.theme;
        drawn.set_style(area, theme.page);
        let mut canvas = Canvas::new(&mut drawn, area, theme);
        if area.width < LEAST.0 || area.height < LEAST.1 {
            self.draw_too_small(&mut canvas);
        } else if let Some(screen) = self.stack.last() {
            offers = screen.view(&mut canvas, &self.context);
            offers.extend(self.everywhere());
            footer = footer::footer(&offers, &keys, area.width.into());
            let row = Anatomy::of(area, false).footer;
            footer::draw_footer(&mut canvas.part(row), &footer);
            if let Some(notice) = &self.context.notice {
                draw_notice(&mut canvas, notice, row, &footer);
            }
        }
        if theme.glyphs == Glyphs::Ascii {
            to_ascii(&mut drawn);
        }
        View { drawn, offers, keys, footer }
    }

    /// Everything that the keys do on this screen now: the keys of each offer, as a key file writes
    /// them, and its words.
    pub fn on_offer(&self) -> Vec<(Vec<String>, String)> {
        let view = self.view();
        let all = view.offers.iter().map(|offer| {
            let chords = offer.actions().iter().flat_map(|&action| view.keys.keys(action));
            (chords.map(ToString::to_string).collect(), offer.words().to_owned())
        });
        all.collect()
    }

    /// Whether text is typed on this screen now, or yes or no is answered: these letters are its own then.
    pub fn takes_letters(&self) -> bool {
        let view = self.view();
        let actions = || view.offers.iter().flat_map(Offer::actions);
        let has = |letter: &str| {
            actions().flat_map(|&a| view.keys.keys(a)).any(|chord| chord.to_string() == letter)
        };
        view.offers.iter().any(Offer::takes_text) || (has("y") && has("n"))
    }

    fn act(&mut self, action: P::Action, view: &View<P>) -> Flow {
        let Some(screen) = self.stack.last_mut() else { return Flow::Leave(0) };
        let offered = footer::with(&view.offers, action);
        let done = offered.and_then(|offer| offer.act(action, &mut **screen, &mut self.context));
        let step = match (done, action) {
            (Some(step), _) => step,
            (None, quit) if quit == P::Action::QUIT => return Flow::Leave(0),
            (None, suspend) if suspend == P::Action::SUSPEND => return Flow::Stop,
            (None, redraw) if redraw == P::Action::REDRAW => return Flow::Redraw,
            (None, theme) if theme == P::Action::THEME => {
                self.next_theme();
                return Flow::Go;
            }
            (None, help) if help == P::Action::HELP => {
                // The words above the row of keys are explained, too.
                let above = usize::from(self.context.size.height).saturating_sub(1);
                let seen = rows(&view.drawn).take(above).collect::<Vec<_>>().join("\n");
                Step::Push(P::help(&**screen, &view.offers, &view.keys, &seen))
            }
            (None, _) => Step::Stay,
        };
        self.follow(step)
    }

    fn follow(&mut self, step: Step<P>) -> Flow {
        self.view.take();
        if std::mem::take(&mut self.context.changed) || !matches!(step, Step::Stay) {
            self.seen = None;
        }
        match step {
            Step::Stay => return Flow::Go,
            Step::Push(screen) => self.stack.push(screen),
            Step::Replace(screen) => {
                self.stack.pop();
                self.stack.push(screen);
            }
            Step::Become(turn) => {
                let Some(screen) = self.stack.pop() else { return Flow::Leave(0) };
                self.stack.push(turn(screen));
            }
            Step::Home => {
                self.stack.truncate(1);
                return self.back();
            }
            Step::Pop => {
                self.stack.pop();
                return self.back();
            }
        }
        self.entered = false;
        Flow::Go
    }

    /// The screen above was left.
    fn back(&mut self) -> Flow {
        let Some(below) = self.stack.last_mut() else { return Flow::Leave(0) };
        let step = below.returned(&mut self.context);
        self.follow(step)
    }

    fn next_theme(&mut self) {
        let preset = self.looks.preset.next();
        self.wear(self.looks.clone().in_preset(preset));
        self.context.say(format!("theme: {}", preset.name()));
    }

    /// Offers the screen a change to a text; was it taken?
    fn edit(&mut self, edit: Edit) -> bool {
        match self.stack.last_mut() {
            Some(screen) if screen.takes(&edit) => {
                screen.edit(edit, &mut self.context);
                true
            }
            _ => false,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Flow {
        if self.too_small() {
            return Flow::Go;
        }
        let at = Position::new(mouse.column, mouse.row);
        let action = match mouse.kind {
            MouseEventKind::ScrollUp => P::Action::UP,
            MouseEventKind::ScrollDown => P::Action::DOWN,
            MouseEventKind::Press => return self.click(at),
        };
        self.context.notice = None;
        let screen = self.stack.last();
        let Some(action) = screen.and_then(|s| s.wheel(at, action, self.context.size)) else {
            return Flow::Go;
        };
        let view = self.take_view();
        match footer::with(&view.offers, action) {
            Some(_) => self.act(action, &view),
            None => Flow::Go,
        }
    }

    fn click(&mut self, at: Position) -> Flow {
        let view = self.take_view();
        self.context.notice = None;
        let row = Anatomy::of(self.context.size, false).footer;
        if row.contains(at) {
            let x = usize::from(at.x - row.x);
            let symbol = |x| view.drawn.cell((x, at.y)).and_then(|c| c.symbol().chars().next());
            // Under a notice there is no key to click on. Arrows may be drawn in ASCII.
            let in_sight = |e: &FooterEntry<P::Action>| {
                let drawn = (e.x as u16..).map(|x| symbol(x).unwrap_or(' '));
                e.text().chars().zip(drawn).all(|(own, drawn)| own == drawn || !own.is_ascii())
            };
            let hit = view.footer.iter().find(|e| e.x <= x && x < e.end && in_sight(e));
            return match hit.and_then(|e| e.action) {
                Some(action) => self.act(action, &view),
                None => Flow::Go,
            };
        }
        let Some(screen) = self.stack.last_mut() else { return Flow::Leave(0) };
        let step = screen.click(at, &mut self.context);
        self.follow(step)
    }

    fn too_small(&self) -> bool {
        self.context.size.width < LEAST.0 || self.context.size.height < LEAST.1
    }

    /// How large the screen must be, and how to leave it as it is.
    fn draw_too_small(&self, canvas: &mut Canvas<'_, P::Role>) {
        let (w, h) = (canvas.width(), canvas.height());
        let mut text = format!("needs {}×{}, this is {w}×{h}", LEAST.0, LEAST.1);
        let key = [P::Action::BACK, P::Action::QUIT].map(|action| self.context.keys.label(action));
        if let Some(key) = key.iter().find(|key| self.context.may_leave() && !key.is_empty()) {
            text += &format!("\n{key} quits");
        }
        let lines = wrap(&text, w);
        let top = h.saturating_sub(lines.len()) / 2;
        for (line, y) in lines.iter().zip(top..) {
            canvas.say(w.saturating_sub(width(line)) / 2, y, line, P::Role::NOTICE);
        }
    }

    /// Draws the screen.
    pub fn draw(&self, buffer: &mut Buffer) {
        match buffer.area == self.context.size {
            true => buffer.content.clone_from(&self.view().drawn.content),
            false => *buffer = self.view_on(buffer.area).drawn,
        }
    }

    /// The screen as HTML, one part below the other.
    pub fn face(&self) -> String {
        let view = self.view();
        face::html(&view.drawn, &view.offers, &view.keys, self.context.notice.as_deref())
    }

    /// What the screens are about, unless it is away on another thread.
    pub fn subject(&self) -> Option<&P::Subject> {
        self.stack.iter().rev().find_map(|screen| screen.subject())
    }

    /// Where the screen on top stands.
    pub fn scope(&self) -> Option<<P::Action as Action>::Scope> {
        self.stack.last().map(|s| s.scope())
    }
}

/// `; ? lists the keys`, where that key does.
fn lists_keys<P: Program>(view: &View<P>) -> String {
    let help = P::Action::HELP;
    match view.offers.iter().any(|offer| offer.actions().contains(&help)) {
        true => format!("; {} lists the keys", view.keys.label(help)),
        false => String::new(),
    }
}

/// Says one line for a moment, where it takes nothing away: on the rows above the keys that are
/// blank, the last of them first; and if there are not enough, on the row of the keys, which are the
/// same again after the next key: help and back stay if there is room. What is longer takes the rows
/// above too, and where these are too few it says that it goes on.
fn draw_notice<R: Role, A>(
    canvas: &mut Canvas<'_, R>,
    notice: &str,
    footer: Rect,
    keys: &[FooterEntry<A>],
) {
    /// So far above the keys nobody would look for it.
    const NEAR: u16 = 3;
    let style = canvas.style(R::NOTICE);
    let columns = usize::from(footer.width);
    let mut lines = wrap(notice, columns.saturating_sub(2));
    let most = usize::from(NEAR.min(footer.y)) + 1;
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = cut(&format!("{last} …"), columns.saturating_sub(2)).into_owned();
        }
    }
    let above = (1..=NEAR).map_while(|up| footer.y.checked_sub(up));
    let blank = |y: &u16| (0..columns).all(|x| canvas.symbol(x, usize::from(*y)) == " ");
    let blank: Vec<u16> = above.filter(blank).collect();
    // One under the other, or not at all.
    let many = lines.len().max(1);
    let next = |rows: &&[u16]| usize::from(rows[0] - rows[many - 1]) + 1 == many;
    let rows: Vec<u16> = match blank.windows(many).find(next) {
        Some(rows) => rows.iter().rev().copied().collect(),
        None => {
            let above = u16::try_from(many - 1).unwrap_or(0).min(NEAR).min(footer.y);
            (footer.y - above..=footer.y).collect()
        }
    };
    if rows != [footer.y] {
        for (line, y) in lines.iter().zip(rows) {
            let mut row = canvas.part(Rect { y, height: 1, ..footer });
            row.put(0, 0, &" ".repeat(columns), style);
            row.put(1, 0, line, style);
        }
        return;
    }
    // Beside the keys, if they leave room.
    let free = keys.last().map_or(0, |entry| entry.end + 2);
    if free + width(notice) + 1 < columns {
        canvas.part(footer).say_right(0, notice, R::NOTICE);
        return;
    }
    let kept = keys.len().saturating_sub(2);
    let end = keys.get(kept).map_or(columns, |entry| entry.x.saturating_sub(1));
    let end = if width(notice) + 2 <= end { end } else { columns };
    let mut row = canvas.part(footer);
    row.put(0, 0, &" ".repeat(end), style);
    row.put(1, 0, notice, style);
}

/// The change to a text that a key would make.
fn edit_of(chord: Chord) -> Option<Edit> {
    if let Some(c) = chord.typed() {
        return Some(Edit::Char(c));
    }
    let has_control = chord.modifiers().contains(KeyModifiers::CONTROL);
    Some(match chord.code() {
        // As in a shell.
        KeyCode::Char('u') if has_control => Edit::Clear,
        KeyCode::Char('w') if has_control => Edit::Word,
        KeyCode::Backspace => Edit::Backspace,
        KeyCode::Delete => Edit::Delete,
        KeyCode::Left => Edit::Left,
        KeyCode::Right => Edit::Right,
        KeyCode::Home => Edit::Home,
        KeyCode::End => Edit::End,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::Stage;
    use crate::tests::sample::{List, Numbers, Role as Own, SampleScope};

    /// Counts on another thread, and opens a list of what it counted, then another in its place.
    #[derive(Default)]
    struct Counting {
        entered: u32,
        counted: Option<std::sync::mpsc::Receiver<u32>>,
    }

    impl Screen<Numbers> for Counting {
        fn scope(&self) -> SampleScope {
            SampleScope::Numbers
        }

        fn entered(&mut self, context: &mut Context<Numbers>) -> Step<Numbers> {
            self.entered += 1;
            let (sender, counted) = std::sync::mpsc::channel();
            let (waker, entered) = (context.waker.clone(), self.entered);
            self.counted = Some(counted);
            std::thread::spawn(move || {
                let _ = sender.send(entered);
                waker.wake();
            });
            Step::Stay
        }

        fn poll(&mut self, _: &mut Context<Numbers>) -> Step<Numbers> {
            match self.counted.as_ref().and_then(|counted| counted.try_recv().ok()) {
                Some(count) => {
                    self.counted = None;
                    Step::Push(Box::new(List { left: vec![count] }))
                }
                None => Step::Stay,
            }
        }

        fn is_working(&self) -> bool {
            self.counted.is_some()
        }

        fn returned(&mut self, _: &mut Context<Numbers>) -> Step<Numbers> {
            Step::Replace(Box::new(List { left: vec![7, 8, 9] }))
        }

        fn view(&self, _: &mut Canvas<'_, Own>, _: &Context<Numbers>) -> Vec<Offer<Numbers>> {
            Offer::help_and_back().into()
        }
    }

    #[test]
    fn a_screen_begins_its_work_once_is_woken_by_its_end_and_says_what_comes_after() {
        let first = Box::new(Counting::default());
        let mut stage = Stage::new(first, (80, 24), Numbers, Looks::default());
        let title = |stage: &Stage<Numbers>| stage.text().lines().next().map(str::to_owned);
        assert!(title(&stage).is_some_and(|row| row.contains("numbers") && row.ends_with('1')));
        stage.press("q").unwrap();
        assert!(title(&stage).is_some_and(|row| row.ends_with('3')));
        stage.press("q").unwrap();
        assert_eq!(stage.left(), Some(0));
    }
}
