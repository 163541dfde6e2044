//! A runtime of System, Balances and Market for tests, with epochs that follow from the block number and known seeds.
use crate as pallet_storage_market;
use crate::{CheckProofs, HoldReason, MarketParams, Note, Orders, Peer, Proof, Sample};
use codec::Encode;
use frame_support::{
    derive_impl, parameter_types,
    traits::{
        fungible::{hold::Inspect as _, Inspect as _},
        Equals, Hooks,
    },
    weights::Weight,
    PalletId,
};
use sp_runtime::{BuildStorage, Permill};
use storage_core::{
    challenge::{leaf_indexes, Occasion},
    merkle::{leaf_count, leaves_of, path_of, root_of},
    params::{Bond, Collateral, Work},
    Balance, Epoch, Seed, Seeds, DAY, SEED_RING,
};

pub type AccountId = u64;
pub type Block = frame_system::mocking::MockBlockU32<Test>;

#[frame_support::runtime]
mod runtime {
    #[runtime::runtime]
    #[runtime::derive(
        RuntimeCall,
        RuntimeEvent,
        RuntimeError,
        RuntimeOrigin,
        RuntimeFreezeReason,
        RuntimeHoldReason,
        RuntimeSlashReason,
        RuntimeLockId,
        RuntimeTask
    )]
    pub struct Test;

    #[runtime::pallet_index(0)]
    pub type System = frame_system;
    #[runtime::pallet_index(1)]
    pub type Balances = pallet_balances;
    #[runtime::pallet_index(2)]
    pub type Market = pallet_storage_market;
}

#[derive_impl(frame_system::config_preludes::TestDefaultConfig)]
impl frame_system::Config for Test {
    type Block = Block;
    type AccountData = pallet_balances::AccountData<Balance>;
}

/// 0.001 TTC.
pub const EXISTENTIAL_DEPOSIT: Balance = 1_000_000_000;
/// One TTC.
pub const TTC: Balance = 1_000_000_000_000;
/// Receives fees and slashes.
pub const TREASURY: AccountId = 999;
/// May use the lane of the proofs for anything.
pub const OPERATOR: AccountId = 20;

parameter_types! {
    pub const MinimumBalance: Balance = EXISTENTIAL_DEPOSIT;
    pub const PotId: PalletId = PalletId(*b"ttc/mrkt");
    pub const Treasury: AccountId = TREASURY;
    pub const Operator: AccountId = OPERATOR;
}

#[derive_impl(pallet_balances::config_preludes::TestDefaultConfig)]
impl pallet_balances::Config for Test {
    type Balance = Balance;
    type ExistentialDeposit = MinimumBalance;
    type AccountStore = System;
}

/// Epochs of the length in force since block 0, with seeds that everybody can compute.
pub struct BlockSeeds;

impl Seeds for BlockSeeds {
    fn epoch() -> Epoch {
        let length = crate::Params::<Test>::get().timing.epoch_blocks;
        let index = System::block_number() / length;
        Epoch {
            index,
            start: index * length,
        }
    }

    fn seed(epoch: u32) -> Option<Seed> {
        let now = Self::epoch();
        let length = crate::Params::<Test>::get().timing.epoch_blocks;
        let is_kept = epoch <= now.index && now.index - epoch < SEED_RING;
        is_kept.then(|| Seed {
            start: epoch * length,
            value: seed_value(epoch),
        })
    }

    #[cfg(feature = "runtime-benchmarks")]
    fn set_epoch(epoch: Epoch, _value: [u8; 32]) {
        System::set_block_number(epoch.start);
    }
}

pub fn seed_value(epoch: u32) -> [u8; 32] {
    sp_io::hashing::blake2_256(&epoch.to_le_bytes())
}

impl crate::Config for Test {
    type Currency = Balances;
    type RuntimeHoldReason = RuntimeHoldReason;
    type Seeds = BlockSeeds;
    type PotId = PotId;
    type Treasury = Treasury;
    type Operators = Equals<Operator>;
    type WeightInfo = ();
}

pub type Extension = CheckProofs<Test>;

/// The usual parameters without what would only blur the figures of most tests: lottery, prepaid work, floors of collateral.
pub fn plain() -> MarketParams {
    without_floors(MarketParams {
        lottery_blocks: 0,
        ..MarketParams::default()
    })
}

/// These parameters, with collateral that follows pay alone and nothing prepaid for work.
pub fn without_floors(params: MarketParams) -> MarketParams {
    MarketParams {
        work: Work {
            acceptance: 0,
            replica_day: 0,
        },
        collateral: Collateral {
            share: Permill::zero(),
            floor: 0,
            ..params.collateral
        },
        bond: Bond {
            per_gib: 0,
            loss: 0,
            ..params.bond
        },
        ..params
    }
}

/// Accounts 1 to 20 have 1,000 TTC each.
pub fn ext() -> sp_io::TestExternalities {
    ext_with(plain())
}

pub fn ext_with(params: MarketParams) -> sp_io::TestExternalities {
    let mut storage = frame_system::GenesisConfig::<Test>::default()
        .build_storage()
        .unwrap();
    let balances = (1..=20).map(|account| (account, 1_000 * TTC)).collect();
    pallet_balances::GenesisConfig::<Test> {
        balances,
        ..Default::default()
    }
    .assimilate_storage(&mut storage)
    .unwrap();
    crate::GenesisConfig::<Test> {
        params,
        ..Default::default()
    }
    .assimilate_storage(&mut storage)
    .unwrap();
    let mut ext = sp_io::TestExternalities::from(storage);
    ext.execute_with(|| System::set_block_number(1));
    ext
}

/// Jumps to a block, running only that block's beginning.
pub fn go_to(block: u32) {
    System::set_block_number(block);
    Market::on_initialize(block);
}

