import type { EventLog } from '#shared/events/ports/event-log.ts';
import { ENTRIES_PER_ITEM, type LogItem } from '#shared/events/recording/log-entry.ts';
import { lateUpTo } from '#shared/events/store/late-batches.ts';

/** The logs of events by workspace, oldest item first. */
export type MemoryLogs = Map<string, LogItem[]>;

/** Logs of events in memory. */
export function createMemoryEventLog(logs: MemoryLogs = new Map()): EventLog {
  return {
    async append(workspaceId, entries, at) {
      const items = logs.get(workspaceId) ?? [];
      logs.set(workspaceId, items);
      for (let from = 0; from < entries.length; from += ENTRIES_PER_ITEM) {
        const last = items.at(-1);
        const item = {
          sequence: (last?.sequence ?? 0) + 1,
          writtenAt: last && last.writtenAt > at ? last.writtenAt : at,
          entries: entries.slice(from, from + ENTRIES_PER_ITEM),
        };
        const late = lateUpTo(last?.late ?? [], item);
        items.push(late.length > 0 ? { ...item, late } : item);
      }
    },

    async read(workspaceId, below = Infinity, limit) {
      const items = logs.get(workspaceId) ?? [];
      return items
        .filter(({ sequence }) => sequence < below)
        .toReversed()
        .slice(0, limit);
    },

    async readFrom(workspaceId, from, limit) {
      const items = logs.get(workspaceId) ?? [];
      return items.filter(({ sequence }) => sequence >= from).slice(0, limit);
    },
  };
}
