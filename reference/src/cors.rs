//! What CORS rules cause in answers.

use crate::http::Headers;
use crate::properties::CorsRule;

/// Adds what the rules of a service say to the headers of an answer to a GET.
///
/// A rule for every origin speaks whether or not the request names one. With others, answers depend on the origin, and say
/// so even if the request names none.
pub fn mark(headers: &mut Headers, rules: &[CorsRule], origin: Option<&str>) {
    if rules.is_empty() {
        return;
    }
    let about_get: Vec<&CorsRule> =
        rules.iter().filter(|rule| rule.methods.iter().any(|method| method == "GET")).collect();
    let any = about_get.iter().find(|rule| rule.origins.iter().any(|held| held == "*"));
    if let Some(rule) = any {
        let exposed = exposed(rule, headers);
        headers.push("Access-Control-Allow-Origin", "*");
        if !exposed.is_empty() {
            headers.push("Access-Control-Expose-Headers", exposed);
        }
        return;
    }
    if let Some(origin) = origin
        && let Some(rule) = about_get.iter().find(|rule| rule.origins.iter().any(|held| held == origin))
    {
        let exposed = exposed(rule, headers);
        headers.push("Access-Control-Allow-Origin", origin);
        headers.push("Access-Control-Allow-Credentials", "true");
        if !exposed.is_empty() {
            headers.push("Access-Control-Expose-Headers", exposed);
        }
    }
    headers.push("Vary", "Origin");
}

/// The headers that may be seen, by their names; `*` stands for those of the answer.
fn exposed(rule: &CorsRule, headers: &Headers) -> String {
    if !rule.exposed.iter().any(|name| name == "*") {
        return rule.exposed.join(",");
    }
    let there =
        |names: &[&'static str]| names.iter().copied().filter(|name| headers.get(name).is_some()).collect::<Vec<_>>();
    let mut names = there(&["x-ms-request-id", "x-ms-client-request-id", "Server", "x-ms-version"]);
    names.extend(there(&["X-Content-Type-Options", "Cache-Control", "ETag"]));
    names.extend(headers.iter().map(|(name, _)| name).filter(|name| name.starts_with("x-ms-continuation-")));
    if headers.get("X-Content-Type-Options").is_some() {
        names.extend(there(&["Content-Type"]));
    }
    names.extend(["Content-Length", "Date", "Transfer-Encoding"]);
    names.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(rules: &[(&str, &str)], origin: Option<&str>) -> Vec<(String, String)> {
        let rules: Vec<CorsRule> = rules
            .iter()
            .map(|(method, held)| CorsRule {
                methods: vec![(*method).into()],
                origins: vec![(*held).into()],
                exposed: vec!["x".into()],
                ..CorsRule::default()
            })
            .collect();
        let mut headers = Headers::new();
        mark(&mut headers, &rules, origin);
        headers.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn who_is_told_what() {
        let names = |rules: &[(&str, &str)], origin| -> Vec<String> {
            marked(rules, origin).into_iter().map(|(name, _)| name.replace("Access-Control-", "")).collect()
        };
        assert!(names(&[], Some("a")).is_empty());
        assert_eq!(names(&[("PUT", "a")], Some("a")), ["Vary"]);
        assert_eq!(names(&[("GET", "*")], None), ["Allow-Origin", "Expose-Headers"]);
        assert_eq!(names(&[("GET", "a")], None), ["Vary"]);
        assert_eq!(names(&[("GET", "a")], Some("b")), ["Vary"]);
        let all = ["Allow-Origin", "Allow-Credentials", "Expose-Headers", "Vary"];
        assert_eq!(names(&[("GET", "a")], Some("a")), all);
    }
}
