//! The secrets of a process: noted where they are made, sent or passed on, and removed from what is kept.

use super::find::find;
use super::forms::{Form, covered, forms};
use super::unescape::{is_of_escape, unescaped};
use bytes::Bytes;
use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;
use std::sync::{LazyLock, PoisonError, RwLock};
use tablestakes_reference::http::{Headers, Request, Response};

/// How many signatures are remembered; the oldest is forgotten first. A signature of a request is of no use after a quarter
/// of an hour, and what a target repeats it has been sent just now.
const MOST: usize = 1 << 15;

/// What stands where a secret stood.
const REMOVED: &str = "[removed]";

/// Secrets, known by their value. They are not held: what is held tells them apart from other texts, and no more.
#[derive(Debug, Default)]
pub struct Secrets {
    known: RwLock<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// By their first octets, each with how often it is there.
    forms: HashMap<u64, Vec<(Form, usize)>, BuildHasherDefault<Mixed>>,
    /// Those that are forgotten when there are too many, in order.
    passing: VecDeque<Vec<Form>>,
}

/// Spreads eight octets: one multiplication, since every octet of every answer is looked up. What is held is made of
/// signatures, which nobody chooses.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, octets: &[u8]) {
        octets.iter().for_each(|octet| self.write_u64(self.0 ^ u64::from(*octet)));
    }

    fn write_u64(&mut self, number: u64) {
        let spread = u128::from(number) * 0x9e37_79b9_7f4a_7c15;
        self.0 = u64::try_from(spread >> 64).unwrap_or_default() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// The secrets of this process. There is one collection, so that nothing that is written can miss what something else of the
/// same run has signed.
pub fn of_this_process() -> &'static Secrets {
    static SECRETS: LazyLock<Secrets> = LazyLock::new(Secrets::default);
    &SECRETS
}

impl Secrets {
    /// Remembers a secret for as long as the process lives: a key, a token.
    pub fn note_lasting(&self, secret: &str) {
        let forms = forms(secret);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if forms.first().is_some_and(|form| known.begins(form.prefix).contains(form)) {
            return;
        }
        forms.into_iter().for_each(|form| known.add(form));
    }

    /// Remembers the signature of a request, until many others have been made. What is forged of one character is none, and stands
    /// in every long number.
    pub fn note(&self, signature: &str) {
        let mut characters = signature.trim_end_matches('=').chars();
        let first = characters.next();
        if characters.any(|other| Some(other) != first) {
            self.note_forms(forms(signature));
        }
    }

