import { randomInt } from 'node:crypto';
import { newKey } from '#shared/platform/identity/new-key.ts';
import { createDynamoWorkspaceStore } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import type { Member } from '#shared/platform/identity/workspace.ts';
import { generateApiKey, hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { createDynamoManagedKeyStore } from '#shared/workspaces/store/dynamo-managed-key-store.ts';
import { createDynamoMemberStore } from '#shared/workspaces/store/dynamo-member-store.ts';
import { changeAt, type History, type HistoryStep, type MemberActor, timeBefore } from './history.ts';
import { idAt } from './seeded.ts';

type Colleague = Pick<Member, 'name' | 'email' | 'role' | 'products'>;

/** Who works in the example workspace besides its owner. */
const TEAM = {
  socialMedia: {
    name: 'Mila Brandt',
    email: 'mila@example.com',
    role: 'editor',
    products: ['publishing', 'biolinks'],
  },
  support: { name: 'Jonas Weber', email: 'jonas@example.com', role: 'editor', products: ['salesbot'] },
} as const satisfies Record<string, Colleague>;

type TeamRole = keyof typeof TEAM;

/** The member with a role in the team. */
export function colleague(history: History, role: TeamRole): MemberActor & { readonly name: string } {
  const at = joinedAt(history);
  const { workspaceId } = history;
  return {
    kind: 'key',
    member: idAt(at, `${workspaceId} member ${role}`),
    key: idAt(at, `${workspaceId} key ${role}`),
    name: TEAM[role].name,
  };
}

/** Adds the members, each with a key, as the owner did before everything else happened. */
export const TEAM_STEPS: readonly HistoryStep[] = [
  (history) => addColleague(history, 'socialMedia'),
  (history) => addColleague(history, 'support'),
];

async function addColleague(history: History, role: TeamRole): Promise<void> {
  const { core, workspaceId, owner } = history;
  const workspaces = createDynamoWorkspaceStore(core);
  const keys = createDynamoManagedKeyStore(core);
  const at = joinedAt(history);
  const { member: id, key: keyId } = colleague(history, role);
  const member: Member = { ...TEAM[role], id, workspaceId, revision: 1, createdAt: at };
  if (!(await workspaces.findMember(workspaceId, id)))
    await createDynamoMemberStore(core).create(member, changeAt(at, owner, 'create-member'));
  if (await keys.find(workspaceId, keyId)) return;

  const stored = (await workspaces.findMember(workspaceId, id)) ?? member;
  const request = {
    name: `${member.name}’s key`,
    granted: [...PERMISSIONS],
    expiresAt: null,
    rateLimits: {},
  };
  // The text of the key is forgotten: nobody uses it.
  const { key } = newKey(stored, request, {
    now: at,
    newId: () => keyId,
    generateKey: () => generateApiKey((below) => randomInt(below)),
    hashKey: hashApiKey,
  });
  const ownership = { owner: stored, callerId: owner.member };
  await keys.create(key, ownership, changeAt(at, owner, 'create-api-key'));
}

function joinedAt(history: History): Date {
  return timeBefore(history, 30, '09:30');
}
