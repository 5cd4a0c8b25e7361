import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { type DeliveryPlace, shardsToSearch } from '#shared/webhooks/domain/delivery-shards.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { ClaimResult, DeliveryFilter, DeliveryStore } from '#shared/webhooks/ports/delivery-store.ts';

const LEASE_MS = 60_000;

/** Leases on attempts, by delivery. */
export type MemoryLeases = Map<string, Lease>;

type Lease = { readonly attempt: number; readonly until: number };

/** The content of the delivery table. */
export type MemoryDeliveries = Map<string, Delivery>;

/** Deliveries in a map, each under its endpoint. */
export function createMemoryDeliveryStore(
  deliveries: MemoryDeliveries = new Map(),
  leases: MemoryLeases = new Map(),
): DeliveryStore {
  return {
    async claim(delivery, attempt, now) {
      const key = keyOf(delivery);
      const found = deliveries.get(key);
      if (!found) return attempt > 1 ? { kind: 'superseded', delivery: undefined } : { kind: 'claimed' };
      const isFree = isLeaseFree(leases.get(key), attempt, now);
      const waiting = attempt === 1 ? 'queued' : 'retrying';
      if (found.state !== waiting || found.attempts.length !== attempt - 1 || !isFree) {
        return toClaimResult(found, attempt);
      }
      leases.set(key, { attempt, until: now.getTime() + LEASE_MS });
      return { kind: 'claimed' };
    },

    async recordAttempt(delivery, attempt, progress) {
      const found = deliveries.get(keyOf(delivery));
      const made = found?.attempts ?? [];
      if (made.length === attempt.number - 1) {
        // A delivery that has ended stays as it ended, unless the request succeeded.
        const staysEnded = found?.finishedAt && attempt.outcome !== 'success';
        const written = {
          ...(found ?? delivery),
          ...(staysEnded ? {} : progress),
          attempts: [...made, attempt],
        };
        deliveries.set(keyOf(delivery), written);
        return written;
      }
      if (!found) throw new MalformedItemError(keyOf(delivery));
      return found;
    },

    async settle(delivery, progress) {
      const found = deliveries.get(keyOf(delivery));
      if (found?.finishedAt) return;
      deliveries.set(keyOf(delivery), { ...delivery, ...found, ...progress });
    },

    async supersede(delivery, resendId, now) {
      const found = deliveries.get(keyOf(delivery));
      if (!found) return;
      const noted = { ...found, deliveredBy: resendId };
      const cancelled = { state: 'cancelled', reason: 'superseded_by_resend' } as const;
      const ended = { ...noted, ...cancelled, nextAttemptAt: null, finishedAt: now };
      deliveries.set(keyOf(found), found.finishedAt ? noted : ended);
    },

    async find(endpoint, id) {
      return shardsToSearch(id, endpoint.shards)
        .map((shard) => deliveries.get(keyOf({ endpointId: endpoint.id, shard, id })))
        .find((found) => found !== undefined);
    },

    async list(endpoint, filter) {
      return [...deliveries.values()]
        .filter(
          (delivery) =>
            delivery.endpointId === endpoint.id &&
            delivery.shard < endpoint.shards &&
            isWithin(delivery, filter),
        )
        .toSorted((a, b) => (a.id < b.id === (filter.order === 'asc') ? -1 : 1))
        .slice(0, filter.limit);
    },

    async listResends({ endpointId, id }, limit) {
      return [...deliveries.values()]
        .filter((delivery) => delivery.endpointId === endpointId && delivery.resendOf === id)
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit);
    },
  };
}

/** Whether no run holds the lease of attempt n. */
export function isLeaseFree(lease: Lease | undefined, attempt: number, now: Date): boolean {
  return !lease || lease.attempt < attempt || lease.until <= now.getTime();
}

/** Key of a delivery in the map. */
export function keyOf({ endpointId, shard, id }: DeliveryPlace): string {
  return `${endpointId}/${shard}/${id}`;
}

function toClaimResult(delivery: Delivery, attempt: number): ClaimResult {
  const made = delivery.attempts.length;
  if (attempt === 1 && delivery.state === 'queued' && made === 0) return { kind: 'leased' };
  if (delivery.state === 'retrying' && made === attempt) return { kind: 'recorded', delivery };
  if (delivery.state === 'retrying' && made === attempt - 1) return { kind: 'leased' };
  return { kind: 'superseded', delivery };
}

function isWithin({ id, createdAt }: Delivery, { since, until, after, order }: DeliveryFilter): boolean {
  if (since && createdAt < since) return false;
  if (until && createdAt > until) return false;
  if (after === undefined) return true;
  return order === 'asc' ? id > after : id < after;
}
