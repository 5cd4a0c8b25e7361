import { contactOf } from '#shared/events/recording/event-contact.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { fullMinute } from '#shared/platform/core/full-minute.ts';
import { hashContact } from '#shared/platform/runtime/contact-hash.ts';
import { SHARDS } from '#shared/platform/runtime/ids.ts';
import type { ErasureWalk } from '#shared/webhooks/domain/erasure-walk.ts';
import type { ErasureWalks } from '#shared/webhooks/ports/erasure-walks.ts';
import { type MemoryCore, withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';

/** The cost of a query with almost no results. */
const LEAST_UNITS = 0.5;

/** Scans over the events of a memory core. */
export function createMemoryErasureWalks(core: MemoryCore): ErasureWalks {
  let last: ErasureWalk | undefined;

  function contactIn({ id, test, body }: RecordedEvent): string | undefined {
    const contact = test ? undefined : contactOf(body);
    return core.redacted.get(id) ?? (contact === undefined ? undefined : hashContact(contact));
  }

  return {
    async findLast() {
      return last;
    },

    async begin(walk, erasures) {
      for (const { workspaceId, id } of erasures) {
        const place = withinWorkspace(workspaceId, id);
        const found = core.erasures.get(place);
        if (found?.state === 'queued' && found.look === 1)
          core.erasures.set(place, { ...found, walk: walk.beganAt });
      }
      if (!last || last.beganAt < walk.beganAt) last = walk;
    },

    async readMinute(minute, workspaceIds) {
      const events = [...core.events.values()]
        .filter(({ workspaceId }) => workspaceIds.includes(workspaceId))
        .filter(({ recordedAt }) => fullMinute(recordedAt).getTime() === minute.getTime())
        .flatMap((event) => {
          const contact = contactIn(event);
          return contact === undefined ? [] : [{ id: event.id, workspaceId: event.workspaceId, contact }];
        });
      return { events, readUnits: SHARDS * LEAST_UNITS };
    },

    async advance(walk, place) {
      if (last?.beganAt.getTime() === walk.beganAt.getTime() && last.place.minute >= place.minute)
        last = { ...last, place };
    },
  };
}
