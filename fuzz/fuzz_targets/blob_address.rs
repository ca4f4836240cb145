//! See [`tablestakes_fuzz::targets::blob_address`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(blob_address);
