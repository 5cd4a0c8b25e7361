import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { LoadReceiver } from './load-receiver.ts';
import type { ListedDelivery, PlatformClient } from './platform-client.ts';

/** An expected delivery: an accepted event and one of its matched endpoints. */
export type ExpectedDelivery = { readonly eventId: string; readonly endpoint: number };

/** The platform's delivery records by `toPairKey`. */
export type Records = ReadonlyMap<string, ListedDelivery>;

const ENDED = new Set(['succeeded', 'failed', 'cancelled']);
const POLL_INTERVAL_MS = 500;
const LIST_EVERY_MS = 5000;
/**
 * Nothing more arrives after this: a failed message is invisible for 90 s, a lease lasts 60 s, and once a minute the sweep
 * queues what is 5 minutes old.
 */
const QUIET_MS = 7 * MINUTE_MS;

export function toPairKey({ eventId, endpoint }: ExpectedDelivery): string {
  return `${eventId}/${endpoint}`;
}

export function hasEnded(record: ListedDelivery | undefined): boolean {
  return record !== undefined && ENDED.has(record.state);
}

/** Whether the platform has scheduled an attempt in the future. */
export function isPlanned(record: ListedDelivery | undefined, now: Date): boolean {
  const nextAttemptAt = record?.next_attempt_at ?? null;
  return nextAttemptAt !== null && new Date(nextAttemptAt) > now;
}

/**
 * Waits until every expected delivery has ended in the platform's records, until nothing has arrived for `QUIET_MS`, or until
 * the signal aborts. `drained` is false only in the last case.
 */
export async function drain(options: {
  readonly owed: readonly ExpectedDelivery[];
  /** Endpoint ids by endpoint number. */
  readonly endpointIds: readonly string[];
  readonly receiver: Pick<LoadReceiver, 'tally'>;
  readonly client: Pick<PlatformClient, 'listDeliveries'>;
  readonly signal: AbortSignal;
}): Promise<{ readonly drained: boolean; readonly records: Records }> {
  const { owed, endpointIds, receiver, client, signal } = options;
  const records = new Map<string, ListedDelivery>();
  const startedAt = performance.now();

  async function list(): Promise<void> {
    const open = new Set(
      owed.filter((each) => !hasEnded(records.get(toPairKey(each)))).map(({ endpoint }) => endpoint),
    );
    for (const endpoint of open)
      for (const delivery of await client.listDeliveries(endpointIds[endpoint] ?? ''))
        records.set(toPairKey({ eventId: delivery.event_id, endpoint }), delivery);
  }

  let listAt = startedAt;
  while (!signal.aborted) {
    const now = performance.now();
    const isQuiet = now - Math.max(receiver.tally.lastAt, startedAt) > QUIET_MS;
    const isComplete = receiver.tally.delivered >= owed.length;
    // Listing costs the platform reads, so wait until the receivers have all expected deliveries or few requests arrive.
    if (isQuiet || ((isComplete || now - receiver.tally.lastAt > LIST_EVERY_MS) && now >= listAt)) {
      await list();
      if (owed.every((each) => hasEnded(records.get(toPairKey(each))))) return { drained: true, records };
      if (isQuiet) return { drained: true, records };
      listAt = performance.now() + (isComplete ? POLL_INTERVAL_MS : LIST_EVERY_MS);
    }
    await wait(POLL_INTERVAL_MS);
  }
  await list();
  return { drained: false, records };
}
