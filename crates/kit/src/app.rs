//! The application: keys become actions, actions change screens, and screens are drawn.

use std::cell::OnceCell;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::canvas::Canvas;
use crate::clock::Instant;
use crate::edit::Edit;
use crate::event::{KeyCode, KeyModifiers, MouseEvent, MouseEventKind};
use crate::footer::{self, FooterEntry};
use crate::keys::{Action, Chord, KeyMap};
use crate::layout::{self, LEAST};
use crate::screen::{Command, Context, KeyCommand, Program, Screen, Transition};
use crate::terminal::{Event, QueuedEvent, Waker};
use crate::text::{clean, cut, rows, width, wrap};
use crate::text_mode::{self, TextScreen};
use crate::theme::{Glyphs, Preset, Role, Theme, to_ascii};

/// A program that handles events and draws its screens. It does not know the terminal.
pub struct App<P: Program> {
    stack: Vec<Box<dyn Screen<P>>>,
    context: Context<P>,
    looks: Appearance<P>,
    /// The time at which the top screen became visible. `None` if it is not visible yet.
    seen: Option<Instant>,
    /// `true` after [`Screen::entered`] was called for the top screen.
    entered: bool,
    /// The drawn top screen. Empty after a change, until the screen is drawn again.
    view: OnceCell<RenderedScreen<P>>,
}

/// A drawn screen and its key commands. It is computed once after each change.
struct RenderedScreen<P: Program> {
    drawn: Buffer,
    offers: Vec<KeyCommand<P>>,
    /// The active keys. Characters that the screen takes as text are left out.
    keys: KeyMap<P::Action>,
    footer: Vec<FooterEntry<P::Action>>,
}

/// The keys and the colours of a program.
#[derive(Debug)]
pub struct Appearance<P: Program> {
    /// The keys of each action.
    pub keys: KeyMap<P::Action>,
    /// Styles and glyphs.
    pub theme: Theme<P::Role>,
    /// The preset that the theme started from.
    pub preset: Preset,
    /// `true` if colours are removed, also from themes that are chosen later.
    pub colourless: bool,
    /// `true` if the terminal has only sixteen colours. Presets that are chosen later use no others.
    pub sixteen: bool,
}

impl<P: Program> Clone for Appearance<P> {
    fn clone(&self) -> Self {
        Self { keys: self.keys.clone(), theme: self.theme.clone(), ..*self }
    }
}

impl<P: Program> Default for Appearance<P> {
    fn default() -> Self {
        let (keys, theme, preset) = (KeyMap::default(), Theme::default(), Preset::default());
        Self { keys, theme, preset, colourless: false, sixteen: false }
    }
}

impl<P: Program> Appearance<P> {
    /// Returns the same appearance in another preset.
    #[must_use]
    pub fn in_preset(self, preset: Preset) -> Self {
        let theme = preset.theme_for_colours(self.sixteen);
        let mut theme = theme.with_glyphs(self.theme.glyphs);
        theme.still = self.theme.still;
        Self { theme, preset, ..self }
    }
}

/// The exit code after the terminal disappears.
pub const HANGUP: i32 = 129;

/// The time for which a screen waits for work that it starts, so that short work causes no flicker.
const PATIENCE: Duration = Duration::from_millis(10);

/// An instruction to the terminal loop after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppCommand {
    /// Draw, then wait for the next event.
    Go,
    /// Redraw the whole screen, because the terminal may show something else.
    Redraw,
    /// Take the terminal back from the shell and redraw the whole screen.
    Retake,
    /// Stop the process until the shell continues it.
    Stop,
    /// Leave with this exit code.
    Leave(i32),
}

impl<P: Program> App<P> {
    /// Creates a program with its first screen and the data that its screens share.
    pub fn new(first: Box<dyn Screen<P>>, looks: Appearance<P>, shared: P, waker: Waker) -> Self {
        let context = Context {
            keys: KeyMap::default(),
            size: Rect::ZERO,
            due: Instant::now(),
            waker,
            notice: None,
            changed: false,
            before: None,
            still: false,
            shared,
        };
        let mut app = Self {
            stack: vec![first],
            context,
            looks: Appearance::default(),
            seen: None,
            entered: false,
            view: OnceCell::new(),
        };
        app.set_appearance(looks);
        app
    }

    /// The data that the screens share. A change becomes visible after the next event.
    pub fn shared(&mut self) -> &mut P {
        &mut self.context.shared
    }

