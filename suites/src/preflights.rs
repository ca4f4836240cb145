//! Checks of preflights that services have in common: which rule allows what.
//!
//! Where they stand, `rules` sets rules and no others, and `preflight` asks for a method and headers in the name of an origin.

/// Whether an origin may stand for all below a domain.
macro_rules! subdomains_in_preflights {
    ($class:ident, $service:literal, $rule:ident) => {
        check!(
            $class,
            concat!($service, ".cors.subdomains"),
            "An origin with * in place of a subdomain allows the subdomains, and no other origin",
            "The sign is known by itself alone, or what ends in the domain is one of it.",
            [$rule],
            [
                rules(&[rule("GET", "http://*.a.example,http://www.b.example")]),
                preflight("http://sub.a.example", "GET", ""),
                preflight("http://www.b.example", "GET", ""),
                preflight("http://sub.b.example", "GET", ""),
                preflight("https://sub.a.example", "GET", ""),
                preflight("http://nota.example", "GET", ""),
                rules(&[]),
            ]
        )
    };
}

/// The checks of a class and a service, each with the rules that it tries of those that are named.
macro_rules! matching_preflights {
    ($class:ident, $service:literal, {first_rule: $first_rule:ident, headers: $headers:ident, header_prefix: $header_prefix:ident, method: $method:ident, origin_case: $origin_case:ident, preflight: $preflight:ident, preflight_refused: $preflight_refused:ident, subdomains: $subdomains:ident}) => {
        vec![
            check!(
                $class,
                concat!($service, ".cors.method"),
                "A rule allows each of its methods and no other",
                "The origin is compared, and that is that.",
                [$method],
                [
                    rules(&[rule("GET,POST,DELETE", A)]),
                    preflight(A, "GET", ""),
                    preflight(A, "POST", ""),
                    preflight(A, "DELETE", ""),
                    preflight(A, "PUT", ""),
                    preflight(A, "HEAD", ""),
                    preflight(A, "MERGE", ""),
                    rules(&[]),
                ]
            ),
            check!(
                $class,
                concat!($service, ".cors.origin-case"),
                "Origins are compared letter by letter",
                "Names of hosts have no case.",
                [$origin_case],
                [
                    rules(&[rule("GET", A)]),
                    preflight("http://A.example", "GET", ""),
                    preflight("HTTP://a.example", "GET", ""),
                    preflight(A, "GET", ""),
                    rules(&[]),
                ]
            ),
            check!(
                $class,
                concat!($service, ".cors.origins"),
                "A rule may name several origins, and each is allowed",
                "The list is compared as a whole.",
                [$preflight, $preflight_refused],
                [
                    rules(&[rule("GET", &format!("{A},{B}"))]),
                    preflight(A, "GET", ""),
                    preflight(B, "GET", ""),
                    preflight("http://c.example", "GET", ""),
                    rules(&[]),
                ]
            ),
            $crate::preflights::subdomains_in_preflights!($class, $service, $subdomains),
            check!(
                $class,
                concat!($service, ".cors.headers"),
                "Every header that a preflight names must be allowed, in any case and order",
                "One that is allowed is enough, or all are sent back as they were asked for.",
                [$headers],
                [
                    rules(&[cors_rule("GET", A, "accept,x-ms-date", "x-ms-request-id")]),
                    preflight(A, "GET", "X-MS-Date, Accept"),
                    preflight(A, "GET", "accept,x-other"),
                    preflight(A, "GET", "x-other,accept"),
                    preflight(A, "GET", "x-ms-dat"),
                    preflight(A, "GET", "x-ms-date2"),
                    rules(&[]),
                ]
            ),
            check!(
                $class,
                concat!($service, ".cors.header-prefix"),
                "A header that ends in * stands for all that begin so",
                "Names are compared whole.",
                [$header_prefix],
                [
                    rules(&[cors_rule("GET", A, "x-ms-meta-*,accept", "x-ms-request-id")]),
                    preflight(A, "GET", "accept,x-ms-meta-a,x-ms-meta-b"),
                    preflight(A, "GET", "X-MS-META-a"),
                    preflight(A, "GET", "x-ms-date"),
                    preflight(A, "GET", "x-ms-metb"),
                    rules(&[cors_rule("GET", A, "*", "x-ms-request-id")]),
                    preflight(A, "GET", "anything"),
                    rules(&[]),
                ]
            ),
            check!(
                $class,
                concat!($service, ".cors.first-rule"),
                "Of several rules that allow a request the first decides",
                "The last one wins, or the most open one.",
                [$first_rule],
                [
                    rules(&[rule("GET", A), rule("GET", "*")]),
                    preflight(A, "GET", ""),
                    preflight(B, "GET", ""),
                    rules(&[rule("PUT", "*"), rule("GET", A), rule("GET", "*")]),
                    preflight(A, "GET", ""),
                    rules(&[]),
                ]
            ),
        ]
    };
}

pub(crate) use {matching_preflights, subdomains_in_preflights};
