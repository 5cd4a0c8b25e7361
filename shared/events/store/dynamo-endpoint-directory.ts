import * as v from 'valibot';
import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { DirectoryEntry } from '#shared/events/subscriptions/directory-entry.ts';
import { encodeFilters } from '#shared/events/subscriptions/subscription-filters.ts';
import { encodeSubscriptions } from '#shared/events/subscriptions/subscription-set.ts';
import type { Subscription } from '#shared/events/subscriptions/subscription.ts';
import { systemRandom } from '#shared/platform/runtime/system-random.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import { DIRECTORY_COPIES, directoryKey } from '#shared/platform/store/keys.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';

const directoryItem = v.object({
  endpoints: v.record(
    v.string(),
    v.object({
      enabled: v.boolean(),
      settingsVersion: v.number(),
      subscriptions: v.string(),
      filters: v.optional(v.record(v.string(), v.string())),
    }),
  ),
  // Only endpoints with several shards. Beside the endpoints, because an edit of an endpoint replaces its entry.
  shards: v.record(v.string(), v.number()),
});

/**
 * The directory of endpoints in the core table. Every change of an endpoint writes all copies in its transaction, so any copy shows an
 * endpoint that was enabled before. `random` returns a number of at least 0 and less than 1.
 */
export function createDynamoEndpointDirectory(table: Table, random = systemRandom): EndpointDirectory {
  return {
    async readDirectory(workspaceId) {
      const copy = Math.floor(random() * DIRECTORY_COPIES);
      const item = await table.get(directoryKey(workspaceId, copy));
      return item ? fromDirectoryItem(item) : [];
    },
  };
}

/** One entry of the directory's map, under the endpoint's ID. */
export function toDirectoryEntry(endpoint: {
  readonly enabled: boolean;
  readonly settingsVersion: number;
  readonly subscriptions: readonly Subscription[];
}) {
  return {
    enabled: endpoint.enabled,
    settingsVersion: endpoint.settingsVersion,
    subscriptions: encodeSubscriptions(endpoint.subscriptions),
    filters: encodeFilters(endpoint.subscriptions),
  };
}

/** The entries of the directory item of a workspace. @throws MalformedItemError */
export function fromDirectoryItem(item: Item): DirectoryEntry[] {
  const { endpoints, shards } = parseItem(directoryItem, item);
  return Object.entries(endpoints).map(([endpointId, entry]) => ({
    endpointId,
    enabled: entry.enabled,
    settingsVersion: entry.settingsVersion,
    shards: shards[endpointId] ?? 1,
    subscriptions: entry.subscriptions,
    ...(entry.filters ? { filters: entry.filters } : {}),
  }));
}
