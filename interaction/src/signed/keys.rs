//! The keys that players make for one game each, in files, with the messages signed by each.

use std::path::PathBuf;
use std::{fmt, fs};

use chess_rules::Color;
use relay::protocol::Hex;
use serde::{Deserialize, Serialize};
use signed_play::{
    Action, Game, KEY_LEN, Line, Match, PlayKey, SignedAction, count_plies, first_plies,
};
use zeroize::{Zeroize, Zeroizing};

use super::key_file::KeyFile;
use super::proof::Proof;
use crate::user_files::toml_file;

/// A folder with a file for each key, named after its public half.
pub struct KeyFolder(PathBuf);

impl KeyFolder {
    /// The keys in a folder, which is created with the first key.
    pub fn at(folder: PathBuf) -> Self {
        KeyFolder(folder)
    }

    /// Makes a random key and stores it.
    ///
    /// # Errors
    /// Names the file that can't be written.
    pub fn make(&self) -> Result<Signer, String> {
        let mut signer = Signer::in_memory();
        let file = KeyFile::make(self.file(&signer.public()), signer.text().as_bytes())?;
        signer.file = Some(file);
        Ok(signer)
    }

    /// Whether there is no key, so that no game can be running.
    pub fn is_empty(&self) -> bool {
        fs::read_dir(&self.0).map_or(true, |mut files| files.next().is_none())
    }

    /// Whether there is a file of the key with this public half.
    pub fn has(&self, public: &[u8; KEY_LEN]) -> bool {
        self.file(public).exists()
    }

    /// The key with this public half, if it is stored here. Nobody else gets it while this signer
    /// lives.
    ///
    /// # Errors
    /// Names the file: it can't be read, or another process plays with it.
    pub fn find(&self, public: &[u8; KEY_LEN]) -> Result<Option<Signer>, String> {
        let Some((file, text)) = KeyFile::open(self.file(public))? else {
            return Ok(None);
        };
        let stored: Stored = toml_file::parse(&text, file.path())?;
        let said = |error: &str| format!("{}: {error}", file.path().display());
        let mut signer = Signer::stored(stored).map_err(|error| said(&error))?;
        if signer.public() != *public {
            return Err(said("the key in it is another one"));
        }
        signer.file = Some(file);
        Ok(Some(signer))
    }

    fn file(&self, public: &[u8; KEY_LEN]) -> PathBuf {
        self.0.join(format!("{}.toml", hex::encode(public)))
    }
}

/// The contents of a key's file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    /// In hex.
    secret: String,
    /// The longest game that the key has signed, in canonical binary. In a match this is the last
    /// round.
    signed: Hex,
    /// The last round of which the key has signed a message, and the points before it.
    #[serde(default)]
    round: u16,
    #[serde(default)]
    points: u16,
    /// Whether the key has left the match before that round.
    #[serde(default)]
    left: bool,
    /// Whether the key has signed a draw over the longest game.
    #[serde(default)]
    drawn: bool,
    /// Both players' messages, if a bot plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    heard: Option<Proof>,
}

impl Drop for Stored {
    fn drop(&mut self) {
        self.secret.zeroize();
    }
}

/// A player's key for one game, which never signs two games of one length, a move where it has accepted
/// a draw, two points for one round, or anything once it has left the match.
pub struct Signer {
    key: PlayKey,
    stored: Stored,
    /// Whether the file may lack some of `stored`: then it is written before the key signs.
    is_new: bool,
    /// `None` for a key in memory alone.
    file: Option<KeyFile>,
}

impl Signer {
    /// A random key that ends with this process.
    pub fn in_memory() -> Self {
        let mut secret = Zeroizing::new([0; 32]);
        getrandom::fill(&mut *secret).expect("the system's random numbers");
        Signer::of(secret)
    }

    /// The key of a secret. It has signed nothing, and ends with this process.
    pub fn of(secret: Zeroizing<[u8; 32]>) -> Self {
        Signer {
            key: PlayKey::from_secret(&secret),
            stored: Stored {
                secret: hex::encode(*secret),
                signed: Hex::default(),
                round: 0,
                points: 0,
                left: false,
                drawn: false,
                heard: None,
            },
            is_new: false,
            file: None,
        }
    }

    fn stored(stored: Stored) -> Result<Self, String> {
        let mut secret = Zeroizing::new([0; 32]);
        hex::decode_to_slice(&stored.secret, &mut *secret)
            .map_err(|_| "the secret is not 32 bytes of hex")?;
        if let Some(heard) = &stored.heard {
            let game = heard.game(0);
            game.map_err(|error| format!("the messages in it: {error}"))?;
        }
        Ok(Signer {
            stored,
            ..Signer::of(secret)
        })
    }

    /// The public half, which the contract stores.
    pub fn public(&self) -> [u8; KEY_LEN] {
        self.key.public()
    }