    /// Changes the keys and the theme.
    pub fn set_appearance(&mut self, mut looks: Appearance<P>) {
        self.context.keys = looks.keys.clone();
        if looks.colourless {
            looks.theme = looks.theme.without_colour();
        }
        let theme = &looks.theme;
        self.context.still = theme.still || looks.colourless || theme.glyphs == Glyphs::Ascii;
        self.looks = looks;
        self.view.take();
    }

    /// Sets whether screens move by themselves. In text mode they do not, because a screen reader would read
    /// every frame.
    pub fn set_still(&mut self, still: bool) {
        let mut looks = self.looks.clone();
        looks.theme.still = still;
        self.set_appearance(looks);
    }

    /// Sets the size of the screen.
    pub fn resize(&mut self, size: Rect) {
        if self.context.size != size {
            self.context.size = size;
            self.view.take();
        }
    }

    /// Opens a screen above the first one, before any key is pressed.
    pub fn push_with(&mut self, open: impl FnOnce(&mut Context<P>) -> Transition<P>) {
        // Let the screen below poll first.
        self.poll_work();
        self.context.due = Instant::now() + PATIENCE;
        let step = open(&mut self.context);
        self.follow(step);
    }

    /// Replaces all screens except the first by a new one.
    pub fn show(&mut self, open: impl FnOnce(&mut Context<P>) -> Transition<P>) {
        self.stack.truncate(1);
        (self.seen, self.context.notice) = (None, None);
        self.push_with(open);
    }

    /// Handles one event.
    pub fn handle(&mut self, event: Event) -> AppCommand {
        self.context.due = Instant::now() + PATIENCE;
        let flow = match event {
            Event::Key(chord) => self.key(chord),
            Event::Paste(text) => {
                self.edit(Edit::Paste(clean(&text).into_owned()));
                AppCommand::Go
            }
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Stop => AppCommand::Stop,
            Event::Continue => AppCommand::Retake,
            Event::End(code) => AppCommand::Leave(code),
            Event::Gone => AppCommand::Leave(HANGUP),
            Event::Resized | Event::Woken => AppCommand::Go,
        };
        // Poll now, so that the next event finds the screen up to date.
        if flow == AppCommand::Go { self.poll_work() } else { flow }
    }

    /// Handles an event of the queue. Ignores input that came before the top screen was visible,
    /// because this input was meant for another screen. Only the keys for quitting and suspending
    /// always work.
    pub fn handle_queued(&mut self, QueuedEvent { event, at }: QueuedEvent) -> AppCommand {
        match event {
            event if self.seen.is_some_and(|seen| seen <= at) => self.handle(event),
            Event::Key(chord) => {
                let everywhere =
                    |action: P::Action| action == P::Action::QUIT || action == P::Action::SUSPEND;
                let acts = self.context.keys.actions(chord).any(everywhere);
                if acts { self.handle(event) } else { AppCommand::Go }
            }
            Event::Paste(_) | Event::Mouse(_) => AppCommand::Go,
            other => self.handle(other),
        }
    }

    /// Returns `true` if this key quits the program on every screen, also where a text is typed.
    pub fn quits_by(&self, chord: Chord) -> bool {
        let mut actions = self.context.keys.actions(chord);
        chord.typed().is_none() && actions.any(|action| action == P::Action::QUIT)
    }

    /// Notes that the top screen has been drawn and is about to be shown.
    pub fn was_drawn(&mut self) {
        self.seen.get_or_insert_with(Instant::now);
    }

    /// Lets the top screen take finished work and check the time.
    pub fn poll(&mut self) -> AppCommand {
        self.context.due = Instant::now() + PATIENCE;
        self.poll_work()
    }

    fn poll_work(&mut self) -> AppCommand {
        loop {
            self.view.take();
            let Some(screen) = self.stack.last_mut() else { return AppCommand::Leave(0) };
            let knew = std::mem::replace(&mut self.entered, true);
            let said = self.context.notice.clone();
            let step = match knew {
                true => screen.poll(&mut self.context),
                false => screen.entered(&mut self.context),
            };
            let stays = matches!(step, Transition::Stay);
            // A notice about a screen that closes itself does not concern the next screen.
            if knew && !stays && self.context.notice == said {
                self.context.notice = None;
            }
            let flow = self.follow(step);
            if (knew && stays) || flow != AppCommand::Go {
                return flow;
            }
        }
    }

    /// The time after which [`App::poll`] is due even without an event. `None` if it is not due.
    pub fn clock(&self) -> Option<Duration> {
        self.stack.last().and_then(|screen| screen.clock())
    }

