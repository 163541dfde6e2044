//! Code authorship: commit to a work, reveal it, and who anchored first.
//!
//! An author first anchors `blake2_256(author ++ content_hash ++ salt)`, which tells nobody anything and is worth nothing to
//! a copier, because it is bound to the author's account. Later the author reveals the content's hash and the salt; the work
//! then stands under the content's hash with the block of the commitment. For seven days from the first reveal an earlier
//! commitment takes a work over from a later one; then it is final.
//!
//! What is proven is who anchored first, not who wrote it.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

#[cfg(feature = "runtime-benchmarks")]
mod benchmarking;
#[cfg(any(test, feature = "try-runtime"))]
mod check;
#[cfg(test)]
mod tests;
mod types;
pub mod weights;

pub use pallet::*;
pub use types::{commitment_of, Commit, Work};
pub use weights::WeightInfo;

/// Longest title of a work, in bytes.
pub const MAX_TITLE: u32 = 128;

#[frame_support::pallet]
pub mod pallet {
    use super::{commitment_of, Commit, WeightInfo, Work, MAX_TITLE};
    use frame_support::{
        pallet_prelude::*,
        traits::{
            fungible::{Inspect, MutateHold},
            tokens::Precision,
        },
    };
    use frame_system::pallet_prelude::*;
    use sp_core::H256;
    use sp_runtime::traits::{Get, Saturating};

    /// Amounts of the runtime's token.
    pub type BalanceOf<T> =
        <<T as Config>::Currency as Inspect<<T as frame_system::Config>::AccountId>>::Balance;
    /// A commitment of this runtime.
    pub type CommitOf<T> = Commit<BlockNumberFor<T>, BalanceOf<T>>;
    /// A work of this runtime.
    pub type WorkOf<T> = Work<<T as frame_system::Config>::AccountId, BlockNumberFor<T>, BalanceOf<T>>;

    /// What the pallet needs to know of its runtime.
    #[pallet::config]
    pub trait Config: frame_system::Config {
        /// The token in which deposits are held.
        type Currency: MutateHold<Self::AccountId, Reason = Self::RuntimeHoldReason>;
        /// Why an amount is held, for the whole runtime.
        type RuntimeHoldReason: From<HoldReason>;
        /// Held from the author for each commitment, and kept while the revealed work stands: it prices the state.
        #[pallet::constant]
        type Deposit: Get<BalanceOf<Self>>;
        /// Blocks from the first reveal in which an earlier commitment takes a work over.
        #[pallet::constant]
        type ContestPeriod: Get<BlockNumberFor<Self>>;
        /// Weights of the calls.
        type WeightInfo: WeightInfo;
    }

    /// The pallet.
    #[pallet::pallet]
    pub struct Pallet<T>(_);

    /// Why this pallet holds an amount.
    #[pallet::composite_enum]
    pub enum HoldReason {
        /// Deposit for a commitment or for the work revealed from it.
        Anchor,
    }

    /// Commitments not yet revealed, by author and commitment. Under the author, so that nobody can occupy another's.
    #[pallet::storage]
    pub type Commits<T: Config> =
        StorageDoubleMap<_, Blake2_128Concat, T::AccountId, Blake2_128Concat, H256, CommitOf<T>>;

    /// Revealed works by the hash of their content.
    #[pallet::storage]
    pub type Works<T: Config> = StorageMap<_, Blake2_128Concat, H256, WorkOf<T>>;

    /// What happened.
    #[pallet::event]
    #[pallet::generate_deposit(pub(super) fn deposit_event)]
    pub enum Event<T: Config> {
        /// An author anchored a commitment.
        Committed {
            /// Who anchored.
            author: T::AccountId,
            /// The commitment.
            commitment: H256,
        },
        /// A work was revealed for the first time.
        Revealed {
            /// Hash of the work's content.
            content_hash: H256,
            /// Who anchored it.
            author: T::AccountId,
            /// Block of the commitment.
            committed: BlockNumberFor<T>,
        },
        /// An earlier commitment took a work over.
        Replaced {
            /// Hash of the work's content.
            content_hash: H256,
            /// Who held it until now.
            former: T::AccountId,
            /// Who anchored it earlier.
            author: T::AccountId,
            /// Block of the earlier commitment.
            committed: BlockNumberFor<T>,
        },
        /// A commitment was given up and its deposit freed.
        Released {
            /// Who had anchored.
            author: T::AccountId,
            /// The commitment.
            commitment: H256,
        },
    }

