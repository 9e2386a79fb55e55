//! The messages that an honest player has signed and heard: whether they may sign them, and what
//! these guarantee them.

use super::choice::positions_of;
use super::player::{Message, Player};
use crate::chain::{Game, Reason, claim, end_by_board};
use crate::rules::Move;
use crate::signing::Action;

/// All messages of a player's, and those that they have heard.
pub(super) struct Signatures {
    player: Player,
    signed: Vec<Message>,
    pub told: Vec<Message>,
}

impl Signatures {
    pub fn new(player: Player) -> Self {
        Signatures {
            player,
            signed: vec![],
            told: vec![],
        }
    }

    /// Adds a message. `game`: the chain's; `counts`: whether the chain can still take the message.
    ///
    /// # Errors
    /// The rule that it breaks, after all earlier messages.
    pub fn add(&mut self, new: &Message, game: &Game, counts: bool) -> Result<(), String> {
        if self.signed.contains(new) {
            return Ok(());
        }
        let mut before = self.signed.iter();
        let broken = before.find_map(|old| self.broken(old, new, game));
        match broken.or_else(|| self.draws_on_move(new)) {
            None => {
                self.signed.extend(counts.then(|| new.clone()));
                Ok(())
            }
            Some(rule) => Err(format!("{rule}: {new}")),
        }
    }

    /// Forgets later rounds: they came too late for the chain.
    pub fn forget_after(&mut self, round: u16) {
        self.signed.retain(|message| message.round <= round);
    }

    /// The rule that a message breaks because of an earlier one.
    fn broken(&self, old: &Message, new: &Message, game: &Game) -> Option<&'static str> {
        let is_move = |message: &Message| message.action == Action::Move;
        let same_round = old.round == new.round;
        if same_round && old.points != new.points {
            return Some("two points for one round");
        }
        if same_round {
            let (one, other) = (self.own_plies(old), self.own_plies(new));
            if !one.starts_with(other) && !other.starts_with(one) {
                return Some("two lines of play");
            }
            if is_move(old) && is_move(new) && new.moves.len() <= old.moves.len() {
                return Some("an older ply");
            }
        }
        let follows = new.moves.len() == old.moves.len() + 1 && new.moves.starts_with(&old.moves);
        let on_move = self.player.makes(old.round, old.moves.len() + 1);
        if same_round && old.action == Action::Draw && is_move(new) && follows && on_move {
            return Some("a move after a draw");
        }
        if old.action == Action::Leave && old.round <= new.round {
            return Some("something after a leave");
        }
        if new.action == Action::Leave && same_round {
            return Some("a leave after a begin");
        }
        let resigns_again = new.action == Action::Resign && game.round == new.round;
        (old.round > new.round && !resigns_again).then_some("something in an earlier round")
    }

    /// The moves up to their own last one.
    fn own_plies<'a>(&self, message: &'a Message) -> &'a [Move] {
        let plies = message.moves.len();
        match self.player.makes(message.round, plies) {
            true => &message.moves,
            false => &message.moves[..plies.saturating_sub(1)],
        }
    }

    /// A draw on the player's turn only accepts, claims or acknowledges one.
    fn draws_on_move(&self, new: &Message) -> Option<&'static str> {
        if new.action != Action::Draw || !self.player.makes(new.round, new.moves.len() + 1) {
            return None;
        }
        let Some(positions) = positions_of(&new.moves) else {
            return Some("illegal moves");
        };
        let is_offered = self.told.iter().any(|told| {
            told.action == Action::Draw && told.round == new.round && told.moves == new.moves
        });
        let may = is_offered || end_by_board(&positions).is_some() || claim(&positions).is_some();
        (!may).then_some("a draw on move")
    }

    /// The latest round that they have begun, the points before it, and their longest game there.
    fn latest(&self, game: &Game) -> (u16, u16, &[Move]) {
        let signed = self.signed.iter();
        let moved = signed.filter(|message| message.action == Action::Move);
        let last = moved.max_by_key(|message| (message.round, message.moves.len()));
        match last {
            Some(last) if last.round >= game.round => (last.round, last.points, &last.moves),
            _ => (game.round, game.points, &[]),
        }
    }

    fn has_resigned(&self, round: u16, own: &[Move]) -> bool {
        self.signed.iter().any(|message| {
            message.action == Action::Resign
                && message.round == round
                && message.moves.len() >= own.len()
        })
    }

    /// Whether they have lost a single game, which the winner must submit.
    pub fn has_lost(&self, game: &Game) -> bool {
        let (round, _, own) = self.latest(game);
        self.player.rounds == 1 && self.has_resigned(round, own)
    }

    /// How they were wronged, if the chain has paid. `won`: a round, and the points in it that the
    /// chain has shown as won.
    pub fn wrong(&self, game: &Game, won: (u16, u16)) -> Option<String> {
        let (round, points, own) = self.latest(game);
        let Some(positions) = positions_of(own) else {
            return Some("a game that isn't legal".into());
        };
        let by_own_ply =
            end_by_board(&positions).map_or(0, |end| 1 + u16::from(end.winner.is_some()));
        let owed = match won {
            (won_round, won) if won_round == round => won.max(by_own_ply),
            _ => by_own_ply,
        };
        let ((rounds, end_points), reason) = (game.score?, game.reason?);
        let is_here = game.round == round;
        let own_turn = game.turn() == self.player.color(game.round);
        if is_here && reason == Reason::Inactivity && own_turn {
            return Some("was late".into());
        }
        let all = self.player.rounds;
        // stakes of a round
        let paid = all - rounds + self.player.own_points(rounds, end_points);
        let sure = self.player.own_points(round, points) + all - round - 1;
        let told = |what: &str| {
            format!(
                "{what}: paid {paid} of {}, sure of {sure} and {owed} in round {round}; {reason:?} in \
                 round {} after {} plies, {} signed",
                2 * all,
                game.round,
                game.plies(),
                own.len()
            )
        };
        let by_pause = reason == Reason::Pause;
        if paid < sure + if by_pause { 0 } else { owed } {
            return Some(told("an end on the board is lost"));
        }
        let is_fine = is_here && (game.moves.starts_with(own) || self.has_resigned(round, own))
            || paid >= sure + 2
            || own.is_empty() && paid > sure
            || by_pause
            || reason == Reason::Left;
        (!is_fine).then(|| told("an end without all own moves"))
    }
}
