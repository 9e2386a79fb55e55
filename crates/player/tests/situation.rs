//! The step that is due on the chain by a page's clocks and its relay, who takes it, and the outlook with
//! an opponent who is away.

use chess_player::{Absence, Awaits, Cause, Duty, Ended, Prize, Side, Situation, Step};

const MINUTE: u64 = 60_000;
const T: u64 = 1_000 * MINUTE;
const MEETS: Option<Cause> = Some(Cause::Meets);
const OPEN: Awaits = Awaits::LongerGame;

/// White waits for Black's fourth ply, in a game of 3+2 beside a relay that settles; two minutes are left.
const WAITING: Situation = Situation {
    now: T,
    is_white: true,
    is_on_move: false,
    plies: 3,
    clock: Some((180, 2)),
    epoch_millis: 1_440 * MINUTE,
    end: None,
    is_claimable: false,
    must_bring: false,
    has_last_word: true,
    left_at: None,
    waits_since: None,
    opened_at: T - 60 * MINUTE,
    begun_at: T - 2 * MINUTE,
    ply_at: None,
    own_ply_at: Some(T - 5_000),
    answered_at: None,
    said_at: Some(T - 5_000),
    asked_at: None,
    shown_until: Some(T + 2 * MINUTE),
    cause: None,
    is_ahead: true,
    awaits: Awaits::Move,
    is_asked: false,
    is_late: false,
    is_late_behind: false,
    is_time_over: false,
    changed_at: T - MINUTE,
    chain_until: None,
    answer_until: None,
    relay_brings: true,
    is_line_away: false,
    away_since: None,
    is_opponent_away: false,
    can_mate: true,
};

/// The same with other values of some fields.
macro_rules! game {
    ($($field:ident: $value:expr),*; $rest:expr) => { Situation { $($field: $value,)* ..$rest } };
    ($($field:ident: $value:expr),*) => { game!($($field: $value),*; WAITING) };
}

fn away(since: u64) -> Situation {
    game!(relay_brings: false, is_line_away: true, away_since: Some(T - since))
}

const fn ended(winner: Option<Side>, is_final: bool) -> Option<Ended> {
    Some(Ended { winner, is_final })
}

/// A step that is this player's, or the relay's.
const fn own(step: Step) -> Option<(Step, bool)> {
    Some((step, false))
}

const fn relays(step: Step) -> Option<(Step, bool)> {
    Some((step, true))
}

#[test]
fn nothing_from_the_first_second_nor_after_a_moment_without_the_relay() {
    let now = Some(T - 1_000);
    assert_eq!(WAITING.due(), None);
    assert_eq!(
        game!(plies: 1, shown_until: None, own_ply_at: now).due(),
        None
    );
    assert_eq!(
        game!(clock: None, shown_until: None, own_ply_at: now).due(),
        None
    );
    assert_eq!(away(3_000).due(), None);
}

#[test]
fn the_game_is_brought_half_a_minute_after_the_line_went_and_an_ask_comes_after_that() {
    assert_eq!(away(31_000).due(), own(Step::Bring));
    // what the opponent has done in the meantime isn't known: their time doesn't count as expired
    let over = |since| game!(is_ahead: false, shown_until: Some(T - MINUTE); away(since)).due();
    assert_eq!([over(31_000), over(61_000)], [None, own(Step::Ask)]);
}

#[test]
fn an_ask_comes_once_the_opponents_time_is_over_and_their_page_has_not_said_so() {
    let over = |millis| game!(shown_until: Some(T - millis));
    assert_eq!(
        [over(9_000).due(), over(11_000).due()],
        [None, own(Step::Ask)]
    );
    // on the first moves nobody's clock runs; without a clock a move has a day
    let first = game!(plies: 1, shown_until: None, own_ply_at: Some(T));
    assert_eq!(first.ask_at(), T + 3 * MINUTE);
    assert_eq!(game!(clock: None; first).ask_at(), T + 1_440 * MINUTE);
    assert_eq!(game!(is_on_move: true; over(11_000)).due(), None);
    let asked = game!(awaits: Awaits::Answer, is_ahead: false; over(11_000));
    assert_eq!(asked.due(), None);
}

