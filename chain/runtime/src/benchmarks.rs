//! What `--features runtime-benchmarks` measures, and how it is run inside the runtime.

use crate::*;
use alloc::{string::String, vec::Vec};
use frame_benchmarking::{BenchmarkBatch, BenchmarkConfig, BenchmarkList, Benchmarking};
use frame_support::traits::{StorageInfo, StorageInfoTrait, WhitelistedStorageKeys};
use frame_system_benchmarking::Pallet as SystemBench;

frame_benchmarking::define_benchmarks!(
    [frame_system, SystemBench::<Runtime>]
    [pallet_balances, Balances]
    [pallet_multisig, Multisig]
    [pallet_rights, Rights]
    [pallet_storage_market, Market]
    [pallet_sudo, Sudo]
    [pallet_timestamp, Timestamp]
    [pallet_utility, Utility]
);

impl frame_system_benchmarking::Config for Runtime {
    fn setup_set_code_requirements(code: &Vec<u8>) -> Result<(), frame_benchmarking::BenchmarkError> {
        ParachainSystem::initialize_for_set_code_benchmark(code.len() as u32);
        Ok(())
    }

    fn verify_set_code() {
        System::assert_last_event(
            cumulus_pallet_parachain_system::Event::<Runtime>::ValidationFunctionStored.into(),
        );
    }
}

/// The benchmarks there are.
pub fn metadata(extra: bool) -> (Vec<BenchmarkList>, Vec<StorageInfo>) {
    let mut list = Vec::<BenchmarkList>::new();
    list_benchmarks!(list, extra);
    (list, AllPalletsWithSystem::storage_info())
}

/// Runs one of them.
pub fn dispatch(config: BenchmarkConfig) -> Result<Vec<BenchmarkBatch>, String> {
    let whitelist = AllPalletsWithSystem::whitelisted_storage_keys();
    let mut batches = Vec::<BenchmarkBatch>::new();
    let params = (&config, &whitelist);
    add_benchmarks!(params, batches);
    Ok(batches)
}
