//! The player of chess, by stored messages.

use chess_player::{
    Action, Awaits, Call, Cause, Color, Deed, End, Pauses, Player, Shown, Side, Terms, arguments,
};
use chess_record::{EndReason, GameHead, PauseState, StateRecord, U32, VERSION};
use signed_play::{Entry, Game, Line, Match, MatchMessage, PlayKey};

/// A game between two keys, with the stored messages.
struct Table {
    keys: [PlayKey; 2],
    log: Match,
    terms: Terms,
}

/// The moves, as a line.
fn line(moves: &str) -> Line {
    let mut line = Line::default();
    for mv in moves.split_whitespace() {
        line.play(mv.parse().unwrap()).unwrap();
    }
    line
}

impl Table {
    /// `is_first`: whether the player is White in round 0.
    fn new(rounds: u16, is_first: bool) -> Self {
        let mut log = Match::default();
        log.set_agreed(rounds);
        Table {
            keys: [[1; 32], [2; 32]].map(|secret| PlayKey::from_secret(&secret)),
            log,
            terms: Terms {
                rounds,
                is_first,
                has_clock: true,
            },
        }
    }

    /// A side's message over these moves is verified and stored.
    fn say_in(&mut self, (round, points): (u16, u16), color: Color, action: Action, moves: &[u8]) {
        let [first, second] = [self.keys[0].public(), self.keys[1].public()];
        let game = Game {
            contract: &[5; 32],
            id: 7,
            white_key: &first,
            black_key: &second,
            round: 0,
            points: 0,
        };
        let key = &self.keys[(color as usize + usize::from(round)) % 2];
        let signed = key.sign(&game.in_round(round, points), action, moves);
        let argument = signed.unwrap().to_argument();
        let mut arguments = [&[][..]; 2];
        arguments[color as usize] = &argument;
        let [white, black] = arguments;
        let message = MatchMessage {
            round,
            points,
            moves,
            white,
            black,
        };
        let entry = self.log.check(&game, message, None, 1).unwrap();
        self.log.add(&entry).unwrap();
    }

    fn say(&mut self, color: Color, action: Action, moves: &[u8]) {
        self.say_in((0, 0), color, action, moves);
    }

    fn play(&mut self, moves: &str) {
        let moves: Vec<_> = moves.split_whitespace().collect();
        for ply in 1..=moves.len() {
            let bytes = line(&moves[..ply].join(" "));
            self.say(Line::mover(ply), Action::Move, bytes.bytes());
        }
    }

    fn shown(&self) -> Shown<Line> {
        Shown::new(self.terms)
    }

    fn player(&self, shown: &Shown<Line>) -> Player<Line> {
        Player::looking(&self.log, shown).unwrap()
    }
}

const FOOLS: &str = "f2f3 e7e5 g2g4 d8h4";

#[test]
fn a_mate_is_acknowledged_and_brought_by_who_gave_it() {
    let mut table = Table::new(1, true);
    table.play(FOOLS);
    let shown = table.shown();
    let mated = table.player(&shown);
    assert_eq!(mated.unsaid(&table.log, table.terms), Some(Action::Resign));
    // a player who has lost leaves it to the other for a while
    let lost = mated.due(&shown, true).unwrap();
    assert_eq!(lost.cause, Cause::Lost);
    assert_eq!(shown.after(&lost.call).unwrap().paid.unwrap().stakes, 0);
    // an end that is open there is left to the winner
    let open = Shown {
        line: line(FOOLS),
        awaits: Awaits::LongerGame,
        open_end: Some(End::Board),
        ..shown.clone()
    };
    assert_eq!(table.player(&open).due(&open, true), None);
    table.terms.is_first = false;
    let shown = table.shown();
    let winner = table.player(&shown);
    assert_eq!(winner.unsaid(&table.log, table.terms), None);
    let due = winner.due(&shown, false).unwrap();
    assert_eq!(due.cause, Cause::Ends);
    let call = arguments(&due.call, &table.log, table.terms).unwrap();
    assert_eq!(Some(&call), table.log.call(0, &[]).as_ref());
    // the chain would open an end by it, or settle it with the acknowledgement
    assert_eq!(shown.after(&due.call).unwrap().open_end, Some(End::Board));
    table.say(Color::White, Action::Resign, line(FOOLS).bytes());
    let due = table.player(&shown).due(&shown, false).unwrap();
    assert_eq!(shown.after(&due.call).unwrap().paid.unwrap().stakes, 2);
    let call = arguments(&due.call, &table.log, table.terms).unwrap();
    assert_eq!((call.white[0], call.black[0]), (1, 0));
}

