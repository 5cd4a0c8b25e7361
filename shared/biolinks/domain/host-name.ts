import type { ErrorCode } from '#shared/platform/core/errors.ts';

/** A usable host, or why a text names none. */
export type ReadHost =
  | { readonly host: string }
  | { readonly code: Extract<ErrorCode, 'invalid_format'>; readonly detail: string };

/** A DNS name has at most 253 characters; `_workspace-challenge.` comes before the host. */
const MAX_HOST = 253 - '_workspace-challenge.'.length;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u;

/** What only the authority part of a URL may hold: a scheme, path, port, user or space makes a text more than a host. */
const MORE_THAN_A_HOST = /[\s/\\?#@:[\]%*_\p{Cc}]/u;

/** Last labels of names that exist only inside some network, in examples or in no DNS at all (RFC 6761, 6762, 7686, 8375). */
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
 * The host that a text names, lower case and in ASCII (IDNA). No list of public suffixes is asked: nobody can put the
 * TXT record that verification wants onto a suffix that is not theirs.
 */
export function readHost(text: string): ReadHost {
  const typed = text.trim();
  if (typed === '' || MORE_THAN_A_HOST.test(typed))
    return reject('Send only the host, such as links.example.com.');
  // The parser applies IDNA and turns odd spellings of IPv4 addresses into plain ones.
  const host = URL.parse(`https://${typed}`)?.hostname.replace(/\.$/u, '');
  if (host === undefined) return reject('The value is not a host name.');
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

/** Whether a host is one of these or below one of them. */
export function isWithin(host: string, owners: readonly string[]): boolean {
  return owners.some((owner) => host === owner || host.endsWith(`.${owner}`));
}

function reject(detail: string): ReadHost {
  return { code: 'invalid_format', detail };
}
