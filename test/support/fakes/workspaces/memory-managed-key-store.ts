import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { type ApiKey, API_KEY_LIMIT, CONSOLE_KEY_LIMIT } from '#shared/platform/identity/workspace.ts';
import * as workspacesErrors from '#shared/workspaces/errors.ts';
import type { KeyOwnership, ManagedKeyStore } from '#shared/workspaces/ports/managed-key-store.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';

/** Managed API keys over a memory core. */
export function createMemoryManagedKeyStore(core: MemoryCore): ManagedKeyStore {
  const pruned = new Set<string>();

  function liveKeys(): ApiKey[] {
    return [...core.apiKeys.values()].filter(({ id, revokedAt }) => revokedAt === null && !pruned.has(id));
  }

  function requireAdmin(workspaceId: string, callerId: string): void {
    const caller = core.members.get(withinWorkspace(workspaceId, callerId));
    if (caller?.role !== 'admin') throw new PlatformError('admin_required', 'No');
  }

  function hold({ owner, callerId }: KeyOwnership): void {
    if (callerId !== owner.id) requireAdmin(owner.workspaceId, callerId);
    const stored = core.members.get(withinWorkspace(owner.workspaceId, owner.id));
    if (stored?.revision !== owner.revision) throw new ConcurrentUpdateError();
  }

  function touch(workspaceId: string, memberId: string): void {
    const place = withinWorkspace(workspaceId, memberId);
    const member = core.members.get(place);
    if (member) core.members.set(place, { ...member, revision: member.revision + 1 });
  }

  return {
    async find(workspaceId, keyId) {
      return liveKeys().find((key) => key.workspaceId === workspaceId && key.id === keyId);
    },

    async list(workspaceId, { limit, after }) {
      return liveKeys()
        .filter((key) => key.workspaceId === workspaceId && (after === undefined || key.id < after))
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit);
    },

    async create(key, ownership, context) {
      commitInMemory(core, context, () => {
        hold(ownership);
        const counted = liveKeys().filter((each) => !each.console && each.memberId === key.memberId);
        if (counted.length >= API_KEY_LIMIT) {
          throw new PlatformError(workspacesErrors.api_key_limit_reached, 'Too many', {
            limit: API_KEY_LIMIT,
          });
        }
        if (core.apiKeys.has(key.hash)) throw new ConcurrentUpdateError();
        core.apiKeys.set(key.hash, key);
        touch(key.workspaceId, key.memberId);
      });
    },

    async createConsoleKey(key, owner, context) {
      commitInMemory(core, context, () => {
        hold({ owner, callerId: owner.id });
        const own = liveKeys().filter((each) => each.console && each.memberId === owner.id);
        const active = own.filter(({ expiresAt }) => expiresAt !== null && expiresAt > context.change.at);
        if (active.length >= CONSOLE_KEY_LIMIT)
          throw new PlatformError(workspacesErrors.api_key_limit_reached, 'Too many', {
            limit: CONSOLE_KEY_LIMIT,
          });
        for (const each of own) if (!active.includes(each)) pruned.add(each.id);
        core.apiKeys.set(key.hash, key);
        touch(key.workspaceId, key.memberId);
      });
    },

    async update(key, ownership, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        hold(ownership);
        const stored = core.apiKeys.get(key.hash);
        if (stored?.revokedAt !== null) throw new ConcurrentUpdateError();
        const { name, granted, permissions, rateLimits } = key;
        core.apiKeys.set(key.hash, { ...stored, name, granted, permissions, rateLimits });
        touch(key.workspaceId, key.memberId);
      });
    },

    async revoke(key, { change }) {
      const { actor } = change;
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        if (actor.kind === 'key' && actor.member !== key.memberId)
          requireAdmin(key.workspaceId, actor.member);
        const stored = core.apiKeys.get(key.hash);
        if (stored?.revokedAt !== null) throw new ConcurrentUpdateError();
        core.apiKeys.set(key.hash, { ...stored, revokedAt: change.at });
        touch(key.workspaceId, key.memberId);
      });
    },
  };
}