#[test]
fn an_old_state_is_met_and_an_ask_is_answered() {
    let mut table = Table::new(1, true);
    table.play("e2e4 e7e5 g1f3");
    let mut shown = table.shown();
    shown.line = line("e2e4 e7e5");
    shown.awaits = Awaits::Answer;
    let player = table.player(&shown);
    let due = player.due(&shown, false).unwrap();
    assert_eq!(due.cause, Cause::Meets);
    let call = arguments(&due.call, &table.log, table.terms).unwrap();
    assert_eq!(call.moves, line("e2e4 e7e5 g1f3").bytes());
    // only settling is left once the time has expired
    shown.is_late = true;
    let late = table.player(&shown).due(&shown, false).unwrap();
    assert_eq!(late.cause, Cause::Settles);
    // another ply of the opponent's is an end there
    let mut open = table.shown();
    open.line = line("e2e4 c7c5");
    (open.awaits, open.open_end) = (Awaits::LongerGame, Some(End::ByPlayers));
    // one ply more undoes no claim, so another one is signed first
    assert_eq!(table.player(&open).due(&open, false), None);
    assert!(table.player(&open).must_act(&open));
}

#[test]
fn another_last_ply_is_answered_or_taken_over_but_never_both() {
    let mut table = Table::new(1, true);
    table.play("e2e4 e7e5");
    let mut shown = table.shown();
    shown.line = line("e2e4 c7c5");
    let mut player = table.player(&shown);
    assert!(player.heard_another(&shown) && player.may_move(&shown));
    let deeds = player.may_do(&shown);
    assert!(deeds.contains(&Deed::TakeOver) && !deeds.contains(&Deed::Resign));
    player.act(&Deed::TakeOver, &shown);
    assert_eq!(player.now().line, shown.line);
    // a game that the player never agreed to
    shown.line = line("d2d4 d7d5");
    assert!(player.look(&shown).is_err());
}

#[test]
fn a_draw_is_offered_off_move_and_accepted_on_move() {
    let mut table = Table::new(1, true);
    table.play("e2e4");
    let shown = table.shown();
    assert!(
        table
            .player(&shown)
            .may_do(&shown)
            .contains(&Deed::OfferDraw)
    );
    table.play_on("e2e4 e7e5");
    let on_move = table.player(&shown).may_do(&shown);
    assert!(!on_move.contains(&Deed::OfferDraw) && !on_move.contains(&Deed::AcceptDraw));
    let moves = line("e2e4 e7e5");
    table.say(Color::Black, Action::Draw, moves.bytes());
    assert!(
        table
            .player(&shown)
            .may_do(&shown)
            .contains(&Deed::AcceptDraw)
    );
    table.say(Color::White, Action::Draw, moves.bytes());
    let player = table.player(&shown);
    assert!(!player.may_move(&shown));
    let due = player.due(&shown, false).unwrap();
    let next = shown.after(&due.call).unwrap();
    assert_eq!(next.open_end, Some(End::ByPlayers));
    let call = arguments(&due.call, &table.log, table.terms).unwrap();
    assert_eq!((call.white[0], call.black[0]), (2, 2));
}

impl Table {
    /// The last ply of these moves is stored.
    fn play_on(&mut self, moves: &str) {
        let moves = line(moves);
        self.say(Line::mover(moves.plies()), Action::Move, moves.bytes());
    }
}

#[test]
fn only_who_cannot_lose_by_it_speaks_first_of_the_next_round() {
    for (is_first, is_free) in [(true, true), (false, true)] {
        let mut table = Table::new(3, is_first);
        table.play(FOOLS);
        let shown = table.shown();
        // White is mated, and Black has made the mate
        let deeds = table.player(&shown).may_do(&shown);
        assert_eq!(deeds.contains(&Deed::Begin), is_free, "{is_first}");
    }
    // White resigns: Black waits for White's message
    for (is_first, is_free) in [(true, true), (false, false)] {
        let mut table = Table::new(3, is_first);
        table.play("e2e4 e7e5");
        table.say(Color::White, Action::Resign, line("e2e4 e7e5").bytes());
        let shown = table.shown();
        let deeds = table.player(&shown).may_do(&shown);
        assert_eq!(deeds.contains(&Deed::Begin), is_free, "{is_first}");
        // White, who was first, is Black in round 1
        table.say_in((1, 0), Color::Black, Action::Move, &[]);
        let player = table.player(&shown);
        let begun = u16::from(is_first);
        assert_eq!((player.round(), player.they_begin()), (begun, !is_first));
        assert!(player.may_do(&shown).contains(&Deed::Begin) != is_first);
    }
}

