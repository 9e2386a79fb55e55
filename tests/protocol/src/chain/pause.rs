//! The owner's pauses, and the way out of them.

use super::{Awaits, Chain, Taken, Why, require};
use crate::rules::{Reclaim, Rules};

/// The contract's pauses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pause {
    /// None yet, or the last is long ago.
    Never,
    /// A pause; `since`: the time that earlier ones had taken from the game ([`Chain::lost`]).
    Short { since: u8 },
    /// It has lasted for more than 30 epochs.
    Long,
    /// For two epochs more.
    Longer,
    /// It ended less than two epochs ago.
    Resumed,
}

impl Pause {
    pub fn is_paused(self) -> bool {
        matches!(self, Pause::Short { .. } | Pause::Long | Pause::Longer)
    }
}

impl Chain {
    /// Whether `play`, `signalInactivity` and `resign` are open.
    pub fn takes_calls(&self, rules: &Rules) -> bool {
        let is_long = matches!(self.pause, Pause::Long | Pause::Longer);
        !self.pause.is_paused() || is_long && rules.contract.open_in_long_pause
    }

    pub(super) fn require_open(&self, rules: &Rules) -> Taken {
        require(self.takes_calls(rules))
    }

    pub(super) fn pause(&mut self) -> Taken {
        // four epochs must lie between two pauses
        require(self.pause == Pause::Never)?;
        self.pause = Pause::Short { since: self.lost };
        Ok(())
    }

    pub(super) fn unpause(&mut self) -> Taken {
        require(self.pause.is_paused())?;
        self.pause = Pause::Resumed;
        Ok(())
    }

    /// Some epochs pass in a pause or after it; `None` if nothing changes.
    pub fn after_epochs(&self) -> Option<Chain> {
        let mut next = *self;
        next.lost = 3.min(self.lost + 1);
        match self.pause {
            Pause::Never => return None,
            Pause::Resumed => (next.pause, next.lost) = (Pause::Never, self.lost),
            // the lost time of the game is the pause's own length
            Pause::Short { since: 0 } if self.lost == 1 => next.pause = Pause::Long,
            Pause::Short { .. } if self.lost == 3 => next.pause = Pause::Long,
            Pause::Short { .. } => {}
            Pause::Long => next.pause = Pause::Longer,
            Pause::Longer => {}
        }
        (next != *self).then_some(next)
    }

    /// Whether a player may take the stakes back.
    pub fn is_reclaimable(&self, rules: &Rules) -> bool {
        let was_open = matches!(self.pause, Pause::Never | Pause::Longer);
        let is_end_open = matches!(self.awaits, Awaits::LongerGame(_));
        !self.is_over()
            && match rules.contract.reclaim {
                Reclaim::AtOnce => self.lost >= 2,
                Reclaim::OpenEndsLater => self.lost >= 2 + u8::from(is_end_open),
                Reclaim::Later => self.lost >= 3,
                Reclaim::WherePlayWasOpen => self.lost >= 2 && was_open,
            }
    }

    pub(super) fn reclaim(&mut self, rules: &Rules) -> Taken {
        require(self.is_reclaimable(rules))?;
        match self.open_end() {
            _ if self.late => self.end_late(rules),
            open => self.settle(rules, open.unwrap_or(Why::Paused)),
        }
        Ok(())
    }
}
