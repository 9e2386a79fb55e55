//! In the place of what Web Push needs of cryptography, where the relay is compiled without it: a key
//! that nobody can have, so that there are no notices.

pub mod encryption {
    pub fn is_public_key(_: &[u8]) -> bool {
        false
    }

    pub fn encrypt(_: Vec<u8>, _: &[u8], _: &[u8; 16]) -> Result<Vec<u8>, String> {
        Err("this program is compiled without Web Push".into())
    }
}

pub mod vapid {
    use ureq::http::Uri;

    /// There is none.
    pub enum Vapid {}

    impl Vapid {
        /// Of nobody.
        pub fn public(&self) -> String {
            match *self {}
        }

        /// Of nobody.
        pub fn authorization(&self, _: &Uri) -> String {
            match *self {}
        }
    }
}
