import type { DirectoryEntry } from '#shared/events/subscriptions/directory-entry.ts';
import {
  encodeFilters,
  filterBytes,
  WORKSPACE_FILTER_BYTES,
} from '#shared/events/subscriptions/subscription-filters.ts';
import { encodeSubscriptions } from '#shared/events/subscriptions/subscription-set.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { toTombstone } from '#shared/webhooks/domain/delete-endpoint.ts';
import { HEALTHY } from '#shared/webhooks/domain/endpoint-health.ts';
import {
  type DeliveryTarget,
  type Endpoint,
  ENDPOINT_LIMIT,
  endpointProducts,
} from '#shared/webhooks/domain/endpoint.ts';
import { canBeResponsible, needsResponsibleAdmin } from '#shared/webhooks/domain/suspend-endpoint.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import type { EndpointStore } from '#shared/webhooks/ports/endpoint-store.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';

/** Endpoints over a memory core. */
export function createMemoryEndpointStore(core: MemoryCore): EndpointStore {
  function requireAdmin(endpoint: Endpoint): void {
    const { workspaceId, responsibleMember } = endpoint;
    const member = core.members.get(withinWorkspace(workspaceId, responsibleMember.id));
    if (!canBeResponsible(member ?? null, endpointProducts(endpoint))) {
      throw new PlatformError('admin_required', 'Not an admin');
    }
  }

  /** An edit that makes no filter longer is always possible. */
  function requireFilterRoom(endpoint: Endpoint): void {
    const others = [...(core.directories.get(endpoint.workspaceId)?.values() ?? [])];
    const sizeOf = (entries: readonly DirectoryEntry[]) =>
      entries.reduce((sum, { filters }) => sum + filterBytes(filters), 0);
    const entry = entryOf(endpoint);
    const before = others.filter(({ endpointId }) => endpointId === endpoint.id);
    const growth = sizeOf([entry]) - sizeOf(before);
    if (growth > 0 && sizeOf(others) + growth > WORKSPACE_FILTER_BYTES)
      throw new PlatformError(webhooksErrors.filter_limit_reached, 'Too large', {
        limit: WORKSPACE_FILTER_BYTES,
      });
  }

  /** A new key or endpoint of a member increments the revision of that member. */
  function touchResponsible({ workspaceId, responsibleMember }: Endpoint): void {
    const place = withinWorkspace(workspaceId, responsibleMember.id);
    const member = core.members.get(place);
    if (member) core.members.set(place, { ...member, revision: member.revision + 1 });
  }

  function put(endpoint: Endpoint): void {
    const { id, name } = endpoint.responsibleMember;
    core.endpoints.set(endpoint.id, { ...endpoint, responsibleMember: { id, name } });
  }

  function requireUnchanged({ id, revision, shards }: Endpoint): void {
    const found = core.endpoints.get(id);
    if (found?.revision !== revision || found.shards !== shards) throw new ConcurrentUpdateError();
  }

  return {
    async create(endpoint, context) {
      commitInMemory(core, context, () => {
        const directory = core.directories.get(endpoint.workspaceId);
        if (!directory || directory.size >= ENDPOINT_LIMIT) {
          throw new PlatformError(webhooksErrors.endpoint_limit_reached, 'Too many', {
            limit: ENDPOINT_LIMIT,
          });
        }
        requireFilterRoom(endpoint);
        requireAdmin(endpoint);
        if (core.endpoints.has(endpoint.id)) throw new ConcurrentUpdateError();
        put(endpoint);
        core.targets.set(endpoint.id, targetOf(endpoint));
        directory.set(endpoint.id, entryOf(endpoint));
        touchResponsible(endpoint);
      });
    },

    async find(workspaceId, endpointId) {
      const endpoint = core.endpoints.get(endpointId);
      return endpoint?.workspaceId === workspaceId ? endpoint : undefined;
    },

    async list(workspaceId) {
      const ids = [...(core.directories.get(workspaceId)?.keys() ?? [])];
      return ids.flatMap((id) => core.endpoints.get(id) ?? []).toSorted((a, b) => (a.id < b.id ? 1 : -1));
    },

    async save(before, { endpoint, changed }, context) {
      commitInMemory(core, context, () => {
        requireUnchanged(before);
        const directory = core.directories.get(endpoint.workspaceId);
        const isListedOtherwise = JSON.stringify(entryOf(before)) !== JSON.stringify(entryOf(endpoint));
        if (isListedOtherwise && !directory?.has(endpoint.id)) throw new ConcurrentUpdateError();
        requireFilterRoom(endpoint);
        if (needsResponsibleAdmin(before, endpoint)) requireAdmin(endpoint);
        put(endpoint);
        if (needsResponsibleAdmin(before, endpoint)) touchResponsible(endpoint);
        if (isListedOtherwise) directory?.set(endpoint.id, entryOf(endpoint));
        if (changed === 'details') return;
        const { health } = core.targets.get(endpoint.id) ?? { health: HEALTHY };
        core.targets.set(endpoint.id, {
          ...targetOf(endpoint),
          ...(changed === 'request' ? { health } : {}),
        });
      });
    },

    async remove(endpoint, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        requireUnchanged(endpoint);
        const isListed = core.directories.get(endpoint.workspaceId)?.delete(endpoint.id);
        if (!isListed) throw new ConcurrentUpdateError();
        core.endpoints.delete(endpoint.id);
        core.targets.set(endpoint.id, toTombstone(endpoint));
      });
    },

    async readDirectory(workspaceId) {
      return [...(core.directories.get(workspaceId)?.values() ?? [])];
    },

    async readTarget(endpointId) {
      return core.targets.get(endpointId);
    },
  };
}

function targetOf(endpoint: Endpoint): DeliveryTarget {
  const { id, workspaceId, url, enabled, suspendedReason, settingsVersion, shards } = endpoint;
  const { secrets, signingKeys, headers } = endpoint;
  return {
    id,
    workspaceId,
    url,
    enabled,
    suspendedReason,
    secrets,
    signingKeys,
    headers,
    settingsVersion,
    shards,
    deleted: false,
    health: HEALTHY,
  };
}

function entryOf({ id, enabled, settingsVersion, shards, subscriptions }: Endpoint): DirectoryEntry {
  const filters = encodeFilters(subscriptions);
  return {
    endpointId: id,
    enabled,
    settingsVersion,
    shards,
    subscriptions: encodeSubscriptions(subscriptions),
    ...(filters ? { filters } : {}),
  };
}
