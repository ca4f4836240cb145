//! Fuzz targets for the parsers of the reference and of the harness, and for the reference against its own model.
//!
//! A target is a function of octets that panics if something is wrong ([`targets`]). The same functions are run by
//! libFuzzer (`cargo fuzz run TARGET`), by a driver of our own that needs neither nightly nor libFuzzer ([`drive`]),
//! and by `cargo test`, over the corpora and over inputs drawn from a seed.

pub mod corpus;
pub mod drive;
pub mod targets;

mod mutate;

#[cfg(fuzzing)]
pub use libfuzzer_sys;

/// The whole of a target's binary: libFuzzer's entry point where cargo-fuzz builds it, otherwise a program that runs the
/// files that it is given, one after the other.
#[macro_export]
macro_rules! fuzz {
    ($target:ident) => {
        #[cfg(fuzzing)]
        $crate::libfuzzer_sys::fuzz_target!(|octets: &[u8]| $crate::targets::$target::run(octets));

        #[cfg(not(fuzzing))]
        fn main() -> std::io::Result<()> {
            for file in std::env::args_os().skip(1) {
                $crate::targets::$target::run(&std::fs::read(file)?);
            }
            Ok(())
        }
    };
}
