import type { ApiKeyStore } from '#shared/platform/identity/workspace-store.ts';
import { generateApiKey, hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { anApiKey, createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { createMemoryApiKeyStore } from '#test/support/fakes/workspaces/memory-api-key-store.ts';
import { createMemoryWorkspaceStore } from '#test/support/fakes/workspaces/memory-workspace-store.ts';
import type { createStores, Data } from './parts.ts';
import { createRandom } from './random.ts';
import { someSubscriptions } from './user-actions.ts';

/** A workspace with a key with every permission and one to three endpoints, most of them enabled. */
export async function foundWorld(
  seed: number,
  { core }: Data,
  stores: ReturnType<typeof createStores>,
  start: number,
): Promise<{ keys: ApiKeyStore; apiKey: string; endpointIds: readonly string[]; workspaceId: string }> {
  const random = createRandom(seed, 'founding');
  const { owned, workspaceId, admin } = await createWorkspaceIn(createMemoryWorkspaceStore(core));
  const apiKey = generateApiKey((below) => random.between(0, below - 1));
  const key = anApiKey({
    workspaceId,
    memberId: admin.id,
    hash: hashApiKey(apiKey),
    permissions: ['publishing:webhooks:subscribe', 'salesbot:webhooks:subscribe', 'salesbot:events:write'],
  });
  core.apiKeys.set(key.hash, key);

  const endpointIds: string[] = [];
  for (let index = 0; index < random.between(1, 3); index += 1) {
    const id = newId(new Date(start));
    const secret = `whsec_${Buffer.from(`secret ${index}`).toString('base64')}`;
    const current = await stores.secrets.seal(secret, {
      purpose: 'signing',
      workspace: workspaceId,
      subject: id,
    });
    const endpoint = anEndpoint({
      ...owned,
      id,
      url: `https://hooks.example.com/first/${index}`,
      enabled: random.chance(0.9),
      subscriptions: someSubscriptions(random),
      secrets: { current, hint: 'abcd', previous: null },
    });
    await stores.endpoints.create(endpoint, aContext());
    endpointIds.push(id);
  }
  return { keys: createMemoryApiKeyStore(core), apiKey, endpointIds, workspaceId };
}
