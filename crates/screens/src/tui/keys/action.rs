//! The actions of keys. Each action has a name for key files, default keys and a text for the help.

use KeyScope::{Class, Everywhere, Lab, Library, Review, Seats, Table};
use elenchus_kit::keys::Scope;

/// A group of screens on which an action is available. One key can have different actions in different groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyScope {
    /// On every screen.
    Everywhere,
    /// The list of debates.
    Library,
    /// The choice of the players.
    Seats,
    /// A debate while it is played.
    Table,
    /// The review of a finished or recorded debate.
    Review,
    /// The lab, which runs many debates.
    Lab,
    /// The teacher's screen of a class.
    Class,
}

impl KeyScope {
    /// The groups that every user can reach, in the order of the help.
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
    /// A thing that a key can do.
    Action in KeyScope {
    Left "left" Everywhere ["left"] "go left, or decrease",
    Right "right" Everywhere ["right"] "go right, or increase",
    Up "up" Everywhere ["up"] "go up",
    Down "down" Everywhere ["down"] "go down",
    PageUp "page-up" Everywhere ["pageup"] "one page up",
    PageDown "page-down" Everywhere ["pagedown"] "one page down",
    First "first" Everywhere ["home"] "go to first",
    Last "last" Everywhere ["end"] "go to last",
    Confirm "confirm" Everywhere ["enter"] "confirm",
    Cancel "cancel" Everywhere ["esc"] "cancel, or stop a run",
    Focus "focus" Everywhere ["tab" "shift-tab"] "switch between answer and board",
    Help "help" Everywhere ["?" "f1"] "keys, marks and words",
    Commands "commands" Everywhere [":"] "all commands",
    Theme "theme" Everywhere ["f9"] "next theme",
    Back "back" Everywhere ["q" "f10"] "back; in the library, quit",
    Quit "quit" Everywhere ["ctrl-c"] "quit at once; the debate is kept",
    Suspend "suspend" Everywhere ["ctrl-z"] "go to the shell; fg returns",
    Redraw "redraw" Everywhere ["ctrl-l"] "draw the screen again",

    Filter "filter" Library ["/"] "filter the debates by a word",
    Resume "resume" Library ["r"] "continue the interrupted debate",
    Open "open" Library ["o"] "open a file",
    Chapter "chapter" Library ["c"] "read about the chapter and its lessons",
    Progress "course" Library ["C"] "your progress: debates won, predictions, six questions",
    Drag "drag" Library ["K"] "K by hand: change one desk's number and see the effect",
    Lab "lab" Library ["L"] "run many debates",
    Attempts "attempts" Library ["p"] "past attempts at this debate, or at all debates",
    SetUp "set-up" Library ["s"] "set players and seed",
    PlayAgain "play-again" Library ["a"] "play the chosen debate again",
    Discard "discard" Library ["D"] "give up the interrupted debate",

    Defaults "defaults" Seats ["d"] "restore the scenario's choices",

    Hint "hint" Table ["i" "f2"] "show next hint",
    Undo "undo" Table ["u" "f3"] "undo your last move",
    Read "read" Table ["space"] "read the bit under the cursor",
    Ask "ask" Table ["a" "f5"] "ask the oracle",
    Yes "yes" Table ["y"] "yes",
    No "no" Table ["n"] "no",
    Sample "sample" Table ["s" "f6"] "draw a sample, or run the machine",
    GoOn "go-on" Table ["g"] "go on to the end of a round",
    Fill "fill" Table ["f" "f4"] "fill in the honest values, or your measured value",
    Evidence "exhibits" Table ["x" "f7"] "open the evidence over the board, or close it",
    NextMark "next-mark" Table ["m"] "go to next marked cell",
    Theory "theory" Table ["T"] "read the rule, the theorem and the numbers",
    Costs "costs" Table ["$"] "show all costs so far, by kind",
    ScrollBack "scroll-back" Table ["["] "scroll the board back",
    ScrollOn "scroll-on" Table ["]"] "scroll board ahead",
    Rounds "rounds" Table [] "go on for several rounds",
    Evaluation "evaluation" Table [] "evaluation on or off",
    Reveal "reveal" Table [] "show everything; the record notes it",
    View "view" Table Review ["v"] "switch view: votes or mean, board or curve",
    Fold "fold" Review ["z"] "fold or unfold a variation",
    Vote "vote" Table Review ["V"] "record a vote of the class on the claim",
    HandOut "hand-out" Table Review ["W"] "hand out this position, with a title and a text",
    Save "save" Table Review ["w"] "save the debate to a file",

    Play "play" Review ["space"] "play the moves one by one, or stop",
    Faster "faster" Review ["+"] "play faster",
    Slower "slower" Review ["-"] "play slower",
    NextRead "next-read" Review ["r"] "go to the judge's next read",
    NextAbort "next-abort" Review ["a"] "go to next abort",
    NextMistake "next-mistake" Review ["m"] "go to next mistake",
    Comment "comment" Review ["c"] "comment on the move shown",
    HonestLine "honest-line" Review ["H"] "compare with honest programs",
    NameLine "name-line" Review ["N"] "name a variation",
    Promote "promote" Review ["P"] "show a variation first",
    RemoveLine "remove-line" Review ["D"] "delete a variation",
    AnswerQuestion "answer" Review ["A"] "answer the lesson's question",
    Cover "cover" Review ["s"] "for a class: hide or show what later moves reveal",
    NextMine "next-mine" Review ["n"] "go to your move",
    Lines "lines" Review ["b"] "variations",
    PlayerName "player-name" Review ["R"] "change your name in saved debates",
    ExportReview "export-review" Review ["x"] "export as HTML, Markdown or a picture",

    Stop "stop" Lab ["x"] "stop the run",
    BestPlayers "best-players" Lab ["b"] "show the best Alice and Bob here",

    Push "push" Class ["p"] "send everybody to a debate",
    NewTable "new-table" Class ["n"] "open a table for three, on a debate",
    LookOn "look-on" Class ["a"] "watch this table, with nothing hidden",
    TakeOver "take-over" Class ["g"] "play this seat yourself",
    GiveProgram "give-program" Class ["x"] "give this seat to an honest program",
    FreeSeat "free-seat" Class ["d"] "free this seat, or this student's name",
    Freeze "freeze" Class ["f"] "pause everybody, or let them continue",
    Hold "hold" Class ["e"] "hide or reveal the endings of shared debates",
    Ballot "ballot" Class ["v"] "start a yes-no vote, or count it",
    Rename "rename" Class ["r"] "give this student another name",
    TakeOut "take-out" Class ["D"] "remove this student",
    Block "block" Class ["B"] "remove this student and block the name",
    TakeOutIdlers "take-out-idlers" Class ["X"] "remove everybody without a seat and without a debate",
    NewCode "new-code" Class ["C"] "change the code of the class",
    Trios "trios" Class ["T"] "seat everybody in groups of three; seats rotate",
    Show "show" Class ["P"] "choose what the projector shows",
    Pages "pages" Class ["w"] "show the addresses for teacher and projector",
    Results "results" Class ["c"] "write everybody's results as CSV",
}
}

impl Action {
    /// The table offers these actions only in its list of commands, so that few letters are keys at the table. A key
    /// file can give keys to these actions.
    pub const LISTED_AT_TABLE: [Self; 7] = [
        Self::Rounds,
        Self::Evaluation,
        Self::Reveal,
        Self::View,
        Self::Vote,
        Self::HandOut,
        Self::Save,
    ];
}
