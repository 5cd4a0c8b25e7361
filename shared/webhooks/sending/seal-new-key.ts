import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import type { SigningKey } from '#shared/webhooks/domain/signing-keys.ts';
import type { SecretDependencies } from './seal-new-secret.ts';
import { generateKeyPair, privateKeyContext } from './signing-key.ts';

/** Generates a key pair of an endpoint and encrypts its private key, which no response contains. */
export async function sealNewKey(
  { secrets, randomBytes }: SecretDependencies,
  { workspaceId, id: endpointId }: Pick<Endpoint, 'workspaceId' | 'id'>,
): Promise<SigningKey> {
  const { id, publicKey, privateKey } = generateKeyPair(randomBytes);
  return {
    id,
    publicKey,
    sealed: await secrets.seal(privateKey, privateKeyContext(workspaceId, endpointId)),
  };
}
