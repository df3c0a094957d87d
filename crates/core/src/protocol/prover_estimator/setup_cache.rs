//! Work that depends on the setup alone, kept for all debates that share it.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::work::{Stopped, Token};

/// Results by kind and parameter. What is kept follows from the setup and the key, so a debate is
/// the same whether it finds a result here or not; thousands of debates save the work.
#[derive(Debug, Default)]
pub struct SetupResults(Mutex<HashMap<(TypeId, u64), Arc<dyn Any + Send + Sync>>>);

impl SetupResults {
    /// The result of this kind and parameter, worked out if it is not here yet.
    ///
    /// # Errors
    /// What `make` fails with, which is not kept; or if the work was stopped.
    pub fn get<T: Any + Send + Sync, E: From<Stopped>>(
        &self,
        key: u64,
        token: &Token,
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
