//! See [`tablestakes_fuzz::targets::batch_request`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(batch_request);
