import type { Erasure } from '#shared/events/recording/erasure.ts';
import { contactInLog, type LogEntry } from '#shared/events/recording/log-entry.ts';
import { timeOfId } from '#shared/platform/runtime/ids.ts';
import type { LogRedaction } from '#shared/privacy/domain/log-redaction.ts';
import type { LogRedactions } from '#shared/privacy/ports/log-redactions.ts';
import type { MemoryLogs } from '#test/support/fakes/events/memory-event-log.ts';

/** Redactions of logs in memory; a page is one item. */
export function createMemoryLogRedactions(logs: MemoryLogs): LogRedactions {
  const last = new Map<string, LogRedaction>();

  return {
    async findLast(workspaceId) {
      return last.get(workspaceId);
    },

    async start(redaction) {
      const before = last.get(redaction.workspaceId);
      if (before && before.startedAt >= redaction.startedAt) return false;
      last.set(redaction.workspaceId, redaction);
      return true;
    },

    async *redact({ workspaceId, position }, erasures) {
      const items = logs.get(workspaceId) ?? [];
      for (const [index, item] of items.entries()) {
        if (item.sequence <= position) continue;
        items[index] = { ...item, entries: item.entries.map((entry) => redacted(entry, erasures)) };
        yield { position: item.sequence, readUnits: 1 };
      }
    },

    async advance(redaction) {
      const { workspaceId, startedAt } = redaction;
      if (last.get(workspaceId)?.startedAt.getTime() === startedAt.getTime())
        last.set(workspaceId, redaction);
    },
  };
}

function redacted(entry: LogEntry, erasures: readonly Erasure[]): LogEntry {
  const isErased = erasures.some(
    ({ contact, requestedAt }) =>
      contactInLog(contact) === entry.contact && timeOfId(entry.id) <= requestedAt,
  );
  return isErased ? { ...entry, contact: null } : entry;
}