#[test]
fn nothing_is_due_once_what_the_chain_awaits_is_late_be_it_in_an_earlier_round() {
    let asked = game!(cause: MEETS, is_asked: true);
    let open = game!(cause: MEETS, awaits: OPEN);
    for in_time in [game!(shown_until: Some(T - 11_000)), asked, open] {
        assert!(in_time.due().is_some());
        assert_eq!(game!(is_time_over: true; in_time).due(), None);
    }
}

#[test]
fn the_relay_has_its_time_for_a_longer_game() {
    let open = |since| game!(cause: MEETS, awaits: OPEN, changed_at: T - since);
    assert_eq!(open(1_000).due(), relays(Step::Show));
    assert_eq!(open(21_000).due(), own(Step::Show));
    assert_eq!(
        game!(relay_brings: false; open(1_000)).due(),
        own(Step::Show)
    );
    assert_eq!(game!(cause: None; open(1_000)).due(), None);
    // an old end of a match's last game is met with the next one, which both have begun just now
    for awaits in [OPEN, Awaits::Move] {
        let begun = |since| game!(awaits: awaits, begun_at: T - since; open(MINUTE)).due();
        assert_eq!(
            [begun(1_000), begun(21_000)],
            [relays(Step::Show), own(Step::Show)]
        );
    }
}

#[test]
fn the_relay_and_the_winner_have_their_time_for_an_end() {
    // a player who runs out of time has thought for long, and the end is as new as any other
    let late = |cause, winner, since| {
        let (end, own_ply_at) = (ended(Some(winner), true), Some(T - 3 * MINUTE));
        game!(end: end, cause: cause, own_ply_at: own_ply_at, said_at: Some(T - since)).due()
    };
    let won = |since| late(Some(Cause::Ends), Side::Own, since);
    assert_eq!(
        [won(1_000), won(21_000)],
        [relays(Step::Settle), own(Step::Settle)]
    );
    // a winner has two minutes before the loser submits it
    for cause in [Cause::Lost, Cause::LostRound] {
        let lost = |since| late(Some(cause), Side::Theirs, since);
        assert_eq!([lost(119_000), lost(120_000)], [None, own(Step::Settle)]);
    }
    // the chain has continued with the next round, or beyond the signed end
    assert_eq!(late(None, Side::Own, 5_000), None);
}

#[test]
fn the_relay_has_its_time_for_an_ask() {
    // an own ask, answered off the chain, would end the game there
    let answered = game!(cause: MEETS, awaits: Awaits::Answer, relay_brings: false);
    assert_eq!(answered.due(), own(Step::Show));
    assert_eq!(game!(awaits: Awaits::Answer).due(), None);
    let over = Some(T - MINUTE);
    let asked = |since| game!(shown_until: over, asked_at: Some(T - since)).due();
    assert_eq!(
        [asked(5_000), asked(25_000)],
        [relays(Step::Ask), own(Step::Ask)]
    );
}

#[test]
fn the_relay_has_a_tenth_of_little_time() {
    // an ask, or an end that is open and a window that is nearly over
    let ask = game!(cause: MEETS, awaits: Awaits::Answer, is_asked: true, own_ply_at: Some(T));
    let open = game!(cause: MEETS, awaits: OPEN, changed_at: T);
    let at = |game: &Situation, until, after| {
        let game = game!(now: T + after, chain_until: until; game.clone());
        game.due().map(|(_, by_relay)| by_relay)
    };
    let little = Some(T + 15_000);
    for game in [&ask, &open] {
        assert_eq!(
            [1_400, 1_600].map(|after| at(game, little, after)),
            [Some(true), Some(false)]
        );
    }
    for until in [Some(T + 6 * MINUTE), None] {
        assert_eq!(
            [19_000, 21_000].map(|after| at(&ask, until, after)),
            [Some(true), Some(false)]
        );
    }
    assert_eq!(at(&open, Some(T - 1), 1_000), Some(false));
}

