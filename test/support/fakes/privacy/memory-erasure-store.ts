import { type Erasure, type ErasurePlan, MERGE_MS, nextPassAt } from '#shared/events/recording/erasure.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { ErasureStore } from '#shared/privacy/ports/erasure-store.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';
import { releaseQuota, takeQuota } from '#test/support/fakes/platform/memory-quotas.ts';
import { keyOf, type MemoryDeliveries } from '#test/support/fakes/webhooks/memory-delivery-store.ts';

/** Erasures over a memory core and the deliveries of a memory store. */
export function createMemoryErasureStore(core: MemoryCore, deliveries: MemoryDeliveries): ErasureStore {
  function put(erasure: Erasure): void {
    core.erasures.set(withinWorkspace(erasure.workspaceId, erasure.id), erasure);
  }

  return {
    async findLast(workspaceId, contact) {
      return lastOf(core, workspaceId, contact);
    },

    async merge(after, context) {
      commitInMemory(core, context, () => requestInMemory(core, { kind: 'merge', erasure: after }));
    },

    async create(erasure, context, last) {
      commitInMemory(core, context, () => requestInMemory(core, { kind: 'create', erasure, last }));
    },

    async find(workspaceId, erasureId) {
      return core.erasures.get(withinWorkspace(workspaceId, erasureId));
    },

    async readDue(now) {
      const due = [...core.erasures.values()]
        .filter((erasure) => (nextPassAt(erasure) ?? Infinity) <= now)
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
      return { due, isComplete: true };
    },

    async redactEvent({ workspaceId, contact }, eventId) {
      const event = core.events.get(eventId);
      const storedContact = core.redacted.get(eventId) ?? contact;
      if (event?.workspaceId !== workspaceId || storedContact !== contact) return undefined;
      const redacted = { ...event, body: '' };
      core.events.set(eventId, redacted);
      core.redacted.set(eventId, contact);
      return redacted;
    },

    async *readRedacted({ workspaceId, contact, cursor, requestedAt }) {
      yield [...core.events.values()]
        .filter((event) => event.workspaceId === workspaceId && core.redacted.get(event.id) === contact)
        .filter(({ recordedAt }) => recordedAt <= requestedAt)
        .map(({ id }) => id)
        .filter((id) => cursor === null || id > cursor)
        .toSorted();
    },

    async redactDelivery({ requestedAt }, place) {
      const delivery = deliveries.get(keyOf(place));
      if (!delivery) return [];
      deliveries.set(keyOf(delivery), {
        ...delivery,
        attempts: delivery.attempts.map((attempt) => ({ ...attempt, responseText: null })),
        payloadExpiresAt: delivery.payloadExpiresAt < requestedAt ? delivery.payloadExpiresAt : requestedAt,
      });
      return [...deliveries.values()].filter(({ resendOf }) => resendOf === place.id).map(({ id }) => id);
    },

    async advance(erasure, cursor) {
      const found = inSamePass(core, erasure);
      if (found) put({ ...found, cursor });
    },

    async finishPass(before, after) {
      if (!inSamePass(core, before)) return;
      put(after);
      if (after.state === 'completed') releaseQuota(core, 'erasures', after.workspaceId);
    },
  };
}

/** Stores a request for an erasure within a command; it checks everything before its first change. */
export function requestInMemory(core: MemoryCore, plan: ErasurePlan): void {
  const { erasure } = plan;
  const { workspaceId, id, contact, createdAt } = erasure;
  const place = withinWorkspace(workspaceId, id);
  if (plan.kind === 'merge') {
    const found = inSamePass(core, erasure);
    if (!found || found.scanStartedAt !== null) throw new ConcurrentUpdateError();
  } else {
    const before = lastOf(core, workspaceId, contact);
    const isYoung = before && createdAt.getTime() - before.createdAt.getTime() < MERGE_MS;
    if (isYoung && before.id !== plan.last) throw new ConcurrentUpdateError();
    if (core.erasures.has(place)) throw new ConcurrentUpdateError();
    takeQuota(core, 'erasures', workspaceId);
  }
  core.erasures.set(place, erasure);
}

/** The stored erasure, if it is in the same pass as the given one. */
function inSamePass(core: MemoryCore, { workspaceId, id, pass, state }: Erasure): Erasure | undefined {
  const found = core.erasures.get(withinWorkspace(workspaceId, id));
  return found?.pass === pass && found.state === state ? found : undefined;
}

function lastOf(core: MemoryCore, workspaceId: string, contact: string): Erasure | undefined {
  return [...core.erasures.values()].findLast(
    (each) => each.workspaceId === workspaceId && each.contact === contact,
  );
}
