//! The numbers that a bot's judgement hangs on, in stars unless said otherwise. Found by measuring; see the README of the game.

/// Makes the struct, its defaults and a way to change one of them by name.
macro_rules! weights {
    ($( $(#[$meta:meta])* $name:ident = $value:literal, )+) => {
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Weights { $( $(#[$meta])* pub $name: f32, )+ }

        impl Default for Weights {
            fn default() -> Weights {
                Weights { $( $name: $value, )+ }
            }
        }

        impl Weights {
            /// Changes one of them; false if there is none of that name.
            pub fn set(&mut self, name: &str, value: f32) -> bool {
                match name {
                    $( stringify!($name) => self.$name = value, )+
                    _ => return false,
                }
                true
            }
        }
    };
}

weights! {
    /// What one Gold buys while there is something to buy.
    gold = 0.24,
    /// Gold that a round can use.
    gold_a_round = 3.5,
    /// What an XP adds to the roll against the Monster: a reroll now, a third of a mercenary later.
    xp = 0.85,
    /// What an Adventure token adds to that roll while its card is unknown.
    token = 3.2,
    /// What a whole game of Hunts and purchases still adds to it.
    growth = 42.0,
    /// How far it may still drift, by the root of what is left of the game.
    drift = 7.0,
    /// What cards not yet in sight will bring in a whole game.
    to_come = 8.0,
    /// How often a die to come has the class colour.
    own_color = 0.32,
    /// How often a space still empty will hold a die of the wanted colour, and one that holds another die.
    cell_open = 0.58,
    cell_wrong = 0.18,
    /// What the ability of a Skill is worth in a whole game.
    skill = 1.5,
    /// A Combat Die that a card adds, as points of a roll.
    weapon_die = 2.2,
    /// A Hunt against a Minion that is not yet revealed.
    unknown = 1.0,
    /// How sure what a Market turn offers is still there when the turn comes.
    market = 0.8,
    /// Stars that a life is worth beyond those in sight.
    life = 6.7,
    /// What the death of a hero costs where a point of the roll is weighed.
    death = 14.0,
    /// How much a hero can do to meet the condition of a Trait while the game is young.
    aim = 0.5,
    /// Stars of Traits and other cards, with what they will really come to.
    traits = 1.2,
    /// What cards do that only help along.
    helpers = 1.0,
    /// How much of the next piece of Armor counts already.
    armor_next = 0.75,
    /// What Fiends cost.
    fiends = 1.0,
    /// Steps that the Alignment token will still take in a whole game.
    steps = 3.2,
    /// A Charisma token.
    charisma = 0.3,
    /// What a Hunt brings, beside what else could be done.
    hunts = 0.85,
    /// A row action still to come.
    actions = 1.0,
    /// A die that comes to stand in the space its backstory wants.
    cell = 1.4,
}