#[test]
fn a_later_round_meets_what_is_open_in_an_earlier_one() {
    let mut table = Table::new(2, true);
    table.play("e2e4");
    table.say(Color::Black, Action::Resign, line("e2e4").bytes());
    for color in [Color::White, Color::Black] {
        table.say_in((1, 2), color, Action::Move, &[]);
    }
    let mut shown = table.shown();
    shown.line = line("e2e4");
    (shown.awaits, shown.open_end) = (Awaits::LongerGame, Some(End::Resigned(Side::Theirs)));
    let due = table.player(&shown).due(&shown, false);
    // the chain has the agreed end, but not the next round
    assert_eq!(due.map(|due| due.cause), Some(Cause::Meets));
    let open = Shown {
        open_end: Some(End::Board),
        ..shown
    };
    let due = table.player(&open).due(&open, false).unwrap();
    let call = arguments(&due.call, &table.log, table.terms).unwrap();
    assert_eq!((call.round, call.points, call.moves.len()), (1, 2, 0));
}

#[test]
fn a_lost_last_round_is_left_to_its_winner_for_a_while() {
    let mut table = Table::new(2, true);
    table.play("e2e4");
    table.say(Color::Black, Action::Resign, line("e2e4").bytes());
    for color in [Color::White, Color::Black] {
        table.say_in((1, 2), color, Action::Move, &[]);
    }
    let e4 = line("e2e4");
    table.say_in((1, 2), Color::White, Action::Move, e4.bytes());
    table.say_in((1, 2), Color::Black, Action::Resign, e4.bytes());
    for (is_first, cause) in [(true, Cause::LostRound), (false, Cause::Ends)] {
        table.terms.is_first = is_first;
        let shown = table.shown();
        let due = table.player(&shown).due(&shown, false).unwrap();
        assert_eq!(due.cause, cause);
        // each has won a round
        assert_eq!(shown.after(&due.call).unwrap().paid.unwrap().stakes, 2);
    }
}

/// A ply that the chain alone has shown has no signature.
#[test]
fn a_ply_that_the_chain_shows_needs_no_signature_there() {
    let mut table = Table::new(1, false);
    let e4 = line("e2e4");
    let entry = Entry {
        at: 1,
        round: 0,
        points: 0,
        first: None,
        new_moves: e4.bytes().to_vec(),
        white: None,
        black: None,
    };
    table.log.add(&entry).unwrap();
    table.play_on("e2e4 e7e5");
    let mut shown = table.shown();
    shown.line = e4;
    shown.awaits = Awaits::Answer;
    let due = table.player(&shown).due(&shown, false).unwrap();
    let call = arguments(&due.call, &table.log, table.terms).unwrap();
    assert_eq!((call.white.len(), call.black.len()), (0, 65));
    // nor an own one that was made by account
    table.terms.is_first = true;
    let mut shown = table.shown();
    shown.line = line("e2e4");
    let player = table.player(&shown);
    let call = player.moves_by(&table.log, &shown).unwrap();
    assert_eq!((call.white.len(), call.black.len()), (0, 65));
    // the chain has it all
    shown.line = line("e2e4 e7e5");
    assert_eq!(player.moves_by(&table.log, &shown), None);
}

/// To `6Rk/8/7K/8/8/8/8/8 b`: Black can only take the rook.
const TAKES_THE_ROOK: &str = "c2c4 d7d5 c4d5 d8d5 d1b3 d5g2 b3b7 g2h1 b7b8 h1h2 b8c7 h2g1 c7e7 e8e7 \
    f2f4 g1f1 e1f1 g7g5 f4g5 h7h6 g5h6 f8h6 a2a3 h6d2 b1d2 e7d7 b2b4 a7a5 b4a5 a8a5 c1b2 a5a3 b2h8 \
    a3a4 a1a4 f7f6 h8f6 g8f6 e2e4 f6e4 a4e4 c8a6 d2c4 a6c4 e4c4 d7e8 f1g2 e8f8 g2h3 f8g8 h3h4 g8h8 \
    h4h5 h8g8 h5h6 g8h8 c4c7 h8g8 c7g7 g8h8 g7g8";

#[test]
fn time_that_is_over_wins_only_for_who_can_mate() {
    for (moves, stakes) in [("e2e4 e7e5 g1f3", 2), (TAKES_THE_ROOK, 1)] {
        let mut shown = Table::new(1, true).shown();
        shown.line = line(moves);
        (shown.awaits, shown.is_late) = (Awaits::Answer, true);
        assert_eq!(shown.unmet().unwrap().paid.unwrap().stakes, stakes);
    }
}

fn number(number: u32) -> U32 {
    let mut bytes = U32::ZERO;
    bytes.set(number);
    bytes
}

