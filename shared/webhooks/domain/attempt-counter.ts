import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Attempt, Delivery } from './delivery.ts';

export const COUNTED_MS = 5 * MINUTE_MS;

/** A partition of the counts of an endpoint. An endpoint has as many of these partitions as shards of deliveries. */
export type CountPlace = {
  readonly workspaceId: string;
  readonly endpointId: string;
  readonly shard: number;
};

/**
 * One container's counter of the attempts of an endpoint that started in five minutes. Only its writer changes it, so it needs no
 * condition.
 */
export type CounterId = CountPlace & {
  /** The start of the five minutes. */
  readonly bucket: Date;
  readonly writer: string;
};

/** What is stored with an attempt: the counter that includes it from this batch on. */
type CountedIn = { readonly counter: CounterId; readonly batch: number };

/** `Attempt.countedIn`. Endpoint and time are those of the attempt. */
export function toCountedIn({ shard, writer }: Pick<CounterId, 'shard' | 'writer'>, batch: number): string {
  return `${shard}.${writer}.${batch}`;
}

/** The counter of a recorded attempt; undefined for attempts that were recorded before attempts were counted. */
export function countedInOf(
  { workspaceId, endpointId }: Pick<Delivery, 'workspaceId' | 'endpointId'>,
  { countedIn, startedAt }: Attempt,
): CountedIn | undefined {
  const [, shard, writer, batch] = /^(\d+)\.([^.]+)\.(\d+)$/u.exec(countedIn ?? '') ?? [];
  if (writer === undefined) return undefined;
  const place = { workspaceId, endpointId, shard: Number(shard) };
  return { counter: { ...place, bucket: startOf(startedAt, COUNTED_MS), writer }, batch: Number(batch) };
}

/** The start of the step of this many milliseconds that contains a time. Steps are those of UTC. */
export function startOf(at: Date, stepMs: number): Date {
  return new Date(Math.floor(at.getTime() / stepMs) * stepMs);
}