    fn note_forms(&self, forms: Vec<Form>) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        forms.iter().for_each(|form| known.add(*form));
        known.passing.push_back(forms);
        if known.passing.len() > MOST
            && let Some(oldest) = known.passing.pop_front()
        {
            oldest.into_iter().for_each(|form| known.forget(form));
        }
    }

    /// Remembers the signatures that a request carries, whoever made them.
    pub fn note_request(&self, request: &Request) {
        let parameters = |text: &str| {
            for (at, name) in text.match_indices("sig=") {
                let value = &text[at + name.len()..];
                let end = value.find(|c: char| c == '&' || c == '"' || c.is_whitespace()).unwrap_or(value.len());
                self.note(&unescaped(&value[..end]));
            }
        };
        parameters(&request.target);
        for (name, value) in request.headers.iter() {
            if name.to_ascii_lowercase().ends_with("authorization") {
                // Behind the account, or the token of another scheme. An account alone is no secret.
                let credentials = value.split_once(' ').map_or("", |(_, rest)| rest);
                let signature = if value.starts_with("SharedKey") {
                    credentials.split_once(':').map_or("", |(_, signature)| signature)
                } else {
                    credentials
                };
                self.note(signature);
            } else {
                parameters(value);
            }
        }
        if let Ok(body) = std::str::from_utf8(&request.body) {
            parameters(body);
        }
        // What a target gave is sent back as it was written.
        let values = request.headers.iter().map(|(_, value)| value);
        let texts = values.chain([request.target.as_str()]).map(str::as_bytes);
        texts.chain([&request.body[..]]).for_each(|text| self.note_covered(text));
    }

    /// Remembers what known secrets look like once base64 is made of a text in which they stand under escapes: these are then out
    /// of sight.
    fn note_covered(&self, text: &[u8]) {
        if !text.iter().any(|octet| is_of_escape(*octet)) {
            return;
        }
        let under_escapes = |held: &&[u8]| held.iter().any(|octet| is_of_escape(*octet));
        let found = self.find(text).into_iter().filter_map(|range| text.get(range));
        let forms: Vec<Form> = found.filter(under_escapes).flat_map(covered).collect();
        if !forms.is_empty() {
            self.note_forms(forms);
        }
    }

    /// The text without secrets.
    pub fn removed<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let found = self.find(text.as_bytes());
        if found.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut kept = String::with_capacity(text.len());
        let mut from = 0;
        for Range { start, end } in found {
            // Octets of a signature may be parts of characters.
            let start = (0..=start).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default();
            let end = (end..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
            kept.push_str(text.get(from..start).unwrap_or_default());
            kept.push_str(REMOVED);
            from = end;
        }
        kept.push_str(text.get(from..).unwrap_or_default());
        Cow::Owned(kept)
    }

    /// The octets without secrets. They are as many as before: a length that is said of them still holds.
    pub fn masked(&self, octets: &Bytes) -> Bytes {
        let found = self.find(octets);
        if found.is_empty() {
            return octets.clone();
        }
        let mut kept = octets.to_vec();
        for range in found {
            let Some(held) = kept.get_mut(range) else { continue };
            let filled = REMOVED.bytes().chain(std::iter::repeat(b'*'));
            held.iter_mut().zip(filled).for_each(|(octet, mask)| *octet = mask);
        }
        kept.into()
    }

    /// The answer without secrets.
    #[must_use]
    pub fn masked_answer(&self, answer: Response) -> Response {
        let Response { status, headers, body } = answer;
        Response { status, headers: self.masked_fields(headers), body: self.masked(&body) }
    }

    /// The request without secrets.
    #[must_use]
    pub fn masked_request(&self, request: Request) -> Request {
        let Request { method, target, headers, body } = request;
        let target = self.removed(&target).into_owned();
        Request { method, target, headers: self.masked_fields(headers), body: self.masked(&body) }
    }

    fn masked_fields(&self, headers: Headers) -> Headers {
        if headers
            .iter()
            .all(|(name, value)| self.find(name.as_bytes()).is_empty() && self.find(value.as_bytes()).is_empty())
        {
            return headers;
        }
        let masked =
            headers.iter().map(|(name, value)| (self.removed(name).into_owned(), self.removed(value).into_owned()));
        masked.collect()
    }

    fn find(&self, text: &[u8]) -> Vec<Range<usize>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if known.forms.is_empty() { Vec::new() } else { find(text, |prefix| known.begins(prefix)) }
    }
}

impl Known {
    fn begins(&self, prefix: u64) -> Vec<Form> {
        self.forms.get(&prefix).map(|forms| forms.iter().map(|(form, _)| *form).collect()).unwrap_or_default()
    }

    fn add(&mut self, form: Form) {
        let held = self.forms.entry(form.prefix).or_default();
        match held.iter_mut().find(|(known, _)| *known == form) {
            Some((_, times)) => *times += 1,
            None => held.push((form, 1)),
        }
    }

    fn forget(&mut self, form: Form) {
        let Some(held) = self.forms.get_mut(&form.prefix) else { return };
        held.retain_mut(|(known, times)| {
            *times -= usize::from(*known == form);
            *times > 0
        });
        if held.is_empty() {
            self.forms.remove(&form.prefix);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    const SIGNATURE: &str = "pJi+QplYXf3QnQs/nsSJ7ZvIU+Xw/Yp8g0ClA9bnOCk=";

    fn knowing(signature: &str) -> Secrets {
        let secrets = Secrets::default();
        secrets.note(signature);
        secrets
    }

    fn escaped(text: &str, escape: impl Fn(char) -> String) -> String {
        text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_string() } else { escape(c) }).collect()
    }

