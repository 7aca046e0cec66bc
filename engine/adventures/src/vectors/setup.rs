//! TV-01 to TV-09: set-up and import.

use crate::rules::importing;
use kernel::proves;

#[test]
fn stars_become_health() {
    // TV-01
    proves!("RA-031");
    let stars = [0, 20, 21, 25, 26, 35, 36, 40, 41, 60];
    assert_eq!(stars.map(importing::health), [14, 14, 15, 15, 16, 16, 17, 17, 18, 18]);
}

#[test]
fn scores_become_scores() {
    // TV-02 and TV-03
    proves!("RA-032");
    assert_eq!([0, 13, 14, 15, 16, 17, 18, 21].map(importing::score), [0, 0, 1, 1, 2, 2, 3, 3]);
    assert_eq!((importing::score(17 + 2), importing::score(15 - 2)), (3, 0));
}