/// A contract that is paused since epoch 100, after five epochs of a pause that ended in epoch 20.
const PAUSED: fn() -> StateRecord = || StateRecord {
    version: VERSION,
    illegal_move_rule: 0,
    pause_state: PauseState::Paused as u8,
    pause_epoch: number(100),
    resume_epoch: number(20),
    stopped_epochs: number(5),
    token_len: 0,
    amount_len: 0,
};

#[test]
fn pauses_take_time_from_a_game_until_it_can_be_reclaimed() {
    let head = GameHead {
        wait_epoch: number(90),
        wait_counted_epoch: number(85),
        ..GameHead::START
    };
    let effect = |state: &StateRecord, epoch| {
        let pauses = Pauses::of(state, &head, epoch);
        [pauses.took_time, pauses.takes_calls, pauses.is_reclaimable]
    };
    let state = PAUSED();
    // a time that is older than the pause
    for epoch in [90, 100] {
        assert_eq!(effect(&state, epoch), [false; 3], "{epoch}");
    }
    assert_eq!(effect(&state, 101), [true, false, false]);
    assert_eq!(effect(&state, 130), [true, false, false]);
    assert_eq!(effect(&state, 131), [true, true, false]);
    assert_eq!(effect(&state, 133), [true, true, true]);
    // it has ended, and counts with the day after it
    for (ended, is_reclaimable) in [(129, false), (130, true)] {
        let state = StateRecord {
            pause_state: PauseState::Running as u8,
            resume_epoch: number(ended + 1),
            stopped_epochs: number(5 + ended - 100 + 1),
            ..state.clone()
        };
        for epoch in [90, ended] {
            assert_eq!(effect(&state, epoch), [true, true, false]);
        }
        assert_eq!(effect(&state, ended + 2), [true, true, is_reclaimable]);
        // a wait that began after it has lost nothing
        let later = GameHead {
            wait_epoch: number(ended + 2),
            wait_counted_epoch: number(ended + 2 - 5 - (ended - 100 + 1)),
            ..GameHead::START
        };
        assert_eq!(Pauses::of(&state, &later, ended + 5), Pauses::NONE);
    }
}

#[test]
fn after_a_pause_the_longest_game_is_brought() {
    let mut table = Table::new(1, true);
    table.play("e2e4 e7e5");
    let mut shown = table.shown();
    assert_eq!(table.player(&shown).due(&shown, false), None);
    shown.pauses.took_time = true;
    let due = table.player(&shown).due(&shown, false).unwrap();
    assert_eq!(due.cause, Cause::Meets);
    shown.pauses.takes_calls = false;
    assert_eq!(table.player(&shown).due(&shown, false), None);
    shown.pauses = Pauses {
        is_reclaimable: true,
        ..Pauses::NONE
    };
    assert!(!table.player(&shown).may_move(&shown));
}

#[test]
fn a_leave_by_both_comes_before_a_settlement_as_it_pays_all_rounds() {
    let mut table = Table::new(3, false);
    table.play("e2e4 e7e5");
    table.say(Color::White, Action::Resign, line("e2e4 e7e5").bytes());
    for color in [Color::White, Color::Black] {
        table.say_in((1, 0), color, Action::Leave, &[]);
    }
    let mut shown = table.shown();
    shown.line = line("e2e4");
    (shown.awaits, shown.open_end, shown.is_late) =
        (Awaits::LongerGame, Some(End::ByPlayers), true);
    let due = table.player(&shown).due(&shown, false).unwrap();
    assert!(matches!(due.call, Call::Leave { .. }), "{due:?}");
    let paid = |shown: Option<Shown<Line>>| shown.unwrap().paid.unwrap().stakes;
    assert_eq!(paid(shown.after(&due.call)), 4);
    assert_eq!(paid(shown.after(&Call::Settle)), 3);
}

#[test]
fn who_has_resigned_follows_from_the_messages() {
    let resigned = |table: &Table| {
        let shown = table.shown();
        let shown = shown.awaiting(Awaits::LongerGame, EndReason::Resignation, &table.log);
        shown.open_end
    };
    let (own, theirs) = (
        Some(End::Resigned(Side::Own)),
        Some(End::Resigned(Side::Theirs)),
    );
    let mut table = Table::new(3, true);
    assert_eq!(resigned(&table), theirs);
    table.play("e2e4 e7e5");
    table.say(Color::White, Action::Resign, line("e2e4 e7e5").bytes());
    assert_eq!(resigned(&table), own);
    // in a round that isn't known here the points after it show it
    for (points, who) in [(0, own), (2, theirs)] {
        let mut table = Table::new(3, true);
        let entry = Entry {
            at: 1,
            round: 1,
            points,
            first: Some(0),
            new_moves: line("e2e4").bytes().to_vec(),
            white: None,
            black: None,
        };
        table.log.add(&entry).unwrap();
        assert_eq!(resigned(&table), who);
    }
}
