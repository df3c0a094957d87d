//! Pages as Markdown.

use std::fmt::{Display, Write};

use super::{DebatePage, Reveal};

/// A debate as Markdown.
pub(super) fn page(page: &DebatePage) -> String {
    let [title, summary, claim] =
        [&page.title, &page.summary, &page.claim].map(|text| escape(text));
    let mut out = format!("# {title}\n\n{summary}\n\n{claim}\n\n");
    let player = |player: &String| format!("- {}\n", escape(player));
    let players: String = page.players.iter().map(player).collect();
    let covered = page.reveal == Reveal::AtTheEnd;
    if !covered {
        out += &players;
    }
    let moves = page.frames.iter().map(|frame| (format!("{}. ", frame.number), frame));
    for (number, frame) in moves.chain(page.after.iter().map(|after| (String::new(), after))) {
        let (words, heading) = (escape(&frame.words), escape(&frame.heading));
        let _ = write!(out, "\n## {number}{words}\n\n{heading}\n\n");
        out += &block(&frame.lines());
        out += &quoted("", &frame.comment);
    }
    if covered {
        out += &players;
    }
    out += "\n";
    for line in page.end.iter().chain(&page.withheld) {
        let _ = writeln!(out, "{}\n", escape(line));
    }
    for other in &page.others {
        let _ = writeln!(out, "### {}\n", escape(&other.heading));
        for one in &other.moves {
            let _ = writeln!(out, "{}. {}\n", one.number, escape(&one.words));
            out += &quoted("   ", &one.comment);
        }
        if let Some(more) = &other.more {
            let _ = writeln!(out, "{}\n", escape(more));
        }
    }
    out
}

/// A comment as a quotation after this indent. Empty if there is no comment.
fn quoted(indent: &str, comment: &str) -> String {
    match comment {
        "" => String::new(),
        // A backslash keeps the end of a line.
        text => format!("{indent}> {}\n\n", escape(text).replace('\n', &format!("\\\n{indent}> "))),
    }
}

/// Escapes text, so that Markdown shows every character as it is.
pub(super) fn escape(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| escape_line(line.trim_start())).collect();
    lines.join("\n")
}

fn escape_line(line: &str) -> String {
    let mut out = String::new();
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    for (at, c) in line.char_indices() {
        // Some characters have a meaning only at the start of a line.
        let begins =
            at == 0 && "#>+-=".contains(c) || at == digits && digits > 0 && matches!(c, '.' | ')');
        // Some readers take a tag as HTML even after a backslash.
        let opens_tag = line[at + c.len_utf8()..].starts_with(|next: char| {
            next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')
        });
        if c == '<' && opens_tag {
            out += "&lt;";
            continue;
        }
        if begins || "\\`*_[]<&~|".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Lines of fixed width.
pub(super) fn block<T: Display>(lines: &[T]) -> String {
    let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    // The text could close a fence, so the block is indented.
    body + "\n"
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn text_stays_text() {
        let kept = "Alice: 2 + 2 = 4 - so (it is) a claim, at 12.5 % #1!";
        assert_eq!(escape(kept), kept);
        let hostile = "# title\n<script>&lt; *a* `b` [c](d) ~~e~~ | f_g\n1. h\n    - i\n> j";
        let shown = "\\# title\n&lt;script>\\&lt; \\*a\\* \\`b\\` \\[c\\](d) \\~\\~e\\~\\~ \\| f\\_g\n\
                     1\\. h\n\\- i\n\\> j";
        assert_eq!(escape(hostile), shown);
    }
}