    /// Returns `true` if the top screen waits for work that will wake the loop.
    pub fn is_working(&self) -> bool {
        self.stack.last().is_some_and(|screen| screen.is_working())
    }

    /// Returns `true` if the top screen changes by itself.
    pub fn is_playing(&self) -> bool {
        self.stack.last().is_some_and(|s| s.is_playing())
    }

    fn key(&mut self, chord: Chord) -> AppCommand {
        self.context.notice = None;
        if self.too_small() {
            // The screen is too small to show anything, so only leaving is possible.
            return match self.context.keys.actions(chord).next() {
                _ if !self.context.may_leave() => AppCommand::Go,
                Some(action) if action == P::Action::QUIT || action == P::Action::BACK => {
                    AppCommand::Leave(0)
                }
                Some(action) if action == P::Action::SUSPEND => AppCommand::Stop,
                _ => AppCommand::Go,
            };
        }
        if let Some(edit) = edit_of(chord)
            && self.edit(edit)
        {
            self.context.before = None;
            return AppCommand::Go;
        }
        let view = self.take_view();
        if let Some(action) = footer::chosen(&view.offers, &view.keys, chord) {
            let flow = self.act(action, &view);
            self.context.before = Some(action);
            return flow;
        }
        self.context.before = None;
        let Some(screen) = self.stack.last_mut() else { return AppCommand::Leave(0) };
        if screen.any_key(&mut self.context) {
            return AppCommand::Go;
        }
        let why = self.context.keys.actions(chord).find_map(|action| screen.idle(action));
        let (key, help) = (chord.label(), lists_keys(&view));
        self.context.notify(match chord.code() {
            KeyCode::Char('0'..='9') => {
                format!("no number is needed here: {key} does nothing{help}")
            }
            _ => why.unwrap_or_else(|| format!("{key} does nothing here{help}")),
        });
        AppCommand::Go
    }

    /// The key commands that work on every screen.
    fn everywhere(&self) -> impl Iterator<Item = KeyCommand<P>> + use<P> {
        let everywhere = [
            P::Action::COMMANDS,
            P::Action::THEME,
            P::Action::REDRAW,
            P::Action::SUSPEND,
            P::Action::QUIT,
        ];
        // Only the owner can quit or suspend the program. A page offers neither.
        let count = if self.context.may_leave() && cfg!(unix) { everywhere.len() } else { 3 };
        let offer =
            |action: P::Action| KeyCommand::new(&[action], action.words()).hidden_from_footer();
        everywhere.into_iter().take(count).map(offer)
    }

    /// The drawn screen.
    fn view(&self) -> &RenderedScreen<P> {
        self.view.get_or_init(|| self.view_on(self.context.size))
    }

    /// Removes and returns the drawn screen, before a change.
    fn take_view(&mut self) -> RenderedScreen<P> {
        self.view.take().unwrap_or_else(|| self.view_on(self.context.size))
    }

    fn view_on(&self, area: Rect) -> RenderedScreen<P> {
        self.drawn_with(area, self.context.notice.as_deref())
    }

    /// Draws the top screen and a notice.
    fn drawn_with(&self, area: Rect, notice: Option<&str>) -> RenderedScreen<P> {
        let takes = |edit| self.stack.last().is_some_and(|s| s.accepts_edit(&edit));
        let mut keys = self.context.keys.without(|chord| edit_of(chord).is_some_and(takes));
        let (mut drawn, mut offers, mut footer) = (Buffer::empty(area), Vec::new(), Vec::new());
        let theme = &self.looks.theme;
        drawn.set_style(area, theme.page);
        let mut canvas = Canvas::new(&mut drawn, area, theme);
        if area.width < LEAST.0 || area.height < LEAST.1 {
            self.draw_too_small(&mut canvas);
        } else if let Some(screen) = self.stack.last() {
            offers = screen.view(&mut canvas, &self.context);
            offers.extend(self.everywhere());
            let listed = offers.iter().filter(|offer| offer.listed);
            keys = keys.unbound(listed.flat_map(|offer| offer.actions().iter().copied()));
            footer = footer::footer(&offers, &keys, area.width.into());
            let row = layout::footer(area);
            footer::draw_footer(&mut canvas.part(row), &footer);
            if let Some(notice) = notice {
                draw_notice(&mut canvas, notice, row, &footer);
            }
        }
        if theme.glyphs == Glyphs::Ascii {
            to_ascii(&mut drawn);
        }
        RenderedScreen { drawn, offers, keys, footer }
    }

