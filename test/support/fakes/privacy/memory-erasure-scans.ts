import type { Erasure } from '#shared/events/recording/erasure.ts';
import { findContact } from '#shared/events/recording/event-contact.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { fullMinute } from '#shared/platform/core/full-minute.ts';
import { SHARDS } from '#shared/platform/runtime/ids.ts';
import type { ErasureScan } from '#shared/privacy/domain/erasure-scan.ts';
import type { ErasureScans } from '#shared/privacy/ports/erasure-scans.ts';
import { type MemoryCore, withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';

/** The cost of a query with almost no results. */
const MIN_UNITS = 0.5;

/** Scans over the events of a memory core. */
export function createMemoryErasureScans(core: MemoryCore): ErasureScans {
  let last: ErasureScan | undefined;

  function contactIn({ id, test, body }: RecordedEvent): string | undefined {
    const contact = test ? undefined : findContact(body)?.id;
    return core.redacted.get(id) ?? (typeof contact === 'string' ? hashContact(contact) : undefined);
  }

  return {
    async findLast() {
      return last;
    },

    async start(scan, erasures) {
      const included: Erasure[] = [];
      for (const { workspaceId, id, requestedAt } of erasures) {
        const key = withinWorkspace(workspaceId, id);
        const found = core.erasures.get(key);
        if (found?.state !== 'queued' || found.pass !== 1) continue;
        if (found.requestedAt.getTime() !== requestedAt.getTime()) continue;
        const assigned = { ...found, scanStartedAt: scan.startedAt };
        core.erasures.set(key, assigned);
        included.push(assigned);
      }
      if (!last || last.startedAt < scan.startedAt) last = scan;
      return included;
    },

    async readMinute(minute, workspaceIds) {
      const events = [...core.events.values()]
        .filter(({ workspaceId }) => workspaceIds.includes(workspaceId))
        .filter(({ recordedAt }) => fullMinute(recordedAt).getTime() === minute.getTime())
        .flatMap((event) => {
          const contact = contactIn(event);
          return contact === undefined ? [] : [{ id: event.id, workspaceId: event.workspaceId, contact }];
        });
      return { events, unreadable: [], readUnits: SHARDS * MIN_UNITS };
    },

    async advance(scan, position) {
      if (last?.startedAt.getTime() === scan.startedAt.getTime() && last.position.minute >= position.minute)
        last = { ...last, position };
    },
  };
}
