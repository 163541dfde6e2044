//! Proofs of possession: which leaves are asked, whether the answer is right, and what follows.
use crate::{Config, Event, HoldReason, Orders, Pallet, Params, Price, Proof, Proofs, Rejection, Stats};
use alloc::vec::Vec;
use codec::Encode;
use frame_support::{storage::with_storage_layer, traits::Get};
use sp_runtime::{DispatchError, DispatchResult};
use storage_core::{
    challenge::{self, Occasion},
    merkle,
    order::{Order, Status},
    replica::Proven,
    Balance, Replica, Seed, Seeds,
};

/// What became of one proof of a call.
enum Outcome {
    Accepted,
    Rejected(Rejection),
    /// The caller keeps no such replica. Told to nobody: whoever sends numbers of others must not fill the events with them.
    Strange,
}

impl From<Option<Rejection>> for Outcome {
    fn from(rejection: Option<Rejection>) -> Self {
        rejection.map_or(Outcome::Accepted, Outcome::Rejected)
    }
}

impl<T: Config> Pallet<T> {
    /// The leaves that `miner` has to show of a file of `size` bytes.
    pub(crate) fn asked_leaves(
        occasion: Occasion,
        seed: &Seed,
        id: u32,
        miner: &T::AccountId,
        size: u64,
    ) -> Vec<u64> {
        let samples = Params::<T>::get().samples;
        let leaves = merkle::leaf_count(size);
        miner
            .using_encoded(|bytes| challenge::leaf_indexes(occasion, &seed.value, id, bytes, samples, leaves))
    }

    /// Whether a proof shows exactly the asked leaves, in order, under the order's root.
    pub(crate) fn is_proof_right(order: &Order<T::AccountId>, asked: &[u64], proof: &Proof) -> bool {
        proof.len() == asked.len()
            && asked.iter().zip(proof.iter()).all(|(index, sample)| {
                merkle::verify(&order.root, order.size, *index, &sample.leaf, &sample.path)
            })
    }

    /// `submit_proofs`; whether there were any and all were taken.
    pub(crate) fn take_proofs(miner: &T::AccountId, proofs: Proofs) -> bool {
        let mut is_all_good = !proofs.is_empty();
        for (id, proof) in proofs {
            let outcome = with_storage_layer(|| Self::take_proof(miner, id, &proof));
            let outcome = outcome.unwrap_or_else(|error| {
                log::error!(target: "market", "proof of order {id}: {error:?}");
                Outcome::Rejected(Rejection::Fault)
            });
            is_all_good &= matches!(outcome, Outcome::Accepted);
            if let Outcome::Rejected(reason) = outcome {
                Self::deposit_event(Event::ProofRejected {
                    id,
                    miner: miner.clone(),
                    reason,
                });
            }
        }
        is_all_good
    }

    /// One proof. A rejection may still have booked a miss, so it is not an error.
    fn take_proof(miner: &T::AccountId, id: u32, proof: &Proof) -> Result<Outcome, DispatchError> {
        let Some(mut order) = Orders::<T>::get(id).filter(Self::is_living) else {
            return Ok(Outcome::Strange);
        };
        let Some(index) = Self::replica_index(&order, miner) else {
            return Ok(Outcome::Strange);
        };
        let missed = Self::book_overdue(id, &mut order, index, None)?;
        let rejection = if missed.is_lost {
            Some(Rejection::TooLate)
        } else {
            Self::check_due_proof(miner, id, &mut order, index, proof)?
        };
        if missed.misses > 0 || rejection.is_none() {
            Self::save_order(id, &order);
        }
        Ok(rejection.into())
    }

