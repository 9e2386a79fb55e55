//! The views. All of them (label `view`) are in the view contract, which reads the game contract's
//! storage: in the game contract every move would pay for their code.

use core::ops::ControlFlow;

use chess_record::{Awaits, IllegalMoveRule, clock, flags};
use chess_rules::{Board, BoardCopy, Color, Position, Promotion};
use game_moves::chess::write_json;
use multiversx_sc::imports::*;

use crate::stored::buffers::{part, rest};
use crate::stored::{Stake, StoredGame};
use crate::types::{Challenge, Claims, Clocks, Game, LegalMove, Side, Snapshot, Text, TimeControl};

#[multiversx_sc::module]
pub trait ViewsModule:
    crate::stored::StorageModule
    + crate::history::HistoryModule
    + crate::clock::ClockModule
    + crate::end::EndModule
    + crate::money::MoneyModule
    + crate::events::EventsModule
    + crate::document_views::DocumentViewsModule
{
    /// Up to `count` games, starting with the id `first`.
    #[label("view")]
    #[view(getGamesPage)]
    fn games_page(&self, first: usize, count: usize) -> MultiValueEncoded<Game<Self::Api>> {
        let last = self
            .games()
            .len()
            .min(first.saturating_add(count).saturating_sub(1));
        (first.max(1)..=last)
            .map(|id| self.game_view(&self.game(id)))
            .collect()
    }

    /// The number of games and challenges, which is the last one's id.
    #[label("view")]
    #[view(getGameCount)]
    fn game_count(&self) -> usize {
        self.games().len()
    }

    #[label("view")]
    #[view(getGame)]
    fn get_game(&self, game_id: usize) -> Game<Self::Api> {
        self.game_view(&self.game(game_id))
    }

    /// A player's games, the newest first: up to `count` of those before the game `before` (0: of
    /// all). The first result is the `before` of the next page, 0 at the end.
    #[label("view")]
    #[view(getPlayerGames)]
    fn player_games(
        &self,
        player: &ManagedAddress,
        before: usize,
        count: usize,
    ) -> MultiValue2<usize, MultiValueEncoded<Game<Self::Api>>> {
        self.player_games_before(player, before, count, |_| true)
    }

    /// A player's ongoing games, the newest first, among up to `count` games before the game
    /// `before` (0: among the newest). The first result is the `before` of the next page, 0 at
    /// the end.
    #[label("view")]
    #[view(getOngoingGames)]
    fn ongoing_games(
        &self,
        player: &ManagedAddress,
        before: usize,
        count: usize,
    ) -> MultiValue2<usize, MultiValueEncoded<Game<Self::Api>>> {
        self.player_games_before(player, before, count, |game| game.head.is_ongoing())
    }

    /// A game's moves in canonical chess binary, two or three bytes each (crate `game-moves`).
    #[label("view")]
    #[view(getMoves)]
    fn get_moves(&self, game_id: usize) -> ManagedBuffer {
        let game = self.game(game_id);
        let mut moves = ManagedBuffer::new();
        for block in 0..game.full_blocks() {
            moves.append(&self.full_block(game.id, block).get());
        }
        moves.append(&game.current_block());
        moves
    }

    /// The legal moves of the player to move; none once the game is over.
    #[label("view")]
    #[view(getLegalMoves)]
    fn legal_moves(&self, game_id: usize) -> MultiValueEncoded<LegalMove> {
        let game = self.game(game_id);
        let mut board = BoardCopy::start();
        let position = self.position(&game, &mut board);
        self.legal_moves_of(&game, &position).into()
    }

    /// The position in Forsyth–Edwards Notation; the en-passant square only if a capture
    /// there is legal.
    #[label("view")]
    #[view(getFen)]
    fn get_fen(&self, game_id: usize) -> Text<Self::Api> {
        let mut fen = ManagedBuffer::new();
        let game = self.game(game_id);
        let mut board = BoardCopy::start();
        self.position(&game, &mut board)
            .each_fen_byte(|byte| fen.append_bytes(&[byte]));
        Text(fen)
    }

    /// SHA-256 of the position as a canonical chess state (crate `game-moves`). Under the rule
    /// `forfeit` a position whose last move can be called illegal has a hash too, though it is no
    /// state that a legal game can have.
    #[label("view")]
    #[view(getStateHash)]
    fn state_hash(&self, game_id: usize) -> ManagedBuffer {
        let mut json = ManagedBuffer::new();
        let game = self.game(game_id);
        let mut board = BoardCopy::start();
        let position = self.position(&game, &mut board);
        write_json(&position, &mut |piece: &[u8]| {
            json.append_bytes(piece);
        });
        let hash = self.crypto().sha256(&json);
        hash.as_managed_buffer().clone()
    }

    /// The claims that are possible in a game now.
    #[label("view")]
    #[view(getClaims)]
    fn get_claims(&self, game_id: usize) -> Claims {
        let game = self.game(game_id);
        let mut board = BoardCopy::start();
        let position = self.position(&game, &mut board);
        self.claims_of(&game, &position)
    }

    /// The amount that a player can withdraw in the wager's token.
    #[label("view")]
    #[view(getCredit)]
    fn get_credit(&self, player: &ManagedAddress) -> BigUint {
        let token = self.state().wager().token();
        self.credit(player, &token).get()
    }

    /// The credits that a player can withdraw: tokens and amounts.
    #[label("view")]
    #[view(getCredits)]
    fn get_credits(
        &self,
        player: &ManagedAddress,
    ) -> MultiValueEncoded<MultiValue2<ManagedBuffer, BigUint>> {
        let mut credits = MultiValueEncoded::new();
        for token in self.credited_tokens(player).iter() {
            let amount = self.credit(player, &token).get();
            credits.push((token, amount).into());
        }
        credits
    }

    /// The contract's balance of a token beyond what belongs to players: payments by no endpoint,
    /// or unnoticed returns from another shard. Reads every game.
    #[label("view")]
    #[view(getSurplus)]
    fn get_surplus(&self, token: TokenId) -> BigInt {
        let state = self.state();
        let identifier = token.as_managed_buffer();
        let mut owed = self.credit_total(identifier).get();
        let mut add = |stake: Stake<Self::Api>, times: u32| {
            if !stake.is_none() && stake.token() == *identifier {
                owed += stake.amount() * times;
            }
        };
        if state.waiting().is_some() {
            add(state.wager(), 1);
        }
        for id in 1..=self.games().len() {
            let game = self.game(id);
            let times = match (game.head.is_ongoing(), game.head.is_challenge()) {
                (true, _) => 2,
                (_, true) => 1,
                _ => continue,
            };
            add(self.stake_of(&game), times * game.head.rounds as u32);
        }
        let here = self.blockchain().get_sc_address();
        let target = self.view_target(here.clone());
        let chess = match target.is_empty() {
            true => here,
            false => target.get(),
        };
        let balance = if token.is_native() {
            self.blockchain().get_balance(&chess)
        } else {
            let identifier = EsdtTokenIdentifier::from(identifier.clone());
            // the framework's VM shows another account's balance of a token in no other way
            let token_data = self
                .blockchain()
                .get_esdt_token_data(&chess, &identifier, 0);
            token_data.amount
        };
        BigInt::from(balance) - BigInt::from(owed)
    }

    /// The open challenges, the newest first, among up to `count` games before the game `before`
    /// (0: among the newest). The first result is the `before` of the next page, 0 at the end.
    #[label("view")]
    #[view(getOpenChallenges)]
    fn open_challenges(
        &self,
        before: usize,
        count: usize,
    ) -> MultiValue2<usize, MultiValueEncoded<Challenge<Self::Api>>> {
        let mut challenges = MultiValueEncoded::new();
        let end = match before {
            0 => self.games().len() + 1,
            _ => before.min(self.games().len() + 1),
        };
        let first = end.saturating_sub(count).max(1);
        for id in (first..end).rev() {
            let game = self.game(id);
            if game.head.is_challenge() {
                challenges.push(self.challenge_view(&game));
            }
        }
        let next = if first > 1 { first } else { 0 };
        (next, challenges).into()
    }

    /// Everything that a page shows of a game: that of `getGame`, the stake, clocks, keys, draw
    /// offer and claims, the legal moves, and the moves after the first `known_plies`.
    #[label("view")]
    #[view(getSnapshot)]
    fn get_snapshot(&self, game_id: usize, known_plies: u16) -> Snapshot<Self::Api> {
        let game = self.game(game_id);
        let mut board = BoardCopy::start();
        let position = self.position(&game, &mut board);
        let (token, stake) = token_and_amount(&self.stake_of(&game));
        let moves = self.get_moves(game_id);
        let known_plies = known_plies.min(position.ply());
        let at = self.bytes_of_plies(&moves, known_plies);
        Snapshot {
            game: self.game_view(&game),
            challenge: game.head.is_challenge().then(|| self.challenge_view(&game)),
            token,
            stake,
            clocks: self.clocks_of(&game),
            keys: self.keys_of(&game),
            draw_offer: game.head.draw_offer,
            claims: self.claims_of(&game, &position),
            known_plies,
            moves: rest(&moves, at),
            legal_moves: self.legal_moves_of(&game, &position),
        }
    }

    /// The rule for a move that leaves the mover's own king attacked.
    #[label("view")]
    #[view(getIllegalMoveRule)]
    fn illegal_move_rule(&self) -> IllegalMoveRule {
        match self.state().rejects_illegal_moves() {
            true => IllegalMoveRule::Reject,
            false => IllegalMoveRule::Forfeit,
        }
    }

    // ---- what several views share

    fn legal_moves_of(
        &self,
        game: &StoredGame<Self::Api>,
        position: &Position<&mut Board>,
    ) -> ManagedVec<LegalMove> {
        let mut moves = ManagedVec::new();
        if game.head.is_ongoing() && !game.head.awaits(Awaits::LongerGame) {
            let visited = position.try_each_legal(|m| {
                moves.push(LegalMove {
                    from: m.from.index_from_a8(),
                    to: m.to.index_from_a8(),
                    promotion: m.promotion.map_or(0, |p: Promotion| p as u8),
                });
                ControlFlow::<()>::Continue(())
            });
            debug_assert!(visited.is_continue());
        }
        moves
    }

    fn claims_of(&self, game: &StoredGame<Self::Api>, position: &Position<&mut Board>) -> Claims {
        let is_late = self.is_time_over(game);
        let can_claim = game.head.is_ongoing() && !game.head.awaits(Awaits::LongerGame) && !is_late;
        Claims {
            draw: can_claim && self.claimable_draw(game, position).is_some(),
            illegal_move: can_claim && position.is_in_check(position.turn().other()),
            inactivity: is_late,
        }
    }

    fn challenge_view(&self, game: &StoredGame<Self::Api>) -> Challenge<Self::Api> {
        let color = game.head.challengers_side();
        let opponent = game.player(color.other());
        let (token, stake) = token_and_amount(&self.stake_of(game));
        Challenge {
            game_id: game.id as u64,
            challenger: game.player(color),
            opponent: (!opponent.is_zero()).then_some(opponent),
            side: match (game.head.has(flags::DRAWN_SIDE), color) {
                (true, _) => Side::Drawn,
                (_, Color::White) => Side::White,
                (_, Color::Black) => Side::Black,
            },
            token,
            stake,
            clock: game.clock().map(|clock| TimeControl::of(&clock)),
            key: self.keys(game.id).get().0,
            rounds: game.head.rounds.into(),
            engines: game.head.has(flags::ENGINES),
        }
    }

    /// White's key in this round, then Black's; empty unless both have one.
    fn keys_of(&self, game: &StoredGame<Self::Api>) -> ManagedBuffer {
        if !game.head.has(flags::KEYS) {
            return ManagedBuffer::new();
        }
        let stored = self.keys(game.id).get().0;
        let key_of = |color: Color| part(&stored, game.head.entry_of(color) * 32, 32);
        let mut keys = key_of(Color::White);
        keys.append(&key_of(Color::Black));
        keys
    }

    fn clocks_of(&self, game: &StoredGame<Self::Api>) -> Option<Clocks> {
        let clock = game.clock()?;
        let waited_millis = match clock::does_time_run(&game.head) {
            true => self.waited(game, &clock),
            false => 0,
        };
        Some(Clocks {
            control: TimeControl::of(&clock),
            white_millis: clock::time_left(&game.head, &clock, Color::White),
            black_millis: clock::time_left(&game.head, &clock, Color::Black),
            waited_millis,
        })
    }

    /// The number of bytes of these plies.
    fn bytes_of_plies(&self, moves: &ManagedBuffer, plies: u16) -> usize {
        let mut at = 0;
        for _ in 0..plies {
            let mut ply = [0; 2];
            moves.load_slice(at, &mut ply);
            at += if ply[1] & 0x40 == 0 { 2 } else { 3 };
        }
        at
    }

    fn player_games_before(
        &self,
        player: &ManagedAddress,
        before: usize,
        count: usize,
        wanted: impl Fn(&StoredGame<Self::Api>) -> bool,
    ) -> MultiValue2<usize, MultiValueEncoded<Game<Self::Api>>> {
        let mut games = MultiValueEncoded::new();
        let mut id = match before {
            0 => self.last_game(player).get(),
            _ => self.game(before).previous_game(player),
        };
        let mut last = before;
        for _ in 0..count {
            if id == 0 {
                last = 0;
                break;
            }
            let game = self.game(id);
            if wanted(&game) {
                games.push(self.game_view(&game));
            }
            last = id;
            id = game.previous_game(player);
        }
        let next = if id == 0 { 0 } else { last };
        (next, games).into()
    }
}

fn token_and_amount<M: ManagedTypeApi>(stake: &Stake<M>) -> (ManagedBuffer<M>, BigUint<M>) {
    match stake.is_none() {
        true => (ManagedBuffer::new(), BigUint::zero()),
        false => (stake.token(), stake.amount()),
    }
}
