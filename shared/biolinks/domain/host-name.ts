import type { ErrorCode } from '#shared/platform/core/errors.ts';

/** A valid host, or why a text is not one. */
export type ReadHost =
  | { readonly host: string }
  | { readonly code: Extract<ErrorCode, 'invalid_format'>; readonly detail: string };

/** A DNS name has at most 253 characters, including the prefix `_workspace-challenge.`. */
const MAX_HOST = 253 - '_workspace-challenge.'.length;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u;

/** Characters of a URL or an IP literal that a host name cannot contain, such as those before a path, port or user. */
const MORE_THAN_A_HOST = /[\s/\\?#@:[\]%*_\p{Cc}]/u;

/** Top-level labels that are not in the public DNS (RFC 6761, 6762, 7686, 8375). */
const NOT_PUBLIC = new Set([
  'localhost',
  'local',
  'internal',
  'intranet',
  'localdomain',
  'private',
  'corp',
  'home',
  'lan',
  'arpa',
  'test',
  'invalid',
  'onion',
  'alt',
]);

/**
 * Parses a host name and converts it to lower-case ASCII (IDNA). Public suffixes need no check: nobody can publish the
 * verification record on a suffix they do not own.
 */
export function readHost(text: string): ReadHost {
  const typed = text.trim();
  if (typed === '' || MORE_THAN_A_HOST.test(typed))
    return reject('Send only the host, such as links.example.com.');
  // The URL parser applies IDNA and normalises unusual spellings of IPv4 addresses.
  const host = URL.parse(`https://${typed}`)?.hostname.replace(/\.$/u, '');
  if (host === undefined) return reject('Use a host name, such as links.example.com.');
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  if (host.length > MAX_HOST || !labels.every((label) => LABEL.test(label))) {
    return reject(
      'Use labels of letters, digits and hyphens: at most 63 characters in a label and 232 in the host ' +
        'name.',
    );
  }
  if (labels.length < 2) return reject('Use a full host name, such as links.example.com.');
  if (/^\d+$/u.test(last)) return reject('Use a host name, not an IP address.');
  if (NOT_PUBLIC.has(last)) return reject('The host name exists only in private networks. Use a public one.');
  return { host };
}

/** Whether a host is one of the given hosts or a subdomain of one. */
export function isWithin(host: string, owners: readonly string[]): boolean {
  return owners.some((owner) => host === owner || host.endsWith(`.${owner}`));
}

function reject(detail: string): ReadHost {
  return { code: 'invalid_format', detail };
}
