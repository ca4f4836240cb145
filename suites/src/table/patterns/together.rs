//! Rows of several kinds in one partition, which a transaction keeps together: orders with their lines, rows that are an index of
//! others, accounts with their entries.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    at, batch, boolean, delete, etag, etag_in, get, insert, insert_or_replace, int, long, merge, scan, scan_all, seed,
    text, update,
};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::Operation;

fn user(id: &str, email: &str) -> Operation {
    insert(at("eu", format!("user|{id}")), [("Kind", text("user")), ("Email", text(email)), ("Active", boolean(true))])
}

/// The row that finds a user by the address.
fn index(email: &str, id: &str) -> Operation {
    insert(at("eu", format!("email|{email}")), [("Kind", text("index")), ("User", text(id))])
}

fn order(total: i32) -> Operation {
    insert(at("acme", "order|0007"), [("Kind", text("order")), ("Total", int(total))])
}

fn line(number: u8, article: &str) -> Operation {
    insert(at("acme", format!("order|0007|line|{number:02}")), [("Kind", text("line")), ("Article", text(article))])
}

/// An entry of an account, and the account with the new balance if its ETag is still this one.
fn booked(entry: &str, amount: i64, balance: i64, known: String) -> Operation {
    batch([
        insert(at("account-9", format!("entry|{entry}")), [("Amount", long(amount))]),
        update(at("account-9", "account"), known, [("Balance", long(balance))]),
    ])
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [orders(), indexes(), accounts()].concat()
}

fn orders() -> Vec<Check> {
    vec![
        check!(
            TableBatch,
            "table.patterns.order-with-lines",
            "An order and its lines are put in one transaction and read by one range",
            "The transaction is done row by row, and answered before the last.",
            [TABLE_BATCH_ACCEPTED, TABLE_BATCH_VISIBLE_AFTER, TABLE_KEYS_ORDER_ASCENDING],
            [
                batch([line(2, "cable"), line(3, "bulb"), order(300), line(1, "lamp")]),
                scan("PartitionKey eq 'acme' and RowKey ge 'order|0007' and RowKey lt 'order|0007}'"),
                scan("PartitionKey eq 'acme' and RowKey ge 'order|0007|line|' and RowKey lt 'order|0007|line}'"),
                get(at("acme", "order|0007")),
                get(at("acme", "order|0007|line|03")),
                scan("PartitionKey eq 'acme' and Kind eq 'order'"),
            ]
        ),
        check!(
            TableBatch,
            "table.patterns.order-taken",
            "Of an order whose number is taken no line shows, wherever the order stands in the transaction",
            "Lines in front of the conflict stay, or those behind it are done.",
            [TABLE_BATCH_ATOMIC, TABLE_BATCH_FAILURE_STATUS, TABLE_BATCH_FAILURE_ONE_PART],
            [
                batch([order(300), line(1, "lamp")]),
                batch([order(900), line(2, "desk"), line(3, "chair")]),
                batch([line(4, "desk"), order(901), line(5, "chair")]),
                batch([line(6, "desk"), line(7, "chair"), order(902)]),
                scan("PartitionKey eq 'acme'"),
                get(at("acme", "order|0007")),
                get(at("acme", "order|0007|line|06")),
            ]
        ),
        check!(
            TableBatch,
            "table.patterns.order-and-its-state",
            "A line is added and the order's total changed together; a total that is out of date keeps the line out",
            "Conditions are compared after the first writes are done, and these stay.",
            [TABLE_BATCH_CONDITIONS, TABLE_BATCH_ATOMIC],
            [
                batch([order(300), line(1, "lamp")]),
                batch([line(2, "cable"), merge(at("acme", "order|0007"), etag_in(0, 0), [("Total", int(350))])]),
                batch([line(3, "bulb"), merge(at("acme", "order|0007"), etag_in(0, 0), [("Total", int(310))])]),
                batch([merge(at("acme", "order|0007"), etag_in(0, 0), [("Total", int(311))]), line(4, "bulb")]),
                scan("PartitionKey eq 'acme'"),
                batch([merge(at("acme", "order|0007"), etag_in(1, 1), [("Total", int(360))]), line(3, "bulb")]),
                scan("PartitionKey eq 'acme'"),
            ]
        ),
        check!(
            TableQuery,
            "table.patterns.kinds-apart",
            "Kinds in one partition have properties of their own, and a comparison passes over rows that lack one",
            "The partition has one schema: what is lacking is null, zero or the empty text.",
            [TABLE_QUERY_MISSING_PROPERTY, TABLE_QUERY_NOT_MISSING],
            [
                seed([
                    insert(at("acme", "customer"), [("Name", text("Acme")), ("Vip", boolean(true))]),
                    insert(at("acme", "order|1"), [("Total", int(0)), ("Vip", boolean(false))]),
                    insert(at("acme", "order|2"), [("Total", int(70)), ("Note", text(""))]),
                    insert(at("acme", "visit|1"), [("Rating", int(5))]),
                ]),
                scan("Total lt 70"),
                scan("Total ge 0 and Total le 70"),
                scan("Note eq ''"),
                scan("Vip ne true"),
                scan("not (Vip eq true)"),
                scan("Name ne 'Acme'"),
                scan("RowKey ge 'order|' and RowKey lt 'order}' and Total eq 70"),
            ]
        ),
        check!(
            TableQuery,
            "table.patterns.kinds-of-one-name",
            "A property that has another type in another kind is not the greater or the equal there",
            "Values are turned into the type of the literal, or compared as texts.",
            [TABLE_QUERY_TYPE_MISMATCH_EQ],
            [
                seed([
                    insert(at("acme", "order|1"), [("Total", int(70))]),
                    insert(at("acme", "order|2"), [("Total", int(5))]),
                    insert(at("acme", "visit|1"), [("Total", text("70"))]),
                    insert(at("acme", "visit|2"), [("Total", text("5"))]),
                ]),
                scan("Total eq 70"),
                scan("Total eq '70'"),
                scan("Total ge 5"),
                scan("Total gt '10'"),
                scan("RowKey ge 'order|' and RowKey lt 'order}' and Total ge 70"),
            ]
        ),
    ]
}

