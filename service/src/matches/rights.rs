//! What a caller may do in a match, by the tokens it shows.

use super::{live::Live, tokens::TokenHash};
use crate::{error::ServiceError, server::auth::Token};
use kernel::{Seat, SeatSet};

/// What the tokens of a caller open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rights {
    pub host: bool,
    /// Seats the caller plays.
    pub seats: SeatSet,
    /// Seats the caller played before they changed hands: not played any more.
    pub former: SeatSet,
    /// Those of them it may take back: from a bot, or from the person it handed the seat to itself.
    returns: SeatSet,
    shown: bool,
}

impl Rights {
    #[must_use]
    pub fn of(live: &Live, tokens: &[Token]) -> Rights {
        let (seats, former, returns) = (SeatSet::EMPTY, SeatSet::EMPTY, SeatSet::EMPTY);
        let mut rights = Rights { host: false, seats, former, returns, shown: !tokens.is_empty() };
        for shown in tokens.iter().map(TokenHash::of) {
            rights.host |= live.made.host.fits(&shown);
            for (seat, now) in Seat::first(live.table.seats()).zip(live.seats.iter()) {
                let Some(place) = now.tokens.iter().rposition(|known| known.fits(&shown)) else { continue };
                let (person, later) = (now.controller.agent().is_none(), now.tokens.len() - place - 1);
                if person && later == 0 {
                    rights.seats.insert(seat);
                    continue;
                }
                rights.former.insert(seat);
                // The token after it was given by this one.
                if place >= now.sent_away && (!person || later == 1) {
                    rights.returns.insert(seat);
                }
            }
        }
        rights
    }
    /// May the caller know that the match exists?
    ///
    /// # Errors
    /// As for a match that is not there.
    pub fn see(&self, live: &Live) -> Result<(), ServiceError> {
        let known = self.host || !self.seats.or(self.former).is_empty();
        if known || !live.made.private { Ok(()) } else { Err(ServiceError::NoMatch(live.id.to_string())) }
    }
    /// Whose eyes the caller looks with: the seat asked for, the only one it plays, or an onlooker's.
    ///
    /// # Errors
    /// If it asks for a seat it does not play, or shows tokens that open nothing here: whoever shows one wants to see more
    /// than an onlooker, and would take what is missing for what is not there.
    pub fn eyes(&self, live: &Live, wanted: Option<u32>) -> Result<Option<Seat>, ServiceError> {
        self.see(live)?;
        match wanted {
            Some(number) => self.plays(live, number).map(Some),
            None if self.host || !self.shown => Ok(self.seats.lowest()),
            None if !self.seats.is_empty() => Ok(self.seats.lowest()),
            None if !self.former.is_empty() => Err(ServiceError::OldToken),
            None => Err(ServiceError::WrongToken),
        }
    }
    /// The seat of that number, if the caller plays it.
    ///
    /// # Errors
    /// If there is no such seat, or it is another's.
    pub fn plays(&self, live: &Live, number: u32) -> Result<Seat, ServiceError> {
        self.see(live)?;
        let seat = seat(live, number)?;
        match () {
            () if self.seats.contains(seat) => Ok(seat),
            () if !self.shown => Err(ServiceError::NoToken),
            () if self.former.contains(seat) => Err(ServiceError::OldToken),
            () => Err(ServiceError::NotYours("this token does not play that seat")),
        }
    }
    /// One of those at the table: anybody who plays, or the host.
    ///
    /// # Errors
    /// For everybody else.
    pub fn at_table(&self, live: &Live) -> Result<(), ServiceError> {
        self.see(live)?;
        match () {
            () if self.host || !self.seats.is_empty() => Ok(()),
            () if !self.shown => Err(ServiceError::NoToken),
            () => Err(ServiceError::NotYours("this token belongs to nobody at this table")),
        }
    }
    /// # Errors
    /// For everybody but the host.
    pub fn hosts(&self, live: &Live) -> Result<(), ServiceError> {
        self.see(live)?;
        match () {
            () if self.host => Ok(()),
            () if !self.shown => Err(ServiceError::NoToken),
            () => Err(ServiceError::NotYours("only the host may do this")),
        }
    }
    /// May change who plays the seat: the host, whoever plays it, and whoever played it before a bot did or handed it over.
    ///
    /// # Errors
    /// For everybody else.
    pub fn hands_over(&self, live: &Live, number: u32) -> Result<Seat, ServiceError> {
        self.see(live)?;
        let seat = seat(live, number)?;
        match () {
            () if self.host || self.seats.or(self.returns).contains(seat) => Ok(seat),
            () if !self.shown => Err(ServiceError::NoToken),
            () if self.former.contains(seat) => Err(ServiceError::NotYours(
                "another person has this seat now; the host, or whoever handed it over last, may take it back",
            )),
            () => Err(ServiceError::NotYours("this token does not hold that seat")),
        }
    }
}

fn seat(live: &Live, number: u32) -> Result<Seat, ServiceError> {
    let seats = live.table.seats();
    let found = u8::try_from(number).ok().and_then(|number| Seat::checked(number, seats));
    found.ok_or_else(|| {
        ServiceError::invalid("seat", format!("there is no seat {number}; seats are 0 to {}", seats - 1))
    })
}