    /// Checks a proof against the due epoch of a replica that is not overdue, and books it.
    fn check_due_proof(
        miner: &T::AccountId,
        id: u32,
        order: &mut Order<T::AccountId>,
        index: usize,
        proof: &Proof,
    ) -> Result<Option<Rejection>, DispatchError> {
        let terms = order.terms();
        let clock = Self::clock();
        let Some(replica) = order
            .replicas
            .get(index)
            .filter(|replica| !replica.is_final(&terms))
        else {
            return Ok(Some(Rejection::NotDue));
        };
        let epoch = replica.due;
        let Some(seed) = (epoch <= clock.epoch.index)
            .then(|| T::Seeds::seed(epoch))
            .flatten()
        else {
            return Ok(Some(Rejection::NotDue));
        };
        let asked = Self::asked_leaves(Occasion::Periodic, &seed, id, miner, order.size);
        if !Self::is_proof_right(order, &asked, proof) {
            return Ok(Some(Rejection::BadProof));
        }
        if !replica.confirmed {
            Self::confirm(id, order, index)?;
        }
        let terms = order.terms();
        let Some(replica) = order.replicas.get_mut(index) else {
            return Ok(Some(Rejection::Fault));
        };
        let outcome = replica.accept_proof(id, seed.start, &clock, &terms);
        let proven = replica.proven;
        Self::deposit_event(Event::ProofAccepted {
            id,
            miner: miner.clone(),
            epoch,
            proven,
        });
        if outcome.takes_bounty {
            Self::pay_bounty(miner, id, order)?;
        }
        if outcome.end == Proven::Leaves {
            Self::let_go(id, order, index)?;
        }
        Ok(None)
    }

    /// What a replica's first proof brings before it is booked: the service begins with the first of them, the replica
    /// counts, and its miner has what was prepaid for its acceptance.
    pub(crate) fn confirm(id: u32, order: &mut Order<T::AccountId>, index: usize) -> DispatchResult {
        let Some((miner, joined)) = order
            .replicas
            .get(index)
            .map(|kept| (kept.miner.clone(), kept.joined))
        else {
            return Ok(());
        };
        // Whoever came before the service began is paid from its beginning, or a slot could earn more than its share.
        let began = order.started.unwrap_or(joined);
        if let Some(replica) = order.replicas.get_mut(index) {
            replica.joined = joined.max(began);
            replica.proven = replica.proven.max(replica.joined);
        }
        let is_first = order.status == Status::Pending;
        if is_first {
            let to_treasury = order.start(joined);
            Self::escrow_to(&T::Treasury::get(), to_treasury)?;
            Self::deposit_event(Event::OrderStarted {
                id,
                deadline: order.deadline(),
                to_treasury,
            });
        }
        let amount = order.pay_joining();
        Self::escrow_to_income(&miner, amount)?;
        Stats::<T>::mutate(|stats| {
            stats.live = stats.live.saturating_add(u32::from(is_first));
            stats.replicas = stats.replicas.saturating_add(1);
        });
        Price::<T>::mutate(|price| price.copies_win = price.copies_win.saturating_add(1));
        Self::deposit_event(Event::ReplicaConfirmed { id, miner, amount });
        Ok(())
    }

    fn pay_bounty(miner: &T::AccountId, id: u32, order: &mut Order<T::AccountId>) -> DispatchResult {
        let amount: Balance = core::mem::take(&mut order.bounty);
        if amount > 0 {
            Self::escrow_to_income(miner, amount)?;
            Self::deposit_event(Event::BountyEarned {
                id,
                miner: miner.clone(),
                amount,
            });
        }
        Ok(())
    }

    /// Lets a miner go with its whole collateral, out of its books, the list and the figures.
    pub(crate) fn dismiss(id: u32, size: u64, gone: &Replica<T::AccountId>) -> DispatchResult {
        Self::release(HoldReason::Collateral, &gone.miner, gone.collateral)?;
        Self::free_space(gone, size, 0);
        Self::unlist_replica(&gone.miner, id);
        Ok(())
    }

    /// A replica that asked to leave and has proven goes: settled, with its whole collateral.
    fn let_go(id: u32, order: &mut Order<T::AccountId>, index: usize) -> DispatchResult {
        Self::settle_replica(id, order, index)?;
        if index < order.replicas.len() {
            let gone = order.replicas.remove(index);
            order.opened = Self::now();
            Self::dismiss(id, order.size, &gone)?;
            Self::deposit_event(Event::ReplicaLeft {
                id,
                miner: gone.miner,
            });
        }
        Ok(())
    }
}
