import { EVENT_TTL_MS } from '#shared/events/recording/recorded-event.ts';
import { toEventItem } from '#shared/events/store/event-items.ts';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { DISPATCH_FILTER } from '#shared/platform/core/stream-filters.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { ttlOf } from '#shared/platform/store/item-schema.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import {
  toLastChange,
  exists,
  isNew,
  type Condition,
  type Write,
  inTable,
  putItem,
  updateItem,
} from '#shared/platform/store/write.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryRequests } from '#shared/webhooks/ports/delivery-requests.ts';
import { toQueuedDeliveryItem } from './delivery-items.ts';
import { deliveryKey, deliveryRequestKey } from './keys.ts';

/** Requested deliveries: the delivery in the delivery table, and in the core table the request that the stream dispatches. */
export function createDynamoDeliveryRequests(
  core: WritableTable,
  deliveries: WritableTable,
): DeliveryRequests {
  return {
    async requestEvent(event, delivery, context) {
      const item = {
        ...auditAttributes(delivery),
        ...toEventItem(event),
        lastChange: toLastChange(context.change),
      };
      await commit(core, context, [putItem(item), putQueued(delivery)]);
    },

    async requestResend(resend, original, job, context, expected) {
      const request = {
        ...deliveryRequestKey(resend.id),
        [DISPATCH_FILTER.kindAttribute]: 'delivery',
        ...(isRecovery(context.change) ? {} : auditAttributes(resend)),
        job,
        ttl: ttlOf(new Date(resend.createdAt.getTime() + EVENT_TTL_MS)),
        lastChange: toLastChange(context.change),
      };
      try {
        await commit(core, context, [
          putQueued(resend),
          expected === 'unrecorded'
            ? recordWithLink(original, resend)
            : linkFrom(original, resend, expected ? lastResendIs(expected.lastResendId) : exists),
          putItem(request),
        ]);
        return true;
      } catch (error) {
        if (error instanceof AlreadyRequestedError) return true;
        if (error instanceof ResentMeanwhileError) return false;
        throw error;
      }
    },
  };

  function putQueued(delivery: Delivery): Write {
    return inTable(deliveries, putItem(toQueuedDeliveryItem(delivery), notYetRequested));
  }

  /**
   * An original whose first attempt has not ended. If that attempt is recorded at the same time, the request is repeated on the
   * recorded delivery. The sweep checks the first attempt from the current minute on, because it has already swept earlier
   * minutes.
   */
  function recordWithLink(original: Delivery, resend: Delivery): Write {
    const queued = toQueuedDeliveryItem({ ...original, nextAttemptAt: resend.createdAt });
    const link = { lastResendId: resend.id, resendCount: 1, resends: new Set([resend.id]) };
    return inTable(deliveries, putItem({ ...queued, ...link }, isNew));
  }

  /** The [original delivery](../../../docs/specification/webhooks.md#resend) counts all resends, also those of resends, and references the last one. */
  function linkFrom(original: Delivery, resend: Delivery, condition: Condition): Write {
    const update = {
      // Nothing else references the resends of a delivery, and a redaction has to find each of them.
      expression: 'SET lastResendId = :resend ADD resendCount :one, resends :resends',
      values: { ':resend': resend.id, ':one': 1, ':resends': new Set([resend.id]) },
    };
    // A resend has the shard of its original, also a resend of a resend.
    const key = deliveryKey(original.endpointId, original.shard, resend.resendOf ?? original.id);
    return inTable(deliveries, updateItem(key, update, condition));
  }
}

/** Closes the race of a repeated background run: the second request for the same resend writes nothing. */
const notYetRequested: Condition = { ...isNew, onFailure: () => new AlreadyRequestedError() };

/** Closes the race of two recoveries, or of a recovery and a user: one of them resends the delivery. */
function lastResendIs(resendId: string | null): Condition {
  const onFailure = () => new ResentMeanwhileError();
  if (resendId !== null)
    return { expression: 'lastResendId = :seen', values: { ':seen': resendId }, onFailure };
  return { expression: 'attribute_exists(pk) AND attribute_not_exists(lastResendId)', onFailure };
}

/** A recovery has its own entry in the audit log; an entry for each of possibly thousands of resends would hide the others. */
function isRecovery({ actor }: Change): boolean {
  return actor.kind === 'system';
}

/** The audit log identifies a requested delivery by these attributes. The item of a test event has its own id. */
function auditAttributes({ id, workspaceId }: Delivery) {
  return { resource: 'delivery' satisfies AuditedResource, resourceId: id, id, workspaceId };
}

class ResentMeanwhileError extends Error {
  override readonly name = 'ResentMeanwhileError';
}

class AlreadyRequestedError extends Error {
  override readonly name = 'AlreadyRequestedError';
}
