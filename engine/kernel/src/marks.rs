//! Rule marks: `rule!("PR-032")` where a rule is carried out, `proves!("PR-032")` in the test that shows it.
//!
//! `proves!` fails if the test never reaches the mark. In release builds both are empty.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
};

thread_local! {
    static LISTENING: Cell<u32> = const { Cell::new(0) };
    static REACHED: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// Notes that a rule was carried out, if a test on this thread listens.
#[inline]
pub fn reached(id: &'static str) {
    if LISTENING.get() > 0 {
        REACHED.with_borrow_mut(|ids| {
            if !ids.contains(&id) {
                ids.push(id);
            }
        });
    }
}

/// Held by a test from `proves!` to its end.
#[derive(Debug)]
#[must_use]
pub struct Proof(Vec<Cow<'static, str>>);

impl Proof {
    /// Listens from now on; at its end each of these must have been reached.
    pub fn of(ids: Vec<Cow<'static, str>>) -> Proof {
        if LISTENING.replace(LISTENING.get() + 1) == 0 {
            REACHED.with_borrow_mut(Vec::clear);
        }
        Proof(ids)
    }
}

impl Drop for Proof {
    fn drop(&mut self) {
        LISTENING.set(LISTENING.get() - 1);
        if cfg!(debug_assertions) && !std::thread::panicking() {
            let reached = REACHED.with_borrow(Clone::clone);
            let missed: Vec<_> = self.0.iter().filter(|id| !reached.contains(&id.as_ref())).collect();
            assert!(missed.is_empty(), "this test says it proves {missed:?} but never reaches them");
        }
    }
}

/// Marks the place where rules are carried out.
#[macro_export]
macro_rules! rule {
    ($($id:literal),+ $(,)?) => {
        if cfg!(debug_assertions) {
            $( $crate::marks::reached($id); )+
        }
    };
}

/// Says which rules a test proves; fails at the end of the test if one was never reached.
#[macro_export]
macro_rules! proves {
    ($($id:literal),+ $(,)?) => {
        let _proof = $crate::marks::Proof::of(vec![$($id.into()),+]);
    };
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_reached_rule_is_proved() {
        crate::proves!("XX-001");
        crate::rule!("XX-001", "XX-002");
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "never reaches")]
    fn a_rule_that_is_not_reached_is_not_proved() {
        crate::proves!("XX-003");
        crate::rule!("XX-001");
    }
}
