//! The tree against a naive model, and proofs that must be refused.
use proptest::prelude::*;
use sp_core::H256;
use storage_core::merkle::{leaf_count, leaves_of, path_length, path_of, root_of, verify, Leaf};

fn hash(bytes: &[u8]) -> [u8; 32] {
    sp_io::hashing::blake2_256(bytes)
}

/// A file of `leaves` leaves, each starting with its number, the last one only half filled.
fn file(leaves: usize) -> Vec<u8> {
    let mut bytes = vec![0u8; leaves * 1_024 - 512];
    for (index, chunk) in bytes.chunks_mut(1_024).enumerate() {
        chunk[..4].copy_from_slice(&(index as u32).to_le_bytes());
        chunk[500] = 7;
    }
    bytes
}

/// All rows of the tree, written from the definition: pairs are joined, an odd node goes up as it is.
fn rows(leaf_hashes: Vec<[u8; 32]>) -> Vec<Vec<[u8; 32]>> {
    let mut rows = vec![leaf_hashes];
    while rows[rows.len() - 1].len() > 1 {
        let join = |pair: &[[u8; 32]]| match pair {
            [left, right] => hash(&[*left, *right].concat()),
            [odd] => *odd,
            _ => unreachable!("pairs have one or two members"),
        };
        let next = rows[rows.len() - 1].chunks(2).map(join).collect();
        rows.push(next);
    }
    rows
}

fn naive_path(rows: &[Vec<[u8; 32]>], index: usize) -> Vec<H256> {
    let below_root = &rows[..rows.len() - 1];
    let sibling =
        |(level, row): (usize, &Vec<[u8; 32]>)| row.get((index >> level) ^ 1).map(|hash| H256(*hash));
    below_root.iter().enumerate().filter_map(sibling).collect()
}

/// Adds a leaf to the rows: only the last node of each row changes.
fn grow(rows: &mut Vec<Vec<[u8; 32]>>, leaf_hash: [u8; 32]) {
    rows[0].push(leaf_hash);
    let mut level = 0;
    while rows[level].len() > 1 {
        let parent = match rows[level].chunks(2).last() {
            Some([left, right]) => hash(&[*left, *right].concat()),
            Some([odd]) => *odd,
            _ => unreachable!("a row of two or more has a last pair"),
        };
        let width = rows[level].len().div_ceil(2);
        level += 1;
        if rows.len() == level {
            rows.push(Vec::new());
        }
        rows[level].truncate(width - 1);
        rows[level].push(parent);
    }
}

#[test]
fn every_size_to_two_thousand_leaves_agrees_with_the_model() {
    let all = leaves_of(&file(2_000));
    let mut grown = vec![Vec::new()];
    for leaves in 1..=2_000usize {
        grow(&mut grown, hash(&all[leaves - 1]));
        let root = grown[grown.len() - 1][0];
        let size = leaves as u64 * 1_024;
        for index in [0, leaves / 3, leaves / 2, leaves - 1] {
            let path = naive_path(&grown, index);
            assert_eq!(path_length(index as u64, leaves as u64), Some(path.len() as u32));
            assert!(
                verify(&root, size, index as u64, &all[index], &path),
                "leaf {index} of {leaves}"
            );
        }
    }
    assert_eq!(grown, rows(all.iter().map(|leaf| hash(leaf)).collect()));
}

#[test]
fn our_builder_agrees_with_the_model_for_every_leaf_of_small_files() {
    for leaves in 1..=40usize {
        let cut = leaves_of(&file(leaves));
        let rows = rows(cut.iter().map(|leaf| hash(leaf)).collect());
        assert_eq!(root_of(&cut), rows[rows.len() - 1][0]);
        for index in 0..leaves {
            let path = path_of(&cut, index as u32).unwrap();
            assert_eq!(path, naive_path(&rows, index), "leaf {index} of {leaves}");
            assert!(verify(
                &root_of(&cut),
                file(leaves).len() as u64,
                index as u64,
                &cut[index],
                &path
            ));
        }
        assert_eq!(path_of(&cut, leaves as u32), None);
    }
}

