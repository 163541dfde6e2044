//! The golden vectors that TypeScript shares. `WRITE_VECTORS=1` writes them; without it they are compared.
use aes_gcm::{
    aead::{Aead, Payload},
    Aes256Gcm, KeyInit,
};
use serde_json::{json, Value};
use sp_arithmetic::Permill;
use std::{env, fs, path::PathBuf};
use storage_core::{
    challenge::{due_offset, has_turn, leaf_index, Occasion},
    merkle::{leaf_count, leaves_of, path_of, root_of, verify},
    price::quote,
    Params, Prices, Terms, DAY,
};

fn check(name: &str, computed: Value) {
    let file: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "vectors", name]
        .iter()
        .collect();
    if env::var_os("WRITE_VECTORS").is_some() {
        let text = serde_json::to_string_pretty(&computed).unwrap() + "\n";
        fs::write(&file, text).unwrap();
    }
    let kept: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(
        kept, computed,
        "{name} differs: run with WRITE_VECTORS=1 if the change is meant"
    );
}

#[test]
fn merkle_roots_and_paths_are_those_of_the_file() {
    let sizes = [
        1usize,
        1_023,
        1_024,
        1_025,
        2_048,
        3_072,
        5_000,
        11 * 1_024,
        100_000,
        262_144,
        262_145,
    ];
    let case = |size: usize| {
        let bytes: Vec<u8> = (0..size).map(|place| (7 * place + place / 1_024) as u8).collect();
        let leaves = leaves_of(&bytes);
        let root = root_of(&leaves);
        let mut indexes = vec![0, leaves.len() / 2, leaves.len() - 1];
        indexes.dedup();
        let proof = |index: &usize| {
            let path = path_of(&leaves, *index as u32).unwrap();
            assert!(verify(&root, size as u64, *index as u64, &leaves[*index], &path));
            let path: Vec<String> = path.iter().map(|hash| hex::encode(hash.0)).collect();
            json!({ "index": index, "path": path })
        };
        let proofs: Vec<Value> = indexes.iter().map(proof).collect();
        json!({ "size": size, "leaves": leaf_count(size as u64), "root": hex::encode(root), "proofs": proofs })
    };
    check("merkle.json", json!({ "cases": sizes.map(case) }));
}

#[test]
fn challenges_are_those_of_the_file() {
    let seeds = [[0u8; 32], [0xab; 32]];
    let miners = [[1u8; 32], [0xfe; 32]];
    let mut asked = Vec::new();
    let mut turns = Vec::new();
    for (seed, miner) in seeds
        .iter()
        .flat_map(|seed| miners.iter().map(move |miner| (seed, miner)))
    {
        for (id, sample, leaves) in [
            (0u32, 0u8, 1u64),
            (7, 1, 2),
            (1_000_000, 3, 12_345),
            (u32::MAX, 0, 1 << 25),
        ] {
            asked.push(json!({
                "seed": hex::encode(seed),
                "miner": hex::encode(miner),
                "id": id,
                "sample": sample,
                "leaves": leaves.to_string(),
                "join": leaf_index(Occasion::Join, seed, id, miner, sample, leaves).to_string(),
                "periodic": leaf_index(Occasion::Periodic, seed, id, miner, sample, leaves).to_string(),
                "dueOffset": due_offset(id, miner, 24),
            }));
            for age in [0u32, 4, 10, 19, 20] {
                turns.push(json!({
                    "seed": hex::encode(seed),
                    "miner": hex::encode(miner),
                    "id": id,
                    "ageBlocks": age,
                    "lotteryBlocks": 20,
                    "hasTurn": has_turn(seed, id, miner, age, 20),
                }));
            }
        }
    }
    check(
        "challenge.json",
        json!({ "periodEpochs": 24, "challenges": asked, "turns": turns }),
    );
}

