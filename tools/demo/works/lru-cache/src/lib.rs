use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Keeps the `most` values that were used last.
pub struct Lru<K, V> {
    most: usize,
    clock: u64,
    values: HashMap<K, (V, u64)>,
    uses: VecDeque<(K, u64)>,
}

impl<K: Hash + Eq + Clone, V> Lru<K, V> {
    pub fn new(most: usize) -> Self {
        Self { most, clock: 0, values: HashMap::new(), uses: VecDeque::new() }
    }

    fn touch(&mut self, key: &K) -> u64 {
        self.clock += 1;
        self.uses.push_back((key.clone(), self.clock));
        self.clock
    }

    pub fn get(&mut self, key: &K) -> Option<&V> {
        if !self.values.contains_key(key) {
            return None;
        }
        let now = self.touch(key);
        let entry = self.values.get_mut(key)?;
        entry.1 = now;
        Some(&entry.0)
    }

    pub fn put(&mut self, key: K, value: V) {
        let now = self.touch(&key);
        self.values.insert(key, (value, now));
        while self.values.len() > self.most {
            let Some((oldest, at)) = self.uses.pop_front() else { break };
            if self.values.get(&oldest).is_some_and(|(_, used)| *used == at) {
                self.values.remove(&oldest);
            }
        }
    }
}
