import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { isbot } from 'isbot';
import type { Device } from '#shared/biolinks/domain/visit.ts';
import { HASH_DIGITS } from '#shared/biolinks/domain/visitor-sketch.ts';
import { networksOf } from './visitor-id.ts';

type Headers = Readonly<Record<string, string | undefined>>;

/** The parts of a request that say whether and how it is counted. */
export type VisitorRequest = {
  readonly method: string;
  readonly headers: Headers;
  readonly sourceIp: string;
};

/** Tried in this order: phones and tablets of one maker have the same words. */
const DEVICE_WORDS: readonly (readonly [RegExp, Device])[] = [
  [/iPad|Tablet|PlayBook|Silk(?!.*Mobile)/u, 'tablet'],
  [/Mobi|iPhone|iPod|Windows Phone|Opera Mini/u, 'mobile'],
  // Phones also say "Mobile".
  [/Android/u, 'tablet'],
  [/Windows NT|Macintosh|X11|CrOS|Linux/u, 'desktop'],
];

/**
 * Whether a request is a person's visit. Requests of bots, requests without a `User-Agent`, which every browser sends, requests that
 * preload a page, and `HEAD` requests are not.
 */
export function isVisit({ method, headers }: Omit<VisitorRequest, 'sourceIp'>): boolean {
  const agent = headers['user-agent'] ?? '';
  return method === 'GET' && agent !== '' && !isbot(agent) && !isPreload(headers);
}

/** Browsers announce requests for pages that nobody has opened yet. `purpose` and `x-moz` are the older forms of `sec-purpose`. */
function isPreload(headers: Headers): boolean {
  return [headers['sec-purpose'], headers['purpose'], headers['x-moz']].some(
    (purpose) => purpose !== undefined && /\bpre(?:fetch|view|render)\b/iu.test(purpose),
  );
}

/** Whether the browser opts out of tracking on all pages (Do Not Track, Global Privacy Control). */
export function optsOut(headers: Headers): boolean {
  return headers['dnt'] === '1' || headers['sec-gpc'] === '1';
}

/** The kind of device. Tablets with Apple's system present themselves as desktops. */
export function deviceOf(headers: Headers): Device {
  const agent = headers['user-agent'] ?? '';
  const found = DEVICE_WORDS.find(([words]) => words.test(agent));
  if (found) return found[1];
  return headers['sec-ch-ua-mobile'] === '?1' ? 'mobile' : 'other';
}

/**
 * The host of the page with the link that the visitor followed, without `www.`. Empty if there is none, or if it is one of the hosts of
 * the page itself. Apps on Android name themselves by an `android-app:` URL.
 */
export function referrerOf(headers: Headers, ownHosts: readonly string[]): string {
  const url = URL.parse(headers['referer'] ?? '');
  if (!url || !['http:', 'https:', 'android-app:'].includes(url.protocol)) return '';
  const host = url.hostname.toLowerCase().replace(/^www\./u, '');
  const isHost = /^[a-z0-9.-]{1,253}$/u.test(host) && host.includes('.');
  return isHost && !ipaddr.isValid(host) && !ownHosts.includes(url.hostname) ? host : '';
}

/** A hash of a visitor of a page on one day. It depends on the day's salt, so hashes of two days or two pages cannot be compared. */
export function visitorHash(salt: Buffer, pageId: string, { headers, sourceIp }: VisitorRequest): string {
  const agent = headers['user-agent'] ?? '';
  return createHmac('sha256', salt)
    .update(JSON.stringify([pageId, networksOf(sourceIp).client, agent]))
    .digest('hex')
    .slice(0, HASH_DIGITS);
}
