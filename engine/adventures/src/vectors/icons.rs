//! TV-44 to TV-58: card icons, destinations, limits.

use crate::{Adventures, fixture::Fixture};
use kernel::{Seat, Table, proves, script::play};

/// How many cards random seats can play until nobody may any more; dice never fit.
fn most_plays(table: Table<Adventures>) -> (u32, Table<Adventures>) {
    let mut table = table;
    let mut played = 0;
    loop {
        let found = table.turn().asked().into_iter().find_map(|seat| {
            let plays = |a: &&crate::Action| matches!(a, crate::Action::Play { .. });
            table.legal(seat).iter().find(plays).map(|a| (seat, *a))
        });
        let Some((seat, action)) = found else { return (played, table) };
        played += 1;
        table = play(table, &format!("{seat}: {action}"));
        while table.state().stack.top() != Some(&crate::rules::contest::Frame::Manipulate.into()) {
            let Some(who) = table.turn().asked().lowest() else { return (played, table) };
            let Some(first) = table.legal(who).first().copied() else { return (played, table) };
            if matches!(first, crate::Action::Agree) {
                return (played, table);
            }
            table = play(table, &format!("{who}: {first}"));
        }
    }
}

#[test]
fn play_limits_and_tokens() {
    // TV-56 and TV-57
    proves!("RA-157", "RA-158", "RA-159", "RA-R11", "RA-R72");
    let f = |seats: u8, limit: u8, tokens: u8| {
        let mut f = Fixture::bare(&format!("scope=check check=P01:I seats={seats}")).plays(limit, tokens);
        let hands = ["A01 A02 A03 A04 A05", "A07 A09 W01 W02 K05", "K10 K08 T01 T05 T06"];
        for seat in 0..seats {
            f = f.hand(seat, hands[usize::from(seat)]);
        }
        f.slots("R6 R6 R6 R6 R6 R6 R6").pool("R3 B3 G3 U3 W3 P3").table()
    };
    let (played, table) = most_plays(f(2, 2, 1));
    assert_eq!(played, 5);
    let tokens: u8 = table.state().present.into_iter().map(|s| table.state().sheets[s].tokens).sum();
    assert_eq!((tokens, table.state().journal.tokens), (1, 0));
    let (played, table) = most_plays(f(3, 1, 2));
    assert_eq!(played, 5);
    assert_eq!(table.state().sheets[Seat::new(0)].tokens, 2, "one seat played three of them");
}
