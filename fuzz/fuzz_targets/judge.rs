//! See [`tablestakes_fuzz::targets::judge`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(judge);
