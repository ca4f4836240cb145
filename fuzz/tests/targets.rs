//! Every target holds over its corpus, and over a few inputs drawn from a seed. `fuzz/smoke` draws more.

use tablestakes_fuzz::corpus::Corpus;
use tablestakes_fuzz::drive::{Until, drive};
use tablestakes_fuzz::targets::ALL;

#[test]
fn every_target_holds() {
    for target in ALL {
        let driven = drive(target, 7, Until::Runs(200)).expect("the corpus can be read");
        assert_eq!(driven.failed, None, "{}", target.name);
    }
}

#[test]
fn every_target_has_seeds_and_a_binary() {
    let home = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for target in ALL {
        assert!(!Corpus::of(target.name).expect("the corpus can be read").seeds.is_empty(), "{}", target.name);
        let binary = home.join("fuzz_targets").join(format!("{}.rs", target.name.replace('-', "_")));
        assert!(binary.exists(), "{}", binary.display());
    }
    let binaries = std::fs::read_dir(home.join("fuzz_targets")).expect("there are binaries").count();
    assert_eq!(binaries, ALL.len());
}
