const CLOSED_EARLY = 'The connection was closed before a response arrived.';
const NO_DNS_RESPONSE = 'The name servers of the host did not respond; check its DNS.';
const NO_ADDRESS = 'The host name does not resolve to any address; check the URL and its DNS records.';
const NO_ROUTE = 'The host could not be reached.';
const NOT_HTTP = 'The response is not valid HTTP.';
const LARGE_HEADERS = 'The headers of the response are larger than 64 KB.';
const PLAIN_PORT = 'The port of the URL does not speak TLS, but probably plain HTTP; use the port of HTTPS.';
const CLIENT_CERTIFICATE = 'The server demands a client certificate, and the platform sends none.';
const HTTP_2_ONLY = 'The server does not speak HTTP/1.1, but probably HTTP/2 only; enable HTTP/1.1.';
const SHORT_KEY =
  'A key of the server is too short for TLS; use RSA keys of at least 2,048 bits, or elliptic curves.';
const OLD_TLS = 'The TLS handshake failed; the server must offer TLS 1.2 or newer.';
const TLS_FAILED = 'The TLS connection failed; check the TLS settings of the server.';
const UNTRUSTED =
  'The TLS certificate is not trusted; install the full certificate chain of a public certificate ' +
  'authority.';

/** The sentence for the customer, by error code of Node, c-ares, OpenSSL or the sender of webhooks. */
const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The host refused the connection; check that the server is running and the port is right.',
  ECONNRESET: CLOSED_EARLY,
  EPIPE: CLOSED_EARLY,
  ENOTFOUND: NO_ADDRESS,
  ENODATA: NO_ADDRESS,
  EAI_AGAIN: NO_DNS_RESPONSE,
  ESERVFAIL: NO_DNS_RESPONSE,
  EREFUSED: NO_DNS_RESPONSE,
  ETIMEOUT: NO_DNS_RESPONSE,
  ECANCELLED: NO_DNS_RESPONSE,
  ENETUNREACH: NO_ROUTE,
  EHOSTUNREACH: NO_ROUTE,
  ETIMEDOUT: NO_ROUTE,
  CERT_HAS_EXPIRED: 'The TLS certificate has expired; renew the certificate.',
  CERT_NOT_YET_VALID: 'The TLS certificate is not valid yet; install a certificate that is valid now.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The TLS certificate is for a different host name; install a certificate for the host of the URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'The TLS certificate is self-signed; install a certificate of a public certificate authority.',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_REJECTED: UNTRUSTED,
  CERT_SIGNATURE_FAILURE: UNTRUSTED,
  INVALID_CA: UNTRUSTED,
  INVALID_PURPOSE:
    'The TLS certificate is not for servers; install one with the extended key usage serverAuth.',
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  ERR_BLOCKED_ADDRESS: 'The host name resolves to an address that is not public.',
  HPE_HEADER_OVERFLOW: LARGE_HEADERS,
  ERR_MALFORMED_RESPONSE: NOT_HTTP,
};

/** An alert of the server has the number of TLS (RFC 8446, 6) and this number. */
const ALERT = 1000;

/** The sentence by the reason in an error of OpenSSL, whose code in Node is often only EPROTO. */
const TLS_SENTENCES: Readonly<Record<number, string>> = {
  155: PLAIN_PORT,
  156: PLAIN_PORT,
  258: OLD_TLS,
  267: PLAIN_PORT,
  338: 'The server does not support secure renegotiation (RFC 5746); update its TLS software.',
  394: SHORT_KEY,
  [ALERT + 40]:
    'The server ended the TLS handshake: it demands a client certificate, or accepts no cipher that the platform offers.',
  [ALERT + 41]: CLIENT_CERTIFICATE,
  [ALERT + 42]: CLIENT_CERTIFICATE,
  [ALERT + 43]: CLIENT_CERTIFICATE,
  [ALERT + 46]: CLIENT_CERTIFICATE,
  [ALERT + 48]: CLIENT_CERTIFICATE,
  [ALERT + 49]: 'The server refuses the TLS connection (access_denied).',
  [ALERT + 70]: OLD_TLS,
  [ALERT + 71]: 'The server demands stronger encryption than the platform offers.',
  [ALERT + 80]: 'The server reports an internal error of its TLS settings.',
  [ALERT + 112]:
    'The server does not know the host name of the URL; check the name and the TLS settings of the server.',
  [ALERT + 116]: CLIENT_CERTIFICATE,
  [ALERT + 120]: HTTP_2_ONLY,
};

/** The sentence by a part of the message of OpenSSL, for defects of certificates without a code. */
const DEFECTS: Readonly<Record<string, string>> = {
  'key too weak': SHORT_KEY,
  'digest algorithm too weak':
    'The TLS certificate has a signature that is not secure, such as SHA-1; renew the certificate.',
  'critical extension':
    'The TLS certificate has a critical extension that the platform does not know; install another one.',
};

/**
 * One sentence for the customer about a failed connection. Error messages are never shown, because they contain addresses
 * and ports, and those of OpenSSL file names.
 */
export function networkSentence(error: unknown): string {
  // After several addresses, the last error is the most informative, because its attempt had the remaining time.
  const cause: unknown = error instanceof AggregateError ? (error.errors.at(-1) ?? error) : error;
  const code = readCode(cause);
  const message = cause instanceof Error ? cause.message : '';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return tlsSentence(message);
  // Error codes of Node's parser are too detailed for a customer.
  if (code.startsWith('HPE_') && SENTENCES[code] === undefined) return otherProtocol(cause);
  if (code === 'UNSPECIFIED')
    return Object.entries(DEFECTS).find(([part]) => message.includes(part))?.[1] ?? UNTRUSTED;
  return SENTENCES[code] ?? `The connection failed (${code}).`;
}

/** The message begins with a packed code of OpenSSL 3, whose last 23 bits are the reason. */
function tlsSentence(message: string): string {
  const [, packed = ''] = /error:([0-9A-F]{8}):SSL routines/iu.exec(message) ?? [];
  return TLS_SENTENCES[Number.parseInt(packed, 16) % 2 ** 23] ?? TLS_FAILED;
}

/** The sentence about bytes that are not HTTP/1: the first frame of HTTP/2 (RFC 9113, 3.4), and an alert of TLS. */
function otherProtocol(error: unknown): string {
  const bytes = error instanceof Error && 'rawPacket' in error ? error.rawPacket : undefined;
  if (!(bytes instanceof Uint8Array)) return NOT_HTTP;
  const [first, second, , type] = bytes;
  if (first === 0 && second === 0 && type === 4) return HTTP_2_ONLY;
  return first === 21 && second === 3 ? 'The port of the URL speaks TLS; use https.' : NOT_HTTP;
}

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}
