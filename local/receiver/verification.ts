import type { NamedSecrets } from './known-secrets.ts';
import { verifySignatures, type Scheme, type SignedDelivery, type FailureKind } from './verify-signatures.ts';

export type Verification = {
  /** Whether one secret verifies both schemes. */
  readonly verified: boolean;
  /** Names of the secrets that verify: both during the overlap of a rotation. */
  readonly verified_with: readonly string[];
  /** One sentence, or null if the delivery verifies. */
  readonly why_not: string | null;
  /** The result per scheme; null if no secret is known. */
  readonly signatures: Readonly<Record<Scheme, FailureKind>> | null;
};

const HEADERS: Readonly<Record<Scheme, string>> = {
  stripe: 'x-webhook-signature',
  standard: 'webhook-signature',
};

const SENTENCES: Readonly<Record<Exclude<FailureKind, 'verified'>, string>> = {
  header_missing: 'this header, or one that it requires, is missing',
  header_malformed: 'the format is invalid for this scheme',
  timestamp_too_old: 'signed more than 300 seconds before it arrived',
  timestamp_in_future: 'signed more than 300 seconds after it arrived',
  signature_mismatch: 'signed with another secret, or changed after signing',
};

/** Verifies a delivery with each secret and explains a failure. */
export function verifyDelivery(
  delivery: SignedDelivery,
  secrets: NamedSecrets,
  asked: string | undefined,
): Verification {
  const checks = [...secrets].map(([name, secret]) => ({ name, ...verifySignatures(delivery, secret) }));
  const verified_with = checks
    .filter(({ stripe, standard }) => stripe === 'verified' && standard === 'verified')
    .map(({ name }) => name);
  const [first] = checks;
  if (first === undefined)
    return { verified: false, verified_with, why_not: noSecret(asked), signatures: null };
  const best = (scheme: Scheme): FailureKind =>
    checks.some((check) => check[scheme] === 'verified') ? 'verified' : first[scheme];
  const signatures = { stripe: best('stripe'), standard: best('standard') };
  const verified = verified_with.length > 0;
  return { verified, verified_with, why_not: verified ? null : explain(signatures), signatures };
}

function explain(signatures: Readonly<Record<Scheme, FailureKind>>): string {
  const reasons = (['stripe', 'standard'] as const).flatMap((scheme) => {
    const verdict = signatures[scheme];
    return verdict === 'verified' ? [] : [`${HEADERS[scheme]}: ${SENTENCES[verdict]}`];
  });
  return reasons.length > 0
    ? `${reasons.join('; ')}.`
    : 'The two schemes verify only with different secrets.';
}

function noSecret(asked: string | undefined): string {
  const which = asked === undefined ? 'No secret is known' : `No secret named ${asked} is known`;
  return `${which}; add it with PUT /secrets/{name}.`;
}
