//! Notation reads back, and nonsense never panics.

use kernel::Notation;
use para_roles::{Action, Chance, Options};
use proptest::prelude::*;

proptest! {
    /// Whatever is typed, reading it gives a step that writes itself the same way, or a reason.
    #[test]
    fn any_text_reads_as_a_step_or_is_refused(text in "[a-z_]{0,14}( [a-z0-9_]{0,12}){0,3}") {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string().parse::<Action>(), Ok(action));
        }
        if let Ok(chance) = text.parse::<Chance>() {
            prop_assert_eq!(chance.to_string().parse::<Chance>(), Ok(chance));
        }
    }

    /// Words that are nearly right: a real verb with operands of all kinds.
    #[test]
    fn verbs_with_any_operands_read_back(
        verb in proptest::sample::select(Action::VERBS),
        operands in proptest::collection::vec(
            proptest::sample::select(vec![
                "h0", "h3", "h4", "e1", "e4", "e5", "c1", "c2", "health", "trick", "cure", "xxx", "7S", "10H", "1S", "1",
                "2", "8", "north", "1111", "4000", "5000", "H", "bard", "healer", "mirror_shield", "attack", "fear", "",
            ]),
            0..3,
        ),
    ) {
        let text = format!("{verb} {}", operands.join(" "));
        match text.parse::<Action>() {
            Ok(action) => {
                prop_assert_eq!(action.to_string().parse::<Action>(), Ok(action));
                prop_assert_eq!(action.parts().verb, verb);
            }
            Err(why) => prop_assert!(!why.to_string().is_empty()),
        }
    }

    #[test]
    fn any_option_text_is_taken_or_refused_without_a_change(name in "[a-z_]{1,22}", value in ".{0,12}") {
        let mut options = Options::default();
        if options.set(&name, &value).is_err() {
            prop_assert_eq!(options, Options::default());
        }
    }
}

proptest! {
    /// The same for Friends and Foes: whatever is typed reads back or is refused.
    #[test]
    fn verbs_of_friends_and_foes_read_back(
        verb in proptest::sample::select(friends_and_foes::Action::VERBS),
        operands in proptest::collection::vec(
            proptest::sample::select(vec![
                "a1", "d8", "e1", "a9", "r1c1", "r8c8", "r9c1", "ATK-02", "ATK-2", "PAS-60", "PAS-61", "basic", "RG1", "RG0",
                "MIN-4", "WB-1", "WB-100", "0t", "9t", "t", "7S", "10H", "1S", "north", "master", "52", "53", "007", "",
            ]),
            0..4,
        ),
    ) {
        let text = format!("{verb} {}", operands.join(" "));
        match text.parse::<friends_and_foes::Action>() {
            Ok(action) => {
                prop_assert_eq!(action.to_string().parse::<friends_and_foes::Action>(), Ok(action));
                prop_assert_eq!(action.parts().verb, verb);
            }
            Err(why) => prop_assert!(!why.to_string().is_empty()),
        }
    }

    #[test]
    fn any_option_text_of_friends_and_foes_is_taken_or_refused_without_a_change(
        name in proptest::sample::select(friends_and_foes::Options::NAMES.to_vec()),
        value in ".{0,12}",
    ) {
        let mut options = friends_and_foes::Options::default();
        if options.set(name, &value).is_err() {
            prop_assert_eq!(options, friends_and_foes::Options::default());
        }
    }
}

