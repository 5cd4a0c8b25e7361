import { timingSafeEqual } from 'node:crypto';
import type { CapturedHeaders } from './captured-request.ts';

export type Scheme = 'X-Webhook-Signature' | 'Standard Webhooks' | 'Standard Webhooks, v1a';

/** What a receiver should find out about one scheme. */
export type Verdict = {
  readonly scheme: Scheme;
  readonly result: 'valid' | 'missing' | 'malformed' | 'outside_tolerance' | 'no_match';
  readonly explanation: string;
};

/** What a receiver got. */
export type Captured = {
  readonly headers: CapturedHeaders;
  readonly body: Buffer;
  /** When the request was received, in Unix seconds; undefined: any time is accepted. */
  readonly at: number | undefined;
  readonly tolerance: number;
};

/** The verdict of a request whose signature matches: whether it was made in time. */
export function judgeTime(scheme: Scheme, time: string, check: Pick<Captured, 'at' | 'tolerance'>): Verdict {
  const age = check.at === undefined ? 0 : check.at - Number(time);
  if (Math.abs(age) <= check.tolerance) {
    const when =
      check.at === undefined ? 'the time was ignored' : `${describeAge(age)} the request was received`;
    return {
      scheme,
      result: 'valid',
      explanation: `The signature matches; signed at ${timeOf(time)}, ${when}.`,
    };
  }
  return {
    scheme,
    result: 'outside_tolerance',
    explanation:
      `The signature matches, but it was made at ${timeOf(time)}, ${describeAge(age)} the request was received. ` +
      `The tolerance is ${check.tolerance} s. If the request was captured earlier, use --at <time of the capture> or --ignore-time. ` +
      'If it was not, the clock of the receiver is wrong, or the request was replayed.',
  };
}

/** The parts of the headers of Standard Webhooks, or what is wrong with them. */
export function readStandard(
  headers: CapturedHeaders,
  scheme: Scheme,
): { readonly id: string; readonly time: string; readonly entries: readonly string[] } | Verdict {
  const id = single(headers, 'webhook-id', scheme);
  const time = single(headers, 'webhook-timestamp', scheme);
  const value = single(headers, 'webhook-signature', scheme);
  if (typeof id !== 'string') return id;
  if (typeof time !== 'string') return time;
  if (typeof value !== 'string') return value;
  if (!/^\d{1,12}$/u.test(time)) return malformed(scheme, 'webhook-timestamp must be a number of seconds.');
  return { id, time, entries: value.split(' ') };
}

/** The body before the changes that programs make by mistake. */
export function variantsOf(body: Buffer): [string, Buffer][] {
  const text = body.toString();
  const lineFeeds = text.replaceAll('\r\n', '\n');
  const variants: [string, string][] = [
    ['the line break at the end of the body is removed', text.replace(/\r?\n$/u, '')],
    ['a line break is added at the end of the body', `${text}\n`],
    ['the line breaks of the body are LF and not CRLF', lineFeeds],
    ['the line breaks of the body are CRLF and not LF', lineFeeds.replaceAll('\n', '\r\n')],
    ['the byte order mark at the beginning of the body is removed', text.replace(/^\ufeff/u, '')],
    ['the white space around the body is removed', text.trim()],
  ];
  const compact = compactJson(text);
  if (compact !== undefined) variants.push(['the body is parsed and written again as compact JSON', compact]);
  return variants.map(([what, variant]) => [what, Buffer.from(variant)]);
}

export function single(headers: CapturedHeaders, name: string, scheme: Scheme): string | Verdict {
  const [value, ...others] = headers.get(name) ?? [];
  if (value === undefined || value === '')
    return {
      scheme,
      result: 'missing',
      explanation: `The header ${name} is missing. A proxy may have removed it.`,
    };
  if (others.length > 0)
    return malformed(scheme, `The header ${name} occurs ${others.length + 1} times instead of once.`);
  return value;
}

export function malformed(scheme: Scheme, explanation: string): Verdict {
  return { scheme, result: 'malformed', explanation };
}

export function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function timeOf(seconds: string): string {
  return new Date(Number(seconds) * 1000).toISOString();
}

function describeAge(seconds: number): string {
  return `${Math.abs(Math.round(seconds))} s ${seconds < 0 ? 'after' : 'before'}`;
}

/** Without indentation, and without escaped slashes and characters outside ASCII, as the platform writes JSON. */
function compactJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}
