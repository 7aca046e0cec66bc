//! What helps to choose: a heading for each action, and a sentence with its chances. From what everybody sees.

use crate::{
    action::{Action, SlotId},
    actions,
    frame::Frame,
    queries::{Look, passes},
    rules::{pause, setup, treasure},
    words::{Ability, Deed, FoeId, HeroId, Item, Side, Standing, Stat, Who},
};
use kernel::{CardSet, Pool, Seat, Suit};

/// The heading an action is listed under.
#[allow(clippy::too_many_lines, reason = "one line a variant")]
pub fn group(look: Look, action: Action) -> &'static str {
    match action {
        Action::Take { .. }
        | Action::Redraw { .. }
        | Action::ChooseRole { .. }
        | Action::ChooseClass { .. }
        | Action::ChooseRoleEpic { .. }
        | Action::LayToken { .. } => "Set-up",
        Action::Keep { .. } => where_asked(look, "Choice"),
        Action::Done => where_asked(look, "Pause"),
        Action::Begin | Action::StayDown => "Turn",
        Action::Attack { .. }
        | Action::Defend
        | Action::PreciseStrike
        | Action::DoubleDamage
        | Action::Hide => "Fight",
        Action::JointAttack { .. }
        | Action::ProtectOther { .. }
        | Action::Cure { .. }
        | Action::BoostHeal
        | Action::Buff { .. }
        | Action::Curse { .. } => "Support",
        Action::Epic { .. } => "EPIC",
        Action::Slot { .. } => "Abilities",
        Action::Run { .. } => "Escape",
        Action::Swap { .. } | Action::Treasure { .. } | Action::Pay { .. } => "Treasure",
        Action::Flask { .. } | Action::Bomb | Action::Summon | Action::HandOver { .. } | Action::Scroll => {
            "Items"
        }
        Action::Command { .. } | Action::Release => "Creature",
        Action::Hero { .. }
        | Action::Enemy { .. }
        | Action::Evacuate { .. }
        | Action::AuraHealth
        | Action::AuraDamage
        | Action::Mix { .. }
        | Action::Lay { .. }
        | Action::PutBack
        | Action::FromSupply
        | Action::From { .. }
        | Action::Reflect
        | Action::Decline
        | Action::HealAll => "Choice",
        Action::Upgrade { .. }
        | Action::Learn { .. }
        | Action::Become { .. }
        | Action::LearnSecond
        | Action::LearnEpic
        | Action::Buy { .. } => "Town",
        Action::Raise { .. } | Action::BuyBack { .. } => "The fallen",
        Action::Go { .. }
        | Action::Room { .. }
        | Action::Down
        | Action::Rift { .. }
        | Action::FaceAncient
        | Action::Camp
        | Action::Leave => "Map",
        Action::Meet { .. } | Action::Level { .. } => "Encounter",
        Action::Hit { .. }
        | Action::HitAll { .. }
        | Action::Slain { .. }
        | Action::Stun { .. }
        | Action::Attacked { .. }
        | Action::Uncurse { .. } => "Enemies",
        Action::Dead { .. }
        | Action::Alive { .. }
        | Action::Stance { .. }
        | Action::Covers { .. }
        | Action::Hides { .. } => "Heroes",
        Action::Ends { .. } => "EPIC",
        Action::Shaken { .. } | Action::Fled => "Escape",
        Action::Reshuffled => "Turn",
        Action::Yes | Action::No => "Choice",
    }
}

