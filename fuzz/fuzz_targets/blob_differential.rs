//! See [`tablestakes_fuzz::targets::blob_differential`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(blob_differential);
