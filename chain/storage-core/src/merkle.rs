//! The binary tree over 1 KiB leaves of the ciphertext.
//!
//! Leaf hash = blake2_256(1,024 bytes, the last leaf padded with zeros), node = blake2_256(left ++ right), an odd node is
//! promoted unchanged. A leaf is always 1,024 bytes and a node always 64, so one can never be read as the other.
use crate::{hashing::Blake2, LEAF_BYTES};
use alloc::vec::Vec;
use binary_merkle_tree::{merkle_proof, merkle_root, verify_proof};
use sp_core::H256;

/// One leaf's bytes.
pub type Leaf = [u8; LEAF_BYTES as usize];

/// Leaves of `size` bytes; 0 only for 0 bytes.
pub fn leaf_count(size: u64) -> u64 {
    size.div_ceil(LEAF_BYTES)
}

/// Hashes in the path of leaf `index` of `leaves`: one per level, except where the node is promoted.
/// `None` when there is no such leaf.
pub fn path_length(index: u64, leaves: u64) -> Option<u32> {
    if index >= leaves {
        return None;
    }
    let (mut position, mut width, mut length) = (index, leaves, 0);
    while width > 1 {
        let is_promoted = position % 2 == 0 && position + 1 == width;
        if !is_promoted {
            length += 1;
        }
        position /= 2;
        width = width.div_ceil(2);
    }
    Some(length)
}

/// Whether `leaf` is leaf `index` of the file of `size` bytes under `root`. The path must have exactly the length that
/// the place asks for; anything else is refused before a byte is hashed.
pub fn verify(root: &[u8; 32], size: u64, index: u64, leaf: &Leaf, path: &[H256]) -> bool {
    let leaves = leaf_count(size);
    let (Ok(count), Ok(place)) = (u32::try_from(leaves), u32::try_from(index)) else {
        return false;
    };
    if path_length(index, leaves) != u32::try_from(path.len()).ok() {
        return false;
    }
    verify_proof::<Blake2, _, _>(&H256(*root), path.iter().copied(), count, place, leaf)
}

/// The file cut into leaves, the last one padded with zeros.
pub fn leaves_of(bytes: &[u8]) -> Vec<Leaf> {
    let cut = |chunk: &[u8]| {
        let mut leaf = [0u8; LEAF_BYTES as usize];
        leaf[..chunk.len()].copy_from_slice(chunk);
        leaf
    };
    bytes.chunks(LEAF_BYTES as usize).map(cut).collect()
}

/// The root over the whole file. An empty file has no tree; its root is all zeros and no order takes it.
pub fn root_of(leaves: &[Leaf]) -> [u8; 32] {
    merkle_root::<Blake2, _>(leaves).0
}

/// The path of leaf `index`; `None` when there is no such leaf.
pub fn path_of(leaves: &[Leaf], index: u32) -> Option<Vec<H256>> {
    (usize::try_from(index).ok()? < leaves.len()).then(|| merkle_proof::<Blake2, _, _>(leaves, index).proof)
}