/// For actions that are asked for in several places.
fn where_asked(look: Look, otherwise: &'static str) -> &'static str {
    match look.s.stack.top() {
        Some(Frame::Setup(
            setup::Frame::Redraw { .. } | setup::Frame::RedrawKeep { .. } | setup::Frame::FreeTokens { .. },
        )) => "Set-up",
        Some(_) if look.s.journey.town => "Town",
        Some(_) | None => otherwise,
    }
}

/// A sentence that helps to choose; empty where the label says it all.
#[allow(clippy::too_many_lines, reason = "one line a variant")]
pub fn hint(look: Look, seat: Seat, action: Action) -> String {
    let purse = look.hero(seat).treasures();
    match action {
        Action::Attack { enemy } => attack(look, seat, enemy),
        Action::Defend => {
            let odds = check(look, seat, look.stat(seat, Stat::Defense));
            format!("{odds}; until the next turn no attack hurts him.")
        }
        Action::JointAttack { ally } => ability(look, seat, Ability::JointAttack, ally),
        Action::ProtectOther { ally } => ability(look, seat, Ability::ProtectOther, ally),
        Action::Cure { hero } => cure(look, seat, hero),
        Action::BoostHeal => ability(look, seat, Ability::BoostHeal, seat.into()),
        Action::PreciseStrike => ability(look, seat, Ability::PreciseStrike, seat.into()),
        Action::DoubleDamage => ability(look, seat, Ability::DoubleDamage, seat.into()),
        Action::Buff { hero, .. } => ability(look, seat, Ability::BuffAlly, hero),
        Action::Curse { .. } => ability(look, seat, Ability::CurseEnemy, seat.into()),
        Action::Epic { .. } => {
            "Takes this turn and the next two; a stun or a charm breaks it off.".to_owned()
        }
        Action::Run { stat, enemy } => {
            let odds = check(look, seat, look.stat(seat, stat));
            match look.s.acting_enemies().count() {
                0 | 1 => format!("{odds}; then the party is out of this fight without its treasure."),
                _ => format!("{odds}; then {} is shaken off.", look.name(Who::Foe(enemy))),
            }
        }
        Action::Swap { .. } if !look.s.combat.on => String::new(),
        Action::Swap { .. } => {
            format!("{}.", check(look, seat, look.stat(seat, Stat::Trick)))
        }
        Action::Command { deed, .. } => command(look, deed),
        Action::Hero { hero } => match look.s.stack.top() {
            Some(Frame::Outside(pause::Frame::TrapVictim { .. } | pause::Frame::SealRift)) => {
                format!("{}.", check(look, hero.seat(), look.stat(hero.seat(), Stat::Trick)))
            }
            Some(_) | None => String::new(),
        },
        Action::ChooseRoleEpic { epic } => look.g.content.epic(epic).text.clone(),
        Action::ChooseClass { class } => {
            let (one, two) = look.g.content.pair(class);
            let epic = look.g.content.class(one, two).map(|(_, epic)| epic);
            epic.map_or_else(String::new, |e| format!("{}: {}", e.title(), look.g.content.epic(e).text))
        }
        Action::Upgrade { stat } => {
            let now = look.hero(seat).cards[stat.index()];
            let next = treasure::next_card(look.s, seat, stat);
            next.map_or_else(String::new, |to| format!("The card {now} becomes {to}; {purse} treasure held."))
        }
        Action::Slot { slot, ability } => slot_hint(look, seat, slot, ability),
        Action::Learn { .. } | Action::Become { .. } | Action::LearnSecond | Action::LearnEpic => {
            format!("{purse} treasure held.")
        }
        Action::Buy { item } => item_hint(item).to_owned(),
        Action::HandOver { item, .. } => item_hint(item).to_owned(),
        Action::Summon => item_hint(Item::SummoningBook).to_owned(),
        // The label says it all.
        Action::Done
        | Action::Take { .. }
        | Action::Redraw { .. }
        | Action::ChooseRole { .. }
        | Action::LayToken { .. }
        | Action::Begin
        | Action::StayDown
        | Action::Bomb
        | Action::Release
        | Action::Hide
        | Action::Flask { .. }
        | Action::Enemy { .. }
        | actions!(purse)
        | actions!(pick)
        | Action::Scroll
        | actions!(raise)
        | actions!(map)
        | actions!(told) => String::new(),
    }
}

/// The class that a pair of slots would make.
fn slot_hint(look: Look, seat: Seat, slot: SlotId, ability: Ability) -> String {
    let mut slots = look.hero(seat).slots;
    if let Some(place) = slots.get_mut(usize::from(slot.number()) - 1) {
        *place = Some(ability);
    }
    let [Some(one), Some(two)] = slots else { return String::new() };
    let class = look.g.content.class(one, two);
    class.map_or_else(String::new, |(c, e)| format!("Makes a {} ({}).", c.title(), e.title()))
}

const fn item_hint(item: Item) -> &'static str {
    match item {
        Item::Scroll => "Read it between fights: the party visits the town at once.",
        Item::FlaskSet => "Each flask heals one hero fully.",
        Item::BombKit => "Each bomb takes the party out of a fight.",
        Item::MirrorShield => "Once a fight the bearer may turn an enemy's special action back.",
        Item::PurpleStaff => "The bearer's spades deal double damage.",
        Item::SpikedArmor => "Whoever attacks the bearer loses 1 HP.",
        Item::SummoningBook => "After three turns of the bearer a creature fights for the party.",
    }
}

