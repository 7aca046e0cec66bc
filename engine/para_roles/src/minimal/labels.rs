//! What people read where only the enemies are kept: what is asked, what may be told, the table.

use super::Frame;
use crate::{
    action::Action,
    actions,
    frame::{Check, Frame as At},
    labels,
    options::Campaign,
    queries::Look,
    rules::treasure,
    show,
    words::{FoeId, HeroId, Side, Stat, Who},
};
use kernel::{Ink, Page, Seat, Suit};

/// What is asked now.
pub fn asked(look: Look, at: Frame) -> String {
    let hero = |seat: Seat| look.name(Who::Hero(seat));
    match at {
        Frame::Begin | Frame::Round | Frame::Enemies { .. } | Frame::AfterFight => "the enemies".to_owned(),
        Frame::Between => "between the fights: who comes next?".to_owned(),
        Frame::Stacks { seat } => format!("{}: which treasure came or went?", hero(seat)),
        Frame::Bearer { item } => format!("{}: who bears it?", item.title()),
        Frame::Party => "the heroes act at your table: tell what touches an enemy, then `done`".to_owned(),
        Frame::Fallen { .. } => "before the next enemy acts: has anybody fallen?".to_owned(),
        Frame::Riposte { foe } => {
            format!("{} waits to strike back: whose attack?", look.name(Who::Foe(foe)))
        }
        Frame::CurseBy { .. } => "whose token?".to_owned(),
        Frame::CoversWhom { seat } => format!("{}: whom does he cover?", hero(seat)),
        Frame::EpicOf { epic } => format!("{}: whose EPIC?", epic.title()),
        Frame::Bombed { .. } => "which enemy did the bomb hit?".to_owned(),
        Frame::Laid { .. } => "which card lies on an enemy?".to_owned(),
        Frame::LaidOn { .. } => "on which enemy?".to_owned(),
        Frame::Wounded(_) => "did he lose Health?".to_owned(),
    }
}

/// Who wins a treasure: the cards that count.
fn winner(look: Look) -> String {
    let suits: Vec<String> =
        look.poorest().into_iter().map(|seat| look.s.suits[seat].glyph().to_string()).collect();
    format!("treasure: turn cards until {} comes", suits.join(" or "))
}

/// What is asked, where the question is not of this table alone.
pub fn prompt(look: Look) -> String {
    use crate::rules::{cards::Frame as Cards, enemy_turn::Frame as Enemy};
    match look.s.stack.top() {
        Some(At::Enemy(Enemy::Reveal { foe, suit })) => {
            format!("{foe}: which {} card of the Enemy Stat Deck?", suit.glyph())
        }
        Some(At::Cards(Cards::Draw { check: Check::Treasure })) => winner(look),
        Some(_) | None => show::prompt(look),
    }
}

/// The label of an action: heroes have a name here, and nothing that is counted.
pub fn label(look: Look, seat: Seat, action: Action) -> String {
    let name = |id: HeroId| look.name(Who::Hero(id.seat()));
    let laying = matches!(look.s.stack.top(), Some(At::Treasure(treasure::Frame::Lay { .. })));
    match (look.s.stack.top(), action) {
        (Some(At::Minimal(at)), action) => told(look, *at, action),
        (_, Action::Hero { hero }) => name(hero).to_string(),
        (_, Action::Evacuate { healer, patient }) => {
            format!("Healer {}, patient {}", name(healer), name(patient))
        }
        (_, Action::Treasure { stat, .. }) if laying => format!("Under {}", stat.title()),
        (_, Action::Treasure { hero, stat }) => format!("To {}'s {}", name(hero), stat.title()),
        (_, action) => labels::label(look, seat, action),
    }
}

