//! What a target may lack as a whole, and how to ask for each in its plainest form.
//!
//! A target that lacks one is asked nothing that needs it: everything would fail for the same reason.

use crate::check::named;
use crate::table;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::{RuleId, id};

named! {
    /// The skills, in an order in which none comes before one that it rests on.
    Skill {
        /// Entity group transactions.
        Batch = "batch",
        /// Pages and the tokens that lead from one to the next.
        Continuation = "continuation",
        /// The format of old versions.
        Atom = "atom",
        /// Refusing those who do not sign, or sign wrongly.
        Auth = "auth",
        /// Shared access signatures.
        Sas = "sas",
        /// Stored access policies of tables.
        Acl = "acl",
        /// Properties of the service.
        ServiceProperties = "service-properties",
        /// Answers to pages of other origins.
        Cors = "cors",
    }
}

impl Skill {
    /// What it is, for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Batch => "entity group transactions",
            Self::Continuation => "continuation",
            Self::Atom => "Atom",
            Self::Auth => "authentication",
            Self::Sas => "shared access signatures",
            Self::Acl => "stored access policies",
            Self::ServiceProperties => "service properties",
            Self::Cors => "CORS",
        }
    }

    /// The plainest rule of the skill: the one that a target breaks which lacks it, unless an experiment blames another.
    pub fn rule(self) -> RuleId {
        match self {
            Self::Batch => id::TABLE_BATCH_ACCEPTED,
            Self::Continuation => id::TABLE_CONTINUATION_TOP_TOKEN,
            Self::Atom => id::TABLE_ATOM_ACCEPTED,
            Self::Auth => id::TABLE_AUTH_SIGNATURE,
            Self::Sas => id::TABLE_SAS_ACCOUNT,
            Self::Acl => id::TABLE_ACL_SET,
            Self::ServiceProperties => id::TABLE_SERVICE_PROPERTIES_STORED,
            Self::Cors => id::TABLE_CORS_PREFLIGHT,
        }
    }

    /// What it means nothing without.
    pub fn rests_on(self) -> Option<Self> {
        match self {
            Self::Sas => Some(Self::Auth),
            Self::Cors => Some(Self::ServiceProperties),
            _ => None,
        }
    }

    /// The id under which baselines and findings know the question whether a target has it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Batch => "table.skill.batch",
            Self::Continuation => "table.skill.continuation",
            Self::Atom => "table.skill.atom",
            Self::Auth => "table.skill.auth",
            Self::Sas => "table.skill.sas",
            Self::Acl => "table.skill.acl",
            Self::ServiceProperties => "table.skill.service-properties",
            Self::Cors => "table.skill.cors",
        }
    }

    /// The skill with this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|skill| skill.name() == name)
    }

    /// Its plainest forms, one history each: a target that does any of them has it.
    pub fn forms(self) -> Vec<History> {
        table::forms(self)
    }
}
