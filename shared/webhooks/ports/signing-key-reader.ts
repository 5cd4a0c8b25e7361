import type { SigningKeys } from '#shared/webhooks/domain/signing-keys.ts';

/** The key pairs of endpoints, for readers without a workspace. */
export type SigningKeyReader = {
  /** Undefined if the endpoint does not exist, is deleted or signs with secrets only; strongly consistent. */
  findKeys(endpointId: string): Promise<SigningKeys | undefined>;
};
