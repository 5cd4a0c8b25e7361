import { ENDPOINT_LIMIT, type Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/domain/errors.ts';
import type { CommandContext } from '#shared/domain/change.ts';
import type { EndpointStore } from '#shared/domain/ports/endpoint-store.ts';
import { rememberWrites } from './command-items.ts';
import { commit } from './commit.ts';
import {
  fromDirectoryItem,
  fromEndpointItem,
  fromTargetItem,
  toDirectoryEntry,
  toEndpointItem,
  toTargetItem,
} from './endpoint-items.ts';
import { directoryKey, endpointKey, memberKey, targetKey } from './keys.ts';
import type { Table } from './table.ts';
import type { Write } from './write.ts';

/** Endpoints in the core table: the endpoint, its delivery view and its directory entry change together. */
export function createDynamoEndpointStore(table: Table): EndpointStore {
  async function readDirectory(workspaceId: string) {
    const item = await table.get(directoryKey(workspaceId));
    return item ? fromDirectoryItem(item) : [];
  }

  return {
    readDirectory,

    async create(endpoint, context) {
      const writes = [
        ...rememberWrites(context),
        addToDirectory(endpoint),
        responsibleAdmin(endpoint),
        putEndpoint(endpoint, context, 'attribute_not_exists(pk)'),
        putTarget(endpoint, context),
      ];
      await commit(table, writes, context.change.nonce);
    },

    async find(workspaceId, endpointId) {
      const item = await table.get(endpointKey(endpointId));
      const endpoint = item && fromEndpointItem(item);
      return endpoint?.workspaceId === workspaceId ? endpoint : undefined;
    },

    async list(workspaceId) {
      const directory = await readDirectory(workspaceId);
      const items = await table.getAll(directory.map((entry) => endpointKey(entry.endpointId)));
      return items.map(fromEndpointItem).toSorted((a, b) => (a.id < b.id ? 1 : -1));
    },

    async save(before, { endpoint, changed }, context) {
      if (changed === 'nothing') return;
      const unchanged = 'attribute_exists(pk) AND revision = :revision';
      const writes: Write[] = [
        ...rememberWrites(context),
        { ...putEndpoint(endpoint, context, unchanged), values: { ':revision': before.revision } },
      ];
      // A rename touches one item; only a delivery setting moves the view and the directory along.
      if (changed === 'settings') writes.push(putTarget(endpoint, context), replaceInDirectory(endpoint));
      if (endpoint.enabled && !before.enabled) writes.push(responsibleAdmin(endpoint));
      await commit(table, writes, context.change.nonce);
    },

    async readTarget(endpointId) {
      const item = await table.get(targetKey(endpointId));
      return item && fromTargetItem(item);
    },
  };
}

function putEndpoint(endpoint: Endpoint, { change }: CommandContext, when: string): Write & { kind: 'put' } {
  const condition = { when, refuse: () => new ConcurrentUpdateError() };
  return { kind: 'put', item: toEndpointItem(endpoint, change), condition };
}

function putTarget(endpoint: Endpoint, { change }: CommandContext): Write {
  return { kind: 'put', item: toTargetItem(endpoint, change) };
}

/** The map's size is the counter of the limit: two racing creates of the 25th endpoint cannot both pass (G87). */
function addToDirectory(endpoint: Endpoint): Write {
  return {
    kind: 'update',
    key: directoryKey(endpoint.workspaceId),
    set: 'SET endpoints.#id = :entry',
    names: { '#id': endpoint.id },
    values: { ':entry': toDirectoryEntry(endpoint), ':limit': ENDPOINT_LIMIT },
    condition: {
      when: 'size(endpoints) < :limit',
      refuse: () =>
        new PlatformError(
          'endpoint_limit_reached',
          `A workspace can have at most ${ENDPOINT_LIMIT} endpoints.`,
          {
            limit: ENDPOINT_LIMIT,
          },
        ),
    },
  };
}

function replaceInDirectory(endpoint: Endpoint): Write {
  return {
    kind: 'update',
    key: directoryKey(endpoint.workspaceId),
    set: 'SET endpoints.#id = :entry',
    names: { '#id': endpoint.id },
    values: { ':entry': toDirectoryEntry(endpoint) },
    // Closes the race with a delete: an entry that is gone must not come back.
    condition: { when: 'attribute_exists(endpoints.#id)', refuse: () => new ConcurrentUpdateError() },
  };
}

/** Closes the race with the removal of the responsible member by another request (H18). */
function responsibleAdmin(endpoint: Endpoint): Write {
  return {
    kind: 'check',
    key: memberKey(endpoint.workspaceId, endpoint.responsibleMember.id),
    names: { '#role': 'role' },
    values: { ':admin': 'admin' },
    condition: {
      when: 'attribute_exists(pk) AND #role = :admin',
      refuse: () =>
        new PlatformError(
          'admin_required',
          'The member responsible for the endpoint is not an admin of the workspace.',
        ),
    },
  };
}
