import type { SealContext, SecretBox } from '#shared/platform/core/secret-box.ts';
import type { NewSecret } from '#shared/webhooks/domain/signing-secrets.ts';
import { generateSigningSecret, secretHint } from './signing-secret.ts';

/** What a command that rotates a secret needs. */
export type SecretDependencies = {
  readonly secrets: Pick<SecretBox, 'seal'>;
  readonly randomBytes: (size: number) => Buffer;
};

/** Generates and encrypts a signing secret. `secret` is the plaintext, for the response only. */
export async function sealNewSecret(
  { secrets, randomBytes }: SecretDependencies,
  context: SealContext,
): Promise<NewSecret & { readonly secret: string }> {
  const secret = generateSigningSecret(randomBytes);
  return { secret, sealed: await secrets.seal(secret, context), hint: secretHint(secret) };
}
