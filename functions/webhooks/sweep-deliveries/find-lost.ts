import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import {
  type DeliveryJob,
  planDeliveries,
  planPlaces,
  toDelivery,
  toDeliveryJob,
} from '#shared/webhooks/domain/delivery-message.ts';
import type { DeliveryPlace } from '#shared/webhooks/domain/delivery-shards.ts';
import type { SweepScan } from '#shared/webhooks/metrics.ts';
import type { Bucket, SweepStore, SweptEvent } from '#shared/webhooks/ports/sweep-store.ts';
import { nextCheckAt } from './next-check-at.ts';
import type { Claim } from './sweep-shards.ts';

/** Deliveries checked for existence in one batch, and batches of a bucket in flight. */
const LOOKUP_BATCH = 100;
const LOOKUPS_AT_ONCE = 8;

/** A delivery that an event requires. */
type Planned = { readonly place: DeliveryPlace; readonly readJobs: () => Promise<readonly DeliveryJob[]> };

/** Finds what seems lost in a bucket, in pages: an empty page lets the scan check its time. */
type Finder = (bucket: Bucket, now: Date) => AsyncIterable<readonly Claim[]>;

/** The finders of both scans. `skip` handles an item that cannot be parsed, which must not stop its scan. */
export function createFinders(
  store: SweepStore,
  skip: (error: MalformedItemError) => undefined,
): Readonly<Record<SweepScan, Finder>> {
  /** Events whose matches have no delivery. */
  async function* findUndelivered(bucket: Bucket, now: Date): AsyncGenerator<Claim[]> {
    for await (const page of store.readEvents(bucket)) {
      const planned = page.flatMap((event) => {
        if (!(event instanceof MalformedItemError)) return plan(event);
        skip(event);
        return [];
      });
      const size = LOOKUP_BATCH * LOOKUPS_AT_ONCE;
      for (let at = 0; at < planned.length; at += size) yield claimsOf(planned.slice(at, at + size), now);
      yield [];
    }
  }

  /** Nearly every delivery is recorded, so the whole event is read only for one that is not. */
  function plan(event: SweptEvent): Planned[] {
    let reading: Promise<readonly DeliveryJob[]> | undefined;
    const readJobs = () => (reading ??= readJobsOf(event));
    return planPlaces(event, deliveryIdFor).map((place) => ({ place, readJobs }));
  }

  async function readJobsOf({ id }: SweptEvent): Promise<readonly DeliveryJob[]> {
    try {
      const event = await store.readEvent(id);
      return event ? planDeliveries(event, deliveryIdFor) : [];
    } catch (error) {
      if (!(error instanceof MalformedItemError)) throw error;
      skip(error);
      return [];
    }
  }

  async function claimsOf(planned: readonly Planned[], now: Date): Promise<Claim[]> {
    const batches: (readonly Planned[])[] = [];
    for (let at = 0; at < planned.length; at += LOOKUP_BATCH)
      batches.push(planned.slice(at, at + LOOKUP_BATCH));
    const lost = await Promise.all(
      batches.map(async (batch) => {
        const absent = new Set(await store.findAbsent(batch.map(({ place }) => place)));
        return absent.size === 0 ? [] : batch.filter(({ place }) => absent.has(place));
      }),
    );
    return lost.flat().map((each) => () => claimAbsent(each, now));
  }

  async function claimAbsent({ place, readJobs }: Planned, now: Date): Promise<DeliveryJob | undefined> {
    const job = (await readJobs()).find(({ deliveryId }) => deliveryId === place.id);
    if (job === undefined) return undefined;
    const delivery = { ...toDelivery(job), nextAttemptAt: now };
    return (await store.claimAbsent(delivery, nextCheckAt(delivery.id, now))) ? job : undefined;
  }

  /** Deliveries whose next attempt is overdue. */
  async function* findOverdue(bucket: Bucket, now: Date): AsyncGenerator<Claim[]> {
    for await (const page of store.readDue(bucket)) {
      yield page.map((due) => async () => {
        if (due instanceof MalformedItemError) return skip(due);
        try {
          const delivery = await store.claimDue(due, nextCheckAt(due.deliveryId, now));
          return delivery && toDeliveryJob(delivery);
        } catch (error) {
          if (!(error instanceof MalformedItemError)) throw error;
          return skip(error);
        }
      });
    }
  }

  return { events: findUndelivered, due: findOverdue };
}
