//! The traits of a program and of its screens, and the commands that say what the keys do.
//!
//! A [`KeyCommand`] has keys, words and an effect. The handler, the footer, the mouse and the help all read it.

use std::any::Any;
use std::borrow::Cow;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

use ratatui::layout::{Position, Rect};

use crate::canvas::Canvas;
use crate::clock::Instant;
use crate::edit::Edit;
use crate::keys::{Action, KeyMap, Scope};
use crate::terminal::Waker;
use crate::theme::Role;

/// A program made of screens. Its value is the data that the screens share.
pub trait Program: Sized + Send + 'static {
    /// The actions of the keys: see [`actions!`](crate::actions).
    type Action: Action;

    /// The roles of the things on a screen. A theme gives each role a style.
    type Role: Role;

    /// The thing that the screens are about, for callers outside the program. `()` if there is none.
    type Subject: 'static;

    /// Creates the help for a screen with these commands. `seen` is the text on that screen.
    fn help(
        screen: &dyn Screen<Self>,
        offers: &[KeyCommand<Self>],
        keys: &KeyMap<Self::Action>,
        seen: &str,
    ) -> Box<dyn Screen<Self>>;

    /// Creates the list of all commands of a screen. [`Transition::Act`] performs the command that
    /// the user chooses there.
    fn commands(
        screen: &dyn Screen<Self>,
        commands: Vec<Command<Self::Action>>,
    ) -> Box<dyn Screen<Self>>;

    /// Returns `true` if the user may quit the program and go to the shell. A user on another machine may not.
    fn may_leave(&self) -> bool {
        true
    }
}

/// The part of the program that a screen can read and change. It dereferences to the data that all screens share.
pub struct Context<P: Program> {
    /// The keys of each action.
    pub keys: KeyMap<P::Action>,
    /// The size of the screen.
    pub size: Rect,
    /// The time until which a screen may wait for the work that the current event starts.
    pub due: Instant,
    /// Tells the main loop that a job is finished.
    pub waker: Waker,
    /// A line for the user: why something was refused, or what was done. It disappears at the next key.
    pub notice: Option<String>,
    /// `true` if the screen asks something new after a wait. Keys that were typed earlier were meant for something
    /// else.
    pub changed: bool,
    /// The action of the previous key. `None` in three cases: there was no previous key; the
    /// previous key was text; the previous key did nothing.
    pub before: Option<P::Action>,
    /// `true` if nothing on a screen may move by itself. This is so in three cases: the screen has
    /// no colours; it uses only ASCII; the theme forbids movement.
    pub still: bool,
    /// The data that the screens share.
    pub shared: P,
}

impl<P: Program> Context<P> {
    /// Shows a line to the user.
    pub fn notify(&mut self, words: impl Into<String>) {
        self.notice = Some(words.into());
    }

    /// Shows a line to the user and stays on this screen.
    pub fn stay(&mut self, words: impl Into<String>) -> Transition<P> {
        self.notify(words);
        Transition::Stay
    }
}

impl<P: Program> Deref for Context<P> {
    type Target = P;

    fn deref(&self) -> &P {
        &self.shared
    }
}

impl<P: Program> DerefMut for Context<P> {
    fn deref_mut(&mut self) -> &mut P {
        &mut self.shared
    }
}

/// A function that turns a screen into another one.
pub type ReplaceWith<P> = Box<dyn FnOnce(Box<dyn Any>) -> Box<dyn Screen<P>> + Send>;

/// The next screen after an action.
pub enum Transition<P: Program> {
    /// Stay on this screen.
    Stay,
    /// Open a screen above this one.
    Push(Box<dyn Screen<P>>),
    /// Replace this screen by another.
    Replace(Box<dyn Screen<P>>),
    /// Replace this screen by one that a function makes from it.
    Become(ReplaceWith<P>),
    /// Go back to the previous screen.
    Pop,
    /// Go back to the first screen.
    Home,
    /// Go back to the previous screen, which then performs this action as if its key was pressed there.
    Act(P::Action),
}

