//! See [`tablestakes_fuzz::targets::sas`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(sas);
