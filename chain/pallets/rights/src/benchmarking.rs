//! Benchmarks of the calls, each at its dearest.

use super::*;
use frame_benchmarking::v2::*;
use frame_support::{
    traits::{fungible::Mutate, Get},
    BoundedVec,
};
use frame_system::{pallet_prelude::BlockNumberFor, Pallet as System, RawOrigin};
use sp_core::H256;

const CONTENT: H256 = H256::repeat_byte(1);
const SALT: H256 = H256::repeat_byte(2);

#[benchmarks(where T::Currency: Mutate<T::AccountId>)]
mod benchmarks {
    use super::*;

    fn funded<T: Config>(name: &'static str) -> T::AccountId
    where
        T::Currency: Mutate<T::AccountId>,
    {
        let author = account(name, 0, 0);
        T::Currency::set_balance(&author, T::Deposit::get() * 1_000u32.into());
        author
    }

    fn committed<T: Config>(name: &'static str, block: u32) -> T::AccountId
    where
        T::Currency: Mutate<T::AccountId>,
    {
        let author = funded::<T>(name);
        System::<T>::set_block_number(BlockNumberFor::<T>::from(block));
        let commitment = commitment_of(&author, CONTENT, SALT);
        Pallet::<T>::commit(RawOrigin::Signed(author.clone()).into(), commitment)
            .expect("the deposit is there");
        author
    }

    fn longest_title() -> BoundedVec<u8, frame_support::traits::ConstU32<MAX_TITLE>> {
        BoundedVec::truncate_from(alloc::vec![b'x'; MAX_TITLE as usize])
    }

    #[benchmark]
    fn commit() {
        let author = funded::<T>("author");
        #[extrinsic_call]
        _(RawOrigin::Signed(author.clone()), CONTENT);
        assert!(Commits::<T>::contains_key(author, CONTENT));
    }

    #[benchmark]
    fn reveal() {
        let first = committed::<T>("first", 1);
        let second = committed::<T>("second", 2);
        Pallet::<T>::reveal(RawOrigin::Signed(second).into(), CONTENT, SALT, longest_title())
            .expect("revealed");
        #[extrinsic_call]
        _(RawOrigin::Signed(first.clone()), CONTENT, SALT, longest_title());
        assert_eq!(Works::<T>::get(CONTENT).map(|work| work.author), Some(first));
    }

    #[benchmark]
    fn release() {
        let author = committed::<T>("author", 1);
        let commitment = commitment_of(&author, CONTENT, SALT);
        #[extrinsic_call]
        _(RawOrigin::Signed(author.clone()), commitment);
        assert!(!Commits::<T>::contains_key(author, commitment));
    }

    impl_benchmark_test_suite!(Pallet, crate::tests::new_chain(), crate::tests::Test);
}
