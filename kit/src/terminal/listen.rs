//! What fills the queue of a program that has the terminal to itself.

use std::io;

use super::{Inbox, keyboard, signals};

impl Inbox {
    /// Lets the keyboard, the mouse and signals fill it, each from a thread of its own. The terminal
    /// is taken already: what is typed before belongs to the shell.
    ///
    /// # Errors
    /// When a thread cannot be started or signals cannot be caught.
    pub fn listen(&self) -> io::Result<()> {
        self.listen_to_signals()?;
        keyboard::listen(self.waker())
    }

    /// Lets signals alone fill it: what is typed is read by somebody else.
    ///
    /// # Errors
    /// When a thread cannot be started or signals cannot be caught.
    pub fn listen_to_signals(&self) -> io::Result<()> {
        signals::listen(self.waker())
    }
}