/// A thing that can be done on a screen now, for the list of commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command<A> {
    /// The action of the command.
    pub action: A,
    /// The key of the action. Empty if it has none.
    pub key: String,
    /// The effect in words.
    pub words: String,
}

impl<P: Program> From<()> for Transition<P> {
    fn from((): ()) -> Self {
        Self::Stay
    }
}

impl<P: Program> Transition<P> {
    /// Opens a screen above this one.
    pub fn push(screen: impl Screen<P>) -> Self {
        Self::Push(Box::new(screen))
    }

    /// Replaces this screen, of type `S`, by the screen that `turn` makes from it.
    pub fn becoming<S: Screen<P>, T: Screen<P>>(
        turn: impl FnOnce(S) -> T + Send + 'static,
    ) -> Self {
        Self::Become(Box::new(move |screen| {
            Box::new(turn(
                *screen.downcast().expect("a screen returns a function that takes its own type"),
            ))
        }))
    }
}

/// A screen. It lists what its keys do, performs their actions, and draws itself.
///
/// Drawing never changes anything. A screen gets only actions that it listed and edits that it accepts.
pub trait Screen<P: Program>: Any + Send {
    /// The scope of the screen. Each scope is a section of the help.
    fn scope(&self) -> <P::Action as Action>::Scope {
        Scope::HOME
    }

    /// The heading of the screen's help.
    fn name(&self) -> &'static str {
        self.scope().title()
    }

    /// Draws everything except the footer, and returns the current key commands in order. Help and back come last.
    fn view(&self, canvas: &mut Canvas<'_, P::Role>, context: &Context<P>) -> Vec<KeyCommand<P>>;

    /// The reason why an action is not offered now. `None` if there is nothing to say.
    fn idle(&self, _action: P::Action) -> Option<String> {
        None
    }

    /// Handles a key without an action. Returns `false` if the key means nothing here.
    fn any_key(&mut self, _context: &mut Context<P>) -> bool {
        false
    }

    /// Returns `true` if the screen accepts this edit. While you type text, every letter is text.
    fn accepts_edit(&self, _edit: &Edit) -> bool {
        false
    }

    /// Makes an edit.
    fn edit(&mut self, _edit: Edit, _context: &mut Context<P>) {}

    /// Handles a click at a position of the screen.
    fn click(&mut self, _at: Position, _context: &mut Context<P>) -> Transition<P> {
        Transition::Stay
    }

    /// The action of the wheel at a position. `action` is the wheel's usual action. `None` if the wheel does nothing
    /// there.
    fn wheel(&self, _at: Position, action: P::Action, _size: Rect) -> Option<P::Action> {
        Some(action)
    }

    /// Starts the work whose results the screen shows. Called once, before the first frame.
    fn entered(&mut self, _context: &mut Context<P>) -> Transition<P> {
        Transition::Stay
    }

    /// Takes finished work and checks the time. Called after every event, when finished work wakes the loop, and
    /// when [`Screen::clock`] is due.
    fn poll(&mut self, _context: &mut Context<P>) -> Transition<P> {
        Transition::Stay
    }

    /// The time until the screen changes without an event, for an animation or a progress count. `None` if the screen
    /// does not change.
    fn clock(&self) -> Option<Duration> {
        self.pace()
    }

    /// Returns `true` if work is running that wakes the loop when it is finished.
    fn is_working(&self) -> bool {
        false
    }

    /// Returns `true` if the screen changes by itself, without a key.
    fn is_playing(&self) -> bool {
        self.pace().is_some()
    }

    /// The interval at which the screen always looks for news. `None` if it does not look for news.
    fn pace(&self) -> Option<Duration> {
        None
    }

    /// Called after the screen above was closed. The data on this screen may have changed.
    fn returned(&mut self, _context: &mut Context<P>) -> Transition<P> {
        Transition::Stay
    }

    /// The area of the question for the player. Text mode shows it before the other cards. `None` if the screen
    /// has none.
    fn question_area(&self, _context: &Context<P>) -> Option<Rect> {
        None
    }

    /// The subject of the screen. `None` if it is on another thread.
    fn subject(&self) -> Option<&P::Subject> {
        None
    }
}

