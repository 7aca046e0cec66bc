//! What cards say, as data: numbers read off a seat, conditions, steps, what is always on, what Fiends and Monsters do.

use super::words::{ArmorType, Color, Direction, Fight, Good, Kind, Row, Side, Source};
use serde::Deserialize;

/// Some dice of one's own sheet, the Familiar Board included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dice {
    #[default]
    Any,
    In(Row),
    /// In any of the six Attribute Rows.
    Attributes,
    /// Dice that count as this colour, Split Dice included.
    Of(Color),
    /// Dice that show a value from the first to the second.
    Values(u8, u8),
}

/// A whole number read off a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counter {
    #[default]
    Gold,
    /// XP that may be spent.
    Xp,
    /// XP kept on a Trait.
    StoredXp,
    Honor,
    Injury,
    Trophies,
    /// Adventure tokens held.
    Tokens,
    /// Adventure tokens not held, of three.
    MissingTokens,
    /// Market cards of this kind held.
    Cards(Kind),
    /// Armor of this type held.
    Armor(ArmorType),
    /// The most cards held of any one type of armor.
    BestSet,
    ActiveFiends,
    BanishedFiends,
    /// Active and banished ones.
    Fiends,
    /// Dice on the sheet.
    Dice(Dice),
    SplitDice,
    BoostDice,
    /// The score of an Attribute Row with race and Weapons, or the Power Score for the Familiar Row.
    Score(Row),
    /// Dice in a row.
    Filled(Row),
    /// Complete rows, the Familiar Row included.
    RowsComplete,
    /// Different colours among the dice of the sheet.
    Colors,
    /// Attribute Rows whose goal on the Class card is met (only a complete row can meet it).
    GoalsMet,
    /// Spaces of the Backstory card that match.
    BackstoryMatches,
    /// Stars under the Alignment token; less than nothing counts as 0.
    AlignmentStars,
    /// Stars from the Monster's reward level, without the Champion Bonus.
    MonsterStars,
    /// Complete rows, the Familiar Row included, whose three dice show the same value.
    Triples,
    /// Complete rows, the Familiar Row included, whose three dice share a colour.
    OneColorRows,
}

/// Something that is so or not so of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    #[default]
    Always,
    AtLeast(Counter, u8),
    AtMost(Counter, u8),
    /// The goal of an Attribute Row is met; the row is complete.
    GoalMet(Row),
    /// The Familiar Row is complete and its Power Score is in the range of the board.
    PowerMet,
    /// The Alignment token stands there.
    On(Side),
}

