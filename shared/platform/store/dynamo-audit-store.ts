import type { AuditEntry } from '#shared/platform/core/audit-entry.ts';
import type { AuditFilter, AuditReader, AuditStore } from '#shared/platform/core/audit-store.ts';
import { deliveryIdFloor, timeOfId } from '#shared/platform/runtime/ids.ts';
import { fromAuditItem, toAuditItem } from './audit-items.ts';
import { auditKey } from './keys.ts';
import type { Table, WritableTable } from './table.ts';
import { tryWrite } from './try-write.ts';
import { isNew, putItem } from './write.ts';

/** Concurrent puts; a batch of the stream rarely contains more entries. */
const PUTS_AT_ONCE = 25;

/** Entries per read and per page: a filter without matches must not read the log of 90 days. */
const READ_AT_ONCE = 250;
const MAX_READ = 1000;

/** The reads of `createDynamoAuditStore`, for operations that may not write. */
export function createDynamoAuditReader(table: Table): AuditReader {
  return {
    async list(workspaceId, filter) {
      const entries: AuditEntry[] = [];
      let read = 0;
      let last = filter.after;
      for await (const chunk of chunksOf(workspaceId, filter)) {
        for (const entry of chunk) {
          if (entries.length === filter.limit) return { entries, next: last };
          last = entry.id;
          if (matchesFilter(entry, filter)) entries.push(entry);
        }
        read += chunk.length;
        if (read >= MAX_READ) return { entries, next: last };
      }
      return { entries, next: undefined };
    },
  };

  /** The entries of a range in order, month by month, read lazily. */
  async function* chunksOf(workspaceId: string, filter: AuditFilter): AsyncGenerator<readonly AuditEntry[]> {
    const { since, until, order, after } = filter;
    const descending = order === 'desc';
    const reached = after === undefined ? undefined : timeOfId(after);
    const from = !descending && reached && reached > since ? reached : since;
    const to = descending && reached && reached < until ? reached : until;
    // Without a filter, read the page, the entry after it and the entry of the cursor.
    const limit = isFiltered(filter) ? READ_AT_ONCE : Math.min(READ_AT_ONCE, filter.limit + 2);
    const [floor, end] = [deliveryIdFloor(since), deliveryIdFloor(new Date(until.getTime() + 1))];
    for (const month of monthsOf(from, to, descending)) {
      const { pk } = auditKey(workspaceId, month, '');
      for (let seen = after; ;) {
        // `since` advances while a client reads pages. A cursor from before it must not extend the range.
        const lower = !descending && seen !== undefined && seen > floor ? seen : floor;
        const upper = descending && seen !== undefined && seen < end ? seen : end;
        // A cursor may be older than the retention, and DynamoDB rejects a range whose end precedes its start.
        if (lower > upper) return;
        const items = await table.query({ pk, from: lower, to: upper, descending, limit });
        // The bound is inclusive: skip the entry of the cursor.
        yield items.filter(({ id }) => id !== seen).map(fromAuditItem);
        if (items.length < limit) break;
        seen = String(items.at(-1)?.['id']);
      }
    }
  }
}

/** The audit log in the core table: one partition per workspace and month, entries in order of time. */
export function createDynamoAuditStore(table: WritableTable): AuditStore {
  return {
    ...createDynamoAuditReader(table),

    async add(entries) {
      for (let at = 0; at < entries.length; at += PUTS_AT_ONCE) {
        const puts = entries
          .slice(at, at + PUTS_AT_ONCE)
          .map((entry) => tryWrite(table, putItem(toAuditItem(entry), isNew)));
        await Promise.all(puts);
      }
    },
  };
}

/** A time in each month of the range, in the order of the list. */
function monthsOf(from: Date, to: Date, descending: boolean): Date[] {
  const months: Date[] = [];
  for (let month = startOfMonth(from); month <= to; month = startOfMonth(month, 1)) months.push(month);
  return descending ? months.toReversed() : months;
}

function startOfMonth(at: Date, later = 0): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later));
}

function isFiltered({ operation, resource, resourceId, keyId, memberId }: AuditFilter): boolean {
  return [operation, resource, resourceId, keyId, memberId].some((wanted) => wanted !== undefined);
}

/** Whether an entry matches the filter, apart from its time range. */
function matchesFilter({ operation, resource, actor }: AuditEntry, filter: AuditFilter): boolean {
  const key = actor.kind === 'key' ? actor : undefined;
  const pairs: readonly (readonly [string | undefined, string | undefined])[] = [
    [filter.operation, operation],
    [filter.resource, resource.type],
    [filter.resourceId, resource.id],
    [filter.keyId, key?.key],
    [filter.memberId, key?.member],
  ];
  return pairs.every(([wanted, found]) => wanted === undefined || wanted === found);
}
