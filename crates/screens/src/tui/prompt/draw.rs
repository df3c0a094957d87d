//! How a prompt looks on its three rows.

use super::flow::{Flow, flow};
use super::{Answer, Desk};
use crate::rules::Verb;
use crate::tui::prelude::*;

impl Desk {
    /// Draws the three rows, with the cursor of the board on this step, if it is on one.
    pub fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        focused: bool,
        keys: &KeyMap,
        cursor: Option<usize>,
    ) {
        let before = self.before_words(keys, cursor);
        let enter = keys.label(Action::Confirm);
        let many = self.has_choices();
        let mut used = if many { self.draw_choices(canvas, focused) } else { 0 };
        match self.current() {
            Some(Answer::Step(_, number)) => {
                let after = number.draw(canvas, (3, used), "step", true);
                let words = self.prompt.offers.first().map_or("", |o| o.words.as_str());
                let (said, role) = match number.wrong() {
                    Some(why) => (why, Role::Notice),
                    None if self.enters() => (words.to_owned(), Role::Text),
                    None => (format!("{enter}: {words}"), Role::Text),
                };
                canvas.say(after + 6, used, &said, role);
                used += 1;
            }
            Some(Answer::Count(number)) => {
                let after = number.draw(canvas, (3, used), "votes", focused);
                canvas.say(after + 6, used, &number.wrong().unwrap_or_default(), Role::Notice);
                used += 1;
            }
            Some(Answer::Number(_, slider, words)) => {
                if !many {
                    let text = self.notes().first().cloned().unwrap_or_else(|| words.clone());
                    canvas.say(1, used, &text, Role::Text);
                    used += 1;
                }
                slider.draw(canvas, used, focused);
                used += 1;
                if used < 3 {
                    let fill = keys.label(Action::Fill);
                    let (fills, measured) = (slider.can_fill(), slider.measured().is_some());
                    let start = match slider.begins_at() {
                        Some(_) if measured => "from your mean: ",
                        Some(_) => "from 0.50: ",
                        None => "",
                    };
                    let enter =
                        if self.enters() { format!("{enter}, then ") } else { String::new() };
                    let fill = match fills && !self.enters() && !fill.is_empty() {
                        true => format!("{fill} your mean, or type"),
                        false => "or type a number".into(),
                    };
                    let by = [[Action::Left, Action::Right], [Action::Up, Action::Down]];
                    let [little, much] = by.map(|pair| {
                        let labels = pair.map(|key| keys.label(key));
                        let long = labels.iter().any(|label| width(label) > 1);
                        labels.join(if long { " " } else { "" })
                    });
                    let help = format!("   {enter}{start}{little} by 0.01, {much} by 0.10, {fill}");
                    let after = canvas.say(0, used, &help, Role::Dim);
                    // The keys are in the footer as well.
                    if after + 4 + width(&before) <= canvas.width() {
                        canvas.say(after + 4, used, &before, Role::Dim);
                    }
                }
                return;
            }
            Some(Answer::Bits(draft, start)) => {
                let fill = keys.label(Action::Fill);
                let write = match draft.claimed() {
                    Some(bit) => format!("this one is {}, by the claim", u8::from(bit)),
                    None => "0 1 write, Space turns".into(),
                };
                let text = match (start, self.prompt.offer(Verb::Run)) {
                    (Some(_), _) if self.can_fill() => {
                        format!("{write}, {fill} fills in the honest values")
                    }
                    (None, Some(_)) => format!("{write}, {fill} runs it and fills in"),
                    _ => write,
                };
                let [bit, of] = [draft.cursor + 1, draft.len()].map(|n| count(n as u64));
                let at = format!("bit [ {bit} ] of {of}");
                let after = canvas.say(3, used, &at, Role::Chosen);
                canvas.say(after + 4, used, &text, Role::Text);
                used += 1;
            }
            Some(Answer::Subset(subset)) => {
                if !many {
                    canvas.say(3, used, subset.words(), Role::Text);
                    used += 1;
                }
                subset.draw(canvas, used, focused);
                used += if subset.is_whole() { 1 } else { 2 };
            }
            Some(Answer::Text(_, field, shape, _)) => {
                let room = canvas.width().saturating_sub(5);
                field.draw(canvas, (3, used), room, focused && self.entered);
                used += 1;
                let rows = canvas.height().saturating_sub(used);
                for line in wrap(shape, room).iter().take(rows) {
                    canvas.say(3, used, line, Role::Dim);
                    used += 1;
                }
            }
            Some(Answer::Pair([step, writer], at)) => {
                let after = step.draw(canvas, (3, used), "step", focused && *at == 0);
                let place = (after + 4, used);
                let after = writer.draw(canvas, place, "written at", focused && *at == 1);
                let wrong = step.wrong().or(writer.wrong()).unwrap_or_default();
                canvas.say(after + 4, used, &wrong, Role::Notice);
                used += 1;
            }
            Some(Answer::Ready(..)) | None => {}
        }
        self.draw_rest(canvas, used, &before);
    }

    /// What can be done before, then the notes, on the rows that are left, from below.
    fn draw_rest(&self, canvas: &mut Canvas<'_>, used: usize, before: &str) {
        let rows = canvas.height();
        let left = rows.saturating_sub(used);
        // Set in like the choices; a note that needs every column starts at the edge.
        let columns = canvas.width();
        let fits = self.notes().iter().all(|n| width(n) + 4 <= columns);
        let x = if fits { 3 } else { 1 };
        let notes: Vec<String> =
            self.notes().iter().flat_map(|n| wrap(n, columns.saturating_sub(x))).collect();
        // The keys are in the footer as well: words that are needed to answer come first.
        let shown = notes.len().min(left);
        for (i, note) in notes.iter().take(shown).enumerate() {
            let cut = i + 1 == shown && notes.len() > shown;
            let text = if cut { format!("{note} …") } else { note.clone() };
            canvas.say(x, rows - shown + i, &text, Role::Text);
        }
        if left > shown {
            canvas.say(3, rows - shown - 1, before, Role::Dim);
        }
    }

    /// `a  ask the oracle: 1 query      s  run the plan yourself`.
    fn before_words(&self, keys: &KeyMap, cursor: Option<usize>) -> String {
        let mut parts = Vec::new();
        for (at, offer) in self.prompt.offers.iter().enumerate().filter(|(_, o)| !o.ends_turn) {
            // A key plays the first offer of its verb.
            if self.prompt.offers[..at].iter().any(|before| before.verb == offer.verb) {
                continue;
            }
            let key = match offer.verb {
                Verb::Ask if cursor.is_some() && self.before(offer.verb, cursor).is_err() => {
                    continue;
                }
                Verb::Ask => keys.label(Action::Ask),
                Verb::Sample if Self::as_choice(&self.prompt, Verb::Sample) => continue,
                Verb::Sample | Verb::Run => keys.label(Action::Sample),
                Verb::Read => {
                    format!("{} {}", keys.label(Action::Focus), keys.label(Action::Confirm))
                }
                _ => continue,
            };
            parts.push(format!("{key}  {}", offer.words));
        }
        parts.join("      ")
    }

    /// Draws the choices; returns the rows used.
    fn draw_choices(&self, canvas: &mut Canvas<'_>, focused: bool) -> usize {
        let texts = self.texts();
        let rows = self.choice_rows();
        let draw = |canvas: &mut Canvas<'_>, i: usize, x: usize, y: usize| {
            let chosen = self.chosen == Some(i);
            let role = match (chosen, focused) {
                (true, true) => Role::Cursor,
                (true, false) => Role::Chosen,
                _ => Role::Text,
            };
            let sign = if chosen { "(●)" } else { "( )" };
            let after = canvas.say(x, y, sign, Role::Text);
            canvas.say(after + 1, y, &texts[i], role);
        };
        match flow(&texts, canvas.width(), rows, self.chosen) {
            Flow::Rows(places) => {
                for (i, &(x, y)) in places.iter().enumerate() {
                    draw(canvas, i, x, y);
                }
                places.last().map_or(0, |p| p.1 + 1)
            }
            Flow::List(window) => {
                let area = canvas.area();
                let note = counted(window.above, window.below).join("  ");
                let width = area.width.saturating_sub(width(&note) as u16 + 2);
                let mut part = canvas.part(Rect { width, ..area });
                for y in 0..window.count {
                    draw(&mut part, window.first + y, 3, y);
                }
                canvas.say_right(0, &note, Role::Dim);
                window.count
            }
        }
    }
}
