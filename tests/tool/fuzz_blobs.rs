//! `fuzz --service blob`: campaigns against sabotaged and sound blobs.

use crate::campaigns::Campaigns;

const BLOBS: Campaigns = Campaigns { service: "blob", address: |served| &served.blobs };

#[test]
fn a_lease_that_keeps_nobody_out_is_found_and_told_again() {
    BLOBS.find("blob.leases.required", &[]);
}

#[test]
fn a_list_of_blocks_that_may_lack_some_is_found_without_the_suites_checks() {
    BLOBS.find("blob.block-lists.missing-block", &["--without-checks", "--seed", "2"]);
}

#[test]
fn a_plus_that_is_read_as_a_blank_is_found_without_the_suites_checks() {
    BLOBS.find("blob.names.plus", &["--without-checks", "--seed", "4"]);
}

#[test]
fn the_reference_gives_no_finding() {
    BLOBS.find_nothing();
}

#[test]
fn one_job_is_the_same_campaign_every_time() {
    BLOBS.are_the_same_every_time();
}

#[test]
fn operations_on_blobs_are_left_out_by_name() {
    BLOBS.leave_out(&["put-block-list", "get-blob"]);
}
