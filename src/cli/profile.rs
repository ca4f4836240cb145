//! `--profile`: whose behaviour is the measure.

use clap::ValueEnum;

/// Whose behaviour is the measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Profile {
    /// The live service.
    Cloud,
    /// The storage emulator: the service, but for what the emulator's documentation says that it does otherwise
    /// (`table.emulator.*`).
    Emulator,
}

impl From<Profile> for tablestakes_reference::Profile {
    fn from(profile: Profile) -> Self {
        match profile {
            Profile::Cloud => Self::Cloud,
            Profile::Emulator => Self::Emulator,
        }
    }
}
