import { randomInt, randomUUID } from 'node:crypto';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { createDynamoWorkspaceReader } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { generateApiKey, hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { consoleUrl } from '#shared/workspaces/domain/console-url.ts';
import { newConsoleKey } from '#shared/workspaces/domain/new-console-key.ts';
import { permissionsOf } from '#shared/workspaces/domain/permissions.ts';
import { createDynamoManagedKeyStore } from './dynamo-managed-key-store.ts';

/** The longest lifetime of a console link, in milliseconds. */
const LIFETIME_MS = 8 * HOUR_MS;

/**
 * Creates a console link for a member, for an operator who has set up the workspace. The link has every permission of the member
 * and expires after eight hours. Only this result contains its key.
 * @throws Error for an unknown member · PlatformError `api_key_limit_reached`
 */
export async function issueConsoleLink(
  core: WritableTable,
  { workspaceId, memberId }: { readonly workspaceId: string; readonly memberId: string },
  baseUrl: string,
  now: Date,
): Promise<string> {
  const owner = await createDynamoWorkspaceReader(core).findMember(workspaceId, memberId);
  if (!owner) throw new Error(`Workspace ${workspaceId} has no member ${memberId}.`);
  const { key, text } = newConsoleKey(
    owner,
    { granted: [...permissionsOf(owner)], expiresAt: new Date(now.getTime() + LIFETIME_MS) },
    { now, newId, generateKey: () => generateApiKey((below) => randomInt(below)), hashKey: hashApiKey },
  );
  const operation = 'console-link';
  const change = {
    actor: { kind: 'operator' as const },
    operation,
    requestId: operation,
    nonce: randomUUID(),
    at: now,
  };
  await createDynamoManagedKeyStore(core).createConsoleKey(key, owner, { change, idempotencyRecord: null });
  return consoleUrl(baseUrl, text);
}
