//! Weights of the market's calls and hooks.
//!
//! A runtime brings measured ones (`runtime/src/weights`, written by `chain/weights.sh`). The estimates here, for runtimes of tests, count
//! reads and writes by hand from the code, with generous compute on top.
use frame_support::weights::{constants::RocksDbWeight, Weight};

/// Weights the pallet asks for.
pub trait WeightInfo {
    /// `create_order`.
    fn create_order() -> Weight;
    /// `cancel_order`.
    fn cancel_order() -> Weight;
    /// `register`.
    fn register() -> Weight;
    /// `update_miner`.
    fn update_miner() -> Weight;
    /// `deregister`.
    fn deregister() -> Weight;
    /// `accept` with a proof of the greatest depth.
    fn accept() -> Weight;
    /// `submit_proofs` with so many proofs, each of the greatest depth.
    fn submit_proofs(proofs: u32) -> Weight;
    /// `leave`.
    fn leave() -> Weight;
    /// `report_missed` that books every miss a replica can have.
    fn report_missed() -> Weight;
    /// `calculate_reward` of 8 replicas, clearing included.
    fn calculate_reward() -> Weight;
    /// `withdrawal`.
    fn withdrawal() -> Weight;
    /// `purge` of an order with 8 replicas.
    fn purge() -> Weight;
    /// `set_params`.
    fn set_params() -> Weight;
    /// `set_price`.
    fn set_price() -> Weight;
    /// `pause`.
    fn pause() -> Weight;
    /// `close_order` without a replica, which clears it.
    fn close_order() -> Weight;
    /// `extend_order`.
    fn extend_order() -> Weight;
    /// A block without a step of the prices.
    fn no_step() -> Weight;
    /// A step of the prices.
    fn step_prices() -> Weight;
    /// Beginning and ending a round of the sweep.
    fn sweep_base() -> Weight;
    /// Looking at one order.
    fn sweep_look() -> Weight;
    /// Doing what an order of so many replicas needs: booking misses, clearing, purging.
    fn sweep_act(replicas: u32) -> Weight;
    /// The transaction extension before `submit_proofs`.
    fn check_proofs() -> Weight;
}

/// Compute in microseconds, state read and written by key, and bytes of proof for each read.
fn estimate(micros: u64, reads: u64, writes: u64) -> Weight {
    // An order with 8 replicas is about 1 KB, a trie path to it about 1.5 KB.
    const PROOF_BYTES_PER_READ: u64 = 2_500;
    Weight::from_parts(
        micros.saturating_mul(1_000_000),
        reads.saturating_mul(PROOF_BYTES_PER_READ),
    )
    .saturating_add(RocksDbWeight::get().reads_writes(reads, writes))
}

impl WeightInfo for () {
    fn create_order() -> Weight {
        estimate(150, 14, 14)
    }
    fn cancel_order() -> Weight {
        // 8 miners may be on the way.
        estimate(900, 60, 60)
    }
    fn register() -> Weight {
        estimate(80, 6, 4)
    }
    fn update_miner() -> Weight {
        estimate(40, 3, 2)
    }
    fn deregister() -> Weight {
        estimate(80, 6, 4)
    }
    fn accept() -> Weight {
        // The lottery may look through the seeds of 9 epochs.
        estimate(400, 30, 16)
    }
    fn submit_proofs(proofs: u32) -> Weight {
        estimate(50, 6, 2).saturating_add(estimate(450, 14, 10).saturating_mul(u64::from(proofs)))
    }
    fn leave() -> Weight {
        estimate(50, 3, 2)
    }
    fn report_missed() -> Weight {
        estimate(300, 20, 16)
    }
    fn calculate_reward() -> Weight {
        estimate(1_200, 90, 80)
    }
    fn withdrawal() -> Weight {
        estimate(80, 5, 4)
    }
    fn purge() -> Weight {
        estimate(200, 26, 26)
    }
    fn set_params() -> Weight {
        estimate(30, 2, 2)
    }
    fn set_price() -> Weight {
        estimate(30, 3, 1)
    }
    fn pause() -> Weight {
        estimate(20, 1, 1)
    }
    fn close_order() -> Weight {
        estimate(150, 10, 8)
    }
    fn extend_order() -> Weight {
        estimate(150, 8, 6)
    }
    fn no_step() -> Weight {
        estimate(5, 0, 0)
    }
    fn step_prices() -> Weight {
        estimate(30, 3, 1)
    }
    fn sweep_base() -> Weight {
        estimate(10, 5, 1)
    }
    fn sweep_look() -> Weight {
        // The next key and the order; parameters and epoch are read once a round.
        estimate(20, 2, 0)
    }
    fn sweep_act(replicas: u32) -> Weight {
        estimate(100, 10, 10).saturating_add(estimate(150, 11, 11).saturating_mul(u64::from(replicas)))
    }
    fn check_proofs() -> Weight {
        estimate(30, 4, 0)
    }
}
