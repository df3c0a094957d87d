//! Everything a key can do: its name in a key file, its default keys, its words in the help.

use KeyScope::{Class, Everywhere, Lab, Library, Review, Seats, Table};
use elenchus_kit::keys::Scope;

/// Where an action can be on offer; a key may mean different things in different places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyScope {
    /// On every screen.
    Everywhere,
    /// The list of debates.
    Library,
    /// Who plays what.
    Seats,
    /// A debate being played.
    Table,
    /// A finished debate, or a recorded one.
    Review,
    /// Many debates.
    Lab,
    /// A class, for its teacher.
    Class,
}

impl KeyScope {
    /// Where everybody gets, in the order of the help.
    pub const ALL: [Self; 6] = [Everywhere, Library, Seats, Table, Review, Lab];
}

impl Scope for KeyScope {
    const EVERYWHERE: Self = Everywhere;
    const HOME: Self = Library;

    fn title(self) -> &'static str {
        match self {
            Everywhere => "everywhere",
            Library => "library",
            Seats => "seats",
            Table => "at the table",
            Review => "review and replay",
            Lab => "lab",
            Class => "a class, for its teacher",
        }
    }
}

elenchus_kit::actions! {
    /// Something a key can do.
    Action in KeyScope {
    Left "left" Everywhere ["left" "h"] "one to the left, or one less",
    Right "right" Everywhere ["right" "l"] "one to the right, or one more",
    Up "up" Everywhere ["up" "k"] "one up",
    Down "down" Everywhere ["down" "j"] "one down",
    PageUp "page-up" Everywhere ["pageup"] "one page up",
    PageDown "page-down" Everywhere ["pagedown"] "one page down",
    First "first" Everywhere ["home"] "to the first",
    Last "last" Everywhere ["end"] "to the last",
    Confirm "confirm" Everywhere ["enter"] "do it",
    Cancel "cancel" Everywhere ["esc"] "leave what was begun, or stop what runs",
    Focus "focus" Everywhere ["tab" "shift-tab"] "from board to prompt and back",
    Help "help" Everywhere ["?" "f1"] "keys, marks and words",
    Theme "theme" Everywhere ["t"] "next theme",
    Back "back" Everywhere ["q" "f10"] "back; in the library, quit",
    Quit "quit" Everywhere ["ctrl-c"] "quit at once; the debate is kept",
    Suspend "suspend" Everywhere ["ctrl-z"] "to the shell, and back with fg",
    Redraw "redraw" Everywhere ["ctrl-l"] "draw the screen again",

    Filter "filter" Library ["/"] "show only debates with a word",
    Resume "resume" Library ["r"] "go on with the debate left open",
    Open "open" Library ["o"] "open a file",
    Chapter "chapter" Library ["c"] "what a chapter is about, and what was learnt",
    Progress "course" Library ["C"] "your progress: debates won, predictions, six questions",
    Drag "drag" Library ["K"] "K by hand: drag one desk's number and see how far its error goes",
    Lab "lab" Library ["L"] "many debates at once",
    Attempts "attempts" Library ["p"] "past attempts at this debate, and at all",
    Discard "discard" Library ["D"] "give up the debate left open",

    Defaults "defaults" Seats ["d"] "back to the scenario's own choices",

    Hint "hint" Table ["i" "f2"] "one hint more",
    Undo "undo" Table ["u" "f3"] "take your last move back",
    Ask "ask" Table ["a" "f5"] "ask the oracle",
    Concede "concede" Table ["c"] "concede",
    Yes "yes" Table ["y"] "yes",
    No "no" Table ["n"] "no",
    Sample "sample" Table ["s" "f6"] "draw a sample, or run the machine",
    GoOn "go-on" Table ["g"] "go on for some rounds without being asked",
    Fill "fill" Table ["f" "f4"] "fill with the honest values, or with what you measured",
    View "view" Table Review ["v"] "the other view: votes or their mean, board or curve",
    Evidence "exhibits" Table ["x" "f7"] "the evidence over the whole board, and back",
    Fold "fold" Table Review ["z"] "fold or unfold a claim, or a line of play",
    NextMark "next-mark" Table ["m"] "to the next cell that is marked",
    AllBits "all-bits" Table ["b"] "the arrows go through all bits, or those that the step on trial reads",
    ScrollBack "scroll-back" Table ["["] "scroll the board back",
    ScrollOn "scroll-on" Table ["]"] "scroll the board on",
    Evaluation "evaluation" Table ["e"] "evaluation on or off",
    Vote "vote" Table Review ["V"] "note how a class votes, before it is told",
    HandOut "hand-out" Table Review ["W"] "hand out this position, with a title and a text",
    Reveal "reveal" Table ["R"] "have everything shown; the record notes it",
    Save "save" Table Review ["w"] "save the debate to a file",

    Play "play" Review ["space"] "play the moves one by one, or stop",
    Faster "faster" Review ["+"] "play them faster",
    Slower "slower" Review ["-"] "play them slower",
    NextRead "next-read" Review ["r"] "to the next read of the judge",
    NextAbort "next-abort" Review ["a"] "to the next abort",
    NextMistake "next-mistake" Review ["m"] "to the next mistake",
    Comment "comment" Review ["c"] "comment on the move shown",
    HonestLine "honest-line" Review ["H"] "beside how honest programs play it",
    NameLine "name-line" Review ["N"] "among the lines: name one",
    Promote "promote" Review ["P"] "among the lines: show one first",
    RemoveLine "remove-line" Review ["D"] "among the lines: list one no more",
    AnswerQuestion "answer" Review ["A"] "answer the lesson's question",
    Cover "cover" Review ["s"] "for a class: cover what later moves tell, or show it",
    NextMine "next-mine" Review ["n"] "to your next move",
    Lines "lines" Review ["b"] "lines of play",
    ExportReview "export-review" Review ["x"] "write it as HTML, Markdown or a picture",

    Stop "stop" Lab ["x"] "stop the run",
    BestPlayers "best-players" Lab ["b"] "the best Alice and Bob of this point",

    Push "push" Class ["p"] "send everybody to a debate",
    NewTable "new-table" Class ["n"] "open a table for three, on a debate",
    LookOn "look-on" Class ["a"] "look on at this table, with everything shown",
    TakeOver "take-over" Class ["g"] "play this seat yourself",
    GiveProgram "give-program" Class ["x"] "give this seat to an honest program",
    FreeSeat "free-seat" Class ["d"] "free this seat, or this student's name",
    Freeze "freeze" Class ["f"] "stop everybody for a moment, or let them go on",
    Hold "hold" Class ["e"] "keep the ends of shared debates back, or reveal them",
    Ballot "ballot" Class ["v"] "let everybody vote yes or no, or count",
    Rename "rename" Class ["r"] "give this student another name",
    TakeOut "take-out" Class ["D"] "take this student out of the class",
    Block "block" Class ["B"] "take this student out, and let nobody in under the name",
    NewCode "new-code" Class ["C"] "let students in by another code",
    Trios "trios" Class ["T"] "seat everybody by threes for a debate; each round changes seats",
    Show "show" Class ["P"] "choose what the projector shows",
    Pages "pages" Class ["w"] "the addresses of the teacher's page and of the projector's",
    Results "results" Class ["c"] "write everybody's results as CSV",
}
}
