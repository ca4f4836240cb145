//! See [`tablestakes_fuzz::targets::queue_message`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(queue_message);
