import { EVENT_TTL_MS } from '#shared/events/recording/recorded-event.ts';
import {
  createDynamoEndpointDirectory,
  toDirectoryEntry,
} from '#shared/events/store/dynamo-endpoint-directory.ts';
import { removalEntryWrite } from '#shared/platform/audit/store/audit-items.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { batchReader } from '#shared/platform/store/batch-reader.ts';
import { idempotencyWrites, toLastChange } from '#shared/platform/store/command-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { ttlOf } from '#shared/platform/store/item-schema.ts';
import { directoryKey, endpointKey, targetKey } from '#shared/platform/store/keys.ts';
import type { Table } from '#shared/platform/store/table.ts';
import type { Condition, Write } from '#shared/platform/store/write.ts';
import { tombstoneOf } from '#shared/webhooks/domain/delete-endpoint.ts';
import { ENDPOINT_LIMIT, type Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { needsResponsibleAdmin } from '#shared/webhooks/domain/suspend-endpoint.ts';
import type { EndpointStore } from '#shared/webhooks/ports/endpoint-store.ts';
import {
  fromEndpointItem,
  fromTargetItem,
  toEndpointItem,
  toSecretsAttribute,
  toTargetItem,
} from './endpoint-items.ts';
import { responsibleAdmin, unchangedSince } from './endpoint-writes.ts';

/** How long a deleted endpoint's view stays: longer than anything queued for it can wake. */
const TOMBSTONE_MS = EVENT_TTL_MS;

/** Endpoints in the core table: the endpoint, its delivery view and its directory entry change together. */
export function createDynamoEndpointStore(table: Table): EndpointStore {
  // A batch of deliveries asks for ten views at once, often for the same one.
  const readWithOthers = batchReader(table);

  const { readDirectory } = createDynamoEndpointDirectory(table);

  return {
    readDirectory,

    async create(endpoint, context) {
      const isNew = { when: 'attribute_not_exists(pk)', onFailure: () => new ConcurrentUpdateError() };
      const writes: Write[] = [
        ...idempotencyWrites(table.name, context),
        setInDirectory(endpoint, context, withinLimit, { ':limit': ENDPOINT_LIMIT }),
        responsibleAdmin(table.name, endpoint),
        { ...putEndpoint(endpoint, context), condition: isNew },
        putTarget(endpoint, context),
      ];
      await commit(table.client, writes, context.change.nonce);
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
      const writes: Write[] = [
        ...idempotencyWrites(table.name, context),
        { ...putEndpoint(endpoint, context), ...unchangedSince(before) },
      ];
      // A rename touches one item; only a delivery setting moves the view and the directory along.
      if (changed === 'settings') {
        writes.push(putTarget(endpoint, context), setInDirectory(endpoint, context, stillListed));
      }
      if (needsResponsibleAdmin(before, endpoint)) writes.push(responsibleAdmin(table.name, endpoint));
      await commit(table.client, writes, context.change.nonce);
    },

    async saveSecrets(before, after, context) {
      const writes: Write[] = [
        ...idempotencyWrites(table.name, context),
        { ...putEndpoint(after, context), ...unchangedSince(before) },
        setSecrets(after, context),
      ];
      await commit(table.client, writes, context.change.nonce);
    },

    async remove(endpoint, { change }) {
      const ttl = ttlOf(new Date(change.at.getTime() + TOMBSTONE_MS));
      const tombstone = { ...toTargetItem(tombstoneOf(endpoint), change), deleted: true, ttl };
      const writes: Write[] = [
        { kind: 'delete', table: table.name, key: endpointKey(endpoint.id), ...unchangedSince(endpoint) },
        { kind: 'put', table: table.name, item: tombstone },
        removalEntryWrite(
          table.name,
          { resource: 'endpoint', id: endpoint.id, workspaceId: endpoint.workspaceId },
          change,
        ),
        {
          kind: 'update',
          table: table.name,
          key: directoryKey(endpoint.workspaceId),
          set: 'REMOVE endpoints.#id SET last_change = :change',
          names: { '#id': endpoint.id },
          values: { ':change': toLastChange(change) },
          condition: stillListed,
        },
      ];
      await commit(table.client, writes, change.nonce);
    },

    async readTarget(endpointId) {
      const item = await readWithOthers(targetKey(endpointId));
      return item && fromTargetItem(item);
    },
  };

  function putEndpoint(endpoint: Endpoint, { change }: CommandContext): Write & { kind: 'put' } {
    return { kind: 'put', table: table.name, item: toEndpointItem(endpoint, change) };
  }

  function putTarget(endpoint: Endpoint, { change }: CommandContext): Write {
    return { kind: 'put', table: table.name, item: toTargetItem(endpoint, change) };
  }

  /** A rotation is no edit: what deliveries learned of the endpoint stays in its view. */
  function setSecrets({ id, secrets }: Endpoint, { change }: CommandContext): Write {
    return {
      kind: 'update',
      table: table.name,
      key: targetKey(id),
      set: 'SET secrets = :secrets, last_change = :change',
      values: { ':secrets': toSecretsAttribute(secrets), ':change': toLastChange(change) },
      condition: { when: 'attribute_exists(pk)', onFailure: () => new ConcurrentUpdateError() },
    };
  }

  function setInDirectory(
    endpoint: Endpoint,
    { change }: CommandContext,
    condition: Condition,
    values: Record<string, unknown> = {},
  ): Write {
    return {
      kind: 'update',
      table: table.name,
      key: directoryKey(endpoint.workspaceId),
      set: 'SET endpoints.#id = :entry, last_change = :change',
      names: { '#id': endpoint.id },
      values: { ':entry': toDirectoryEntry(endpoint), ':change': toLastChange(change), ...values },
      condition,
    };
  }
}

/** The map's size is the counter of the limit: two racing creates of the 25th endpoint cannot both pass (G87). */
const withinLimit: Condition = {
  when: 'size(endpoints) < :limit',
  onFailure: () =>
    new PlatformError('endpoint_limit_reached', `A workspace can have at most ${ENDPOINT_LIMIT} endpoints.`, {
      limit: ENDPOINT_LIMIT,
    }),
};

/** Closes the race with a delete: an entry that is gone must not come back. */
const stillListed: Condition = {
  when: 'attribute_exists(endpoints.#id)',
  onFailure: () => new ConcurrentUpdateError(),
};
