//! See [`tablestakes_fuzz::targets::queue_address`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(queue_address);
