//! All a player may decide.

use crate::words::{AbilityId, AreaId, BodyId, CharId, Count, Edge, Formation, Paid, WarbandId, Weapon};
use kernel::{Card, notation};

notation! {
    pub enum Action {
        // --- list-building
        /// Take a ready warband.
        "warband" Warband { warband: WarbandId },
        "form" Form { formation: Formation },
        /// Put this character card or minion in the next slot.
        "recruit" Recruit { card: BodyId },
        "learn" Learn { ability: AbilityId },
        /// List this character card or minion on the bench.
        "bench" Bench { card: BodyId },
        "ready" Ready,
        /// Spend treasures on cards before the first initiative.
        "buy" Buy { cards: Count },

        // --- initiative and deployment
        "initiative" Initiative { card: Card },
        /// Initiative from the top of the deck.
        "blind" Blind,
        "zone" Zone { area: AreaId },
        "edge" Edge { edge: Edge },
        "place" Place { area: AreaId },
        "breakthrough" Breakthrough { area: AreaId },
        "defender" Defender { who: CharId },
        "no_defender" NoDefender,

        // --- a turn
        "move" Move { who: CharId, to: AreaId, treasure: Paid },
        "draw" Draw { treasure: Paid },
        "search" Search { who: CharId, treasure: Paid },
        "attack" Attack { who: CharId, with: Weapon, treasure: Paid },
        /// Attack and switch on the empower of the attack.
        "empower" Empower { who: CharId, with: Weapon, treasure: Paid },
        "use" Use { who: CharId, ability: AbilityId, treasure: Paid },
        "deploy" Deploy { who: CharId, to: AreaId },
        "end" End,

        // --- choices inside something
        /// Whom an attack, ability, trap or twist is for.
        "target" Target { who: CharId },
        /// Which area an area attack strikes, or a reaction looks at.
        "area" Area { area: AreaId },
        /// Play the top card of the deck; with advantage, the top two.
        "deck" Deck,
        /// Play this card from hand; with advantage, one of the deck too.
        "hand" Hand { card: Card },
        /// Which of two cards counts.
        "pick" Pick { card: Card },
        "keep" Keep,
        "redraw" Redraw,
        "sprint" Sprint,
        "stop" Stop,
        "go" Go { to: AreaId },
        "stay" Stay,
        /// Which own target defends next.
        "answer" Answer { who: CharId },
        "expertise" Expertise { card: Card },
        "overclock" Overclock,
        "decline" Decline,
        "react" React { who: CharId, ability: AbilityId },
        "pass" Pass,
        /// Lay a hand card on a character.
        "lay" Lay { card: Card },
        /// Keep this one of the cards looked at.
        "take" Take { card: Card },
        "discard" Discard { card: Card },
        /// What the top card of one's own deck showed, where the house does not draw it.
        "turn" Turn { card: Card },
    }
}
