import { randomInt, randomUUID } from 'node:crypto';
import { comparedMailAddress } from '#shared/platform/core/text.ts';
import { newKey } from '#shared/platform/identity/new-key.ts';
import type { Member } from '#shared/platform/identity/workspace.ts';
import { generateApiKey, hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { createDynamoManagedKeyStore } from '#shared/workspaces/store/dynamo-managed-key-store.ts';
import { createDynamoMemberReader } from '#shared/workspaces/store/dynamo-member-store.ts';

/** A new key of an admin. Only this result contains the key: the table has its hash. */
export type IssuedKey = { readonly memberId: string; readonly keyId: string; readonly apiKey: string };

const MEMBERS_AT_A_TIME = 100;

/**
 * Creates a key with every permission for an admin of a workspace, for an operator whose customer has lost all keys of all
 * admins. The key has no expiry, because the keys that it creates expire with it at the latest.
 * @throws Error if no admin has that e-mail address · PlatformError `api_key_limit_reached`
 */
export async function issueAdminKey(
  core: WritableTable,
  { workspaceId, email }: { readonly workspaceId: string; readonly email: string },
  now: Date,
): Promise<IssuedKey> {
  const owner = await findAdmin(core, workspaceId, email);
  const name = `Created by the operator on ${now.toISOString().slice(0, 'yyyy-mm-dd'.length)}`;
  const { key, text } = newKey(
    owner,
    { name, granted: [...PERMISSIONS], expiresAt: null, rateLimits: {} },
    { now, newId, generateKey: () => generateApiKey((below) => randomInt(below)), hashKey: hashApiKey },
  );
  const change = {
    actor: { kind: 'operator' as const },
    operation: 'new-admin-key',
    requestId: 'new-admin-key',
    nonce: randomUUID(),
    at: now,
  };
  await createDynamoManagedKeyStore(core).create(
    key,
    { owner, callerId: owner.id },
    { change, idempotencyRecord: null },
  );
  return { memberId: owner.id, keyId: key.id, apiKey: text };
}

async function findAdmin(core: WritableTable, workspaceId: string, email: string): Promise<Member> {
  const { list } = createDynamoMemberReader(core);
  for (let after: string | undefined; ;) {
    const members = await list(workspaceId, { limit: MEMBERS_AT_A_TIME, after });
    const found = members.find(
      (member) => member.role === 'admin' && comparedMailAddress(member.email) === comparedMailAddress(email),
    );
    if (found) return found;
    after = members.at(-1)?.id;
    if (members.length < MEMBERS_AT_A_TIME)
      throw new Error(`Workspace ${workspaceId} has no admin with the e-mail address ${email}.`);
  }
}
