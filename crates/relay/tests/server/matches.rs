//! Matches: many rounds through the relay, and the rounds that it submits to the chain.

use chess_rules::Color::{Black, White};
use relay::protocol::{Answer, ChainState, EarlierRound, NextState, Request};
use signed_play::{Action, SignedAction};

use crate::chain::LobbyEvents;
use crate::harness::chess::{FOOLS_MATE, Match, moves};
use crate::harness::client::{Client, patiently};
use crate::harness::evening::Evening;
use crate::harness::table::{BLACK, Table, WHITE, arguments, is_late};

const CLOCK: (u32, u32) = (180, 2);

/// A match of this number of rounds.
async fn evening_of(rounds: u16) -> Evening {
    let table = Table::start();
    let game = table.match_of(rounds.into(), 1, CLOCK);
    let evening = Evening::of(table, game, &[]).await;
    let (_, state) = evening.joined().await;
    assert_eq!((state.rounds, state.current.round), (rounds, 0));
    evening
}

impl Evening {
    /// The chain's state as a late joiner sees it, once it is as wanted.
    async fn told_chain(&self, wanted: impl Fn(&ChainState) -> bool) -> ChainState {
        patiently(async || {
            let chain = self.joined().await.1.chain;
            let words = format!("{chain:?}");
            chain.filter(&wanted).ok_or(words)
        })
        .await
    }

    async fn refuses(&mut self, message: &Request, code: &str) {
        self.client.is_refused(message, code).await;
    }

    /// Both begin a round, Black first.
    async fn begin(&mut self, round: &Match) {
        self.keep(&round.begin(Black)).await;
        assert_eq!(self.keep(&round.begin(White)).await, (round.round, 0));
    }

    /// The chain knows this round and the points before it, after a number of the relay's calls.
    fn is_brought(&self, round: (u8, u8), calls: usize) {
        let paid = self.table.paid().len();
        assert_eq!((self.table.round(1), paid), (round, calls));
    }
}

/// The next message about the next round.
async fn next(client: &mut Client) -> NextState {
    match client.next().await {
        Answer::Next(next) => next,
        other => panic!("not about the next round: {other:?}"),
    }
}

