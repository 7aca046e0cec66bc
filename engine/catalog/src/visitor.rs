//! Doing something with a game that is known only at run time: one generic function instead of an arm for each game.

use crate::Known;

/// Something to be done with a game, whichever it is.
pub trait Visitor {
    type Out;
    fn visit<G: Known>(self) -> Self::Out;
}

/// Makes the function by which a layer visits a game: `catalog::games!(visits Visitor visit);` beside a trait `Visitor` like
/// the one here, whose `G` may be bound by more than [`Known`]. Every game of the list must then keep that bound.
#[doc(hidden)]
#[macro_export]
macro_rules! visits {
    ([$Visitor:ident $visit:ident] $( $(#[$when:meta])? $krate:ident :: $Game:ident ),+ $(,)?) => {
        /// Does it with the game behind the word.
        pub fn $visit<V: $Visitor>(kind: $crate::GameKind, visitor: V) -> V::Out {
            match kind {
                $( $(#[$when])? $crate::GameKind::$Game => visitor.visit::<$crate::$Game>(), )+
            }
        }
    };
}

crate::games!(visits Visitor visit);