#[test]
fn prices_and_pay_are_those_of_the_file() {
    let prices = Prices {
        mib_day: 10_000_000,
        file_fee: 1_000_000_000,
        base_fee: 1_000_000_000,
    };
    let odd = Prices {
        mib_day: 9_999_999,
        file_fee: 1,
        base_fee: 2,
    };
    let share = Permill::from_percent(10);
    let work = Params::default().work;
    let wishes = [
        (700u64 << 20, 30 * DAY, 3u8, 0u128, prices),
        (1_073_741_824, DAY, 3, 0, prices),
        (1, 14_400, 1, 0, odd),
        (1_048_577, 14_401, 8, 12_345_678_901_234, odd),
        (1 << 35, 730 * DAY, 8, 1, prices),
    ];
    let case = |(size, duration, wanted, tips, prices): (u64, u32, u8, u128, Prices)| {
        let quote = quote(size, duration, wanted, tips, &prices, share, &work).unwrap();
        let terms = Terms {
            pool: quote.pool,
            wanted,
            duration,
            deadline: duration,
        };
        let pay: Vec<Value> = [1, 600, DAY, duration]
            .iter()
            .map(|blocks| json!({ "blocks": blocks, "pay": terms.pay(*blocks).to_string() }))
            .collect();
        json!({
            "size": size.to_string(), "durationBlocks": duration, "wanted": wanted, "tips": tips.to_string(),
            "mibDay": prices.mib_day.to_string(), "fileFee": prices.file_fee.to_string(),
            "baseFee": prices.base_fee.to_string(), "treasuryShareParts": share.deconstruct(),
            "storage": quote.storage.to_string(), "reserve": quote.reserve.to_string(),
            "acceptance": work.acceptance.to_string(), "replicaDay": work.replica_day.to_string(),
            "joining": quote.joining.to_string(), "proving": quote.proving.to_string(),
            "pool": quote.pool.to_string(), "total": quote.total.to_string(), "pay": pay,
        })
    };
    check(
        "price.json",
        json!({ "dayBlocks": DAY, "cases": wishes.map(case) }),
    );
}

const NOTE_BYTES: usize = storage_core::MAX_NOTE as usize;

fn note_plaintext(file_key: &[u8; 32], plain_bytes: u64, name: &str, length: usize) -> Vec<u8> {
    let mut plain = file_key.to_vec();
    plain.extend_from_slice(&plain_bytes.to_le_bytes());
    plain.push(name.len() as u8);
    plain.extend_from_slice(name.as_bytes());
    assert!(plain.len() <= length, "name too long");
    plain.resize(length, 0);
    plain
}

#[test]
fn notes_are_those_of_the_file() {
    let (vault_key, nonce, file_key) = ([0x11u8; 32], [0x22u8; 12], [0x33u8; 32]);
    let names = ["report.pdf", "众享 说明书.docx", ""];
    let case = |name: &str| {
        let plain_bytes = 123_456_789_012u64;
        let plain = note_plaintext(&file_key, plain_bytes, name, NOTE_BYTES - 1 - 12 - 16);
        let cipher = Aes256Gcm::new(&vault_key.into());
        let payload = Payload {
            msg: &plain,
            aad: &[1],
        };
        let sealed = cipher.encrypt(&nonce.into(), payload).unwrap();
        let private = [&[1u8][..], &nonce, &sealed].concat();
        let public = [
            &[2u8][..],
            &note_plaintext(&file_key, plain_bytes, name, NOTE_BYTES - 1),
        ]
        .concat();
        assert_eq!((private.len(), public.len()), (NOTE_BYTES, NOTE_BYTES));
        json!({
            "name": name, "plainBytes": plain_bytes.to_string(), "fileKey": hex::encode(file_key),
            "vaultKey": hex::encode(vault_key), "nonce": hex::encode(nonce),
            "private": hex::encode(private), "public": hex::encode(public),
        })
    };
    check("note.json", json!({ "cases": names.map(case) }));
}
