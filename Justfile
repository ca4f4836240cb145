# What CI runs stands in .ci/run; these are the pieces, for hands.

default:
    @just --list

# Everything that CI checks.
ci:
    .ci/run

# Unit, property and whole-tool tests.
test:
    cargo test --workspace

# Formatting and lints, as CI asks for them.
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets --all-features -- --deny warnings

# Open the pages of reports in Chromium (cargo build first).
pages:
    tests/page/run

# Certify the embedded reference.
certify *ARGS:
    cargo run --release -- certify {{ARGS}}

# Certify the pinned Azurite against its baseline.
azurite *ARGS:
    cargo build --release
    targets/azurite/run sh -c 'target/release/tablestakes certify "$AZURITE_TABLE_ENDPOINT" --baseline baselines/azurite-3.37.0.toml {{ARGS}}'

# The same of the last Azurite of the second generation.
azurite2 *ARGS:
    cargo build --release
    targets/azurite2/run sh -c 'target/release/tablestakes certify "$AZURITE2_TABLE_ENDPOINT" --baseline baselines/azurite-2.7.1.toml {{ARGS}}'

# Bring the baseline of the pinned Azurite up to date, with several seeds. `just azurite-baseline --baseline-prune` drops first what is
# stale with the default seed, and wide entries in whose place narrow ones stand.
azurite-baseline *ARGS:
    #!/usr/bin/env bash
    set -euo pipefail
    cargo build --release
    baseline=baselines/azurite-3.37.0.toml
    targets/azurite/run sh -c '
      learn() {
        target/release/tablestakes certify "$AZURITE_TABLE_ENDPOINT" --baseline "$0" --baseline-update "$@" || test $? -eq 1
      }
      learn --seed 1 "$@" && learn --seed 2 && learn --seed 3
    ' "$baseline" {{ARGS}}
    target/release/tablestakes list rule-book --baseline "$baseline" > docs/rules.md

# Does a gate let anything through? Breaks rules that a baseline knows, and each other one beside them.
gate-sabotages *ARGS:
    cargo run --release --example gate -- {{ARGS}}

# Do the suites find what earlier versions of Azurite had? Installs some twenty of them.
past *ARGS:
    cargo build --release
    targets/azurite/past {{ARGS}}

# Fuzz one of our own parsers (rustup toolchain install nightly; cargo install cargo-fuzz). What is found stays in fuzz/found.
fuzz TARGET *ARGS:
    #!/usr/bin/env bash
    set -euo pipefail
    mkdir -p fuzz/found/{{TARGET}}
    dictionary=fuzz/dictionaries/{{TARGET}}.dict
    if [ -f "$dictionary" ]; then dictionary=-dict=$dictionary; else dictionary=; fi
    cargo +nightly fuzz run --sanitizer none {{TARGET}} fuzz/found/{{TARGET}} fuzz/corpus/{{TARGET}} -- $dictionary {{ARGS}}

# Every fuzz target for a moment, without nightly and cargo-fuzz.
fuzz-smoke *ARGS:
    fuzz/smoke {{ARGS}}

# Licences, advisories and bans (cargo install cargo-deny).
deny:
    cargo deny check
