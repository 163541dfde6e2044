//! BLAKE2b-256 as every other module uses it: over tagged parts, and as the hasher of the Merkle tree.
use alloc::vec::Vec;
use hash256_std_hasher::Hash256StdHasher;
use sp_core::{Hasher, H256};

/// BLAKE2b-256 through the host's function, so that a runtime hashes at native speed.
pub struct Blake2;

impl Hasher for Blake2 {
    type Out = H256;
    type StdHasher = Hash256StdHasher;
    const LENGTH: usize = 32;

    fn hash(data: &[u8]) -> H256 {
        H256(sp_io::hashing::blake2_256(data))
    }
}

/// BLAKE2b-256 of the parts joined without separators; callers give parts of fixed lengths (a tag is fixed per use).
pub fn hash_parts(parts: &[&[u8]]) -> [u8; 32] {
    let mut bytes = Vec::with_capacity(parts.iter().map(|part| part.len()).sum());
    for part in parts {
        bytes.extend_from_slice(part);
    }
    sp_io::hashing::blake2_256(&bytes)
}

/// The first eight bytes of a digest as a little-endian number.
pub fn first_u64(digest: &[u8; 32]) -> u64 {
    let mut bytes = [0u8; 8];
    bytes.copy_from_slice(&digest[..8]);
    u64::from_le_bytes(bytes)
}

/// The first four bytes of a digest as a little-endian number.
pub fn first_u32(digest: &[u8; 32]) -> u32 {
    let mut bytes = [0u8; 4];
    bytes.copy_from_slice(&digest[..4]);
    u32::from_le_bytes(bytes)
}
