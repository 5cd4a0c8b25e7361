import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { itemSize } from '#bench/cost/item-size.ts';
import { findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { buildEvent } from '#shared/events/recording/build-event.ts';
import { fromDirectoryItem, toDirectoryEntry } from '#shared/events/store/dynamo-endpoint-directory.ts';
import type { DirectoryEntry } from '#shared/events/subscriptions/directory-entry.ts';
import type { EventFilter } from '#shared/events/subscriptions/event-filter.ts';
import { isSubscribed } from '#shared/events/subscriptions/subscription-set.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { measureEach } from './measure.ts';

const ENDPOINTS = 25;
const READ_UNIT_BYTES = 4096;
const CALLS = 400;

const event = findEvent('salesbot.store.order_paid');
if (!event) throw new Error('The catalogue has lost an event');
const { sampleData: data } = event;
const now = new Date('2027-03-14T09:26:53Z');

/** Two conditions, as most filters have. Every second endpoint has one that the sample does not match. */
function usual(index: number): EventFilter {
  return {
    'contact.stage': { $in: ['customer', 'vip'] },
    'order.total': { $gte: index % 2 === 0 ? '10' : '1000' },
  };
}

/** As large as 25 filters can be. */
function largest(): EventFilter {
  return { 'order.number': { $nin: Array.from({ length: 15 }, (_, each) => `${each}`.padEnd(38, 'x')) } };
}

function directoryOf(filterOf: (index: number) => EventFilter | undefined) {
  const endpoints = Object.fromEntries(
    Array.from({ length: ENDPOINTS }, (_, index) => {
      const filter = filterOf(index);
      const subscription = {
        event: 'salesbot.store.order_paid',
        channel: 'all',
        ...(filter ? { filter } : {}),
      } as const;
      return [
        randomUUID(),
        toDirectoryEntry({ enabled: true, settingsVersion: 3, subscriptions: [subscription] }),
      ];
    }),
  );
  const item = { pk: `DIR#${randomUUID()}#0`, sk: 'DIR', endpoints, shards: {} };
  const bytes = itemSize(marshall(item, { removeUndefinedValues: true }));
  return { directory: fromDirectoryItem(item), bytes, readUnits: Math.ceil(bytes / READ_UNIT_BYTES) };
}

/** How endpoints were matched before there were filters. */
function matchWithoutFilters(directory: readonly DirectoryEntry[]) {
  return directory
    .filter((entry) => entry.enabled && event && isSubscribed(entry.subscriptions, event, undefined))
    .map(({ endpointId, settingsVersion, shards }) => ({ endpointId, settingsVersion, shards }));
}

/** The CPU time of building an event that 25 endpoints subscribe to, and the read units of their directory. */
export function measureMatching() {
  const none = directoryOf(() => undefined);
  const two = directoryOf(usual);
  const full = directoryOf(largest);
  const build = ({ directory }: typeof none) =>
    event &&
    buildEvent(
      { event, workspaceId: 'w', occurredAt: now, data },
      { id: newId(now), now, directory, correlationId: 'c' },
    );
  const empty = { ...none, directory: [] };
  const times = measureEach(
    {
      noEndpoints: () => build(empty),
      beforeFilters: () => [build(empty), matchWithoutFilters(none.directory)],
      withoutFilters: () => build(none),
      usualFilters: () => build(two),
      largestFilters: () => build(full),
    },
    CALLS,
  );
  const sizes = { withoutFilters: none, usualFilters: two, largestFilters: full };
  return {
    endpoints: ENDPOINTS,
    microseconds: times,
    unfilteredToBefore: times.withoutFilters / times.beforeFilters,
    microsecondsPerUsualFilter: (times.usualFilters - times.withoutFilters) / ENDPOINTS,
    directory: Object.fromEntries(
      Object.entries(sizes).map(([name, { bytes, readUnits }]) => [name, { bytes, readUnits }]),
    ),
    matched: build(two)?.matches.length,
  };
}