    /// Lists what the keys do on this screen now. Each entry has the keys of a command in the notation of a key file,
    /// and the words of the command.
    pub fn on_offer(&self) -> Vec<(Vec<String>, String)> {
        let view = self.view();
        let all = view.offers.iter().map(|offer| {
            let chords = offer.actions().iter().flat_map(|&action| view.keys.keys(action));
            (chords.map(ToString::to_string).collect(), offer.words().to_owned())
        });
        all.collect()
    }

    /// Returns `true` if letters have their own use on this screen: they are typed as text, or `y` and `n` answer a
    /// question.
    pub fn takes_letters(&self) -> bool {
        let view = self.view();
        let actions = || view.offers.iter().flat_map(KeyCommand::actions);
        let has = |letter: &str| {
            actions().flat_map(|&a| view.keys.keys(a)).any(|chord| chord.to_string() == letter)
        };
        view.offers.iter().any(KeyCommand::takes_text) || (has("y") && has("n"))
    }

    fn act(&mut self, action: P::Action, view: &RenderedScreen<P>) -> AppCommand {
        let Some(screen) = self.stack.last_mut() else { return AppCommand::Leave(0) };
        let offered = footer::command_for(&view.offers, action);
        let done = offered.and_then(|offer| offer.act(action, &mut **screen, &mut self.context));
        let step = match (done, action) {
            (Some(step), _) => step,
            (None, quit) if quit == P::Action::QUIT => return AppCommand::Leave(0),
            (None, suspend) if suspend == P::Action::SUSPEND => return AppCommand::Stop,
            (None, redraw) if redraw == P::Action::REDRAW => return AppCommand::Redraw,
            (None, theme) if theme == P::Action::THEME => {
                self.next_theme();
                return AppCommand::Go;
            }
            (None, commands) if commands == P::Action::COMMANDS => {
                Transition::Push(P::commands(&**screen, commands_of(view)))
            }
            (None, help) if help == P::Action::HELP => {
                // The help also explains the words above the footer.
                let above = usize::from(self.context.size.height).saturating_sub(1);
                let seen = rows(&view.drawn).take(above).collect::<Vec<_>>().join("\n");
                Transition::Push(P::help(&**screen, &view.offers, &view.keys, &seen))
            }
            (None, _) => Transition::Stay,
        };
        self.follow(step)
    }

    fn follow(&mut self, step: Transition<P>) -> AppCommand {
        self.view.take();
        if std::mem::take(&mut self.context.changed) || !matches!(step, Transition::Stay) {
            self.seen = None;
        }
        match step {
            Transition::Stay => return AppCommand::Go,
            Transition::Push(screen) => self.stack.push(screen),
            Transition::Replace(screen) => {
                self.stack.pop();
                self.stack.push(screen);
            }
            Transition::Become(turn) => {
                let Some(screen) = self.stack.pop() else { return AppCommand::Leave(0) };
                self.stack.push(turn(screen));
            }
            Transition::Home => {
                self.stack.truncate(1);
                return self.back();
            }
            Transition::Pop => {
                self.stack.pop();
                return self.back();
            }
            Transition::Act(action) => {
                self.stack.pop();
                let flow = self.back();
                let view = self.take_view();
                let offered = footer::command_for(&view.offers, action).is_some();
                return if flow == AppCommand::Go && offered {
                    self.act(action, &view)
                } else {
                    flow
                };
            }
        }
        self.entered = false;
        AppCommand::Go
    }

    /// Continues after the screen above was closed.
    fn back(&mut self) -> AppCommand {
        let Some(below) = self.stack.last_mut() else { return AppCommand::Leave(0) };
        let step = below.returned(&mut self.context);
        self.follow(step)
    }

    fn next_theme(&mut self) {
        let preset = self.looks.preset.next();
        self.set_appearance(self.looks.clone().in_preset(preset));
        self.context.notify(format!("theme: {}", preset.name()));
    }

