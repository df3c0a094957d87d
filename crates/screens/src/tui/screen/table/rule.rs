//! Splits the rule into sentences. The table shows at most three of them, and the page of the theory shows all.

use crate::tui::prelude::*;

/// The largest number of sentences of a rule on the table.
const MOST: usize = 3;

/// The sentences of these paragraphs, in order.
pub(super) fn sentences(paragraphs: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    for paragraph in paragraphs {
        let mut rest = paragraph.trim();
        while let Some(end) = end_of_sentence(rest) {
            out.push(rest[..end].to_owned());
            rest = rest[end..].trim_start();
        }
        if !rest.is_empty() {
            out.push(rest.to_owned());
        }
    }
    out
}

/// The byte offset at which the first sentence ends. `None` if no other sentence follows.
fn end_of_sentence(text: &str) -> Option<usize> {
    let ends = text.match_indices(['.', '?', '!']).map(|(at, _)| at + 1);
    ends.into_iter().find(|&end| {
        let mut next = text[end..].chars();
        next.next() == Some(' ') && next.next().is_some_and(|c| c.is_uppercase() || c == '“')
    })
}

/// The lines of the sentences that fit, and `true` if there are more sentences. At most three sentences are shown. If
/// the first one does not fit, it ends with `…`.
pub(super) fn fitting(sentences: &[String], columns: usize, rows: usize) -> (Vec<String>, bool) {
    let mut lines: Vec<String> = Vec::new();
    for (at, sentence) in sentences.iter().take(MOST).enumerate() {
        let text = match at {
            0 => sentence.clone(),
            _ => format!("{} {sentence}", sentences[..at].join(" ")),
        };
        let longer = wrap(&text, columns);
        if longer.len() > rows {
            if at == 0 && rows > 0 {
                lines = longer.into_iter().take(rows).collect();
                if let Some(last) = lines.last_mut() {
                    while width(last) + 2 > columns
                        && let Some((before, _)) = last.rsplit_once(' ')
                    {
                        *last = before.to_owned();
                    }
                    *last += " …";
                }
            }
            return (lines, true);
        }
        lines = longer;
    }
    (lines, sentences.len() > MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_has_at_most_three_sentences_and_only_whole_ones() {
        let rule =
            ["Point at 1.5 steps. If it is wrong, you win. Else not.".to_owned(), "More.".into()];
        let all = sentences(&rule);
        assert_eq!(all.len(), 4, "{all:?}");
        assert_eq!(fitting(&all, 100, 9), (vec![all[..3].join(" ")], true));
        assert_eq!(fitting(&all, 20, 1), (vec!["Point at 1.5 steps.".to_owned()], true));
        let (cut, more) = fitting(&all, 12, 1);
        assert_eq!((cut, more), (vec!["Point at …".to_owned()], true));
    }
}
