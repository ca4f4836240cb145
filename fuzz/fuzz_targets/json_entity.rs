//! See [`tablestakes_fuzz::targets::json_entity`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(json_entity);
