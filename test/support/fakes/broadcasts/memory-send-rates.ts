import { reserve } from '#shared/broadcasts/domain/send-rate.ts';
import type { SendRates } from '#shared/broadcasts/ports/send-rates.ts';
import { type MemoryCore, withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';

/** Rates over a memory core. */
export function createMemorySendRates({ sendRates }: MemoryCore): SendRates {
  return {
    async reserve(workspaceId, subject, wish, now) {
      const place = withinWorkspace(workspaceId, subject);
      const reservation = reserve(sendRates.get(place) ?? null, wish, now);
      if (reservation.kind === 'reserved') sendRates.set(place, reservation.nextAt);
      return reservation;
    },
  };
}
