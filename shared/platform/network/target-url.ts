import { isIPv4, isIPv6 } from 'node:net';
import type { UrlProblem, UrlProblemCode } from '#shared/platform/core/target-guard.ts';
import { isPublicAddress } from './public-address.ts';

const MAX_URL_LENGTH = 2048;
const MAX_HOST_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

/** Last labels of names that exist only in private networks, or in no DNS (RFC 6761, 6762, 7686, 8375, 9476). */
const PRIVATE_SUFFIXES = [
  'localhost',
  'local',
  'internal',
  'home.arpa',
  'localdomain',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'onion',
  'alt',
  'test',
  'invalid',
];

/** Hosts with their own rules, in the form of `hostKey`. */
export type TargetRules = {
  /** Hosts that an operator allowed: http and non-public addresses are accepted. */
  readonly allowedHosts: ReadonlySet<string>;
  /** The API's own hosts, with a port if only that port is the API's: a call to itself would be a loop. */
  readonly apiHosts: ReadonlySet<string>;
};

/**
 * Checks a target URL without network access (docs/specification/webhooks.md#endpoint-urls). All checks use the parsed host, never the
 * string: the parser turns `0x7f.1`, `2130706433` and full-width digits into plain addresses.
 */
export function checkTargetUrl(text: string, rules: TargetRules): UrlProblem | { readonly url: URL } {
  // The parser drops tabs and line breaks and treats `\` as `/`; other software reads such a URL differently. Format
  // characters change how people read the URL.
  if (/[\p{Cc}\p{Cf}\s\\]/u.test(text))
    return problem(
      'invalid_url',
      'Remove spaces, control characters and backslashes from the URL, or percent-encode them.',
    );
  const url = URL.parse(text);
  if (url === null)
    return problem(
      'invalid_url',
      'Use an absolute URL with a valid host, such as https://example.com/webhooks.',
    );
  const host = hostOf(url);
  const allowed = rules.allowedHosts.has(host);
  if (url.protocol !== 'https:' && !(allowed && url.protocol === 'http:')) {
    return problem('url_not_https', 'The URL must start with https://.');
  }
  return formProblem(text, url, host) ?? hostProblem(url, host, allowed, rules.apiHosts) ?? { url };
}

/** Host of a parsed URL without brackets or trailing dot; the parser has lower-cased and normalised it. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
}

/**
 * Whether a host of `hostOf` is an IP address. A parsed host with a colon is an IPv6 address. Node's own check of IPv6 addresses
 * compiles a regular expression for 4 ms, which a cold start would pay for each host name.
 */
export function isAddress(host: string): boolean {
  return host.includes(':') || isIPv4(host);
}

/** The canonical form of a host: lower case, punycode, no trailing dot, no brackets. */
export function hostKey(host: string): string {
  // A host with a port has one colon; for an IPv6 address, see `isAddress`.
  const bracketed = host.split(':').length > 2 && isIPv6(host) ? `[${host}]` : host;
  const parsed = URL.parse(`https://${bracketed}`);
  if (parsed === null) throw new TypeError(`not a host: ${host}`);
  const name = hostOf(parsed);
  return parsed.port === '' ? name : `${name}:${parsed.port}`;
}

function formProblem(text: string, url: URL, host: string): UrlProblem | undefined {
  const authority = /^[a-z]+:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined) return problem('invalid_url', 'The URL must have // after its scheme.');
  if (authority.includes('@'))
    return problem('invalid_url', 'The URL must not contain a user name or password.');
  if (text.includes('#')) return problem('invalid_url', 'The URL must not contain a fragment (#).');
  if (Math.max(text.length, url.href.length) > MAX_URL_LENGTH) {
    return problem('invalid_url', `The URL must not be longer than ${MAX_URL_LENGTH} characters.`);
  }
  if (host.length > MAX_HOST_LENGTH || !host.split('.').every(isLabel)) {
    return problem(
      'invalid_url',
      'Each part of the host name must have 1 to 63 characters, and the host name at most 253.',
    );
  }
  return undefined;
}

function hostProblem(
  url: URL,
  host: string,
  allowed: boolean,
  apiHosts: ReadonlySet<string>,
): UrlProblem | undefined {
  if (apiHosts.has(host) || apiHosts.has(`${host}:${effectivePort(url)}`)) {
    return problem('url_not_public', 'The URL points to this API. Use the URL of your own receiver.');
  }
  if (!isPortAllowed(url)) return problem('invalid_url', 'The port must be 443 or at least 1024.');
  if (allowed) return undefined;
  if (isAddress(host)) {
    return isPublicAddress(host)
      ? undefined
      : problem('url_not_public', 'The URL has an address that is not public. Use a public host.');
  }
  const isPrivate = PRIVATE_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
  return isPrivate || !host.includes('.')
    ? problem('url_not_public', 'The host name exists only in private networks; use a public one.')
    : undefined;
}

/** Low ports belong to mail, SSH and other protocols, which must not receive HTTP; 80 is the port of plain http. */
function isPortAllowed(url: URL): boolean {
  const port = effectivePort(url);
  return port === 443 || port >= 1024 || (url.protocol === 'http:' && port === 80);
}

function effectivePort(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'http:' ? 80 : 443;
}

function isLabel(label: string): boolean {
  return label !== '' && label.length <= MAX_LABEL_LENGTH;
}

function problem(code: UrlProblemCode, detail: string): UrlProblem {
  return { code, detail };
}