    /// Offers an edit to the top screen. Returns `true` if the screen took it.
    fn edit(&mut self, edit: Edit) -> bool {
        match self.stack.last_mut() {
            Some(screen) if screen.accepts_edit(&edit) => {
                screen.edit(edit, &mut self.context);
                true
            }
            _ => false,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> AppCommand {
        if self.too_small() {
            return AppCommand::Go;
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
            return AppCommand::Go;
        };
        let view = self.take_view();
        match footer::command_for(&view.offers, action) {
            Some(_) => self.act(action, &view),
            None => AppCommand::Go,
        }
    }

    fn click(&mut self, at: Position) -> AppCommand {
        let view = self.take_view();
        self.context.notice = None;
        let row = layout::footer(self.context.size);
        if row.contains(at) {
            let x = usize::from(at.x - row.x);
            let symbol = |x| view.drawn.cell((x, at.y)).and_then(|c| c.symbol().chars().next());
            // A notice may cover the keys. Arrows may be drawn in ASCII.
            let in_sight = |e: &FooterEntry<P::Action>| {
                let drawn = (e.x as u16..).map(|x| symbol(x).unwrap_or(' '));
                e.text().chars().zip(drawn).all(|(own, drawn)| own == drawn || !own.is_ascii())
            };
            let hit = view.footer.iter().find(|e| e.x <= x && x < e.end && in_sight(e));
            return match hit.and_then(|e| e.action) {
                Some(action) => self.act(action, &view),
                None => AppCommand::Go,
            };
        }
        let Some(screen) = self.stack.last_mut() else { return AppCommand::Leave(0) };
        let step = screen.click(at, &mut self.context);
        self.follow(step)
    }

    fn too_small(&self) -> bool {
        self.context.size.width < LEAST.0 || self.context.size.height < LEAST.1
    }

    /// Writes the smallest size that works, and the key that leaves the program. A tiny screen gets fewer words.
    fn draw_too_small(&self, canvas: &mut Canvas<'_, P::Role>) {
        let (w, h) = (canvas.width(), canvas.height());
        let (columns, rows) = LEAST;
        let key = [P::Action::BACK, P::Action::QUIT].map(|action| self.context.keys.label(action));
        let key = key.iter().find(|key| self.context.may_leave() && !key.is_empty());
        let quits = key.map(|key| format!("\n{key} quits")).unwrap_or_default();
        let long = format!(
            "Elenchus needs {columns}×{rows} characters. This window has {w}×{h}. Make it larger, or make its \
             letters smaller. Then you go on where you are."
        );
        let short = format!("needs {columns}×{rows}, this is {w}×{h}");
        let long = wrap(&(long + &quits), w.saturating_sub(2));
        let is_short = w < 40 || long.len() > h;
        let lines = if is_short { wrap(&(short + &quits), w) } else { long };
        let top = h.saturating_sub(lines.len()) / 2;
        for (line, y) in lines.iter().zip(top..) {
            canvas.print(w.saturating_sub(width(line)) / 2, y, line, P::Role::NOTICE);
        }
    }

    /// Draws the screen into a buffer.
    pub fn draw(&self, buffer: &mut Buffer) {
        match buffer.area == self.context.size {
            true => buffer.content.clone_from(&self.view().drawn.content),
            false => *buffer = self.view_on(buffer.area).drawn,
        }
    }

    /// The screen as HTML, with its parts below each other.
    pub fn to_html(&self) -> String {
        // The notice is a paragraph of its own, and must not cover a card.
        let RenderedScreen { drawn, offers, keys, .. } = &self.drawn_with(self.context.size, None);
        let question = self.stack.last().and_then(|screen| screen.question_area(&self.context));
        let notice = self.context.notice.as_deref();
        text_mode::html(drawn, &self.looks.theme, &TextScreen { offers, keys, notice, question })
    }

    /// The colours of the theme as custom properties of CSS.
    pub fn colours(&self) -> String {
        text_mode::colours(&self.looks.theme)
    }

    /// The subject of the screens. `None` if another thread works on the subject.
    pub fn subject(&self) -> Option<&P::Subject> {
        self.stack.iter().rev().find_map(|screen| screen.subject())
    }

    /// The scope of the top screen.
    pub fn scope(&self) -> Option<<P::Action as Action>::Scope> {
        self.stack.last().map(|s| s.scope())
    }
}

/// Everything that can be done on a screen, each with its key.
fn commands_of<P: Program>(view: &RenderedScreen<P>) -> Vec<Command<P::Action>> {
    let own = |offer: &KeyCommand<P>| {
        let command = |&action: &P::Action| {
            let words = match offer.actions() {
                [_] => offer.words().to_owned(),
                _ => action.words().to_owned(),
            };
            Command { action, key: view.keys.label(action), words }
        };
        offer.actions().iter().map(command).collect::<Vec<_>>()
    };
    let all = view.offers.iter().flat_map(own);
    all.filter(|command| command.action != P::Action::COMMANDS).collect()
}

/// The hint `; ? lists the keys`, or nothing if that key has no use here.
fn lists_keys<P: Program>(view: &RenderedScreen<P>) -> String {
    let help = P::Action::HELP;
    match view.offers.iter().any(|offer| offer.actions().contains(&help)) {
        true => format!("; {} lists the keys", view.keys.label(help)),
        false => String::new(),
    }
}

/// Draws a notice where it covers nothing: on the lowest blank rows above the footer. If too few rows are blank, the
/// notice covers the footer until the next key. Help and back stay visible if there is room. A longer notice also
/// covers the rows above. A notice that is still too long ends with `…`.
fn draw_notice<R: Role, A>(
    canvas: &mut Canvas<'_, R>,
    notice: &str,
    footer: Rect,
    keys: &[FooterEntry<A>],
) {
    /// The largest distance between a notice and the footer, in rows. Nobody would see a notice higher up.
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
    // The blank rows must be adjacent.
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
            row.print_styled(0, 0, &" ".repeat(columns), style);
            row.print_styled(1, 0, line, style);
        }
        return;
    }
    // Draw the notice beside the keys if there is room.
    let free = keys.last().map_or(0, |entry| entry.end + 2);
    if free + width(notice) + 1 < columns {
        canvas.part(footer).print_right(0, notice, R::NOTICE);
        return;
    }
    let kept = keys.len().saturating_sub(2);
    let end = keys.get(kept).map_or(columns, |entry| entry.x.saturating_sub(1));
    let end = if width(notice) + 2 <= end { end } else { columns };
    let mut row = canvas.part(footer);
    row.print_styled(0, 0, &" ".repeat(end), style);
    row.print_styled(1, 0, notice, style);
}