    #[test]
    fn a_signature_is_found_in_every_form() {
        let secrets = knowing(SIGNATURE);
        let percent = escaped(SIGNATURE, |c| format!("%{:02X}", u32::from(c)));
        let json = escaped(SIGNATURE, |c| format!("\\u{:04x}", u32::from(c)));
        let digits: String = STANDARD.decode(SIGNATURE).unwrap().iter().map(|octet| format!("{octet:02x}")).collect();
        for form in [
            SIGNATURE.to_owned(),
            SIGNATURE.trim_end_matches('=').to_owned(),
            SIGNATURE.replace('+', " "),
            SIGNATURE.replace('+', "-").replace('/', "_"),
            percent.clone(),
            escaped(SIGNATURE, |c| format!("%{:02x}", u32::from(c))),
            percent.replace('%', "%25"),
            percent.replace('%', "%2525"),
            percent.replace('%', "&#37;"),
            json.clone(),
            json.replace('\\', "&#x5C;"),
            SIGNATURE.replace('/', "\\/"),
            escaped(SIGNATURE, |c| format!("&#{};", u32::from(c))),
            escaped(SIGNATURE, |c| format!("&#x{:X};", u32::from(c))),
            escaped(SIGNATURE, |c| format!("&amp;#x{:x};", u32::from(c))),
            SIGNATURE.replace('+', "&plus;").replace('=', "&equals;"),
            SIGNATURE.chars().map(|c| format!("&#{};", u32::from(c))).collect(),
            SIGNATURE.chars().map(|c| format!("%{:02x}", u32::from(c))).collect(),
            digits.to_uppercase(),
            digits,
        ] {
            let kept = secrets.removed(&format!("The MAC signature '{form}' is not the same as &any")).into_owned();
            assert_eq!(kept, "The MAC signature '[removed]' is not the same as &any", "{form}");
        }
    }

    #[test]
    fn a_signature_is_found_in_base64_of_what_holds_it() {
        let secrets = knowing(SIGNATURE);
        for before in ["", "a", "ab", "SharedKey me:"] {
            let text = STANDARD.encode(format!("{before}{SIGNATURE} and more"));
            let kept = secrets.removed(&text);
            let left = kept.replace("[removed]", "");
            assert!(kept.contains("[removed]") && left.len() < text.len() - 50, "{kept}");
        }
    }

    #[test]
    fn what_was_sent_back_under_escapes_is_found_in_base64() {
        let escapes: [fn(char) -> String; 3] = [
            |c| format!("%25{:02x}", u32::from(c)),
            |c| format!("\\u{:04x}", u32::from(c)),
            |c| format!("&#x{:X};", u32::from(c)),
        ];
        for escape in escapes {
            let secrets = knowing(SIGNATURE);
            let tag = format!("W/\"SharedKey me:{} and so on\"", escaped(SIGNATURE, escape));
            let headers = Headers::from_iter([("If-Match", tag.as_str())]);
            let request = Request { method: "GET".into(), target: "/t".into(), headers, body: Bytes::new() };
            for before in ["", "a", "ab"] {
                assert_eq!(secrets.removed(&STANDARD.encode(format!("{before}{tag}"))).find("[removed]"), None);
            }
            secrets.note_request(&request);
            for before in ["", "a", "ab"] {
                let kept = secrets.removed(&STANDARD.encode(format!("{before}{tag}"))).into_owned();
                assert!(kept.contains("[removed]"), "{tag}: {kept}");
            }
        }
    }

    #[test]
    fn what_is_escaped_again_and_again_is_found_in_base64() {
        let octets: Vec<u8> = (0..32).map(|number| 0x2f ^ (number * 7)).collect();
        let signature = format!("L+{}", &STANDARD.encode(octets).replace(['+', '/'], "x")[2..]);
        let secrets = knowing(&signature);
        for before in ["", "a", "ab"] {
            let text = STANDARD.encode(format!("{before}sig%25253D{}&", signature.replace('+', "%25252B")));
            let kept = secrets.removed(&text).into_owned();
            assert!(kept.contains("[removed]") && kept.len() + 40 < text.len(), "{kept}");
        }
    }

    #[test]
    fn one_character_is_no_signature() {
        let secrets = knowing(&STANDARD.encode([0; 32]));
        let zeros = "0".repeat(300);
        assert_eq!(secrets.removed(&zeros), zeros);
    }

