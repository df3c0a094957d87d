//! A program made of screens: what it says of itself, what every screen does, and what the keys do there.
//!
//! An [`Offer`] is a key with its words and what it does. The handler, the footer, the mouse and the help
//! read it alike.

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

/// A program made of screens. The value is what its screens share.
pub trait Program: Sized + Send + 'static {
    /// What its keys can do: see [`actions!`](crate::actions).
    type Action: Action;

    /// What the pieces of its screens are, as far as style goes.
    type Role: Role;

    /// What a screen is about, for who looks at the program from outside; `()` where that is nothing.
    type Subject: 'static;

    /// The help for a screen that offers this just now, and on which this is to be read.
    fn help(
        screen: &dyn Screen<Self>,
        offers: &[Offer<Self>],
        keys: &KeyMap<Self::Action>,
        seen: &str,
    ) -> Box<dyn Screen<Self>>;

    /// May the person end the program and go to the shell? Not on somebody else's machine.
    fn may_leave(&self) -> bool {
        true
    }
}

/// What a screen may know and use of the program around it; it stands for what the program's screens
/// share, too.
pub struct Context<P: Program> {
    /// The keys.
    pub keys: KeyMap<P::Action>,
    /// The screen's size.
    pub size: Rect,
    /// Until when what the event under way starts is waited for.
    pub due: Instant,
    /// Tells the loop that a job is done.
    pub waker: Waker,
    /// One line for the person: a refusal with its reason, or that something was done. Gone at the
    /// next key.
    pub notice: Option<String>,
    /// Does the screen, after a wait, ask for something else than before? Keys typed until then
    /// were not meant for it.
    pub changed: bool,
    /// What the key before this one did; none at the first, and if that did nothing or was text.
    pub before: Option<P::Action>,
    /// What the screens share.
    pub shared: P,
}

impl<P: Program> Context<P> {
    /// Says one line to the person.
    pub fn say(&mut self, words: impl Into<String>) {
        self.notice = Some(words.into());
    }

