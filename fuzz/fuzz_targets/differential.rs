//! See [`tablestakes_fuzz::targets::differential`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(differential);
