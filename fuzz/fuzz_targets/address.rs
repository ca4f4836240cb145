//! See [`tablestakes_fuzz::targets::address`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(address);
