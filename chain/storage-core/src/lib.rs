//! Arithmetic of storage orders: price, pay, challenges, Merkle proofs and transitions. Pure, no FRAME.
#![cfg_attr(not(feature = "std"), no_std)]
