//! See [`tablestakes_fuzz::targets::continuation`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(continuation);
