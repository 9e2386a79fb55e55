//! The outcome of a call.

use chess_model::model::Event;
use chess_model::refusal::Refusal;
use multiversx_chain_vm::host::context::TxResult;

use crate::coverage::EVENTS;

pub(super) fn outcome(result: TxResult) -> Result<Vec<Event>, Refusal> {
    if !result.result_status.is_success() {
        return Err(Refusal {
            status: result.result_status.as_u64(),
            message: result.result_message,
        });
    }
    let own = |topics: &[Vec<u8>]| {
        topics
            .first()
            .is_some_and(|name| EVENTS.split(' ').any(|event| event.as_bytes() == name))
    };
    let logs = result.all_logs().into_iter().filter(|log| own(&log.topics));
    Ok(logs
        .map(|log| (log.topics.clone(), log.data.concat()))
        .collect())
}
