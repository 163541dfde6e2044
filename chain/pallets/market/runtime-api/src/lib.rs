//! What clients ask the market through the runtime. Lists come in pages of at most 50 rows with a cursor; an answer costs
//! as many reads as it has rows, however large the market is.
#![cfg_attr(not(feature = "std"), no_std)]

use codec::Codec;
use pallet_storage_market::{
    DueView, JoinView, MinerOrderView, MinerView, OrderView, Page, PriceView, StatisticsView,
};
use storage_core::Params;

sp_api::decl_runtime_apis! {
    /// Reading the storage market. `cursor` is the `next` of the page before, `None` for the first; `limit` counts as at
    /// least 1 and at most 50.
    pub trait MarketApi<AccountId>
    where
        AccountId: Codec,
    {
        /// One order with its miners' addresses.
        fn order(id: u32) -> Option<OrderView<AccountId>>;

        /// Orders of a customer, newest first.
        fn user_orders(owner: AccountId, cursor: Option<u32>, limit: u32) -> Page<OrderView<AccountId>>;

        /// Orders of which a miner has a replica, newest first, with its income from each.
        fn miner_orders(
            miner: AccountId,
            cursor: Option<u32>,
            limit: u32,
        ) -> Page<MinerOrderView<AccountId>>;

        /// Orders that look for miners, oldest first.
        fn open_orders(cursor: Option<u32>, limit: u32) -> Page<OrderView<AccountId>>;

        /// What keeping `size` bytes for `duration` blocks on `wanted` miners costs now, without tips; `None` when it is
        /// too large to count.
        fn order_price(size: u64, duration: u32, wanted: u8) -> Option<PriceView>;

        /// Figures of the whole market.
        fn statistics() -> StatisticsView;

        /// A miner's own figures; `None` for an account that is not registered.
        fn miner(account: AccountId) -> Option<MinerView>;

        /// Proofs that a miner can give now. `limit` counts orders looked at: go on until `next` is `None`.
        fn due(miner: AccountId, cursor: Option<u32>, limit: u32) -> Page<DueView>;

        /// What a miner has to show to take an order now; `None` when the order does not look for miners.
        fn join(id: u32, miner: AccountId) -> Option<JoinView>;

        /// The parameters.
        fn params() -> Params;
    }
}
