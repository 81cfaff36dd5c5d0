//! JSON, as far as an export has it: numbers are whole.

use std::ops::Index;
use std::str::Chars;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(usize),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Index<&str> for Json {
    type Output = Json;

    /// The field of an object; null if it has none.
    fn index(&self, name: &str) -> &Json {
        match self {
            Json::Object(fields) => fields.iter().find(|(key, _)| key == name).map_or(&Json::Null, |(_, value)| value),
            _ => &Json::Null,
        }
    }
}

impl Json {
    /// Panics if the text is not JSON, because then the package is damaged.
    pub fn parse(text: &str) -> Json {
        Reader { rest: text.chars() }.value()
    }

    pub fn as_text(&self) -> Option<String> {
        match self {
            Json::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    pub fn text(&self) -> String {
        self.as_text().expect("a text")
    }

    pub fn number(&self) -> Option<usize> {
        match self {
            Json::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub fn list(&self) -> &[Json] {
        match self {
            Json::List(list) => list,
            _ => panic!("expected a list, got {self:?}"),
        }
    }
}

struct Reader<'a> {
    rest: Chars<'a>,
}

impl Reader<'_> {
    fn peek(&mut self) -> char {
        self.rest = self.rest.as_str().trim_start().chars();
        self.rest.clone().next().expect("more JSON")
    }

    fn take(&mut self) -> char {
        self.peek();
        self.raw()
    }

    fn raw(&mut self) -> char {
        self.rest.next().expect("more JSON")
    }

    fn value(&mut self) -> Json {
        match self.peek() {
            '"' => Json::Text(self.text()),
            '[' => Json::List(self.each(']', Reader::value)),
            '{' => Json::Object(self.each('}', |reader| {
                let name = reader.text();
                assert_eq!(reader.take(), ':');
                (name, reader.value())
            })),
            _ => self.word(),
        }
    }

    /// What stands between brackets, with commas between.
    fn each<T>(&mut self, end: char, read: fn(&mut Self) -> T) -> Vec<T> {
        let mut found = vec![];
        self.take();
        while self.peek() != end {
            found.push(read(self));
            if self.peek() == ',' {
                self.take();
            }
        }
        self.take();
        found
    }

    fn word(&mut self) -> Json {
        let text = self.rest.as_str();
        let end = text.find(|char: char| !char.is_ascii_alphanumeric()).unwrap_or(text.len());
        self.rest = text[end..].chars();
        match &text[..end] {
            "null" => Json::Null,
            "true" => Json::Bool(true),
            "false" => Json::Bool(false),
            number => Json::Number(number.parse().expect("a whole number")),
        }
    }

    fn text(&mut self) -> String {
        let mut text = String::new();
        assert_eq!(self.take(), '"');
        loop {
            text.push(match self.raw() {
                '"' => return text,
                '\\' => match self.raw() {
                    'n' => '\n',
                    't' => '\t',
                    'u' => {
                        let digits: String = (0..4).map(|_| self.raw()).collect();
                        u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).expect("a control character")
                    }
                    other => other, // a quote, a backslash or a slash
                },
                char => char,
            });
        }
    }
}

#[test]
fn every_form_of_json_is_read() {
    let object = Json::parse(r#" {"a": ["x\"\\\n\u0007é", 10, null, true, false], "b": {}, "c": []} "#);
    let list = vec![Json::Text("x\"\\\n\u{7}é".into()), Json::Number(10), Json::Null, Json::Bool(true), Json::Bool(false)];
    assert_eq!(object["a"], Json::List(list));
    assert_eq!(object["b"], Json::Object(vec![]));
    assert_eq!((&object["c"], &object["d"]), (&Json::List(vec![]), &Json::Null));
}