/// The function that performs a key command.
type HandlerFn<P> = Box<
    dyn Fn(&mut dyn Any, <P as Program>::Action, &mut Context<P>) -> Transition<P> + Send + Sync,
>;

/// The effect of a key on a screen `S`. It is a function with one of these lists of arguments: the
/// screen; the screen and the [`Context`]; the screen, the action and the context. The function may
/// return the next [`Transition`]. If it returns nothing, the screen stays. `M` distinguishes these
/// types of functions.
pub trait Handler<P: Program, S, M>: Send + Sync + 'static {
    /// Calls the function.
    fn run(&self, screen: &mut S, action: P::Action, context: &mut Context<P>) -> Transition<P>;
}

impl<P, S, R, F> Handler<P, S, (R,)> for F
where
    P: Program,
    R: Into<Transition<P>>,
    F: Fn(&mut S) -> R + Send + Sync + 'static,
{
    fn run(&self, screen: &mut S, _: P::Action, _: &mut Context<P>) -> Transition<P> {
        self(screen).into()
    }
}

impl<P, S, R, F> Handler<P, S, (Context<P>, R)> for F
where
    P: Program,
    R: Into<Transition<P>>,
    F: Fn(&mut S, &mut Context<P>) -> R + Send + Sync + 'static,
{
    fn run(&self, screen: &mut S, _: P::Action, context: &mut Context<P>) -> Transition<P> {
        self(screen, context).into()
    }
}

impl<P, S, R, F> Handler<P, S, (P::Action, Context<P>, R)> for F
where
    P: Program,
    R: Into<Transition<P>>,
    F: Fn(&mut S, P::Action, &mut Context<P>) -> R + Send + Sync + 'static,
{
    fn run(&self, screen: &mut S, action: P::Action, context: &mut Context<P>) -> Transition<P> {
        self(screen, action, context).into()
    }
}

/// A command that keys perform on this screen now. It has actions, words and an effect.
pub struct KeyCommand<P: Program> {
    pub(crate) actions: Vec<P::Action>,
    typing: Cow<'static, str>,
    pub(crate) words: Cow<'static, str>,
    pub(crate) footer: bool,
    pub(crate) listed: bool,
    deed: Option<HandlerFn<P>>,
}

impl<P: Program> KeyCommand<P> {
    /// A command with these actions and words. It has no effect yet.
    pub fn new(actions: &[P::Action], words: impl Into<Cow<'static, str>>) -> Self {
        let (actions, words) = (actions.to_vec(), words.into());
        Self { actions, typing: Cow::Borrowed(""), words, footer: true, listed: false, deed: None }
    }

    /// A command that the footer leaves out. Its keys work, and the help lists it.
    pub fn hidden(actions: &[P::Action], words: impl Into<Cow<'static, str>>) -> Self {
        Self::new(actions, words).hidden_from_footer()
    }

    /// A command for characters that are taken as text. `characters` is their name in the footer, such as `0-9`.
    pub fn typing(
        characters: impl Into<Cow<'static, str>>,
        words: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::new(&[], words).or_typing(characters)
    }

    /// The last two commands of a footer: help, and back to the previous screen.
    pub fn help_and_back() -> [Self; 2] {
        Self::help_and(Self::new(&[<P::Action>::BACK], "back").leaves())
    }

    /// The last two commands of a footer: help, and the command `back`, which leads to the previous
    /// screen.
    pub fn help_and(back: Self) -> [Self; 2] {
        [Self::new(&[<P::Action>::HELP], "help"), back]
    }

