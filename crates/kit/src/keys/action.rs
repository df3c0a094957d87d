//! The actions: each has a name in a key file, default keys and words for the help.

use std::fmt::Debug;

/// A group of screens. In different scopes, the same key may mean different things.
pub trait Scope: Copy + Debug + Ord + 'static {
    /// The scope that includes every screen.
    const EVERYWHERE: Self;
    /// The scope of a screen that does not name one.
    const HOME: Self = Self::EVERYWHERE;

    /// The heading of the scope in the help.
    fn title(self) -> &'static str;
}

/// An action of a key. The macro [`actions!`](crate::actions) defines a type of actions from a table.
pub trait Action: Copy + Debug + Eq + Send + Sync + 'static {
    /// The scopes of this program.
    type Scope: Scope;

    /// Every action, in the order of the help.
    const ALL: &'static [Self];
    /// Move one to the left.
    const LEFT: Self;
    /// Move one to the right.
    const RIGHT: Self;
    /// Move one up.
    const UP: Self;
    /// Move one down.
    const DOWN: Self;
    /// Move one page up.
    const PAGE_UP: Self;
    /// Move one page down.
    const PAGE_DOWN: Self;
    /// Move to the first element.
    const FIRST: Self;
    /// Move to the last element.
    const LAST: Self;
    /// Open the help.
    const HELP: Self;
    /// Open the list of everything that can be done now.
    const COMMANDS: Self;
    /// Change to the next theme.
    const THEME: Self;
    /// Go back to the previous screen. On the first screen, leave the program.
    const BACK: Self;
    /// Leave the program at once.
    const QUIT: Self;
    /// Suspend the program and go to the shell.
    const SUSPEND: Self;
    /// Redraw the screen.
    const REDRAW: Self;

    /// The index of the action in [`Action::ALL`].
    fn index(self) -> usize;

    /// The name of the action in a key file.
    fn name(self) -> &'static str;

    /// The words of the action in the help.
    fn words(self) -> &'static str;

    /// The scopes in which the action can be offered.
    fn scopes(self) -> &'static [Self::Scope];

    /// The default keys. A key file can change them.
    fn default_keys(self) -> &'static [&'static str];
}

/// Defines a type of actions from a table. Each line has the variant, its name in a key file, its scopes, its
/// default keys, and its words for the help. The table must have the actions that every program has.
///
/// ```
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
/// pub enum Place { Everywhere, List }
///
/// impl elenchus_kit::keys::Scope for Place {
///     const EVERYWHERE: Self = Place::Everywhere;
///     fn title(self) -> &'static str {
///         match self { Place::Everywhere => "everywhere", Place::List => "the list" }
///     }
/// }
///
/// elenchus_kit::actions! {
///     /// The actions of the keys.
///     Action in Place {
///         Left "left" Everywhere ["left" "h"] "one to the left",
///         Right "right" Everywhere ["right" "l"] "one to the right",
///         Up "up" Everywhere ["up" "k"] "one up",
///         Down "down" Everywhere ["down" "j"] "one down",
///         PageUp "page-up" Everywhere ["pageup"] "one page up",
///         PageDown "page-down" Everywhere ["pagedown"] "one page down",
///         First "first" Everywhere ["home"] "to the first",
///         Last "last" Everywhere ["end"] "to the last",
///         Help "help" Everywhere ["?"] "keys",
///         Commands "commands" Everywhere [":"] "all commands",
///         Theme "theme" Everywhere ["t"] "next theme",
///         Back "back" Everywhere ["q"] "back",
///         Quit "quit" Everywhere ["ctrl-c"] "quit at once",
///         Suspend "suspend" Everywhere ["ctrl-z"] "to the shell, and back with fg",
///         Redraw "redraw" Everywhere ["ctrl-l"] "draw the screen again",
///         Remove "remove" List ["d"] "cross it off the list",
///     }
/// }
///
/// use elenchus_kit::keys::{Action as _, KeyMap};
/// let keys = KeyMap::<Action>::default();
/// assert_eq!(keys.label(Action::Remove), "d");
/// assert_eq!(Action::Remove.words(), "cross it off the list");
/// ```
#[macro_export]
macro_rules! actions {
    ($(#[$doc:meta])* $Action:ident in $Scope:ident {
        $($action:ident $name:literal $($place:ident)+ [$($key:literal)*] $words:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $Action {
            $(#[doc = $words] $action,)*
        }

        impl $crate::keys::Action for $Action {
            type Scope = $Scope;

            const ALL: &'static [Self] = &[$(Self::$action,)*];
            const LEFT: Self = Self::Left;
            const RIGHT: Self = Self::Right;
            const UP: Self = Self::Up;
            const DOWN: Self = Self::Down;
            const PAGE_UP: Self = Self::PageUp;
            const PAGE_DOWN: Self = Self::PageDown;
            const FIRST: Self = Self::First;
            const LAST: Self = Self::Last;
            const HELP: Self = Self::Help;
            const COMMANDS: Self = Self::Commands;
            const THEME: Self = Self::Theme;
            const BACK: Self = Self::Back;
            const QUIT: Self = Self::Quit;
            const SUSPEND: Self = Self::Suspend;
            const REDRAW: Self = Self::Redraw;

            fn index(self) -> usize {
                self as usize
            }

            fn name(self) -> &'static str {
                match self { $(Self::$action => $name,)* }
            }

            fn words(self) -> &'static str {
                match self { $(Self::$action => $words,)* }
            }

            fn scopes(self) -> &'static [$Scope] {
                match self { $(Self::$action => &[$($Scope::$place,)+],)* }
            }

            fn default_keys(self) -> &'static [&'static str] {
                match self { $(Self::$action => &[$($key,)*],)* }
            }
        }
    };
}
