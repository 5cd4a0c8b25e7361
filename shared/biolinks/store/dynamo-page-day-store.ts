import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { emptyDay, KEPT_DAYS, type PageDay } from '#shared/biolinks/domain/page-day.ts';
import { DEVICES } from '#shared/biolinks/domain/visit.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import type {
  PageDayReader,
  PageDayStore,
  SaveResult,
  StoredDay,
  VisitCounts,
} from '#shared/biolinks/ports/page-day-store.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { DAY_MS, HOUR_MS } from '#shared/platform/core/time-units.ts';
import { removalEntryWrite } from '#shared/platform/store/audit-items.ts';
import { commit, commitWrites } from '#shared/platform/store/commit.ts';
import { instant, itemCodec, maybe, ttlOf } from '#shared/platform/store/item-schema.ts';
import type { Key } from '#shared/platform/store/keys.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import {
  always,
  checkItem,
  type Condition,
  deleteItem,
  exists,
  isNew,
  putItem,
} from '#shared/platform/store/write.ts';
import { countedMessagesKey, pageDayKey, pageKey } from './keys.ts';
import { notActive } from './page-conditions.ts';

/** How long a repeated message is recognised. */
const MESSAGE_MS = HOUR_MS;
/** Bytes and hexadecimal digits of the digest of a message. */
const DIGEST_BYTES = 8;
const DIGEST_DIGITS = 2 * DIGEST_BYTES;
/** DynamoDB accepts at most this many writes in one transaction. */
const TRANSACTION_LIMIT = 100;
/** Sorts after every day. */
const END = '~';
/** More days than a page has, including expired ones that DynamoDB has not deleted yet. */
const MAX_STORED = 2 * KEPT_DAYS;

const countedNames = v.array(v.object({ name: v.string(), count: v.number() }));

const pageDayItem = itemCodec(
  v.object({
    workspaceId: v.string(),
    pageId: v.string(),
    day: v.string(),
    views: v.number(),
    clicks: v.number(),
    visitors: v.custom<Uint8Array>((value) => value instanceof Uint8Array),
    links: countedNames,
    referrers: countedNames,
    devices: v.array(v.object({ device: v.picklist(DEVICES), views: v.number(), clicks: v.number() })),
    since: maybe(instant),
  }),
);

/** The reads of `createDynamoPageDayStore`, for operations that may not write. */
export function createDynamoPageDayReader(table: Table): PageDayReader {
  return {
    async list(pageId, { from, to }) {
      const first = pageDayKey(pageId, from);
      const items = await table.query({
        pk: first.pk,
        from: first.sk,
        to: pageDayKey(pageId, to).sk,
        descending: false,
        limit: KEPT_DAYS,
      });
      return items.map((item) => pageDayItem.decode(item));
    },
  };
}

/** The counts of pages in the core table. */
export function createDynamoPageDayStore(table: WritableTable): PageDayStore {
  return {
    ...createDynamoPageDayReader(table),

    async reset({ id: pageId, workspaceId }, openDays, { change }, guard = 'exists') {
      const kept = openDays.map((day) => emptyDay({ workspaceId, pageId, day }, change.at));
      await commit(table, { change }, [
        checkItem(pageKey(pageId), guard === 'exists' ? pageExists : notActive),
        // A new version makes each run that has read the old counts read again.
        ...kept.map((day) => putItem(toPageDayItem(day, change.nonce), always)),
        removalEntryWrite({ resource: 'page', id: pageId, workspaceId }, change),
      ]);
      const stored = await storedDays(pageId);
      await deleteDays(stored.filter(({ sk }) => !openDays.some((day) => sk.endsWith(day))));
    },

    removeAll: async (pageId) => deleteDays(await storedDays(pageId)),
  };

  async function deleteDays(keys: readonly Key[]): Promise<void> {
    for (let start = 0; start < keys.length; start += TRANSACTION_LIMIT) {
      const deletions = keys.slice(start, start + TRANSACTION_LIMIT).map((key) => deleteItem(key, always));
      await commitWrites(table, deletions, randomUUID());
    }
  }

  async function storedDays(pageId: string): Promise<Key[]> {
    const { pk, sk: from } = pageDayKey(pageId, '');
    const { sk: to } = pageDayKey(pageId, END);
    const items = await table.query({
      pk,
      from,
      to,
      descending: false,
      limit: MAX_STORED,
      consistent: true,
    });
    return items.map(({ sk }) => ({ pk, sk: String(sk) }));
  }
}

/** Counting visits in the core table. */
export function createDynamoVisitCounts(table: WritableTable): VisitCounts {
  return {
    async read(pageId, day): Promise<StoredDay> {
      const item = await table.get(pageDayKey(pageId, day));
      return { day: item && pageDayItem.decode(item), version: item ? versionOf(item) : null };
    },

    async findCounted(pageId, digests, now) {
      const { pk: partition, sk: after } = countedMessagesKey(
        pageId,
        new Date(now.getTime() - MESSAGE_MS),
        '',
      );
      const wanted = new Set(digests);
      const counted = new Set<string>();
      for await (const items of partitionPages(table, { partition, after, consistent: true })) {
        // An hour of a popular page has a million digests, so only those that are wanted are kept.
        for (const { messages } of items)
          if (messages instanceof Uint8Array)
            for (const digest of toDigests(messages)) if (wanted.has(digest)) counted.add(digest);
      }
      return counted;
    },

    async save(version, after, messages, now): Promise<SaveResult> {
      const nonce = randomUUID();
      const { workspaceId, pageId } = after;
      const batch = {
        ...countedMessagesKey(pageId, now, nonce),
        workspaceId,
        messages: Buffer.from(messages.join(''), 'hex'),
        ttl: ttlOf(new Date(now.getTime() + MESSAGE_MS)),
      };
      try {
        await commitWrites(
          table,
          [
            checkItem(pageKey(pageId), pageExists),
            putItem(toPageDayItem(after, nonce), version === null ? isNew : hasVersion(version)),
            putItem(batch, isNew),
          ],
          nonce,
        );
        return 'saved';
      } catch (error) {
        if (error instanceof ConcurrentUpdateError) return 'changed';
        if (error instanceof PlatformError && error.code === 'page_not_found') return 'page-missing';
        throw error;
      }
    },
  };
}

function toPageDayItem(day: PageDay, version: string) {
  return {
    ...pageDayKey(day.pageId, day.day),
    ...pageDayItem.encode(day),
    version,
    ttl: ttlOf(new Date(Date.parse(day.day) + KEPT_DAYS * DAY_MS)),
  };
}

function versionOf({ version }: Item): string {
  return String(version);
}

function hasVersion(version: string): Condition {
  return { expression: 'version = :seen', values: { ':seen': version } };
}

const pageExists: Condition = {
  ...exists,
  onFailure: () => new PlatformError(biolinksErrors.page_not_found, 'The page was deleted.'),
};

function toDigests(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('hex');
  return Array.from({ length: text.length / DIGEST_DIGITS }, (_, index) =>
    text.slice(index * DIGEST_DIGITS, (index + 1) * DIGEST_DIGITS),
  );
}
