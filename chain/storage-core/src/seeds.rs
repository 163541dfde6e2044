//! What the market asks of randomness: the present epoch and the seeds of the last 32.
use crate::Epoch;

/// The seed of one epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed {
    /// First block of the epoch.
    pub start: u32,
    /// Unknown to everybody before that block.
    pub value: [u8; 32],
}

/// A source of epochs and seeds. `seed(e)` is `None` for epochs to come and for those that have left the ring.
pub trait Seeds {
    /// The present epoch.
    fn epoch() -> Epoch;

    /// The seed of `epoch`, if it is one of the last 32.
    fn seed(epoch: u32) -> Option<Seed>;

    /// Makes `epoch` the present one with this seed. For benchmarks only.
    #[cfg(feature = "runtime-benchmarks")]
    fn set_epoch(epoch: Epoch, value: [u8; 32]);
}
