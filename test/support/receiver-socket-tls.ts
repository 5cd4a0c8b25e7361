import { createServer } from 'node:tls';
import type { SecureVersion, TLSSocket } from 'node:tls';
import { listen } from './receiver-socket.ts';
import type { ReceiverSocket } from './receiver-socket.ts';

/** Self-signed for hooks.example.com until 2126; made for these tests, trusted nowhere. */
export const RECEIVER_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBrTCCAVOgAwIBAgIUU0CvMY5AI7JQEMVAHcC7shkDid4wCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRaG9va3MuZXhhbXBsZS5jb20wIBcNMjYxMTIxMTEyMzA0WhgP
MjEyNjEwMjgxMTIzMDRaMBwxGjAYBgNVBAMMEWhvb2tzLmV4YW1wbGUuY29tMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEKX4GUHuP/6Y/+mNHQrtdoOtdBK7OD1JA
HuAhX1WmXZrAyqb5gl8HDQnjUfB+3hoU5dnCV7tsHT/p1WSWK+VXw6NxMG8wHQYD
VR0OBBYEFHMBNWqre+lfxZyJmuCgkZJv9LtdMB8GA1UdIwQYMBaAFHMBNWqre+lf
xZyJmuCgkZJv9LtdMA8GA1UdEwEB/wQFMAMBAf8wHAYDVR0RBBUwE4IRaG9va3Mu
ZXhhbXBsZS5jb20wCgYIKoZIzj0EAwIDSAAwRQIhAOHybAVFqkw3uGXuk3dI8JZR
L3BACUFJ9+e+Dr2C1a6wAiA+Uc8hy7TCexoZ4TbMy+bhMEouKt1/G6AViewUTzqN
mA==
-----END CERTIFICATE-----
`;

const RECEIVER_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgoBH3HBJY+IRvU5Yt
reDPn52hpWJc57lxur3kNgHCY0KhRANCAAQpfgZQe4//pj/6Y0dCu12g610Ers4P
UkAe4CFfVaZdmsDKpvmCXwcNCeNR8H7eGhTl2cJXu2wdP+nVZJYr5VfD
-----END PRIVATE KEY-----
`;

/** Starts a raw TLS receiver; `url` names it by address, so combine `port` with a host of the certificate. */
export async function startTlsReceiverSocket(
  talk: (socket: TLSSocket) => void,
  maxVersion: SecureVersion = 'TLSv1.3',
  certificate = RECEIVER_CERTIFICATE,
): Promise<ReceiverSocket> {
  const oldVersion = maxVersion === 'TLSv1.1';
  const server = createServer(
    {
      key: RECEIVER_KEY,
      cert: certificate,
      maxVersion,
      // OpenSSL offers the old versions only at security level 0.
      ...(oldVersion ? { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } : {}),
    },
    talk,
  );
  server.on('tlsClientError', () => {});
  return listen(server, 'https');
}
