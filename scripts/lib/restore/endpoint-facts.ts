import * as v from 'valibot';
import { directoryKey, directoryKeys, type Key } from '#shared/platform/store/keys.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import { MAX_SHARDS } from '#shared/webhooks/domain/delivery-shards.ts';
import type { DeliveryTarget, Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { fromEndpointItem, fromTargetItem } from '#shared/webhooks/store/endpoint-items.ts';
import { endpointKey, targetKey } from '#shared/webhooks/store/keys.ts';

/**
 * Added to the settings version of an endpoint that is lost everywhere, because the number of its edits since the point in time is
 * unknown. Nobody edits an endpoint a million times in the 35 days that a restore can go back.
 */
const LOST_EDITS = 1_000_000;

const directoryItem = v.object({
  endpoints: v.optional(v.record(v.string(), v.record(v.string(), v.unknown())), {}),
  shards: v.optional(v.record(v.string(), v.number()), {}),
});

/** A copy of an endpoint directory in the live table; without `item` if it is lost. */
export type DirectoryCopy = {
  readonly key: Key;
  readonly item: Item | undefined;
  readonly endpoints: Readonly<Record<string, Item>>;
  readonly shards: Readonly<Record<string, number>>;
};

/** An endpoint in a copy of the directory. */
type Listing = { readonly entry: Item; readonly shards: number };

/** What both tables know about an endpoint. */
export type EndpointFacts = {
  readonly id: string;
  readonly past: Item | undefined;
  readonly live: Item | undefined;
  readonly target: Item | undefined;
  /** The endpoint in each copy of the directory that is not lost; undefined if the copy does not list it. */
  readonly listings: readonly (Listing | undefined)[];
  /** Versions in the delivery target and the directory of the point in time. */
  readonly pastVersions: readonly number[];
};

export type WorkspaceFacts = {
  readonly copies: readonly DirectoryCopy[];
  /** The directory of the point in time. */
  readonly pastDirectory: Item | undefined;
  readonly endpoints: readonly EndpointFacts[];
};

/**
 * Reads what both tables know about the endpoints of a workspace: those with these ids, and those in its directory. The copies of the
 * directory are read first, so that an endpoint that is deleted meanwhile has changed them, and a write that depends on them fails.
 */
export async function readFacts(
  workspaceId: string,
  ids: ReadonlySet<string>,
  { live, restored }: { readonly live: Pick<Table, 'get'>; readonly restored: Pick<Table, 'get'> },
): Promise<WorkspaceFacts> {
  const copies = await Promise.all(
    directoryKeys(workspaceId).map(async (key) => toCopy(key, await live.get(key))),
  );
  const pastCopies = await Promise.all(
    directoryKeys(workspaceId).map(async (key) => toCopy(key, await restored.get(key))),
  );
  const listed = [...copies, ...pastCopies].flatMap(({ endpoints }) => Object.keys(endpoints));
  const all = [...new Set([...ids, ...listed])].toSorted();
  const endpoints = await Promise.all(
    all.map(async (id): Promise<EndpointFacts> => {
      const [past, pastTarget, liveItem, target] = await Promise.all([
        restored.get(endpointKey(id)),
        restored.get(targetKey(id)),
        live.get(endpointKey(id)),
        live.get(targetKey(id)),
      ]);
      const pastEntries = pastCopies.map((copy) => copy.endpoints[id]);
      return {
        id,
        past,
        live: liveItem,
        target,
        listings: copies.filter(({ item }) => item).map((copy) => listingIn(copy, id)),
        pastVersions: [pastTarget, ...pastEntries].flatMap(versionOf),
      };
    }),
  );
  const pastDirectory = pastCopies.find(({ item }) => item)?.item;
  return {
    copies,
    pastDirectory: pastDirectory && { ...pastDirectory, ...directoryKey(workspaceId, 0) },
    endpoints,
  };
}

/** A settings version that no queued delivery has: one more than each version that is known. */
export function nextVersion({ past, live, target, listings, pastVersions }: EndpointFacts): number {
  const since = [live, target, ...listings.map((listing) => listing?.entry)].flatMap(versionOf);
  const known = Math.max(0, ...since, ...versionOf(past), ...pastVersions);
  return known + (since.length > 0 ? 1 : LOST_EDITS);
}

/**
 * The number of shards of an endpoint. It never decreases (ADR 46), because deliveries are found by it, and the table of the past may have
 * a smaller one. If all live items of the endpoint are lost, the maximum includes every smaller number.
 */
export function shardsOf({ live, target, listings }: EndpointFacts): number {
  const stored = [live?.['shards'], target?.['shards']].filter((shards) => typeof shards === 'number');
  const listed = listings.flatMap((listing) => listing?.shards ?? []);
  const known = [...stored, ...listed];
  return known.length > 0 ? Math.max(...known) : MAX_SHARDS;
}

/** The settings version of an item or of an entry of the directory: none or one. */
export function versionOf(item: Item | undefined): number[] {
  const version = item?.['settingsVersion'];
  return typeof version === 'number' ? [version] : [];
}

/** The endpoint of an item; undefined if the item is missing or damaged. */
export function readEndpoint(item: Item | undefined): Endpoint | undefined {
  return readItem(item, fromEndpointItem);
}

/** The delivery target of an item; undefined if the item is missing or damaged. */
export function readTarget(item: Item | undefined): DeliveryTarget | undefined {
  return readItem(item, fromTargetItem);
}

function readItem<T>(item: Item | undefined, parse: (found: Item) => T): T | undefined {
  try {
    return item && parse(item);
  } catch {
    return undefined;
  }
}

function toCopy(key: Key, item: Item | undefined): DirectoryCopy {
  const parsed = v.safeParse(directoryItem, item ?? {});
  const { endpoints, shards } = parsed.success ? parsed.output : { endpoints: {}, shards: {} };
  return { key, item, endpoints, shards };
}

function listingIn({ endpoints, shards }: DirectoryCopy, id: string): Listing | undefined {
  const entry = endpoints[id];
  return entry && { entry, shards: shards[id] ?? 1 };
}
