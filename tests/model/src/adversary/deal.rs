//! The terms and players of a game or a match.

use ed25519_dalek::SigningKey;
use fastrand::Rng;
use num_bigint::BigUint;

use super::player::Player;
use super::{Ground, LONG_PAUSE};
use crate::chain::{Account, Call, Clock, DAY, Stake, Terms, Token};
use crate::signing::secret;
use crate::step::Step;

/// Each player's payment for a round.
const STAKE: u32 = 1_000;

/// The players, their keys and their stake, at random. The game is the contract's first.
pub(super) struct Deal {
    /// The honest one.
    pub account: Account,
    /// The honest one's opponent; mostly a person, now and then a contract.
    pub adversary: Account,
    /// For a round.
    pub stake: Stake,
    /// The honest one's money before the stakes were paid.
    funds: BigUint,
    pub clock: Option<Clock>,
    /// The honest one, and the adversary.
    pub players: [Player; 2],
}

impl Deal {
    /// `may_lack_a_clock`: whether the honest one also plays such games.
    pub fn new<G: Ground>(rng: &mut Rng, ground: &mut G, may_lack_a_clock: bool) -> Self {
        let round_ms = if rng.bool() { 600 } else { 6_000 };
        ground.begin(rng.bool(), round_ms);
        let stake = Stake {
            token: Token::FUNGIBLE[rng.usize(..3)],
            amount: STAKE.into(),
        };
        // in the contract's shard and in another
        let account = [Account::Alice, Account::Carol][rng.usize(..2)];
        let adversary = match rng.u8(..4) {
            0 => [Account::Machine, Account::Mute, Account::Remote][rng.usize(..3)],
            _ => Account::Bob,
        };
        let secrets: [SigningKey; 2] = [secret(rng), secret(rng)];
        let keys = [&secrets[0], &secrets[1]].map(|key| key.verifying_key().to_bytes());
        let terms = Terms {
            opponent: Some(adversary),
            side: rng.u8(..2),
            clock: (rng.u8(..4) > 0 || !may_lack_a_clock).then(|| Clock {
                base: [30, 60, 180, 900, 3 * 86_400][rng.usize(..5)],
                increment: [0, 2, 30][rng.usize(..3)],
            }),
            rounds: if rng.bool() { 1 } else { rng.u16(2..5) },
            engines: rng.bool(),
            key: None,
        };
        let is_first = terms.side == 0;
        let own_key = keys[usize::from(!is_first)].to_vec();
        let their_key = keys[usize::from(is_first)].to_vec();
        let (rounds, clock) = (terms.rounds, terms.clock);
        let funds = ground.chain().balance(account, stake.token);
        let mut take = |by, call: Call, payments: &[Stake]| {
            let taken = ground.call(by, &call, payments);
            assert!(matches!(taken, Ok(Ok(()))), "{call:?}: {taken:?}");
        };
        let wager = Call::SetWager(Some(Token::Egld), 5u32.into());
        take(Account::Owner, wager, &[]);
        take(Account::Owner, Call::Unpause, &[]);
        let paid = &[Stake {
            token: stake.token,
            amount: &stake.amount * rounds,
        }];
        let key = Some(own_key);
        take(account, Call::Challenge(Terms { key, ..terms }), paid);
        let key = Some(their_key);
        take(adversary, Call::Accept { game: 1, key }, paid);
        let contract = ground.chain().address;
        let player = |is_first: bool| Player {
            is_first,
            secret: secrets[usize::from(!is_first)].clone(),
            contract,
            game: 1,
            keys,
            rounds,
        };
        Deal {
            account,
            adversary,
            stake,
            funds,
            clock,
            players: [player(is_first), player(!is_first)],
        }
    }

    /// Whether the honest one's account gets what the game or match gives them, once nothing holds it
    /// back.
    ///
    /// # Errors
    /// The money that they got instead.
    pub fn is_paid<G: Ground>(&self, ground: &mut G) -> Result<(), String> {
        // an undelivered payout is theirs later
        ground.take(&Step::PauseToken(self.stake.token, false))?;
        for _ in 0..2 {
            ground.messages_arrive()?;
        }
        if ground.chain().time.is_paused() {
            ground.pass(LONG_PAUSE * DAY)?;
        }
        if ground.chain().owed_to(self.account).next().is_some() {
            let withdrawn = ground.call(self.account, &Call::Withdraw, &[])?;
            withdrawn.map_err(|refusal| format!("`withdraw` was refused: {refusal:?}"))?;
            ground.chain().check_money()?;
        }
        ground.messages_arrive()?;
        let chain = ground.chain();
        let game = &chain.games[0];
        let (rounds, points) = game.score.ok_or("no score")?;
        let stakes = game.rounds - rounds + self.players[0].own_points(rounds, points);
        let has = chain.balance(self.account, self.stake.token) + &self.stake.amount * game.rounds;
        let should = &self.funds + &self.stake.amount * stakes;
        match has == should {
            true => Ok(()),
            false => Err(format!("the honest one has {has} and should have {should}")),
        }
    }
}
