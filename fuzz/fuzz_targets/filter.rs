//! See [`tablestakes_fuzz::targets::filter`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(filter);
