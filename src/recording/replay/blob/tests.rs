//! Sessions as the recorders of different libraries keep them.