/// What may be told, in words.
#[allow(clippy::too_many_lines, reason = "one line a variant")]
fn told(look: Look, at: Frame, action: Action) -> String {
    let foe = |id: FoeId| format!("{} ({} HP)", look.name(Who::Foe(id)), look.foe(id).hp);
    let of = |id: FoeId, stat: Stat| {
        format!("{}'s {} ({})", look.name(Who::Foe(id)), stat.title(), look.foe_stat(id, stat))
    };
    let name = |id: HeroId| look.name(Who::Hero(id.seat()));
    match action {
        // --- enemies
        Action::Hit { enemy, amount } => format!("{} takes {amount}", foe(enemy)),
        Action::HitAll { amount } => format!("every enemy takes {amount}"),
        Action::Slain { enemy } => format!("{} is slain outright", foe(enemy)),
        Action::Stun { enemy } => format!("{} loses its next turn", foe(enemy)),
        Action::Attacked { enemy, hero } => {
            format!("{} attacked {} without harming it", name(hero), foe(enemy))
        }
        Action::Curse { enemy, stat } => format!("a curse on {}", of(enemy, stat)),
        Action::Uncurse { enemy, stat } => format!("a curse leaves {}", of(enemy, stat)),
        Action::Shaken { enemy } => format!("{} is shaken off", foe(enemy)),
        Action::Fled => "the party has got away".to_owned(),
        Action::Enemy { enemy } => foe(enemy),
        Action::Lay { target } => look.name(target).to_string(),
        // --- heroes
        Action::Dead { hero } => format!("{} is dead", name(hero)),
        Action::Alive { hero } => format!("{} lives again", name(hero)),
        Action::Stance { hero } => format!("{} is on guard until his next turn", name(hero)),
        Action::Covers { hero } => format!("{} covers somebody, or nobody any more", name(hero)),
        Action::Hides { hero } => format!("{} hides in a hollow tree", name(hero)),
        Action::Ends { hero, epic } => format!("{}'s {} has ended", name(hero), epic.title()),
        Action::Hero { hero } if at == Frame::Between => {
            format!("{}'s treasure has changed ({})", name(hero), stacks(look, hero.seat()))
        }
        Action::Hero { hero } => name(hero).to_string(),
        Action::Treasure { stat, .. } => format!("one more under {}", stat.title()),
        Action::Pay { from } => format!("one less under {}", from.title()),
        // --- the others
        Action::Done => done(at).to_owned(),
        Action::Meet { count } if count.number() == 1 => "the next encounter: one enemy".to_owned(),
        Action::Meet { count } => format!("the next encounter: {count} enemies"),
        Action::Level { level } if level.number() == look.s.journey.done + 1 => {
            format!("the next level, {level}")
        }
        Action::Level { level } => format!("level {level}"),
        Action::Buy { item } => format!("somebody bears: {}", item.title()),
        Action::Epic { epic } => format!("{} takes effect", epic.title()),
        Action::Take { card } => format!("{} lies on an enemy", crate::event::glyph(card)),
        Action::Reshuffled => "the Random Deck was reshuffled".to_owned(),
        Action::Yes => "yes".to_owned(),
        Action::No => "no: his Defense held".to_owned(),
        Action::Redraw { .. }
        | Action::ChooseRole { .. }
        | Action::ChooseClass { .. }
        | Action::ChooseRoleEpic { .. }
        | Action::LayToken { .. }
        | Action::Begin
        | Action::StayDown
        | Action::Attack { .. }
        | Action::Defend
        | Action::JointAttack { .. }
        | Action::ProtectOther { .. }
        | Action::Cure { .. }
        | Action::BoostHeal
        | Action::PreciseStrike
        | Action::DoubleDamage
        | Action::Buff { .. }
        | Action::Run { .. }
        | Action::Bomb
        | Action::Summon
        | Action::Command { .. }
        | Action::Release
        | Action::Hide
        | actions!(errand)
        | Action::Keep { .. }
        | Action::Evacuate { .. }
        | Action::AuraHealth
        | Action::AuraDamage
        | Action::Mix { .. }
        | Action::PutBack
        | Action::FromSupply
        | Action::From { .. }
        | Action::Reflect
        | Action::Decline
        | Action::HealAll
        | actions!(shop)
        | actions!(raise)
        | actions!(map) => action.to_string(),
    }
}

const fn done(at: Frame) -> &'static str {
    match at {
        Frame::Party => "the heroes have acted: the enemies' turn",
        Frame::Fallen { .. } => "nobody: the next enemy acts",
        Frame::Riposte { .. } => "it was no attack",
        Frame::CoversWhom { .. } => "nobody any more",
        Frame::Bombed { .. } => "none",
        Frame::Laid { .. } => "no more",
        Frame::Begin
        | Frame::Round
        | Frame::Enemies { .. }
        | Frame::AfterFight
        | Frame::Between
        | Frame::Stacks { .. }
        | Frame::Bearer { .. }
        | Frame::CurseBy { .. }
        | Frame::EpicOf { .. }
        | Frame::LaidOn { .. }
        | Frame::Wounded(_) => "that is all",
    }
}

/// Treasure as it lies: `2 ♥, 1 ♠`.
fn stacks(look: Look, seat: Seat) -> String {
    let stacks = Suit::ALL.iter().zip(look.hero(seat).treasure).filter(|(_, count)| *count > 0);
    let told: Vec<String> = stacks.map(|(suit, count)| format!("{count} {}", suit.glyph())).collect();
    if told.is_empty() { "none".to_owned() } else { told.join(", ") }
}

/// The enemies, and what they know of heroes.
pub fn draw(look: Look, page: &mut Page) {
    page.line().ink(Ink::Title, look.g.options.campaign.title());
    let what = if look.g.options.campaign == Campaign::Tower { "level" } else { "encounter" };
    page.plain(format!("  {what} {}", look.s.journey.done + 1));
    if look.s.combat.on {
        page.plain(format!("  round {}", look.s.combat.round));
    }
    for id in look.s.enemies() {
        show::draw_foe(look, id, page);
    }
    for (seat, hero) in look.s.heroes.iter() {
        let suit = look.s.suits[seat];
        page.line().ink(show::suit_ink(suit), format!("{} ", suit.glyph()));
        let ink = if hero.alive() { Ink::Good } else { Ink::Dim };
        page.ink(ink, format!("{:<26}", look.name(Who::Hero(seat)).to_string()));
        page.ink(Ink::Dim, format!(" {}", notes(look, seat).join(", ")));
    }
    show::draw_items(look, page);
}

fn notes(look: Look, seat: Seat) -> Vec<String> {
    let hero = look.hero(seat);
    let flags = [
        (hero.dead(), "dead"),
        (hero.stance, "on guard"),
        (hero.charmed_by.is_some(), "charmed"),
        (hero.hidden, "hidden"),
        (look.evacuated(seat), "out of reach"),
    ];
    let mut notes: Vec<String> =
        flags.iter().filter(|(on, _)| *on).map(|(_, what)| (*what).to_owned()).collect();
    if let Some(token) = hero.token.filter(|token| token.side == Side::Protect) {
        notes.push(format!("covers {}", HeroId::from(token.ally)));
    }
    notes.extend(hero.running.iter().map(|epic| format!("{} runs", epic.title())));
    if hero.treasures() > 0 {
        notes.push(format!("treasure {}", stacks(look, seat)));
    }
    notes
}

/// How it ended, in a sentence.
pub fn result_text(look: Look, how: &str) -> String {
    let (tally, alive) = (&look.s.tally, look.s.living().len());
    format!(
        "{how}: {} encounters beaten, {} fled, {} enemies slain, {alive} heroes alive, {} rounds",
        tally.encounters_beaten, tally.encounters_fled, tally.enemies_beaten, tally.rounds
    )
}
