import {
  requireSecretSize,
  type SealContext,
  type SecretBox,
  SecretInvalidError,
} from '#shared/platform/core/secret-box.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { BucketPlace } from './bucket-key.ts';
import { type BucketKeys, bucketOf, usingPair } from './bucket-keys.ts';
import { type Envelope, readEnvelope, writeEnvelope } from './envelope.ts';
import { type Binding, openWith, type PrivateKey, sealFor } from './hpke.ts';
import type { KmsCipher } from './kms-cipher.ts';
import { cachedOpen } from './plaintext-cache.ts';

/**
 * The version of the key pairs that new secrets use. A higher number gives every bucket a new pair at its next secret; secrets name the
 * version of theirs, and open as before (docs/operations.md#keys).
 */
const KEY_VERSION = 1;

export type SecretBoxDependencies = {
  readonly keys: BucketKeys;
  /** Opens secrets that were stored before there were key pairs. */
  readonly cipher: Pick<KmsCipher, 'decrypt'>;
  readonly clock: Clock;
  readonly version?: number;
};

/**
 * Encrypts for the key pair of the bucket of a workspace (ADR 92), without KMS once the pair exists. Purpose, workspace and subject are
 * authenticated.
 */
export function createSecretBox({
  keys,
  cipher,
  clock,
  version = KEY_VERSION,
}: SecretBoxDependencies): SecretBox {
  async function decrypt(sealed: string, context: SealContext): Promise<string> {
    const envelope = readEnvelope(sealed);
    const text = envelope
      ? openEnvelope(await keys.privateKey(placeOf(context, envelope.version)), envelope, context)
      : await cipher.decrypt(Buffer.from(sealed, 'base64'), context);
    return text.toString();
  }

  return {
    async seal(plaintext, context) {
      const text = Buffer.from(plaintext);
      requireSecretSize(text);
      const place = placeOf(context, version);
      const publicKey = await keys.publicKey(place);
      const message = usingPair(place, () => sealFor(publicKey, text, bindingOf(context, place)));
      return writeEnvelope({ version, message });
    },

    open: cachedOpen(clock, decrypt),
  };
}

function openEnvelope(key: PrivateKey, { version, message }: Envelope, context: SealContext): Buffer {
  try {
    return openWith(key, message, bindingOf(context, placeOf(context, version)));
  } catch (error) {
    throw new SecretInvalidError('The stored secret was not encrypted for this owner', { cause: error });
  }
}

function placeOf({ purpose, workspace }: SealContext, version: number): BucketPlace {
  return { purpose, bucket: bucketOf(workspace), version };
}

function bindingOf({ purpose, workspace, subject }: SealContext, { bucket, version }: BucketPlace): Binding {
  return {
    info: Buffer.from(JSON.stringify(['secret', purpose, bucket, version])),
    aad: Buffer.from(JSON.stringify([purpose, workspace, subject])),
  };
}
