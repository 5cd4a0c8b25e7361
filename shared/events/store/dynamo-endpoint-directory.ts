import * as v from 'valibot';
import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { DirectoryEntry } from '#shared/events/subscriptions/directory-entry.ts';
import { encodeSubscriptions } from '#shared/events/subscriptions/subscription-set.ts';
import type { Subscription } from '#shared/events/subscriptions/subscription.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import { directoryKey } from '#shared/platform/store/keys.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';

const directoryItem = v.object({
  endpoints: v.record(
    v.string(),
    v.object({ enabled: v.boolean(), settingsVersion: v.number(), subscriptions: v.string() }),
  ),
});

/** The directory of endpoints in the core table: one item per workspace, written with its endpoints by the endpoint store. */
export function createDynamoEndpointDirectory(table: Table): EndpointDirectory {
  return {
    async readDirectory(workspaceId) {
      const item = await table.get(directoryKey(workspaceId));
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
  };
}

/** The entries of the directory item of a workspace. @throws MalformedItemError */
export function fromDirectoryItem(item: Item): DirectoryEntry[] {
  return Object.entries(parseItem(directoryItem, item).endpoints).map(([endpointId, entry]) => ({
    endpointId,
    enabled: entry.enabled,
    settingsVersion: entry.settingsVersion,
    subscriptions: entry.subscriptions,
  }));
}
