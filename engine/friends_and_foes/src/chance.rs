//! All that fate may decide: one card, one area, or what is played at all.

use crate::words::{AreaId, ScenarioId, TwistId};
use kernel::{Card, notation};

notation! {
    pub enum Chance {
        /// The top card of the deck in question.
        "draw" Draw { card: Card },
        /// A random deployment area, or where the ground shifts.
        "area" Area { area: AreaId },
        "scenario" Scenario { scenario: ScenarioId },
        "twist" Twist { twist: TwistId },
    }
}