// --- chances

/// The cards the next one comes from: of an empty deck the discard, which is shuffled first.
fn coming(look: Look) -> CardSet {
    let fixed: CardSet = look.s.random.fixed().iter().map(|f| f.card).collect();
    let deck = look.s.random.loose().or(fixed);
    if deck.is_empty() { CardSet::FULL.minus(look.s.hand) } else { deck }
}

/// How many of the cards that may come pass, and how many there are.
fn passing(look: Look, stat: u8) -> (u32, u32) {
    let deck = coming(look);
    (deck.iter().filter(|card| passes(*card, stat)).count() as u32, deck.count())
}

const fn percent(part: u32, whole: u32) -> u32 {
    match (100 * part + whole / 2).checked_div(whole) {
        Some(rate) => rate,
        None => 0,
    }
}

fn check(look: Look, seat: Seat, stat: u8) -> String {
    if look.as_asked(seat) {
        return "Succeeds whatever the card".to_owned();
    }
    let (good, all) = passing(look, stat);
    format!("Succeeds with {good} of {all} cards ({} %)", percent(good, all))
}

fn attack(look: Look, seat: Seat, enemy: FoeId) -> String {
    if look.grave_on_hero(seat, Suit::Spades) {
        return "The Call of the Grave turns the attack at a hero: the card names him.".to_owned();
    }
    let (good, all) = passing(look, look.stat(seat, Stat::Attack));
    let joint = |side, ally| side == Side::Joint && ally == seat;
    let two = look.s.heroes.iter().any(|(_, h)| h.token.is_some_and(|t| joint(t.side, t.ally)))
        || look.hero_has(seat, Standing::TwoCards);
    // In hundredths of a per cent, so that two roundings do not add up.
    let hit = match all {
        _ if look.hits_anyway(seat, enemy) => 10_000,
        0 => 0,
        1 => 10_000 * good,
        _ if two => 10_000 - 10_000 * (all - good) * (all - good).saturating_sub(1) / (all * (all - 1)),
        _ => 10_000 * good / all,
    };
    let target = look.foe_cover(enemy).unwrap_or(enemy);
    let name = look.name(Who::Foe(target));
    let aside = if target == enemy { String::new() } else { format!(" {name} takes the blow;") };
    let rate = (hit + 50) / 100;
    if look.foe(target).stance && !look.as_asked(seat) {
        return format!("Hits at {rate} %, but{aside} {name} is on guard and cannot be hurt.");
    }
    let open =
        look.hero(seat).precise_strike || look.as_asked(seat) || look.grave_on_foe(target, Suit::Diamonds);
    if open {
        return format!("Hits at {rate} %;{aside} Defense does not count.");
    }
    let defense = look.foe_stat(target, Stat::Defense);
    let (stops, all) = passing(look, defense);
    let wounds = (hit * (all - stops) / all.max(1) + 50) / 100;
    format!("Hits at {rate} %;{aside} wounds at {wounds} % against Defense {defense}.")
}

fn cure(look: Look, seat: Seat, patient: HeroId) -> String {
    let sick = look.hero(patient.seat());
    let lost = look.max_hp(Who::Hero(patient.seat())).saturating_sub(sick.hp.into());
    let gains = u16::from(look.cure_size(seat, patient.seat())).min(lost);
    format!("{}; gains {gains} HP.", ability_odds(look, seat))
}

fn ability_odds(look: Look, seat: Seat) -> String {
    if look.hero_has(seat, Standing::AutoAbility) {
        return "Succeeds whatever the card".to_owned();
    }
    check(look, seat, look.stat(seat, Stat::Trick))
}