/// A user whose address is taken, with the row that is taken at this place.
fn taken(place: usize, id: &str) -> Operation {
    let mut operations = vec![
        user(id, "ann@example.com"),
        insert(at("eu", format!("name|{id}")), [("Kind", text("index")), ("User", text(id))]),
    ];
    operations.insert(place, index("ann@example.com", id));
    batch(operations)
}

fn indexes() -> Vec<Check> {
    vec![
        check!(
            TableBatch,
            "table.patterns.unique-address",
            "A user is put with a row that finds it by its address; a second of the address leaves neither",
            "What stands before the conflict stays: a user that nobody finds, or an index that leads nowhere.",
            [TABLE_BATCH_ATOMIC, TABLE_BATCH_FAILURE_STATUS, TABLE_BATCH_FAILURE_INDEX],
            [
                batch([user("u-1", "ann@example.com"), index("ann@example.com", "u-1")]),
                taken(0, "u-2"),
                taken(1, "u-3"),
                taken(2, "u-4"),
                scan_all(),
                get(at("eu", "email|ann@example.com")),
                get(at("eu", "user|u-4")),
            ]
        ),
        check!(
            TableBatch,
            "table.patterns.address-moved",
            "A user's address changes: user, old and new row of the index change together",
            "Deletes are done last, or inserts first, each by themselves.",
            [TABLE_BATCH_ACCEPTED, TABLE_BATCH_VISIBLE_AFTER],
            [
                batch([user("u-1", "ann@example.com"), index("ann@example.com", "u-1")]),
                batch([
                    merge(at("eu", "user|u-1"), etag_in(0, 0), [("Email", text("ann@example.org"))]),
                    delete(at("eu", "email|ann@example.com"), etag_in(0, 1)),
                    index("ann@example.org", "u-1"),
                ]),
                get(at("eu", "user|u-1")),
                get(at("eu", "email|ann@example.com")),
                get(at("eu", "email|ann@example.org")),
                batch([user("u-2", "ann@example.com"), index("ann@example.com", "u-2")]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.patterns.address-not-moved",
            "A change of address that comes too late, or to an address that is taken, changes none of the three rows",
            "The row that was deleted on the way stays deleted, or comes back as another.",
            [TABLE_BATCH_ATOMIC, TABLE_BATCH_ATOMIC_DELETE, TABLE_BATCH_CONDITIONS],
            [
                batch([user("u-1", "ann@example.com"), index("ann@example.com", "u-1")]),
                batch([user("u-2", "bob@example.com"), index("bob@example.com", "u-2")]),
                batch([
                    delete(at("eu", "email|ann@example.com"), etag_in(0, 1)),
                    merge(at("eu", "user|u-1"), etag_in(0, 0), [("Email", text("bob@example.com"))]),
                    index("bob@example.com", "u-1"),
                ]),
                scan_all(),
                merge(at("eu", "user|u-1"), etag_in(0, 0), [("Active", boolean(false))]),
                batch([
                    delete(at("eu", "email|ann@example.com"), etag_in(0, 1)),
                    index("ann@example.org", "u-1"),
                    merge(at("eu", "user|u-1"), etag_in(0, 0), [("Email", text("ann@example.org"))]),
                ]),
                scan_all(),
                delete(at("eu", "email|ann@example.com"), etag_in(0, 1)),
            ]
        ),
        check!(
            TableBatch,
            "table.patterns.copies-together",
            "Copies of a row under several keys are replaced together, whether they were there or not",
            "An upsert in a transaction is an insert, or an update.",
            [TABLE_BATCH_UPSERT, TABLE_ENTITIES_UPSERT_REPLACE_REPLACES, TABLE_ENTITIES_UPSERT_REPLACE_INSERTS],
            {
                let copies = |keys: &[&str], title: &str| {
                    batch(keys.iter().map(|key| insert_or_replace(at("books", *key), [("Title", text(title))])))
                };
                steps![
                    copies(&["isbn|978-3-16", "author|knuth|1"], "Sorting"),
                    copies(&["isbn|978-3-16", "author|knuth|1", "year|1973|1"], "Sorting and Searching"),
                    scan_all(),
                    copies(&["isbn|978-3-16"], "Sorting, second edition"),
                    get(at("books", "author|knuth|1")),
                    batch([update(at("books", "year|1974|1"), "*", [("Title", text("no such copy"))])]),
                    get(at("books", "isbn|978-3-16")),
                ]
            }
        ),
    ]
}

fn accounts() -> Vec<Check> {
    vec![
        check!(
            TableBatch,
            "table.patterns.balance",
            "Two book on an account that both have read: the entry of the second stays out with its balance, until it reads again",
            "The entry is inserted before the condition on the account is looked at.",
            [TABLE_BATCH_CONDITIONS, TABLE_BATCH_ATOMIC, TABLE_BATCH_ETAGS],
            [
                insert(at("account-9", "account"), [("Balance", long(100))]),
                booked("a1", -30, 70, etag(0)),
                booked("b1", -80, 20, etag(0)),
                get(at("account-9", "account")),
                scan("PartitionKey eq 'account-9'"),
                booked("b1", -70, 0, etag(3)),
                booked("a2", 5_000_000_000, 5_000_000_000, etag_in(5, 1)),
                scan("PartitionKey eq 'account-9'"),
            ]
        ),
        check!(
            TableBatch,
            "table.patterns.balance-once",
            "An entry is booked once, however often its transaction is sent: its key is that of the order",
            "The balance is written before the conflict is met.",
            [TABLE_BATCH_ATOMIC, TABLE_BATCH_FAILURE_STATUS],
            {
                let booked = |balance| {
                    batch([
                        update(at("account-9", "account"), "*", [("Balance", long(balance))]),
                        insert(at("account-9", "entry|order-7"), [("Amount", long(-30))]),
                    ])
                };
                let mut script = steps![insert(at("account-9", "account"), [("Balance", long(100))])];
                script.extend([70, 40, 10].map(|balance| Step::from(booked(balance))));
                script.extend(steps![get(at("account-9", "account")), scan("PartitionKey eq 'account-9'")]);
                script
            }
        ),
        check!(
            TableBatch,
            "table.patterns.guard-row",
            "A transaction that writes a guard under its ETag is refused once another did",
            "Only rows whose properties change are compared.",
            [TABLE_BATCH_CONDITIONS, TABLE_BATCH_ATOMIC, TABLE_ETAG_CHANGES],
            [
                insert(at("stock", "guard"), []),
                insert(at("stock", "lamp"), [("Left", int(2))]),
                batch([
                    merge(at("stock", "guard"), etag(0), []),
                    insert(at("stock", "reserved|o-1"), [("Article", text("lamp"))]),
                ]),
                batch([
                    insert(at("stock", "reserved|o-2"), [("Article", text("lamp"))]),
                    merge(at("stock", "guard"), etag(0), []),
                ]),
                get(at("stock", "reserved|o-1")),
                get(at("stock", "reserved|o-2")),
                batch([
                    merge(at("stock", "guard"), etag_in(2, 0), []),
                    insert(at("stock", "reserved|o-2"), [("Article", text("lamp"))]),
                ]),
                scan("PartitionKey eq 'stock'"),
            ]
        ),
    ]
}
