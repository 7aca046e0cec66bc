//! Monsters, the forms of Adventure cards, and weaknesses and rewards of Minions.

use crate::fixture::{A, B, Fixture, adventure, fiend, market, minion};
use crate::{
    State,
    rules::{combat, hunt, monster_combat},
    words::{AdventureKind, Row},
};
use kernel::{proves, script::play};

/// Seat a has fought this Monster with two sixes, a three and a one.
fn fought(name: &str, change: impl FnOnce(&mut State)) -> i8 {
    let f = Fixture::new(2).monster(name, ["Drowned Stair", "Riptide", "Breaking Wave"]);
    let f = f.with(|s| {
        (s.fight.monster, s.fight.shown, s.players[A].tokens) = (true, [1, 0, 1, 0, 0, 2], 3);
        change(s);
    });
    let table = f.at(monster_combat::Frame::Fought { seat: A });
    table.state().players[A].result.expect("the roll is summed up")
}

#[test]
fn each_monster_has_its_own_way() {
    proves!("FF-801", "FF-806", "FF-807");
    let nothing = |_: &mut State| {};
    assert_eq!(fought("The Tidecaller", nothing), 16);
    assert_eq!(fought("Cinderwyrm", nothing), 10, "one six is gone");
    assert_eq!(fought("The Hive Queen", nothing), 15, "the one is gone");
    assert_eq!(fought("The Pale Hound", nothing), 15, "the one counts nothing");
    assert_eq!(fought("The Mirror Knight", nothing), 6, "sixes count 1");
    let haunted =
        |s: &mut State| ["Stench", "Cling"].into_iter().for_each(|f| s.players[A].active.insert(fiend(f)));
    assert_eq!(fought("Gravemaw", haunted), 12);
    assert_eq!(fought("The Tidecaller", haunted), 16, "Fiends do not count otherwise");
    assert_eq!(fought("Veilweaver", |s| s.players[A].tokens = 1), 12);
    assert_eq!(fought("The Bog Mother", |s| s.players[A].injury = 2), 12);
    assert_eq!(fought("The Tidecaller", |s| (s.players[A].injury, s.players[A].honor) = (2, 3)), 17);
    let read = |s: &mut State| s.players[A].cards.insert(market("Lore"));
    assert_eq!(fought("The Silent Choir", read), 15);
}

#[test]
fn tidecaller_stops_rerolls_and_thorn_king_scares_mercenaries() {
    let facing = |name: &str| {
        let f = Fixture::new(2).monster(name, ["Drowned Stair", "Riptide", "Breaking Wave"]);
        f.with(|s| (s.fight.monster, s.players[A].xp) = (true, 3))
    };
    assert!(!combat::may_reroll(facing("The Tidecaller").look(), A));
    assert!(combat::may_reroll(facing("Gravemaw").look(), A));
    assert_eq!(facing("The Thorn King").look().mercenary(A), (4, 7));
    assert_eq!(facing("Gravemaw").look().mercenary(A), (3, 5));
}

#[test]
fn the_giant_and_the_bull_take_a_die_from_the_unprepared() {
    let facing = |name: &str, cards: &[&str]| {
        let f = Fixture::new(2).monster(name, ["Drowned Stair", "Riptide", "Breaking Wave"]);
        let f = cards.iter().fold(f, |f, card| f.owns(card));
        // Gold for mercenaries keeps seat a asked, so that its pool can be read.
        let table = f
            .with(|s| (s.players[A].pool, s.fight.monster) = (3, true))
            .at(monster_combat::Frame::Mercenaries { at: 0 });
        table.state().fight.pool
    };
    let chain = ["Mail Coif", "Linked Hauberk", "Ring Greaves"];
    assert_eq!([facing("Hoarfrost Giant", &chain), facing("Hoarfrost Giant", &chain[..2])], [3, 2]);
    assert_eq!([facing("The Iron Bull", &["Sling", "Rapier"]), facing("The Iron Bull", &["Sling"])], [3, 2]);
}

#[test]
fn minions_grant_dice_for_what_they_fear() {
    proves!("FF-502");
    let dice = |name: &str, f: Fixture| hunt::weakness(f.look(), A, minion(name));
    let new = || Fixture::new(2);
    assert_eq!(dice("Ditch Goblin", new().dice(Row::Str, "red1 red1")), 2);
    assert_eq!(dice("Ditch Goblin", new().dice(Row::Dex, "red1 red1")), 0);
    assert_eq!([3, 4, 8].map(|gold| dice("Coin Eater", new().with(|s| s.players[A].gold = gold))), [0, 1, 2]);
    assert_eq!(dice("Ash Crow", new().dice(Row::Str, "black1 black2 black/red3").dice(Row::Dex, "gold1")), 2);
    let good = |token| dice("Pit Devil", new().with(|s| s.players[A].token = token));
    assert_eq!([good(1), good(4)], [2, 0]);
    assert_eq!(dice("Imp Herder", new().fiend("Stench").fiend("Cling")), 2);
    assert_eq!(
        dice("Gate Captain", new().dice(Row::Str, "red1 red1 red1").dice(Row::Familiar, "red1 red1 red1")),
        2
    );
    assert_eq!([0, 4].map(|token| dice("Cult Preacher", new().with(|s| s.players[A].token = token))), [2, 0]);
    assert_eq!([0, 4].map(|token| dice("Doubt Eater", new().with(|s| s.players[A].token = token))), [0, 2]);
    assert_eq!(dice("Page Eater", new().owns("Lore").owns("Chaos")), 2);
    assert_eq!(
        dice(
            "Rust Golem",
            new().owns("Mail Coif").owns("Rune of Ash").owns("Oiled Boots").owns("Star Cloak")
        ),
        3
    );
    assert_eq!(dice("Flea Swarm", new().dice(Row::Str, "red1 red2 red3").dice(Row::Dex, "red1 red2")), 2);
}