fn ability(look: Look, seat: Seat, ability: Ability, on: HeroId) -> String {
    let ally = look.name(Who::Hero(on.seat()));
    let then = match ability {
        Ability::JointAttack => format!("then {ally} turns two cards for each attack and keeps one"),
        Ability::ProtectOther => format!("then attacks on {ally} strike this hero"),
        Ability::Cure | Ability::BoostHeal => "then the next Cure gives 3 HP".to_owned(),
        Ability::PreciseStrike => "then his next hit skips Defense".to_owned(),
        Ability::DoubleDamage => "then his next wound counts double".to_owned(),
        Ability::BuffAlly | Ability::CurseEnemy => {
            let supply = look.s.tokens[seat].iter().filter(|p| p.on().is_none()).count();
            format!("{supply} of 4 tokens are in the supply")
        }
    };
    format!("{}; {then}.", ability_odds(look, seat))
}

fn command(look: Look, deed: Deed) -> String {
    let stat = crate::rules::creature::stat_of(deed);
    let value = look.foe_stat(FoeId::CREATURE, stat);
    let (good, all) = passing(look, value);
    format!("{} {value}: succeeds with {good} of {all} cards ({} %).", stat.title(), percent(good, all))
}

#[cfg(test)]
mod tests {
    use crate::{Action, fixture::Fixture};
    use kernel::{Seat, Show};

    fn hint(fixture: Fixture, seat: u8, action: &str) -> String {
        let table = fixture.table();
        let action: Action = action.parse().expect("an action");
        assert!(table.legal(Seat::new(seat)).contains(&action), "{action} must be offered");
        table.game().hint(table.state(), Seat::new(seat), action)
    }

    #[test]
    fn an_attack_tells_its_chances_from_the_cards_that_are_left() {
        let fight = || Fixture::fight(&["4/3/5/2"]).stats(2, "6/7/9/8");
        // Below 9, that is 2 to 8 of each suit: 28 of 52; only a 2 is below 3.
        let whole = "Hits at 54 %; wounds at 50 % against Defense 3.";
        assert_eq!(hint(fight(), 2, "attack e1"), whole);
        let high = hint(fight().deck("KS QS 2H AS"), 2, "attack e1");
        assert_eq!(high, "Hits at 25 %; wounds at 19 % against Defense 3.");
        let guarded = hint(fight().foe(1, |f| f.stance = true), 2, "attack e1");
        assert!(guarded.contains("is on guard and cannot be hurt"), "{guarded}");
        let precise = hint(fight().hero(2, |h| h.precise_strike = true), 2, "attack e1");
        assert_eq!(precise, "Hits at 54 %; Defense does not count.");
        let joint = hint(fight().token(1, crate::words::Side::Joint, 2), 2, "attack e1");
        assert!(joint.starts_with("Hits at 79 %"), "the better of two cards: {joint}");
    }

    #[test]
    fn a_cure_tells_what_it_gives() {
        let hurt = Fixture::fight(&["4/3/5/2"]).hero(2, |h| h.hp -= 2);
        assert!(hint(hurt.clone(), 0, "cure h2").ends_with("gains 1 HP."));
        let boosted = hurt.hero(0, |h| h.boost_heal = true);
        assert!(hint(boosted.clone(), 0, "cure h2").ends_with("gains 2 HP."));
        assert!(hint(boosted, 0, "cure h1").ends_with("gains 0 HP."), "he has lost nothing");
    }

    #[test]
    fn actions_are_listed_under_headings() {
        let table = Fixture::fight(&["4/3/5/2"]).table();
        let group = |text: &str| {
            let action: Action = text.parse().expect("an action");
            table.game().group(table.state(), Seat::new(0), action)
        };
        let found = ["attack e1", "cure h1", "epic resurrection", "run trick e1", "flask h0"].map(group);
        assert_eq!(found, ["Fight", "Support", "EPIC", "Escape", "Items"]);
        let town = Fixture::fight(&[]).treasure(0, crate::words::Stat::Attack, 5).pause(true);
        assert_eq!(town.game().group(town.state(), Seat::new(0), Action::Done), "Town");
    }
}
