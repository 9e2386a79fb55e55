/// Passes JSON to a sink in pieces and sets the commas.
pub(crate) struct Writer<'a, S> {
    sink: &'a mut S,
    /// whether a comma comes before the next key or element
    comma: bool,
}

impl<'a, S: FnMut(&[u8])> Writer<'a, S> {
    pub fn new(sink: &'a mut S) -> Self {
        Self { sink, comma: false }
    }

    fn separate(&mut self) {
        if self.comma {
            (self.sink)(b",");
        }
        self.comma = true;
    }

    fn open(&mut self, bracket: &[u8]) {
        self.separate();
        (self.sink)(bracket);
        self.comma = false;
    }

    fn close(&mut self, bracket: &[u8]) {
        (self.sink)(bracket);
        self.comma = true;
    }

    /// An object whose keys `fields` writes in alphabetical order.
    pub fn object(&mut self, fields: impl FnOnce(&mut Self)) {
        self.open(b"{");
        fields(self);
        self.close(b"}");
    }

    /// A key; the next write is its value.
    pub fn key(&mut self, key: &str) -> &mut Self {
        self.string(key);
        (self.sink)(b":");
        self.comma = false;
        self
    }

    /// An array of the values that `write` writes for the items.
    pub fn array<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) {
        self.open(b"[");
        for item in items {
            write(self, item);
        }
        self.close(b"]");
    }

    /// An array of integers.
    pub fn ints<T: Into<i64>>(&mut self, items: impl IntoIterator<Item = T>) {
        self.array(items, |w, item| w.int(item));
    }

    /// An integer.
    pub fn int(&mut self, value: impl Into<i64>) {
        self.decimal(value.into());
    }

    fn decimal(&mut self, value: i64) {
        self.separate();
        let mut digits = [0; 20];
        let mut start = digits.len();
        let mut rest = value.unsigned_abs();
        loop {
            start -= 1;
            digits[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if value < 0 {
            start -= 1;
            digits[start] = b'-';
        }
        (self.sink)(&digits[start..]);
    }

    /// `true` or `false`.
    pub fn bool(&mut self, value: bool) {
        self.literal(if value { b"true" } else { b"false" });
    }

    /// `null`.
    pub fn null(&mut self) {
        self.literal(b"null");
    }

    fn literal(&mut self, text: &[u8]) {
        self.separate();
        (self.sink)(text);
    }

    /// A string without characters to escape: one of the formats' own words.
    pub fn string(&mut self, text: &str) {
        self.separate();
        (self.sink)(b"\"");
        (self.sink)(text.as_bytes());
        (self.sink)(b"\"");
    }
}
