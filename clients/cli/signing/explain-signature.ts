import type { CapturedHeaders } from './captured-request.ts';
import { isSecret } from './secret.ts';
import { standardMac, standardStyle, stripeStyle } from './sign.ts';
import {
  type Captured,
  isEqual,
  judgeTime,
  malformed,
  readStandard,
  type Scheme,
  single,
  variantsOf,
  type Verdict,
} from './verdict.ts';

type Check = Captured & {
  /** As it was given, with any surrounding white space. */
  readonly secret: string;
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
  return judgeTime(scheme, time, check);
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
  const parsed = readStandard(headers, scheme);
  if ('result' in parsed) return parsed;
  const { id, time, entries } = parsed;
  const given = entries.flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []));
  if (given.length === 0 && entries.some((entry) => entry.startsWith('v1a,')))
    return malformed(scheme, 'webhook-signature has only v1a entries, which --public-key verifies.');
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
