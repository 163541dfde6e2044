//! What is stored of epochs.

use codec::{Decode, DecodeWithMemTracking, Encode, MaxEncodedLen};
use scale_info::TypeInfo;
use sp_core::H256;

/// A run of blocks.
#[derive(
    Clone, Copy, Debug, Default, Decode, DecodeWithMemTracking, Encode, Eq, MaxEncodedLen, PartialEq, TypeInfo,
)]
pub struct EpochInfo {
    /// Counts from 0 at genesis.
    pub index: u32,
    /// First block.
    pub start: u32,
    /// Blocks it will have, as it was set when the epoch began.
    pub length: u32,
}

/// The seed of an epoch.
#[derive(
    Clone, Copy, Debug, Default, Decode, DecodeWithMemTracking, Encode, Eq, MaxEncodedLen, PartialEq, TypeInfo,
)]
pub struct SeedInfo {
    /// First block of the epoch.
    pub start: u32,
    /// The mix as it stood before that block.
    pub seed: H256,
}
