import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { DeliveryRequests } from '#shared/webhooks/ports/delivery-requests.ts';
import { commitInMemory, type MemoryCore } from '#test/support/fakes/platform/memory-core.ts';
import { keyOf, type MemoryDeliveries } from './memory-delivery-store.ts';

/** Requested deliveries over a memory core and the deliveries of a memory store. */
export function createMemoryDeliveryRequests(
  core: MemoryCore,
  deliveries: MemoryDeliveries,
): DeliveryRequests {
  return {
    async requestEvent(event, delivery, context) {
      commitInMemory(core, context, () => {
        core.events.set(event.id, event);
        deliveries.set(keyOf(delivery), delivery);
      });
    },

    async requestResend(resend, original, job, context, expected) {
      try {
        commitInMemory(core, context, () => {
          if (deliveries.has(keyOf(resend))) throw new AlreadyRequestedError();
          // The original delivery counts all resends, also those of resends.
          const found = deliveries.get(keyOf({ ...original, id: resend.resendOf ?? original.id }));
          if (expected === 'unrecorded' && found) throw new ConcurrentUpdateError();
          const linked = expected === 'unrecorded' ? { ...original, nextAttemptAt: resend.createdAt } : found;
          if (typeof expected === 'object' && linked?.lastResendId !== expected.lastResendId)
            throw new ResentMeanwhileError();
          if (!linked) throw new ConcurrentUpdateError();
          deliveries.set(keyOf(resend), resend);
          deliveries.set(keyOf(linked), {
            ...linked,
            lastResendId: resend.id,
            resendCount: linked.resendCount + 1,
          });
          core.requests.set(resend.id, job);
        });
      } catch (error) {
        // Thrown, so that no part of the command is executed.
        if (error instanceof ResentMeanwhileError) return false;
        if (!(error instanceof AlreadyRequestedError)) throw error;
      }
      return true;
    },
  };
}

class ResentMeanwhileError extends Error {
  override readonly name = 'ResentMeanwhileError';
}

class AlreadyRequestedError extends Error {
  override readonly name = 'AlreadyRequestedError';
}
