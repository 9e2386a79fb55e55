//! The cheat's means: sign anything of their own, withhold, and order transactions.

use crate::chain::{Action, Call, Chain, Pause, Side};
use crate::game::{State, Step};
use crate::honest::{Honest, shown};
use crate::line::{Kind, Line};
use crate::rules::Rules;

/// The possible messages of the cheat, other than none.
const MESSAGES: [Option<Action>; 5] = [
    None,
    Some(Action::Move),
    Some(Action::Draw),
    Some(Action::Ask),
    Some(Action::Resign),
];

/// Everything that the cheat can do now.
pub fn steps(state: &State, rules: &Rules, steps: &mut Vec<Step>) {
    tells(state, rules, steps);
    let chain = &state.chain;
    let mut reached = vec![*chain];
    let mut call = |call: Call| {
        // two calls that do the same are one
        if let Some(next) = chain.after(rules, &call)
            && !reached.contains(&next)
        {
            reached.push(next);
            steps.push(Step::Cheat(call));
        }
    };
    for round in chain.round..=state.honest.round() {
        for line in provable(state, rules, round) {
            for honest in messages_of_honest(&state.honest, chain, round, line) {
                for cheat in MESSAGES {
                    call(Call::Play {
                        round,
                        points: state.honest.points(chain, round),
                        line,
                        honest,
                        cheat,
                    });
                }
            }
        }
    }
    call(Call::Signal);
    call(Call::ClaimWithMove(Side::Cheat));
    if rules.player.draws_by_account {
        call(Call::Draw(Side::Cheat));
    }
    if state.honest.player.has_left() {
        call(leaving(&state.honest, chain, rules));
    }
    if rules.owner_helps {
        call(Call::Pause);
        call(Call::Unpause);
        call(Call::Reclaim(Side::Cheat));
        if chain.pause != Pause::Never {
            steps.push(Step::Epochs);
        }
    }
}

/// Their messages to the honest player that change something.
fn tells(state: &State, rules: &Rules, steps: &mut Vec<Step>) {
    let (chain, honest) = (&state.seen, &state.honest);
    let (player, line) = (&honest.player, honest.line());
    let is_signed = player.now().is_signed;
    let end = line.board_end();
    let is_over = player.has_stopped() || player.has_left();
    if end.is_none() && !is_over && !honest.is_on_move(chain) {
        let kinds = rules.board.next(line, rules.plies);
        steps.extend(kinds.into_iter().map(Step::Move));
    }
    if !player.is_offered() && !is_over && end != Some(Kind::Mate) {
        steps.push(Step::Draw);
    }
    // a message over plies that the chain's game contradicts ends nothing
    let shown = shown(chain, rules);
    let counts = !chain.late && !player.heard_another(&shown);
    let ended_it = end.is_some() && honest.is_on_move(chain);
    let can_resign = matches!(end, None | Some(Kind::Mate)) && !ended_it;
    if !honest.wishes().cheat_resigned && !player.has_stopped() && can_resign && counts {
        steps.push(Step::Resign);
    }
    if rules.rounds > 1 {
        let has_result = player.result(&shown).is_some();
        let is_begun = honest.round() == 0 || is_signed || !line.is_empty();
        let is_last = honest.round() + 1 == rules.rounds;
        let begins_next = has_result && !player.they_begin() && !is_last && !player.has_left();
        steps.extend((!is_begun || begins_next).then_some(Step::Begin));
        steps.extend((has_result && !player.they_left()).then_some(Step::Leave));
    }
}

/// The call with which they leave, by the honest player's "I leave".
fn leaving(honest: &Honest, chain: &Chain, rules: &Rules) -> Call {
    let (round, points) = (honest.round(), honest.points(chain, honest.round()));
    let (round, points) = match honest.player.result(&shown(chain, rules)) {
        Some(result) => (round + 1, points + result as u8),
        None => (round, points),
    };
    Call::Leave { round, points }
}

/// The messages of the honest player that they have for these plies.
fn messages_of_honest(
    honest: &Honest,
    chain: &Chain,
    round: u8,
    line: Line,
) -> Vec<Option<Action>> {
    let mut messages = vec![None];
    let has_moved = (0..line.len()).any(|ply| chain.mover(round, ply) == Side::Honest);
    if has_moved || round > 0 {
        messages.push(Some(Action::Move));
    }
    let said = honest.player.said().iter();
    let said = said.filter(|said| said.round == u16::from(round) && said.line == line);
    messages.extend(said.map(|said| Some(said.action)));
    messages
}

/// Every game of a round that they can prove: their own plies as they like, the honest player's as
/// signed.
fn provable(state: &State, rules: &Rules, round: u8) -> Vec<Line> {
    let honest = &state.honest;
    let line = honest.player.rounds()[usize::from(round)].line;
    let mut lines = vec![];
    let shown = shown(&state.chain, rules);
    for plies in 0..=honest.player.own_plies(&shown, round.into()) {
        let prefix = line.prefix(plies);
        lines.push(prefix);
        if state.chain.mover(round, plies) == Side::Cheat {
            let kinds = rules.board.next(prefix, rules.plies);
            lines.extend(kinds.into_iter().map(|kind| prefix.with(kind)));
        }
    }
    let said = honest.player.said().iter();
    let said = said.filter(|said| said.round == u16::from(round));
    lines.extend(said.map(|said| said.line));
    lines
}