/// One step of what a Skill, Scroll, Weapon, class, Familiar Action or reward does when used. The owner may skip any
/// step that asks for a choice, but for those of Scrolls; a step that cannot be carried out is passed over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    #[default]
    Nothing,
    Gain(Good, u8),
    /// One for each full `per` of the counter, at most `max`.
    GainPer {
        what: Good,
        counter: Counter,
        per: u8,
        max: u8,
    },
    /// A price: the card is used only if so many are there.
    Pay(Good, u8),
    /// Up to so many Injury tokens are discarded.
    Heal(u8),
    /// One die is turned to its opposite face.
    Flip(Dice),
    /// One of these dice and any other die of the sheet exchange places.
    Swap(Dice),
    /// One die is changed by 1 to `by`, up or down, within its own faces.
    Adjust {
        dice: Dice,
        by: u8,
    },
    /// One die is rolled again; `either`: the owner keeps the old or the new value, else the new one stands.
    Reroll {
        dice: Dice,
        either: bool,
    },
    /// One die that has that face is turned to it.
    Set {
        dice: Dice,
        value: u8,
    },
    /// Clarity: one die is taken off the sheet and placed again in any empty space with all effects of placing
    /// (Gold, the row's action once); nothing slides.
    Replace,
    /// The Alignment token moves one step there if it can.
    Align(Direction),
    /// The Alignment token moves up to so many steps; each asks for a direction, never diagonal.
    Wander(u8),
    /// The Alignment token goes to the centre.
    Center,
    /// The action of this row; of the Familiar Row, the Familiar Action. Not bound to a placement.
    Action(Row),
    /// Any one Attribute Action.
    AnyAction,
    /// The Attribute Action of any complete Attribute Row.
    CompleteAction,
    /// Another card of the Market row may be bought now, so much cheaper; Charisma tokens count as usual.
    Buy(u8),
    /// A card of the Market discard pile is put into the row, after its last place.
    FromDiscard,
    /// So many cards of the Market deck are turned up for all to see; one may be exchanged for a card of the row. What
    /// is left over goes to the discard pile.
    TurnMarket(u8),
    /// A card of the Market row goes to the discard pile.
    ClearSlot,
    /// Up to so many other exhausted Skills are turned upright.
    Refresh(u8),
    /// A die on an unchosen Initiative card is rolled again and stays on its card.
    PoolReroll,
    /// A die on an unchosen Initiative card is turned to its opposite face and stays on its card.
    PoolFlip,
    /// Two dice on different unchosen Initiative cards exchange places.
    PoolSwap,
    /// The revealed Minion goes under the deck for nothing and the next is revealed.
    CycleMinion,
    /// So many Combat Dice more in this Hunt, or else in the owner's next one.
    HuntDice(u8),
    /// So much more to the result of this Hunt, or else of the owner's next one.
    HuntBonus(u8),
    /// So many rerolls of a Combat Die for nothing in this Hunt, or else in the owner's next one.
    HuntReroll(u8),
    /// One own active Fiend is banished for so much Gold, which must be there; 0 is for nothing.
    Banish(u8),
    /// One own active Fiend is put on any Initiative card, beside any that lie there.
    Summon,
    /// The top Fiend of the deck joins the owner's active ones; it binds like one taken from an
    /// Initiative card, outside the Dice Phase at once.
    DrawFiend,
}

/// What makes a card of a player pay out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// Each Cleanup Phase except the last.
    #[default]
    Cleanup,
    /// The owner places a die of this colour (from an Initiative card, a Backpack, by Clarity or in set-up).
    Place(Color),
    /// The owner places a die that shows this value.
    PlaceValue(u8),
    /// The owner takes the action of this row, for whatever reason.
    Action(Row),
    /// The owner completes this row by placing.
    Complete(Row),
    /// The owner selects the Initiative card "1".
    SelectFirst,
    /// The owner selects the Top Initiative card.
    SelectTop,
    /// The owner buys a card of this kind; not this card itself.
    Buy(Kind),
    /// The owner discards a Market card for Gold.
    Discard,
    /// A Hunt of the owner ends with a Trophy.
    Trophy,
    /// A Hunt of the owner ends without a Trophy.
    NoTrophy,
    /// The owner gains a Fiend.
    Fiend,
    /// The owner banishes a Fiend.
    Banish,
    /// The owner uses a Skill.
    Skill,
}

