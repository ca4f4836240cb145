//! See [`tablestakes_fuzz::targets::atom_entity`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(atom_entity);