#[test]
fn paths_of_the_largest_file_have_at_most_25_hashes() {
    let leaves = leaf_count(storage_core::MAX_SIZE);
    assert_eq!(leaves, 1 << 25);
    assert_eq!(path_length(0, leaves), Some(25));
    assert_eq!(path_length(leaves - 1, leaves), Some(25));
    assert_eq!(path_length(leaves - 2, leaves - 1), Some(24));
    assert_eq!(path_length(leaves, leaves), None);
    assert_eq!(path_length(0, 0), None);
}

#[test]
fn every_flipped_byte_is_refused() {
    let cut = leaves_of(&file(11));
    let (root, size) = (root_of(&cut), 11 * 1_024 - 512);
    let path = path_of(&cut, 10).unwrap();
    for byte in 0..1_024 {
        let mut leaf: Leaf = cut[10];
        leaf[byte] ^= 1;
        assert!(!verify(&root, size, 10, &leaf, &path), "leaf byte {byte}");
    }
    for place in 0..path.len() * 32 {
        let mut other = path.clone();
        other[place / 32].0[place % 32] ^= 0x80;
        assert!(!verify(&root, size, 10, &cut[10], &other), "path byte {place}");
    }
    for byte in 0..32 {
        let mut other = root;
        other[byte] ^= 1;
        assert!(!verify(&other, size, 10, &cut[10], &path), "root byte {byte}");
    }
}

#[test]
fn a_path_too_short_or_too_long_is_refused_even_if_it_hashes_to_the_root() {
    let cut = leaves_of(&file(4));
    let root = root_of(&cut);
    let path = path_of(&cut, 2).unwrap();
    assert!(verify(&root, 4_096, 2, &cut[2], &path));
    assert!(!verify(&root, 4_096, 2, &cut[2], &path[..1]));
    assert!(!verify(
        &root,
        4_096,
        2,
        &cut[2],
        &[&path[..], &[H256::zero()]].concat()
    ));
    // A file claimed to be smaller than it is: the same leaf would sit at another height.
    assert!(!verify(&root, 2_048, 1, &cut[1], &path_of(&cut, 1).unwrap()));
    assert!(!verify(&root, 4_096, 4, &cut[2], &path));
    assert!(!verify(&root, 0, 0, &cut[0], &[]));
    assert!(!verify(&root, u64::MAX, u64::MAX - 1, &cut[0], &path));
}

#[test]
fn the_last_leaf_is_padded_with_zeros() {
    let mut whole = vec![9u8; 1_025];
    let cut = leaves_of(&whole);
    whole.resize(2_048, 0);
    assert_eq!(cut, leaves_of(&whole));
    assert_eq!(leaf_count(1_025), 2);
    assert!(leaves_of(&[]).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_proof_holds_for_its_own_place_only(leaves in 2usize..200, index in 0usize..200, other in 0usize..200) {
        let (index, other) = (index % leaves, other % leaves);
        let cut = leaves_of(&file(leaves));
        let root = root_of(&cut);
        let size = file(leaves).len() as u64;
        let path = path_of(&cut, index as u32).unwrap();
        prop_assert!(verify(&root, size, index as u64, &cut[index], &path));
        if other != index {
            prop_assert!(!verify(&root, size, other as u64, &cut[index], &path));
            prop_assert!(!verify(&root, size, index as u64, &cut[other], &path));
        }
    }

    #[test]
    fn any_input_is_answered_without_panic(
        root: [u8; 32],
        size: u64,
        index: u64,
        byte: u8,
        path in prop::collection::vec(any::<[u8; 32]>(), 0..30),
    ) {
        let path: Vec<H256> = path.into_iter().map(H256).collect();
        prop_assert!(!verify(&root, size, index, &[byte; 1_024], &path));
    }
}
