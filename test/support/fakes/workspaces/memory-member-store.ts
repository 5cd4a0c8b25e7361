import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { comparedMailAddress } from '#shared/platform/core/text.ts';
import type { ApiKey, Member, MemberProduct } from '#shared/platform/identity/workspace.ts';
import { FORMER_MEMBER, suspendedBy } from '#shared/webhooks/domain/suspend-endpoint.ts';
import { permissionsAfter } from '#shared/workspaces/domain/permissions-after.ts';
import { gainedProducts, isFullAdmin } from '#shared/workspaces/domain/require-grantable-member.ts';
import { requireRestorable } from '#shared/workspaces/domain/require-grantable.ts';
import * as workspacesErrors from '#shared/workspaces/errors.ts';
import type { MemberStore } from '#shared/workspaces/ports/member-store.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';

/** Members over a memory core. */
export function createMemoryMemberStore(core: MemoryCore): MemberStore {
  const createdUnder = new Map<string, string>();

  function membersOf(workspaceId: string): Member[] {
    return [...core.members.values()].filter((member) => member.workspaceId === workspaceId);
  }

  function requireUnchanged({ workspaceId, id, revision }: Member): void {
    const stored = core.members.get(withinWorkspace(workspaceId, id));
    if (stored?.revision !== revision) throw new ConcurrentUpdateError();
  }

  function requireAnotherAdmin(before: Member, after: Member | null): void {
    if (!isFullAdmin(before) || isFullAdmin(after)) return;
    const admins = membersOf(before.workspaceId).filter(isFullAdmin);
    if (admins.length < 2) throw new PlatformError(workspacesErrors.last_admin, 'The last');
  }

  function requireAdmin(
    { workspaceId, id, role }: Member,
    { actor }: Change,
    gained: readonly MemberProduct[] = [],
  ): void {
    if (actor.kind !== 'key') return;
    const caller = core.members.get(withinWorkspace(workspaceId, actor.member));
    if ((actor.member === id ? role : caller?.role) !== 'admin')
      throw new PlatformError('admin_required', 'No');
    const isOther = actor.member !== id;
    if (isOther && !gained.every((product) => caller?.products.includes(product)))
      throw new ConcurrentUpdateError();
  }

  function keysOf({ id }: Member): ApiKey[] {
    return [...core.apiKeys.values()].filter(
      ({ memberId, revokedAt }) => memberId === id && revokedAt === null,
    );
  }

  function followOn(before: Member, after: Member | null, at: Date): void {
    for (const key of keysOf(before)) {
      const change = after ? { permissions: permissionsAfter(key, after) } : { revokedAt: at };
      core.apiKeys.set(key.hash, { ...key, ...change });
    }
    const own = [...core.endpoints.values()].filter(
      ({ workspaceId }) => workspaceId === before.workspaceId && (before.role === 'admin' || after === null),
    );
    for (const { after: endpoint } of suspendedBy(before, after, own, at)) {
      core.endpoints.set(endpoint.id, endpoint);
      const target = core.targets.get(endpoint.id);
      if (target) core.targets.set(endpoint.id, { ...target, suspendedReason: endpoint.suspendedReason });
    }
  }

  return {
    async list(workspaceId, { limit, after }) {
      return membersOf(workspaceId)
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .filter(({ id }) => after === undefined || id < after)
        .slice(0, limit);
    },

    async create(member, context) {
      commitInMemory(core, context, () => {
        requireAdmin(member, context.change, gainedProducts(null, member));
        const place = withinWorkspace(member.workspaceId, member.id);
        const email = comparedMailAddress(member.email);
        if (membersOf(member.workspaceId).some((other) => comparedMailAddress(other.email) === email)) {
          throw new PlatformError(workspacesErrors.member_exists, 'Exists');
        }
        if (core.members.has(place)) throw new ConcurrentUpdateError();
        core.members.set(place, member);
        if (context.idempotencyRecord) createdUnder.set(member.id, context.idempotencyRecord.id);
      });
    },

    async update(before, after, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        requireUnchanged(before);
        requireAnotherAdmin(before, after);
        requireAdmin(before, change, gainedProducts(before, after));
        for (const key of keysOf(before)) {
          requireRestorable(permissionsAfter(key, after), key, change.callerKey);
        }
        core.members.set(withinWorkspace(after.workspaceId, after.id), after);
        followOn(before, after, change.at);
      });
    },

    async remove(member, { change }) {
      const record = core.responses.get(createdUnder.get(member.id) ?? '');
      const { data } = JSON.parse(record?.body ?? '{"data":{}}');
      if (record && data.id === member.id) {
        const body = JSON.stringify({ data: { ...data, name: FORMER_MEMBER, email: '' } });
        core.responses.set(record.id, { ...record, body });
      }
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        requireUnchanged(member);
        requireAnotherAdmin(member, null);
        requireAdmin(member, change);
        core.members.delete(withinWorkspace(member.workspaceId, member.id));
        followOn(member, null, change.at);
      });
    },
  };
}
