//! Actions listed beforehand, one row for each set of heroes or enemies: a turn's menu is then put together by copying
//! rows, which makes listing four times as fast as writing each action out.

use crate::{
    action::Action,
    words::{Ability, FoeId, HeroId, Stat},
};
use kernel::Seat;

/// The actions on the members of one set. The copy is of the whole array, whose length is known; the rest is cut off.
#[derive(Clone, Copy)]
pub struct Row<const N: usize> {
    actions: [Action; N],
    count: usize,
}

impl<const N: usize> Row<N> {
    #[inline]
    pub fn list(&self, out: &mut Vec<Action>) {
        list(&self.actions, self.count, out);
    }
}

/// Lists the first `count` of these.
#[inline]
pub fn list<const N: usize>(actions: &[Action; N], count: usize, out: &mut Vec<Action>) {
    let count = out.len() + count;
    out.extend_from_slice(actions);
    out.truncate(count);
}

/// `each` actions for every member of a set of four; `n` is the member, `i` counts its actions.
macro_rules! rows {
    ($(#[$doc:meta])* $NAME:ident, $each:literal each, |$n:ident, $i:ident| $action:expr) => {
        $(#[$doc])*
        pub static $NAME: [Row<{ 4 * $each }>; 16] = {
            let mut rows = [Row { actions: [Action::Done; 4 * $each], count: 0 }; 16];
            let mut at = 0;
            while at < 16 * 4 {
                let (set, n) = (at / 4, at % 4);
                let mut i = 0;
                while set >> n & 1 == 1 && i < $each {
                    let ($n, $i) = (n as u8, i);
                    rows[set].actions[rows[set].count] = $action;
                    rows[set].count += 1;
                    i += 1;
                }
                at += 1;
            }
            rows
        };
    };
}

const fn hero(n: u8) -> HeroId {
    HeroId::of(Seat::new(n))
}

rows!(ATTACKS, 1 each, |n, _i| Action::Attack { enemy: FoeId::enemy(n) });
rows!(
    /// Run Away by Defense or by Trick.
    RUNS, 2 each, |n, i| Action::Run { stat: [Stat::Defense, Stat::Trick][i], enemy: FoeId::enemy(n) }
);

rows!(
    /// Here and in the next one the four are the stats that treasure lies under.
    SWAPS, 1 each, |n, _i| Action::Swap { from: Stat::ALL[n as usize] }
);
rows!(PAYMENTS, 1 each, |n, _i| Action::Pay { from: Stat::ALL[n as usize] });

/// What each ability can be used for, by the set of those it can reach. All in one shape, so that one copy serves them
/// all: which ability comes next is more than a processor can guess.
pub static ABILITIES: [[Row<16>; 16]; 8] = {
    let mut rows = [[Row { actions: [Action::Done; 16], count: 0 }; 16]; 8];
    let mut at = 0;
    while at < 8 * 16 * 16 {
        let (ability, set, n, stat) = (Ability::ALL[at / 256], at / 16 % 16, at / 4 % 4, at % 4);
        let each = if matches!(ability, Ability::BuffAlly | Ability::CurseEnemy) { 4 } else { 1 };
        if set >> n & 1 == 1 && stat < each {
            let row = &mut rows[ability as usize][set];
            row.actions[row.count] = ability_use(ability, n as u8, Stat::ALL[stat]);
            row.count += 1;
        }
        at += 1;
    }
    rows
};

const fn ability_use(ability: Ability, n: u8, stat: Stat) -> Action {
    match ability {
        Ability::JointAttack => Action::JointAttack { ally: hero(n) },
        Ability::ProtectOther => Action::ProtectOther { ally: hero(n) },
        Ability::Cure => Action::Cure { hero: hero(n) },
        Ability::BoostHeal => Action::BoostHeal,
        Ability::PreciseStrike => Action::PreciseStrike,
        Ability::DoubleDamage => Action::DoubleDamage,
        Ability::BuffAlly => Action::Buff { hero: hero(n), stat },
        Ability::CurseEnemy => Action::Curse { enemy: FoeId::enemy(n), stat },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_lists_the_members_of_its_set_in_order() {
        let mut out = vec![Action::Defend];
        RUNS[0b0101].list(&mut out);
        ABILITIES[Ability::Cure.index()][0b1000].list(&mut out);
        ABILITIES[Ability::BoostHeal.index()][1].list(&mut out);
        ATTACKS[0].list(&mut out);
        let texts: Vec<String> = out.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "defend",
                "run defense e1",
                "run trick e1",
                "run defense e3",
                "run trick e3",
                "cure h3",
                "boost_heal"
            ]
        );
    }
}
