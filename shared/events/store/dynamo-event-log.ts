import { type EventLog, type EventLogReader, LogContentionError } from '#shared/events/ports/event-log.ts';
import { ENTRIES_PER_ITEM, type LogEntry, type LogItem } from '#shared/events/recording/log-entry.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { isNew, putItem } from '#shared/platform/store/write.ts';
import { fromLogItem, toLogItem } from './event-log-items.ts';
import { eventLogKey } from './keys.ts';
import { lateUpTo } from './late-batches.ts';

/**
 * Sequence numbers that a writer tries. Each failed attempt means that another writer succeeded, and few stream shards have a batch of one
 * workspace at the same time. The attempts need no pause, because the next number is free for the first writer that tries it.
 */
const ATTEMPTS = 40;

const FIRST = 1;

/** The reads of `createDynamoEventLog`, for operations that may not write. */
export function createDynamoEventLogReader(table: Table): EventLogReader {
  return {
    async read(workspaceId, below = Number.MAX_SAFE_INTEGER, limit) {
      return below <= FIRST ? [] : query(workspaceId, FIRST, below - 1, { descending: true, limit });
    },

    async readFrom(workspaceId, sequence, limit) {
      return query(workspaceId, sequence, Number.MAX_SAFE_INTEGER, { descending: false, limit });
    },
  };

  async function query(
    workspaceId: string,
    first: number,
    last: number,
    order: { readonly descending: boolean; readonly limit: number },
  ): Promise<readonly LogItem[]> {
    const { pk, sk: from } = eventLogKey(workspaceId, first);
    const { sk: to } = eventLogKey(workspaceId, last);
    const items = await table.query({ pk, from, to, ...order, consistent: true });
    return items.map(fromLogItem);
  }
}

/** Logs of events in the delivery table, which has no stream: a log in the core table would invoke the dispatcher for its own writes. */
export function createDynamoEventLog(table: WritableTable): EventLog {
  const reader = createDynamoEventLogReader(table);

  async function appendItem(workspaceId: string, entries: readonly LogEntry[], at: Date): Promise<void> {
    let [head]: readonly (LogItem | undefined)[] = await reader.read(workspaceId, undefined, 1);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const sequence = (head?.sequence ?? 0) + 1;
      // The clocks of two containers can differ. Readers rely on the order.
      const writtenAt = head && head.writtenAt > at ? head.writtenAt : at;
      const late = lateUpTo(head?.late ?? [], { sequence, writtenAt, entries });
      const item = toLogItem(workspaceId, {
        sequence,
        writtenAt,
        entries,
        ...(late.length > 0 ? { late } : {}),
      });
      const { written, item: found } = await tryWrite(table, putItem(item, isNew));
      if (written) return;
      // The failed condition returns the item that has the number, so the head is not read again.
      head = found && fromLogItem(found);
    }
    throw new LogContentionError(ATTEMPTS);
  }

  return {
    ...reader,

    async append(workspaceId, entries, at) {
      for (let from = 0; from < entries.length; from += ENTRIES_PER_ITEM)
        await appendItem(workspaceId, entries.slice(from, from + ENTRIES_PER_ITEM), at);
    },
  };
}
