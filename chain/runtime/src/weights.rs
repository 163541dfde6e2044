//! What the calls of our own pallets cost, measured: `chain/weights.sh` writes the files.

pub mod pallet_rights;
pub mod pallet_storage_market;
