//! See [`tablestakes_fuzz::targets::recording`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(recording);
