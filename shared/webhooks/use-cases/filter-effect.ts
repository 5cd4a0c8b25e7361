import type { EventLogReader } from '#shared/events/ports/event-log.ts';
import type { EventReader } from '#shared/events/ports/event-store.ts';
import type { LogEntry } from '#shared/events/recording/log-entry.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { encodeSubscriptions } from '#shared/events/subscriptions/subscription-set.ts';
import type { Subscription } from '#shared/events/subscriptions/subscription.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { timeOfId } from '#shared/platform/runtime/ids.ts';
import type { Timer } from '#shared/platform/runtime/timer.ts';
import type { ComparedEvent, FilterEffect } from '#shared/webhooks/domain/filter-effect.ts';
import { createFilterNow, hasFilters } from '#shared/webhooks/domain/filter-now.ts';
import { searchEventLog } from './search-event-log.ts';

/** How many of the newest events are compared with the filters at most. */
const MAX_EVENTS = 500;
/** Events of one read. */
const BATCH = 100;
/** How long the comparison takes at most, in milliseconds: a preview responds within 3 s. */
const LIMIT_MS = 2500;

export type EffectDependencies = {
  readonly eventLog: Pick<EventLogReader, 'read'>;
  readonly events: Pick<EventReader, 'findAll'>;
  readonly timer: Timer;
};

/**
 * Compares subscriptions with the newest events of those subscriptions that have a filter. Test events, and events whose payload has
 * expired or was erased, are not compared. Returns undefined if no subscription has a filter.
 */
export async function readFilterEffect(
  { eventLog, events, timer }: EffectDependencies,
  subscriptions: readonly Subscription[],
  { principal, now }: { readonly principal: Principal; readonly now: Date },
): Promise<FilterEffect | undefined> {
  if (!hasFilters(subscriptions)) return undefined;
  const filtered = subscriptions.filter(({ filter }) => filter !== undefined);
  const isMatchedNow = createFilterNow(subscriptions);
  const compared: ComparedEvent[] = [];
  const expiry = Promise.withResolvers<false>();
  let isExpired = false;
  const cancel = timer(LIMIT_MS, () => {
    isExpired = true;
    expiry.resolve(false);
  });
  try {
    const isComplete = await Promise.race([compareAll(), expiry.promise]);
    return { compared: [...compared], isComplete };
  } finally {
    cancel();
  }

  async function compareAll(): Promise<boolean> {
    const query = { subscriptions: encodeSubscriptions(filtered), test: false };
    const log = { eventLog, principal, now };
    const { found, readTo } = await searchEventLog(log, query, MAX_EVENTS, undefined);
    for (let from = 0; from < found.length && !isExpired; from += BATCH)
      await compareBatch(found.slice(from, from + BATCH));
    return readTo === undefined || found.length === MAX_EVENTS;
  }

  async function compareBatch(entries: readonly LogEntry[]): Promise<void> {
    const found = await events.findAll(entries.map(({ id }) => id));
    const byId = new Map(found.map((event) => [event.id, event]));
    const batch = entries.flatMap(({ id }) => compare(byId.get(id)) ?? []);
    if (!isExpired) compared.push(...batch);
  }

  function compare(recorded: RecordedEvent | undefined): ComparedEvent | undefined {
    if (recorded?.workspaceId !== principal.workspaceId) return undefined;
    const isMatched = isMatchedNow(recorded, now);
    if (isMatched === undefined) return undefined;
    return { id: recorded.id, event: recorded.event, recordedAt: timeOfId(recorded.id), isMatched };
  }
}
