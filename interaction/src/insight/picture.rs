//! Games as animated pictures.

use std::path::Path;

use serde_json::json;

use crate::describe::counted;
use crate::network::Failure;
use crate::network::client::Client;
use crate::output::Output;
use crate::views::game::moves_of;

/// Writes the chain's moves of a game as a GIF.
///
/// # Errors
/// There are no moves, the file can't be written, or the network fails.
pub fn write(client: &Client, id: usize, file: &Path) -> Result<Output, Failure> {
    let snapshot = client.snapshot(id, 0)?;
    let moves: Vec<_> = moves_of(&snapshot)?.into_iter().map(|(mv, _)| mv).collect();
    if moves.is_empty() {
        return Err(format!("the chain has no moves of game {id}").into());
    }
    let shown = file.display().to_string();
    let gif = game_picture::animation(&moves).map_err(|error| error.to_string())?;
    std::fs::write(file, &gif).map_err(|error| format!("{shown}: {error}"))?;
    let (plies, bytes) = (moves.len(), gif.len());
    Ok(Output {
        text: format!(
            "game {id}, {}: {shown}, {bytes} bytes\n",
            counted(plies, "ply")
        ),
        json: json!({"game": id, "plies": plies, "file": shown, "bytes": bytes}),
    })
}
