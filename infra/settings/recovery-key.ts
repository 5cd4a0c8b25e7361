import type { StageConfig } from '#infra/config.ts';
import { NONE } from '#shared/platform/runtime/provision-variables.ts';
import { readRecoveryKey, requireUsable } from '#shared/platform/runtime/secrets/recovery-key.ts';

/** The recovery key of a stage as a variable of functions. @throws Error if nothing can be encrypted for it */
export function recoveryKeyText({ recoveryPublicKey }: Pick<StageConfig, 'recoveryPublicKey'>): string {
  if (recoveryPublicKey === null) return NONE;
  try {
    requireUsable(readRecoveryKey(recoveryPublicKey));
    return recoveryPublicKey;
  } catch (error) {
    throw new Error(
      '`recoveryPublicKey` is not usable: set null, or the public key that `npm run restore -- recovery-key generate` prints.',
      { cause: error },
    );
  }
}