/// What is always on for the owner of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passive {
    #[default]
    Nothing,
    /// So much more Gold each time this source pays the owner, in set-up too.
    Income(Source, u8),
    /// When that happens, gain so many at once; never asks.
    On(Trigger, Good, u8),
    /// Market cards of this kind cost so much less, never below 0.
    Cheaper(Kind, u8),
    /// Mercenaries cost so much less, at least 1 each way.
    Mercenary { xp: u8, gold: u8 },
    /// Revealing another Minion costs this much Gold instead of 3.
    CycleFor(u8),
    /// Banishing with Gold costs this much instead of 5.
    BanishFor(u8),
    /// So many more Combat Dice while the condition holds as the pool is built.
    Dice { fight: Fight, dice: u8, when: When },
    /// So much more to the result while the condition holds as it is summed up.
    Bonus { fight: Fight, by: u8, when: When },
    /// So many rerolls for nothing in each such fight.
    FreeRerolls(Fight, u8),
    /// Combat Dice that show less count as this.
    MinDie(Fight, u8),
    /// Injury tokens do not count against the Monster.
    IgnoreInjury,
    /// Controlling: after the last reroll the Power Score may stand for the sum of the Combat Dice.
    UsePower,
    /// The Attribute Action of this row may be carried out twice each time it is taken.
    Twice(Row),
    /// Backpack: up to so many dice may be stored.
    Store(u8),
    /// Devious: XP may be kept on this card when it is gained.
    StoreXp,
    /// Dice of this colour also count as the class colour for the stars of the class colour.
    AlsoClass(Color),
    /// So many more Skills are refreshed each Cleanup Phase.
    ExtraRefresh(u8),
    /// Unused Charisma tokens are kept in the Cleanup Phase.
    KeepCharisma,
    /// This much is added to the score of an Attribute Row (negative: taken off).
    RowBonus(Row, i8),
    /// So many stars at the end if the condition holds.
    Stars { stars: u8, when: When },
    /// One star for each full `per` of the counter at the end, at most `max`.
    StarsPer { counter: Counter, per: u8, max: u8 },
}

/// What an active Fiend does to its holder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Restriction {
    #[default]
    Nothing,
    /// The action of this row cannot be taken, whatever allows it; of the Familiar Row, the Familiar Action.
    ForbidAction(Row),
    /// This source pays nothing.
    NoGold(Source),
    /// Market cards of this kind cost so much more.
    CostUp(Kind, u8),
    /// No Market card costs less than this before Charisma tokens.
    MinPrice(u8),
    /// No Skill is refreshed in the Cleanup Phase.
    NoRefresh,
    /// Each use of a Skill costs so much Gold, which must be there.
    SkillFee(u8),
    /// So many fewer of the Combat Dice that a Minion's own text grants, at least none.
    MinionDice(u8),
    /// Mercenaries in Hunts cost so much more.
    MercenaryUp { xp: u8, gold: u8 },
    /// XP rerolls nothing in Hunts.
    NoHuntReroll,
    /// So much less of each XP reward of a Minion, at least none.
    MinionXp(u8),
    /// Charisma tokens lower no Market price.
    NoMarketCharisma,
    /// The Initiative card "1" is not selected while another is there.
    AvoidFirst,
    /// The Top Initiative card is not selected while another is there.
    AvoidTop,
    /// Each placed die from `low` to `high` costs so much Gold, as far as there is.
    PlaceFee { low: u8, high: u8, gold: u8 },
    /// The Familiar Row takes a die only when no Attribute Row has room.
    FamiliarLast,
    /// The dice of one turn go to different rows, and a single die not to the row used last, while another has room.
    DifferentRows,
    /// So much Gold is lost each Cleanup Phase, as far as there is.
    Upkeep(u8),
    /// If active when Creation ends, so much less on the roll against the Monster.
    MonsterRoll(u8),
}

/// What a Monster does to each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MonsterAbility {
    #[default]
    Nothing,
    /// So many of the highest Final Dice are removed.
    RemoveHighest(u8),
    /// So many of the lowest Final Dice are removed.
    RemoveLowest(u8),
    /// What each face of the Final Dice counts, from 1 to 6.
    Faces([u8; 6]),
    /// Combat Dice cannot be rerolled.
    NoReroll,
    /// Mercenaries cost so much more.
    MercenaryUp { xp: u8, gold: u8 },
    /// So much less on the result for each one counted.
    Minus { counter: Counter, each: u8 },
    /// Injury tokens count so many times.
    InjuryTimes(u8),
    /// So many fewer Combat Dice in the pool, unless this holds.
    FewerDice { dice: u8, unless: When },
}

/// Who is helped by an Adventure card, among those with its token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Award {
    Each(When),
    Most(Counter),
    Least(Counter),
}

impl Default for Award {
    fn default() -> Self {
        Award::Each(When::Always)
    }
}
