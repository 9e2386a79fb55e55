//! Every test in one program: signatures against the chain's answers, vectors, refusals.

mod chain_answers;
mod lax;
mod limits;
mod rounds;
mod signing;
mod vector_files;
mod vectors;
