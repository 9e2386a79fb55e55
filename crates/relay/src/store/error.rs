//! Why something isn't kept, or can't be read.

/// Why something isn't kept, or can't be read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There are as many games as the relay may keep.
    #[error("the relay keeps as many games as it may")]
    Full,
    /// Another relay has kept a message of this room in the meantime: the room must be read again.
    #[error("another relay was faster")]
    Behind,
    /// Stored data is missing: a NATS server has lost its newest messages, or the game was removed.
    #[error("messages that were kept are not there any more")]
    Lost,
    /// The disk, or the file.
    #[error("the store: {0}")]
    File(String),
    /// The NATS server doesn't answer, or refuses.
    #[error("NATS: {0}")]
    Nats(String),
    /// This program doesn't write the data that was read.
    #[error("the store: {0}")]
    Damaged(String),
}

impl<E: Into<redb::Error>> From<E> for StoreError {
    fn from(error: E) -> Self {
        StoreError::File(error.into().to_string())
    }
}