/// Jumps ahead.
pub fn pass(blocks: u32) {
    go_to(System::block_number() + blocks);
}

/// To the first block of an epoch.
pub fn go_to_epoch(index: u32) {
    go_to(index * crate::Params::<Test>::get().timing.epoch_blocks);
}

/// Runs the sweep with a whole idle block.
pub fn idle() -> Weight {
    Market::on_idle(
        System::block_number(),
        Weight::from_parts(2_000_000_000_000, 5_000_000),
    )
}

/// The bytes that a test order keeps: they differ by `tag`.
pub fn file(tag: u8, size: u64) -> Vec<u8> {
    (0..size).map(|place| (place / 1_024) as u8 ^ tag).collect()
}

pub fn cid() -> storage_core::order::Cid {
    b"bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi"
        .to_vec()
        .try_into()
        .unwrap()
}

pub fn note() -> Note {
    vec![1; 256].try_into().unwrap()
}

pub fn peer() -> Peer {
    b"/ip4/127.0.0.1".to_vec().try_into().unwrap()
}

/// Places an order over `file(tag, size)`; its number.
pub fn place(owner: AccountId, tag: u8, size: u64, days: u32, wanted: u8, tips: Balance) -> u32 {
    let root = root_of(&leaves_of(&file(tag, size)));
    let id = crate::NextOrderId::<Test>::get();
    let origin = RuntimeOrigin::signed(owner);
    Market::create_order(
        origin,
        cid(),
        note(),
        root,
        size,
        days * DAY,
        wanted,
        tips,
        Balance::MAX,
    )
    .unwrap();
    id
}

/// Registers a miner with 1 GiB, as if it had been there from the first block on.
pub fn register(miner: AccountId) {
    Market::register(RuntimeOrigin::signed(miner), 1 << 30, peer()).unwrap();
    crate::Miners::<Test>::mutate(miner, |record| record.as_mut().unwrap().since = 0);
}

fn proof_over(bytes: &[u8], asked: &[u64]) -> Proof {
    let leaves = leaves_of(bytes);
    let sample = |index: &u64| Sample {
        leaf: leaves[*index as usize],
        path: path_of(&leaves, *index as u32).unwrap().try_into().unwrap(),
    };
    asked.iter().map(sample).collect::<Vec<_>>().try_into().unwrap()
}

/// The leaves that a miner is asked in an epoch.
pub fn asked(occasion: Occasion, epoch: u32, id: u32, miner: AccountId, size: u64) -> Vec<u64> {
    let samples = crate::Params::<Test>::get().samples;
    leaf_indexes(
        occasion,
        &seed_value(epoch),
        id,
        &miner.encode(),
        samples,
        leaf_count(size),
    )
}

/// A right join proof for the present epoch.
pub fn join_proof(miner: AccountId, id: u32, tag: u8) -> Proof {
    let size = Orders::<Test>::get(id).map_or(1, |order| order.size);
    proof_over(
        &file(tag, size),
        &asked(Occasion::Join, BlockSeeds::epoch().index, id, miner, size),
    )
}

/// A right periodic proof for an epoch.
pub fn periodic_proof(miner: AccountId, id: u32, tag: u8, epoch: u32) -> Proof {
    let size = Orders::<Test>::get(id).map_or(1, |order| order.size);
    proof_over(
        &file(tag, size),
        &asked(Occasion::Periodic, epoch, id, miner, size),
    )
}

/// Takes a place in an order.
pub fn join(miner: AccountId, id: u32, tag: u8) {
    Market::accept(RuntimeOrigin::signed(miner), id, join_proof(miner, id, tag)).unwrap();
}

/// Takes a place in an order and is confirmed at once, by hand, with nothing proven: time stands still for most tests.
pub fn accept(miner: AccountId, id: u32, tag: u8) {
    join(miner, id, tag);
    let mut order = Orders::<Test>::get(id).unwrap();
    let index = Market::replica_index(&order, &miner).unwrap();
    Market::confirm(id, &mut order, index).unwrap();
    let (clock, deadline) = (Market::clock(), order.deadline());
    let replica = &mut order.replicas[index];
    replica.confirmed = true;
    replica.due = clock.spread_due(deadline, clock.epoch.index, id, &miner.encode());
    Market::save_order(id, &order);
}

/// The due epoch of a replica.
pub fn due_of(miner: AccountId, id: u32) -> u32 {
    replica(miner, id).due
}

pub fn replica(miner: AccountId, id: u32) -> storage_core::Replica<AccountId> {
    let order = Orders::<Test>::get(id).unwrap();
    *order
        .replicas
        .iter()
        .find(|replica| replica.miner == miner)
        .unwrap()
}

/// Submits a right proof for the due epoch of a replica, now; whether it was taken.
pub fn prove(miner: AccountId, id: u32, tag: u8) -> bool {
    let proof = periodic_proof(miner, id, tag, due_of(miner, id));
    let proofs = vec![(id, proof)].try_into().unwrap();
    let done = Market::submit_proofs(RuntimeOrigin::signed(miner), proofs).unwrap();
    done.pays_fee == frame_support::dispatch::Pays::No
}

pub fn free(who: AccountId) -> Balance {
    Balances::balance(&who)
}

pub fn held(reason: HoldReason, who: AccountId) -> Balance {
    Balances::balance_on_hold(&reason.into(), &who)
}

/// Everything that must hold after any step.
pub fn check() {
    Market::check_invariants().unwrap();
}

/// The market's events so far, oldest first.
pub fn events() -> Vec<crate::Event<Test>> {
    let own = |record: frame_system::EventRecord<RuntimeEvent, _>| match record.event {
        RuntimeEvent::Market(event) => Some(event),
        _ => None,
    };
    System::events().into_iter().filter_map(own).collect()
}
