//! Everything a key can do: its name in a key file, its default keys, its words in the help.

use std::fmt::Debug;

/// Where an action can be on offer; a key may mean different things in different places.
pub trait Scope: Copy + Debug + Ord + 'static {
    /// On every screen.
    const EVERYWHERE: Self;
    /// Where a screen stands that says nothing of it.
    const HOME: Self = Self::EVERYWHERE;

    /// The heading of its part of the help.
    fn title(self) -> &'static str;
}

/// Something a key can do; [`actions!`](crate::actions) makes one of a table.
pub trait Action: Copy + Debug + Eq + Send + Sync + 'static {
    /// Where actions are on offer.
    type Scope: Scope;

    /// Every action, in the order of the help.
    const ALL: &'static [Self];
    /// One to the left.
    const LEFT: Self;
    /// One to the right.
    const RIGHT: Self;
    /// One up.
    const UP: Self;
    /// One down.
    const DOWN: Self;
    /// One page up.
    const PAGE_UP: Self;
    /// One page down.
    const PAGE_DOWN: Self;
    /// To the first.
    const FIRST: Self;
    /// To the last.
    const LAST: Self;
    /// The help.
    const HELP: Self;
    /// The next theme.
    const THEME: Self;
    /// Back to the screen below; on the first screen, out of the program.
    const BACK: Self;
    /// The end of the program, at once.
    const QUIT: Self;
    /// To the shell.
    const SUSPEND: Self;
    /// The screen drawn anew.
    const REDRAW: Self;

    /// Its place in [`Action::ALL`].
    fn place(self) -> usize;

    /// Its name in a key file.
    fn name(self) -> &'static str;

    /// What it does, in words for the help.
    fn words(self) -> &'static str;

    /// Where it can be on offer.
    fn scopes(self) -> &'static [Self::Scope];

    /// Its keys, unless a key file says otherwise.
    fn default_keys(self) -> &'static [&'static str];
}

/// A table of actions as a type: each with its name in a key file, where it can be on offer, its
/// default keys, and its words for the help. Among them are those that every program has.
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
///     /// Something a key can do.
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
///         Theme "theme" Everywhere ["t"] "next theme",
///         Back "back" Everywhere ["q"] "back",
///         Quit "quit" Everywhere ["ctrl-c"] "quit at once",
///         Suspend "suspend" Everywhere ["ctrl-z"] "to the shell, and back with fg",
///         Redraw "redraw" Everywhere ["ctrl-l"] "draw the screen again",
///         Remove "remove" List ["d"] "strike it off the list",
///     }
/// }
///
/// use elenchus_kit::keys::{Action as _, KeyMap};
/// let keys = KeyMap::<Action>::default();
/// assert_eq!(keys.label(Action::Remove), "d");
/// assert_eq!(Action::Remove.words(), "strike it off the list");
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
            const THEME: Self = Self::Theme;
            const BACK: Self = Self::Back;
            const QUIT: Self = Self::Quit;
            const SUSPEND: Self = Self::Suspend;
            const REDRAW: Self = Self::Redraw;

            fn place(self) -> usize {
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
