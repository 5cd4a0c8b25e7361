import * as v from 'valibot';
import { contactOf } from '#shared/events/recording/event-contact.ts';
import { hashContact } from '#shared/platform/runtime/contact-hash.ts';
import { SHARDS } from '#shared/platform/runtime/ids.ts';
import { instant, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import {
  contactOfRedacted,
  erasureKey,
  erasureWalkKey,
  eventPartition,
} from '#shared/platform/store/keys.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { assign } from '#shared/platform/store/update-expression.ts';
import { type Condition, updateItem } from '#shared/platform/store/write.ts';
import type { Erasure } from '#shared/webhooks/domain/erasure.ts';
import type { ErasureWalks, SeenEvent } from '#shared/webhooks/ports/erasure-walks.ts';

/** Requests that are assigned to a new walk in parallel. */
const TAKEN_AT_ONCE = 25;

/** DynamoDB accepts at most this many operands of a filter; for more workspaces the events are read without the filter. */
const FILTER_VALUES = 100;

const walkItem = v.object({
  beganAt: instant,
  oldest: instant,
  nextMinute: instant,
  lastSeen: maybe(v.string()),
});

/** Lenient, because one malformed event must not end a walk. An event without a body needs no redaction. */
const seenItem = v.object({
  sk: v.string(),
  workspaceId: v.fallback(v.string(), ''),
  test: v.fallback(v.boolean(), false),
  body: v.fallback(v.string(), ''),
  ownerPk: maybe(v.string()),
});

/** Walks over the events of the core table. Their progress is in the delivery table, which has no stream. */
export function createDynamoErasureWalks(core: Table, deliveries: Table): ErasureWalks {
  return {
    async findLast() {
      const item = await deliveries.get(erasureWalkKey());
      if (!item) return undefined;
      const { beganAt, oldest, nextMinute, lastSeen } = parseItem(walkItem, item);
      return { beganAt, oldest, place: { minute: nextMinute, lastSeen } };
    },

    async begin({ beganAt, oldest, place }, erasures) {
      // The requests first: after a crash in between, no walk has begun, and the next run begins another one.
      for (let at = 0; at < erasures.length; at += TAKEN_AT_ONCE) {
        const some = erasures.slice(at, at + TAKEN_AT_ONCE);
        await Promise.all(some.map((erasure) => takeOn(erasure, beganAt)));
      }
      const attributes = { beganAt: beganAt.getTime(), oldest: oldest.getTime(), ...placeAttributes(place) };
      await updateWalk(attributes, laterThanLast);
    },

    async readMinute(minute, workspaceIds) {
      let readUnits = 0;
      const among =
        workspaceIds.length <= FILTER_VALUES
          ? { among: { attribute: 'workspaceId', values: workspaceIds } }
          : {};
      const shards = Array.from({ length: SHARDS }, async (_, shard) => {
        const partition = eventPartition(minute, shard);
        const onUnits = (units: number) => void (readUnits += units);
        const events: SeenEvent[] = [];
        for await (const items of partitionPages(core, { partition, onUnits, ...among }))
          events.push(...items.flatMap(seenEvents));
        return events;
      });
      return { events: (await Promise.all(shards)).flat(), readUnits };
    },

    async advance({ beganAt }, place) {
      await updateWalk(placeAttributes(place), sameWalk(beganAt));
    },
  };

  /** A request that another run has processed meanwhile remains unchanged. */
  async function takeOn({ workspaceId, id }: Erasure, beganAt: Date): Promise<void> {
    const update = assign({ walk: beganAt.getTime() });
    await tryWrite(core, updateItem(erasureKey(workspaceId, id), update, inFirstPass));
  }

  async function updateWalk(attributes: Record<string, unknown>, condition: Condition): Promise<void> {
    await tryWrite(deliveries, updateItem(erasureWalkKey(), assign(attributes), condition));
  }
}

/** The request waits for its first pass. */
const inFirstPass: Condition = {
  expression: '#state = :queued AND #look = :first',
  names: { '#state': 'state', '#look': 'look' },
  values: { ':queued': 'queued', ':first': 1 },
};

/** No other run has begun a later walk; compares the value that is set. */
const laterThanLast: Condition = { expression: 'attribute_not_exists(pk) OR beganAt < :beganAt' };

/** The walk is still this one and has not advanced further; compares the value that is set. */
function sameWalk(beganAt: Date): Condition {
  return {
    expression: 'beganAt = :walk AND nextMinute >= :nextMinute',
    values: { ':walk': beganAt.getTime() },
  };
}

function placeAttributes({ minute, lastSeen }: { minute: Date; lastSeen: string | null }) {
  return { nextMinute: minute.getTime(), lastSeen: lastSeen ?? undefined };
}

/** The event of an item if it concerns a contact; test events concern none. */
function seenEvents(item: Item): SeenEvent[] {
  const { sk, workspaceId, test, body, ownerPk } = parseItem(seenItem, item);
  if (ownerPk !== null) {
    const contact = contactOfRedacted(ownerPk);
    return contact === undefined ? [] : [{ id: sk, workspaceId, contact }];
  }
  const contactId = test ? undefined : contactOf(body);
  return contactId === undefined ? [] : [{ id: sk, workspaceId, contact: hashContact(contactId) }];
}