    /// Says one line to the person, and stays.
    pub fn stay(&mut self, words: impl Into<String>) -> Step<P> {
        self.say(words);
        Step::Stay
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

/// What becomes of a screen: it is given away as a whole.
pub type Become<P> = Box<dyn FnOnce(Box<dyn Any>) -> Box<dyn Screen<P>> + Send>;

/// Where to go after an action.
pub enum Step<P: Program> {
    /// Stay here.
    Stay,
    /// Open a screen above this one.
    Push(Box<dyn Screen<P>>),
    /// Put a screen in the place of this one.
    Replace(Box<dyn Screen<P>>),
    /// Put in the place of this screen what becomes of it.
    Become(Become<P>),
    /// Back to the screen below.
    Pop,
    /// Back to the first screen.
    Home,
}

impl<P: Program> From<()> for Step<P> {
    fn from((): ()) -> Self {
        Self::Stay
    }
}

impl<P: Program> Step<P> {
    /// Opens this screen above.
    pub fn push(screen: impl Screen<P>) -> Self {
        Self::Push(Box::new(screen))
    }

    /// Puts in the place of the screen that says so what this makes of it.
    pub fn becoming<S: Screen<P>, T: Screen<P>>(
        turn: impl FnOnce(S) -> T + Send + 'static,
    ) -> Self {
        Self::Become(Box::new(move |screen| {
            Box::new(turn(*screen.downcast().expect("a screen says what becomes of itself")))
        }))
    }
}

/// One screen: it says what can be done, does it, and draws itself.
///
/// Viewing never changes anything. An action comes only if it was offered, text only if it was taken.
pub trait Screen<P: Program>: Any + Send {
    /// Where it stands in the help.
    fn scope(&self) -> <P::Action as Action>::Scope {
        Scope::HOME
    }

    /// What its help is headed.
    fn name(&self) -> &'static str {
        self.scope().title()
    }

    /// Draws everything but the footer, and says what can be done now, in its order; help and back last.
    fn view(&self, canvas: &mut Canvas<'_, P::Role>, context: &Context<P>) -> Vec<Offer<P>>;

    /// Why nothing is done by an action that is not on offer; none where there is nothing to say of it.
    fn idle(&self, _action: P::Action) -> Option<String> {
        None
    }

    /// Takes a key that does nothing of its own; false if it means nothing here either.
    fn any_key(&mut self, _context: &mut Context<P>) -> bool {
        false
    }

    /// Is this change to a text wanted? While text is typed every letter is text.
    fn takes(&self, _edit: &Edit) -> bool {
        false
    }

    /// Takes a change to a text.
    fn edit(&mut self, _edit: Edit, _context: &mut Context<P>) {}

    /// A click at a place of the screen.
    fn click(&mut self, _at: Position, _context: &mut Context<P>) -> Step<P> {
        Step::Stay
    }

    /// What the wheel does at a place, where it would be this; none if nothing.
    fn wheel(&self, _at: Position, action: P::Action, _size: Rect) -> Option<P::Action> {
        Some(action)
    }

    /// Called once, before it is first drawn: begins the work whose results it shows.
    fn entered(&mut self, _context: &mut Context<P>) -> Step<P> {
        Step::Stay
    }

    /// Takes in finished work and the time: called after every event, and whenever its clock is due. Work
    /// that is done wakes the loop.
    fn poll(&mut self, _context: &mut Context<P>) -> Step<P> {
        Step::Stay
    }

    /// How soon something on it moves without an event: an animation, a count of work done.
    fn clock(&self) -> Option<Duration> {
        self.pace()
    }

    /// Is work under way that will wake the loop when it is done?
    fn is_working(&self) -> bool {
        false
    }

    /// Does it move by itself, without a key?
    fn is_playing(&self) -> bool {
        self.pace().is_some()
    }

    /// How often it looks for something new, where it does so all the time.
    fn pace(&self) -> Option<Duration> {
        None
    }

    /// Called when the screen above was left: what it shows may have changed.
    fn returned(&mut self, _context: &mut Context<P>) -> Step<P> {
        Step::Stay
    }

    /// What it is about, unless that is away on another thread.
    fn subject(&self) -> Option<&P::Subject> {
        None
    }
}

/// What a key does with the screen that offers it.
type Deed<P> =
    Box<dyn Fn(&mut dyn Any, <P as Program>::Action, &mut Context<P>) -> Step<P> + Send + Sync>;

/// What a key can do with a screen `S`: a function of the screen, which may take the [`Context`] too,
/// and before it the action, and which stays unless it says where to go. `M` tells these apart.
pub trait Does<P: Program, S, M>: Send + Sync + 'static {
    /// Does it.
    fn run(&self, screen: &mut S, action: P::Action, context: &mut Context<P>) -> Step<P>;
}

impl<P, S, R, F> Does<P, S, (R,)> for F
where
    P: Program,
    R: Into<Step<P>>,
    F: Fn(&mut S) -> R + Send + Sync + 'static,
{
    fn run(&self, screen: &mut S, _: P::Action, _: &mut Context<P>) -> Step<P> {
        self(screen).into()
    }
}

impl<P, S, R, F> Does<P, S, (Context<P>, R)> for F
where
    P: Program,
    R: Into<Step<P>>,
    F: Fn(&mut S, &mut Context<P>) -> R + Send + Sync + 'static,
{
    fn run(&self, screen: &mut S, _: P::Action, context: &mut Context<P>) -> Step<P> {
        self(screen, context).into()
    }
}

impl<P, S, R, F> Does<P, S, (P::Action, Context<P>, R)> for F
where
    P: Program,
    R: Into<Step<P>>,
    F: Fn(&mut S, P::Action, &mut Context<P>) -> R + Send + Sync + 'static,
{
    fn run(&self, screen: &mut S, action: P::Action, context: &mut Context<P>) -> Step<P> {
        self(screen, action, context).into()
    }
}

/// One thing that can be done now.
pub struct Offer<P: Program> {
    pub(crate) actions: Vec<P::Action>,
    typing: &'static str,
    pub(crate) words: Cow<'static, str>,
    pub(crate) footer: bool,
    deed: Option<Deed<P>>,
}

impl<P: Program> Offer<P> {
    /// Keys that do something, and what.
    pub fn new(actions: &[P::Action], words: impl Into<Cow<'static, str>>) -> Self {
        let (actions, words) = (actions.to_vec(), words.into());
        Self { actions, typing: "", words, footer: true, deed: None }
    }

