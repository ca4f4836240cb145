//! Reading entries.

use super::*;
use crate::rules::{Broken, Trace};

fn read(body: &str) -> Option<String> {
    let broken = Broken::none();
    as_json(body.as_bytes(), &mut Trace::new(&broken)).map(|json| String::from_utf8(json).unwrap())
}

fn entry(properties: &str) -> String {
    format!(
        "<a:entry xmlns:a='{ATOM}' xmlns:x='{DATA}' xmlns:y='{METADATA}'><a:title/><a:content>\
         <y:properties>{properties}</y:properties></a:content></a:entry>"
    )
}

#[test]
fn properties_are_read_by_their_namespaces_and_types() {
    let json = read(&entry(
        "<x:s> a&amp;&#233;<![CDATA[<]]> </x:s><x:i y:type='Edm.Int32'> -1 </x:i><x:l y:type='Edm.Int64'>12</x:l>\
         <x:b y:type='Edm.Boolean'>1</x:b><x:n y:null='true'/><x:e/><other/><x:d y:type='Edm.Double'>1.5</x:d>\
         <x:f y:type='Edm.Double'>-INF</x:f>",
    ));
    let expected = concat!(
        "{\"s\":\" a&\\u00e9< \",\"i\":-1,\"l@odata.type\":\"Edm.Int64\",\"l\":\"12\",\"b\":true,\"n\":null,\"e\":\"\",",
        "\"d@odata.type\":\"Edm.Double\",\"d\":\"1.5\",\"f@odata.type\":\"Edm.Double\",\"f\":\"-Infinity\"}"
    );
    assert_eq!(json.as_deref(), Some(expected));
}

#[test]
fn control_characters_are_read_by_their_numbers() {
    let json = |text: &str| read(&entry(&format!("<x:p>{text}</x:p>")));
    assert_eq!(json("&#x0;&#0;&#x1f;"), Some("{\"p\":\"\\u0000\\u0000\\u001f\"}".to_owned()));
    for text in ["&#;", "&#x;", "&#xD800;", "&nbsp;"] {
        assert_eq!(json(text), None, "{text}");
    }
}

#[test]
fn what_is_not_of_its_type_is_handed_on_as_text() {
    for (edm_type, text) in [("Edm.Int32", "x"), ("Edm.Int32", "01"), ("Edm.Int32", ""), ("Edm.Boolean", "yes")] {
        let json = read(&entry(&format!("<x:p y:type='{edm_type}'>{text}</x:p>")));
        assert_eq!(json, Some(format!("{{\"p@odata.type\":\"{edm_type}\",\"p\":\"{text}\"}}")));
    }
}

#[test]
fn what_is_no_entry_is_refused() {
    let deep = format!("{}{}", "<e>".repeat(200), "</e>".repeat(200));
    for body in [
        "",
        "{}",
        "<entry/>",
        "<entry xmlns='http://www.w3.org/2005/Atom'/>",
        "<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>",
        "<a:entry><b/></a:entry>",
        &entry("<x:p><x:q/></x:p>"),
        &entry("<x:p>&unknown;</x:p>"),
        &entry(&deep),
        entry("").trim_end_matches("</a:entry>"),
    ] {
        assert_eq!(read(body), None, "{body}");
    }
}