    /// Signs an action over all moves of the game so far. The key's file is written first.
    ///
    /// # Errors
    /// In words: the moves don't continue from the moves that this key has signed before, the action is
    /// impossible there, or the key's file can't be written.
    pub fn sign(
        &mut self,
        game: &Game<'_>,
        action: Action,
        moves: &[u8],
    ) -> Result<SignedAction, String> {
        let stored = &self.stored;
        let leaves = action == Action::Leave;
        let is_new_round = game.round > stored.round;
        let is_other = game.round < stored.round || game.points != stored.points;
        if is_other && !is_new_round {
            return Err("you have signed a later round, or other points of this one".into());
        }
        if stored.left && (is_new_round || !leaves) {
            return Err("you have left the match: nothing follows".into());
        }
        if leaves && !is_new_round && !stored.left {
            return Err("you have begun this round: it can't be left any more".into());
        }
        let signed: &[u8] = if is_new_round { &[] } else { &stored.signed.0 };
        if !moves.starts_with(signed) {
            return Err(
                "you have signed other moves in this game: whoever signs two games of one \
                        length lets the opponent choose which counts"
                    .into(),
            );
        }
        let plies = |moves| count_plies(moves).unwrap_or_default();
        let is_drawn = stored.drawn && !is_new_round;
        if is_drawn && action == Action::Move && plies(moves) == plies(signed) + 1 {
            return Err("you have accepted or claimed a draw here: no move follows".into());
        }
        let is_longer = is_new_round || signed != moves;
        let signed = self
            .key
            .sign(game, action, moves)
            .map_err(|error| error.to_string())?;
        let drawn = action == Action::Draw || is_drawn && !is_longer;
        if is_longer || drawn != stored.drawn || self.is_new {
            let stored = &mut self.stored;
            stored.signed = Hex(moves.to_vec());
            (stored.round, stored.points) = (game.round, game.points);
            (stored.left, stored.drawn) = (leaves, drawn);
            self.keep()?;
        }
        Ok(signed)
    }

    /// Lets a move follow a draw that this key has signed: the chain has other play than that under the
    /// draw, and refuses the draw.
    pub fn undraw(&mut self) {
        self.stored.drawn = false;
    }

    /// Notes all messages of both players. They are stored before the key signs anything else, or by
    /// [`Signer::keep_heard`].
    pub fn hear(&mut self, game: &Match) {
        let heard = Some(Proof::of(game));
        self.is_new |= heard != self.stored.heard;
        self.stored.heard = heard;
    }

    /// Stores the messages heard since the key last signed.
    ///
    /// # Errors
    /// Names the file that can't be written.
    pub fn keep_heard(&mut self) -> Result<(), String> {
        match self.is_new {
            true => self.keep(),
            false => Ok(()),
        }
    }

    /// The game by the messages of both players that the file has. `now`: in milliseconds since 1970.
    pub fn heard(&self, now: u64) -> Match {
        let game = self.stored.heard.as_ref().map(|heard| heard.game(now));
        // `stored` has checked that it can be read
        game.and_then(Result::ok).unwrap_or_default()
    }

    /// Whether it has signed a draw over these moves of a round.
    pub fn has_drawn(&self, round: u16, moves: &[u8]) -> bool {
        self.stored.drawn && self.signed_in(round) == Some(moves)
    }

    /// Follows the chain's moves in a round if they differ in the opponent's last ply alone: the chain
    /// refuses what this key has signed over the other ply. The key never follows moves in place of
    /// its own move. `color`: the key's colour in that round.
    ///
    /// # Errors
    /// Names the file that can't be written.
    pub fn follow(&mut self, round: u16, color: Color, chain: &[u8]) -> Result<(), String> {
        let signed = self.signed_in(round).unwrap_or_default();
        let plies = count_plies(signed).unwrap_or_default();
        let is_opponents = plies > 0 && Line::mover(plies) != color;
        let is_other = !chain.starts_with(signed) && !signed.starts_with(chain);
        if is_opponents && is_other && chain.starts_with(first_plies(signed, plies - 1)) {
            (self.stored.signed, self.stored.drawn) = (Hex(chain.to_vec()), false);
            self.keep()?;
        }
        Ok(())
    }

    /// The moves that the key has signed in a round; `None` if it has signed nothing there.
    pub fn signed_in(&self, round: u16) -> Option<&[u8]> {
        let stored = &self.stored;
        (stored.round == round && !stored.left).then_some(&stored.signed.0[..])
    }

    /// The last round of which the key has signed a message, the points before it, and whether the
    /// message leaves the match.
    pub fn last_round(&self) -> (u16, u16, bool) {
        (self.stored.round, self.stored.points, self.stored.left)
    }

    /// Signs other bytes than a game's message, as a proof that this player is present.
    pub fn sign_other(&self, message: &[u8]) -> [u8; 64] {
        self.key.sign_other(message)
    }

    /// Writes the whole file, in one step.
    fn keep(&mut self) -> Result<(), String> {
        // if this fails, the next call tries again
        self.is_new = true;
        let text = self.text();
        if let Some(file) = &mut self.file {
            file.write(text.as_bytes())?;
        }
        self.is_new = false;
        Ok(())
    }

    /// The contents of its file.
    fn text(&self) -> Zeroizing<String> {
        Zeroizing::new(toml::to_string(&self.stored).expect("text is TOML"))
    }
}

