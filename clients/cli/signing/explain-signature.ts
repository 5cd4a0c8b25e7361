import { timingSafeEqual } from 'node:crypto';
import type { CapturedHeaders } from './captured-request.ts';
import { isSecret } from './secret.ts';
import { standardMac, standardStyle, stripeStyle } from './sign.ts';

export type Scheme = 'X-Webhook-Signature' | 'Standard Webhooks';

/** What a receiver should find out about one scheme. */
export type Verdict = {
  readonly scheme: Scheme;
  readonly result: 'valid' | 'missing' | 'malformed' | 'outside_tolerance' | 'no_match';
  readonly explanation: string;
};

type Check = {
  readonly headers: CapturedHeaders;
  readonly body: Buffer;
  /** As it was given, with any surrounding white space. */
  readonly secret: string;
  /** When the request was received, in Unix seconds; undefined: any time is accepted. */
  readonly at: number | undefined;
  readonly tolerance: number;
};

/** One scheme of a captured request: its time, its signatures, and how the right one is computed. */
type Parsed = {
  readonly scheme: Scheme;
  readonly time: string;
  readonly given: readonly string[];
  sign(secret: string, body: Buffer): string;
  /** Computations that are wrong in a known way, and what is wrong. */
  readonly mistakes: readonly (readonly [string, (secret: string, body: Buffer) => string])[];
};

/** Verifies both schemes of a captured request, and explains each result. */
export function explainSignatures(check: Check): Verdict[] {
  return [parseStripeStyle(check.headers), parseStandard(check.headers)].map((parsed) =>
    'result' in parsed ? parsed : judge(parsed, check),
  );
}

function judge(parsed: Parsed, check: Check): Verdict {
  const { scheme, time, given, sign } = parsed;
  const expected = sign(check.secret, check.body);
  if (!given.some((each) => isEqual(each, expected)))
    return { scheme, result: 'no_match', explanation: explainMismatch(parsed, check) };
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

/** Finds the change of the body, of the secret or of the computation with which the signature would match. */
function explainMismatch({ given, sign, mistakes }: Parsed, { body, secret }: Check): string {
  const matches = (signature: string) => given.some((each) => isEqual(each, signature));
  const trimmed = secret.trim();
  if (trimmed !== secret && matches(sign(trimmed, body)))
    return 'The secret has white space around it: remove it. Files often end with a line break.';
  for (const [what, variant] of variantsOf(body)) {
    if (matches(sign(trimmed, variant)))
      return `The signature matches if ${what}. Verify the bytes as they were received.`;
  }
  for (const [what, compute] of mistakes) if (matches(compute(trimmed, body))) return what;
  if (!isSecret(trimmed))
    return 'The signature does not match, and the secret is not complete: it is whsec_ and 44 characters.';
  return (
    `The signature does not match. It was made with another secret than the one that ends with ${trimmed.slice(-4)}, or the body was changed. ` +
    'Compare the end with "endpoints show". Each endpoint, and each start of "listen" without --secret-file, has a secret of its own.'
  );
}

/** The body before the changes that programs make by mistake. */
function variantsOf(body: Buffer): [string, Buffer][] {
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

function parseStripeStyle(headers: CapturedHeaders): Parsed | Verdict {
  const scheme = 'X-Webhook-Signature';
  const value = single(headers, 'x-webhook-signature', scheme);
  if (typeof value !== 'string') return value;
  const [, time, listed = ''] = /^t=(\d{1,12})((?:,v\w+=[^\s,]+)+)$/u.exec(value) ?? [];
  const given = listed.split(',').flatMap((each) => (each.startsWith('v1=') ? [each.slice(3)] : []));
  if (time === undefined || given.length === 0 || !given.every((hex) => /^[0-9a-f]{64}$/u.test(hex)))
    return malformed(
      scheme,
      'X-Webhook-Signature must have the form t=<unix seconds>,v1=<64 lower-case hexadecimal digits>.',
    );
  return {
    scheme,
    time,
    given,
    sign: (secret, body) => stripeStyle(secret, time, body),
    mistakes: [
      [
        'The signature matches if the key is the part of the secret after whsec_. In this scheme, the key is the whole secret.',
        (secret, body) => stripeStyle(secret.replace(/^whsec_/u, ''), time, body),
      ],
      [
        'The signature matches with whsec_ before the secret: the secret was copied without it.',
        (secret, body) => stripeStyle(`whsec_${secret}`, time, body),
      ],
    ],
  };
}

function parseStandard(headers: CapturedHeaders): Parsed | Verdict {
  const scheme = 'Standard Webhooks';
  const id = single(headers, 'webhook-id', scheme);
  const time = single(headers, 'webhook-timestamp', scheme);
  const value = single(headers, 'webhook-signature', scheme);
  if (typeof id !== 'string') return id;
  if (typeof time !== 'string') return time;
  if (typeof value !== 'string') return value;
  if (!/^\d{1,12}$/u.test(time)) return malformed(scheme, 'webhook-timestamp must be a number of seconds.');
  const given = value.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []));
  if (given.length === 0 || !given.every((each) => /^[A-Za-z\d+/]{43}=$/u.test(each)))
    return malformed(scheme, 'webhook-signature has the form v1,<base64 of 32 bytes>.');
  return {
    scheme,
    time,
    given,
    sign: (secret, body) => standardStyle(secret, id, time, body),
    mistakes: [
      [
        'The signature matches if the key is the secret as text. In this scheme, the key is decoded from the base64 after whsec_.',
        (secret, body) => standardMac(Buffer.from(secret), id, time, body),
      ],
      [
        'The signature matches if the key is the text after whsec_, not decoded. In this scheme, the key is decoded from base64.',
        (secret, body) => standardMac(Buffer.from(secret.replace(/^whsec_/u, '')), id, time, body),
      ],
    ],
  };
}

function single(headers: CapturedHeaders, name: string, scheme: Scheme): string | Verdict {
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

function malformed(scheme: Scheme, explanation: string): Verdict {
  return { scheme, result: 'malformed', explanation };
}

function isEqual(given: string, expected: string): boolean {
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
