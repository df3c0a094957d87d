//! The pages of the table: the theory, and the costs by kind.

use super::TableScreen;
use crate::debate::AnyDebate;
use crate::tui::goal;
use crate::tui::prelude::*;
use crate::tui::screen::page::Page;
use crate::tui::screen::{ledger, panel};

impl TableScreen {
    /// The lines above the answer. The first is the last hint, or says how to begin if `coached` is true. Then come a
    /// lost goal, and facts that were revealed.
    pub(super) fn aside(&self, columns: usize, coached: bool) -> Vec<(String, Role)> {
        let mut parts: Vec<(String, Role)> = Vec::new();
        let hints = if self.shows_hint { self.hint_words() } else { Vec::new() };
        let coach = self.card.as_ref().or(self.coach.as_ref());
        let coach = coach.filter(|_| coached && self.desk.asks());
        match (hints.last(), coach) {
            (Some(hint), _) => parts.push((hint.clone(), Role::Notice)),
            (None, Some(coach)) => parts.push((format!("▸ {coach}"), Role::Notice)),
            (None, None) => {}
        }
        let lost = self.debate.here().and_then(|sitting| goal::overspent(sitting, self.eye()));
        parts.extend(lost.map(|lost| (lost, Role::Bad)));
        parts.extend(self.revealed_words());
        let lines = parts
            .iter()
            .flat_map(|(text, role)| wrap(text, columns + 2).into_iter().map(|line| (line, *role)));
        let mut lines: Vec<(String, Role)> = lines.collect();
        // The board must not move while programs think.
        if !self.desk.asks() || self.debate.away().is_some() {
            let rows = lines.len().max(self.rows_before[0].into());
            lines.resize_with(rows, || (String::new(), Role::Text));
        }
        lines
    }

    /// The hints that are shown.
    fn hint_words(&self) -> Vec<String> {
        let Some(sitting) = self.debate.here() else { return Vec::new() };
        let hints = sitting.scenario.hints(&self.people);
        let all = hints.len();
        let shown = hints.iter().take(self.hints).enumerate();
        shown.map(|(i, hint)| format!("Hint {} of {all}: {}", i + 1, &**hint)).collect()
    }

    /// The page with the whole rule, the theorem, this debate's numbers, the goal and the hints.
    pub(super) fn theory(&mut self, _: &mut Context) -> Transition {
        let brief = self.position.brief(self.eye());
        let mut parts = vec![(format!("This is a {}.", brief.protocol), Role::Text)];
        if let Some(sitting) = self.debate.here() {
            let seat = Some(self.seat).filter(|seat| self.people.contains(seat));
            let game = sitting.game();
            let is_series = game.position().is_series();
            let goal = seat.and_then(|own| sitting.scenario.goal_in(Some(own)));
            let goal = goal.and_then(|goal| goal::asked(goal, seat, game.payoff_unit(), is_series));
            parts.extend(goal.map(|goal| (goal, Role::Chosen)));
        }
        parts.extend(panel::paragraphs(&brief));
        parts.extend(self.hint_words().into_iter().map(|hint| (hint, Role::Notice)));
        parts.extend(self.meter.best().map(|best| (best, Role::Dim)));
        Transition::push(Page::new(&self.title, "Theory", KeyScope::Table, Action::Theory, parts))
    }

    /// The page that lists the costs of all players by kind.
    pub(super) fn costs(&mut self, _: &mut Context) -> Transition {
        let table = self.debate.here().map(|sitting| sitting.game() as &dyn AnyDebate);
        let parts = ledger::by_kind(self.position.ledger(), self.eye(), table);
        Transition::push(Page::new(&self.title, "Cost", KeyScope::Table, Action::Costs, parts))
    }
}
