//! The freedoms of a server: what two conforming answers may differ in.
//!
//! What is not listed here is compared. Each freedom has a test that shows a wrong answer still caught beside it.

/// One freedom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Freedom {
    /// The words of an error's message, and its language. The documentation and the recordings of different years have
    /// different texts for one code. The index that a transaction's message begins with is compared.
    MessageText,
    /// The order of headers and of JSON members, an entity's properties among them: neither has one
    /// (`table.entities.property-order-insert`).
    Order,
    /// Values of `x-ms-request-id`, `Date`, `Server` and the message's `RequestId` and `Time`. The service chooses them;
    /// that a request id is a new GUID is compared.
    Identifiers,
    /// Timestamps and the ETags made from them. That they have their form, agree with each other, change with every write
    /// and stay without one is compared.
    Timestamps,
    /// What a continuation token looks like. Documented as opaque; that it is there and goes on is compared.
    TokenText,
    /// A page may end before it is full, even empty, if it carries a token (`table.continuation.early-page`). Its rows
    /// must be the first of the page that the oracle gives.
    EarlyPage,
    /// `charset` and `streaming` of a Content-Type, blanks and case in it. Clients are recorded to send and to accept
    /// several spellings; the media type and the metadata level are compared.
    ContentTypeParameters,
    /// Headers that no rule speaks of, `x-ms-client-request-id` among them (`table.headers.client-request-id`): proxies
    /// and load balancers add some. So are those of which rules speak, on an answer in which none of these rules took part:
    /// what is not recorded of refusals and rare operations is not demanded.
    OtherHeaders,
    /// Scheme and host of `Location`, `odata.metadata` and `odata.id`: a target may stand behind another name. The path
    /// is compared.
    AddressHost,
    /// `Content-Length` or chunks, and the reason phrase: HTTP leaves the choice to the server, and recordings have both.
    Framing,
    /// The names of boundaries, blank lines around parts and the order of a part's headers: the syntax of MIME.
    MultipartSyntax,
    /// Spellings of the same number: `1E+2` and `100.0`. Both are the same Double to every client; a missing point, which
    /// makes it an Int32, is compared.
    DoubleSpelling,
    /// Upper or lower case in a Guid: RFC 9562 has readers accept both.
    GuidSpelling,
    /// The body of an answer that the oracle gives without an error code: the HTTP listener's page of markup.
    ListenerPage,
    /// No index before the message of a transaction with one operation, where the oracle writes one: recordings have it
    /// for few codes. An index where the oracle has none (`table.batch.single-no-index`) is compared, as is a wrong one
    /// where there are several operations.
    LoneIndex,
    /// Which operation's Content-ID the part of a failure carries: recorded is the last that was read, which is seldom that
    /// of the operation that fails. The index in the message, which clients go by, is compared.
    FailureContentId,
    /// Tables of others in a listing: an account may hold some, and other histories run at the same time. So is one without a
    /// name, where all that are known have theirs.
    ForeignTables,
}

impl Freedom {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::MessageText,
        Self::Order,
        Self::Identifiers,
        Self::Timestamps,
        Self::TokenText,
        Self::EarlyPage,
        Self::ContentTypeParameters,
        Self::OtherHeaders,
        Self::AddressHost,
        Self::Framing,
        Self::MultipartSyntax,
        Self::DoubleSpelling,
        Self::GuidSpelling,
        Self::ListenerPage,
        Self::LoneIndex,
        Self::FailureContentId,
        Self::ForeignTables,
    ];
}
