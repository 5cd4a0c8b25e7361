import * as v from 'valibot';
import type { Erasure } from '#shared/events/recording/erasure.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { readContact } from '#shared/events/store/event-items.ts';
import { eventPartition, erasureKey } from '#shared/events/store/keys.ts';
import { SHARDS } from '#shared/platform/runtime/ids.ts';
import { instant, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import { type Condition, updateItem } from '#shared/platform/store/write.ts';
import type { ErasureScans, ContactEvent } from '#shared/privacy/ports/erasure-scans.ts';
import { erasureScanKey, contactOfRedacted } from './keys.ts';

/** Requests that are assigned to a new scan in parallel. */
const ASSIGNED_AT_ONCE = 50;

/** DynamoDB accepts at most this many operands of a filter; for more workspaces the events are read without the filter. */
const FILTER_VALUES = 100;

const scanItem = v.object({
  startedAt: instant,
  oldest: instant,
  nextMinute: instant,
  lastEventId: maybe(v.string()),
});

/** Lenient, because one malformed event must not end a scan. */
const eventRow = v.object({
  sk: v.string(),
  workspaceId: v.fallback(v.string(), ''),
  test: v.fallback(v.boolean(), false),
  ownerPk: maybe(v.string()),
});

/** Scans over the events of the core table. Their progress is in the delivery table, which has no stream. */
export function createDynamoErasureScans(core: WritableTable, deliveries: WritableTable): ErasureScans {
  return {
    async findLast() {
      const item = await deliveries.get(erasureScanKey());
      if (!item) return undefined;
      const { startedAt, oldest, nextMinute, lastEventId } = parseItem(scanItem, item);
      return { startedAt, oldest, position: { minute: nextMinute, lastEventId } };
    },

    async start({ startedAt, oldest, position }, erasures, hasTime = () => true) {
      // The requests are written first: after a crash in between, no scan has started, and the next run starts another one.
      const isAssigned = (erasure: Erasure) => erasure.scanStartedAt?.getTime() === startedAt.getTime();
      const included = erasures.filter(isAssigned);
      const others = erasures.filter((erasure) => !isAssigned(erasure));
      for (let at = 0; at < others.length; at += ASSIGNED_AT_ONCE) {
        if (at > 0 && !hasTime()) return undefined;
        const some = others.slice(at, at + ASSIGNED_AT_ONCE);
        const assigned = await Promise.all(some.map((erasure) => assignTo(erasure, startedAt)));
        included.push(...assigned.flatMap((each) => each ?? []));
      }
      const attributes = {
        startedAt: startedAt.getTime(),
        oldest: oldest.getTime(),
        ...positionAttributes(position),
      };
      await updateScan(attributes, laterThanLast);
      return included;
    },

    async readMinute(minute, workspaceIds) {
      const events: ContactEvent[] = [];
      const unreadable: string[] = [];
      let readUnits = 0;
      const among =
        workspaceIds.length <= FILTER_VALUES
          ? { among: { attribute: 'workspaceId', values: workspaceIds } }
          : {};
      const shards = Array.from({ length: SHARDS }, async (_, shard) => {
        const partition = eventPartition(minute, shard);
        const onUnits = (units: number) => void (readUnits += units);
        for await (const items of partitionPages(core, { partition, onUnits, ...among })) {
          for (const item of items) {
            const event = toContactEvent(item);
            if (event === 'unreadable') unreadable.push(String(item['sk']));
            else if (event) events.push(event);
          }
        }
      });
      await Promise.all(shards);
      return { events, unreadable, readUnits };
    },

    async advance({ startedAt }, position) {
      await updateScan(positionAttributes(position), sameScan(startedAt));
    },
  };

  /** A request that another run has processed meanwhile, or that a further request was merged into, remains unchanged. */
  async function assignTo(erasure: Erasure, startedAt: Date): Promise<Erasure | undefined> {
    const update = setAttributes({ scanStartedAt: startedAt.getTime() });
    const condition = waitingSince(erasure.requestedAt);
    const key = erasureKey(erasure.workspaceId, erasure.id);
    const { written } = await tryWrite(core, updateItem(key, update, condition));
    return written ? { ...erasure, scanStartedAt: startedAt } : undefined;
  }

  async function updateScan(attributes: Record<string, unknown>, condition: Condition): Promise<void> {
    await tryWrite(deliveries, updateItem(erasureScanKey(), setAttributes(attributes), condition));
  }
}

/** The request waits for its first pass, and no further request was merged into it since. */
function waitingSince(requestedAt: Date): Condition {
  return {
    expression:
      '#state = :queued AND #pass = :first AND (attribute_not_exists(requestedAt) OR requestedAt = :requested)',
    names: { '#state': 'state', '#pass': 'pass' },
    values: { ':queued': 'queued', ':first': 1, ':requested': requestedAt.getTime() },
  };
}

/** No other run has started a later scan. The placeholder has the value that the update writes. */
const laterThanLast: Condition = { expression: 'attribute_not_exists(pk) OR startedAt < :startedAt' };

/** The scan is still this one and has not advanced further. The placeholders have the values that the update writes. */
function sameScan(startedAt: Date): Condition {
  return {
    expression: 'startedAt = :startedAt AND nextMinute >= :nextMinute',
    values: { ':startedAt': startedAt.getTime() },
  };
}

function positionAttributes({ minute, lastEventId }: { minute: Date; lastEventId: string | null }) {
  return { nextMinute: minute.getTime(), lastEventId: lastEventId ?? undefined };
}

/** The event of an item if it concerns a contact; test events concern none. */
function toContactEvent(item: Item): ContactEvent | 'unreadable' | undefined {
  const { sk: id, workspaceId, test, ownerPk } = parseItem(eventRow, item);
  if (ownerPk !== null) {
    const contact = contactOfRedacted(ownerPk);
    return contact === undefined ? undefined : { id, workspaceId, contact };
  }
  if (test) return undefined;
  const contact = readContact(item);
  if (contact === undefined) return 'unreadable';
  return contact.id === null ? undefined : { id, workspaceId, contact: hashContact(contact.id) };
}