    /// Characters that are taken as text, as the footer writes them (`0-9`), and what they become.
    pub fn typing(characters: &'static str, words: impl Into<Cow<'static, str>>) -> Self {
        Self::new(&[], words).or_typing(characters)
    }

    /// The last two of a row of keys: help, and the way back, which leaves the screen.
    pub fn help_and_back() -> [Self; 2] {
        Self::help_and(Self::new(&[<P::Action>::BACK], "back").leaves())
    }

    /// Help, and a way back of its own.
    pub fn help_and(back: Self) -> [Self; 2] {
        [Self::new(&[<P::Action>::HELP], "help"), back]
    }

    /// The keys that lead through rows: one on, a page, to an end. The footer has the first, with these
    /// words.
    pub fn rows<S: Screen<P>, M>(
        words: &'static str,
        lead: impl Does<P, S, M> + Copy,
    ) -> [Self; 3] {
        let [up, page_up, first] = [<P::Action>::UP, <P::Action>::PAGE_UP, <P::Action>::FIRST];
        let [down, page_down, last] =
            [<P::Action>::DOWN, <P::Action>::PAGE_DOWN, <P::Action>::LAST];
        [
            Self::new(&[up, down], words).does(lead),
            Self::new(&[page_up, page_down], "a page").quietly().does(lead),
            Self::new(&[first, last], "ends").quietly().does(lead),
        ]
    }

    /// Does this with the screen that offers it.
    #[must_use]
    pub fn does<S: Screen<P>, M>(mut self, deed: impl Does<P, S, M>) -> Self {
        self.deed = Some(Box::new(move |screen, action, context| {
            let screen =
                screen.downcast_mut().expect("a key is pressed on the screen that offers it");
            deed.run(screen, action, context)
        }));
        self
    }

    /// Leaves the screen that offers it.
    #[must_use]
    pub fn leaves(mut self) -> Self {
        self.deed = Some(Box::new(|_, _, _| Step::Pop));
        self
    }

    /// What one of its keys does with the screen; none where that is the same on every screen.
    pub fn act(
        &self,
        action: P::Action,
        screen: &mut dyn Screen<P>,
        context: &mut Context<P>,
    ) -> Option<Step<P>> {
        self.deed.as_ref().map(|deed| deed(screen, action, context))
    }

    /// Characters that are taken as well as the keys: `←→↑↓ or 0-9. number`.
    #[must_use]
    pub fn or_typing(mut self, characters: &'static str) -> Self {
        self.typing = characters;
        self
    }

    /// Keeps it out of the footer; keys and help still have it.
    #[must_use]
    pub fn quietly(mut self) -> Self {
        self.footer = false;
        self
    }

    /// Whether letters are taken as text.
    pub fn takes_text(&self) -> bool {
        !self.typing.is_empty() && !self.typing.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Its actions.
    pub fn actions(&self) -> &[P::Action] {
        &self.actions
    }

    /// What it does.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// Its keys, as the footer writes them; none if a key file took all of them away.
    pub fn keys(&self, map: &KeyMap<P::Action>) -> Option<String> {
        let labels: Vec<_> =
            self.actions.iter().map(|&a| map.label(a)).filter(|l| !l.is_empty()).collect();
        // Arrows stand together, letters apart.
        let together = labels.iter().all(|l| "←→↑↓".contains(l.as_str()));
        let keys = labels.join(if together { "" } else { " " });
        match (keys.is_empty(), self.typing) {
            (true, "") => None,
            (true, typing) => Some(typing.to_owned()),
            (false, "") => Some(keys),
            (false, typing) => Some(format!("{keys} or {typing}")),
        }
    }
}
