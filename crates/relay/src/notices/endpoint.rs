//! Permitted endpoints: nobody may use the relay to reach this machine's own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// The longest endpoint that is taken, in bytes. Those of browsers have some 200.
const MAX_ENDPOINT_LEN: usize = 1_024;

/// Why an endpoint isn't taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an endpoint is https, a name with a dot, port 443, and at most 1,024 bytes long")]
pub struct EndpointError;

/// The address of a push service, if messages can be sent to it. `loopback`: this machine counts as
/// one, even without TLS.
///
/// # Errors
/// It isn't one.
pub fn read(endpoint: &str, loopback: bool) -> Result<Uri, EndpointError> {
    let uri: Uri = endpoint.parse().map_err(|_| EndpointError)?;
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
        return Err(EndpointError);
    };
    if endpoint.len() > MAX_ENDPOINT_LEN || authority.as_str().contains('@') {
        return Err(EndpointError);
    }
    let host = authority.host();
    if loopback && host == "127.0.0.1" && matches!(scheme, "http" | "https") {
        return Ok(uri);
    }
    let is_address = host.starts_with('[') || host.parse::<IpAddr>().is_ok();
    // a name such as 0x7f.1 is an address to some resolvers
    let ends_in_a_letter = host.ends_with(|last: char| last.is_ascii_alphabetic());
    let is_name = !is_address && host.contains('.') && ends_in_a_letter;
    let is_usual_port = authority.port_u16().is_none_or(|port| port == 443);
    match scheme == "https" && is_name && is_usual_port {
        true => Ok(uri),
        false => Err(EndpointError),
    }
}

/// Resolves names to public addresses alone. The connection goes to the address that was looked at:
/// a name that changes in the meantime leads nowhere else.
#[derive(Debug)]
pub struct PublicOnly {
    pub loopback: bool,
}

impl Resolver for PublicOnly {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let resolved = DefaultResolver::default().resolve(uri, config, timeout)?;
        let mut public = self.empty();
        for address in resolved.iter() {
            let is_own = self.loopback && address.ip() == Ipv4Addr::LOCALHOST;
            if is_own || is_public(address.ip()) {
                public.push(*address);
            }
        }
        match public.is_empty() {
            true => Err(ureq::Error::HostNotFound),
            false => Ok(public),
        }
    }
}

/// Whether an address is one of the public network (IANA's special-purpose registries).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || a == 0
        // shared by carriers, protocol assignments, former 6to4 relays, benchmarks
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19))
        // multicast, reserved, broadcast
        || a >= 224;
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    // of the assigned ones, without documentation and addresses that contain other addresses
    let is_given_out = a & 0xe000 == 0x2000;
    let is_special = match a {
        0x2001 => b < 0x200 || b == 0xdb8,
        0x2002 | 0x3fff => true,
        _ => false,
    };
    is_given_out && !is_special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_are_push_services() {
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc:APA91",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
            "https://web.push.apple.com:443/QGu",
        ] {
            assert!(read(good, false).is_ok(), "{good}");
        }
        let long = format!("https://push.example/{}", "a".repeat(MAX_ENDPOINT_LEN));
        for bad in [
            "",
            "push.example",
            "http://push.example/",
            "https://push.example:8443/",
            "https://user@push.example/",
            "https://localhost/",
            "https://relay/",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://2130706433/",
            "https://0x7f.0.0.1/",
            "ftp://push.example/",
            "http://127.0.0.1:8090/play",
            &long,
        ] {
            assert_eq!(read(bad, false), Err(EndpointError), "{bad}");
        }
        assert!(read("http://127.0.0.1:9000/push", true).is_ok());
        assert!(read("http://192.168.0.1/push", true).is_err());
    }

    #[test]
    fn public_addresses() {
        for public in [
            "8.8.8.8",
            "100.63.0.1",
            "172.15.0.1",
            "2606:4700::1",
            "2001:4860::8888",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for special in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "fe80::1",
            "fd00::1",
            "ff02::1",
        ] {
            assert!(!is_public(special.parse().unwrap()), "{special}");
        }
    }
}
