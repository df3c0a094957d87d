//! Work that depends on the setup alone, kept for all debates that share it.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Results by kind and parameter. What is kept follows from the setup and the key, so a debate is
/// the same whether it finds a result here or not; thousands of debates save the work.
#[derive(Default)]
pub struct Kept(Mutex<HashMap<(TypeId, u64), Arc<dyn Any + Send + Sync>>>);

impl Kept {
    /// The result of this kind and parameter, worked out if it is not here yet.
    pub fn get<T: Any + Send + Sync>(&self, key: u64, make: impl FnOnce() -> T) -> Arc<T> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = (TypeId::of::<T>(), key);
        if let Some(found) = kept.get(&place).cloned()
            && let Ok(found) = found.downcast()
        {
            return found;
        }
        let made = Arc::new(make());
        kept.insert(place, Arc::clone(&made) as Arc<dyn Any + Send + Sync>);
        made
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept")
    }
}