    /// The keys that move through rows: by one row, by a page, or to the first or last row. The footer shows only the
    /// first of these commands, with these words.
    pub fn rows<S: Screen<P>, M>(
        words: &'static str,
        lead: impl Handler<P, S, M> + Copy,
    ) -> [Self; 3] {
        let [up, page_up, first] = [<P::Action>::UP, <P::Action>::PAGE_UP, <P::Action>::FIRST];
        let [down, page_down, last] =
            [<P::Action>::DOWN, <P::Action>::PAGE_DOWN, <P::Action>::LAST];
        [
            Self::new(&[up, down], words).does(lead),
            Self::new(&[page_up, page_down], "one page").hidden_from_footer().does(lead),
            Self::new(&[first, last], "first or last").hidden_from_footer().does(lead),
        ]
    }

    /// Sets the effect of the command on the screen.
    #[must_use]
    pub fn does<S: Screen<P>, M>(mut self, deed: impl Handler<P, S, M>) -> Self {
        self.deed = Some(Box::new(move |screen, action, context| {
            let screen = screen.downcast_mut().expect("an offer acts on the screen that made it");
            deed.run(screen, action, context)
        }));
        self
    }

    /// Makes the command close the screen.
    #[must_use]
    pub fn leaves(mut self) -> Self {
        self.deed = Some(Box::new(|_, _, _| Transition::Pop));
        self
    }

    /// Runs the command on the screen. `None` if the app handles the action, because the action is the same on every
    /// screen.
    pub fn act(
        &self,
        action: P::Action,
        screen: &mut dyn Screen<P>,
        context: &mut Context<P>,
    ) -> Option<Transition<P>> {
        self.deed.as_ref().map(|deed| deed(screen, action, context))
    }

    /// Adds characters that are taken as text, as in `←→↑↓ or 0-9 number`.
    #[must_use]
    pub fn or_typing(mut self, characters: impl Into<Cow<'static, str>>) -> Self {
        self.typing = characters.into();
        self
    }

    /// Leaves the command out of the footer. Its keys still work, and the help lists it.
    #[must_use]
    pub fn hidden_from_footer(mut self) -> Self {
        self.footer = false;
        self
    }

    /// Shows the command only in the list of commands. It has no key unless the user's key file gives it one.
    #[must_use]
    pub fn listed(mut self) -> Self {
        (self.footer, self.listed) = (false, true);
        self
    }

    /// Returns `true` if the footer shows the command when there is room.
    pub fn is_in_footer(&self) -> bool {
        self.footer
    }

    /// Returns `true` if the command takes letters as text.
    pub fn takes_text(&self) -> bool {
        !self.typing.is_empty() && !self.typing.starts_with(|c: char| c.is_ascii_digit())
    }

    /// The characters that are taken as text, such as `0-9`. Empty if there are none.
    pub fn typed(&self) -> &str {
        &self.typing
    }

    /// The actions of the offer.
    pub fn actions(&self) -> &[P::Action] {
        &self.actions
    }

    /// The words of the command.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// The keys of the command, as the footer shows them. `None` if a key file removed all of them.
    pub fn keys(&self, map: &KeyMap<P::Action>) -> Option<String> {
        let labels: Vec<_> =
            self.actions.iter().map(|&a| map.label(a)).filter(|l| !l.is_empty()).collect();
        // Names of arrows are written together, other names with a space between them.
        let together = labels.iter().all(|l| "←→↑↓".contains(l.as_str()));
        let keys = labels.join(if together { "" } else { " " });
        match (keys.is_empty(), &*self.typing) {
            (true, "") => None,
            (true, typing) => Some(typing.to_owned()),
            (false, "") => Some(keys),
            (false, typing) => Some(format!("{keys} or {typing}")),
        }
    }
}
