//! The relay chain's randomness, read from the state proof that every block carries.

use crate::{next_mix, Config, Mix, Pallet};
use alloc::{vec, vec::Vec};
use codec::{Decode, Error, Input};
use cumulus_pallet_parachain_system::{OnSystemEvent, RelayChainStateProof};
use cumulus_primitives_core::{
    relay_chain::well_known_keys::{CURRENT_BLOCK_RANDOMNESS, ONE_EPOCH_AGO_RANDOMNESS},
    PersistedValidationData,
};
use frame_support::{traits::Get, weights::Weight};

/// More of one value is not read.
const MAX_BYTES: usize = 64;

/// Looking two keys up in the proof and hashing some 200 bytes; generous, not measured.
const HASHING: Weight = Weight::from_parts(50_000_000, 0);

/// A value of the relay chain as it stands, whatever its type: the author's random value is an `Option<[u8; 32]>`, the
/// epoch's is a bare `[u8; 32]`, and another relay chain may write it otherwise. Any bytes are good to be mixed in.
struct Bytes(Vec<u8>);

impl Decode for Bytes {
    fn decode<I: Input>(input: &mut I) -> Result<Self, Error> {
        let length = input.remaining_len()?.unwrap_or(0).min(MAX_BYTES);
        let mut bytes = vec![0; length];
        input.read(&mut bytes)?;
        Ok(Self(bytes))
    }
}

/// The value under a key of the relay chain; nothing if it is absent or not part of the proof.
fn read(proof: &RelayChainStateProof, key: &[u8]) -> Option<Vec<u8>> {
    proof
        .read_optional_entry::<Bytes>(key)
        .ok()
        .flatten()
        .map(|bytes| bytes.0)
}

impl<T: Config> OnSystemEvent for Pallet<T> {
    fn on_validation_data(_: &PersistedValidationData) {}

    fn on_validation_code_applied() {}

    /// Mixes this block's randomness in. Parachain System adds the returned weight to that of its inherent.
    fn on_relay_state_proof(proof: &RelayChainStateProof) -> Weight {
        let current = read(proof, CURRENT_BLOCK_RANDOMNESS);
        let epoch_ago = read(proof, ONE_EPOCH_AGO_RANDOMNESS);
        Mix::<T>::mutate(|mix| *mix = next_mix(*mix, current.as_deref(), epoch_ago.as_deref()));
        T::DbWeight::get().reads_writes(1, 1).saturating_add(HASHING)
    }
}
