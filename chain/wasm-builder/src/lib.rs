//! Nothing: this crate is its build script.