#[test]
fn a_rounds_end_is_brought_if_the_opponent_says_nothing_about_the_next_one() {
    let end = ended(Some(Side::Theirs), true);
    let between = game!(end: end, cause: Some(Cause::EndsRound), relay_brings: false);
    let waits = |since| game!(waits_since: Some(T - since); between.clone());
    assert_eq!((between.due(), waits(1_000).due()), (None, None));
    let alone = waits(3 * MINUTE);
    assert_eq!(
        (alone.due(), alone.is_left_alone()),
        (own(Step::Settle), true)
    );
    // without a clock a day is theirs
    assert_eq!(game!(clock: None; alone).due(), None);
}

#[test]
fn between_two_rounds_too_the_chain_is_met_with_the_round_that_has_ended() {
    let end = ended(Some(Side::Own), true);
    let at = |after| game!(end: end, cause: MEETS, changed_at: T, now: T + after);
    assert_eq!(
        [at(19_000).due(), at(21_000).due()],
        [relays(Step::Show), own(Step::Show)]
    );
    assert_eq!(game!(relay_brings: false; at(0)).due(), own(Step::Show));
    assert_eq!(game!(is_time_over: true; at(21_000)).due(), None);
}

#[test]
fn an_absent_opponent_is_told_of_from_the_first_moment_to_the_end() {
    let gone = || game!(is_opponent_away: true);
    let over = |millis| Some(T - millis);
    assert_eq!(WAITING.outlook(), None);
    assert_eq!(gone().outlook(), Some((Absence::Waiting, Prize::Win)));
    assert_eq!(WAITING.ask_at(), T + 2 * MINUTE + 10_000);
    let here = game!(shown_until: over(5_000));
    assert_eq!(here.outlook(), Some((Absence::Waiting, Prize::Win)));
    let askable = game!(shown_until: over(11_000); gone());
    assert_eq!(askable.outlook(), Some((Absence::Askable, Prize::Win)));
    let handed = game!(shown_until: over(20_000), asked_at: Some(T - 1_000); gone());
    assert_eq!(handed.outlook(), Some((Absence::Handed, Prize::Win)));
    let asked = game!(awaits: Awaits::Answer; gone());
    assert_eq!(asked.outlook(), Some((Absence::Asked, Prize::Win)));
    // an absence loses only against a player who can mate; before both have moved there is no result
    assert_eq!(
        game!(can_mate: false; gone()).outlook(),
        Some((Absence::Waiting, Prize::Draw))
    );
    let aborted = game!(plies: 1, shown_until: None; gone());
    assert_eq!(aborted.outlook(), Some((Absence::Waiting, Prize::Abort)));
    // there is no outlook while the page itself has no line
    assert_eq!(
        game!(shown_until: over(MINUTE); away(MINUTE)).outlook(),
        None
    );
}

fn step(game: &Situation) -> Option<Step> {
    game.duty().map(|duty| duty.step)
}

fn waits(game: &Situation) -> Option<u64> {
    game.duty().map(|duty| duty.waits)
}

#[test]
fn a_page_answers_asks_meets_old_states_and_settles_where_the_relay_does_not() {
    for (is_asked, cause, expected) in [
        (true, Cause::Meets, Step::Answer),
        (false, Cause::Meets, Step::Show),
        (false, Cause::Ends, Step::Settle),
    ] {
        let at = |since| {
            let since = T - since;
            let times = game!(changed_at: since, said_at: Some(since), own_ply_at: Some(since));
            step(&game!(is_asked: is_asked, cause: Some(cause); times))
        };
        assert_eq!([at(21_000), at(1_000)], [Some(expected), None]);
    }
    assert_eq!(step(&game!(must_bring: true)), Some(Step::Bring));
    let parts = Some(Cause::Parts);
    assert_eq!(step(&game!(cause: parts)), Some(Step::Part));
    assert_eq!(step(&game!(cause: parts, left_at: Some(T))), None);
}

#[test]
fn the_players_choices_are_left_to_them() {
    // an ask, a claim, submitting the game
    let ask = game!(shown_until: Some(T - 11_000));
    for game in [WAITING, ask, game!(is_claimable: true), away(31_000)] {
        assert_eq!(game.duty(), None);
    }
}

