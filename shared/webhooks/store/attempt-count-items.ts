import * as v from 'valibot';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { shardOfId } from '#shared/platform/runtime/ids.ts';
import { encodedBy, instant, itemCodec, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import {
  type CounterId,
  type CountPlace,
  COUNTED_MS,
  startOf,
} from '#shared/webhooks/domain/attempt-counter.ts';
import { fromTallyText, type Tally, toTallyText } from '#shared/webhooks/domain/attempt-tally.ts';
import type {
  AttemptKey,
  CountedHour,
  CountedSpan,
  CounterState,
} from '#shared/webhooks/ports/attempt-counts.ts';
import { announcedHourKey, attemptCounterKey, attemptSumsKey } from './keys.ts';

/** How long each kind of item is kept; docs/specification/webhooks.md#metrics promises a day less. */
const KEPT_MS = { '5m': 4 * DAY_MS, '1h': 15 * DAY_MS, '1d': 401 * DAY_MS };

/** Hours are announced under the hour of the roll-up that reads them. It begins this long after the end of the hour at the earliest. */
const ANNOUNCE_UNTIL_MS = 5 * MINUTE_MS;

const tallyText = encodedBy(v.pipe(v.string(), v.transform(fromTallyText)), toTallyText);

const attemptText = encodedBy(
  v.pipe(
    v.string(),
    v.regex(/^[^.]+\.\d+$/u),
    v.transform((text): AttemptKey => {
      const [deliveryId = '', number] = text.split('.');
      return { deliveryId, number: Number(number) };
    }),
  ),
  toAttemptText,
);

const counterItem = itemCodec(
  v.object({ batch: v.number(), excluded: v.optional(v.array(attemptText), []), counts: tallyText }),
);
const startedItem = v.object({ sk: v.pipe(v.string(), v.transform(startOfSortKey)), counts: tallyText });

/** Sums by their start: minutes of an hour, or hours of a day, such as `05`. */
const sumsItem = v.object({
  sk: v.pipe(v.string(), v.transform(startOfSortKey)),
  sums: v.record(v.string(), tallyText),
});

const announcedItem = itemCodec(
  v.object({ workspaceId: v.string(), endpointId: v.string(), shard: v.number(), hour: instant }),
);

/** A counter. An empty list of exclusions is not stored. */
export function toCounterItem(counter: CounterId, { batch, excluded }: CounterState, counts: Tally) {
  const { excluded: stored, ...others } = counterItem.encode({ batch, excluded, counts });
  return {
    ...counterKey(counter),
    ...others,
    ...(excluded.length > 0 ? { excluded: stored } : {}),
    ttl: expiry('5m', counter.bucket),
  };
}

/** The key of a counter, or the bound of a range of counters. */
export function counterKey({ workspaceId, endpointId, shard, bucket, writer }: CounterId): Key {
  return attemptCounterKey(workspaceId, endpointId, shard, bucket, writer);
}

export function sumsKey({ workspaceId, endpointId, shard }: CountPlace, span: '1h' | '1d', start: Date): Key {
  return attemptSumsKey(workspaceId, endpointId, shard, span, start);
}

/** @throws MalformedItemError */
export function fromCounterItem(item: Item): CounterState {
  const { batch, excluded } = counterItem.decode(item);
  return { batch, excluded };
}

/** The counter of one attempt. */
export function toLateItem(place: CountPlace, bucket: Date, attempt: AttemptKey, tally: Tally) {
  return {
    ...counterKey({ ...place, bucket, writer: toAttemptText(attempt) }),
    counts: toTallyText(tally),
    ttl: expiry('5m', bucket),
  };
}

/** Five minutes of a counter. @throws MalformedItemError */
export function fromCountedItem(item: Item): CountedSpan {
  const { sk, counts } = parseItem(startedItem, item);
  return { start: sk, tally: counts };
}

/** The sums of one hour for five minutes each, or of one day for an hour each. */
export function toSumsItem(place: CountPlace, span: '1h' | '1d', start: Date, spans: readonly CountedSpan[]) {
  const length = span === '1h' ? COUNTED_MS / MINUTE_MS : 1;
  const unitMs = span === '1h' ? MINUTE_MS : HOUR_MS;
  const sums = spans.map(({ start: at, tally }): [string, string] => {
    const units = Math.floor((at.getTime() - start.getTime()) / unitMs / length) * length;
    return [String(units).padStart(2, '0'), toTallyText(tally)];
  });
  return {
    ...sumsKey(place, span, start),
    sums: Object.fromEntries(sums),
    ttl: expiry(span, start),
  };
}

/** @throws MalformedItemError */
export function fromSumsItem(item: Item, span: '1h' | '1d'): CountedSpan[] {
  const { sk, sums } = parseItem(sumsItem, item);
  const unitMs = span === '1h' ? MINUTE_MS : HOUR_MS;
  return Object.entries(sums).map(([units, tally]) => ({
    start: new Date(sk.getTime() + Number(units) * unitMs),
    tally,
  }));
}

/** An hour announced for the roll-up. */
export function toAnnouncedItem({ workspaceId, endpointId, shard }: CountPlace, hour: Date, now: Date) {
  const latest = startOf(new Date(now.getTime() - ANNOUNCE_UNTIL_MS), HOUR_MS);
  const announced = latest > hour ? latest : hour;
  return {
    ...announcedHourKey(announced, shardOfId(endpointId), endpointId, shard, hour),
    ...announcedItem.encode({ workspaceId, endpointId, shard, hour }),
    ttl: expiry('5m', announced),
  };
}

/** @throws MalformedItemError */
export function fromAnnouncedItem(item: Item): CountedHour {
  return announcedItem.decode(item);
}

function expiry(span: keyof typeof KEPT_MS, start: Date): number {
  return ttlOf(new Date(start.getTime() + KEPT_MS[span]));
}

function toAttemptText({ deliveryId, number }: AttemptKey): string {
  return `${deliveryId}.${number}`;
}

function startOfSortKey(sk: string): Date {
  const [, minute] = sk.split('#');
  return new Date(`${minute}Z`);
}
