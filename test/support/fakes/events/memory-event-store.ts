import type { DedupeClaim, EventStore } from '#shared/events/ports/event-store.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';

/** Events over a memory core. */
export function createMemoryEventStore(core: MemoryCore): EventStore {
  return {
    async record(event, context, dedupeKey) {
      let earlier: DedupeClaim | undefined;
      try {
        commitInMemory(core, context, () => {
          if (dedupeKey !== undefined) claim(event.workspaceId, dedupeKey);
          core.events.set(event.id, event);
        });
      } catch (error) {
        // Thrown, so that no part of the command is executed.
        if (!(error instanceof ClaimedError)) throw error;
        earlier = error.claim;
      }
      return earlier;

      function claim(workspaceId: string, key: string): void {
        const id = withinWorkspace(workspaceId, key);
        const found = core.claims.get(id);
        if (found && found.expiresAt > event.recordedAt) throw new ClaimedError(found);
        const expiresAt = new Date(event.recordedAt.getTime() + DAY_MS);
        core.claims.set(id, { eventId: event.id, matchedEndpoints: event.matches.length, expiresAt });
      }
    },

    async find(eventId) {
      return core.events.get(eventId);
    },

    async findAll(eventIds) {
      return eventIds.flatMap((id) => core.events.get(id) ?? []);
    },

    async findRecordedAt(at) {
      return [...core.events.values()].filter(({ recordedAt }) => recordedAt.getTime() === at.getTime());
    },
  };
}

class ClaimedError extends Error {
  override readonly name = 'ClaimedError';
  readonly claim: DedupeClaim;

  constructor({ eventId, matchedEndpoints }: DedupeClaim) {
    super('Claimed');
    this.claim = { eventId, matchedEndpoints };
  }
}
