//! A view of any game: what bots get. What the seat does not know is missing in it, and there is no way back to the table.

use kernel::{Game, Seat, SeatSet, Table, View};
use std::{any::Any, sync::Arc};

/// What one seat may know of a table whose game is known only at run time, and whom it is asked for. Made only by
/// [`crate::AnyTable::view_of`].
pub struct AnyView {
    seat: Seat,
    asked: SeatSet,
    masked: Box<dyn Any + Send + Sync>,
}

/// What an [`AnyView`] holds: the rules, and the masked state.
struct Masked<G: Game> {
    game: Arc<G>,
    view: View<G>,
}

impl AnyView {
    /// What the lowest of these seats that is asked sees; `None` if none of them is.
    pub(crate) fn of<G: Game>(table: &Table<G>, seats: SeatSet) -> Option<AnyView> {
        let asked = table.turn().asked().and(seats);
        let seat = asked.lowest()?;
        let masked = Masked { game: Arc::clone(table.game()), view: table.view(seat) };
        Some(AnyView { seat, asked, masked: Box::new(masked) })
    }
    /// Whose eyes these are.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }
    /// The seats that are asked, out of those that were spoken for.
    #[must_use]
    pub fn asked(&self) -> SeatSet {
        self.asked
    }
    /// The rules and the view, for whoever knows the game; `None` if it is another one.
    #[must_use]
    pub fn downcast<G: Game>(&self) -> Option<(&Arc<G>, &View<G>)> {
        self.masked.downcast_ref::<Masked<G>>().map(|masked| (&masked.game, &masked.view))
    }
}

#[cfg(test)]
mod tests {
    use crate::{FriendsAndFoes, GameKind, PackFiles, ParaRoles};
    use kernel::{Seat, SeatSet, Table, Turn};

    #[test]
    fn a_view_is_of_the_lowest_seat_asked_and_of_its_game_alone() {
        let options = [("formations", "WB-1,WB-5"), ("starting_hand", "5")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        let mut table = GameKind::FriendsAndFoes.table(&options, &PackFiles::default()).expect("a table");
        let mut rng = <rand_xoshiro::Xoshiro256PlusPlus as rand::SeedableRng>::seed_from_u64(1);
        while table.turn() == Turn::Chance {
            table.roll(&mut rng).expect("chance is due");
        }
        let asked = table.turn().asked();
        let view = table.view_of(SeatSet::first(4)).expect("somebody is asked");
        assert_eq!((view.asked(), Some(view.seat())), (asked, asked.lowest()));
        assert!(view.downcast::<ParaRoles>().is_none(), "another game");
        let (_, seen) = view.downcast::<FriendsAndFoes>().expect("its own game");
        let table = table.as_any().downcast_ref::<Table<FriendsAndFoes>>().expect("its own game");
        assert_eq!(seen.state(), table.view(view.seat()).state());
        assert_ne!(seen.state(), table.state(), "the other hand is missing");
        assert!(crate::AnyTable::view_of(table, SeatSet::only(Seat::new(5))).is_none(), "nobody asked there");
    }
}
