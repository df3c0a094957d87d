//! What a piece of the screen is, as far as its style goes.

use super::colours;

elenchus_kit::roles! {
    /// What a piece of the screen is, as far as its style goes.
    Role [bars: Title Footer Cursor Disputed] [style: colours::style] [page: colours::page] {
        /// Ordinary words.
        Text "text",
        /// Words in the background: step numbers, axes.
        Dim "dim",
        /// The first row.
        Title "title",
        /// The last row.
        Footer "footer",
        /// A key in the last row.
        Key "key",
        /// Lines between panes.
        Divider "divider",
        /// A heading in a divider.
        Heading "heading",
        /// Row 20: what is asked of you.
        Ask "ask",
        /// The cursor, and the chosen item of a list that has the focus.
        Cursor "cursor",
        /// The chosen item of a list without the focus.
        Chosen "chosen",
        /// Unread: the judge has not paid for it.
        Unread "unread",
        /// Claimed: written, and nobody checked it.
        Claimed "claimed",
        /// Read by the judge.
        Read "read",
        /// The step under discussion reads it.
        Relevant "relevant",
        /// On trial, or where the debate now stands.
        Disputed "disputed",
        /// Not what its owner computed.
        Differs "differs",
        /// Wrong, in the review.
        Wrong "wrong",
        /// Hidden from this seat.
        Hidden "hidden",
        /// A thing that went well, or a guarantee that holds.
        Good "good",
        /// A thing that went badly, or a guarantee that fails.
        Bad "bad",
        /// Something to notice: a refusal, a warning.
        Notice "notice",
        /// What Alice stated.
        Alice "alice",
        /// What Bob stated.
        Bob "bob",
        /// What the judge did.
        Judge "judge",
    }
}