    /// Why a call was refused.
    #[pallet::error]
    pub enum Error<T> {
        /// The author has already anchored this commitment.
        AlreadyCommitted,
        /// The author has no such commitment: another account, content or salt.
        NotCommitted,
        /// The title is empty or not UTF-8.
        BadTitle,
        /// The work stands from a commitment at least as early.
        AnchoredEarlier,
        /// The contest of this work is over.
        ContestOver,
    }

    #[pallet::call]
    impl<T: Config> Pallet<T> {
        /// Anchors a commitment, `blake2_256(author ++ content_hash ++ salt)`, at the present block. Holds the deposit.
        ///
        /// Refused with `AlreadyCommitted`, or with the token's error if the deposit is not there.
        #[pallet::call_index(0)]
        #[pallet::weight(T::WeightInfo::commit())]
        pub fn commit(origin: OriginFor<T>, commitment: H256) -> DispatchResult {
            let author = ensure_signed(origin)?;
            ensure!(
                !Commits::<T>::contains_key(&author, commitment),
                Error::<T>::AlreadyCommitted
            );
            let deposit = T::Deposit::get();
            T::Currency::hold(&HoldReason::Anchor.into(), &author, deposit)?;
            let block = frame_system::Pallet::<T>::block_number();
            Commits::<T>::insert(&author, commitment, Commit { block, deposit });
            Self::deposit_event(Event::Committed { author, commitment });
            Ok(())
        }

        /// Reveals a commitment: the work stands under its content's hash from the block of the commitment. The deposit
        /// stays held with the work; who is replaced gets theirs back.
        ///
        /// Refused with `BadTitle`, `NotCommitted`, `AnchoredEarlier` or `ContestOver`.
        #[pallet::call_index(1)]
        #[pallet::weight(T::WeightInfo::reveal())]
        pub fn reveal(
            origin: OriginFor<T>,
            content_hash: H256,
            salt: H256,
            title: BoundedVec<u8, ConstU32<MAX_TITLE>>,
        ) -> DispatchResult {
            let author = ensure_signed(origin)?;
            ensure!(
                !title.is_empty() && core::str::from_utf8(&title).is_ok(),
                Error::<T>::BadTitle
            );
            let commitment = commitment_of(&author, content_hash, salt);
            let commit = Commits::<T>::get(&author, commitment).ok_or(Error::<T>::NotCommitted)?;
            let now = frame_system::Pallet::<T>::block_number();
            let former = Works::<T>::get(content_hash);
            if let Some(former) = &former {
                ensure!(
                    now < former.revealed.saturating_add(T::ContestPeriod::get()),
                    Error::<T>::ContestOver
                );
                ensure!(commit.block < former.committed, Error::<T>::AnchoredEarlier);
            }
            let work = Work {
                author: author.clone(),
                title,
                committed: commit.block,
                revealed: former.as_ref().map_or(now, |former| former.revealed),
                deposit: commit.deposit,
            };
            Commits::<T>::remove(&author, commitment);
            Works::<T>::insert(content_hash, work);
            let committed = commit.block;
            match former {
                None => Self::deposit_event(Event::Revealed {
                    content_hash,
                    author,
                    committed,
                }),
                Some(former) => {
                    Self::free(&former.author, former.deposit)?;
                    let former = former.author;
                    Self::deposit_event(Event::Replaced {
                        content_hash,
                        former,
                        author,
                        committed,
                    });
                }
            }
            Ok(())
        }

        /// Gives up a commitment that was not revealed and frees its deposit.
        ///
        /// Refused with `NotCommitted`.
        #[pallet::call_index(2)]
        #[pallet::weight(T::WeightInfo::release())]
        pub fn release(origin: OriginFor<T>, commitment: H256) -> DispatchResult {
            let author = ensure_signed(origin)?;
            let commit = Commits::<T>::take(&author, commitment).ok_or(Error::<T>::NotCommitted)?;
            Self::free(&author, commit.deposit)?;
            Self::deposit_event(Event::Released { author, commitment });
            Ok(())
        }
    }

    impl<T: Config> Pallet<T> {
        fn free(author: &T::AccountId, deposit: BalanceOf<T>) -> DispatchResult {
            // Best effort: a hold that root has made smaller must not keep a call from succeeding.
            T::Currency::release(&HoldReason::Anchor.into(), author, deposit, Precision::BestEffort)
                .map(|_| ())
        }
    }

    #[pallet::hooks]
    impl<T: Config> Hooks<BlockNumberFor<T>> for Pallet<T> {
        #[cfg(feature = "try-runtime")]
        fn try_state(_: BlockNumberFor<T>) -> Result<(), sp_runtime::TryRuntimeError> {
            Self::check_state()
        }
    }
}
