//! Results of an attack: the table, doubling, damage, what happens on damage. FO-207 to FO-214.

use crate::{
    Play,
    cards::List,
    event::Event,
    frame::{Next, first, then},
    options::{DoublingStack, ResultMode},
    rules::{after, attack::Frame, cards, effects},
    words::{CharSet, Weapon},
};
use kernel::rule;

/// An attack total against a defence total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    pub attack: u8,
    pub defence: u8,
    pub attack_critical: bool,
    pub defence_critical: bool,
}

impl Clash {
    /// The row of the table: 1 to 9 as printed, 10 to 12 as ruled.
    #[must_use]
    pub fn row(self) -> u8 {
        rule!("FO-207", "FO-R42");
        use std::cmp::Ordering::{Equal, Greater, Less};
        match (self.attack.cmp(&self.defence), self.attack_critical, self.defence_critical) {
            (Greater, false, false) => 1,
            (Less, false, false) => 2,
            (Equal, false, false) => 3,
            (Equal, true, true) => 4,
            (Greater, false, true) => 5,
            (Less, true, false) => 6,
            (Greater, true, false) => 7,
            (Greater, true, true) => 8,
            (Less, true, true) => 9,
            (Equal, true, false) => 10,
            (Equal, false, true) => 11,
            (Less, false, true) => 12,
        }
    }

    /// How many times the attack's damage is dealt.
    #[must_use]
    pub fn times(self, mode: ResultMode, stack: DoublingStack) -> u8 {
        rule!("FO-208", "FO-210", "FO-211", "FO-212", "FO-R43", "FO-R44", "FO-R45");
        let base = match mode {
            ResultMode::Table => match self.row() {
                1 | 3 | 4 | 6 | 8 => 1,
                7 | 10 => 2,
                0 | 2 | 5 | 9 | 11.. => 0,
            },
            ResultMode::Text => match (self.attack_critical, self.defence_critical) {
                (true, true) => 1,
                (true, false) => 2,
                (false, true) => 0,
                (false, false) => u8::from(self.attack > self.defence),
            },
        };
        let both = self.attack_critical && self.defence_critical;
        let doubled = u16::from(self.attack) > 2 * u16::from(self.defence) && !both;
        match (base, doubled, stack) {
            (0, _, _) | (_, false, _) => base,
            (_, true, DoublingStack::Multiply) => base * 2,
            (_, true, DoublingStack::Once) => 2,
        }
    }
}

/// Every target has its own result; all damage lands together.
pub fn results(p: &mut Play) -> Next {
    rule!("FO-209", "FO-215");
    let fight = p.s.fight;
    let damage = p.look().attack(fight.attacker, fight.weapon).damage;
    for who in fight.targets.iter() {
        let defence = fight.defence[who.index()];
        let clash = Clash {
            attack: fight.total,
            defence: defence.value(),
            attack_critical: fight.critical,
            defence_critical: defence.is_critical(),
        };
        let dealt = damage * clash.times(p.g.options.result_mode, p.g.options.doubling_stack);
        p.say(|l| Event::Row(l.name(who), clash.row(), dealt));
        if dealt > 0 {
            p.s.fight.damaged.insert(who);
            effects::hurt(p, who, dealt);
        }
    }
    let damaged = p.s.fight.damaged;
    p.s.deed_mut().damaged = damaged;
    then(Frame::OnDamage { from: 0 })
}

/// What the attack does to those it has damaged and who still stand.
pub fn on_damage(p: &mut Play, from: u8) -> Next {
    let fight = p.s.fight;
    let left = fight.damaged.iter().find(|c| c.index() >= usize::from(from) && p.s.char(*c).health > 0);
    // A basic attack only hurts.
    let (Some(who), Weapon::Ability(ability)) = (left, fight.weapon) else { return then(Frame::End) };
    let run = effects::run(fight.attacker, who, ability, List::OnDamage);
    first(p, run, Frame::OnDamage { from: who.index() as u8 + 1 })
}

/// Cards are discarded, and whoever has no health left is removed.
pub fn attack_end(p: &mut Play) -> Next {
    rule!("FO-213", "FO-214");
    cards::clear_table(p);
    let slain: CharSet =
        p.s.fight.damaged.iter().filter(|c| p.s.board.contains(*c) && p.s.char(*c).health == 0).collect();
    p.s.deed_mut().slain = slain;
    after::blood(p, slain);
    after::remove_fallen(p);
    Next::Done
}