#[test]
fn a_reward_may_bring_an_action() {
    proves!("FF-506");
    let hunts = |name: &str| {
        let f = Fixture::new(2).revealed(name).dice(Row::Str, "red5 blue2");
        f.with(|s| (s.players[A].gold, s.players[A].hunt_dice) = (0, 2)).at(hunt::Frame::Minion { seat: A })
    };
    // Tunnel Rat: a Trophy from 10, with the DEX action from 15.
    play(
        hunts("Tunnel Rat"),
        "roll 6\nroll 6\nroll 3\na.honor is 1\nseat 0: swap str1 str2\na.str is blue2 red5 none\na.trophies is 1",
    );
    play(hunts("Tunnel Rat"), "roll 6\nroll 6\nroll 2\na.trophies is 1\nasked chance");
    play(hunts("Tunnel Rat"), "roll 1\nroll 1\nroll 1\na.injury is 1\na.trophies is 0");
}

/// Who is helped by this card: seats a and b, both with all tokens.
fn helped(seats: u8, kind: AdventureKind, name: &str, change: impl FnOnce(Fixture) -> Fixture) -> Vec<u8> {
    let tokens = |s: &mut State| kernel::Seat::first(seats).for_each(|seat| s.players[seat].tokens = 3);
    let f = change(Fixture::new(seats).with(tokens));
    monster_combat::winners(f.look(), kind, adventure(name)).into_iter().map(kernel::Seat::number).collect()
}

#[test]
fn each_form_of_adventure_card_finds_whom_it_helps() {
    proves!("FF-804");
    use AdventureKind::{Attack, Location, Obstacle};
    // A goal of the class: the Warrior wants exactly 17 in CON.
    let con = |dice: &'static str| move |f: Fixture| f.class(A, "Warrior").dice(Row::Con, dice);
    assert_eq!(helped(2, Location, "Sunken Crypt", con("red6 red6 red5")), [0]);
    assert!(helped(2, Location, "Sunken Crypt", con("red6 red6 red6")).is_empty());
    assert_eq!(helped(2, Location, "Bone Orchard", |f| f.dice(Row::Wis, "red6 red5 red5")), [0]);
    let black = |f: Fixture| f.dice(Row::Str, "black1 black2 black3").dice(Row::Familiar, "black/red1");
    assert_eq!(helped(2, Location, "Black Cistern", black), [0]);
    assert_eq!(helped(2, Obstacle, "Locked Mausoleum", |f| f.owns("Lunge").owns("Feint")), [0]);
    assert_eq!(helped(2, Obstacle, "Ossuary Gate", |f| f.with(|s| s.players[B].token = 8)), [1]);
    assert_eq!(helped(2, Obstacle, "Molten Ford", |f| f.owns("Mail Coif").owns("Ring Greaves")), [0]);
    assert!(helped(2, Obstacle, "Molten Ford", |f| f.owns("Mail Coif").owns("Oiled Boots")).is_empty());
    assert_eq!(helped(2, Attack, "Grave Chill", |f| f.dice(Row::Familiar, "red1 red2 red2")), [0]);
    // Equal qualifiers are all helped; who lacks the token is not even compared.
    assert_eq!(helped(2, Attack, "Hungry Dark", |f| f), [0, 1]);
    assert_eq!(helped(2, Attack, "Hungry Dark", |f| f.with(|s| s.players[B].gold = 4)), [0]);
    let without = |f: Fixture| f.with(|s| (s.players[B].gold, s.players[B].tokens) = (9, 2));
    assert_eq!(helped(2, Attack, "Hungry Dark", without), [0]);
    assert_eq!(helped(2, Attack, "Swarming Shades", |f| f.fiend("Stench")), [1]);
}

#[test]
fn alone_a_comparing_card_asks_for_more() {
    proves!("FF-1040");
    let gold =
        |gold: u8| helped(1, AdventureKind::Attack, "Hungry Dark", |f| f.with(|s| s.players[A].gold = gold));
    assert_eq!(gold(5), [0]);
    assert!(gold(4).is_empty());
}
