//! Rounds of a match: the messages that continue from them, and the calls on the chain.

use chess_rules::Color::{self, Black, White};
use signed_play::{Action, Call, Entry, Game, Match, MatchMessage, PlayKey, Refusal};

/// Black wins.
const FOOLS_MATE: [u8; 8] = [13, 21, 52, 36, 14, 30, 59, 31];

struct Table {
    /// First's key and second's.
    keys: [PlayKey; 2],
    game: Match,
    /// The winner by the end that is open on the chain.
    chain_end: Option<Option<Color>>,
}

impl Table {
    fn of(rounds: u16) -> Self {
        let keys = [1, 2].map(|secret| PlayKey::from_secret(&[secret; 32]));
        let mut game = Match::default();
        game.set_agreed(rounds);
        Table {
            keys,
            game,
            chain_end: None,
        }
    }

    /// A message of these players over moves; both sign the last move and the one before it.
    fn says(
        &mut self,
        (round, points): (u16, u16),
        moves: &[u8],
        says: &[(Color, Action)],
    ) -> Result<Entry, Refusal> {
        let publics = [self.keys[0].public(), self.keys[1].public()];
        let first = Game {
            contract: &[5; 32],
            id: 7,
            white_key: &publics[0],
            black_key: &publics[1],
            round: 0,
            points: 0,
        };
        let of_round = first.in_round(round, points);
        let mut arguments = [vec![], vec![]];
        for (color, action) in says {
            let key = &self.keys[(*color as usize + usize::from(round)) % 2];
            let covered = signed_play::covered_moves(*action, *color, round, moves);
            let signed = key.sign(&of_round, *action, covered.unwrap().unwrap());
            arguments[*color as usize] = signed.unwrap().to_argument().to_vec();
        }
        let [white, black] = &arguments;
        let message = MatchMessage {
            round,
            points,
            moves,
            white,
            black,
        };
        let entry = self.game.check(&first, message, self.chain_end, 1)?;
        self.game.add(&entry).unwrap();
        Ok(entry)
    }

    fn mate(&mut self, round: (u16, u16)) {
        let both = [(White, Action::Move), (Black, Action::Move)];
        self.says(round, &FOOLS_MATE, &both).unwrap();
    }
}

#[test]
fn a_round_begins_when_both_have_said_so() {
    let mut table = Table::of(3);
    let begin = |color| [(color, Action::Move)];
    let early = table.says((1, 0), &[], &begin(Black));
    assert_eq!(early.unwrap_err(), Refusal::NotOver);
    table.mate((0, 0));
    for (round, refusal) in [
        ((1, 1), Refusal::Points),
        ((1, 3), Refusal::Points),
        ((2, 0), Refusal::Round),
        ((3, 0), Refusal::Round),
    ] {
        let refused = table.says(round, &[], &begin(Black));
        assert_eq!(refused.unwrap_err(), refusal, "{round:?}");
    }
    table.says((1, 0), &[], &begin(Black)).unwrap();
    let again = table.says((1, 0), &[], &begin(Black));
    assert_eq!(again.unwrap_err(), Refusal::Known);
    let leaves = table.says((1, 0), &[], &[(Black, Action::Leave)]);
    assert_eq!(leaves.unwrap_err(), Refusal::Begun);
    // Black's second move needs White's first; White's first is also a begin
    let two = table.says((1, 0), &FOOLS_MATE[..4], &begin(Black));
    assert_eq!(two.unwrap_err(), Refusal::Unsigned("White"));
    table.says((1, 0), &FOOLS_MATE[..2], &begin(White)).unwrap();
    assert_eq!(
        (table.game.current().round(), table.game.current().plies()),
        (1, 1)
    );
    let call = table.game.call(0, &FOOLS_MATE).unwrap();
    assert_eq!(
        (call.round, call.points, &call.moves[..]),
        (1, 0, &FOOLS_MATE[..2])
    );
    assert!(!call.white.is_empty() && !call.black.is_empty());
    // if the chain is in that round, White's move alone is new
    let call = table.game.call(1, &[]).unwrap();
    assert!(!call.white.is_empty() && call.black.is_empty());
    let earlier = table.says((0, 0), &[12, 28], &begin(White));
    assert_eq!(earlier.unwrap_err(), Refusal::Round);
}

