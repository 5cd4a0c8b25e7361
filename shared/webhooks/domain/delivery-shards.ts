import type { Delivery } from './delivery.ts';
import type { Endpoint } from './endpoint.ts';

/** An endpoint has at most this many shards: the last digit of an id decides the shard. */
export const MAX_SHARDS = 16;

/**
 * First attempts per minute and shard above which an endpoint gets more shards: 400 a second. A partition accepts 1,000 write units a
 * second, and the record of an attempt has one or two.
 */
export const ATTEMPTS_PER_SHARD = 24_000;

/** The fields by which the deliveries of an endpoint are found. */
export type DeliverySource = Pick<Endpoint, 'id' | 'shards'>;

/** What identifies a delivery in its table. */
export type DeliveryPlace = Pick<Delivery, 'endpointId' | 'shard' | 'id'>;

/**
 * The shard of a delivery of an endpoint with this number of shards. It depends on the last digit of the id alone, which is random. An id
 * in a request may be any text; such an id belongs to no delivery.
 */
export function shardOfDelivery(deliveryId: string, shards: number): number {
  return (Number.parseInt(deliveryId.slice(-1), MAX_SHARDS) || 0) % shards;
}

/** The shards in which a delivery can be: one for each number of shards that the endpoint has had, without duplicates. */
export function shardsToSearch(deliveryId: string, shards: number): readonly number[] {
  const found = new Set<number>();
  for (let count = shards; count >= 1; count /= 2) found.add(shardOfDelivery(deliveryId, count));
  return [...found];
}

/** The id with the last digit of another one: both have the same shard, whatever the number of shards. */
export function withShardOf(id: string, other: string): string {
  return id.slice(0, -1) + other.slice(-1);
}

/** Twice the shards if the first attempts of the current minute need them; undefined if the endpoint has enough, or the maximum. */
export function grownShards(shards: number, attemptsInMinute: number): number | undefined {
  return shards < MAX_SHARDS && attemptsInMinute >= shards * ATTEMPTS_PER_SHARD ? shards * 2 : undefined;
}
