//! Configuration of the pallets, one file per subject.
#![warn(missing_docs)]

pub mod collators;
pub mod fees;
pub mod parachain;
pub mod system;
pub mod tokens;
pub mod tools;
pub mod trove;
