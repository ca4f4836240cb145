//! How a scripted check is written down: the macro `check!`.

use tablestakes_reference::ServiceName;
use tablestakes_reference::history::{Fault, History, Step};
use tablestakes_reference::rules::RuleId;

/// The steps of a scripted check, and on how many tables or queues they work.
#[derive(Debug)]
pub(crate) struct Script {
    fixtures: u8,
    steps: Vec<Step>,
    branches: Vec<Vec<Step>>,
    versions: bool,
}

impl Script {
    /// The same with these faults, turn by turn, befalling what the clients do side by side.
    pub(crate) fn befallen(mut self, faults: &[Option<Fault>]) -> Self {
        for (step, fault) in self.branches.iter_mut().flatten().zip(faults.iter().cycle()) {
            step.wire.fault = *fault;
        }
        self
    }

    /// The history that tries these rules of a check by these steps.
    pub(crate) fn history(self, check: &str, rules: &[RuleId]) -> History {
        let Self { fixtures, steps, branches, versions } = self;
        let service = ServiceName::of_id(check).unwrap_or_default();
        History { rules: rules.to_vec(), service, fixtures, steps, branches, versions }
    }
}

/// Steps on one table, or on one queue.
impl From<Vec<Step>> for Script {
    fn from(steps: Vec<Step>) -> Self {
        Self { fixtures: 1, steps, branches: Vec::new(), versions: false }
    }
}

/// Steps on this many tables, or queues.
pub(crate) fn on_several(fixtures: u8, steps: Vec<Step>) -> Script {
    Script { fixtures, steps, branches: Vec::new(), versions: false }
}

/// Steps on one container of an account that keeps versions.
pub(crate) fn with_versions(steps: Vec<Step>) -> Script {
    Script { versions: true, ..Script::from(steps) }
}

/// Steps on one table or queue, and behind them those of several clients side by side.
pub(crate) fn side_by_side(steps: Vec<Step>, branches: Vec<Vec<Step>>) -> Script {
    Script { fixtures: 1, steps, branches, versions: false }
}

/// A list of steps, each an operation, a call, a raw request or a step.
macro_rules! steps {
    ($($step:expr),* $(,)?) => {
        vec![$(tablestakes_reference::history::Step::from($step)),*]
    };
}

/// One check of the suite that the module's `SUITE` names, with its source, to which its rules are `RULES`.
macro_rules! described {
    ($class:ident, $id:expr, $title:expr, $why:expr, [$($rule:ident),+], $source:expr) => {{
        const RULES: &[tablestakes_reference::rules::RuleId] = &[$(tablestakes_reference::rules::id::$rule),+];
        $crate::check::Check {
            id: $id,
            suite: SUITE,
            class: $crate::check::Class::$class,
            title: $title,
            why: $why,
            rules: RULES,
            source: $source,
        }
    }};
}

/// One scripted check of the suite that the module's `SUITE` names:
/// class, id, title, why somebody gets it wrong, the rules it tries (the one it aims at first), the steps.
///
/// The steps are a list, or an expression that makes a [`Script`] where a list does not do.
macro_rules! check {
    ($class:ident, $id:expr, $title:expr, $why:expr, [$($rule:ident),+ $(,)?], [$($step:expr),* $(,)?] $(,)?) => {
        $crate::define::check!($class, $id, $title, $why, [$($rule),+], $crate::define::steps![$($step),*])
    };
    ($class:ident, $id:expr, $title:expr, $why:expr, [$($rule:ident),+ $(,)?], $script:expr $(,)?) => {
        $crate::define::described!(
            $class, $id, $title, $why, [$($rule),+],
            $crate::check::Source::Scripted(|| $crate::define::Script::from($script).history($id, RULES))
        )
    };
}

/// One check whose histories are generated: class, id, title, why, the rules, the strategy that makes the steps.
macro_rules! generated {
    ($class:ident, $id:expr, $title:expr, $why:expr, [$($rule:ident),+ $(,)?], $strategy:expr $(,)?) => {
        $crate::define::described!(
            $class, $id, $title, $why, [$($rule),+],
            $crate::check::Source::Generated(|| {
                use proptest::strategy::Strategy as _;
                $strategy.prop_map(|script| $crate::define::Script::from(script).history($id, RULES)).boxed()
            })
        )
    };
}

pub(crate) use {check, described, generated, steps};
