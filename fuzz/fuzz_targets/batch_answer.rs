//! See [`tablestakes_fuzz::targets::batch_answer`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(batch_answer);
