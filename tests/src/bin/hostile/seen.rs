//! What seats of all games saw at some moments of play: positions that are sent back, meddled with.

use crate::world::{Matches, person, played_by, with};
use proto::v1;
use std::collections::BTreeMap;

/// A view and all that goes with it when it is given as a position.
pub struct Seen {
    pub game_id: String,
    pub options: BTreeMap<String, String>,
    pub seat: u32,
    pub view: v1::View,
}

/// A table: the game, how many seats, which of them is looked from, and options.
type Table = (&'static str, usize, usize, &'static [(&'static str, &'static str)]);

const TABLES: &[Table] = &[
    ("para_roles", 4, 0, &[("campaign", "dragons_tower")]),
    ("para_roles", 4, 2, &[("campaign", "random_encounters")]),
    ("friends_and_foes", 2, 0, &[]),
    ("friends_and_foes", 3, 2, &[("seats", "3")]),
    ("minions_of_mordak", 3, 0, &[("seats", "3")]),
    ("minions_of_mordak", 3, 1, &[("seats", "3")]),
    ("fiends_and_familiars", 1, 0, &[("seats", "1")]),
    ("fiends_and_familiars", 2, 1, &[("seats", "2")]),
    ("adventures", 1, 0, &[("seats", "1"), ("scope", "adventure"), ("adventure", "ADV1")]),
    ("adventures", 2, 1, &[("seats", "2"), ("scope", "adventure"), ("adventure", "ADV1")]),
];
/// Decisions of the seat that are played, and how often its view is kept.
const DECISIONS: usize = 48;
const KEEP_EVERY: usize = 6;
/// Looks at a table whose bots have not moved yet, or never will.
const PATIENCE: usize = 2_000;

/// Views of every game, from its first decision on.
pub async fn seen(client: &mut Matches) -> Vec<Seen> {
    let mut all = vec![];
    for table in TABLES {
        let before = all.len();
        along(client, table, &mut all).await;
        assert!(all.len() > before, "{}: nobody was ever asked", table.0);
    }
    all
}

/// Plays a seat for a while and keeps what it saw when it was asked.
async fn along(client: &mut Matches, (game, seats, seat, options): &Table, all: &mut Vec<Seen>) {
    let options: BTreeMap<String, String> =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let controllers = (0..*seats).map(|n| if n == *seat { person() } else { played_by("random") });
    let ask = v1::CreateMatchRequest {
        game_id: (*game).to_owned(),
        options: options.clone().into_iter().collect(),
        seats: controllers.collect(),
        seed: Some(11),
        ..Default::default()
    };
    let made = client.create_match(ask).await.expect("a match").into_inner();
    let (match_id, seat) = (made.r#match.expect("the match").match_id, *seat as u32);
    let token = &made.seat_tokens[&seat];
    let look = v1::GetViewRequest {
        match_id: match_id.clone(),
        ids_only: true,
        seat: Some(seat),
        ..Default::default()
    };
    let mut acted = 0;
    for _ in 0..PATIENCE {
        let now = client.get_view(with(token, look.clone())).await.expect("a view").into_inner();
        if acted == DECISIONS {
            break;
        }
        let (Some(decision), false) = (now.decision, now.actions.is_empty()) else {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            continue;
        };
        if acted % KEEP_EVERY == 0 {
            let (game_id, options) = ((*game).to_owned(), options.clone());
            all.push(Seen { game_id, options, seat, view: now.view.expect("a view") });
        }
        let ask = v1::ApplyActionRequest {
            match_id: match_id.clone(),
            seat,
            decision_id: decision.id,
            action_id: now.actions[acted * 7 % now.actions.len()].id.clone(),
            ..Default::default()
        };
        // A bot may be faster where several may act; then the next look shows more.
        acted += usize::from(client.apply_action(with(token, ask)).await.is_ok());
    }
    let close = v1::CloseMatchRequest { match_id, request_id: String::new() };
    // It may be over.
    let _ = client.close_match(with(&made.host_token, close)).await;
}
