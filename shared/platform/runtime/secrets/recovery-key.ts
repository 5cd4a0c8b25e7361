import { createHash } from 'node:crypto';
import { NONE } from '#shared/platform/runtime/provision-variables.ts';
import type { BucketKey, BucketPlace } from './bucket-key.ts';
import { type Binding, openWith, type PrivateKey, type PublicKey, readPublicKey, sealFor } from './hpke.ts';

/** 32 bytes in base64url without padding. */
const PUBLIC_KEY = /^[\w-]{43}$/u;

/** A point of small order would make every encrypted private key readable; OpenSSL rejects it at the first use. */
const PROBE = Buffer.from('probe');

/** The public key of an operator, and its fingerprint, which says for which key something is encrypted. */
export type RecoveryKey = { readonly publicKey: PublicKey; readonly fingerprint: string };

/** Reads the stage option `recoveryPublicKey`. @throws Error without the text, which can be the private key by mistake */
export function readRecoveryKey(text: string): RecoveryKey {
  const raw = Buffer.from(text, 'base64url');
  if (!PUBLIC_KEY.test(text) || raw.toString('base64url') !== text)
    throw new Error(
      `The text of ${text.length} characters is not a public key of X25519. Use the 43 characters that \`npm run restore -- recovery-key generate\` prints.`,
    );
  return recoveryKeyFor(raw);
}

/** @throws RangeError unless there are 32 bytes */
export function recoveryKeyFor(raw: Buffer): RecoveryKey {
  return { publicKey: readPublicKey(raw), fingerprint: fingerprintOf(raw) };
}

/** The key of a variable of functions; undefined for `none`. */
export function recoveryKeyOf(variable: string): RecoveryKey | undefined {
  return variable === NONE ? undefined : readRecoveryKey(variable);
}

/** @throws Error if nothing may be encrypted for this key */
export function requireUsable({ publicKey }: RecoveryKey): void {
  sealFor(publicKey, PROBE, { info: PROBE, aad: PROBE });
}

/** The first 16 characters of the hash of a public key, in base64url. */
function fingerprintOf(publicRaw: Buffer): string {
  return createHash('sha256').update(publicRaw).digest('base64url').slice(0, 16);
}

/** Encrypts the private key of a pair for the operator. */
export function wrapForRecovery(
  { publicKey, fingerprint }: RecoveryKey,
  place: BucketPlace,
  raw: Buffer,
): BucketKey['recoveryCopies'] {
  return { [fingerprint]: sealFor(publicKey, raw, bindingOf(place)).toString('base64url') };
}

/** Decrypts the private key of a pair with the key of the operator; undefined if it is not encrypted for that key. @throws Error */
export function openForRecovery(
  recoveryKey: PrivateKey,
  place: BucketPlace,
  { recoveryCopies }: BucketKey,
): Buffer | undefined {
  const sealed = recoveryCopies[fingerprintOf(recoveryKey.publicRaw)];
  return sealed === undefined
    ? undefined
    : openWith(recoveryKey, Buffer.from(sealed, 'base64url'), bindingOf(place));
}

function bindingOf({ purpose, bucket, version }: BucketPlace): Binding {
  return {
    info: Buffer.from(JSON.stringify(['recoveryCopy', purpose, bucket, version])),
    aad: Buffer.alloc(0),
  };
}