proptest! {
    /// The same for Roll Player Adventures.
    #[test]
    fn verbs_of_adventures_read_back(
        verb in proptest::sample::select(adventures::Action::VERBS),
        operands in proptest::collection::vec(
            proptest::sample::select(vec![
                "A01", "A00", "K12", "L25", "F16", "R", "U", "X", "red", "p0", "p4", "d1", "d0", "s24", "s", "H01", "H64", "3", "03",
                "300", "A", "Q", "a", "armor", "rare", "31", "127", "128", "",
            ]),
            0..4,
        ),
    ) {
        let text = format!("{verb} {}", operands.join(" "));
        match text.parse::<adventures::Action>() {
            Ok(action) => {
                prop_assert_eq!(action.to_string().parse::<adventures::Action>(), Ok(action));
                prop_assert_eq!(action.parts().verb, verb);
            }
            Err(why) => prop_assert!(!why.to_string().is_empty()),
        }
    }

    /// The same for Minions of Mordak.
    #[test]
    fn verbs_of_minions_of_mordak_read_back(
        verb in proptest::sample::select(minions_of_mordak::Action::VERBS),
        operands in proptest::collection::vec(
            proptest::sample::select(vec![
                "a1", "c3", "e5", "e6", "off", "h1", "h6", "m0", "m56", "m57", "mordak", "gust", "a32", "a33", "v23", "d0", "t1",
                "t49", "melee", "corruption", "novice", "chump", "bjorn", "free", "n0", "m2", "item", "0", "255", "256", "007", "",
            ]),
            0..4,
        ),
    ) {
        let text = format!("{verb} {}", operands.join(" "));
        match text.parse::<minions_of_mordak::Action>() {
            Ok(action) => {
                prop_assert_eq!(action.to_string().parse::<minions_of_mordak::Action>(), Ok(action));
                prop_assert_eq!(action.parts().verb, verb);
            }
            Err(why) => prop_assert!(!why.to_string().is_empty()),
        }
    }

    #[test]
    fn any_option_text_of_adventures_is_taken_or_refused_without_a_change(
        name in proptest::sample::select(adventures::Options::NAMES.to_vec()),
        value in ".{0,12}",
    ) {
        let mut options = adventures::Options::default();
        if options.set(name, &value).is_err() {
            prop_assert_eq!(options, adventures::Options::default());
        }
    }

    #[test]
    fn chance_of_minions_of_mordak_reads_back(text in "(dice|hits|draw|minion|tile|treasure) [a-z0-9:.]{0,12}") {
        if let Ok(chance) = text.parse::<minions_of_mordak::Chance>() {
            prop_assert_eq!(chance.to_string(), text);
        }
    }

    #[test]
    fn any_option_text_of_minions_of_mordak_is_taken_or_refused_without_a_change(
        name in proptest::sample::select(minions_of_mordak::Options::NAMES.to_vec()),
        value in ".{0,12}",
    ) {
        let mut options = minions_of_mordak::Options::default();
        if options.set(name, &value).is_err() {
            prop_assert_eq!(options, minions_of_mordak::Options::default());
        }
    }
}

proptest! {
    /// The same for Fiends & Familiars.
    #[test]
    fn verbs_of_fiends_and_familiars_read_back(
        verb in proptest::sample::select(fiends_and_familiars::Action::VERBS),
        operands in proptest::collection::vec(
            proptest::sample::select(vec![
                "red5", "red9", "blue/red3", "red/blue3", "boost8", "gold6", "str", "str1", "familiar3", "str4", "I1", "I01",
                "I7", "x0", "x201", "MK-001", "MK-1", "FI-30", "FA-02", "SH-01", "CL-64", "CL-65", "good", "evil", "gold",
                "charisma", "card", "xp", "1", "6", "8", "9", "",
            ]),
            0..5,
        ),
    ) {
        let text = format!("{verb} {}", operands.join(" "));
        match text.parse::<fiends_and_familiars::Action>() {
            Ok(action) => {
                prop_assert_eq!(action.to_string().parse::<fiends_and_familiars::Action>(), Ok(action));
                prop_assert_eq!(action.parts().verb, verb);
            }
            Err(why) => prop_assert!(!why.to_string().is_empty()),
        }
    }

    #[test]
    fn any_option_text_of_fiends_and_familiars_is_taken_or_refused_without_a_change(
        name in proptest::sample::select(fiends_and_familiars::Options::NAMES.to_vec()),
        value in ".{0,12}",
    ) {
        let mut options = fiends_and_familiars::Options::default();
        if options.set(name, &value).is_err() {
            prop_assert_eq!(options, fiends_and_familiars::Options::default());
        }
    }
}
