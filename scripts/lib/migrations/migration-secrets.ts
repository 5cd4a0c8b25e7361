import type { SealContext, SecretBox } from '#shared/platform/core/secret-box.ts';
import { writeEnvelope } from '#shared/platform/runtime/secrets/envelope.ts';
import { OVERHEAD_BYTES } from '#shared/platform/runtime/secrets/hpke.ts';

/** What a migration of secrets uses. */
export type MigrationSecrets = Pick<SecretBox, 'open'> & {
  /** Encrypts a text; the same result for the same earlier ciphertext during a run, so that two items with one secret stay equal. */
  sealOnce(earlier: string, text: string, context: SealContext): Promise<string>;
};

/** Results that are kept: an endpoint and its delivery target can be read at the same time, and far apart. */
const KEPT = 100_000;

export function createMigrationSecrets(box: SecretBox): MigrationSecrets {
  const sealed = new Map<string, Promise<string>>();
  return {
    open: (text, context) => box.open(text, context),
    sealOnce(earlier, text, context) {
      const known = sealed.get(earlier) ?? box.seal(text, context);
      sealed.set(earlier, known);
      if (sealed.size > KEPT) sealed.delete(sealed.keys().next().value ?? '');
      return known;
    },
  };
}

/** For a dry run: neither decrypts nor encrypts, because the first encryption of a bucket writes its key pair. */
export const NO_SECRETS: MigrationSecrets = {
  open: async () => '',
  sealOnce: async () => writeEnvelope({ version: 1, message: Buffer.alloc(OVERHEAD_BYTES + 1) }),
};