    #[test]
    fn octets_stay_as_many() {
        let secrets = knowing(SIGNATURE);
        let mut octets = STANDARD.decode(SIGNATURE).unwrap();
        octets.insert(0, 0xff);
        octets.push(0);
        let kept = secrets.masked(&octets.clone().into());
        assert_eq!(kept.len(), octets.len());
        assert!(kept[1..].starts_with(b"[removed]***") && kept[0] == 0xff && kept[kept.len() - 1] == 0);
    }

    #[test]
    fn what_holds_none_stays_however_many_are_known() {
        let secrets = Secrets::default();
        let signature = |number: usize| STANDARD.encode(format!("{number:.<32}"));
        (0..MOST).for_each(|number| secrets.note(&signature(number)));
        for piece in ["{\"PartitionKey\":\"p\",\"A\":1},", "%41\\u0041&amp;", "9"] {
            let text: Bytes = piece.repeat((64 << 10) / piece.len()).into();
            assert_eq!(secrets.masked(&text), text, "{piece}");
            let held = [&text[..], signature(MOST / 2).as_bytes()].concat();
            let kept = secrets.masked(&held.into());
            assert_eq!(kept[..text.len()], text, "{piece}");
            assert!(kept[text.len()..].starts_with(b"[removed]***"), "{piece}");
        }
    }

    #[test]
    fn other_texts_stay() {
        let secrets = knowing(SIGNATURE);
        for text in [
            "",
            "pJi+Qply",
            "pJi+QplYXf3QnQs/nsSJ7Zv",
            "qJi+QplYXf3QnQs/nsSJ7ZvIU+Xw/Yp8g0ClA9bnOCk=",
            "%70%4a%69 100% \\u00 &#112;",
        ] {
            assert_eq!(secrets.removed(text), text);
        }
    }

    #[test]
    fn the_beginning_of_a_signature_is_removed_as_well() {
        let secrets = knowing(SIGNATURE);
        assert_eq!(secrets.removed("'pJi+QplYXf3QnQs/nsSJ7ZvIU+Xw… and"), "'[removed]… and");
        assert_eq!(secrets.removed(&format!("{SIGNATURE}abc")), "[removed]abc");
    }

    #[test]
    fn only_so_many_are_remembered_and_keys_always() {
        let secrets = Secrets::default();
        let key = STANDARD.encode([7; 64]);
        secrets.note_lasting(&key);
        secrets.note_lasting(&key);
        let signature = |number: usize| STANDARD.encode(format!("{number:.<32}"));
        for number in 0..=MOST {
            secrets.note(&signature(number));
        }
        assert_eq!(secrets.removed(&signature(0)), signature(0));
        assert_eq!(secrets.removed(&signature(MOST)), "[removed]");
        assert_eq!(secrets.removed(&key), "[removed]");
        let most = secrets.known.read().unwrap().forms.values().map(Vec::len).sum::<usize>();
        assert!(most <= (MOST + 2) * 8, "{most}");
    }

    #[test]
    fn an_account_is_no_secret() {
        let secrets = Secrets::default();
        for value in
            ["SharedKey devstoreaccount1", "SharedKey devstoreaccount1:", "devstoreaccount1", "SharedKeyLite a:short"]
        {
            let headers = Headers::from_iter([("authorization", value)]);
            let target = "/devstoreaccount1/Tables?sig=devstoreaccount1".to_owned();
            secrets.note_request(&Request { method: "GET".into(), target, headers, body: Bytes::new() });
        }
        assert_eq!(secrets.removed("/devstoreaccount1/Tables"), "/devstoreaccount1/Tables");
    }

    #[test]
    fn what_a_request_carries_is_known() {
        let secrets = Secrets::default();
        let percent = escaped(SIGNATURE, |c| format!("%{:02X}", u32::from(c)));
        let other = STANDARD.encode([9; 32]);
        let headers = Headers::from_iter([("Authorization".to_owned(), format!("SharedKey me:{other}"))]);
        let target = format!("/t?sv=1&sig={percent}&se=2");
        secrets.note_request(&Request { method: "GET".into(), target, headers, body: Bytes::new() });
        assert_eq!(secrets.removed(&format!("{SIGNATURE} {other}")), "[removed] [removed]");
    }
}
