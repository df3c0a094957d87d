//! A sample program for the tests: a list of numbers that you cross off.

use crate::actions;
use crate::keys::{KeyMap, Scope};
use crate::screen::{Command, Context, KeyCommand, Program, Screen, Transition};
use crate::scroll::Scroll;
pub(crate) use crate::theme::Plain as Role;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SampleScope {
    Everywhere,
    Numbers,
}

impl Scope for SampleScope {
    const EVERYWHERE: Self = Self::Everywhere;

    fn title(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::Numbers => "among the numbers",
        }
    }
}

actions! {
    /// The actions of the keys.
    Action in SampleScope {
        Left "left" Everywhere ["left" "h"] "one to the left",
        Right "right" Everywhere ["right" "l"] "one to the right",
        Up "up" Everywhere ["up" "k"] "one up",
        Down "down" Everywhere ["down" "j"] "one down",
        PageUp "page-up" Everywhere ["pageup"] "one page up",
        PageDown "page-down" Everywhere ["pagedown"] "one page down",
        First "first" Everywhere ["home"] "to the first",
        Last "last" Everywhere ["end"] "to the last",
        Confirm "confirm" Everywhere ["enter"] "do it",
        Help "help" Everywhere ["?"] "keys",
        Commands "commands" Everywhere [":"] "all commands",
        Theme "theme" Everywhere ["t"] "next theme",
        Back "back" Everywhere ["q"] "back",
        Quit "quit" Everywhere ["ctrl-c"] "quit at once",
        Suspend "suspend" Everywhere ["ctrl-z"] "to the shell, and back with fg",
        Redraw "redraw" Everywhere ["ctrl-l"] "draw the screen again",
        Ask "ask" Numbers ["a"] "ask",
        Concede "concede" Numbers ["c"] "concede",
        Hint "hint" Numbers ["i"] "hint",
        Undo "undo" Numbers ["u"] "undo",
    }
}

/// The sample program. Its screens share no data.
#[derive(Debug)]
pub(crate) struct Numbers;

impl Program for Numbers {
    type Action = Action;
    type Role = Role;
    type Subject = ();

    fn help(
        _: &dyn Screen<Self>,
        _: &[KeyCommand<Self>],
        _: &KeyMap<Action>,
        _: &str,
    ) -> Box<dyn Screen<Self>> {
        Box::new(List { left: vec![1] })
    }

    fn commands(_: &dyn Screen<Self>, commands: Vec<Command<Action>>) -> Box<dyn Screen<Self>> {
        Box::new(First(commands))
    }
}

/// A list of commands that always performs its first command.
struct First(Vec<Command<Action>>);

impl Screen<Numbers> for First {
    fn view(
        &self,
        _: &mut crate::canvas::Canvas<'_, Role>,
        _: &Context<Numbers>,
    ) -> Vec<KeyCommand<Numbers>> {
        let act = |first: &mut Self| Transition::Act(first.0[0].action);
        vec![KeyCommand::new(&[Action::Confirm], "do the first").does(act)]
    }
}

/// A list of numbers. Enter crosses one off.
pub(crate) struct List {
    pub(crate) left: Vec<u32>,
}

impl List {
    fn strike(&mut self) {
        self.left.pop();
    }
}

impl Screen<Numbers> for List {
    fn scope(&self) -> SampleScope {
        SampleScope::Numbers
    }

    fn view(
        &self,
        canvas: &mut crate::canvas::Canvas<'_, Role>,
        _: &Context<Numbers>,
    ) -> Vec<KeyCommand<Numbers>> {
        let about = if self.left.is_empty() { "none is left" } else { "" };
        crate::layout::header(canvas, ["numbers", &self.left.len().to_string()], about);
        let body = crate::layout::body(canvas.area());
        let list = (self.left.len(), Scroll::at(self.left.len().saturating_sub(1)));
        let row = |at: usize| self.left[at].to_string().into();
        crate::list::draw(canvas, body, list, Some(Role::Cursor), row);
        let mut offers = Vec::new();
        if !self.left.is_empty() {
            offers.push(KeyCommand::new(&[Action::Confirm], "cross it off").does(Self::strike));
        }
        offers.extend(KeyCommand::help_and_back());
        offers
    }
}
