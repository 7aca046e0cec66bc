//! What people read of Night Ferry.

use crate::{Action, NightFerry, SEATS, Six, State, carries};
use kernel::{Game, Ink, Page, Seat, SeatSet, Show};

impl Show for NightFerry {
    fn seat_name(&self, _: &State, seat: Seat) -> String {
        ["Ada", "Bo", "Cyd"][seat.index()].to_owned()
    }
    fn label(&self, _: &State, _: Seat, Action::Load { weight }: Action) -> String {
        format!("Load a crate of {weight}")
    }
    fn prompt(&self, s: &State) -> String {
        match (self.dealt(s), s.die) {
            (Some(seat), _) => format!("{} is dealt a crate", self.seat_name(s, seat)),
            (None, None) => "how rough is the water? a die is rolled".to_owned(),
            (None, Some(_)) => "all load a crate in secret".to_owned(),
        }
    }
    fn draw(&self, s: &State, page: &mut Page) {
        let title = format!("Night Ferry  crossing {} of {}", s.crossing + 1, self.options.crossings);
        page.line().ink(Ink::Title, title);
        if let Some(die) = s.die {
            page.plain(format!("  the ferry carries {}", carries(die)));
        }
        for seat in Seat::first(SEATS) {
            let (at, hand) = (seat.index(), &s.hands[seat.index()]);
            let held = Six::ALL.iter().flat_map(|w| vec![w.word(); usize::from(hand[w.index()])]);
            let held = held.collect::<Vec<_>>().join(" ");
            let waits = s.loaded[at].map_or("", |_| "  has loaded");
            page.line().ink(Ink::Strong, format!("{:<4}", self.seat_name(s, seat)));
            page.plain(format!("{:>3} points  {} crates  {held}{waits}", s.scores[at], s.sizes[at]));
        }
    }
    fn result(&self, s: &State) -> Option<String> {
        let outcome = self.outcome(s)?;
        let won = Seat::first(SEATS).filter(|seat| outcome.payoff(*seat) > 0);
        let names: Vec<String> = won.map(|seat| self.seat_name(s, seat)).collect();
        Some(format!("{} wins", names.join(" and ")))
    }
    /// A crate is dealt face down.
    fn chance_seen_by(&self, s: &State) -> SeatSet {
        self.dealt(s).map_or(SeatSet::first(SEATS), SeatSet::only)
    }
    fn fact(&self, s: &State, name: &str) -> Option<String> {
        let (seat, what) = name.split_once('.')?;
        let seat = Seat::checked(seat.parse().ok()?, SEATS)?.index();
        match what {
            "score" => Some(s.scores[seat].to_string()),
            "crates" => Some(s.sizes[seat].to_string()),
            _ => None,
        }
    }
}
