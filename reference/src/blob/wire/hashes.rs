//! The hashes of content: MD5, and the CRC64 of NVM Express, both in base64.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use md5::{Digest as _, Md5};

const CRC64: crc::Crc<u64> = crc::Crc::<u64>::new(&crc::CRC_64_NVME);

/// The MD5 of content, in base64.
pub fn md5(octets: &[u8]) -> String {
    STANDARD.encode(Md5::digest(octets))
}

/// The CRC64 of content: eight octets, the least first, in base64.
pub fn crc64(octets: &[u8]) -> String {
    STANDARD.encode(CRC64.checksum(octets).to_le_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_hashes() {
        assert_eq!(md5(b""), "1B2M2Y8AsgTpgAmY7PhCfg==");
        assert_eq!(crc64(b"Hello World!"), "peH8Xsgc5QI=");
    }
}