#[test]
fn a_match_is_left_by_both() {
    let mut table = Table::of(2);
    let leave = |color| [(color, Action::Leave)];
    let in_round = table.says((0, 0), &[], &leave(Black));
    assert_eq!(in_round.unwrap_err(), Refusal::CannotLeave);
    table.mate((0, 0));
    table.says((1, 0), &[], &leave(White)).unwrap();
    assert_eq!(table.game.leaving(), None);
    let begins = table.says((1, 0), &[], &[(White, Action::Move)]);
    assert_eq!(begins.unwrap_err(), Refusal::Left);
    table.says((1, 0), &[], &leave(Black)).unwrap();
    let Call {
        round,
        points,
        moves,
        ..
    } = table.game.leaving().unwrap();
    assert_eq!((round, points, moves), (1, 0, vec![]));
    let after = table.says((1, 0), &[], &[(White, Action::Move), (Black, Action::Move)]);
    assert!(after.is_err());
    let mut single = Table::of(1);
    single.mate((0, 0));
    let left = single.says((1, 0), &[], &leave(White));
    assert_eq!(left.unwrap_err(), Refusal::CannotLeave);
}

#[test]
fn a_later_round_that_both_have_signed_counts_whatever_came_before() {
    let mut table = Table::of(10);
    let both = [(White, Action::Move), (Black, Action::Move)];
    let impossible = table.says((3, 7), &FOOLS_MATE, &both);
    assert_eq!(impossible.unwrap_err(), Refusal::Points);
    table.says((3, 6), &FOOLS_MATE, &both).unwrap();
    assert_eq!(table.game.earlier().len(), 1);
    // in round 3 the second player has White; the first has won
    table.says((4, 8), &[], &both).unwrap();
    assert_eq!(
        (table.game.current().round(), table.game.current().plies()),
        (4, 0)
    );
    let leave = [(White, Action::Leave), (Black, Action::Leave)];
    table.says((10, 12), &[], &leave).unwrap();
    assert_eq!(table.game.leaving().unwrap().round, 10);
}

#[test]
fn what_the_chain_shows_of_a_later_round_is_taken_over() {
    let mut table = Table::of(3);
    table.mate((0, 0));
    table.says((1, 0), &[], &[(White, Action::Move)]).unwrap();
    assert_eq!(table.game.catch_up(0, 0, &FOOLS_MATE[..2], 5), None);
    let shown = table.game.catch_up(1, 0, &FOOLS_MATE[..2], 5).unwrap();
    table.game.add(&shown).unwrap();
    assert_eq!(
        (table.game.current().round(), table.game.current().plies()),
        (1, 1)
    );
    // it continues with Black's move alone
    table
        .says((1, 0), &FOOLS_MATE[..4], &[(Black, Action::Move)])
        .unwrap();
    assert!(table.game.call(1, &FOOLS_MATE[..2]).is_some());
}

#[test]
fn one_ply_after_a_fifth_repetition_is_refused() {
    let mut table = Table::of(1);
    let both = [(White, Action::Move), (Black, Action::Move)];
    // g1f3 g8f6 f3g1 f6g8
    let drawn = [6, 21, 62, 45, 21, 6, 45, 62].repeat(4);
    table.says((0, 0), &drawn, &both).unwrap();
    let one = [&drawn[..], &[12, 28]].concat();
    assert_eq!(table.says((0, 0), &one, &both), Err(Refusal::Over));
    // both have signed on
    let two = [&one[..], &[52, 36]].concat();
    table.says((0, 0), &two, &both).unwrap();
}

/// Begins with other points are possible if an end on the chain differs from that of the messages:
/// without a limit any number of them would be stored.
#[test]
fn words_of_other_points_replace_each_other_a_few_times_only() {
    let mut table = Table::of(3);
    table.mate((0, 0));
    table.chain_end = Some(None);
    let mut begins = |points| table.says((1, points), &[], &[(White, Action::Move)]);
    let kept = (0..100u16).take_while(|word| begins(word % 2).is_ok());
    assert_eq!(kept.count(), 33);
    assert_eq!(begins(1).unwrap_err(), Refusal::Replaced);
}
