//! See [`tablestakes_fuzz::targets::shared_key`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(shared_key);
