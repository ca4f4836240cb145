//! `fuzz --service queue`: campaigns against sabotaged and sound queues.

use crate::campaigns::Campaigns;

const QUEUES: Campaigns = Campaigns { service: "queue", address: |served| &served.queues };

#[test]
fn a_receipt_that_stays_good_is_found_and_told_again() {
    QUEUES.find("queue.receipts.update-renews", &[]);
}

#[test]
fn an_option_that_is_not_looked_at_is_found_without_the_suites_checks() {
    QUEUES.find("queue.visibility.put", &["--without-checks", "--seed", "2"]);
}

#[test]
fn a_permission_that_is_not_looked_at_is_found_without_the_suites_checks() {
    QUEUES.find("queue.sas.queue-permission", &["--without-checks", "--seed", "4"]);
}

#[test]
fn the_reference_gives_no_finding() {
    QUEUES.find_nothing();
}

#[test]
fn one_job_is_the_same_campaign_every_time() {
    QUEUES.are_the_same_every_time();
}

#[test]
fn operations_on_queues_are_left_out_by_name() {
    QUEUES.leave_out(&["put-message", "update-message"]);
}
