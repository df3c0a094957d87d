//! What a protocol is made of: moves, prompts, turns, ledgers, boards, and the trait of rules.
//!
//! Nothing in this room knows any protocol.

pub mod argument;
pub mod board;
pub mod ledger;
pub mod moves;
pub mod prompt;
pub mod seat;
pub mod turn;

pub use argument::{Bit, Cell, Direction, Half, Layout, Phrase, Skip, YesNo};
pub use board::{Board, Brief};
pub use ledger::{Account, Cost, Ledger, Reading, Readings};
pub use moves::{Move, Verb};
pub use prompt::{ArgumentMenu, Domain, Offer, Prompt, Refusal};
pub use seat::{Actor, Audience, Eye, Seat, Side};
pub use turn::{Outcome, Situation, Turn};

/// A debate somewhere between its start and its end, as a value: whose turn it is, what is asked,
/// and what everyone may see of it.
///
/// A protocol *asks* and players *answer*. Whatever a seat sees must follow from the moves that
/// the seat saw.
pub trait Position: Send + Sync {
    /// What happens next.
    fn turn(&self) -> Turn;

    /// What the seat whose turn it is is asked. Kept apart from [`Position::turn`] as it is the
    /// larger value. When it is nobody's turn it offers nothing.
    fn prompt(&self) -> Prompt;

    /// What everyone has paid so far.
    fn ledger(&self) -> &Ledger;

    /// The claim in words, with what 1 means: "Alice claims: …".
    fn claim(&self) -> String;

    /// The state as these eyes see it.
    fn board(&self, eye: Eye) -> Board<'_>;

    /// The rule in force in words, what wins, this debate's numbers, and the theorem.
    fn brief(&self, eye: Eye) -> Brief;

    /// What a move that is made here is called by the names of the machine; none where the words
    /// for it in any debate will do.
    fn told(&self, _mv: &Move) -> Option<String> {
        None
    }

    /// What the future depends on, if it can be named briefly; none if only the whole history
    /// will do. Two positions with one situation have the same values under the same strategies.
    fn situation(&self) -> Option<Situation>;

    /// Whether Alice's claim is true; none where there is no fact of the matter.
    fn truth(&self) -> Option<bool>;
}

/// The rules of a protocol: a position that changes by moves, and only by moves.
pub trait Rules: Position + Clone + 'static {
    /// Makes a move that [`Position::turn`] and [`Position::prompt`] admit.
    ///
    /// # Errors
    /// On any other move, in which case nothing has changed. Callers check admission first (see
    /// [`admit`]), so this is the last line of defence and not the place of the rules.
    fn play(&mut self, mv: &Move) -> Result<(), Refusal>;
}

/// Who sees `mv` if `actor` makes it now.
///
/// # Errors
/// If it is not this actor's turn, or the move is not among what may happen.
pub fn admit<R: Rules>(rules: &R, actor: Actor, mv: &Move) -> Result<Audience, Refusal> {
    match (rules.turn(), actor) {
        (Turn::Ask(seat), Actor::Seat(mover)) if seat == mover => {
            rules.prompt().admit(mv).map(|offer| offer.to)
        }
        (Turn::Reveal { mv: due, to }, Actor::Rules) => {
            if *mv == due {
                Ok(to)
            } else {
                Err(Refusal::new(format!("by the rules this must be `{due}`, not `{mv}`")))
            }
        }
        (Turn::Draw { law, to }, Actor::Nature) => match mv {
            Move::Falls(fall) if law.allows(*fall) => Ok(to),
            _ => {
                Err(Refusal::new(format!("`{mv}` is not what nature draws here: {}", law.domain())))
            }
        },
        (Turn::Over(_), _) => Err(Refusal::new("the debate is over")),
        (turn, _) => {
            Err(Refusal::new(format!("it is the turn of {}, not of {actor}", turn.actor())))
        }
    }
}
