import { verify } from 'node:crypto';
import type { PublicKey } from './public-key.ts';
import { type Captured, judgeTime, malformed, readStandard, variantsOf, type Verdict } from './verdict.ts';

const SCHEME = 'Standard Webhooks, v1a';
const PREFIX = 'v1a,';

/** Verifies the `v1a` entries of a captured request, and explains the result. The request is valid if one of the keys verifies one entry. */
export function explainAsymmetric(check: Captured & { readonly keys: readonly PublicKey[] }): Verdict {
  const { headers, body, keys } = check;
  const parsed = readStandard(headers, SCHEME);
  if ('result' in parsed) return parsed;
  const { id, time, entries } = parsed;
  const given = entries
    .filter((entry) => entry.startsWith(PREFIX))
    .map((entry) => entry.slice(PREFIX.length));
  if (given.length === 0)
    return {
      scheme: SCHEME,
      result: 'missing',
      explanation:
        'webhook-signature has no v1a entry. Were asymmetric signatures turned on after the request was sent? ' +
        'Only the secret verifies its v1 entries.',
    };
  if (!given.every((text) => /^[A-Za-z\d+/]{86}==$/u.test(text)))
    return malformed(SCHEME, 'A v1a entry of webhook-signature has the form v1a,<base64 of 64 bytes>.');

  const signatures = given.map((text) => Buffer.from(text, 'base64'));
  const matching = (prefix: string, bytes: Buffer) => {
    const content = Buffer.concat([Buffer.from(prefix), bytes]);
    return keys.find(({ key }) => signatures.some((signature) => verify(null, content, key, signature)));
  };
  const prefix = `${id}.${time}.`;
  const found = matching(prefix, body);
  if (found) {
    const { explanation, ...verdict } = judgeTime(SCHEME, time, check);
    return { ...verdict, explanation: `${explanation} The key is ${found.shown}.` };
  }
  for (const [what, variant] of variantsOf(body))
    if (matching(prefix, variant))
      return noMatch(`The signature matches if ${what}. Verify the bytes as they were received.`);
  return noMatch(
    `None of the ${keys.length} given keys verifies one of the ${given.length} v1a entries, or the body was changed. Compare the keys with ` +
      '"endpoints show". Each endpoint has its own key pair. An immediate rotation revokes the old key at once, and after another rotation it expires within 24 hours.',
  );
}

function noMatch(explanation: string): Verdict {
  return { scheme: SCHEME, result: 'no_match', explanation };
}
