//! The games of a contract by their ids, and by their players.

use multiversx_sc::imports::*;

#[multiversx_sc::module]
pub trait Games {
    /// Assigns the next game's id, from 1, and adds it to the player's games.
    fn add_game(&self, player: &ManagedAddress) -> u32 {
        let id = self.last_id().update(|last| {
            *last += 1;
            *last
        });
        self.own_games(player).push(&id);
        id
    }

    /// The ids of a player's games, newest first: at most `count`, after the `skip` newest.
    #[view(getGames)]
    #[label("view")]
    fn get_games(&self, player: ManagedAddress, skip: usize, count: usize) -> ManagedVec<u32> {
        let games = self.own_games(&player);
        let newest = games.len().saturating_sub(skip);
        let oldest = newest.saturating_sub(count);
        (oldest..newest).rev().map(|i| games.get(i + 1)).collect()
    }

    /// The number of a player's games.
    #[view(getGameCount)]
    #[label("view")]
    fn get_game_count(&self, player: ManagedAddress) -> usize {
        self.own_games(&player).len()
    }

    /// The id of the newest game.
    #[view(getLastGameId)]
    #[label("view")]
    #[storage_mapper("lastId")]
    fn last_id(&self) -> SingleValueMapper<u32>;

    /// The ids of a player's games, oldest first.
    #[storage_mapper("ownGames")]
    fn own_games(&self, player: &ManagedAddress) -> VecMapper<u32>;
}
