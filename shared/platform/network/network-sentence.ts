const CLOSED_EARLY = 'The connection was closed before a response arrived.';
const NO_DNS_RESPONSE = 'The name servers of the host did not respond; check its DNS.';
const NO_ADDRESS = 'The host name does not resolve to any address; check the URL and its DNS records.';
const NO_ROUTE = 'The host could not be reached.';
const NOT_HTTP = 'The response is not valid HTTP.';
const LARGE_HEADERS = 'The headers of the response are larger than 16 KB.';
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
  EPROTO: 'The TLS handshake failed; the server must offer TLS 1.2 or newer.',
  CERT_HAS_EXPIRED: 'The TLS certificate has expired; renew the certificate.',
  CERT_NOT_YET_VALID: 'The TLS certificate is not valid yet; install a certificate that is valid now.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The TLS certificate is for a different host name; install a certificate for the host of the URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'The TLS certificate is self-signed; install a certificate of a public certificate authority.',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  ERR_BLOCKED_ADDRESS: 'The host name resolves to an address that is not public.',
  HPE_HEADER_OVERFLOW: LARGE_HEADERS,
  ERR_MALFORMED_RESPONSE: NOT_HTTP,
};

/**
 * One sentence for the customer about a failed connection. Error messages are never shown, because they contain addresses
 * and ports, and those of OpenSSL file names.
 */
export function networkSentence(error: unknown): string {
  // After several addresses, the last error is the most informative, because its attempt had the remaining time.
  const cause: unknown = error instanceof AggregateError ? (error.errors.at(-1) ?? error) : error;
  return toSentence(readCode(cause));
}

function toSentence(code: string): string {
  if (code.startsWith('ERR_SSL_')) return toSentence('EPROTO');
  // Error codes of Node's parser are too detailed for a customer.
  if (code.startsWith('HPE_') && SENTENCES[code] === undefined) return NOT_HTTP;
  return SENTENCES[code] ?? `The connection failed (${code}).`;
}

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}
