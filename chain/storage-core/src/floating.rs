//! The steps of the floating prices: 0.2 % at a time, at least 1 planck, inside the bounds that root has set.
use crate::{params::Bounds, Balance};

/// Blocks between steps of the price per MiB and day and of the file fee.
pub const PRICE_BLOCKS: u32 = 300;

/// Blocks between steps of the base fee.
pub const BASE_FEE_BLOCKS: u32 = 600;

/// More live files than this make the file fee rise.
pub const MANY_FILES: u32 = 1_000_000;

fn step(value: Balance, is_up: bool, bounds: &Bounds) -> Balance {
    let size = (value / 500).max(1);
    let moved = if is_up {
        value.saturating_add(size)
    } else {
        value.saturating_sub(size)
    };
    moved.max(bounds.min).min(bounds.max)
}

/// Price of a MiB and day after one step: up when more than half of the declared space is used, else down.
pub fn next_mib_day(value: Balance, used: u128, total: u128, bounds: &Bounds) -> Balance {
    step(value, used > total / 2, bounds)
}

/// File fee after one step: up when there are more than a million live files, else down.
pub fn next_file_fee(value: Balance, live: u32, bounds: &Bounds) -> Balance {
    step(value, live > MANY_FILES, bounds)
}

/// Base fee after one step: up when fewer than 2 replicas came per order placed, down when more than 4, else unchanged;
/// unchanged when no order was placed.
pub fn next_base_fee(value: Balance, orders: u32, copies: u32, bounds: &Bounds) -> Balance {
    let (orders, copies) = (u64::from(orders), u64::from(copies));
    if orders == 0 {
        value
    } else if copies < orders * 2 {
        step(value, true, bounds)
    } else if copies > orders * 4 {
        step(value, false, bounds)
    } else {
        value
    }
}