/// Shows the public half alone.
impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.key.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signed::SignedGame;

    impl Signer {
        /// The state that the next process finds.
        pub fn reread(&self) -> Self {
            Signer::stored(toml::from_str(&self.text()).unwrap()).unwrap()
        }
    }

    fn line(moves: &str) -> Vec<u8> {
        let mut line = Line::default();
        for mv in moves.split(' ') {
            line.play(mv.parse().unwrap()).unwrap();
        }
        line.bytes().to_vec()
    }

    /// A game in which the key is White's.
    fn game_of(signer: &Signer) -> SignedGame {
        let keys = [signer.public(), Signer::in_memory().public()];
        SignedGame::new([5; 32], 7, keys)
    }

    /// Signs a line of moves.
    fn play(signer: &mut Signer, game: &SignedGame, moves: &str) -> Result<SignedAction, String> {
        signer.sign(&game.named(), Action::Move, &line(moves))
    }

    #[test]
    fn an_accepted_draw_is_stored() {
        let folder = tempfile::tempdir().unwrap();
        let keys = KeyFolder::at(folder.path().to_owned());
        let mut signer = keys.make().unwrap();
        let (game, public) = (game_of(&signer), signer.public());
        let sign = |signer: &mut Signer, action, moves: &str| {
            signer.sign(&game.named(), action, &line(moves))
        };
        sign(&mut signer, Action::Move, "e2e4").unwrap();
        // the player's own offer binds nobody once the opponent has moved
        sign(&mut signer, Action::Draw, "e2e4").unwrap();
        sign(&mut signer, Action::Move, "e2e4 e7e5 g1f3").unwrap();
        sign(&mut signer, Action::Ask, "e2e4 e7e5 g1f3 b8c6").unwrap();
        sign(&mut signer, Action::Draw, "e2e4 e7e5 g1f3 b8c6").unwrap();
        drop(signer);
        let mut signer = keys.find(&public).unwrap().expect("the key");
        assert!(signer.has_drawn(0, &line("e2e4 e7e5 g1f3 b8c6")));
        let longer = "e2e4 e7e5 g1f3 b8c6 f1c4";
        let refused = sign(&mut signer, Action::Move, longer).unwrap_err();
        assert!(refused.contains("no move follows"), "{refused}");
        sign(&mut signer, Action::Draw, "e2e4 e7e5 g1f3 b8c6").unwrap();
        // the chain has another last ply of the opponent's
        let chain = line("e2e4 e7e5 g1f3 d7d6");
        signer.follow(0, Color::White, &chain).unwrap();
        sign(&mut signer, Action::Move, "e2e4 e7e5 g1f3 d7d6 f1c4").unwrap();
    }

    #[test]
    fn an_old_keys_file_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let secret = "07".repeat(32);
        let public = PlayKey::from_secret(&[7; 32]).public();
        let file = folder.path().join(format!("{}.toml", hex::encode(public)));
        let text = format!("secret = \"{secret}\"\nsigned = \"0c1c\"\n");
        std::fs::write(&file, text).unwrap();
        let keys = KeyFolder::at(folder.path().to_owned());
        let mut signer = keys.find(&public).unwrap().expect("the key");
        let game = game_of(&signer);
        play(&mut signer, &game, "d2d4").unwrap_err();
        play(&mut signer, &game, "e2e4").unwrap();
    }

    #[test]
    fn a_key_serves_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let keys = KeyFolder::at(folder.path().join("keys"));
        let mut signer = keys.make().unwrap();
        let (game, public) = (game_of(&signer), signer.public());
        let file = format!("{}.toml", hex::encode(public));
        // the lock goes over to the file that takes the place of the first
        for moves in ["e2e4", "e2e4 e7e5 g1f3"] {
            let refused = keys.find(&public).unwrap_err();
            assert!(refused.contains(&file), "{refused}");
            let words = "another chess program is playing";
            assert!(refused.contains(words), "{refused}");
            play(&mut signer, &game, moves).unwrap();
        }
        assert!(keys.find(&public).is_err());
        drop(signer);
        // what it has signed in the meantime is read
        let mut next = keys.find(&public).unwrap().expect("the key");
        play(&mut next, &game, "d2d4").unwrap_err();
        assert!(keys.find(&Signer::in_memory().public()).unwrap().is_none());
    }

    #[test]
    fn nothing_is_signed_before_its_file_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("keys");
        let keys = KeyFolder::at(place.clone());
        let mut signer = keys.make().unwrap();
        let (game, public) = (game_of(&signer), signer.public());
        // the disk is gone for a while
        let elsewhere = folder.path().join("elsewhere");
        std::fs::rename(&place, &elsewhere).unwrap();
        std::fs::write(&place, "").unwrap();
        for _ in 0..2 {
            play(&mut signer, &game, "e2e4").unwrap_err();
        }
        std::fs::remove_file(&place).unwrap();
        std::fs::rename(&elsewhere, &place).unwrap();
        play(&mut signer, &game, "e2e4").unwrap();
        drop(signer);
        let mut next = keys.find(&public).unwrap().expect("the key");
        play(&mut next, &game, "d2d4").unwrap_err();
    }
}
