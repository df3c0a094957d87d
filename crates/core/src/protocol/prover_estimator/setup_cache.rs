//! A cache of results that depend on the setup only. All debates with the same setup share it.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::work::{CancelToken, Cancelled};

/// Results by type and key. A result depends only on the setup and the key, so a cached result
/// never changes a debate. The cache saves work when thousands of debates run.
#[derive(Debug, Default)]
pub struct SetupCache(Mutex<HashMap<(TypeId, u64), Arc<dyn Any + Send + Sync>>>);

impl SetupCache {
    /// The result of this type with this key. Computes the result if it is not in the cache.
    ///
    /// # Errors
    /// Returns the error of `make`, which is not cached, or an error if the work was cancelled.
    pub fn get<T: Any + Send + Sync, E: From<Cancelled>>(
        &self,
        key: u64,
        token: &CancelToken,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let mut kept = token.lock(&self.0)?;
        let place = (TypeId::of::<T>(), key);
        if let Some(found) = kept.get(&place).cloned()
            && let Ok(found) = found.downcast()
        {
            return Ok(found);
        }
        let made = Arc::new(make()?);
        kept.insert(place, Arc::clone(&made) as Arc<dyn Any + Send + Sync>);
        Ok(made)
    }
}
