import { randomInt, randomUUID } from 'node:crypto';
import { createDynamoWorkspaceStore } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { generateApiKey, hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { type NewWorkspaceRequest, createWorkspace } from '#shared/workspaces/domain/create-workspace.ts';

/** The result of a bootstrap. Only this result contains the keys: the table has their hashes. */
export type Bootstrapped = {
  readonly workspaceId: string;
  readonly memberIds: readonly string[];
  readonly apiKeys: readonly string[];
};

/** Creates a workspace with its first admins. An operator runs it, because no API key exists yet. */
export async function bootstrapWorkspace(
  core: WritableTable,
  request: NewWorkspaceRequest,
  now: Date,
): Promise<Bootstrapped> {
  const { newWorkspace, keys } = createWorkspace(request, {
    now,
    newId,
    generateKey: () => generateApiKey((below) => randomInt(below)),
    hashKey: hashApiKey,
  });
  await createDynamoWorkspaceStore(core).create(newWorkspace, {
    actor: { kind: 'operator' },
    operation: 'bootstrap',
    requestId: 'bootstrap',
    nonce: randomUUID(),
    at: now,
  });
  const memberIds = newWorkspace.members.map(({ id }) => id);
  return { workspaceId: newWorkspace.workspace.id, memberIds, apiKeys: keys };
}
