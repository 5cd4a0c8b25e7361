import { EVENT_TTL_MS } from '#shared/events/recording/recorded-event.ts';
import {
  createDynamoEndpointDirectory,
  toDirectoryEntry,
} from '#shared/events/store/dynamo-endpoint-directory.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { removalEntryWrite } from '#shared/platform/store/audit-items.ts';
import { batchReader } from '#shared/platform/store/batch-reader.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { updateDirectory } from '#shared/platform/store/directory-writes.ts';
import { ttlOf } from '#shared/platform/store/item-schema.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import {
  toLastChange,
  isNew,
  type Condition,
  type Expression,
  type Write,
  deleteItem,
  putItem,
} from '#shared/platform/store/write.ts';
import { toTombstone } from '#shared/webhooks/domain/delete-endpoint.ts';
import { ENDPOINT_LIMIT, type Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { needsResponsibleAdmin } from '#shared/webhooks/domain/suspend-endpoint.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import type { EndpointReader, EndpointStore } from '#shared/webhooks/ports/endpoint-store.ts';
import { fromEndpointItem, fromTargetItem, toEndpointItem, toTargetItem } from './endpoint-items.ts';
import { requestWrite, requireResponsibleAdmin, unchanged } from './endpoint-writes.ts';
import { countFilters, filterBytesOf } from './filter-room.ts';
import { endpointKey, targetKey } from './keys.ts';

/** How long the delivery target of a deleted endpoint remains: longer than any message for the endpoint can be delayed. */
const TOMBSTONE_MS = EVENT_TTL_MS;

/** The reads of `createDynamoEndpointStore`, for operations that may not write. */
export function createDynamoEndpointReader(table: Table): EndpointReader {
  // A batch of ten deliveries reads ten delivery targets at once, often the same one.
  const readWithOthers = batchReader(table);

  const { readDirectory } = createDynamoEndpointDirectory(table);

  return {
    readDirectory,

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

    async readTarget(endpointId) {
      const item = await readWithOthers(targetKey(endpointId));
      return item && fromTargetItem(item);
    },
  };
}

/** Endpoints in the core table: the endpoint, its delivery target and its directory entry change together. */
export function createDynamoEndpointStore(table: WritableTable): EndpointStore {
  return {
    ...createDynamoEndpointReader(table),

    async create(endpoint, context) {
      const { change } = context;
      await commit(table, context, [
        ...setInDirectory(endpoint, change, withinLimit),
        requireResponsibleAdmin(endpoint),
        putItem(toEndpointItem(endpoint, change), isNew),
        putItem(toTargetItem(endpoint, change)),
      ]);
    },

    async save(before, { endpoint, changed }, context) {
      const { change } = context;
      await commit(table, context, [
        putItem(toEndpointItem(endpoint, change), unchanged(before)),
        // A rename changes one item; a delivery setting also changes the delivery target and the directory, which counts the bytes of filters.
        ...(changed === 'settings' ? [putItem(toTargetItem(endpoint, change))] : []),
        ...(isListedOtherwise(before, endpoint)
          ? setInDirectory(endpoint, change, stillListed(endpoint), before)
          : []),
        ...(changed === 'request' ? [requestWrite(endpoint, change)] : []),
        ...(needsResponsibleAdmin(before, endpoint) ? [requireResponsibleAdmin(endpoint)] : []),
      ]);
    },

    async remove(endpoint, { change }) {
      const { id, workspaceId } = endpoint;
      const ttl = ttlOf(new Date(change.at.getTime() + TOMBSTONE_MS));
      const removal = {
        expression: 'REMOVE endpoints.#id, shards.#id SET lastChange = :change',
        values: { ':change': toLastChange(change) },
      };
      await commit(table, { change }, [
        deleteItem(endpointKey(id), unchanged(endpoint)),
        putItem({ ...toTargetItem(toTombstone(endpoint), change), deleted: true, ttl }),
        removalEntryWrite({ resource: 'endpoint', id, workspaceId }, change),
        ...changeDirectory(workspaceId, -filterBytesOf(endpoint), removal, stillListed(endpoint)),
      ]);
    },
  };
}

/** Every change of settings is one, because the entry has their version. */
function isListedOtherwise(before: Endpoint, after: Endpoint): boolean {
  return JSON.stringify(toDirectoryEntry(before)) !== JSON.stringify(toDirectoryEntry(after));
}

function setInDirectory(
  endpoint: Endpoint,
  change: Change,
  condition: Condition,
  before?: Endpoint,
): Write[] {
  const update = {
    expression: 'SET endpoints.#id = :entry, lastChange = :change',
    names: { '#id': endpoint.id },
    values: { ':entry': toDirectoryEntry(endpoint), ':change': toLastChange(change) },
  };
  const growth = filterBytesOf(endpoint) - (before ? filterBytesOf(before) : 0);
  return changeDirectory(endpoint.workspaceId, growth, update, condition);
}

/** `growth` is the change of the size of the filters. */
function changeDirectory(
  workspaceId: string,
  growth: number,
  change: Expression,
  required: Condition,
): Write[] {
  const { update, condition } = countFilters(growth, change, required);
  return updateDirectory(workspaceId, update, condition);
}

/** The size of the map enforces the limit: of two racing creates of the 25th endpoint, one fails. */
const withinLimit: Condition = {
  expression: 'size(endpoints) < :limit',
  values: { ':limit': ENDPOINT_LIMIT },
  onFailure: () =>
    new PlatformError(
      webhooksErrors.endpoint_limit_reached,
      `A workspace can have at most ${ENDPOINT_LIMIT} endpoints. Delete an endpoint first.`,
      {
        limit: ENDPOINT_LIMIT,
      },
    ),
};

/** The endpoint is in the directory. Closes the race with a delete: a removed entry must not reappear. */
function stillListed({ id }: Endpoint): Condition {
  return { expression: 'attribute_exists(endpoints.#id)', names: { '#id': id } };
}