fn action(argument: &Option<relay::protocol::Hex>) -> Option<Action> {
    let argument = argument.as_ref()?;
    Some(SignedAction::from_argument(&argument.0).unwrap()?.action)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_three_rounds_is_left_in_one_transaction() {
    let mut evening = evening_of(10).await;
    let before = evening.table.balances();
    let single = evening.game.round(0, 0);
    let (one, two, three) = (single.round(1, 0), single.round(2, 2), single.round(3, 2));
    let (mut watcher, _) = evening.joined().await;
    evening.refuses(&one.begin(Black), "not-over").await;
    evening.play(&single, FOOLS_MATE).await;
    for (message, code) in [
        (single.round(1, 2).begin(Black), "points"),
        (two.begin(Black), "round"),
        (single.leave(Black), "cannot-leave"),
    ] {
        evening.refuses(&message, code).await;
    }

    // the player who made the mate begins, the other sees it and follows
    evening.keep(&one.begin(White)).await;
    evening.refuses(&one.leave(White), "begun").await;
    for _ in 0..4 {
        assert!(matches!(
            watcher.next().await,
            Answer::Played { round: 0, .. }
        ));
    }
    let told = next(&mut watcher).await;
    assert_eq!(
        (told.round, told.points, told.black.is_none()),
        (1, 0, true)
    );
    assert_eq!(action(&told.white), Some(Action::Move));
    assert_eq!(evening.keep(&one.begin(Black)).await, (1, 0));
    let told = next(&mut watcher).await;
    assert_eq!(action(&told.black), Some(Action::Move));

    // in round 1 the first player has Black
    evening.play(&one, FOOLS_MATE).await;
    let Answer::Played {
        round: 1,
        points: 0,
        plies: 1,
        ..
    } = watcher.next().await
    else {
        panic!("not a move of round 1")
    };
    evening
        .refuses(&single.last_move(&moves("e2e4")), "round")
        .await;
    // Black begins, and White's first move also begins it
    evening.keep(&two.begin(Black)).await;
    assert_eq!(evening.keep(&two.last_move(&moves("e2e4"))).await, (2, 1));

    // the relay is killed, and one that starts knows all of it
    evening.program = evening.program.again(&evening.table.settled(&[]));
    let (client, state) = evening.joined().await;
    evening.client = client;
    let now = &state.current;
    assert_eq!((now.round, now.points, now.plies), (2, 2, 1));
    let played = |round, points| EarlierRound {
        round,
        points,
        plies: 4,
    };
    assert_eq!(state.earlier, [played(0, 0), played(1, 0)]);
    assert_eq!(action(&now.black), Some(Action::Move));
    let ask = Request::Round {
        id: Some(5),
        round: 1,
    };
    let Answer::Round(round) = evening.client.ask(&ask).await else {
        panic!("not a round")
    };
    assert_eq!((round.id, round.moves.0), (Some(5), moves(FOOLS_MATE)));

    // White, who is first, resigns and leaves; so does Black
    evening.says(&two, White, Action::Resign, "e2e4").await;
    evening.keep(&three.leave(Black)).await;
    let (_, state) = evening.joined().await;
    let said = state.next.unwrap();
    assert_eq!(
        (action(&said.white), action(&said.black)),
        (None, Some(Action::Leave))
    );
    evening.refuses(&three.begin(Black), "left").await;
    assert!(evening.table.paid().is_empty());
    assert_eq!(evening.table.round(1), (0, 0));
    evening.keep(&three.leave(White)).await;
    // of three rounds the first player has won one: 10 + 2 - 3 stakes of 20
    assert_eq!(evening.is_over(&before, 2, 15).await, [9, 11]);
    assert_eq!(evening.table.paid(), ["play"]);
    let chain = evening.told_chain(|chain| chain.state != 0).await;
    assert_eq!((chain.state, chain.points, chain.played), (2, 2, 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_to_its_last_round() {
    let mut evening = evening_of(2).await;
    let before = evening.table.balances();
    let single = evening.game.round(0, 0);
    evening.play(&single, FOOLS_MATE).await;
    let last = single.round(1, 0);
    evening
        .refuses(&single.round(2, 0).begin(Black), "round")
        .await;
    evening.begin(&last).await;
    let lobby = LobbyEvents::open(&evening.program.url, "game")
        .await
        .next()
        .await;
    let item = |name: &str| lobby[name].as_u64().unwrap();
    assert_eq!(
        [item("rounds"), item("round"), item("points"), item("plies")],
        [2, 1, 0, 0]
    );
    let white = localnet::address::encode(&evening.table.wallet(BLACK).address);
    assert_eq!(
        (&lobby["white"], &lobby["engines"]),
        (&white.into(), &false.into())
    );
    evening.play(&last, FOOLS_MATE).await;
    evening.says(&last, White, Action::Resign, FOOLS_MATE).await;
    let late = is_late(evening.last_move).then_some(1);
    // one each
    assert_eq!(evening.is_over(&before, 3, 1).await, [2, 2]);
    assert_eq!(evening.table.paid_but_unsaid(late), ["play"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_end_and_an_old_ask_are_met_with_the_later_round() {
    let mut evening = evening_of(3).await;
    let single = evening.game.round(0, 0);
    let line = "e2e4 e7e5 g1f3";
    evening.play(&single, line).await;
    evening.says(&single, Black, Action::Resign, line).await;
    let one = single.round(1, 2);
    // White, who has won, wants the match to end with that round
    evening.begin(&one).await;
    let old = arguments(&single, &moves(line), [None, Some(Action::Resign)]);
    evening.table.call(WHITE, 0, "play", &old);
    evening.table.shows(1, (0, 0, 0, 0)).await;
    evening.is_brought((1, 2), 1);

    // the same for a round that was played to its mate, with an ask at its beginning
    evening.play(&one, FOOLS_MATE).await;
    let two = single.round(2, 4);
    evening.begin(&two).await;
    evening.play(&two, "d2d4").await;
    let old = arguments(&one, &moves("f2f3 e7e5"), [None, Some(Action::Ask)]);
    evening.table.call(BLACK, 0, "play", &old);
    evening.table.shows(1, (0, 0, 0, 1)).await;
    evening.is_brought((2, 4), 2);
    // a late joiner sees the chain's moves
    let chain = evening.told_chain(|chain| chain.round == 2).await;
    assert_eq!((chain.points, chain.plies), (4, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agreed_draw_is_brought_and_the_next_round_undoes_its_end() {
    let mut evening = evening_of(3).await;
    let single = evening.game.round(0, 0);
    evening.play(&single, "e2e4").await;
    for color in [White, Black] {
        evening.says(&single, color, Action::Draw, "e2e4").await;
    }
    evening.table.shows(1, (0, 2, 11, 1)).await;
    let one = single.round(1, 1);
    evening.begin(&one).await;
    evening.table.shows(1, (0, 0, 0, 0)).await;
    assert_eq!(evening.table.round(1), (1, 1));
    assert_eq!(evening.table.paid(), ["play", "play"]);
    // the chain is in that round; a player who submits a later one without the relay is followed
    let two = single.round(2, 3);
    let (mut watcher, _) = evening.joined().await;
    let later = arguments(&two, &moves("c2c4"), [None; 2]);
    evening.table.call(BLACK, 0, "play", &later);
    let shown = loop {
        match watcher.next().await {
            Answer::Played {
                round: 2,
                points: 3,
                first: 0,
                new,
                ..
            } => break new.0,
            Answer::Chain { .. } => {}
            other => panic!("not the chain's round: {other:?}"),
        }
    };
    assert_eq!(shown, moves("c2c4"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_that_is_called_off_pays_as_if_they_had_left_before_it() {
    for played in [0, 1] {
        let mut evening = evening_of(3).await;
        let before = evening.table.balances();
        let mut round = evening.game.round(0, 0);
        if played == 1 {
            evening.play(&round, FOOLS_MATE).await;
            round = round.round(1, 0);
            evening.begin(&round).await;
        }
        // the player who isn't to move offers the draw, over no moves at all
        let accepts = round.says(White, Action::Draw, &[]);
        evening.refuses(&accepts, "cannot-offer").await;
        evening.keep(&round.says(Black, Action::Draw, &[])).await;
        evening.keep(&accepts).await;
        let drawn = (0, 2, 11, 0);
        evening.table.shows(1, drawn).await;
        let next = round.round(played + 1, 1);
        for color in [Black, White] {
            evening.keep(&next.leave(color)).await;
        }
        // nobody has won anything by it, nor waited
        let (state, paid) = [(3, [3, 3]), (1, [2, 4])][usize::from(played)];
        assert_eq!(evening.is_over(&before, state, 15).await, paid);
        assert_eq!(evening.table.paid(), ["play", "play"]);
    }
}
