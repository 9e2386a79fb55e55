//! Every view and its answers.

pub const TOLD: &str = "
# views token: every view
epoch 7; isPaused; getWagerTokenId; getWagerAmount; getIllegalMoveRule; getIsPlayerWaitingOpt
getGames; getGameCount; start alice bob; shows 1; getFen 1; 1: BREYER; shows 1; getFen 1
getLegalMoves 1
// promotions count each, en passant only where it may be played
start alice bob; 2: a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6; getLegalMoves 2; start alice bob
3: e2e4 a7a6 e4e5 d7d5; getLegalMoves 3
// out of check
start alice bob; 4: e2e4 f7f6 d1h5; getLegalMoves 4; getGameCount; getGames
each 1/4 1/2 3/2: getGamesPage $
getGamesPage 4 1,000; getGamesPage 0 3; getGamesPage 2 4,294,967,295; getGamesPage 1 0
getGamesPage 5 10; getGamesPage 4,294,967,295 4,294,967,295
each getGame getBoard getDrawOffer getMoves getLegalMoves getFen getStateHash getClaims: !$ 0; \
    !$ 5; !$ 4,294,967,295; !$; !$ 1 1; !$ 0x0100000000
getScore @alice; !getScore str:alice; getCredit @alice; !getCredit str:alice; bob resign 4
getScore @alice; getScore @bob; join carol; check

# players-games: a player's games, page by page
start alice bob bob carol carol alice alice bob; alice resign 3; getPlayerGames @alice 0 10
getPlayerGames @alice 0 2; getPlayerGames @alice 3 2; getPlayerGames @alice 1 2
getPlayerGames @bob 0 3; getPlayerGames @carol 0 10; getPlayerGames @owner 0 10
getOngoingGames @alice 0 10; getOngoingGames @alice 0 2; getOngoingGames @alice 3 2
getOngoingGames @carol 0 10; !getPlayerGames @alice 9 2; check
";
