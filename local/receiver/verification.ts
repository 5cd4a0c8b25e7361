import type { NamedSecrets } from './known-secrets.ts';
import { verifySignatures, type Scheme, type SignedDelivery, type FailureKind } from './verify-signatures.ts';

export type Verification = {
  /** Whether one secret verifies both families. */
  readonly verified: boolean;
  /** Names of the secrets that do: both during the overlap of a rotation. */
  readonly verified_with: readonly string[];
  /** One sentence, or null if it is verified. */
  readonly why_not: string | null;
  /** Each family by itself; null if there is no secret to check with. */
  readonly signatures: Readonly<Record<Scheme, FailureKind>> | null;
};

const HEADERS: Readonly<Record<Scheme, string>> = {
  stripe: 'x-webhook-signature',
  standard: 'webhook-signature',
};

const SENTENCES: Readonly<Record<Exclude<FailureKind, 'verified'>, string>> = {
  header_missing: 'it, or a header it needs, is missing',
  header_malformed: 'it has not the form of its scheme',
  timestamp_too_old: 'signed more than 300 seconds before it arrived',
  timestamp_in_future: 'signed more than 300 seconds after it arrived',
  signature_mismatch: 'made with another secret, or something was changed after signing',
};

/** Checks a delivery with each secret and says why it does not verify, if it does not. */
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
    : 'The two families verify with different secrets only.';
}

function noSecret(asked: string | undefined): string {
  const which = asked === undefined ? 'No secret is known' : `No secret of the name ${asked} is known`;
  return `${which}; tell it with PUT /secrets/{name}.`;
}
