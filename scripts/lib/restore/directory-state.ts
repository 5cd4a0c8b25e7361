import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { toDirectoryEntry } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { filterBytes } from '#shared/events/subscriptions/subscription-filters.ts';
import type { Change } from '#shared/platform/core/change.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { isNew, putItem, toLastChange, type Write } from '#shared/platform/store/write.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { type DirectoryCopy, shardsOf, versionOf, type WorkspaceFacts } from './endpoint-facts.ts';
import { type Plan, plain } from './endpoint-plan.ts';
import { unchangedItem } from './unchanged-item.ts';

/** What all copies of a directory should have. */
export type DirectoryState = {
  readonly endpoints: Readonly<Record<string, Item>>;
  /** Only of endpoints with several shards. */
  readonly shards: Readonly<Record<string, number>>;
  readonly filterBytes: number;
};

const entryItem = v.object({ filters: v.optional(v.record(v.string(), v.string())) });

/**
 * The directory of live endpoints. An endpoint that is still to be written, or whose item is lost, has its newest entry; a deleted one
 * has none.
 */
export function directoryOf({ copies }: WorkspaceFacts, plans: readonly Plan[]): DirectoryState {
  const listed = plans.flatMap((plan) => {
    const entry = plan.kind === 'keep' ? toDirectoryEntry(plan.endpoint) : newestEntry(copies, plan.facts.id);
    return plan.kind === 'drop' || !entry ? [] : [{ id: plan.facts.id, entry, shards: shardsOf(plan.facts) }];
  });
  const shards = Object.fromEntries(
    listed.filter((each) => each.shards > 1).map((each) => [each.id, each.shards]),
  );
  return counted(Object.fromEntries(listed.map(({ id, entry }) => [id, { ...entry }])), shards);
}

/** The directory with the entry of an endpoint. */
export function withEndpoint({ endpoints, shards }: DirectoryState, endpoint: Endpoint): DirectoryState {
  const { [endpoint.id]: _, ...others } = shards;
  return counted(
    { ...endpoints, [endpoint.id]: toDirectoryEntry(endpoint) },
    endpoint.shards > 1 ? { ...others, [endpoint.id]: endpoint.shards } : others,
  );
}

/** Whether all copies have this state. */
export function isStored({ copies }: WorkspaceFacts, directory: DirectoryState): boolean {
  return copies.every(({ item, endpoints, shards }) => {
    const stored = { endpoints, shards, filterBytes: item?.['filterBytes'] ?? 0 };
    return item && isDeepStrictEqual(plain(stored), plain(directory));
  });
}

/** Writes all copies. Each one must be as it was read. */
export function directoryWrites(
  { copies, pastDirectory }: WorkspaceFacts,
  directory: DirectoryState,
  { change, now }: { readonly change: Change; readonly now: Date },
): Write[] {
  const attributes = {
    ...(copies.find(({ item }) => item)?.item ?? pastDirectory),
    ...directory,
    restoredAt: now.getTime(),
    lastChange: toLastChange(change),
  };
  return copies.map(({ key, item }) =>
    putItem({ ...attributes, ...key }, item ? unchangedItem(item) : isNew),
  );
}

function newestEntry(copies: readonly DirectoryCopy[], id: string): Item | undefined {
  const entries = copies.map(({ endpoints }) => endpoints[id]).filter((entry) => entry !== undefined);
  return entries.toSorted((a, b) => (versionOf(b)[0] ?? 0) - (versionOf(a)[0] ?? 0))[0];
}

/** Counts the size of all filters, which the directory has beside them. */
function counted(endpoints: DirectoryState['endpoints'], shards: DirectoryState['shards']): DirectoryState {
  const sizes = Object.values(endpoints).map((entry) => {
    const parsed = v.safeParse(entryItem, entry);
    return parsed.success ? filterBytes(parsed.output.filters) : 0;
  });
  return { endpoints, shards, filterBytes: sizes.reduce((sum, size) => sum + size, 0) };
}