/// The edit that a key makes in a text field.
fn edit_of(chord: Chord) -> Option<Edit> {
    if let Some(c) = chord.typed() {
        return Some(Edit::Char(c));
    }
    let has_control = chord.modifiers().contains(KeyModifiers::CONTROL);
    Some(match chord.code() {
        // Ctrl-U clears the text, as in a shell.
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
    use crate::headless::HeadlessApp;
    use crate::tests::sample::{List, Numbers, Role as Own, SampleScope};

    /// A screen that counts on another thread, opens a list of that length, and then replaces itself by another
    /// list.
    #[derive(Default)]
    struct Counting {
        entered: u32,
        counted: Option<std::sync::mpsc::Receiver<u32>>,
    }

    impl Screen<Numbers> for Counting {
        fn scope(&self) -> SampleScope {
            SampleScope::Numbers
        }

        fn entered(&mut self, context: &mut Context<Numbers>) -> Transition<Numbers> {
            self.entered += 1;
            let (sender, counted) = std::sync::mpsc::channel();
            let (waker, entered) = (context.waker.clone(), self.entered);
            self.counted = Some(counted);
            std::thread::spawn(move || {
                let _ = sender.send(entered);
                waker.wake();
            });
            Transition::Stay
        }

        fn poll(&mut self, _: &mut Context<Numbers>) -> Transition<Numbers> {
            match self.counted.as_ref().and_then(|counted| counted.try_recv().ok()) {
                Some(count) => {
                    self.counted = None;
                    Transition::Push(Box::new(List { left: vec![count] }))
                }
                None => Transition::Stay,
            }
        }

        fn is_working(&self) -> bool {
            self.counted.is_some()
        }

        fn returned(&mut self, _: &mut Context<Numbers>) -> Transition<Numbers> {
            Transition::Replace(Box::new(List { left: vec![7, 8, 9] }))
        }

        fn view(&self, _: &mut Canvas<'_, Own>, _: &Context<Numbers>) -> Vec<KeyCommand<Numbers>> {
            KeyCommand::help_and_back().into()
        }
    }

    #[test]
    fn a_screen_begins_its_work_once_is_woken_by_its_end_and_says_what_comes_after() {
        let first = Box::new(Counting::default());
        let mut stage = HeadlessApp::new(first, (80, 24), Numbers, Appearance::default());
        let title = |stage: &HeadlessApp<Numbers>| stage.text().lines().next().map(str::to_owned);
        assert!(title(&stage).is_some_and(|row| row.contains("numbers") && row.ends_with('1')));
        stage.press("q").unwrap();
        assert!(title(&stage).is_some_and(|row| row.ends_with('3')));
        stage.press("q").unwrap();
        assert_eq!(stage.left(), Some(0));
    }
}
