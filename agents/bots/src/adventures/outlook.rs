//! How parties fare that come to a contest worn. Nobody knows what the next page brings, but everybody who has played knows
//! how such contests end for heroes without health, cards or class abilities.

use ::adventures::{State, queries::Look, state::Sheet};

/// What a party brings to its next contest, each hero's share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Fatigue that heroes can still take.
    slack: f32,
    /// Class cards that lie face up.
    ready: f32,
    /// Cards in the spent space.
    spent: f32,
    /// Stamina that is missing in rows.
    lack: f32,
    /// Bonus play tokens in fatigue boxes, of the whole party.
    tokens: f32,
    players: u8,
    /// The first adventure lies behind.
    later: bool,
}

/// The log odds that a party falls in a contest, by the number of players.
struct Odds {
    base: f32,
    later: f32,
    slack: f32,
    ready: f32,
}

/// Fitted by logistic regression to 5,655 contests in 400 campaigns of the heuristic (100 with each number of players,
/// development seed 5001; 5 to 8 falls in 100 contests), by what the party had when it last decided something before.
const ODDS: [Odds; 4] = [
    Odds { base: 2.84, later: 0.81, slack: 0.38, ready: 0.62 },
    Odds { base: 4.78, later: 1.10, slack: 0.52, ready: 1.43 },
    Odds { base: 6.57, later: 1.41, slack: 0.77, ready: 0.12 },
    Odds { base: 7.89, later: 2.61, slack: 0.96, ready: 0.0 },
];
/// What a spent card adds to the log odds: fitted the same way to 4,838 contests of parties that rest by these odds. Of missing
/// stamina and of tokens in fatigue boxes little could be told there.
const SPENT: f32 = 0.9;
const LACK: f32 = 0.1;
const TOKEN: f32 = 0.3;
/// What a die of a rest heals, less what is rolled in vain.
const DIE: f32 = 3.2;
/// Contests that are fought before the party rests again. Of 1.5, 3 and 6 the second was best (development seeds 4001, 4002).
const CONTESTS: f32 = 3.0;
/// What much XP is worth, in chances not to fall, and how much XP is much.
const XP: f32 = 0.15;
const XP_MUCH: f32 = 5.0;
/// What a rest costs besides: a box of the track, or a card.
const BOX: f32 = 0.003;
const CARD: f32 = 0.02;

impl Shape {
    #[must_use]
    pub fn of(s: &State) -> Shape {
        let count = f32::from(s.players().max(1));
        let sheets = || s.present.into_iter().map(|seat| &s.sheets[seat]);
        let sum = |of: fn(&Sheet) -> u8| sheets().map(|sheet| f32::from(of(sheet))).sum::<f32>();
        Shape {
            slack: sum(|sheet| sheet.health.saturating_sub(sheet.fatigue)) / count,
            ready: sum(|sheet| u8::from(sheet.ready)) / count,
            spent: sum(|sheet| sheet.spent.len() as u8) / count,
            lack: sum(|sheet| sheet.scores.iter().sum::<u8>().saturating_sub(sheet.row_sum())) / count,
            tokens: sum(|sheet| sheet.tokens),
            players: s.players(),
            later: s.journal.campaign > 0,
        }
    }

    /// Every hero takes so much fatigue.
    #[must_use]
    pub fn worn_by(self, fatigue: u8) -> Shape {
        Shape { slack: (self.slack - f32::from(fatigue)).max(0.0), ..self }
    }

    /// After a rest with so many dice.
    #[must_use]
    pub fn rested(self, s: &State, dice: u8) -> Shape {
        let healed = s.present.into_iter().map(|seat| {
            let sheet = &s.sheets[seat];
            f32::from(sheet.fatigue).min(DIE * f32::from(dice))
        });
        let slack = self.slack + healed.sum::<f32>() / f32::from(s.players().max(1));
        Shape { slack, ready: 1.0, spent: 0.0, lack: 0.0, tokens: 0.0, ..self }
    }

    /// How many falls are to be feared before the party rests again.
    #[must_use]
    pub fn risk(self) -> f32 {
        let odds = &ODDS[usize::from(self.players.clamp(1, 4)) - 1];
        let later = if self.later { odds.later } else { 0.0 };
        let tired = SPENT * self.spent + LACK * self.lack + TOKEN * self.tokens;
        let odds = odds.base + later + tired - odds.slack * self.slack - odds.ready * self.ready;
        CONTESTS / (1.0 + (-odds).exp())
    }
}

/// What so much XP is worth: the more there is, the less one more.
#[must_use]
pub fn kept(xp: u16) -> f32 {
    XP * (1.0 - (-f32::from(xp) / XP_MUCH).exp())
}

/// What resting now with so many dice brings, in chances not to fall.
#[must_use]
pub fn rest(look: Look, dice: u8) -> f32 {
    let s = look.s;
    let now = Shape::of(s);
    let costs_a_card = s.journal.rests + 1 >= look.g.content.campaign.rest_boxes;
    let paid = kept(s.journal.xp) - kept(s.journal.xp.saturating_sub(dice.into()));
    now.risk() - now.rested(s, dice).risk() - paid - if costs_a_card { CARD } else { BOX }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::adventures::fixture::Fixture;
    use kernel::Seat;

    fn party(seats: u8, fatigue: u8) -> Fixture {
        let fixture = Fixture::new(&format!("scope=adventure seats={seats}")).xp(6);
        (0..seats).fold(fixture, |fixture, seat| fixture.fatigue(seat, fatigue, 16))
    }

    #[test]
    fn a_worn_party_is_more_likely_to_fall_whatever_its_size() {
        for seats in 1..=4 {
            let [fresh, worn, spent] = [party(seats, 0), party(seats, 6), party(seats, 12)]
                .map(|fixture| Shape::of(fixture.look().s).risk());
            assert!(fresh < worn && worn < spent, "{seats}: {fresh} {worn} {spent}");
            assert!(fresh < 0.2, "{seats}: {fresh}");
        }
    }

    #[test]
    fn fatigue_that_is_foreseen_weighs_as_much_as_fatigue_that_is_there() {
        let (fresh, worn) = (party(2, 3), party(2, 5));
        assert_eq!(Shape::of(fresh.look().s).worn_by(2), Shape::of(worn.look().s));
    }

    #[test]
    fn each_xp_is_worth_less_than_the_one_before() {
        let each: Vec<f32> = (0..12).map(|xp| kept(xp + 1) - kept(xp)).collect();
        assert!(each.windows(2).all(|two| two[0] > two[1]) && each[11] > 0.0, "{each:?}");
    }

    #[test]
    fn dice_that_heal_nobody_are_not_worth_their_xp() {
        let worn = party(2, 6);
        let best = (1..=6).max_by(|a, b| rest(worn.look(), *a).total_cmp(&rest(worn.look(), *b)));
        assert_eq!(best, Some(2), "six fatigue are healed by two dice");
        assert!(rest(worn.look(), 2) > 0.0 && rest(party(2, 0).look(), 1) < 0.0);
    }

    #[test]
    fn class_cards_and_spent_cards_are_reasons_to_rest() {
        let idle = party(2, 0).ready(0, false).ready(1, false);
        assert!(rest(idle.look(), 1) > 0.0, "both class cards lie face down");
        let mut spent = party(2, 0);
        for seat in [0, 1].map(Seat::new) {
            let sheet = &mut spent.state.sheets[seat];
            (sheet.hand, sheet.spent) = (sheet.spent, sheet.hand);
        }
        assert!(rest(spent.look(), 1) > 0.0, "all cards are spent");
    }
}
