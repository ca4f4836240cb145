//! See [`tablestakes_fuzz::targets::queue_differential`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(queue_differential);
