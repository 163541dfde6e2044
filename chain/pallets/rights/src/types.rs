//! What is stored of commitments and works.

use codec::{Decode, DecodeWithMemTracking, Encode, MaxEncodedLen};
use frame_support::{traits::ConstU32, BoundedVec};
use scale_info::TypeInfo;
use sp_core::H256;
use sp_io::hashing::blake2_256;

/// A commitment that has not been revealed.
#[derive(Clone, Debug, Decode, DecodeWithMemTracking, Encode, Eq, MaxEncodedLen, PartialEq, TypeInfo)]
pub struct Commit<BlockNumber, Balance> {
    /// Block in which it was anchored.
    pub block: BlockNumber,
    /// Held from the author.
    pub deposit: Balance,
}

/// A revealed work.
#[derive(Clone, Debug, Decode, DecodeWithMemTracking, Encode, Eq, MaxEncodedLen, PartialEq, TypeInfo)]
pub struct Work<AccountId, BlockNumber, Balance> {
    /// Who anchored it.
    pub author: AccountId,
    /// Title in UTF-8.
    pub title: BoundedVec<u8, ConstU32<{ crate::MAX_TITLE }>>,
    /// Block of the commitment: the work was known to the author no later.
    pub committed: BlockNumber,
    /// Block of the first reveal, from which the contest counts.
    pub revealed: BlockNumber,
    /// Held from the author.
    pub deposit: Balance,
}

/// `blake2_256(author ++ content_hash ++ salt)`, the author as its SCALE bytes.
pub fn commitment_of<AccountId: Encode>(author: &AccountId, content_hash: H256, salt: H256) -> H256 {
    (author, content_hash, salt).using_encoded(blake2_256).into()
}