#[test]
fn a_time_that_is_over_is_signalled_by_who_has_asked_and_an_open_end_by_either() {
    let signal = Some(Step::Signal);
    let late = |awaits| game!(is_late: true, is_time_over: true, awaits: awaits);
    assert_eq!(step(&late(Awaits::Answer)), signal);
    // a player who was asked and is late has no reason to
    assert_eq!(step(&game!(is_asked: true; late(Awaits::Answer))), None);
    assert_eq!(step(&late(OPEN)), signal);
    assert_eq!(step(&game!(changed_at: T - 1_000; late(OPEN))), None);
    // a later round no longer answers
    assert_eq!(step(&game!(is_late_behind: true, cause: MEETS)), signal);
}

#[test]
fn one_of_both_comes_first_and_an_end_that_may_be_acknowledged_waits() {
    let cause = Some(Cause::Ends);
    let ends = |is_white, winner, is_final| {
        let end = ended(winner, is_final);
        let ends = game!(is_white: is_white, end: end, cause: cause, said_at: Some(T - MINUTE));
        waits(&ends)
    };
    assert_eq!(ends(true, Some(Side::Own), true), Some(0));
    assert_eq!(ends(false, Some(Side::Theirs), true), Some(16_000));
    assert_eq!(
        [ends(true, None, true), ends(false, None, true)],
        [Some(0), Some(8_000)]
    );
    assert_eq!(ends(true, Some(Side::Own), false), Some(2_000));
}

#[test]
fn what_a_pause_makes_due_for_all_at_once_the_relay_brings_first_then_one_of_both() {
    let due = |is_white, relay_brings| {
        let game = game!(is_white: is_white, cause: MEETS, relay_brings: relay_brings);
        [Awaits::Move, OPEN].map(|awaits| waits(&game!(awaits: awaits; game.clone())))
    };
    let at_once = Some(0);
    assert_eq!(due(true, false), [at_once, at_once]);
    assert_eq!(due(false, false), [Some(8_000), at_once]);
    assert_eq!(due(true, true), [Some(20_000), at_once]);
    assert_eq!(due(false, true), [Some(28_000), at_once]);
}

#[test]
fn of_two_devices_the_one_that_had_the_last_word_calls_first() {
    let before = Some(T - MINUTE);
    let answer = game!(cause: MEETS, is_asked: true, own_ply_at: before);
    let waits = |is| game!(has_last_word: is; answer.clone()).duty();
    let after = |waits| {
        Some(Duty {
            step: Step::Answer,
            waits,
        })
    };
    assert_eq!([waits(true), waits(false)], [after(0), after(8_000)]);
    // the other one may have played on after a resignation
    let ends = |cause, winner, after| {
        let (end, since) = (ended(Some(winner), true), Some(T));
        let lost =
            game!(cause: Some(cause), end: end, said_at: since, waits_since: since, now: T + after);
        [true, false].map(|is| game!(has_last_word: is; lost.clone()).duty().is_some())
    };
    for (cause, is_money_left) in [
        (Cause::Lost, false),
        (Cause::LostRound, true),
        (Cause::EndsRound, true),
    ] {
        let lost = |after| ends(cause, Side::Theirs, after);
        assert_eq!(lost(5 * MINUTE), [true, false]);
        // the stakes of other rounds are not held back forever
        assert_eq!(lost(WAITING.epoch_millis), [true, is_money_left]);
    }
    assert_eq!(ends(Cause::EndsRound, Side::Own, 5 * MINUTE), [true, true]);
}

#[test]
fn a_relay_has_its_seconds_from_a_change_on_the_chain_or_both_leaves() {
    let relays = |left_at, until, after| {
        game!(changed_at: T, now: T + after, left_at: left_at, chain_until: until).is_relays()
    };
    assert_eq!(
        [19_000, 21_000].map(|after| relays(None, None, after)),
        [true, false]
    );
    let left_at = Some(T + MINUTE);
    assert_eq!(
        [79_000, 81_000].map(|after| relays(left_at, None, after)),
        [true, false]
    );
    assert!(!game!(changed_at: T, relay_brings: false).is_relays());
    // an ask is open still, and little time
    let little = Some(T + 15_000);
    assert_eq!(
        [1_400, 1_600].map(|after| relays(None, little, after)),
        [true, false]
    );
    // an expired time is only signalled
    let over = Some(T - 1_000);
    assert_eq!(
        [19_000, 21_000].map(|after| relays(None, over, after)),
        [true, false]
    );
}
