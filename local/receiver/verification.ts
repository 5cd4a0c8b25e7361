import { isPublicKey, type NamedSecrets } from './known-secrets.ts';
import {
  type AnyScheme,
  verifyAsymmetric,
  verifySignatures,
  type SignedDelivery,
  type FailureKind,
} from './verify-signatures.ts';

export type Verification = {
  /** Whether one secret verifies both schemes, or one public key verifies a `v1a` entry. */
  readonly verified: boolean;
  /** Names of the secrets and public keys that verify: both during the overlap of a rotation. */
  readonly verified_with: readonly string[];
  /** One sentence, or null if the delivery verifies. */
  readonly why_not: string | null;
  /** The result per scheme of the known secrets and public keys; null if none is known. */
  readonly signatures: Results | null;
};

type Results = Readonly<Partial<Record<AnyScheme, FailureKind>>>;

const HEADERS: Readonly<Record<AnyScheme, string>> = {
  stripe: 'x-webhook-signature',
  standard: 'webhook-signature',
  asymmetric: 'webhook-signature (v1a)',
};

const SENTENCES: Readonly<Record<Exclude<FailureKind, 'verified'>, string>> = {
  header_missing: 'this header, or one that it requires, is missing',
  header_malformed: 'the format is invalid for this scheme',
  timestamp_too_old: 'signed more than 300 seconds before it arrived',
  timestamp_in_future: 'signed more than 300 seconds after it arrived',
  signature_mismatch: 'signed with another secret, or changed after signing',
};

const OTHER_KEY = 'no entry is signed with this key, or the request was changed after signing';

/** Verifies a delivery with each secret and public key, and explains a failure. */
export function verifyDelivery(
  delivery: SignedDelivery,
  secrets: NamedSecrets,
  asked: string | undefined,
): Verification {
  const checks = [...secrets].map(([name, secret]) => ({ name, results: verifyWith(delivery, secret) }));
  const verified_with = checks
    .filter(({ results }) => Object.values(results).every((result) => result === 'verified'))
    .map(({ name }) => name);
  if (checks.length === 0)
    return { verified: false, verified_with, why_not: noSecret(asked), signatures: null };
  const signatures: Partial<Record<AnyScheme, FailureKind>> = {};
  for (const scheme of ['stripe', 'standard', 'asymmetric'] as const) {
    const found = checks.flatMap(({ results }) => results[scheme] ?? []);
    const [best] = found.includes('verified') ? (['verified'] as const) : found;
    if (best !== undefined) signatures[scheme] = best;
  }
  const verified = verified_with.length > 0;
  return { verified, verified_with, why_not: verified ? null : explain(signatures), signatures };
}

function verifyWith(delivery: SignedDelivery, secret: string): Results {
  if (isPublicKey(secret)) return { asymmetric: verifyAsymmetric(delivery, secret) };
  return verifySignatures(delivery, secret);
}

function explain(signatures: Results): string {
  const reasons = (['stripe', 'standard', 'asymmetric'] as const).flatMap((scheme) => {
    const verdict = signatures[scheme];
    if (verdict === undefined || verdict === 'verified') return [];
    const isOtherKey = scheme === 'asymmetric' && verdict === 'signature_mismatch';
    return [`${HEADERS[scheme]}: ${isOtherKey ? OTHER_KEY : SENTENCES[verdict]}`];
  });
  return reasons.length > 0
    ? `${reasons.join('; ')}.`
    : 'The two schemes verify only with different secrets.';
}

function noSecret(asked: string | undefined): string {
  const which = asked === undefined ? 'No secret is known' : `No secret named ${asked} is known`;
  return `${which}; add it with PUT /secrets/{name}.`;
}
