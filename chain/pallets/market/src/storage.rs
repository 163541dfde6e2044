//! What the pallet keeps, item by item.
use frame_support::pallet_macros::pallet_section;

/// The storage of the pallet.
#[pallet_section]
pub mod storage {
    /// The number of the next order; never reused.
    #[pallet::storage]
    pub type NextOrderId<T> = StorageValue<_, u32, ValueQuery>;

    /// Orders by number. Users do not choose numbers, so a fast hash is safe.
    #[pallet::storage]
    pub type Orders<T: Config> = StorageMap<_, Twox64Concat, u32, Order<T::AccountId>>;

    /// Sealed name and wrapped key of an order, apart from it so that a proof does not rewrite them.
    #[pallet::storage]
    pub type Notes<T> = StorageMap<_, Twox64Concat, u32, Note>;

    /// Orders of a customer, newest first in raw key order (the key is the inverted big-endian number).
    #[pallet::storage]
    pub type ByOwner<T: Config> = StorageDoubleMap<_, Blake2_128Concat, T::AccountId, Identity, [u8; 4], ()>;

    /// Orders of which a miner has a replica, newest first in raw key order.
    #[pallet::storage]
    pub type ByMiner<T: Config> = StorageDoubleMap<_, Blake2_128Concat, T::AccountId, Identity, [u8; 4], ()>;

    /// How many orders a customer has in `ByOwner`.
    #[pallet::storage]
    pub type OwnerCount<T: Config> = StorageMap<_, Blake2_128Concat, T::AccountId, u32, ValueQuery>;

    /// How many orders a miner has in `ByMiner`, cleared ones included.
    #[pallet::storage]
    pub type MinerCount<T: Config> = StorageMap<_, Blake2_128Concat, T::AccountId, u32, ValueQuery>;

    /// Orders that look for miners, oldest first in raw key order (the key is the big-endian number).
    #[pallet::storage]
    pub type Open<T> = CountedStorageMap<_, Identity, [u8; 4], ()>;

    /// Registered miners.
    #[pallet::storage]
    pub type Miners<T: Config> = StorageMap<_, Blake2_128Concat, T::AccountId, Miner>;

    /// Settled and not yet withdrawn, by miner.
    #[pallet::storage]
    pub type Income<T: Config> = StorageMap<_, Blake2_128Concat, T::AccountId, Balance, ValueQuery>;

    /// What the pot owes in total.
    #[pallet::storage]
    pub type Ledger<T> = StorageValue<_, LedgerTotals, ValueQuery>;

    /// Figures of the whole market.
    #[pallet::storage]
    pub type Stats<T> = StorageValue<_, MarketStats, ValueQuery>;

    /// The floating prices.
    #[pallet::storage]
    pub type Price<T> = StorageValue<_, PriceState, ValueQuery>;

    /// The parameters.
    #[pallet::storage]
    pub type Params<T> = StorageValue<_, MarketParams, ValueQuery>;

    /// Whether new orders are refused.
    #[pallet::storage]
    pub type Paused<T> = StorageValue<_, bool, ValueQuery>;

    /// Where the sweep goes on.
    #[pallet::storage]
    pub type Sweep<T> = StorageValue<_, SweepCursor, OptionQuery>;
}
