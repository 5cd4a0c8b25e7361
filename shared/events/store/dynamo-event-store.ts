import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { DedupeClaim, EventReader, EventStore } from '#shared/events/ports/event-store.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { PROJECTION_FILTER } from '#shared/platform/core/stream-filters.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { deliveryIdFloor, SHARDS } from '#shared/platform/runtime/ids.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { orError, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { isNewOrExpired, putItem, toLastChange, type Write } from '#shared/platform/store/write.ts';
import { fromEventItem, toEventItem } from './event-items.ts';
import { dedupeKey, eventKey, eventPartition } from './keys.ts';

const DEDUPE_MS = DAY_MS;

/** The events that `findRecordedAt` reads per shard. A shard accepts at most 1,000 writes a second. */
const MAX_PER_MILLISECOND = 100;

/** By this attribute, the stream brings the records up to date that the event names. */
const INGESTED = { [PROJECTION_FILTER.ingestedAttribute]: true };

const claimItem = v.object({ eventId: v.string(), matchedEndpoints: v.number() });

/** The reads of `createDynamoEventStore`, for operations that may not write. */
export function createDynamoEventReader(table: Table): EventReader {
  return {
    async find(eventId) {
      const item = await table.get(eventKey(eventId));
      return item && fromEventItem(item);
    },

    async findAll(eventIds) {
      const items = await table.getAll(eventIds.map(eventKey));
      return items.flatMap((item) => {
        const event = orError(() => fromEventItem(item));
        return event instanceof MalformedItemError ? [] : event;
      });
    },

    async findRecordedAt(at) {
      const range = { from: deliveryIdFloor(at), to: deliveryIdFloor(new Date(at.getTime() + 1)) };
      // The shard of an event follows from the random end of its id, which is not known here.
      const shards = await Promise.all(
        Array.from({ length: SHARDS }, (_, shard) =>
          table.query({
            pk: eventPartition(at, shard),
            ...range,
            descending: false,
            limit: MAX_PER_MILLISECOND,
            consistent: true,
          }),
        ),
      );
      return shards.flat().map(fromEventItem);
    },
  };
}

/** Events in the core table: one put, or one transaction with the idempotency record and the claim of the dedupe key. */
export function createDynamoEventStore(table: WritableTable): EventStore {
  return {
    ...createDynamoEventReader(table),

    async record(event, context, dedupeKeyText) {
      const { change } = context;
      const claims = dedupeKeyText === undefined ? [] : [claimWrite(event, change, dedupeKeyText)];
      try {
        await commit(table, context, [...claims, putItem({ ...toEventItem(event), ...INGESTED })]);
        return undefined;
      } catch (error) {
        if (error instanceof ClaimedError) return error.claim;
        throw error;
      }
    },
  };
}

class ClaimedError extends Error {
  override readonly name = 'ClaimedError';
  readonly claim: DedupeClaim;

  constructor(claim: DedupeClaim) {
    super('The dedupe key identifies an earlier event');
    this.claim = claim;
  }
}

/** Of two racing events with the same `dedupe_key`, the second is not recorded and returns the id of the first. */
function claimWrite(event: RecordedEvent, change: Change, text: string): Write {
  const hash = createHash('sha256').update(text).digest('hex');
  const expiresAt = new Date(event.recordedAt.getTime() + DEDUPE_MS);
  const item = {
    ...dedupeKey(event.workspaceId, hash),
    eventId: event.id,
    matchedEndpoints: event.matches.length,
    expiresAt: expiresAt.getTime(),
    ttl: ttlOf(expiresAt),
    lastChange: toLastChange(change),
  };
  return putItem(item, {
    ...isNewOrExpired(event.recordedAt),
    onFailure: (found) => new ClaimedError(earlierClaim(found)),
  });
}

function earlierClaim(found: Item | undefined): DedupeClaim {
  const stored = parseItem(claimItem, found ?? {});
  return { eventId: stored.eventId, matchedEndpoints: stored.matchedEndpoints };
}
