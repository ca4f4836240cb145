//! See [`tablestakes_fuzz::targets::stored_files`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(stored_files);
