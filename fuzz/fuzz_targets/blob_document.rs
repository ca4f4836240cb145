//! See [`tablestakes_fuzz::targets::blob_document`].
#![cfg_attr(fuzzing, no_main)]

tablestakes_fuzz::fuzz!(blob_document);
